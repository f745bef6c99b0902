// SPDX-License-Identifier: Apache-2.0
// Finds the cookbooks, and the files of facts, that suites name.

package import Formats
package import Text

extension SuiteLoader {
  /// The catalogue of the cookbook that a suite names and those that it extends, the nearest first;
  /// nil where one is missing or has mistakes, which are reported.
  package mutating func chain(_ node: YAMLNode, _ file: SourceFile) -> [Catalogue]? {
    guard let name = cookbookName(node, file) else { return nil }
    let folders = foldersOfCatalogues(for: file)
    guard catalogues[name] != nil || pathOfCatalogue(name, in: folders) != nil else {
      let known = Set(folders.flatMap { namesOfCatalogues(in: $0) })
      report(
        "there is no catalogue of the cookbook '\(name)': no cookbooks/\(name).json beside the "
          + "\(isForRules ? "rules, in the two folders" : "suite, in the folder") above or among the "
          + "shipped suites\(hints.hint(for: name, among: known))\(Self.list(of: known))", file,
        node, missing: .catalogue)
      return nil
    }
    choose(name, folders)
    let names = catalogues.names(inChainOf: name)
    let chain = names.compactMap { catalogues[$0] }
    return chain.count == names.count ? chain : nil
  }

  /// Keeps a catalogue and those that it extends, and reports the mistakes in them.
  private mutating func choose(_ name: String, _ folders: [String]) {
    guard catalogues[name] == nil, let found = readCatalogue(name, in: folders) else { return }
    if let file = found.file { sources[file.name] = file }
    diagnostics += found.diagnostics
    catalogues[name] = found.catalogue
    if let base = found.catalogue?.base { choose(base, folders) }
  }

  /// Keeps the catalogues of those of some cookbooks that a file could name.
  mutating func choose(_ names: [String], for file: SourceFile) {
    for name in names where catalogues[name] == nil { choose(name, foldersOfCatalogues(for: file)) }
  }

  /// Reads the catalogues in a folder that the user names.
  mutating func chooseCatalogue(at path: String) {
    let folder = SuitePath.folder(of: path)
    let beside = SourceFile(name: SuitePath.joined(SuitePath.above(folder), "cookbooks"), bytes: [])
    choose(
      String(SuitePath.name(of: path).dropLast(".json".count)),
      [folder] + foldersOfCatalogues(for: beside))
  }

  private func pathOfCatalogue(_ name: String, in folders: [String]) -> String? {
    for cookbooks in folders {
      let path = SuitePath.joined(cookbooks, "\(name).json")
      // Neither the folder nor the file may be a symbolic link.
      if files.kind(cookbooks) == .folder, files.kind(path) == .file { return path }
    }
    return nil
  }

  /// Where the catalogues of a file are looked for, the nearest first.
  private func foldersOfCatalogues(for file: SourceFile) -> [String] {
    let folder = SuitePath.folder(of: file.name)
    let above = SuitePath.above(folder)
    let upper = isForRules ? [SuitePath.above(above)] : []
    return ([folder, above] + upper + (shipped.map { [$0] } ?? [])).map {
      SuitePath.joined($0, "cookbooks")
    }
  }

  private static func list(of known: Set<String>) -> String {
    known.isEmpty ? "" : "; known are \(known.sorted().joined(separator: ", "))"
  }

  /// Reports a cookbook that a file of facts names and that does not exist.
  package mutating func checkCookbook(_ node: YAMLNode, _ file: SourceFile) {
    let folders = foldersOfCatalogues(for: file)
    guard let name = cookbookName(node, file), pathOfCatalogue(name, in: folders) == nil else {
      return
    }
    let known = folders.flatMap { namesOfCatalogues(in: $0) }
    report(
      "there is no catalogue of the cookbook '\(name)': no cookbooks/\(name).json beside the file, "
        + "in the folder\(isForRules ? "s" : "") above or among the shipped suites"
        + hints.hint(for: name, among: Set(known)), file, node, missing: .catalogue)
  }

