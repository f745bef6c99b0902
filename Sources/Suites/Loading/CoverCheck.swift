// SPDX-License-Identifier: Apache-2.0
// Finds requirements that a step covers or breaks without need.

import Text

/// Finds requirements that a step covers and expects nothing of, and scenarios that cover none.
///
/// A step of a scenario with `cases` is fine if it expects something in at least one row.
struct CoverCheck {
  private struct Key: Hashable {
    let file: String
    let position: Position
  }

  /// What the steps of a fragment expect, and what they cover.
  private struct Inner {
    var places: [ExpectedPlace] = []
    var covers: Set<String> = []
    var hasMistakes = false
  }

  private let fragments: [FragmentID: Fragment]
  private let requirements: [String: Requirement]
  /// The covers of each step that nothing has been found for, by their indices.
  private var open: [Key: Set<Int>] = [:]
  private var steps: [Key: Step] = [:]
  private var ofFragments: [FragmentID: Inner] = [:]
  /// The step of each scenario that warns of it as long as none of its rows covers anything.
  private var uncovered: [Key: Step?] = [:]

  init(fragments: [FragmentID: Fragment], catalogues: [Catalogue]) {
    self.fragments = fragments
    requirements = catalogues.reduce(into: [:]) { known, catalogue in
      known.merge(catalogue.requirements) { first, _ in first }
    }
  }
}

extension CoverCheck {
  mutating func add(_ scenario: Scenario, _ file: String, warnsOfMissing: Bool) {
    let steps = scenario.steps + scenario.finalSteps
    for step in steps { add(step) }
    let key = Key(file: file, position: scenario.position)
    guard warnsOfMissing, uncovered[key] != .some(nil) else { return }
    uncovered[key] =
      steps.allSatisfy(\.covers.isEmpty)
      ? .some(steps.first { $0.expect != nil || $0.should != nil }) : .some(nil)
  }

  mutating func add(_ fragment: Fragment) {
    for step in fragment.steps { add(step) }
  }

  private mutating func add(_ step: Step) {
    guard !step.covers.isEmpty else { return }
    let key = Key(file: step.file, position: step.position)
    let left = open[key] ?? Set(step.covers.indices)
    if left.isEmpty { return }
    let inner = inner(of: step)
    // Nobody knows what else it would expect, and the mistake is reported.
    guard !step.hasMistakes, !inner.hasMistakes else {
      open[key] = []
      return
    }
    let expected = Self.places(of: step) + inner.places
    steps[key] = step
    open[key] = left.filter { index in
      let cover = step.covers[index]
      // Such a cover does not count: the step of the fragment does.
      if inner.covers.contains(cover.id) { return false }
      guard let places = cover.places ?? requirements[cover.id]?.places else { return false }
      return !places.contains { place in expected.contains { $0.shows(place) } }
    }
  }

  private mutating func inner(of step: Step) -> Inner {
    guard case .use(let use) = step.action else { return Inner() }
    if let known = ofFragments[use.fragment] { return known }
    // Fragments that use each other are reported elsewhere.
    ofFragments[use.fragment] = Inner()
    var all = Inner()
    for step in fragments[use.fragment]?.steps ?? [] {
      let inner = inner(of: step)
      all.places += Self.places(of: step) + inner.places
      all.covers.formUnion(step.covers.map(\.id))
      all.covers.formUnion(inner.covers)
      all.hasMistakes = all.hasMistakes || step.hasMistakes || inner.hasMistakes
    }
    ofFragments[use.fragment] = all
    return all
  }

  private static func places(of step: Step) -> [ExpectedPlace] {
    let templates = [step.expect, step.should, step.retry?.condition].compactMap(\.self)
    let expected = templates.flatMap { template in
      (try? template.expectation(evaluatedIn: .unknown))?.places ?? []
    }
    let saved = step.save.flatMap { rule in
      [ExpectedPlace(.saved(rule.name))]
        + rule.source.places.map { ExpectedPlace($0, looksInside: true) }
    }
    return expected + saved
  }
}

extension CoverCheck {
  var diagnostics: [Diagnostic] {
    let warnings = uncovered.values.compactMap { step in
      step.map {
        Diagnostic(
          .warning,
          "this step expects something, and no step of its scenario covers a requirement: if it "
            + "fails, no requirement does; add 'covers: […]'", file: $0.file, at: $0.position)
      }
    }
    return warnings
      + open.flatMap { key, indices -> [Diagnostic] in
        guard let step = steps[key] else { return [] }
        return indices.map { mistake(step, $0) }
      }
  }

  private func mistake(_ step: Step, _ index: Int) -> Diagnostic {
    let cover = step.covers[index]
    let places = (cover.places ?? requirements[cover.id]?.places ?? []).map(\.text)
    let list = places.joined(separator: ", ")
    return Diagnostic(
      .error,
      "the step expects nothing of '\(cover.id)', which shows at \(list): expect something there, "
        + "or say where this step judges it, as in '- \(cover.id): status'",
      file: step.file, at: step.coverPositions[index], length: cover.id.unicodeScalars.count)
  }
}

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
