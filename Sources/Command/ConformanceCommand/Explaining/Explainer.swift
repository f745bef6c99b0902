// SPDX-License-Identifier: Apache-2.0
// Explains ids: what they mean, from the suites, the rules and the tables of this program.

import Audit
import Catalogues
import Expectations
import Reporting
import SourceText
import SuiteModel
import Templates

/// Explains ids from suites, rules and the tables of this program.
struct Explainer: Sendable {
  let collection: SuiteCollection
  /// nil where there are none.
  let rules: AuditRules?
  /// A right exchange for a requirement, from scenarios; nil where none is asked for.
  let example: MakeExample?
  /// The requirements of all catalogues by their ids.
  let requirements: [String: Requirement]
  /// By requirement.
  private let covering: [String: [CoveringScenario]]
  private let subjects: [NamedSubject]
  /// The indices of subjects by their keys.
  private let places: [String: [Int]]

  typealias MakeExample =
    @Sendable ([CoveringScenario], Requirement) -> RequirementKnowledge.Example?

  /// A scenario that covers a requirement, and the first step by which it does.
  struct CoveringScenario: Sendable {
    let suite: Suite
    let scenario: Scenario
    /// nil for a scenario that only makes the call which a requirement is about.
    let cover: Cover?
    let step: Step
  }

  init(
    _ collection: SuiteCollection, _ rules: AuditRules?,
    example: MakeExample? = nil
  ) {
    self.collection = collection
    self.rules = rules
    self.example = example
    var covering: [String: [CoveringScenario]] = [:]
    for suite in collection.suites {
      for scenario in suite.scenarios {
        for found in collection.covering(scenario) {
          covering[found.cover.id, default: []].append(
            CoveringScenario(
              suite: suite, scenario: scenario, cover: found.cover, step: found.step))
        }
      }
    }
    self.covering = covering
    let catalogues = Self.catalogues(collection, rules)
    requirements = catalogues.reduce(into: [:]) { $0.merge($1.requirements) { first, _ in first } }
    subjects = Self.subjects(collection, catalogues)
    places = subjects.enumerated().reduce(into: [:]) { places, named in
      for key in named.element.keys { places[key, default: []].append(named.offset) }
    }
  }
}

extension Explainer {
  /// Something that an id names.
  private enum Subject: Sendable {
    case requirement(Requirement, Catalogue)
    case ambiguity(String, Ambiguity)
    case fact(FactDeclaration)
    case matcher(MatcherManual)
    case exitStatus(ExitStatus)
    case phase(Catalogue.Phase, Catalogue)
    case scenario(Suite, Scenario)

    var isScenario: Bool { if case .scenario = self { true } else { false } }
  }

  private struct NamedSubject: Sendable {
    let subject: Subject
    /// As it is written.
    let name: String
    /// All that it is found by, in lower case.
    let keys: [String]
  }

  /// What an id means, without regard to its case; several where several things have it.
  func explanations(of id: String) -> [Explanation] {
    (places[Self.key(id)] ?? []).map { explanation(of: subjects[$0].subject) }
  }

  /// What is named like an id that nothing has, the nearest first.
  func nearest(to id: String) -> [String] {
    // Names of scenarios are sentences; an id is none.
    let isSentence = id.contains { $0.isWhitespace }
    var names = subjects.filter { isSentence || !$0.subject.isScenario }.map(\.name)
    var nearest: [String] = []
    while nearest.count < Self.nearestLimit,
      let name = Suggestion.nearest(to: id, among: names)
    {
      nearest.append(name)
      names.removeAll { $0 == name }
    }
    if !nearest.isEmpty { return nearest }
    // The start of an id is no misspelling of it.
    let key = Self.key(id)
    guard key.count > 2 else { return [] }
    return Array(
      subjects.filter { $0.keys.contains { $0.contains(key) } }.map(\.name)
        .prefix(Self.nearestLimit))
  }

  /// The names of all that can be explained.
  var names: [String] { subjects.map(\.name) }

  private static let nearestLimit = 3

  private static func key(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func subjects(
    _ collection: SuiteCollection, _ catalogues: [Catalogue]
  ) -> [NamedSubject] {
    var all: [NamedSubject] = []
    func add(_ subject: Subject, _ name: String, _ others: String...) {
      let keys = Set(([name] + others).map(key))
      all.append(NamedSubject(subject: subject, name: name, keys: keys.sorted()))
    }
    for catalogue in catalogues {
      for phase in catalogue.phases {
        for requirement in phase.requirements {
          add(.requirement(requirement, catalogue), requirement.id)
        }
      }
    }
    for catalogue in catalogues {
      for (id, ambiguity) in catalogue.ambiguities.sorted(by: { $0.key < $1.key }) {
        add(.ambiguity(id, ambiguity), id)
      }
    }
    for fact in collection.facts.declarations { add(.fact(fact), fact.name) }
    for matcher in MatcherManual.all { add(.matcher(matcher), "!\(matcher.name)", matcher.name) }
    for status in ExitStatus.allCases {
      let number = "\(status.rawValue)"
      add(.exitStatus(status), "exit-\(number)", number, "exit \(number)", "exit status \(number)")
    }
    for catalogue in catalogues {
      for phase in catalogue.phases {
        add(.phase(phase, catalogue), phase.id, "phase \(phase.id)", "phase-\(phase.id)")
      }
    }
    for suite in collection.suites {
      for scenario in suite.scenarios { add(.scenario(suite, scenario), scenario.name.text) }
    }
    return all
  }

  /// The newest cookbook first.
  private static func catalogues(
    _ collection: SuiteCollection, _ rules: AuditRules?
  ) -> [Catalogue] {
    var all = collection.catalogues
    for (name, catalogue) in rules?.catalogues ?? [:] where all[name] == nil {
      all[name] = catalogue
    }
    return all.sorted { $0.key > $1.key }.map(\.value)
  }

  private func explanation(of subject: Subject) -> Explanation {
    switch subject {
    case .requirement(let requirement, let catalogue):
      Explanation(of: requirement, in: catalogue, knowledge(of: requirement))
    case .ambiguity(let id, let ambiguity): explanation(of: id, ambiguity)
    case .fact(let fact): explanation(of: fact)
    case .matcher(let matcher): Explanation(of: matcher)
    case .exitStatus(let status): Explanation(of: status)
    case .phase(let phase, let catalogue): explanation(of: phase, catalogue)
    case .scenario(let suite, let scenario): explanation(of: scenario, suite)
    }
  }

  /// The scenarios that cover a requirement, in the order of the suites.
  func scenarios(covering id: String) -> [CoveringScenario] { covering[id] ?? [] }
}
