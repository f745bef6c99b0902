// SPDX-License-Identifier: Apache-2.0
// Finds what the shipped suites lend to files anywhere.

import Formats
import Text

extension SuiteFiles {
  /// The folders among the shipped ones that lend to the files of a cookbook: those that serve the
  /// nearest cookbook first, and last the one that serves all.
  ///
  /// - Parameters:
  ///   - shipped: The folder that serves all.
  ///   - cookbooks: The cookbook and those that it extends, the nearest first.
  package func folders(lendingTo cookbooks: [String], in shipped: String) -> [String] {
    guard !cookbooks.isEmpty, let names = try? list(shipped) else { return [shipped] }
    let folders = names.sorted().map { SuitePath.joined(shipped, $0) }.filter {
      kind($0) == .folder
    }
    .map { (folder: $0, cookbook: cookbook(of: $0)) }
    return cookbooks.flatMap { name in folders.filter { $0.cookbook == name }.map(\.folder) }
      + [shipped]
  }

  /// The cookbook that the first file of a folder names; nil where none does.
  func cookbook(of folder: String) -> String? {
    let names = ((try? list(folder)) ?? []).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    for name in names.sorted() {
      let path = SuitePath.joined(folder, name)
      guard kind(path) == .file, let bytes = try? read(path) else { continue }
      // The whole file need not be read as YAML: the key stands at the beginning of its line.
      for line in bytes.split(separator: 0x0A) where line.starts(with: Self.key) {
        let words = String(decoding: line.dropFirst(Self.key.count), as: UTF8.self)
          .split { $0 == " " || $0 == "\r" }
        if let name = words.first { return String(name) }
      }
    }
    return nil
  }

  private static let key = Array("cookbook: ".utf8)
}

extension SuiteLoader {
  /// The folders in which a file finds what is not beside it or above: among those beside its own,
  /// where the folder above has cookbooks, and among the shipped ones.
  ///
  /// - Parameter cookbook: The one that the file names; a file of fragments is of that of its folder.
  mutating func folders(lendingTo file: SourceFile, of cookbook: String?) -> [String] {
    let folder = SuitePath.folder(of: file.name)
    let key = "\(cookbook ?? "") \(folder)"
    if let known = lenders[key] { return known }
    let chain = cookbook.map { self.cookbooks(inChainOf: $0, for: file) } ?? []
    let above = SuitePath.above(folder)
    let hasCookbooks = files.kind(SuitePath.joined(above, "cookbooks")) == .folder
    let roots = ((hasCookbooks ? [above] : []) + [shipped].compactMap(\.self)).unique
    let folders = roots.flatMap { files.folders(lendingTo: chain, in: $0) }
    lenders[key] = folders
    return folders
  }

  /// The facts of all suites beside those of some folders, and of the shipped ones: one profile
  /// serves all of them, whichever run. Their mistakes are not reported, because they were not chosen.
  func neighbouringFacts(of folders: some Sequence<String>) -> [FactDeclaration] {
    let above = folders.map(SuitePath.above).filter {
      files.kind(SuitePath.joined($0, Self.factsName)) == .file
    }
    return (above + [shipped].compactMap(\.self)).unique.flatMap(facts(below:))
  }

  private func facts(below folder: String) -> [FactDeclaration] {
    guard let names = try? files.list(folder) else { return [] }
    return names.sorted().flatMap { name -> [FactDeclaration] in
      let path = SuitePath.joined(SuitePath.joined(folder, name), Self.factsName)
      guard files.kind(path) == .file, let bytes = try? files.read(path),
        let root = try? YAMLParser.documents(of: SourceFile(name: path, bytes: bytes)).first?.root
      else { return [] }
      var nodes = NodeReader(file: path)
      return FactFileReader().file(root, &nodes).declarations
    }
  }
}

extension YAMLNode {
  /// The names of fragments that steps and tables below it use.
  var namesOfUsedFragments: [String] {
    switch content {
    case .scalar: []
    case .sequence(let items): items.flatMap(\.namesOfUsedFragments)
    case .mapping(let entries):
      entries.flatMap { entry in
        let isUse = entry.key.text == "use" || entry.key.text == "of"
        return (isUse ? entry.value.text.map { [$0] } ?? [] : []) + entry.value.namesOfUsedFragments
      }
    }
  }
}
