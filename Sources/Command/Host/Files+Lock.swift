// SPDX-License-Identifier: Apache-2.0
// The lock of a folder, by which processes put their files there one after the other.

import HTTP

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  private static let lockInterval = Duration.milliseconds(50)

  /// Takes the lock of a folder once no other process holds it.
  ///
  /// - Parameter patience: How long another process may hold it.
  /// - Returns: What `unlock` takes; nil where there can be no lock, as on some file systems.
  /// - Throws: `FolderLockedError` where another process holds it for longer.
  static func lock(_ folder: String, patience: Duration) throws(FolderLockedError) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let end = Deadline(after: patience)
    let pause = Cancellation()
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else {
        close(descriptor)
        return nil
      }
      if end.isPast {
        let holder = holder(ofLock: descriptor)
        close(descriptor)
        throw FolderLockedError(holder: holder)
      }
      _ = pause.wait(until: Deadline(after: min(lockInterval, end.remaining)))
    }
    return descriptor
  }

  static func unlock(_ descriptor: Int32) { close(descriptor) }

  /// The id of the process that holds the lock of an open file or folder; nil where the system does
  /// not tell it.
  private static func holder(ofLock descriptor: Int32) -> Int? {
    #if os(Linux)
      var status = stat()
      guard fstat(descriptor, &status) == 0, let bytes = try? read("/proc/locks") else {
        return nil
      }
      // `1: FLOCK  ADVISORY  WRITE 4711 fe:01:131072 0 EOF`, with the inode at the end of the place.
      let holders = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        line -> Int? in
        let words = line.split(separator: " ")
        guard words.count >= 6, words[1] == "FLOCK",
          words[5].split(separator: ":").last == "\(status.st_ino)"[...]
        else { return nil }
        return Int(words[4])
      }
      // Another file system may have a file of the same number.
      return holders.count == 1 && holders[0] > 0 ? holders[0] : nil
    #else
      return nil
    #endif
  }
}
