// SPDX-License-Identifier: Apache-2.0
// A suite file that was read, and the suites of a run.

package import Text

/// A suite: scenarios about one part of a cookbook.
package struct Suite: Sendable, Equatable {
  package let name: String
  package let about: String?
  /// The file's path as the user wrote it.
  package let file: String
  /// SHA-256 of the file, in hexadecimal.
  package let digest: String
  package let cookbook: String?
  package let phase: String?
  /// Whether it asks for what the run cannot go on without, and is run before the others.
  package let isPreflight: Bool
  /// Names of variables whose values reports must not show.
  package let secrets: [String]
  package internal(set) var scenarios: [Scenario]
  package let position: Position
}

/// The suites that were loaded, their fragments and catalogues, and the mistakes found.
package struct SuiteCollection: Sendable {
  package private(set) var suites: [Suite]
  package let fragments: [FragmentID: Fragment]
  /// By the name that suites call them.
  package let catalogues: [String: Catalogue]
  /// The facts that a profile may give: all that the suites and their fragments can use.
  package let facts: FactTable
  /// The cookbooks that have a catalogue where the suites can name it, in the order of their names.
  package let cookbooks: [String]
  /// Errors and warnings, in the order of files and places.
  package private(set) var diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package private(set) var files: [String: SourceFile]

  package init(
    suites: [Suite], fragments: [FragmentID: Fragment], catalogues: [String: Catalogue],
    facts: FactTable, cookbooks: [String] = [], diagnostics: [Diagnostic],
    files: [String: SourceFile]
  ) {
    self.suites = suites
    self.fragments = fragments
    self.catalogues = catalogues
    self.facts = facts
    self.cookbooks = cookbooks
    self.diagnostics = diagnostics
    self.files = files
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The files of the suites and the fragments, in the order of their names.
  package var texts: [[UInt8]] {
    let names = Set(suites.map(\.file) + fragments.keys.map(\.file))
    return names.sorted().compactMap { files[$0]?.bytes }
  }
}

extension SuiteCollection {
  /// The names of the cookbooks of its suites, each once.
  package var cookbooksOfSuites: [String] {
    suites.compactMap(\.cookbook).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The suites of these cookbooks, and those that name none; nil stands for all cookbooks.
  package func judging(by cookbooks: [String]?) -> SuiteCollection {
    guard let cookbooks else { return self }
    var result = self
    result.suites.removeAll { $0.cookbook.map { !cookbooks.contains($0) } ?? false }
    return result
  }

  /// The same suites with further mistakes.
  ///
  /// - Parameter sources: The files that these are in, for excerpts.
  package func adding(
    _ others: [Diagnostic], in sources: [String: SourceFile] = [:]
  ) -> SuiteCollection {
    var result = self
    result.diagnostics = Array(Set(diagnostics + others)).sorted()
    result.files.merge(sources) { own, _ in own }
    return result
  }
}

extension SuiteCollection {
  /// A step of a scenario, or of a fragment that it uses, with what it covers.
  package struct CoveringStep {
    package let cover: Cover
    package let step: Step
  }

  /// The first step for each requirement that a scenario and its fragments cover.
  package func covering(_ scenario: Scenario) -> [CoveringStep] {
    var found: [CoveringStep] = []
    var seen: Set<String> = []
    var visited: Set<FragmentID> = []
    var rest = [scenario.allSteps]
    while let steps = rest.popLast() {
      for step in steps {
        for cover in step.covers where seen.insert(cover.id).inserted {
          found.append(CoveringStep(cover: cover, step: step))
        }
        if case .use(let use) = step.action, visited.insert(use.fragment).inserted,
          let fragment = fragments[use.fragment]
        {
          rest.append(fragment.steps)
        }
      }
    }
    return found
  }

  /// The ids that the steps of a scenario and of its fragments cover, each once.
  package func requirements(coveredBy scenario: Scenario) -> [String] {
    covering(scenario).map(\.cover.id)
  }
}
