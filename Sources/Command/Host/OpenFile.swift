// SPDX-License-Identifier: Apache-2.0
// A file that is open for reading, of which any part can be read.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is open for reading, and closed with the last reference to it. What is read is what it
/// was when it was opened, also where another file is put in its place.
package final class OpenFile: Sendable {
  /// How many bytes it had when it was opened.
  package let count: Int
  private let descriptor: Int32

  /// Opens a file; nil where it is not one that parts can be read of, such as a pipe.
  package init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      _ = close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { _ = close(descriptor) }
}

extension OpenFile {
  /// The bytes at an offset; nil where there are fewer. Any thread may call it.
  package func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    ProcessSystem.read(descriptor, offset, count)
  }
}