  /// The cookbooks that these files can name.
  func knownCookbooks(_ suites: [SourceFile]) -> [String] {
    var folders: [String] = []
    for file in suites {
      folders += foldersOfCatalogues(for: file).filter { !folders.contains($0) }
    }
    return Set(catalogues.keys).union(folders.flatMap { namesOfCatalogues(in: $0) }).sorted()
  }

  func namesOfCatalogues(in folder: String) -> [String] {
    guard files.kind(folder) == .folder, let names = try? files.list(folder) else { return [] }
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
  }

  /// A name, which can't lead out of the folders of cookbooks; nil for other texts (reported).
  private mutating func cookbookName(_ node: YAMLNode, _ file: SourceFile) -> String? {
    if node.tag == nil, let name = node.text, !name.isEmpty, name.utf8.count <= 100,
      name.utf8.allSatisfy({ $0.isAlphanumeric || "-_".utf8.contains($0) })
    {
      return name
    }
    report("a cookbook has a name of letters, digits and '-'", file, node)
    return nil
  }

  /// Reads a catalogue after those that it extends, once; nil if there is none.
  ///
  /// - Parameter extending: The cookbooks that extend it, the first one first.
  private mutating func readCatalogue(
    _ name: String, in folders: [String], extending: [String] = []
  ) -> CatalogueFile? {
    guard let path = pathOfCatalogue(name, in: folders) else { return nil }
    if let known = catalogueFiles[path] { return known }
    // Its mistakes count only where somebody chooses it.
    let others = diagnostics
    diagnostics = []
    var found = CatalogueFile()
    if let file = source(path), let root = document(file) {
      var bases: [Catalogue]? = []
      if let node = root.entry("extends")?.value {
        found.base = node.text
        bases = self.bases(node, file, in: folders, extending: extending + [name])
      }
      var reader = CatalogueReader(file: path, bases: bases)
      found.catalogue = reader.catalogue(root, named: name)
      diagnostics += reader.nodes.diagnostics
      if diagnostics.contains(where: { $0.severity == .error }) { found.catalogue = nil }
    }
    found.file = sources.removeValue(forKey: path)
    (found.diagnostics, diagnostics) = (diagnostics, others)
    catalogueFiles[path] = found
    return found
  }

  /// The catalogues that one extends, the nearest first; nil where one is missing or has mistakes.
  private mutating func bases(
    _ node: YAMLNode, _ file: SourceFile, in folders: [String], extending: [String]
  ) -> [Catalogue]? {
    guard let name = cookbookName(node, file) else { return nil }
    if let start = extending.firstIndex(of: name) {
      let circle = (extending[start...] + [name]).joined(separator: " → ")
      report("cookbooks can't extend each other in a circle: \(circle)", file, node)
      return nil
    }
    guard pathOfCatalogue(name, in: folders) != nil else {
      let known = Set(folders.flatMap { namesOfCatalogues(in: $0) })
      report(
        "there is no cookbook '\(name)' to extend: no cookbooks/\(name).json where this one is "
          + "looked for\(hints.hint(for: name, among: known))", file, node)
      return nil
    }
    var bases: [Catalogue] = []
    var next: String? = name
    while let name = next {
      guard let base = readCatalogue(name, in: folders, extending: extending)?.catalogue else {
        return nil
      }
      bases.append(base)
      next = base.base
    }
    return bases
  }

  /// The names of a cookbook and of those that it extends, the nearest first.
  mutating func cookbooks(inChainOf cookbook: String, for file: SourceFile) -> [String] {
    let folders = foldersOfCatalogues(for: file)
    var names = [cookbook]
    while let last = names.last,
      let base = catalogues[last].map(\.base) ?? readCatalogue(last, in: folders)?.base,
      !names.contains(base)
    { names.append(base) }
    return names
  }

