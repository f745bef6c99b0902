// SPDX-License-Identifier: Apache-2.0
// Finds the files that the user names, and reads them.

import Formats
import Text

extension SuiteLoader {
  /// Names of folders in which no suites are looked for.
  private static let otherFolders: Set<String> = ["application", "cookbooks", "selftest", "targets"]
  private static let folderDepth = 16

  /// The files that a path of the user names, those of a folder in the order of their names.
  mutating func found(_ path: String) -> [String] {
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
    let names: [String]
    do {
      names = try files.list(path).sorted()
    } catch {
      problem(path, error.message)
      return []
    }
    var result: [String] = []
    for name in names where !name.hasPrefix(".") && !Self.otherFolders.contains(name) {
      let child = SuitePath.joined(path, name)
      switch files.kind(child) {
      case .folder?: result += found(inFolder: child, depth: depth + 1)
      case .file? where name.hasSuffix(".yaml") || name.hasSuffix(".yml"): result.append(child)
      default: break
      }
    }
    return result
  }

  /// Whether a file belongs to the suites beside it: fragments or facts.
  private static func isShared(_ path: String) -> Bool {
    [fragmentsName, factsName].contains(SuitePath.name(of: path))
  }

  /// Reads a file, once. Only a suite that the user names may be a symbolic link.
  mutating func source(_ path: String) -> SourceFile? {
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
  mutating func document(_ file: SourceFile) -> YAMLNode? {
    do {
      let documents = try YAMLParser.documents(of: file)
      if documents.count > 1 {
        diagnostics.append(
          Diagnostic(
            .error,
            "\(Self.isShared(file.name) ? "it" : "a suite file") is one document, and this has \(documents.count)",
            file: file.name, at: documents[1].root.position))
        return nil
      }
      if let root = documents.first?.root { return root }
      problem(file.name, "the file is empty; \(Self.beginning(of: file.name))")
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, error.description, file: file.name, at: error.position, length: error.length))
    }
    return nil
  }

  private static func beginning(of path: String) -> String {
    switch SuitePath.name(of: path) {
    case factsName: "it begins with 'facts:'"
    case fragmentsName: "it begins with 'fragments:'"
    default: "a suite begins with 'suite: NAME'"
    }
  }

  /// Reports a mistake that concerns a whole file.
  mutating func problem(_ path: String, _ message: String) {
    diagnostics.append(Diagnostic(.error, message, file: path, at: .start))
  }
}
