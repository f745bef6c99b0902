// SPDX-License-Identifier: Apache-2.0
// A new file that grows while the program runs.

import Suites
import Text

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new file that grows while the program runs, and that only its owner may read.
final class AppendedFile: Sendable {
  private let descriptor: Int32

  /// Makes the file.
  ///
  /// - Throws: `FileError` where it can't be made, or is there already.
  init(_ path: String) throws(FileError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw FileError(
        errno == EEXIST
          ? "it is there already, and is not written over" : ProcessSystem.text(of: errno))
    }
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  ///
  /// - Returns: Whether all of them were written.
  func append(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
