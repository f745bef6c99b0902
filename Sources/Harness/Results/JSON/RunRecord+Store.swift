// SPDX-License-Identifier: Apache-2.0
// Reads the record of a run from a report that is too large for the memory.

package import JSON
internal import SourceText

/// Why a report can't be read piece by piece.
package enum ReportError: Error, Sendable, Equatable {
  /// The file could not be read to its end.
  case unreadable
  /// A scenario, or what is not one, has too many bytes.
  case tooLarge(limitBytes: Int)
  case json(JSONError)
  case record(RecordError)
}

extension ReportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable: "it can't be read to its end"
    case .tooLarge(let limitBytes):
      "a scenario, or what is not a scenario, has more than \(limitBytes) bytes, which is the limit"
    case .json(let error): error.description
    case .record(let error): error.description
    }
  }
}

extension RunRecord {
  /// How many bytes a report may have without its scenarios.
  private static let outlineLimitBytes = 32 << 20
  /// How many bytes a scenario may have.
  private static let scenarioLimitBytes = 64 << 20

  /// Reads a record whose scenarios stay where they are, and are read again whenever they are asked
  /// for. Each is read once here, to find every mistake.
  ///
  /// - Parameters:
  ///   - file: The report. Nobody may change it as long as the record is in use.
  ///   - count: How many bytes it has.
  ///   - pieceBytes: How many bytes are read at a time.
  package init(
    in file: RecordStore, count: Int, pieceBytes: Int = 1 << 18
  ) throws(ReportError) {
    self = try Self.reading(file, count: count, pieceBytes: pieceBytes).record
  }

  /// The same, with the text of the report but for its scenarios.
  package static func reading(
    _ file: RecordStore, count: Int, pieceBytes: Int = 1 << 18
  ) throws(ReportError) -> (record: RunRecord, root: JSONValue) {
    var outline = ReportOutline()
    var offset = 0
    while offset < count {
      guard let piece = file.read(offset, min(pieceBytes, count - offset)) else {
        throw .unreadable
      }
      outline.add(piece[...])
      offset += piece.count
      if outline.text.count > outlineLimitBytes {
        throw .tooLarge(limitBytes: outlineLimitBytes)
      }
    }
    let root = try json(outline.text)
    var record: RunRecord
    do throws(RecordError) {
      record = try RunRecord(root)
    } catch {
      throw .record(error)
    }
    for (suite, items) in outline.suites.enumerated() where suite < record.suites.count {
      var records: [StoredRecord] = []
      records.reserveCapacity(items.count)
      for (index, item) in items.enumerated() {
        records.append(try stored(item, in: file, index, ofSuite: suite))
      }
      if !records.isEmpty {
        record.suites[suite].scenarios = ScenarioRecords(records, in: file, areOurs: false)
      }
    }
    return (record, root)
  }

  private static func stored(
    _ item: ReportOutline.Item, in file: RecordStore, _ index: Int, ofSuite suite: Int
  ) throws(ReportError) -> StoredRecord {
    guard item.count <= scenarioLimitBytes else {
      throw .tooLarge(limitBytes: scenarioLimitBytes)
    }
    guard let bytes = file.read(item.offset, item.count) else { throw .unreadable }
    let value = try json(bytes)
    do throws(RecordError) {
      let record = try ScenarioRecord(RecordReader(value, scenario: index, ofSuite: suite))
      return .stored(
        offset: item.offset, count: Int32(clamping: item.count),
        planIndex: Int32(clamping: record.planIndex))
    } catch {
      throw .record(error)
    }
  }

  private static func json(_ bytes: [UInt8]) throws(ReportError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.document(bytes).root
    } catch {
      throw .json(error)
    }
  }
}
