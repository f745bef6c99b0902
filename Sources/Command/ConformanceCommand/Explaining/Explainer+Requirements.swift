// SPDX-License-Identifier: Apache-2.0
// What is known of a requirement, and of the ambiguities and phases of a cookbook.

import Audit
import Catalogues
import Expectations
import Findings
import PartnerFramework
import Reporting
import Results
import SourceText
import SuiteModel
import Templates

extension Explainer {
  func knowledge(of requirement: Requirement) -> RequirementKnowledge {
    let covering = scenarios(covering: requirement.id)
    let judging = rulesJudging(requirement.id)
    var knowledge = RequirementKnowledge()
    knowledge.proofs = Self.proofs(covering, of: requirement)
    knowledge.proofs += judging.map { rule in
      Explanation.Item("the rule for applications “\(rule.rule.name)”", at: rule.place)
    }
    if knowledge.proofs.isEmpty { knowledge.whyNoProof = reason(withoutProof: requirement) }
    knowledge.example = example?(examples(for: requirement), requirement)
    if requirement.subject != "service" {
      knowledge.breaks = judging.map { rule in
        let about = rule.rule.about.map { ". \($0)" } ?? ""
        return Explanation.Item("it does not keep to “\(rule.rule.name)”\(about)")
      }
    }
    knowledge.advice =
      (covering.flatMap { $0.step.advice.map(\.text.written) } + judging.compactMap(\.rule.advice))
      .withoutRepetitions
    if let first = covering.first {
      knowledge.advice.append(
        "Run a scenario alone with --scenario '\(first.scenario.name.text)': where it fails, the "
          + "report shows request and answer.")
    }
    return knowledge
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
      let places = (first.cover?.places ?? requirement.places ?? []).prefix(3).map {
        "`\($0.text)`"
      }
      let at = places.isEmpty ? "" : " (\(Wording.list(Array(places))))"
      let names = group.prefix(2).map { "“\($0.scenario.name.text)”" }
      let among =
        group.count > names.count
        ? "\(Wording.count(group.count, "scenario")), such as \(Wording.list(names))"
        : Wording.list(names)
      return Explanation.Item("step “\(first.step.name)”\(at) of \(among)", at: place)
    }
  }

  /// The scenarios that cover a requirement, those of its own phase first; where none does, those
  /// that make the call which it is about, or ask the framework.
  private func examples(for requirement: Requirement) -> [CoveringScenario] {
    let own = scenarios(covering: requirement.id)
    let phase = phase(of: requirement.id)
    if !own.isEmpty {
      return own.filter { $0.suite.phase == phase } + own.filter { $0.suite.phase != phase }
    }
    if let endpoint = requirement.endpoint, RoutePattern(endpoint) != nil {
      let others = requirements.values.filter { $0.endpoint == endpoint }.map(\.id).sorted()
      return others.lazy.map { self.scenarios(covering: $0) }.first { !$0.isEmpty } ?? []
    }
    guard requirement.testableBy == .emulator else { return [] }
    return callsOfFramework(requirement.frameworkCall, in: phase)
  }

  private func phase(of id: String) -> String? {
    collection.catalogues.values.lazy.flatMap(\.phases)
      .first { $0.requirements.contains { $0.id == id } }?.id
  }

  /// The scenarios that make a call of the framework, those of a phase first.
  private func callsOfFramework(
    _ call: PartnerAction.Call, in phase: String?
  ) -> [CoveringScenario] {
    let own = collection.suites.filter { $0.phase == phase }
    return (own + collection.suites.filter { $0.phase != phase }).flatMap { suite in
      suite.scenarios.compactMap { scenario in
        let step = scenario.steps.first { step in
          if case .partner(let partner) = step.action { partner.call == call } else { false }
        }
        return step.map {
          CoveringScenario(suite: suite, scenario: scenario, cover: nil, step: $0)
        }
      }
    }
  }

  private func reason(withoutProof requirement: Requirement) -> String {
    if let excuse = requirement.excuse { return excuse }
    let isAudited = requirement.testableBy == .clientTraffic && rules != nil
    if isAudited { return requirement.unrecorded ?? "no rule judges it" }
    if requirement.testableBy == .emulator {
      return CookbookRule.requirements.contains(requirement.id)
        ? "the harness obeys in each scenario, and its framework refuses a suite that does not"
        : "the harness plays the application and the framework, and obeys in each scenario"
    }
    return requirement.whyNotTestable(by: [.service])
      ?? (requirement.shouldBeProved
        ? "no scenario covers it" : "it is a permission, and no scenario makes use of it")
  }

  private typealias FoundRule = (rule: AuditRule, place: String)

  private func rulesJudging(_ id: String) -> [FoundRule] {
    (rules?.files ?? []).flatMap { file in
      file.rules.filter { $0.covers.contains { $0.id == id } }.map { rule in
        (rule, "\(file.file):\(rule.position.line)")
      }
    }
  }
}

extension Explainer {
  func explanation(of id: String, _ ambiguity: Ambiguity) -> Explanation {
    let concerned = requirements.values.filter { $0.ambiguity == id }.sorted { $0.id < $1.id }
    return Explanation(
      of: id, ambiguity,
      requirements: concerned.map { Explanation.Item("\($0.id) (\($0.level.text)): \($0.text)") })
  }

  func explanation(of phase: Catalogue.Phase, _ catalogue: Catalogue) -> Explanation {
    var steps: [(title: String, ids: [String])] = []
    for requirement in phase.requirements {
      if steps.last?.title != requirement.step { steps.append((requirement.step, [])) }
      steps[steps.count - 1].ids.append(requirement.id)
    }
    let suites = collection.suites.filter {
      $0.cookbook == catalogue.cookbook && $0.phase == phase.id
    }
    return Explanation(
      .phase, phase.id, "\(phase.title), a phase of \(catalogue.cookbook).",
      [
        Explanation.Section(
          "Its steps and their requirements",
          [.items(steps.map { Explanation.Item("“\($0.title)”: \(Wording.list($0.ids))") })]),
        Explanation.Section(
          "The suites that judge it",
          [
            .items(
              suites.map { suite in
                let count = Wording.count(suite.scenarios.count, "scenario")
                return Explanation.Item(
                  "“\(suite.name)”, \(count)", at: "\(suite.file):\(suite.position.line)")
              })
          ]),
      ])
  }
}

extension Requirement {
  /// The call of the framework that its endpoint, a name of the framework's documents, belongs to.
  fileprivate var frameworkCall: PartnerAction.Call {
    let endpoint = endpoint ?? ""
    if endpoint.hasSuffix("checkAccessStatus") { return .permission }
    let ofAuthentication = ["verificationToken", "attributeNames", "samlAttributeQueryResponse"]
    return ofAuthentication.contains { endpoint.hasSuffix($0) } ? .authenticate : .metadata
  }
}

extension Step {
  /// `file:line` of what it expects, or of the step where it expects nothing.
  fileprivate var place: String { "\(file):\((expect?.position ?? position).line)" }
}

extension Sequence<String> {
  fileprivate var withoutRepetitions: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
