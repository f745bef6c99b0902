// SPDX-License-Identifier: Apache-2.0
// Explains ids from suites, rules and the tables of this program.

import Audit
import Expectations
import Formats
import Partner
import Record
import Reports
import Suites
import Text

/// Explains ids from suites, rules and the tables of this program. It runs nothing.
struct Explainer: Sendable {
  let collection: SuiteCollection
  /// nil without rules.
  private let rules: AuditRules?
  /// The requirements of all catalogues by their ids.
  let requirements: [String: Requirement]
  /// By requirement, in the order of the suites.
  private let covering: [String: [CoveringScenario]]
  private let entries: [Entry]

  /// A scenario that covers a requirement, and the first step by which it does.
  private struct CoveringScenario: Sendable {
    let scenario: Scenario
    let cover: Cover
    let step: Step
  }

  /// Something that an id names.
  private struct Entry: Sendable {
    /// As it is written.
    let name: String
    /// This and other names that it is found by, without regard to case.
    let keys: [String]
    let explanation: @Sendable (Explainer) -> Explanation

    init(_ names: String..., explanation: @escaping @Sendable (Explainer) -> Explanation) {
      self.init(names, explanation: explanation)
    }

    init(_ names: [String], explanation: @escaping @Sendable (Explainer) -> Explanation) {
      (name, keys, self.explanation) = (names[0], names.map(Explainer.key), explanation)
    }
  }

  init(_ collection: SuiteCollection, _ rules: AuditRules?) {
    self.collection = collection
    self.rules = rules
    var covering: [String: [CoveringScenario]] = [:]
    for scenario in collection.suites.flatMap(\.scenarios) {
      for found in collection.covering(scenario) {
        covering[found.cover.id, default: []].append(
          CoveringScenario(scenario: scenario, cover: found.cover, step: found.step))
      }
    }
    self.covering = covering
    // The newest cookbook first.
    let catalogues = collection.catalogues.merging(rules?.catalogues ?? [:]) { first, _ in first }
      .sorted { $0.key > $1.key }.map(\.value)
    requirements = catalogues.requirements
    entries = Self.entries(collection, catalogues)
  }
}

extension Explainer {
  /// The meanings of an id, without regard to its case.
  func explanations(of id: String) -> [Explanation] {
    let key = Self.key(id)
    return entries.filter { $0.keys.contains(key) }.map { $0.explanation(self) }
  }

  /// The names that are like an unknown id, the nearest first.
  func nearest(to id: String) -> [String] {
    // An id of another family is of a cookbook that is not known here.
    func family(_ name: String) -> String? {
      let isNumbered = name.contains("-") && name.contains(where: \.isNumber)
      return isNumbered ? String(Self.key(name).prefix { $0 != "-" }) : nil
    }
    if let own = family(id), !names.contains(where: { family($0) == own }) { return [] }
    var names = names
    var nearest: [String] = []
    while nearest.count < Self.nearestLimit, let name = Suggestion.nearest(to: id, among: names) {
      nearest.append(name)
      names.removeAll { $0 == name }
    }
    if !nearest.isEmpty { return nearest }
    // The start of an id is no misspelling of it.
    let key = Self.key(id)
    guard key.count > 2 else { return [] }
    return Array(
      entries.filter { $0.keys.contains { $0.contains(key) } }.map(\.name)
        .prefix(Self.nearestLimit))
  }

  /// The names of all that can be explained.
  var names: [String] { entries.map(\.name) }

  private static let nearestLimit = 3

