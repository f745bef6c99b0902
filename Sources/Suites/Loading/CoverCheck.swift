// SPDX-License-Identifier: Apache-2.0
// Finds requirements that a step covers or breaks without need.

import Text

/// Finds requirements that a step covers and expects nothing of, and scenarios that cover none.
///
/// A step of a scenario with `cases` is fine if it expects something in at least one row.
struct CoverCheck {
  /// The places at which the steps of a fragment expect something, and the ids that they cover.
  private struct Inner {
    var places: [ExpectedPlace] = []
    var covers: Set<String> = []
    var hasMistakes = false
  }

  private let fragments: [FragmentID: Fragment]
  private let requirements: [String: Requirement]
  /// The covers of each step that nothing has been found for, by their indices.
  private var open: [FilePlace: Set<Int>] = [:]
  private var steps: [FilePlace: Step] = [:]
  private var ofFragments: [FragmentID: Inner] = [:]
  /// The step of each scenario that warns of it as long as none of its rows covers anything.
  private var uncovered: [FilePlace: Step?] = [:]

  init(fragments: [FragmentID: Fragment], catalogues: [Catalogue]) {
    self.fragments = fragments
    requirements = catalogues.reduce(into: [:]) { known, catalogue in
      known.merge(catalogue.requirements) { first, _ in first }
    }
  }
}

extension CoverCheck {
  /// Notes whether a scenario covers anything.
  mutating func add(_ scenario: Scenario, _ file: String) {
    let place = FilePlace(file: file, position: scenario.position)
    guard uncovered[place] != .some(nil) else { return }
    let steps = scenario.allSteps
    uncovered[place] =
      steps.allSatisfy(\.covers.isEmpty)
      ? .some(steps.first { $0.expect != nil || $0.should != nil }) : .some(nil)
  }

  mutating func add(_ step: Step) {
    guard !step.covers.isEmpty else { return }
    let left = open[step.place] ?? Set(step.covers.indices)
    if left.isEmpty { return }
    let inner = inner(of: step)
    // Nobody knows what else it would expect, and the mistake is reported.
    guard !step.hasMistakes, !inner.hasMistakes else {
      open[step.place] = []
      return
    }
    let expected = Self.places(of: step) + inner.places
    steps[step.place] = step
    open[step.place] = left.filter { index in
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
    let warnings = uncovered.values.compactMap(\.self).map { step in
      Diagnostic(
        .warning,
        "this step expects something, and no step of its scenario covers a requirement: if it "
          + "fails, no requirement does; add 'covers: […]'", file: step.file, at: step.position)
    }
    return warnings
      + open.flatMap { place, indices in
        steps[place].map { step in indices.map { mistake(step, $0) } } ?? []
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

extension SuiteLoader {
  /// Reports items of `breaks:` that are no rules for applications.
  mutating func checkBreaks(of suites: [Suite], _ fragments: [FragmentID: Fragment]) {
    let cookbooks = Dictionary(
      suites.compactMap { suite in suite.cookbook.map { (suite.file, $0) } },
      uniquingKeysWith: { $1 })
    let ofScenarios = suites.flatMap { suite in
      suite.scenarios.flatMap { $0.breaks + $0.allSteps.flatMap(\.breaks) }
        .map { (suite.file, $0) }
    }
    let ofFragments = fragments.values.flatMap { fragment in
      (fragment.breaks + fragment.steps.flatMap(\.breaks)).map { (fragment.id.file, $0) }
    }
    for (file, rule) in ofScenarios + ofFragments {
      // A cookbook may leave calls to another one, as the V1 cookbook does the registration, and a
      // file of fragments serves several.
      let requirement = catalogues.values.lazy.compactMap { $0.requirements[rule.id] }.first
      let own = cookbooks[file].map { [$0] } ?? catalogues.keys.sorted()
      let message = Self.problem(
        withBroken: rule.id, requirement, among: own.compactMap { catalogues[$0] })
      guard let message else { continue }
      report(.error, message, file, rule.position, rule.id.unicodeScalars.count)
    }
  }

  private static func problem(
    withBroken id: String, _ requirement: Requirement?, among catalogues: [Catalogue]
  ) -> String? {
    switch requirement?.testableBy {
    case .clientTraffic?, .emulator?: return nil
    case .serviceResponse?, .nothing?, .other?:
      return "'\(id)' doesn't bind the application, so no request can break it"
    case nil:
      // An id of another family may be of a cookbook that has not been read.
      let family = id.prefix { $0 != "-" }
      let known = catalogues.flatMap(\.requirementIDs)
      guard known.contains(where: { $0.prefix { $0 != "-" } == family }) else { return nil }
      return "the cookbook has no requirement '\(id)'\(Suggestion.hint(for: id, among: known))"
    }
  }
}
