// SPDX-License-Identifier: Apache-2.0
// The suites of a run, and what can be asked of all of them.

package import Text

/// The suites that were loaded, their fragments and catalogues, and the mistakes found.
package struct SuiteCollection: Sendable {
  package private(set) var suites: [Suite]
  package let fragments: [FragmentID: Fragment]
  /// By the name that suites call them.
  package private(set) var catalogues: [String: Catalogue]
  /// The facts that a profile may give: all that the suites and their fragments can use.
  package let facts: FactTable
  /// The cookbooks that have a catalogue where the suites can name it, in the order of their names.
  package let cookbooks: [String]
  /// The situations of the files that were read; of two with one name the nearest.
  package private(set) var situations: [Situation]
  /// Errors and warnings, in the order of files and places.
  package private(set) var diagnostics: [Diagnostic]
  /// The files that were read, for excerpts.
  package private(set) var files: [String: SourceFile]
  /// Remarks on the files of other cookbooks that have mistakes.
  package private(set) var passedOver: [String] = []

  package init(
    suites: [Suite] = [], fragments: [FragmentID: Fragment] = [:],
    catalogues: [String: Catalogue] = [:], facts: FactTable = FactTable(), cookbooks: [String] = [],
    situations: [Situation] = [], diagnostics: [Diagnostic] = [], files: [String: SourceFile] = [:]
  ) {
    self.suites = suites
    self.fragments = fragments
    self.catalogues = catalogues
    self.facts = facts
    self.cookbooks = cookbooks
    self.situations = situations
    self.diagnostics = diagnostics
    self.files = files
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The files of the suites and the fragments, in the order of their names.
  package var texts: [[UInt8]] {
    let names = Set(suites.map(\.file) + fragments.keys.map(\.file))
    return names.sorted().compactMap { files[$0]?.bytes }
  }

  /// The other files that were read: catalogues and tables of facts.
  package var documents: [[UInt8]] {
    let names = Set(suites.map(\.file) + fragments.keys.map(\.file))
    return files.values.filter { !names.contains($0.name) }.map(\.bytes)
  }
}

extension SuiteCollection {
  /// The names of the cookbooks of its suites, each once.
  package var cookbooksOfSuites: [String] {
    suites.compactMap(\.cookbook).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The names of the cookbooks of its suites, and of those that they extend.
  package var cookbooksInForce: [String] { catalogues.names(inChainsOf: cookbooksOfSuites) }

  /// The suites of these cookbooks and of those that they extend, and those without a cookbook; nil
  /// stands for all cookbooks. Mistakes in the files of others do not count.
  package func judging(by cookbooks: [String]?) -> SuiteCollection {
    guard let cookbooks else { return self }
    let chosen = catalogues.names(chosenBy: cookbooks)
    var result = self
    result.suites.removeAll { $0.cookbook.map { !chosen.contains($0) } ?? false }
    // What extends a base has the base's suites run on its partner's devices.
    let partners = cookbooks.compactMap { catalogues.partner(of: $0) }.unique
    if partners.count == 1 {
      for suite in result.suites.indices {
        for scenario in result.suites[suite].scenarios.indices {
          let devices = result.suites[suite].scenarios[scenario].devices
          for index in devices.indices where devices[index].partner == nil {
            result.suites[suite].scenarios[scenario].devices[index].partner = partners[0]
          }
        }
      }
    }
    result.catalogues = catalogues.filter { chosen.contains($0.key) }
    let unselected = UnselectedCookbooks(files, chosen: chosen)
    (result.diagnostics, result.passedOver) = unselected.split(diagnostics)
    let others = Set(situations.map(\.file)).filter { !unselected.counts($0) }
    result.situations.removeAll { others.contains($0.file) }
    result.files = files.filter { unselected.counts($0.key) }
    return result
  }

  /// The same suites without the scenarios that only a deep run has.
  package var inEveryRun: SuiteCollection {
    var result = self
    for index in suites.indices { result.suites[index].scenarios.removeAll(where: \.isDeep) }
    return result
  }

  /// The facts that its suites use, and those that are essential for their cookbooks.
  package var usedFacts: FactTable {
    let names = Set(suites.flatMap(\.scenarios).flatMap(\.needs).map(\.name))
      .union(facts.essential(for: cookbooksInForce).map(\.name))
    return FactTable(facts.declarations.filter { names.contains($0.name) })
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

  /// The collection with an error for each word that a device's framework does not declare.
  ///
  /// - Parameter vocabulary: The words of a framework by its name; nil where they are not known.
  package func addingWordErrors(_ vocabulary: @escaping (String?) -> PartnerVocabulary?)
    -> SuiteCollection
  {
    var known: [String?: PartnerVocabulary?] = [:]
    func words(_ name: String?) -> PartnerVocabulary? {
      if let words = known[name] { return words }
      known[name] = .some(vocabulary(name))
      return known[name] ?? nil
    }
    var check = PartnerCheck(vocabulary: words, fragments: fragments)
    for suite in suites {
      // A catalogue with mistakes does not say whose framework its suites use.
      let names = suite.cookbook.map { catalogues.names(inChainOf: $0) } ?? []
      guard names.allSatisfy({ catalogues[$0] != nil }) else { continue }
      for (scenario, last) in zip(suite.scenarios, [nil] + suite.scenarios)
      where last.map(scenario.repeats) != true { check.visit(scenario, of: suite) }
    }
    return adding(check.diagnostics)
  }

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
