// SPDX-License-Identifier: Apache-2.0
// Tells trouble from conduct, by all answers of a run.

import Suites
import Text

/// A part of a record that is run again where it meets trouble.
protocol Retried {
  var steps: [StepRecord] { get set }
  var verdict: Verdict { get set }
  /// The tries before the one that `steps` tells, in order.
  var tries: [EarlierTry] { get }
}

extension Retried {
  /// The steps of each try, the last one included.
  fileprivate var stepsOfTries: [[StepRecord]] { tries.map(\.steps) + [steps] }
}

extension [StepRecord] {
  /// Whether an answer was trouble, expected or not, or there was none.
  fileprivate var haveTrouble: Bool {
    indices.contains { index in
      self[index].exchanges.contains { TroubledCall.Kind(status: $0.status) != nil }
        || self[index].leftOut.counts.contains { TroubledCall.Kind(status: $0.status) != nil }
        || self[index].steps.haveTrouble
    }
  }
}

extension ScenarioRecord: Retried {}
extension SharedFragmentRecord: Retried {}

/// Which failures of a run are trouble, and which are the service's conduct.
///
/// Trouble is a 5xx that no expectation accepts, a 429 to each repetition, or no answer. It is
/// conduct where the same call meets it in three tries, or where its endpoint never answered
/// anything else while others did.
package struct TroubleJudgement: Sendable {
  /// In how many tries the same trouble at the same call is conduct.
  package static let tryLimit = 3
  /// How many answers an endpoint has to have given before they tell its conduct.
  private static let fewestAnswers = 3
  /// From how many answers on their share of trouble says anything.
  private static let fewestForShare = 20
  /// At how many endpoints trouble has to be before it is that of the whole service.
  package static let fewestEndpoints = 3

  /// The endpoints that answered nothing else, while others did.
  private let failing: Set<String>
  /// How many answers there were, and how many requests that got none.
  private let answerCount: Int
  /// The share of trouble among the answers that tell one, if it is more than a tenth; nil elsewhere.
  private let widespread: (troubled: Int, answers: Int)?
  private let outage: OutageRecord?
  private let routes: RouteAnswers
  /// Whether no endpoint answered anything else: then there is nothing to tell trouble from.
  private let isAll: Bool

  package init(_ record: RunRecord) {
    self.init(
      record.suites.filter { $0.subject == .service }.flatMap(\.scenarios),
      record.sharedFragments, record.target, record.outage)
  }

  package init(
    _ scenarios: [ScenarioRecord], _ fragments: [SharedFragmentRecord], _ target: TargetRecord,
    _ outage: OutageRecord? = nil
  ) {
    let routes = RouteAnswers(target)
    let parts: [any Retried] = scenarios + fragments
    var counts: [String: (troubled: Int, all: Int)] = [:]
    var answerCount = 0
    // Without any trouble, no endpoint has to be looked up.
    let isTroubled = parts.contains { $0.stepsOfTries.contains(where: \.haveTrouble) }
    for part in parts {
      for steps in part.stepsOfTries {
        steps.visit { visit in
          let step = visit.step
          guard step.action == .request, !step.exchanges.isEmpty else { return }
          let numbers =
            step.exchanges.map { ($0.status, 1) }
            + step.leftOut.counts.map { ($0.status, $0.number) }
          answerCount += numbers.reduce(0) { $0 + $1.1 }
          if !isTroubled || outage?.meets(step) == true { return }
          let endpoint = routes.endpoint(of: step)
          for (status, number) in numbers where status != 429 {
            counts[endpoint, default: (0, 0)].all += number
            if TroubledCall.Kind(status: status) != nil {
              counts[endpoint, default: (0, 0)].troubled += number
            }
          }
        }
      }
    }
    let silent = counts.filter { $0.value.troubled == $0.value.all }
    isAll = !counts.isEmpty && silent.count == counts.count
    let failing =
      isAll ? [] : Set(silent.filter { $0.value.all >= Self.fewestAnswers }.keys)
    self.failing = failing
    self.answerCount = answerCount
    self.outage = outage
    self.routes = routes
    widespread = isTroubled ? Self.widespread(parts, failing, routes, outage) : nil
  }

  /// The share of trouble in the first tries, where it is more than a tenth. Requests that break the
  /// application's part on purpose don't count: how a service fails at them is its conduct.
  private static func widespread(
    _ parts: [any Retried], _ failing: Set<String>, _ routes: RouteAnswers, _ outage: OutageRecord?
  ) -> (troubled: Int, answers: Int)? {
    func counts(_ step: StepRecord) -> Bool {
      guard step.action == .request, !step.isHostile, !step.exchanges.isEmpty else { return false }
      return outage?.meets(step) != true && !failing.contains(routes.endpoint(of: step))
    }
    var all = 0
    var troubled = 0
    var endpoints: Set<String> = []
    for part in parts {
      let first = part.tries.first?.steps ?? part.steps
      first.visit { visit in
        if counts(visit.step) { all += visit.step.exchanges.count + visit.step.leftOut.number }
      }
      for call in first.troubledCalls() where counts(call.step) {
        troubled += 1
        endpoints.insert(routes.endpoint(of: call.step))
      }
    }
    let isMuch = all >= fewestForShare && troubled * 10 > all
    return isMuch && endpoints.count >= fewestEndpoints ? (troubled, all) : nil
  }
}

