// SPDX-License-Identifier: Apache-2.0
// Checks what rules cover, and the variables that they use.

import Expectations
import Formats
import Suites
import Text

/// Finds covers that say too much, and rules that cover nothing.
struct RuleCheck {
  let files: [RuleFile]
  let catalogues: [String: Catalogue]

  var diagnostics: [Diagnostic] {
    files.flatMap { file in file.rules.flatMap { doubts(about: $0, file) } }
  }

  private func doubts(about rule: AuditRule, _ file: RuleFile) -> [Diagnostic] {
    let chain = catalogues.chain(of: file.cookbook ?? "")
    var diagnostics: [Diagnostic] = []
    for (cover, position) in zip(rule.covers, rule.coverPositions) {
      guard let requirement = chain.requirement(cover.id) else { continue }
      let length = cover.id.unicodeScalars.count
      if requirement.unrecorded != nil {
        diagnostics.append(
          Diagnostic(
            .error,
            "the catalogue says under 'unrecorded' that no recording shows '\(cover.id)'; take it "
              + "out there, or here", file: file.file, at: position, length: length))
      }
    }
    if rule.covers.isEmpty, file.cookbook != nil {
      diagnostics.append(
        Diagnostic(
          .warning, "the rule covers no requirement: broken, it fails none; add 'covers: […]'",
          file: file.file, at: rule.position))
    }
    return diagnostics
  }
}

/// Finds variables that no `save` of the rule gives a value before they are used.
enum VariableCheck {
  static func check(_ rule: AuditRule, _ nodes: inout NodeReader) {
    var known = Set(rule.needs + ["now"])
    report(rule.occasion.variables, known, &nodes)
    known.formUnion(rule.occasion.saves.map(\.name))
    known.formUnion(rule.saves.map(\.name))
    for condition in rule.conditions {
      for pattern in condition.patterns { report(pattern.variables, known, &nodes) }
      switch condition {
      case .earlier(let search), .notEarlier(let search):
        known.formUnion(search.pattern.saves.map(\.name))
      case .latest(_, _, let saves, _), .next(_, _, let saves, _):
        known.formUnion(saves.map(\.name))
      }
    }
    for pattern in rule.demand.patterns { report(pattern.variables, known, &nodes) }
    for distance in rule.demand.distances { report(distance.variables, known, &nodes) }
  }

  private static func report(
    _ variables: [VariableExpression], _ known: Set<String>, _ nodes: inout NodeReader
  ) {
    for variable in variables {
      guard let name = variable.name, !known.contains(name) else { continue }
      nodes.error(
        "nothing gives '\(name)' a value here\(nodes.hints.hint(for: name, among: known)); "
          + "save it on the occasion or under 'given', or name a fact under 'needs'",
        at: variable.position, length: variable.written.unicodeScalars.count + 3)
    }
  }
}
