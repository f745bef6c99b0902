// SPDX-License-Identifier: Apache-2.0
// The steps of a cookbook, which `cookbook-step:` names.

import Text

/// A step of a cookbook that a suite's step is: an item of `cookbook-step:`.
package struct CookbookStep: Sendable, Hashable {
  package let cookbook: String
  /// The cookbook's own number of it, or its name: `C5`, `permission`.
  package let number: String

  package init(cookbook: String, number: String) {
    self.cookbook = cookbook
    self.number = number
  }
}

extension CookbookStep: CustomStringConvertible {
  /// Reads `rest-api-v2/A1`; nil for a text that lacks one of the parts.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(cookbook: String(parts[0]), number: String(parts[1]))
  }

  /// `rest-api-v2/A1`.
  package var description: String { "\(cookbook)/\(number)" }
}

extension Sequence<Catalogue> {
  /// What a catalogue says of a step; nil where it is not among these.
  package func step(_ step: CookbookStep) -> Catalogue.Step? {
    lazy.filter { $0.cookbook == step.cookbook }.flatMap(\.steps).first {
      $0.number == step.number
    }
  }
}

/// The steps of cookbooks that a file can name.
struct CookbookSteps: Sendable {
  /// The cookbook of a number that stands alone; nil where the file names none.
  let own: String?
  /// The catalogues that are found from the file, by name; nil for one with mistakes, which are
  /// reported elsewhere.
  let catalogues: [String: Catalogue?]
}

extension CookbookSteps {
  /// The step that a text names; nil where no catalogue has it, which is reported.
  ///
  /// - Parameter report: Gets the message.
  func step(_ text: String, _ hints: inout Hints, report: (String) -> Void) -> CookbookStep? {
    guard let step = CookbookStep(text) ?? own.map({ CookbookStep(cookbook: $0, number: text) })
    else {
      report(
        "the file names no cookbook, so write that of the step before its number, as in "
          + "'rest-api-v2/\(text)'")
      return nil
    }
    guard let known = catalogues[step.cookbook] else {
      // The mistake of a file whose own cookbook does not exist stands at its 'cookbook:'.
      if step.cookbook != own {
        let hint = hints.hint(for: step.cookbook, among: catalogues.keys)
        report("there is no catalogue of the cookbook '\(step.cookbook)'\(hint)")
      }
      return nil
    }
    guard let catalogue = known else { return nil }
    let numbers = catalogue.steps.compactMap(\.number)
    if numbers.contains(step.number) { return step }
    let base = catalogue.base.flatMap { catalogues[$0] ?? nil }
    if let base, base.steps.contains(where: { $0.number == step.number }) {
      report(
        "'\(step.cookbook)' has no step '\(step.number)', and '\(base.cookbook)' has: write "
          + "'\(base.cookbook)/\(step.number)'")
    } else {
      let hint = hints.hint(for: step.number, among: numbers)
      report("'\(step.cookbook)' has no step '\(step.number)'\(hint)")
    }
    return nil
  }
}
