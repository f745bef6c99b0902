// SPDX-License-Identifier: Apache-2.0
// Finds the files that the user names, and reads them.

package import Formats
package import Text

extension SuiteLoader {
  /// Names of folders in which no suites are looked for.
  private static let otherFolders: Set<String> = [
    "application", "cookbooks", "selftest", "targets",
  ]
  private static let folderDepth = 16
  private static let folderLimit = 2_000

  /// The files that a path of the user names, those of a folder in the order of their names.
  package mutating func found(_ path: String) -> [String] {
    switch files.namedKind(path) {
    case .file?, .link?: return [path]
    case .folder?: return found(inFolder: path, depth: 0)
    case .other?:
      problem(path, "this is not a file")
      return []
    case nil:
      problem(path, "there is no such file or folder")
      return []
    }
  }

  private mutating func found(inFolder path: String, depth: Int) -> [String] {
    guard depth < Self.folderDepth else {
      problem(path, "suites are looked for in \(Self.folderDepth) folders within each other")
      return []
    }
    searchedFolders += 1
    guard searchedFolders <= Self.folderLimit else {
      if searchedFolders == Self.folderLimit + 1 {
        problem(
          path,
          "suites are looked for in \(Self.folderLimit.grouped) folders; name the folder that has them"
        )
      }
      return []
    }
    let names: [String]
    do {
      names = try files.list(path).sorted()
    } catch {
      problem(path, error.message)
      return []
    }
    var result: [String] = []
    for name in names where !name.hasPrefix(".") {
      let child = SuitePath.joined(path, name)
      if name == "cookbooks" { result += foundCatalogues(inFolder: child) }
      if Self.otherFolders.contains(name) { continue }
      switch files.kind(child) {
      case .folder?: result += found(inFolder: child, depth: depth + 1)
      case .file? where name.hasSuffix(".yaml") || name.hasSuffix(".yml"): result.append(child)
      default: break
      }
    }
    return result
  }

  private func foundCatalogues(inFolder path: String) -> [String] {
    namesOfCatalogues(in: path).sorted().map { SuitePath.joined(path, "\($0).json") }
      .filter { files.kind($0) == .file }
  }

  /// Whether a file belongs to the suites beside it: fragments or facts.
  private static func isShared(_ path: String) -> Bool {
    [fragmentsName, factsName, situationsName].contains(SuitePath.name(of: path))
  }

  /// Reads a file, once. Only a suite that the user names may be a symbolic link.
  package mutating func source(_ path: String) -> SourceFile? {
    if let file = sources[path] { return file }
    if files.kind(path) == .link, Self.isShared(path) {
      problem(path, "symbolic links are not followed; put the file itself here")
      return nil
    }
    do {
      let file = SourceFile(name: path, bytes: try files.read(path))
      sources[path] = file
      return file
    } catch {
      problem(path, error.message)
      return nil
    }
  }

  /// The one document of a file.
  package mutating func document(_ file: SourceFile) -> YAMLNode? {
    do {
      let documents = try YAMLParser.documents(of: file)
      if documents.count > 1 {
        let isSuite = !Self.isShared(file.name) && !file.name.hasSuffix(".json") && !isForRules
        let kind = isSuite ? "a suite file" : "it"
        report(
          .error, "\(kind) is one document, and this has \(documents.count)", file.name,
          documents[1].root.position)
        return nil
      }
      if let root = documents.first?.root { return root }
      problem(file.name, "the file is empty; \(beginning(of: file.name))")
    } catch {
      report(.error, error.description, file.name, error.position, error.length)
    }
    return nil
  }

  private func beginning(of path: String) -> String {
    switch SuitePath.name(of: path) {
    case "exchanges.yaml": "it begins with 'exchanges:'"
    case Self.factsName: "it begins with 'facts:'"
    case Self.fragmentsName: "it begins with 'fragments:'"
    case Self.situationsName: "it begins with 'situations:'"
    case let name where name.hasSuffix(".json"): "a catalogue begins with '{'"
    case _ where isForRules: "a file of rules begins with 'application: NAME'"
    default: "a suite begins with 'suite: NAME'"
    }
  }

  /// Reports a mistake that concerns a whole file.
  mutating func problem(_ path: String, _ message: String) { report(.error, message, path, .start) }
}

/// The access to files that loading needs. The caller gives it, so that nothing here opens a file.
package struct SuiteFiles: Sendable {
  package enum Kind: Sendable, Equatable {
    case file
    case folder
    case link
    case other
  }

  /// The kind of a file; nil if it does not exist. Links are not followed.
  package let kind: @Sendable (_ path: String) -> Kind?
  /// The bytes of a file.
  package let read: @Sendable (_ path: String) throws(FileError) -> [UInt8]
  /// The names in a folder, in no order.
  package let list: @Sendable (_ path: String) throws(FileError) -> [String]

  package init(
    kind: @escaping @Sendable (String) -> Kind?,
    read: @escaping @Sendable (String) throws(FileError) -> [UInt8],
    list: @escaping @Sendable (String) throws(FileError) -> [String]
  ) {
    self.kind = kind
    self.read = read
    self.list = list
  }

  /// The kind of a path that the user names. A link to a folder, as packages have, is a folder.
  package func namedKind(_ path: String) -> Kind? {
    let kind = kind(path)
    return kind == .link && self.kind("\(path)/.") == .folder ? .folder : kind
  }
}

/// Why a file could not be read: a sentence without its name.
package struct FileError: Error, Sendable, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Works on paths as the user wrote them.
package enum SuitePath {
  package static func joined(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder that a file stands in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder above a folder.
  package static func above(_ folder: String) -> String {
    let trimmed = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    switch trimmed {
    case ".": return ".."
    case "/": return "/"
    default:
      let name = trimmed.split(separator: "/").last
      return name == ".." || name == "." ? joined(trimmed, "..") : Self.folder(of: trimmed)
    }
  }

  /// The path without `.` and repeated slashes, so that two spellings of it are equal.
  package static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  package static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }
}
