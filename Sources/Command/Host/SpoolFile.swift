// SPDX-License-Identifier: Apache-2.0
// A file that grows while the program runs, and that is read again meanwhile.

import Suites

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written and read at any offset, and that only its owner may read. It is closed with
/// the last reference to it.
final class SpoolFile: Sendable {
  private let descriptor: Int32

  /// Makes a file without a name, which is gone with the process.
  ///
  /// - Parameter folder: The folder for temporary files that the user chose; nil for one of the
  ///   system's.
  /// - Throws: `FileError` where no folder for temporary files can be written to.
  init(temporaryIn folder: String?) throws(FileError) {
    // What is in /tmp may be kept in memory.
    for folder in [folder, "/var/tmp", "/tmp"].compactMap(\.self) {
      if let (descriptor, path) = Self.make(in: folder, ".sso-conformance-") {
        unlink(path)
        self.descriptor = descriptor
        return
      }
    }
    throw FileError(writing: errno)
  }

  /// Makes a file in the place of an earlier one, which stays as it is for those who have opened it.
  init(_ path: String) throws(FileError) {
    guard
      let (descriptor, aside) = Self.make(
        in: SuitePath.folder(of: path), ".\(SuitePath.name(of: path)).")
    else { throw FileError(writing: errno) }
    guard rename(aside, path) == 0 else {
      let error = errno
      unlink(aside)
      close(descriptor)
      throw FileError(writing: error)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A new file of mode 0600 with a name of its own.
  private static func make(in folder: String, _ name: String) -> (descriptor: Int32, path: String)?
  {
    // Safe: `mkstemp` writes over the X's in place, so the copy keeps its length; only this function has it.
    guard let template = strdup("\(folder)/\(name)XXXXXX") else { return nil }
    defer { free(template) }
    let descriptor = mkstemp(template)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return (descriptor, String(cString: template))
  }
}

extension SpoolFile {
  /// Writes bytes at an offset. Any thread may call it.
  ///
  /// - Returns: Whether all of them were written.
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        pwrite(
          descriptor, raw.baseAddress?.advanced(by: done), raw.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Ends the file at an offset.
  func cut(at offset: Int) { _ = ftruncate(descriptor, off_t(offset)) }

  /// The bytes at an offset; nil where there are fewer. Any thread may call it.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    ProcessSystem.read(descriptor, offset, count)
  }
}
