// SPDX-License-Identifier: Apache-2.0
// Reports of records that are put aside are the same, byte by byte.

import Reporting
import Results
import Synchronization
import TestSupport
import Testing

@Suite struct StoredRecordTests {
  /// The records by what they show.
  static let records: [(String, RunRecord)] = [
    ("passed", SampleRecords.conformant), ("failed", SampleRecords.failing),
    ("blocked", CauseTests.blocked(40, isPreflight: true)),
    ("many", many(SampleRecords.failing)),
  ]

  /// The same scenarios again and again, with other names.
  private static func many(_ record: RunRecord) -> RunRecord {
    var record = record
    for suite in record.suites.indices {
      let scenarios = Array(record.suites[suite].scenarios)
      record.suites[suite].scenarios = ScenarioRecords(
        (0..<60).flatMap { round in
          scenarios.map { scenario in
            var copy = scenario
            copy.name += " \(round / 2)"
            return copy
          }
        })
    }
    return record
  }

  static let reports: [(String, any Report)] =
    [
      ("md", MarkdownReport()), ("json", JSONReport()), ("annotations", AnnotationReport()),
      ("txt", TerminalReport(hasColour: false)),
    ] + JUnitProfile.allCases.map { ($0.rawValue, JUnitReport(profile: $0)) }

  @Test func `are the same as those of records in memory`() {
    for (what, record) in Self.records {
      let inMemory = RunJudgement(record)
      let stored = RunJudgement(record.stored())
      #expect(stored.record.suites.allSatisfy { $0.scenarios.isStored })
      #expect(stored.outcome == inMemory.outcome)
      #expect(stored.totals == inMemory.totals)
      for (name, report) in Self.reports {
        let expected = String(decoding: report.bytes(of: inMemory), as: UTF8.self)
        let found = String(decoding: report.bytes(of: stored), as: UTF8.self)
        #expect(found == expected, "\(name) of \(what)")
      }
    }
  }

  @Test func `are kept in memory where the store takes nothing`() {
    let record = SampleRecords.failing.stored(
      RecordStore(append: { _ in nil }, read: { _, _ in nil }))
    #expect(record.suites == SampleRecords.failing.suites)
  }

  @Test func `say so where a record can't be read again`() {
    let record = SampleRecords.failing.stored(
      RecordStore(append: { _ in 0 }, read: { _, _ in nil }))
    #expect(RunJudgement(record).totals.broken > 0)
  }
}

extension RunRecord {
  /// The record with its scenarios put aside.
  fileprivate func stored(_ store: RecordStore = .inMemory) -> RunRecord {
    var record = self
    for suite in record.suites.indices {
      record.suites[suite].scenarios = ScenarioRecords(
        suites[suite].scenarios.map { StoredRecord($0, in: store) }, in: store)
    }
    return record
  }
}

extension RecordStore {
  fileprivate static var inMemory: RecordStore {
    let bytes = Bytes()
    return RecordStore(append: { bytes.append($0) }, read: { bytes.read($0, $1) })
  }

  private final class Bytes: Sendable {
    private let all = Mutex<[UInt8]>([])

    func append(_ bytes: [UInt8]) -> Int? {
      all.withLock { all in
        defer { all += bytes }
        return all.count
      }
    }

    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      all.withLock { Array($0[offset..<(offset + count)]) }
    }
  }
}