  /// The catalogues that a file could name. They were not chosen, so their mistakes are not reported.
  mutating func cataloguesBeside(_ file: SourceFile) -> [String: Catalogue] {
    let folders = foldersOfCatalogues(for: file)
    let names = Set(folders.flatMap { namesOfCatalogues(in: $0) })
    return names.sorted().reduce(into: [:]) { $0[$1] = readCatalogue($1, in: folders)?.catalogue }
  }

  /// The steps of cookbooks that a file can name; nil where it names none.
  ///
  /// - Parameter cookbook: The one that the file names; a file of fragments is of that of its folder.
  mutating func cookbookSteps(for file: SourceFile, of cookbook: String?) -> CookbookSteps? {
    guard String(decoding: file.bytes, as: UTF8.self).contains("cookbook-step") else { return nil }
    let known = cataloguesBeside(file).merging(catalogues) { $1 }
    let names = foldersOfCatalogues(for: file).flatMap { namesOfCatalogues(in: $0) }
    return CookbookSteps(
      own: cookbook,
      catalogues: names.reduce(into: known.mapValues { $0 }) { $0[$1] = .some(known[$1]) })
  }

  /// The catalogues in a folder, and the mistakes in them.
  package static func catalogues(
    in folder: String, files: SuiteFiles
  ) -> (catalogues: [String: Catalogue], diagnostics: [Diagnostic]) {
    var loader = SuiteLoader(files: files, shipped: nil)
    for name in loader.namesOfCatalogues(in: folder).sorted() { loader.choose(name, [folder]) }
    return (loader.catalogues, Array(Set(loader.diagnostics)).sorted())
  }

  /// Reports a phase that a cookbook and those that it extends lack.
  package mutating func checkPhase(_ node: YAMLNode, _ chain: [Catalogue], _ file: SourceFile) {
    let known = chain.flatMap(\.phases).map(\.id).unique
    let id = node.text ?? ""
    guard !known.contains(id) else { return }
    report(
      "the cookbook has no phase '\(id)', known are \(known.joined(separator: ", "))", file, node)
  }

  /// Reports requirements of a suite's steps that the cookbook lacks, and those that the steps of a
  /// preflight name: it judges no requirement.
  mutating func checkRequirements(of draft: SuiteDraft, in chain: [Catalogue]?) {
    let file = draft.suite.file
    for cover in draft.covers {
      check(cover, of: file, hasCookbook: draft.cookbook != nil, among: chain)
      if draft.suite.isPreflight {
        report(
          "a preflight judges no requirement; judge '\(cover.id)' in another suite", file, cover)
      }
    }
  }

  /// Reports a requirement that the cookbook of a file lacks.
  ///
  /// - Parameter chain: The cookbook and those that it extends; nil where they are not known.
  package mutating func check(
    _ cover: WrittenCover, of file: String, hasCookbook: Bool, among chain: [Catalogue]?
  ) {
    if !hasCookbook {
      report(
        "'covers' names requirements of a cookbook, and the \(isForRules ? "file" : "suite") names "
          + "none: add 'cookbook: …'", file, cover)
    } else if let chain, chain.requirement(cover.id) == nil {
      reportUnknown(cover, file, among: chain.requirements.keys.sorted())
    }
  }

  /// Reports requirements of shared fragments that no cookbook has.
  mutating func checkRequirements(ofShared file: FragmentFile) {
    guard !file.covers.isEmpty, let source = sources[file.path] else { return }
    let all = cataloguesBeside(source).merging(catalogues) { $1 }.values.requirements
    let families = Set(all.keys.map { $0.prefix { $0 != "-" } })
    for cover in file.covers where all[cover.id] == nil {
      // The requirement may be of a cookbook that is not found from here.
      if families.contains(cover.id.prefix { $0 != "-" }) {
        reportUnknown(cover, file.path, among: all.keys.sorted())
      } else if let nearest = hints.nearest(to: cover.id, among: all.keys) {
        report(
          .warning,
          "no cookbook that is found from here has '\(cover.id)', did you mean '\(nearest)'?",
          file.path, cover.position, cover.length)
      }
    }
  }

