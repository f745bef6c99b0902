// SPDX-License-Identifier: Apache-2.0
// The records of a suite's scenarios, in memory or put aside.

/// The records of a suite's scenarios, in the order of the plan: in memory, or in a store, from which
/// each is read again when it is asked for. Of a large run only few are in memory at a time.
package struct ScenarioRecords: Sendable {
  private enum Storage: Sendable {
    case memory([ScenarioRecord])
    case stored([StoredRecord], RecordStore, renumbering: [Int: Int])
  }

  private var storage: Storage

  package init(_ records: [ScenarioRecord]) { storage = .memory(records) }

  package init(_ records: [StoredRecord], in store: RecordStore) {
    storage = .stored(records, store, renumbering: [:])
  }
}

extension ScenarioRecords {
  /// Whether the records are read again each time.
  package var isStored: Bool { if case .stored = storage { true } else { false } }

  /// The JSON text of a record.
  func text(_ index: Int) -> [UInt8] {
    if case .stored(let records, let store, let ids) = storage, ids.isEmpty {
      return records[index].text(in: store)
    }
    var text = JSONText()
    self[index].write(to: &text)
    return text.bytes
  }

  /// Gives the shared fragments that the steps use other numbers.
  mutating func renumberFragments(_ ids: [Int: Int]) {
    switch storage {
    case .memory(var records):
      // In place, because a run may have thousands of scenarios.
      storage = .memory([])
      for index in records.indices { records[index].steps.renumberFragments(ids) }
      storage = .memory(records)
    case .stored(let records, let store, let earlier):
      guard ids.contains(where: { $0.key != $0.value }) || !earlier.isEmpty else { return }
      let both = earlier.mapValues { ids[$0] ?? $0 }.merging(ids) { first, _ in first }
      storage = .stored(records, store, renumbering: both)
    }
  }
}

extension ScenarioRecords: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package init() { storage = .memory([]) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .memory(let records): records.count
    case .stored(let records, _, _): records.count
    }
  }

  package subscript(index: Int) -> ScenarioRecord {
    get {
      switch storage {
      case .memory(let records): return records[index]
      case .stored(let records, let store, let ids):
        var record = records[index].record(in: store)
        if !ids.isEmpty { record.steps.renumberFragments(ids) }
        return record
      }
    }
    _modify {
      var records = takeAll()
      defer { storage = .memory(records) }
      yield &records[index]
    }
  }

  package mutating func replaceSubrange(
    _ range: Range<Int>, with records: some Collection<ScenarioRecord>
  ) {
    var all = takeAll()
    all.replaceSubrange(range, with: records)
    storage = .memory(all)
  }

  /// All records, which are in memory afterwards.
  private mutating func takeAll() -> [ScenarioRecord] {
    let all: [ScenarioRecord] =
      switch storage {
      case .memory(let records): records
      case .stored: Array(self)
      }
    storage = .memory([])
    return all
  }
}

extension ScenarioRecords: Equatable {
  package static func == (left: ScenarioRecords, right: ScenarioRecords) -> Bool {
    left.elementsEqual(right)
  }
}

extension ScenarioRecords: ExpressibleByArrayLiteral {
  package init(arrayLiteral records: ScenarioRecord...) { self.init(records) }
}