extension TroubleJudgement {
  /// Whether so much is trouble that nothing is tried again.
  package var isWidespread: Bool { widespread != nil }

  /// Whether the trouble that a scenario met is the service's conduct.
  package func isConduct(_ scenario: ScenarioRecord) -> Bool { isConduct(of: scenario) }

  private func isConduct(of part: some Retried) -> Bool {
    let last = part.steps.troubledCalls(outage).filter { call in
      !call.isFinal && call.key.kind != .refused && call.key.kind != .late
    }
    if last.contains(where: { isFailing($0.step) }) { return true }
    guard part.tries.count + 1 >= Self.tryLimit else { return false }
    return part.tries.suffix(Self.tryLimit - 1).reduce(Set(last.map(\.key))) { keys, earlier in
      keys.intersection(earlier.steps.troubledCalls(outage).map(\.key))
    }.isEmpty == false
  }

  private func isFailing(_ step: StepRecord) -> Bool {
    step.action == .request && failing.contains(routes.endpoint(of: step))
  }

  /// The record without the findings that trouble explains: what they are of has no verdict.
  func settled(_ record: RunRecord) -> RunRecord {
    var record = record
    for suite in record.suites.indices where record.suites[suite].subject == .service {
      for index in record.suites[suite].scenarios.indices {
        settle(&record.suites[suite].scenarios[index])
      }
    }
    for index in record.sharedFragments.indices { settle(&record.sharedFragments[index]) }
    return record
  }

  /// The scenario without the findings that trouble explains.
  package func settled(_ scenario: ScenarioRecord) -> ScenarioRecord {
    var scenario = scenario
    settle(&scenario)
    return scenario
  }

  /// The shared fragment without the findings that trouble explains.
  package func settled(_ fragment: SharedFragmentRecord) -> SharedFragmentRecord {
    var fragment = fragment
    settle(&fragment)
    return fragment
  }

  private func settle(_ part: inout some Retried) {
    let calls = isAll ? [] : part.steps.troubledCalls(outage)
    if calls.isEmpty { return }
    for call in calls where call.isFinal && !isFailing(call.step) {
      part.steps.leaveOpen(at: call.key.place, andAfter: false, because: call.answer)
    }
    guard let first = calls.first(where: { !$0.isFinal }), !isConduct(of: part) else { return }
    let reason = reason(first, tries: part.tries.count + 1)
    part.steps.leaveOpen(at: first.key.place, andAfter: true, because: reason)
    // What failed before the trouble has failed.
    let earlier = part.steps.first { !$0.isFinal && $0.verdict.kind.isFault }?.verdict
    part.verdict = earlier ?? .blocked(because: reason)
  }

  private func reason(_ call: TroubledCall, tries: Int) -> String {
    let met = "\(call.answer) at '\(call.step.name)'"
    if let outage, outage.meets(call.step) {
      return "no verdict: \(met), and \(outage.message)"
    }
    if widespread != nil { return "no verdict: \(met), as at many other calls" }
    return tries < Self.tryLimit
      ? "no verdict: \(met), and it was not tried again"
      : "no verdict: each of \(tries) tries met trouble at another call, the last \(met)"
  }
}

