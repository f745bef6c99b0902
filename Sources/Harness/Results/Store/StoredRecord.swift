// SPDX-License-Identifier: Apache-2.0
// The record of one scenario, put aside.

import JSON
import SourceText

/// The record of a scenario: where it is in a store, or itself where the store could not keep it.
package enum StoredRecord: Sendable {
  case stored(offset: Int, count: Int32, planIndex: Int32)
  case kept(Kept)

  /// A record that stays in memory.
  package final class Kept: Sendable {
    let record: ScenarioRecord

    init(_ record: ScenarioRecord) { self.record = record }
  }
}

extension StoredRecord {
  /// Puts a record aside.
  package init(_ record: ScenarioRecord, in store: RecordStore) {
    var text = JSONText()
    record.write(to: &text)
    let count = text.bytes.count
    guard count <= Int32.max, let offset = store.append(text.bytes) else {
      self = .kept(Kept(record))
      return
    }
    self = .stored(
      offset: offset, count: Int32(count), planIndex: Int32(clamping: record.planIndex))
  }

  /// A record that stays in memory.
  init(keeping record: ScenarioRecord) { self = .kept(Kept(record)) }

  /// The number of the scenario in the plan.
  var planIndex: Int {
    switch self {
    case .stored(_, _, let planIndex): Int(planIndex)
    case .kept(let kept): kept.record.planIndex
    }
  }

  /// The JSON text of the record.
  func text(in store: RecordStore) -> [UInt8] {
    if case .stored(let offset, let count, _) = self, let bytes = store.read(offset, Int(count)) {
      return bytes
    }
    var text = JSONText()
    record(in: store).write(to: &text)
    return text.bytes
  }

  /// The record, read again; where that fails, one that says so.
  func record(in store: RecordStore) -> ScenarioRecord {
    switch self {
    case .kept(let kept): return kept.record
    case .stored(let offset, let count, _):
      guard let bytes = store.read(offset, Int(count)),
        let document = try? JSONParser.document(bytes),
        let record = try? ScenarioRecord(RecordReader(document.root))
      else { return .lost }
      return record
    }
  }
}

extension ScenarioRecord {
  /// Stands for a record that could not be read again.
  fileprivate static var lost: ScenarioRecord {
    let nowhere = SourceLocation(file: "", position: .start)
    return ScenarioRecord(
      name: "a scenario whose record was lost", about: nil, location: nowhere, tags: [],
      isAdvisory: false,
      verdict: .broken(
        RunProblem(
          .suite, "the record of the scenario could not be read again from the reports folder",
          at: nil)),
      startedAfter: .zero, duration: .zero, steps: [], missingFacts: [])
  }
}
