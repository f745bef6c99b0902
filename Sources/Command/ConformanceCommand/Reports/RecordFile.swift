// SPDX-License-Identifier: Apache-2.0
// Reads the report.json of a run or an audit.

import Host
import JSON
import Results
import SourceText

/// The report.json of a run or an audit.
struct RecordFile {
  let record: RunRecord
  /// What it says, perhaps without its scenarios.
  let root: JSONValue

  /// A larger report is read piece by piece, and its scenarios stay in the file.
  private static let wholeLimitBytes = 8 << 20
  /// Larger reports are refused.
  private static let limitBytes = 4 << 30

  /// - Throws: `UsageError` for a file that is not one.
  init(_ path: String) throws(UsageError) {
    do {
      if let file = OpenFile(path), file.count > Self.wholeLimitBytes {
        guard file.count <= Self.limitBytes else {
          throw UsageError(
            "the report '\(path)': it has more than \(Self.limitBytes) bytes, which is the limit")
        }
        let store = RecordStore(append: { _ in nil }, read: { file.read($0, $1) })
        (record, root) = try RunRecord.reading(store, count: file.count)
      } else {
        let bytes = try Files.read(path, limit: Files.reportLimitBytes)
        root = try JSONParser.document(bytes).root
        record = try RunRecord(root)
      }
    } catch {
      let why =
        switch error {
        case let error as UsageError: throw error
        case let error as FileError: error.message
        case let error as JSONError: error.description
        case let error as RecordError: error.description
        case let error as ReportError: error.description
        default: "\(error)"
        }
      throw UsageError("the report '\(path)': \(why)")
    }
  }
}

extension RunRecord {
  /// Reads the report.json of a run.
  init(reportAt path: String) throws(UsageError) { self = try RecordFile(path).record }
}
