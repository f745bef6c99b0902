// SPDX-License-Identifier: Apache-2.0
// Finds the cookbooks, and the files of facts, that suites name.

package import Formats
package import Text

extension SuiteLoader {
  /// The catalogue of the cookbook that a suite names; nil where it is missing, which is reported.
  package mutating func catalogue(_ node: YAMLNode, _ file: SourceFile) -> Catalogue? {
    guard let name = cookbookName(node, file) else { return nil }
    if let known = catalogues[name] { return known }
    guard let path = pathOfCatalogue(name, for: file) else {
      report(
        "there is no catalogue of the cookbook '\(name)': no cookbooks/\(name).json beside the "
          + "\(isForRules ? "rules, in the two folders" : "suite, in the folder") above or among the "
          + "shipped suites", file, node)
      return nil
    }
    let catalogue = readCatalogue(path)
    if let catalogue { catalogues[name] = catalogue }
    readBases(of: catalogue, path, for: file)
    return catalogue
  }

  /// Reads the cookbooks that one extends, which are looked for as its own.
  private mutating func readBases(
    of catalogue: Catalogue?, _ extending: String, for file: SourceFile
  ) {
    guard let base = catalogue?.base, catalogues[base] == nil else { return }
    guard let path = pathOfCatalogue(base, for: file) else {
      return problem(extending, "it extends '\(base)', and there is no cookbooks/\(base).json")
    }
    catalogues[base] = readCatalogue(path)
    readBases(of: catalogues[base], path, for: file)
  }

  func pathOfCatalogue(_ name: String, for file: SourceFile) -> String? {
    for cookbooks in foldersOfCatalogues(for: file) {
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

  /// Reports a cookbook that a file of facts names and that does not exist.
  package mutating func checkCookbook(_ node: YAMLNode, _ file: SourceFile) {
    guard let name = cookbookName(node, file), pathOfCatalogue(name, for: file) == nil else {
      return
    }
    let known = foldersOfCatalogues(for: file).flatMap { namesOfCatalogues(in: $0) }
    report(
      "there is no catalogue of the cookbook '\(name)': no cookbooks/\(name).json beside the file, "
        + "in the folder\(isForRules ? "s" : "") above or among the shipped suites"
        + hints.hint(for: name, among: Set(known)), file, node)
  }

  /// The cookbooks that these files can name.
  func knownCookbooks(_ suites: [SourceFile]) -> [String] {
    var folders: [String] = []
    for file in suites {
      folders += foldersOfCatalogues(for: file).filter { !folders.contains($0) }
    }
    return Set(catalogues.keys).union(folders.flatMap { namesOfCatalogues(in: $0) }).sorted()
  }

  private func namesOfCatalogues(in folder: String) -> [String] {
    guard files.kind(folder) == .folder, let names = try? files.list(folder) else { return [] }
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
  }

  /// A name, which can't lead out of the folders of cookbooks; nil for other texts (reported).
  private mutating func cookbookName(_ node: YAMLNode, _ file: SourceFile) -> String? {
    let isAllowed: (UInt8) -> Bool = { byte in
      0x30...0x39 ~= byte || 0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte == 0x2D
        || byte == 0x5F
    }
    if node.tag == nil, let name = node.text, !name.isEmpty, name.utf8.count <= 100,
      name.utf8.allSatisfy(isAllowed)
    {
      return name
    }
    report("a cookbook has a name of letters, digits and '-'", file, node)
    return nil
  }

  private mutating func readCatalogue(_ path: String) -> Catalogue? {
    if let known = catalogueFiles[path] { return known }
    catalogueFiles[path] = .some(nil)
    guard let file = source(path) else { return nil }
    do {
      let catalogue = try Catalogue(try JSONParser.document(file.bytes).root)
      catalogueFiles[path] = catalogue
      return catalogue
    } catch let error as JSONError {
      report(.error, error.description, path, file.position(at: error.offset))
    } catch let error as CatalogueError {
      problem(path, error.message)
    } catch {
      problem(path, "\(error)")
    }
    return nil
  }

  /// The catalogues that a file could name, as far as they can be read; nobody chose them, so their
  /// mistakes are not reported.
  mutating func cataloguesBeside(_ file: SourceFile) -> [String: Catalogue] {
    let own = SuitePath.folder(of: file.name)
    if let known = neighbours[own] { return known }
    var found: [String: Catalogue] = [:]
    for folder in foldersOfCatalogues(for: file) {
      for name in namesOfCatalogues(in: folder) where found[name] == nil {
        guard let bytes = try? files.read(SuitePath.joined(folder, "\(name).json")),
          let root = try? JSONParser.document(bytes).root
        else { continue }
        found[name] = try? Catalogue(root)
      }
    }
    neighbours[own] = found
    return found
  }

  /// Reports a phase that the cookbook lacks.
  mutating func checkPhase(_ node: YAMLNode, _ catalogue: Catalogue, _ file: SourceFile) {
    guard let id = node.text, !catalogue.phases.contains(where: { $0.id == id }) else { return }
    let known = catalogue.phases.map(\.id).joined(separator: ", ")
    report("the cookbook has no phase '\(id)', known are \(known)", file, node)
  }

  /// Reports requirements of a suite's steps that the cookbook lacks, and those that the steps of a
  /// preflight name: it judges no requirement.
  mutating func checkRequirements(of draft: SuiteDraft, in catalogue: Catalogue?) {
    let file = draft.suite.file
    for cover in draft.covers {
      if draft.cookbook == nil {
        report(
          "'covers' names requirements of a cookbook, and the suite names none: add "
            + "'cookbook: …'", file, cover)
      } else if let catalogue, catalogue.requirements[cover.id] == nil {
        reportUnknown(cover, file, among: catalogue.requirementIDs)
      }
      if draft.suite.isPreflight {
        report(
          "a preflight judges no requirement; judge '\(cover.id)' in another suite", file, cover)
      }
    }
  }

  /// Reports requirements of shared fragments that no cookbook has.
  mutating func checkRequirements(ofShared file: FragmentFile) {
    let catalogues = self.catalogues.keys.sorted().compactMap { self.catalogues[$0] }
    for cover in file.covers
    where !catalogues.contains(where: { $0.requirements[cover.id] != nil }) {
      // The requirement may be of a cookbook whose suites are not loaded.
      let near = catalogues.filter { cover.id.hasPrefix($0.prefix) }
      if !near.isEmpty { reportUnknown(cover, file.path, among: near.flatMap(\.requirementIDs)) }
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

  private mutating func report(_ message: String, _ file: SourceFile, _ node: YAMLNode) {
    report(.error, message, file.name, node.position, node.length)
  }
}

extension Catalogue {
  /// The beginning of its ids, up to the first '-': `V2-`.
  fileprivate var prefix: String {
    guard let id = requirementIDs.first, let dash = id.firstIndex(of: "-") else { return "" }
    return String(id[...dash])
  }
}

extension SuiteLoader {
  package static let factsName = "facts.yaml"

  /// The facts that the files of a folder can use: those declared in the folder, in the folder
  /// above and among the shipped suites. Of two with one name, the nearest counts.
  ///
  /// - Parameters:
  ///   - looksAbove: Whether the folder above is read.
  ///   - lenders: The shipped folders that lend to the files; nil for the one that serves all.
  package mutating func facts(
    in folder: String, looksAbove: Bool = true, lenders: [String]? = nil
  ) -> FactTable {
    let folders =
      [folder] + (looksAbove ? [SuitePath.above(folder)] : [])
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