  private mutating func reportUnknown(
    _ cover: WrittenCover, _ file: String, among known: [String]
  ) {
    report(
      "the cookbook has no requirement '\(cover.id)'"
        + hints.hint(for: cover.id, among: known), file, cover)
  }

  private mutating func report(_ message: String, _ file: String, _ cover: WrittenCover) {
    report(.error, message, file, cover.position, cover.length)
  }

  private mutating func report(
    _ message: String, _ file: SourceFile, _ node: YAMLNode, missing: Diagnostic.Missing? = nil
  ) {
    report(.error, message, file.name, node.position, node.length, missing: missing)
  }

  package static let factsName = "facts.yaml"

  /// The facts that the files of a folder can use: those declared in the folder, in the folder
  /// above (for rules, in the two above) and among the shipped suites. Of two with one name, the
  /// nearest counts.
  ///
  /// - Parameters:
  ///   - looksAbove: Whether the folder above is read.
  ///   - lenders: The shipped folders that lend to the files; nil for the one that serves all.
  package mutating func facts(
    in folder: String, looksAbove: Bool = true, lenders: [String]? = nil
  ) -> FactTable {
    let above = SuitePath.above(folder)
    let folders =
      [folder] + (looksAbove ? [above] : []) + (isForRules ? [SuitePath.above(above)] : [])
      + (lenders ?? (shipped.map { [$0] } ?? []))
    let key = folders.joined(separator: "\n")
    if let table = factTables[key] { return table }
    var seen: Set<String> = []
    var declarations: [FactDeclaration] = []
    var isOpen = false
    for folder in folders {
      let path = SuitePath.joined(folder, Self.factsName)
      guard seen.insert(SuitePath.normalized(path)).inserted, let content = readFacts(path) else {
        continue
      }
      declarations += content.declarations
      isOpen = isOpen || content.isOpen
    }
    let table = FactTable(declarations, isOpen: isOpen)
    factTables[key] = table
    return table
  }

  /// Reads a file of facts, once; nil if it does not exist.
  @discardableResult
  mutating func readFacts(_ path: String) -> FactFileReader.Content? {
    if let content = factFiles[path] { return content }
    guard files.kind(path) != nil else { return nil }
    var content = FactFileReader.Content(isOpen: true)
    factFiles[path] = content
    guard let file = source(path), let root = document(file) else { return content }
    var nodes = NodeReader(file: path)
    content = FactFileReader().file(root, &nodes)
    diagnostics += nodes.diagnostics
    for node in content.cookbooks { checkCookbook(node, file) }
    factFiles[path] = content
    return content
  }

  /// The facts that profiles may give in a run of these suites: all that one of their files can use.
  ///
  /// A fact that two files declare is essential for the cookbooks of both, and secret or an identity
  /// if one says so. Two types of one fact are a mistake.
  mutating func allFacts(_ tables: [FactTable]) -> FactTable {
    var order: [String] = []
    var known: [String: FactDeclaration] = [:]
    for table in tables {
      for declaration in table.declarations {
        guard let other = known[declaration.name] else {
          order.append(declaration.name)
          known[declaration.name] = declaration
          continue
        }
        guard other.file != declaration.file else { continue }
        if other.type != declaration.type {
          report(
            .error,
            "'\(declaration.name)' is \(declaration.type.withArticle) here and "
              + "\(other.type.withArticle) in \(other.file):\(other.position); a fact of one run "
              + "has one type", declaration.file, declaration.position,
            declaration.name.unicodeScalars.count)
        }
        known[declaration.name]?.isSecret = other.isSecret || declaration.isSecret
        known[declaration.name]?.isIdentity = other.isIdentity || declaration.isIdentity
        known[declaration.name]?.essential +=
          declaration.essential.filter { !other.essential.contains($0) }
      }
    }
    return FactTable(order.compactMap { known[$0] }, isOpen: tables.contains(where: \.isOpen))
  }
}