  private static func key(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func entries(_ collection: SuiteCollection, _ catalogues: [Catalogue]) -> [Entry] {
    var all: [Entry] = []
    for catalogue in catalogues {
      for requirement in catalogue.phases.flatMap(\.requirements) {
        all.append(
          Entry(requirement.id) {
            Explanation(of: requirement, in: catalogue, $0.knowledge(of: requirement))
          })
      }
    }
    for catalogue in catalogues {
      for (id, ambiguity) in catalogue.ambiguities.sorted(by: { $0.key < $1.key }) {
        all.append(Entry(id) { $0.explanation(of: id, ambiguity) })
      }
    }
    for fact in collection.facts.declarations {
      all.append(Entry(fact.name) { $0.explanation(of: fact) })
    }
    for matcher in MatcherManual.all {
      all.append(Entry("!\(matcher.name)", matcher.name) { _ in Explanation(of: matcher) })
    }
    let fragments = collection.fragments.values.filter { collection.files[$0.id.file] != nil }
    for fragment in fragments.sorted(by: { ($0.id.file, $0.id.name) < ($1.id.file, $1.id.name) }) {
      all.append(Entry(fragment.id.name) { $0.explanation(of: fragment) })
    }
    for emulator in FrameworkRegistry.shipped.emulators {
      for state in emulator.states {
        all.append(Entry(state.name) { $0.explanation(of: state, emulator.name) })
      }
    }
    for status in ExitStatus.allCases {
      let number = "\(status.rawValue)"
      all.append(
        Entry("exit-\(number)", number, "exit \(number)", "exit status \(number)") { _ in
          Explanation(of: status)
        })
    }
    for glossary in Glossary.all {
      for word in glossary.words {
        all.append(
          Entry([word.name] + word.others) { _ in Explanation(of: word, in: glossary) })
      }
    }
    return all
  }

  private func knowledge(of requirement: Requirement) -> RequirementKnowledge {
    let covering = covering[requirement.id] ?? []
    let judging = rulesJudging(requirement.id)
    var knowledge = RequirementKnowledge()
    knowledge.proofs = Self.proofs(covering, of: requirement)
    knowledge.proofs += judging.map { rule in
      Explanation.Item("the rule for applications “\(rule.rule.name)”", at: rule.place)
    }
    knowledge.proofs += stepsJudgingAnswers(requirement.id).map { step in
      Explanation.Item(
        "each answer in recorded traffic, by “\(step.name)” (audit --answers)", at: step.place)
    }
    let refusal = Self.refusal(of: requirement)
    if knowledge.proofs.isEmpty {
      knowledge.whyNoProof = [reason(withoutProof: requirement), refusal].compactMap(\.self)
        .joined(separator: "; ")
    } else if let refusal {
      knowledge.proofs.append(Explanation.Item(refusal))
    }
    if requirement.subject != "service" {
      knowledge.breaks += judging.map { rule in
        let about = rule.rule.about.map { ". \($0)" } ?? ""
        return Explanation.Item("it does not keep to “\(rule.rule.name)”\(about)")
      }
    }
    knowledge.advice =
      (covering.flatMap { $0.step.advice.map(\.text.written.namingVariables) }
      + judging.compactMap(\.rule.advice))
      .unique
    if let first = covering.first {
      knowledge.advice.append(
        "Run a scenario alone with --scenario '\(first.scenario.name.text.asScenarioPattern)': where it "
          + "fails, the report shows request and answer.")
    }
    return knowledge
  }

  /// The steps of fragments that judge a requirement by each answer, whatever went before.
  private func stepsJudgingAnswers(_ id: String) -> [Step] {
    collection.fragments.values.flatMap(\.steps).filter { step in
      step.isStateless && step.covers.contains { $0.id == id }
    }.sorted { ($0.file, $0.position) < ($1.file, $1.position) }
  }

  /// Each expectation that shows a requirement, with the scenarios that have it.
  private static func proofs(
    _ covering: [CoveringScenario], of requirement: Requirement
  ) -> [Explanation.Item] {
    var order: [String] = []
    var groups: [String: [CoveringScenario]] = [:]
    for found in covering {
      let place = found.step.place
      if groups[place] == nil { order.append(place) }
      groups[place, default: []].append(found)
    }
    return order.compactMap { place in
      guard let group = groups[place], let first = group.first else { return nil }
      let places = (first.cover.places ?? requirement.places ?? []).prefix(3).map { "`\($0.text)`" }
      let at = places.isEmpty ? "" : " (\(Wording.list(Array(places))))"
      let names = group.prefix(2).map { "“\($0.scenario.name.text.withoutVariables)”" }
      let among =
        group.count > names.count
        ? "\(Wording.count(group.count, "scenario")), such as \(Wording.list(names))"
        : Wording.list(names)
      let step = first.step.name.withoutVariables
      return Explanation.Item("step “\(step)”\(at) of \(among)", at: place)
    }
  }

  private func reason(withoutProof requirement: Requirement) -> String {
    if let excuse = requirement.excuse { return excuse }
    if requirement.shownBy.contains(.application), rules != nil { return "no rule judges it" }
    return requirement.whyNotShown(by: [.service])
      ?? (requirement.shouldBeProved
        ? "no scenario covers it" : "it is a permission, and no scenario makes use of it")
  }

  /// How a run keeps suites to a requirement of the framework's calls; nil where it does not.
  private static func refusal(of requirement: Requirement) -> String? {
    let rules = FrameworkRegistry.shipped.emulators.flatMap(\.declaration.rules)
    return rules.first { $0.requirement == requirement.id }
      .map { "in a run the harness refuses \($0.refused), unless the step is hostile" }
  }

  private func rulesJudging(_ id: String) -> [(rule: AuditRule, place: String)] {
    (rules?.files ?? []).flatMap { file in
      file.rules.filter { $0.covers.contains { $0.id == id } }.map { rule in
        (rule, "\(file.file):\(rule.position.line)")
      }
    }
  }

  private func explanation(of id: String, _ ambiguity: Ambiguity) -> Explanation {
    let concerned = requirements.values.filter { $0.ambiguity == id }.sorted { $0.id < $1.id }
    return Explanation(
      of: id, ambiguity,
      requirements: concerned.map { Explanation.Item("\($0.id) (\($0.standing)): \($0.text)") })
  }
}

extension Step {
  /// `file:line` of what it expects, or of the step where it expects nothing.
  fileprivate var place: String { "\(file):\((expect?.position ?? position).line)" }
}
