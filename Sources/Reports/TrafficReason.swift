// SPDX-License-Identifier: Apache-2.0
// Why an entry of a recording breaks a rule: equal reasons of several rules are one thing to fix.

import Expectations
import Record

/// What is wrong with an entry of a recording. Rules that an entry breaks for the same reason are one
/// entry of every report.
struct TrafficReason: Hashable {
  private struct Entry: Hashable {
    let recording: String
    let index: Int
  }

  /// The calls that it takes: one, or both ends of an order.
  private let entries: Set<Entry>
  /// The same for all calls that are wrong in the same way.
  let fault: String

  private init(_ calls: [TimedCall], _ fault: String) {
    entries = Set(calls.map { Entry(recording: $0.recording, index: $0.entry) })
    self.fault = fault
  }
}

extension TrafficReason {
  /// The reasons of an incident; empty for one that no recording shows.
  static func all(of incident: Incident, _ findings: [Finding]) -> [TrafficReason] {
    guard let occasion = incident.step?.occasion else { return [] }
    return findings.map { TrafficReason($0, occasion) }
  }

  private init(_ finding: Finding, _ occasion: TimedCall) {
    let value = "\(finding.place) \(finding.found)"
    guard let order = finding.order else {
      self.init([occasion], value)
      return
    }
    switch order.demand {
    // One call needs the other gone, or farther away, whichever of them the rule is about.
    case .notEarlier, .notLater, .apart, .atMost:
      self.init([occasion] + order.others.suffix(1), "order")
    case .earlier, .later:
      self.init([occasion], "no \(order.wanted.first ?? "call") \(order.demand.rawValue)")
    case .next, .latest: self.init(order.others, value)
    case .value: self.init([occasion], value)
    }
  }
}
