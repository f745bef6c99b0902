// SPDX-License-Identifier: Apache-2.0
// The suites of a run in the order of the cookbooks.

import Record
import Suites
import Text

/// The suites of a run that are about one part of a cookbook: its walk, or a phase.
struct SuitePart: Equatable {
  /// nil for preflights, and for suites without a cookbook.
  let cookbook: String?
  let kind: Kind
  /// Their numbers in the record, from 0, in its order.
  let suites: [Int]

  enum Kind: Equatable {
    case preflight
    case walk
    case phase(id: String, title: String)
    /// Suites that name no phase.
    case other
  }
}

extension SuitePart {
  /// All suites of a run, each once, and the phases without one. First the preflights; then the
  /// cookbooks in the order of the record, each with its walk, its phases as an application goes
  /// through them, its prerequisites and what concerns many phases; last what is of no cookbook.
  static func all(_ record: RunRecord) -> [SuitePart] {
    let suites = Array(record.suites.enumerated())
    let catalogues = record.catalogues.byName
    let preflights = suites.filter(\.element.isPreflight).map(\.offset)
    var parts = [SuitePart(cookbook: nil, kind: .preflight, suites: preflights)]
    let names =
      (record.catalogues.map(\.cookbook) + record.suites.compactMap(\.cookbook)).unique
    for cookbook in names.map(Optional.some) + [nil] {
      let own = suites.filter { !$0.element.isPreflight && $0.element.cookbook == cookbook }
      func part(_ kind: Kind, where holds: (SuiteRecord) -> Bool) {
        parts.append(
          SuitePart(
            cookbook: cookbook, kind: kind,
            suites: own.filter { holds($0.element) }.map(\.offset)))
      }
      part(.walk) { $0.isWalk }
      let listed = cookbook.flatMap { catalogues[$0] }?.phasesOnTheWay ?? []
      let titles = Dictionary(
        listed.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
      for id in (listed.map(\.id) + own.compactMap(\.element.phase)).unique {
        part(.phase(id: id, title: titles[id] ?? "")) { !$0.isWalk && $0.phase == id }
      }
      part(.other) { !$0.isWalk && $0.phase == nil }
    }
    return parts.filter { part in
      if case .phase = part.kind { true } else { !part.suites.isEmpty }
    }
  }

  /// `Walk`, `C: Partner authentication`.
  var title: String {
    switch kind {
    case .preflight: "Preflight"
    case .walk: "Walk"
    case .phase(let id, let title): PhaseTable.name(id, title)
    case .other: "Other suites"
    }
  }
}

extension SuitePart {
  /// `apple-sso-rest-api-v2, C: Partner authentication`.
  var fullTitle: String {
    if let cookbook { return "\(cookbook), \(kind == .walk ? "walk" : title)" }
    return kind == .other ? "Suites without a cookbook" : title
  }

  /// What no other part has: `apple-sso-rest-api-v2 phase C`.
  var name: String {
    let own =
      switch kind {
      case .preflight: "preflight"
      case .walk: "walk"
      case .phase(let id, _): "phase \(id)"
      case .other: "other"
      }
    return [cookbook, own].compactMap(\.self).joined(separator: " ")
  }
}

extension Catalogue {
  /// The phases in the order in which an application goes through them; then those that prepare for
  /// the way or are about many phases: no walk visits their first step.
  var phasesOnTheWay: [Phase] {
    func isBeside(_ phase: Phase) -> Bool { phase.steps.first?.isUnwalked ?? false }
    return phases.filter { !isBeside($0) } + phases.filter(isBeside)
  }
}
