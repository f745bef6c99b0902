// SPDX-License-Identifier: Apache-2.0
// The expectations by which each answer of a service is judged, whatever went before.

package import Suites
package import Text

/// The expectations by which each answer of a service is judged, whatever went before: those of the
/// steps of fragments that are marked `stateless`.
package struct AnswerExpectations: Sendable {
  /// The steps of a cookbook, as its suites find their fragments.
  struct Book: Sendable {
    let cookbook: String
    /// The cookbook that it extends in the end, or itself.
    let root: String
    let steps: [Step]
  }

  let books: [Book]
  let catalogues: [String: Catalogue]
  /// The cookbook of each file of fragments.
  let cookbooks: [String: String]
  /// Errors in the files of fragments.
  package let diagnostics: [Diagnostic]
  /// The files of fragments, for excerpts.
  package let sources: [String: SourceFile]

  static let fragmentsName = "fragments.yaml"
}

extension AnswerExpectations {
  /// Reads the fragments that the shipped suites lend to cookbooks.
  ///
  /// - Parameter catalogues: Those of the cookbooks, and of all that they extend.
  package init(
    lentTo cookbooks: some Sequence<String>, _ catalogues: [String: Catalogue], shipped: String,
    files: SuiteFiles
  ) {
    var filesOfBooks: [(cookbook: String, root: String, paths: [String])] = []
    var owners: [String: String] = [:]
    for cookbook in cookbooks.sorted() {
      let chain = catalogues.names(inChainOf: cookbook)
      let root = chain.last ?? cookbook
      var paths: [String] = []
      func add(_ folder: String, _ owner: String) {
        let path = SuitePath.joined(folder, Self.fragmentsName)
        guard files.kind(path) == .file, !paths.contains(path) else { return }
        paths.append(path)
        owners[path] = owners[path] ?? owner
      }
      for name in chain {
        for folder in files.folders(lendingTo: [name], in: shipped) where folder != shipped {
          add(folder, name)
        }
      }
      add(shipped, root)
      filesOfBooks.append((cookbook, root, paths))
    }
    let paths = filesOfBooks.flatMap(\.paths).unique
    let suites = SuiteLoader.load(paths, shipped: shipped, files: files)
    let fragments = Dictionary(grouping: suites.fragments.values, by: \.id.file)
    books = filesOfBooks.map { cookbook, root, paths in
      // Of two fragments with one name, the nearest counts.
      var names: Set<String> = []
      var steps: [Step] = []
      for path in paths {
        let own = (fragments[path] ?? []).filter { !names.contains($0.id.name) }
        names.formUnion(own.map(\.id.name))
        steps += own.flatMap(\.steps).filter(\.isStateless).sorted { $0.position < $1.position }
      }
      return Book(cookbook: cookbook, root: root, steps: steps)
    }
    self.catalogues = catalogues
    self.cookbooks = owners
    diagnostics = suites.diagnostics.filter { $0.severity == .error }
    sources = suites.files.filter { owners[$0.key] != nil }
  }

  /// The steps of some cookbooks, grouped by the API that they are of.
  ///
  /// - Parameter cookbooks: nil for all of them.
  func groups(following cookbooks: Set<String>?) -> [AnswerGroup] {
    let chosen = books.filter { cookbooks?.contains($0.cookbook) ?? true }
    return chosen.map(\.root).unique.map { root in
      let own = chosen.filter { $0.root == root }
      // A step that several cookbooks share is there once.
      let steps = own.flatMap(\.steps).unique(by: { "\($0.file) \($0.position) \($0.name)" })
      let forms = steps.compactMap { step -> (step: Step, form: RequestForm)? in
        guard case .request(let request) = step.action, let form = RequestForm(request) else {
          return nil
        }
        return (step, form)
      }
      return AnswerGroup(
        steps: forms, actions: catalogues.actions(of: root), catalogues: catalogues)
    }
  }
}

/// The steps by which the answers of one API are judged.
struct AnswerGroup: Sendable {
  let steps: [(step: Step, form: RequestForm)]
  /// The actions that an enhanced error may have; nil for any.
  let actions: [String]?
  let catalogues: [String: Catalogue]
}
