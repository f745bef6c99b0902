// SPDX-License-Identifier: Apache-2.0
// Finds steps that no run reaches, and requirements that they cover without need.

import Expectations
import Formats
import Text

/// The steps with a `when` that matches in no row of `cases`.
func unreachable(among steps: [Step]) -> [Diagnostic] {
  var mayRun: [FilePlace: Bool] = [:]
  for step in steps where !step.conditions.isEmpty {
    mayRun[step.place] = mayRun[step.place] == true || step.conditions.allSatisfy(\.mayMatch)
  }
  return mayRun.filter { !$0.value }.map { place, _ in
    Diagnostic(
      .error, "this step is never run: its 'when' can't match", file: place.file,
      at: place.position)
  }
}

extension Scenario {
  /// A mistake if a wait ends after the scenario's time.
  var tooLongWait: Diagnostic? {
    var waited = Duration.zero
    for (index, step) in steps.enumerated() where step.conditions.isEmpty {
      guard case .wait(.duration(.constant(let duration), let position)) = step.action else {
        continue
      }
      waited += duration
      guard waited >= timeout else { continue }
      let rest = steps.count - index - 1
      let others = rest == 0 ? "" : rest == 1 ? ", and the step after it" : ", and those after it"
      return Diagnostic(
        .error,
        "the end of this wait\(others) can't be reached: the scenario has "
          + "\(DurationText.text(timeout)) in all; give it a longer 'timeout'",
        file: step.file, at: position)
    }
    return nil
  }
}

extension Step.Condition {
  /// Whether the variable may match: false only if that is known before the run.
  fileprivate var mayMatch: Bool {
    guard let compiled = try? pattern.pattern(in: .unknown) else { return true }
    if compiled.isComplete, compiled.mayAccept.isEmpty { return false }
    guard variable.variables.isEmpty, pattern.variables.isEmpty, case .inline = variable.root,
      let value = try? variable.json(in: Bindings(builtIn: { _, _ in nil }))
    else { return true }
    let observation = Observation(
      .json(value), receivedAt: Timestamp(milliseconds: 0), clockTolerance: .zero)
    return compiled.mismatches(ofVariable: variable.written, value, at: observation).isEmpty
  }
}

/// Finds requirements that a step covers and expects nothing of, and scenarios that cover nothing.
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
  private var ofFragments: [FragmentID: Inner] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  init(fragments: [FragmentID: Fragment], catalogues: [Catalogue]) {
    self.fragments = fragments
    requirements = catalogues.reduce(into: [:]) { known, catalogue in
      known.merge(catalogue.requirements) { first, _ in first }
    }
  }
}

extension CoverCheck {
  /// Warns of scenarios of a suite that expect something and cover nothing in any of their rows.
  mutating func checkScenarios(of suite: Suite) {
    for rows in Dictionary(grouping: suite.scenarios, by: \.position).values {
      guard rows.allSatisfy({ $0.allSteps.allSatisfy(\.covers.isEmpty) }),
        let step = rows[0].allSteps.first(where: { $0.expect != nil || $0.should != nil })
      else { continue }
      diagnostics.append(
        Diagnostic(
          .warning,
          "this step expects something, and no step of its scenario covers a requirement: if it "
            + "fails, no requirement does; add 'covers: […]'", file: step.file, at: step.position))
    }
  }

  /// Reports what steps cover and expect nothing of.
  mutating func check(_ steps: [Step]) {
    let covering = steps.filter { !$0.covers.isEmpty }
    for rows in Dictionary(grouping: covering, by: \.place).values {
      var open = Set(rows[0].covers.indices)
      for step in rows where !open.isEmpty {
        let inner = inner(of: step)
        let expected = Self.places(of: step) + inner.places
        // One with mistakes might expect more, and its mistakes are reported.
        let isUnknown = step.hasMistakes || inner.hasMistakes
        open =
          isUnknown
          ? []
          : open.filter { index in
            let cover = step.covers[index]
            // Such a cover does not count: the step of the fragment does.
            if inner.covers.contains(cover.id) { return false }
            guard let places = cover.places ?? requirements[cover.id]?.places else { return false }
            return !places.contains { place in expected.contains { $0.shows(place) } }
          }
      }
      for index in open { report(rows[rows.count - 1], index) }
    }
  }

  private mutating func report(_ step: Step, _ index: Int) {
    let cover = step.covers[index]
    let places = (cover.places ?? requirements[cover.id]?.places ?? []).map(\.text)
    diagnostics.append(
      Diagnostic(
        .error,
        "the step expects nothing of '\(cover.id)', which shows at "
          + "\(places.joined(separator: ", ")): expect something there, or say where this step "
          + "judges it, as in '- \(cover.id): status'",
        file: step.file, at: step.coverPositions[index], length: cover.id.unicodeScalars.count))
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
