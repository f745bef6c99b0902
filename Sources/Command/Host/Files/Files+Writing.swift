// SPDX-License-Identifier: Apache-2.0
// Writes a single file.

extension Files {
  /// Writes a file aside and then renames it, so that no reader sees half of it.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(to: path) { $0(bytes) }
  }

  /// Writes a file piece by piece, aside first. If that fails, an existing file stays as it is.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether only the owner may read the file, whoever could read an earlier one.
  ///   - body: Passes the pieces in order to the function that it gets. After a piece that could
  ///     not be written, further ones are ignored.
  package static func write(
    to path: String, isPrivate: Bool = false, _ body: ((_ piece: [UInt8]) -> Void) -> Void
  ) throws(FileError) {
    let (folder, name) = parts(of: path)
    let unfinished = try UnfinishedFiles(in: folder)
    try unfinished.place(unfinished.write(name, isPrivate: isPrivate, body))
  }

  /// The folder that a path leads to, and the name in it.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
