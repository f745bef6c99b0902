// SPDX-License-Identifier: Apache-2.0
// The records of a suite's scenarios, in memory or put aside.

/// The records of a suite's scenarios, in the order of the plan: in memory, or in a store, from which
/// each is read again when it is asked for. Of a large run only few are in memory at a time.
package struct ScenarioRecords: Sendable {
  private enum Storage: Sendable {
    case memory([ScenarioRecord])
    case stored([Reference], [Source])
  }

  /// A record in one of several stores.
  private struct Reference {
    let record: StoredRecord
    let source: Int32
  }

  /// A store, and the new numbers of the shared fragments that its records name.
  private struct Source {
    let store: RecordStore
    /// Whether what it holds was written here, and not by whoever made a report.
    let isOurs: Bool
    var renumbering: [Int: Int] = [:]
  }

  private var storage: Storage

  package init(_ records: [ScenarioRecord]) { storage = .memory(records) }

  package init(_ records: [StoredRecord], in store: RecordStore) {
    self.init(records, in: store, areOurs: true)
  }

  /// - Parameter areOurs: Whether the records were written by this program.
  init(_ records: [StoredRecord], in store: RecordStore, areOurs: Bool) {
    storage = .stored(
      records.map { Reference(record: $0, source: 0) }, [Source(store: store, isOurs: areOurs)])
  }
}

extension ScenarioRecords {
  /// Whether the records are read again each time.
  package var isStored: Bool { if case .stored = storage { true } else { false } }

  /// The JSON text of a record.
  func text(_ index: Int) -> [UInt8] {
    if case .stored(let records, let sources) = storage {
      let source = sources[Int(records[index].source)]
      if source.isOurs, source.renumbering.isEmpty {
        return records[index].record.text(in: source.store)
      }
    }
    var text = JSONText()
    self[index].write(to: &text)
    return text.bytes
  }

  /// The numbers of the scenarios in the plan, which are known without reading a record again.
  var planIndices: [Int] {
    switch storage {
    case .memory(let records): records.map(\.planIndex)
    case .stored(let records, _): records.map(\.record.planIndex)
    }
  }

  /// Gives the shared fragments that the steps use other numbers.
  mutating func renumberFragments(_ ids: [Int: Int]) {
    switch storage {
    case .memory(var records):
      // In place, because a run may have thousands of scenarios.
      storage = .memory([])
      for index in records.indices { records[index].steps.renumberFragments(ids) }
      storage = .memory(records)
    case .stored(let records, var sources):
      let changes = ids.contains { $0.key != $0.value }
      for index in sources.indices where changes || !sources[index].renumbering.isEmpty {
        sources[index].renumbering = sources[index].renumbering.mapValues { ids[$0] ?? $0 }
          .merging(ids) { first, _ in first }
      }
      storage = .stored(records, sources)
    }
  }

  /// Adds the records of another suite, which stay where they are.
  mutating func join(_ others: ScenarioRecords) {
    switch (storage, others.storage) {
    case (.memory(var records), .memory(let more)):
      storage = .memory([])
      records += more
      storage = .memory(records)
    default:
      var (records, sources) = references
      let (more, stores) = others.references
      let first = Int32(sources.count)
      records += more.map { Reference(record: $0.record, source: first + $0.source) }
      sources += stores
      storage = .stored(records, sources)
    }
  }

  /// Sorts by the numbers of the plan; scenarios without one keep their order.
  mutating func sortByPlan() {
    let indices = planIndices
    if zip(indices, indices.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    let order = indices.indices.sorted { (indices[$0], $0) < (indices[$1], $1) }
    switch storage {
    case .memory(let records): storage = .memory(order.map { records[$0] })
    case .stored(let records, let sources): storage = .stored(order.map { records[$0] }, sources)
    }
  }

  /// The records as references; those in memory stay there.
  private var references: ([Reference], [Source]) {
    switch storage {
    case .stored(let records, let sources): return (records, sources)
    case .memory(let records):
      let kept = records.map { Reference(record: StoredRecord(keeping: $0), source: 0) }
      return (kept, [Source(store: .nowhere, isOurs: true)])
    }
  }
}

extension ScenarioRecords: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package init() { storage = .memory([]) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .memory(let records): records.count
    case .stored(let records, _): records.count
    }
  }

  package subscript(index: Int) -> ScenarioRecord {
    get {
      switch storage {
      case .memory(let records): return records[index]
      case .stored(let records, let sources):
        let source = sources[Int(records[index].source)]
        var record = records[index].record.record(in: source.store)
        if !source.renumbering.isEmpty { record.steps.renumberFragments(source.renumbering) }
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
