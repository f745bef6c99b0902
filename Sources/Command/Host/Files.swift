// SPDX-License-Identifier: Apache-2.0
// Files and folders: listed, made and removed, read within bounds, written.

package import Suites
import Text

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads, writes and lists files and folders.
package enum Files {
  /// The kind of what is at a path, without following links; nil where there is nothing.
  package static func kind(_ path: String) -> SuiteFiles.Kind? {
    // FileManager's attributes include the names of owner and group, looked up for each file.
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// The names of a folder's entries, in no particular order.
  package static func list(_ path: String) throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      let code = (error as? CocoaError)?.code
      let reason =
        switch code {
        case nil: "it can't be listed: \(error)"
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
        case .fileReadNoPermission: "it can't be listed: permission denied"
        case let code?: "it can't be listed (error \(code.rawValue))"
        }
      throw FileError(reason)
    }
  }

  /// The absolute path without links; nil where there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a folder and its parents, and checks that a file can be written in it. Removes what a
  /// killed process has left there.
  ///
  /// - Returns: Whether others are writing files there.
  @discardableResult
  package static func prepareFolder(_ path: String) throws(FileError) -> Bool {
    guard !path.isEmpty else { throw FileError("it is empty, and has to name a folder") }
    try makeFolder(path, of: path)
    let isInUse = UnfinishedFiles.sweep(path)
    _ = try UnfinishedFiles(in: path)
    return isInUse
  }

  /// Makes a new folder beside another: `Reports-2` beside `Reports`, or the next that is free.
  ///
  /// - Returns: Its path.
  static func makeFolder(beside path: String) throws(FileError) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    // `.` has no name to add a number to.
    let hasName = ![".", ".."].contains(SuitePath.name(of: String(path)))
    let whole = hasName ? String(path) : resolved(String(path)) ?? String(path)
    var number = 2
    while mkdir("\(whole)-\(number)", 0o777) != 0 {
      guard errno == EEXIST else {
        throw FileError("can't be made: \(ProcessSystem.text(of: errno))")
      }
      number += 1
    }
    return "\(whole)-\(number)"
  }

  /// Makes a folder and its parents.
  ///
  /// - Parameter whole: The path that was asked for, which messages call "it".
  private static func makeFolder(_ path: String, of whole: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0 else { return }
    var error = errno
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { return }
      throw FileError("\(subject(path, whole)) is a file, not a folder")
    }
    if kind(path) == .link {
      // Its target is missing, or is itself a link in a circle.
      let reason =
        errno == ENOENT ? "there is nothing where it leads to" : ProcessSystem.text(of: errno)
      throw FileError("\(subject(path, whole)) is a link, and \(reason)")
    }
    let parent = parent(of: path)
    if [ENOENT, ENOTDIR, ELOOP].contains(error), parent != path {
      try makeFolder(parent, of: whole)
      if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
      error = errno
    }
    throw FileError("\(subject(path, whole)) can't be made: \(ProcessSystem.text(of: error))")
  }

  private static func parent(of path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return SuitePath.folder(of: String(path))
  }

  private static func subject(_ path: String, _ whole: String) -> String {
    path == whole ? "it" : "'\(path)'"
  }

  /// How many bytes a file has at most that a person writes: a suite, a profile, a recording.
  package static let limitBytes = 16 * 1024 * 1024
  /// How many bytes a report has at most that is read again.
  package static let reportLimitBytes = 256 * 1024 * 1024

  /// The bytes of a file. Its size is checked before it is read, and again while it is read, since
  /// it may grow. A pipe is read as well, such as that of `<(command)` in a shell.
  ///
  /// - Parameters:
  ///   - limit: How many bytes it may have.
  ///   - patience: How many seconds a pipe may take for each piece.
  /// - Throws: `FileError` where there is no such file, it can't be read, has too many bytes, or is
  ///   a pipe without a writer.
  package static func read(
    _ path: String, limit: Int = limitBytes, patience: Int32 = 10
  ) throws(FileError) -> [UInt8] {
    // Without O_NONBLOCK the opening of a pipe waits for somebody to write to it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(reading: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(reading: errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw FileError("it is a folder") }
    let isRegular = kind == S_IFREG
    if isRegular, Int(status.st_size) > limit { throw FileError(beyond: limit) }
    // A device may have no end.
    let limit = kind == S_IFCHR ? min(limit, limitBytes) : limit
    var bytes: [UInt8] = []
    bytes.reserveCapacity(isRegular ? Int(status.st_size) + 1 : 1 << 16)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if !isRegular { try wait(for: descriptor, seconds: patience) }
      let count = systemRead(descriptor, &piece)
      if count > 0 {
        bytes += piece[..<count]
        if bytes.count > limit { throw FileError(beyond: limit) }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR, errno != EAGAIN {
        throw FileError(reading: errno)
      }
    }
  }

  /// Blocks until a pipe or a device has bytes, or has come to its end.
  private static func wait(for descriptor: Int32, seconds: Int32) throws(FileError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      switch poll(&entry, 1, seconds * 1000) {
      case 1...: return
      case 0:
        throw FileError(
          "it is not a file but a pipe or a device, and nothing came from it in \(seconds) s")
      default: if errno != EINTR { throw FileError(reading: errno) }
      }
    }
  }
}

extension FileError {
  /// The error of a file that has too many bytes.
  fileprivate init(beyond limit: Int) {
    self.init("it has more than \(limit) bytes, which is the limit")
  }

  /// The error of a file that could not be read.
  ///
  /// - Parameter number: The system's error number.
  fileprivate init(reading number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init("there is no such file or folder")
    case EACCES: self.init("it can't be read: permission denied")
    case EISDIR: self.init("it is a folder")
    default: self.init("it can't be read: \(ProcessSystem.text(of: number))")
    }
  }
}

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
    to path: String, isPrivate: Bool = false, _ body: (_ take: @escaping ([UInt8]) -> Void) -> Void
  ) throws(FileError) {
    let unfinished = try UnfinishedFiles(in: SuitePath.folder(of: path))
    try unfinished.place(unfinished.write(SuitePath.name(of: path), isPrivate: isPrivate, body))
  }

  /// Adds bytes to the end of a file, which is made if it is missing. A pipe or a device is
  /// refused.
  ///
  /// - Parameter body: Makes the bytes, for a file that has so many already; nil for none.
  /// - Returns: Whether there were any.
  package static func append(
    to path: String, _ body: (_ count: Int) -> [UInt8]?
  ) throws(FileError) -> Bool {
    // Without O_NONBLOCK the opening of a pipe waits for somebody to read from it.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      throw errno == ENXIO ? FileError("it is not a file") : FileError(writing: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("it is not a file")
    }
    guard let bytes = body(Int(status.st_size)) else { return false }
    if let error = ProcessSystem.writeAll(bytes, to: descriptor) {
      throw FileError(writing: error)
    }
    return true
  }
}

extension Console {
  /// Writes a file, or says on standard error why it can't be written.
  ///
  /// - Returns: Whether it is written.
  package func saves(_ path: String, _ write: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) { try write() } catch {
      self.error("error: not written: \(path): \(error.message)\n")
      return false
    }
    return true
  }
}