extension TroubleJudgement {
  /// The sporadic trouble of a run in a sentence; nil where there was none.
  func sporadic(in record: RunRecord) -> String? {
    var calls: [TroubledCall] = []
    func add(_ part: some Retried) {
      let isConduct = isConduct(of: part)
      for steps in part.stepsOfTries {
        calls += steps.troubledCalls(outage).filter { call in
          if outage?.meets(call.step) == true { return false }
          return call.isFinal ? !isFailing(call.step) : !isConduct
        }
      }
    }
    for suite in record.suites where suite.subject == .service {
      for scenario in suite.scenarios { add(scenario) }
    }
    for fragment in record.sharedFragments { add(fragment) }
    if isAll || calls.isEmpty { return nil }
    let places = Dictionary(grouping: calls) { routes.endpoint(of: $0.step) }
      .map { (endpoint: $0.key, calls: $0.value) }
      .sorted { (-$0.calls.count, $0.endpoint) < (-$1.calls.count, $1.endpoint) }
    let shown = places.prefix(3).map { place in
      let answers = Wording.list(place.calls.map(\.answer).unique.sorted())
      return "\(place.endpoint) (\(answers), \(Wording.count(place.calls.count, "time")))"
    }
    let more = places.count - shown.count
    let others = more > 0 ? " and \(Wording.count(more, "more endpoint"))" : ""
    let thousandths = calls.count * 1000 / max(1, answerCount)
    let share = thousandths < 1 ? "less than 0.1" : "\(thousandths / 10).\(thousandths % 10)"
    return "Sporadic trouble: \(Wording.grouped(calls.count)) of "
      + "\(Wording.count(answerCount, "answer")) (\(share) %) were 5xx or missing, at "
      + "\(shown.joined(separator: ", "))\(others). Look at the proxies and the load before the "
      + "service; no requirement fails by it"
  }

  /// Why there is no verdict on a part of a run; nil where trouble left nothing open.
  ///
  /// - Parameter settled: The record without the findings that trouble explains.
  func trouble(in record: RunRecord, settled: RunRecord) -> Trouble? {
    if let outage {
      return Trouble(
        reason: outage.kind == .throttled ? .throttled : .outage, sentence: outage.message)
    }
    if let lead = record.clockLead {
      return Trouble(
        reason: .clock,
        sentence:
          "the target's clock is \(lead.distance) ours, by the "
          + "times in its answers, which have no Date; set the clock of this machine by a time "
          + "server (NTP), or have the target's set")
    }
    func leftOpen(_ before: [some Retried], _ after: [some Retried]) -> [[EarlierTry]] {
      zip(before, after).compactMap { before, after in
        before.verdict != after.verdict && after.verdict.kind == .blocked ? before.tries : nil
      }
    }
    let scenarios = leftOpen(
      record.suites.flatMap(\.scenarios), settled.suites.flatMap(\.scenarios))
    let fragments = leftOpen(record.sharedFragments, settled.sharedFragments)
    let open = scenarios.isEmpty ? fragments : scenarios
    if open.isEmpty { return nil }
    if let widespread {
      return Trouble(
        reason: .sporadic,
        sentence: "\(Wording.grouped(widespread.troubled)) of "
          + "\(Wording.count(widespread.answers, "answer")) were 5xx or missing, which is too much "
          + "to try again")
    }
    let what = Wording.count(open.count, scenarios.isEmpty ? "shared fragment" : "scenario")
    let wasTried = open.allSatisfy { $0.count + 1 >= Self.tryLimit }
    let verb = open.count == 1 ? "was" : "were"
    return Trouble(
      reason: .sporadic,
      sentence: "\(what) met a 5xx or no answer "
        + (wasTried
          ? "in each of \(Self.tryLimit) tries, and not at the same call each time"
          : "and \(verb) not tried again"))
  }
}

extension Duration {
  /// `10 min ahead of`, `1 h behind`.
  fileprivate var distance: String {
    let seconds = (self < .zero ? .zero - self : self).components.seconds
    return "\(DurationText.text(.seconds(Int(seconds)))) \(self < .zero ? "behind" : "ahead of")"
  }
}

extension RunRecord {
  /// That the times in answers are all off, in a sentence: one finding, from which most failures
  /// follow. nil elsewhere.
  var clockFinding: String? {
    let ofDates = timesLead.map {
      "The times in the target's answers are all \($0.distance) the Date of the same answers and our "
        + "own clock; set the clock of the servers that write them"
    }
    return ofDates
      ?? clockLead.map {
        "The times in the target's answers are all \($0.distance) our clock; set the clock of this "
          + "machine by a time server (NTP), or have the target's set"
      }
  }
}

extension [StepRecord] {
  /// Takes the verdict from a step, and from those that use it.
  ///
  /// - Parameters:
  ///   - place: The numbers on the way to the step.
  ///   - isAfter: Whether all steps after it lose their findings, too.
  fileprivate mutating func leaveOpen(
    at place: [Int], andAfter isAfter: Bool, because reason: String, below outer: [Int] = []
  ) {
    guard outer.count < Self.depthLimit else { return }
    for index in indices {
      let own = outer + [index + 1]
      let isUser = place.starts(with: own)
      guard isUser || isAfter && place.lexicographicallyPrecedes(own) else { continue }
      self[index].steps.leaveOpen(at: place, andAfter: isAfter, because: reason, below: own)
      self[index].warnings = []
      if self[index].verdict.kind.isFault { self[index].verdict = .blocked(because: reason) }
    }
  }
}
