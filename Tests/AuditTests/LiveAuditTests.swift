// SPDX-License-Identifier: Apache-2.0
// An audit of exchanges as they come, compared with that of a recording.

import Record
import TestSupport
import Testing

@testable import Audit

struct LiveAuditTests {
  /// What an audit says, as a text that can be compared.
  private static func text(_ result: AuditResult) -> [String] {
    result.rules.map { rule in
      let broken = rule.broken.map { "\($0.entry.index) \($0.others.map(\.index)) \($0.findings)" }
      let notJudged = rule.notJudged.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(rule.name): \(rule.met) \(broken) \(rule.unlisted) \(notJudged)"
        + " \(rule.examples.map(\.index)) \(rule.byApplication.keys.sorted())"
    }
  }

  /// All recordings and some of the faults: in the order in which answers come, not only that of
  /// the requests, and a few at once.
  @Test(arguments: ShippedRules.all, [UInt64(1), 2])
  func `says in the end what it says of the recording`(shipped: ShippedRules, seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    var recordings = shipped.recordings.map { ($0.name, $0.recording) }
    for (number, fault) in shipped.faults.enumerated() where number % 40 == Int(seed) {
      var recording = try shipped.recording(fault.recording)
      fault.edit(&recording)
      recordings.append((fault.name, recording))
    }
    for (name, recording) in recordings {
      var exchanges = recording.entries.map(\.exchange)
      for index in exchanges.indices.dropFirst() where Int.random(in: 0..<4, using: &generator) == 0
      {
        exchanges.swapAt(index, index - 1)
      }
      for index in exchanges.indices {
        exchanges[index].entry = EntryReference(recording: 0, index: index)
      }
      let list = ExchangeList(recordings: ["live"], exchanges)
      let live = LiveAudit(shipped.rules, source: list)
      var rest = exchanges[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...4, using: &generator)
        _ = live.add(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let origins = exchanges.map { RecordedURL($0.request.url).origin }
      let expected = try Audit(shipped.rules, origins: origins).judge(list)
      let found = try live.finish()
      #expect(Self.text(found) == Self.text(expected), "\(name)")
      #expect(found.traffic.judged == expected.traffic.judged, "\(name)")
    }
  }
}
