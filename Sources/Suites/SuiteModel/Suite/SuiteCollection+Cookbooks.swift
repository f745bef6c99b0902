// SPDX-License-Identifier: Apache-2.0
// The suites of some cookbooks.

package import Text

extension SuiteCollection {
  /// The names of the cookbooks of its suites, each once.
  package var cookbooksOfSuites: [String] {
    suites.compactMap(\.cookbook).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The suites of these cookbooks, and those that name none; nil stands for all cookbooks.
  package func judging(by cookbooks: [String]?) -> SuiteCollection {
    guard let cookbooks else { return self }
    return with(
      suites.filter { $0.cookbook.map(cookbooks.contains) ?? true }, diagnostics: diagnostics)
  }

  /// The same suites with further mistakes.
  ///
  /// - Parameter sources: The files that these are in, for excerpts.
  package func adding(
    _ others: [Diagnostic], in sources: [String: SourceFile] = [:]
  ) -> SuiteCollection {
    with(suites, diagnostics: Array(Set(diagnostics + others)).sorted(), sources)
  }

  private func with(
    _ suites: [Suite], diagnostics: [Diagnostic], _ sources: [String: SourceFile] = [:]
  ) -> SuiteCollection {
    SuiteCollection(
      suites: suites, fragments: fragments, catalogues: catalogues, facts: facts,
      cookbooks: cookbooks, diagnostics: diagnostics,
      files: files.merging(sources) { own, _ in own })
  }
}
