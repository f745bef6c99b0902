// SPDX-License-Identifier: Apache-2.0
// The files of the repository, as the tests of its structure look at them.

import Foundation
import TestSupport

/// A Swift file of `Sources/` or `Tests/`.
struct SwiftFile {
  /// From the root of the repository.
  let path: String
  let text: String

  /// Without `.swift`.
  var name: String { String(path.split(separator: "/").last?.dropLast(6) ?? "") }
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

  var lineCount: Int { text.count { $0 == "\n" } }

  /// The modules that it imports.
  var imports: [String] {
    let form =
      /(?m)^ *(?:@testable )?(?:package |internal |private |public )?import (?:struct |enum |class |func )?(\w+)/
    return text.matches(of: form).map { String($0.output.1) }
  }

  /// The types that it declares at the top level; in a file for one platform these are indented by
  /// its `#if`.
  var types: [String] {
    let indent = text.hasPrefix("#if") || text.contains("\n#if") ? "(?:  )?" : ""
    let modifiers = "(?:@\\w+(?:\\([^)\\n]*\\))? |[a-z]+ )*"
    let keyword = "(?:struct|class|enum|protocol|actor|typealias|macro)"
    let form = "(?m)^\(indent)\(modifiers)\(keyword) `?([\\w.]+)"
    guard let expression = try? Regex(form, as: (Substring, Substring).self) else { return [] }
    return text.matches(of: expression).map { String($0.output.1) }
  }

  /// Its lines that are comments.
  var comments: [String] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("//") }
      .map(String.init)
  }
}

/// The repository that these tests belong to.
enum Repository {
  static let root = SharedFolder.project

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The Swift files below a folder, by their paths; a link to one elsewhere is none of the folder's.
  static func swiftFiles(in folder: String) throws -> [SwiftFile] {
    let files = FileManager.default
    return try files.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
      .filter { path in
        let place = root.appending(path: path).path
        return try files.attributesOfItem(atPath: place)[.type] as? FileAttributeType
          != .typeSymbolicLink
      }
      .map { SwiftFile(path: $0, text: try text($0)) }
  }

  /// The paths of all Markdown documents, what a build or a run makes apart.
  static func documents() throws -> [String] {
    let files = FileManager.default
    var documents: [String] = []
    for name in try files.contentsOfDirectory(atPath: root.path) where !name.hasPrefix(".") {
      if name.hasSuffix(".md") { documents.append(name) }
      let inner = (try? files.subpathsOfDirectory(atPath: root.appending(path: name).path)) ?? []
      documents += inner.filter { $0.hasSuffix(".md") }.map { "\(name)/\($0)" }
    }
    return documents
  }
}

/// A target of Package.swift, with the targets that it names as its dependencies.
struct PackageTarget {
  let name: String
  let dependencies: [String]

  /// The targets of the two tables, each an entry `"Name": ["Dependency", …]`.
  static func all() throws -> [PackageTarget] {
    let manifest = try Repository.text("Package.swift")
    return manifest.matches(of: /"([\w-]+)":\s*\[([^\[\]]*)\]/).map { match in
      PackageTarget(
        name: String(match.output.1),
        dependencies: match.output.2.matches(of: /"([\w-]+)"/).map { String($0.output.1) })
    }
  }

  /// The target's folder, `Sources/<name>` or `Tests/<name>`; nil where there is none.
  var folder: String? {
    ["Sources/\(name)", "Tests/\(name)"].first {
      FileManager.default.fileExists(atPath: Repository.root.appending(path: $0).path)
    }
  }
}
