// SPDX-License-Identifier: Apache-2.0
// Compares rules with the requirements of their cookbooks.

internal import Suites
internal import Text

/// Finds requirements that no rule judges, and covers that say too much.
struct RuleCheck {
  private let files: [RuleFile]
  private let catalogues: [String: Catalogue]

  init(_ files: [RuleFile], _ catalogues: [String: Catalogue]) {
    self.files = files
    self.catalogues = catalogues
  }
}

extension RuleCheck {
  /// - Parameter areAll: Whether all rules of their cookbooks were read.
  func diagnostics(areAll: Bool) -> [Diagnostic] {
    files.flatMap { file in
      file.rules.flatMap { doubts(about: $0, file) }
    } + (areAll ? unjudged : [])
  }

  private func doubts(about rule: AuditRule, _ file: RuleFile) -> [Diagnostic] {
    let requirements = file.cookbook.flatMap { catalogues[$0]?.requirements } ?? [:]
    var diagnostics: [Diagnostic] = []
    for (cover, position) in zip(rule.covers, rule.coverPositions) {
      guard let requirement = requirements[cover.id] else { continue }
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

  /// The requirements that only traffic shows, and for which there is neither a rule nor a reason.
  private var unjudged: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (cookbook, catalogue) in catalogues.sorted(by: { $0.key < $1.key }) {
      guard let file = files.first(where: { $0.cookbook == cookbook }) else { continue }
      let covered = Set(
        files.filter { $0.cookbook == cookbook }.flatMap(\.rules).flatMap(\.covers).map(\.id))
      let missing = catalogue.requirementIDs.filter { id in
        guard let requirement = catalogue.requirements[id], !covered.contains(id) else {
          return false
        }
        return requirement.testableBy == .clientTraffic && requirement.unrecorded == nil
      }
      if missing.isEmpty { continue }
      diagnostics.append(
        Diagnostic(
          .error,
          "no rule of \(cookbook) covers \(missing.joined(separator: ", ")); write one, or say under "
            + "'unrecorded' of the catalogue why no recording shows it", file: file.file,
          at: file.position))
    }
    return diagnostics
  }
}
