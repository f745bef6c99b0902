// SPDX-License-Identifier: Apache-2.0
// An application whose traffic an audit judges, and what it shows of each rule.

import Expectations
import Suites
import Text

/// An application among those whose traffic was recorded: the service that it talks to, and its
/// registration there.
package struct AuditApplication: Sendable, Equatable {
  /// The origin that it sends the most to.
  package var origin: String
  /// The begin of the SHA-256 of each statement and id of its registrations, by which other audits know
  /// it; empty where no recording has one. They are long and random, so that a digest leads nowhere.
  package var registrations: [String] = []
  /// The device or the user agent by which people know it; nil where nothing tells.
  package var device: String?
  /// How many entries are its own.
  package var entries = 0
  /// How many devices it is on.
  package var sessions = 0
  /// The rules that had an occasion, in the order of the record.
  package var rules: [Rule] = []

  /// What it shows of a rule.
  package struct Rule: Sendable, Equatable {
    /// The file of the rule.
    package let file: String
    package let name: String
    /// Whether it obeyed the rule on an occasion.
    package var isMet: Bool
    /// The ids of the requirements that it broke; nil where it did not break the rule.
    package var broken: [String]?

    package init(file: String, name: String, isMet: Bool, broken: [String]?) {
      self.file = file
      self.name = name
      self.isMet = isMet
      self.broken = broken
    }
  }

  package init(origin: String) { self.origin = origin }
}

extension AuditApplication {
  /// `https://api.example, AppleTV14,1`
  package var place: String { [origin, device].compactMap(\.self).joined(separator: ", ") }

  /// The same application in two audits.
  ///
  /// - Parameter isOfSameTraffic: Whether both judged the same recordings, by other rules.
  func joined(with other: AuditApplication, isOfSameTraffic: Bool) -> AuditApplication {
    var joined = self
    joined.registrations = (registrations + other.registrations).unique
    joined.device = device ?? other.device
    joined.entries = isOfSameTraffic ? max(entries, other.entries) : entries + other.entries
    joined.sessions = isOfSameTraffic ? max(sessions, other.sessions) : sessions + other.sessions
    for rule in other.rules {
      guard
        let index = joined.rules.firstIndex(where: { $0.file == rule.file && $0.name == rule.name })
      else {
        joined.rules.append(rule)
        continue
      }
      joined.rules[index].isMet = joined.rules[index].isMet || rule.isMet
      let broken = [joined.rules[index].broken, rule.broken].compactMap(\.self)
      joined.rules[index].broken = broken.isEmpty ? nil : broken.joined().unique
    }
    return joined
  }
}

extension [AuditApplication] {
  /// The applications of two audits. What two audits know as one is one.
  func adding(_ others: [AuditApplication], isOfSameTraffic: Bool) -> [AuditApplication] {
    var all = self
    for other in others {
      let isOnly = count == 1 && others.count == 1
      let index = all.firstIndex { own -> Bool in
        let isUnknown = own.registrations.isEmpty || other.registrations.isEmpty
        let isSame =
          isUnknown
          ? isOnly || isOfSameTraffic && own.registrations == other.registrations
          : !Set(own.registrations).isDisjoint(with: other.registrations)
        return isSame && own.origin == other.origin
      }
      if let index {
        all[index] = all[index].joined(with: other, isOfSameTraffic: isOfSameTraffic)
      } else {
        all.append(other)
      }
    }
    return all
  }
}

extension RunRecord {
  /// The audit as if it had the traffic of one application alone: its verdict and its counts follow from
  /// that as from every other record.
  ///
  /// - Parameter number: From 0, in the order of `audit.applications`.
  package func ofApplication(_ number: Int) -> RunRecord {
    guard let application = audit?.applications[number] else { return self }
    var part = self
    let rules = Dictionary(
      application.rules.map { ([$0.file, $0.name], $0) }, uniquingKeysWith: { first, _ in first })
    // Of several cookbooks that the traffic follows, it is judged by its own.
    let files = Set(application.rules.map(\.file))
    let own = catalogues.byName.names(
      chosenBy: suites.filter { files.contains($0.file) }.compactMap(\.cookbook))
    if !own.isEmpty {
      part.catalogues = catalogues.filter { own.contains($0.cookbook) }
      part.suites.removeAll { $0.cookbook.map { !own.contains($0) } ?? false }
    }
    let advised = Set(
      catalogues.flatMap { $0.requirements.values }.filter { $0.level == .should }.map(\.id))
    part.suites = part.suites.map { suite in
      var suite = suite
      suite.scenarios = suite.scenarios.map {
        $0.showing(rules[[suite.file, $0.name]], advised: advised)
      }
      return suite
    }
    // One that another application fails is no surprise where this one doesn't.
    let broken = application.rules.filter { $0.broken != nil }
    part.known = known.filter { failure in
      broken.contains { rule in
        failure.cases.contains(rule.name)
          || failure.cases.isEmpty
            && failure.requirements.contains { rule.broken?.contains($0) ?? false }
      }
    }
    part.audit?.applications = []
    part.audit?.judged = application.entries
    part.audit?.sessions = application.sessions
    return part
  }
}

extension ScenarioRecord {
  /// The record of a rule by what one application shows of it.
  fileprivate func showing(_ rule: AuditApplication.Rule?, advised: Set<String>) -> ScenarioRecord {
    var record = self
    func step(_ verdict: Verdict, _ covers: [Cover]) -> StepRecord {
      StepRecord(
        name: name, about: nil, action: .traffic, location: location, device: "application",
        covers: covers, isFinal: false, verdict: verdict)
    }
    let covers = steps.flatMap(\.covers).map(\.id).unique
    let broken = rule?.broken ?? []
    let obeyed = covers.filter { !broken.contains($0) }.map { Cover(id: $0) }
    record.isAdvisory = !broken.isEmpty && broken.allSatisfy(advised.contains)
    guard let rule, rule.isMet || rule.broken != nil else {
      record.steps = [step(.notReached, covers.map { Cover(id: $0) })]
      if case .skipped = verdict { return record }
      record.verdict = .skipped(because: "this application has no occasion for it")
      return record
    }
    guard rule.broken != nil else {
      record.verdict = .passed
      record.steps = [step(.passed, obeyed)]
      return record
    }
    let failure = Verdict.failed([
      Finding(
        place: .other("the exchange"), position: location.position, expected: "what the rule says",
        found: "something else")
    ])
    record.verdict = failure
    record.steps = [step(failure, broken.map { Cover(id: $0) })]
    if rule.isMet || !obeyed.isEmpty { record.steps.append(step(.passed, obeyed)) }
    return record
  }
}
