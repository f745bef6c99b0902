// SPDX-License-Identifier: Apache-2.0
// The access to files that loading needs.

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
  package let read: @Sendable (_ path: String) throws(FileProblem) -> [UInt8]
  /// The names in a folder, in no order.
  package let list: @Sendable (_ path: String) throws(FileProblem) -> [String]

  package init(
    kind: @escaping @Sendable (String) -> Kind?,
    read: @escaping @Sendable (String) throws(FileProblem) -> [UInt8],
    list: @escaping @Sendable (String) throws(FileProblem) -> [String]
  ) {
    self.kind = kind
    self.read = read
    self.list = list
  }

  /// The kind of a path that the user names: a link to a folder is a folder, as packages install
  /// them.
  package func namedKind(_ path: String) -> Kind? {
    let kind = kind(path)
    return kind == .link && self.kind("\(path)/.") == .folder ? .folder : kind
  }
}

/// Why a file could not be read: a sentence without its name.
package struct FileProblem: Error, Sendable, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
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
