// SPDX-License-Identifier: Apache-2.0
// Finds mistakes in what suites say that they break on purpose.

import Text

/// Finds items of `breaks:` that are no rules for applications.
struct BreakCheck {
  private let catalogues: [String: Catalogue]
  /// The cookbook of each file that names one.
  private var cookbooks: [String: String] = [:]
  private(set) var diagnostics: Set<Diagnostic> = []

  /// - Parameter catalogues: By the names of the cookbooks.
  init(_ catalogues: [String: Catalogue]) { self.catalogues = catalogues }
}

extension BreakCheck {
  /// Checks the scenarios of a suite. Its fragments come after it.
  mutating func add(_ suite: Suite) {
    if let cookbook = suite.cookbook { cookbooks[suite.file] = cookbook }
    for scenario in suite.scenarios {
      check(scenario.breaks, in: suite.file)
      for step in scenario.steps + scenario.finalSteps { check(step.breaks, in: step.file) }
    }
  }

  mutating func add(_ fragment: Fragment) {
    check(fragment.breaks, in: fragment.id.file)
    for step in fragment.steps { check(step.breaks, in: step.file) }
  }

  private mutating func check(_ breaks: [BrokenRule], in file: String) {
    for rule in breaks {
      // A cookbook may leave calls to another one, as the V1 cookbook does the registration, and a
      // file of fragments serves several.
      let requirement = catalogues.values.lazy.compactMap { $0.requirements[rule.id] }.first
      let own = cookbooks[file].map { [$0] } ?? catalogues.keys.sorted()
      let known = own.compactMap { catalogues[$0] }
      if requirement == nil, !mayBeOf(known, rule.id) { continue }
      guard let message = problem(with: requirement, rule.id, known) else { continue }
      diagnostics.insert(
        Diagnostic(
          .error, message, file: file, at: rule.position, length: rule.id.unicodeScalars.count))
    }
  }

  /// Whether an id looks like those of these cookbooks. Another one may not have been read.
  private func mayBeOf(_ known: [Catalogue], _ id: String) -> Bool {
    let family = id.prefix { $0 != "-" }
    return known.contains { $0.requirementIDs.contains { $0.prefix { $0 != "-" } == family } }
  }

  private func problem(
    with requirement: Requirement?, _ id: String, _ catalogues: [Catalogue]
  ) -> String? {
    guard let requirement else {
      let hint = Suggestion.hint(for: id, among: catalogues.flatMap(\.requirementIDs))
      return "the cookbook has no requirement '\(id)'\(hint)"
    }
    switch requirement.testableBy {
    case .clientTraffic, .emulator: return nil
    case .serviceResponse, .nothing, .other:
      return "'\(id)' doesn't bind the application, so no request can break it"
    }
  }
}
