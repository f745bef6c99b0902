// SPDX-License-Identifier: Apache-2.0
// A file without a name, for what does not fit into the memory.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is made when the first bytes come and has no name after that, so that nothing of it is
/// left however the program ends.
package final class SpoolFile: Sendable {
  private struct Spool {
    /// Below 0 before there is a file, and where none could be made.
    var descriptor: Int32 = -1
    var isBroken = false
    var length = 0
  }

  private let folder: String
  private let state = Mutex(Spool())

  /// - Parameter folder: Where the file is made: it should be on a disk.
  package init(in folder: String) {
    self.folder = folder
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { _ = close(descriptor) }
  }
}

extension SpoolFile {
  /// Keeps bytes, and returns their offset; nil where they can't be written. Any thread may call it.
  package func append(_ bytes: [UInt8]) -> Int? {
    let place = state.withLock { state -> (descriptor: Int32, offset: Int)? in
      if state.descriptor < 0, !state.isBroken {
        state.descriptor = Self.make(in: folder)
        state.isBroken = state.descriptor < 0
      }
      guard !state.isBroken else { return nil }
      defer { state.length += bytes.count }
      return (state.descriptor, state.length)
    }
    guard let place else { return nil }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = pwrite(place.descriptor, rest.baseAddress, rest.count, place.offset + done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    // A full disk stays full: what comes later stays in the memory, too.
    if !isWritten { state.withLock { $0.isBroken = true } }
    return isWritten ? place.offset : nil
  }

  /// The bytes at an offset; nil where they can't be read. Any thread may call it.
  package func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    let descriptor = state.withLock { $0.descriptor }
    return descriptor < 0 ? nil : OpenFile.read(descriptor, offset, count)
  }

  /// A file for reading and writing that has no name any more; -1 where none can be made.
  private static func make(in folder: String) -> Int32 {
    let path = "\(folder)/scenarios.\(UInt64.random(in: .min ... .max)).part"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }
}
