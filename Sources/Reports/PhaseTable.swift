// SPDX-License-Identifier: Apache-2.0
// The phases of a cookbook, each with the verdicts on its requirements.

import Record
import Suites
import Text

/// The phases of one cookbook of a run.
struct PhaseTable {
  let cookbook: String
  let phases: [Phase]
  /// The verdicts that a requirement of it has, in the order of all verdicts.
  let verdicts: [RequirementVerdict]

  struct Phase {
    let id: String
    let title: String
    /// The requirements that its steps name, also those that stand in a cookbook that this one extends.
    let rows: [Coverage.Row]
    /// Whether requirements stand in this phase itself.
    let hasOwn: Bool

    func count(_ verdict: RequirementVerdict) -> Int { rows.count { $0.verdict == verdict } }
  }
}

extension PhaseTable {
  /// `C: Partner authentication`; `Logout` of a phase whose id is its title.
  static func name(_ id: String, _ title: String) -> String {
    if title.isEmpty { return id }
    return title.lowercased() == id.lowercased() ? title : "\(id): \(title)"
  }

  /// The tables of the cookbooks of a run, in its order.
  static func all(_ run: RunJudgement) -> [PhaseTable] {
    let rows = run.coverageByID
    return run.record.catalogues.map { catalogue in
      let phases = catalogue.phases.compactMap { phase -> Phase? in
        let own = phase.requirements.map(\.id)
        let ids = (own + phase.steps.flatMap(\.requirements)).unique
        return ids.isEmpty
          ? nil
          : Phase(
            id: phase.id, title: phase.title, rows: ids.compactMap { rows[$0] },
            hasOwn: !own.isEmpty)
      }
      return PhaseTable(
        cookbook: catalogue.cookbook, phases: phases,
        verdicts: RequirementVerdict.allCases.filter { verdict in
          phases.contains { $0.count(verdict) > 0 }
        })
    }
  }

  /// What the tables of a run count more than once, in Markdown; nil where they don't.
  static func remark(_ run: RunJudgement) -> String? {
    let catalogues = run.record.catalogues
    let names = catalogues.filter { catalogue in
      catalogue.steps.flatMap(\.requirements).contains {
        catalogue.requirements[$0] == nil && run.requirements[$0] != nil
      }
    }.map(\.cookbook)
    guard !names.isEmpty else { return nil }
    let bases = names.compactMap { catalogues.byName[$0]?.base }.unique
    return "A requirement of \(Wording.list(bases)) that a step of \(Wording.list(names)) "
      + "asks for, too, is counted in each of their tables."
  }
}
