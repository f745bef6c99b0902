// SPDX-License-Identifier: Apache-2.0
// Finds and reads the files that declare facts.

import Formats
import Text

extension SuiteLoader {
  static let factsName = "facts.yaml"

  /// The facts that the files of a folder can use: those declared in the folder, in the folder
  /// above and among the shipped suites. Of two with one name, the nearest counts.
  ///
  /// - Parameter looksAbove: Whether the folder above is read.
  mutating func facts(in folder: String, looksAbove: Bool = true) -> FactTable {
    let key = "\(looksAbove) \(folder)"
    if let table = factTables[key] { return table }
    let folders =
      [folder] + (looksAbove ? [SuitePath.above(folder)] : []) + (shipped.map { [$0] } ?? [])
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

  /// Reads a file of facts, once; nil if there is none.
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
  /// A fact that two files declare is essential for the cookbooks of both, and secret if one says
  /// so. Two types of one fact are a mistake.
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
          diagnostics.append(
            Diagnostic(
              .error,
              "'\(declaration.name)' is \(declaration.type.withArticle) here and "
                + "\(other.type.withArticle) in \(other.file):\(other.position); a fact of one run "
                + "has one type", file: declaration.file, at: declaration.position,
              length: declaration.name.unicodeScalars.count))
        }
        known[declaration.name] = other.joined(with: declaration)
      }
    }
    return FactTable(order.compactMap { known[$0] }, isOpen: tables.contains(where: \.isOpen))
  }
}

extension FactDeclaration {
  /// The declaration, with the cookbooks and the secrecy of another.
  fileprivate func joined(with other: FactDeclaration) -> FactDeclaration {
    FactDeclaration(
      name: name, about: about, type: type, items: items, parts: parts, values: values,
      isSecret: isSecret || other.isSecret,
      essential: essential + other.essential.filter { !essential.contains($0) }, example: example,
      standard: standard, file: file, position: position)
  }
}
