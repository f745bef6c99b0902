// SPDX-License-Identifier: Apache-2.0
// Checks that walks are their cookbooks: each step by its title, and no step left out.

import Text

/// Compares the walks of cookbooks with the steps of their catalogues.
struct WalkCheck {
  let catalogues: [String: Catalogue]
  private(set) var diagnostics: [Diagnostic] = []

  init(catalogues: [String: Catalogue]) { self.catalogues = catalogues }
}

extension WalkCheck {
  /// - Parameter broken: The files with mistakes, which may visit more than was read.
  mutating func check(_ suites: [Suite], broken: Set<String>) {
    let walks = suites.filter(\.isWalk)
    for walk in walks { for step in walk.steps { check(step, of: walk.file) } }
    for name in walks.compactMap(\.cookbook).unique {
      let own = walks.filter { $0.cookbook == name }
      guard let catalogue = catalogues[name], !own.contains(where: { broken.contains($0.file) })
      else { continue }
      let visited = Set(own.flatMap(\.steps).flatMap(\.cookbookSteps))
      for step in catalogue.steps where !step.isUnwalked {
        guard let number = step.number,
          !visited.contains(CookbookStep(cookbook: name, number: number))
        else { continue }
        report(
          "no step of the walk is \(number), '\(step.title)': add one with 'cookbook-step: \(number)'",
          own[0].file, own[0].position)
      }
    }
  }

  private mutating func check(_ step: Step, of file: String) {
    guard !step.hasMistakes else { return }
    guard let first = step.cookbookSteps.first else {
      if step.asks {
        report(
          "a step of a walk says which step of the cookbook it is: add 'cookbook-step: …'",
          step.file,
          step.position)
      }
      return
    }
    guard let title = catalogues.values.step(first)?.title, step.name != title else { return }
    report(
      "the step \(first.number) is called '\(title)' in the cookbook, and so is a step of its walk",
      step.file, step.position)
  }

  private mutating func report(_ message: String, _ file: String, _ position: Position) {
    diagnostics.append(Diagnostic(.error, message, file: file, at: position, length: 1))
  }
}

extension Suite {
  /// The steps that stand in the file: those of its scenarios, without those of fragments.
  fileprivate var steps: [Step] { scenarios.flatMap(\.allSteps) }
}

extension Step {
  /// Whether it sends a request or asks the framework.
  var asks: Bool {
    switch action {
    case .request: true
    case .partner(let partner): partner.call != nil
    case .user, .wait, .use: false
    }
  }
}
