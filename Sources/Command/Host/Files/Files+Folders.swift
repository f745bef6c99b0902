// SPDX-License-Identifier: Apache-2.0
// Makes folders to write to, and says what keeps one from being used.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Makes a folder and its parents, and checks that a file can be written in it. Removes what a
  /// killed process has left there.
  package static func prepareFolder(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw FileError(message: "it is empty, and has to name a folder") }
    try makeFolder(path, of: path)
    UnfinishedFiles.sweep(path)
    _ = try UnfinishedFiles(in: path)
  }

  /// Removes a folder; one with anything in it stays.
  package static func removeEmptyFolder(_ path: String) { _ = rmdir(path) }

  /// Makes a folder and its parents.
  ///
  /// - Parameter whole: The path that was asked for, which messages call "it".
  private static func makeFolder(_ path: String, of whole: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0 else { return }
    var error = errno
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { return }
      throw FileError(message: "\(subject(path, whole)) is a file, not a folder")
    }
    if kind(path) == .link {
      // What it points to is missing, or is itself a link in a circle.
      let reason =
        errno == ENOENT ? "there is nothing where it leads to" : ProcessSystem.text(of: errno)
      throw FileError(message: "\(subject(path, whole)) is a link, and \(reason)")
    }
    let parent = parent(of: path)
    if [ENOENT, ENOTDIR, ELOOP].contains(error), parent != path {
      try makeFolder(parent, of: whole)
      if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
      error = errno
    }
    throw FileError(
      message: "\(subject(path, whole)) can't be made: \(ProcessSystem.text(of: error))")
  }

  private static func parent(of path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return parts(of: String(path)).folder
  }

  private static func subject(_ path: String, _ whole: String) -> String {
    path == whole ? "it" : "'\(path)'"
  }
}
