// SPDX-License-Identifier: Apache-2.0
// Files that belong together, written aside and put in their places once they are complete.

package import Suites
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that are written aside, in a folder of their own, and then renamed. No reader ever sees
/// half of one, and a process that is killed leaves nothing that looks like a file of its.
///
/// The folder is named `.sso-conformance-0123456789abcdef.part`. It is locked while the process
/// that writes it runs: by the lock `sweep` tells what a killed process has left behind.
package final class UnfinishedFiles: Sendable {
  private static let start = ".sso-conformance-"
  private static let end = ".part"

  /// The folder in which the files get their places.
  private let folder: String
  /// The folder in which they are until then.
  private let aside: String
  /// The open folder; as long as it is open, it is locked.
  private let lock: Int32
  /// How many files are written. Each has its number as name there.
  private let count = Atomic(0)
  /// The folders of this process that are there now: a process may end at once.
  private static let folders = Mutex<Set<String>>([])

  /// Makes the folder for the files.
  ///
  /// - Parameter folder: Where the files get their places; it exists.
  /// - Throws: where nothing can be written to that folder.
  package init(in folder: String) throws(FileError) {
    self.folder = folder
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 16)
      let zeros = String(repeating: "0", count: 16 - number.count)
      let aside = "\(folder)/\(Self.start)\(zeros)\(number)\(Self.end)"
      guard mkdir(aside, 0o700) == 0 else { throw FileError(writing: errno) }
      let lock = open(aside, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      if lock >= 0 {
        // A file system without locks keeps the folder from being swept, and that is all.
        _ = flock(lock, LOCK_EX | LOCK_NB)
        if Self.isThere(lock) {
          self.aside = aside
          self.lock = lock
          _ = Self.folders.withLock { $0.insert(aside) }
          return
        }
        // Another process swept it in the moment before it was locked.
        close(lock)
      } else if errno != ENOENT {
        let error = errno
        rmdir(aside)
        throw FileError(writing: error)
      }
    }
  }

  deinit {
    for number in 0..<count.load(ordering: .relaxed) { unlink("\(aside)/\(number)") }
    rmdir(aside)
    _ = Self.folders.withLock { $0.remove(aside) }
    close(lock)
  }

  /// Removes what this process has not finished, since it ends at once.
  ///
  /// - Parameter folder: Where their places are; nil for all.
  static func removeAll(in folder: String? = nil) {
    for aside in folders.withLock({ $0 })
    where folder.map({ SuitePath.folder(of: aside) == $0 }) ?? true { remove(aside) }
  }

  private static func remove(_ folder: String) {
    for file in (try? Files.list(folder)) ?? [] where Int(file) != nil {
      unlink("\(folder)/\(file)")
    }
    rmdir(folder)
  }
}

extension UnfinishedFiles {
  /// A file that is complete, and has no place yet.
  package struct Complete: Sendable {
    /// The path of its place below the folder.
    package let name: String
    fileprivate let number: Int
  }

  /// Writes a file aside, piece by piece.
  ///
  /// - Parameters:
  ///   - name: The path of its place below the folder.
  ///   - isPrivate: Whether only the owner may read it.
  ///   - body: Passes the pieces in order to the function that it gets. After a piece that could
  ///     not be written, further ones are ignored.
  package func write(
    _ name: String, isPrivate: Bool = false, _ body: (_ take: @escaping ([UInt8]) -> Void) -> Void
  ) throws(FileError) -> Complete {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    let path = "\(aside)/\(number)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw FileError(writing: errno) }
    var failure: Int32?
    body { piece in if failure == nil { failure = ProcessSystem.writeAll(piece, to: descriptor) } }
    // Some file systems report an error only here. There is no fsync: after a loss of power a run
    // can be repeated, and fsync would take as long as a scenario.
    if close(descriptor) != 0, failure == nil { failure = errno }
    if let failure {
      unlink(path)
      throw FileError(writing: failure)
    }
    return Complete(name: name, number: number)
  }

  /// Puts a file in its place, in place of an earlier one.
  package func place(_ file: Complete) throws(FileError) {
    guard rename("\(aside)/\(file.number)", "\(folder)/\(file.name)") == 0 else {
      throw FileError(writing: errno)
    }
  }

  /// Removes what killed processes have left in a folder: only folders of this kind that belong to
  /// the same user and that no process writes to.
  ///
  /// - Returns: Whether others are left, to which processes write.
  @discardableResult
  package static func sweep(_ folder: String) -> Bool {
    var isInUse = false
    for name in (try? Files.list(folder)) ?? [] where isAside(name) {
      let path = "\(folder)/\(name)"
      let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      var status = stat()
      if flock(lock, LOCK_EX | LOCK_NB) != 0 {
        isInUse = true
      } else if fstat(lock, &status) == 0, status.st_uid == geteuid() {
        remove(path)
      }
      close(lock)
    }
    return isInUse
  }

  private static func isAside(_ name: String) -> Bool {
    let number = name.dropFirst(start.count).dropLast(end.count)
    return name.hasPrefix(start) && name.hasSuffix(end) && number.count == 16
      && number.allSatisfy { "0123456789abcdef".contains($0) }
  }

  /// Whether an open folder still has a name.
  private static func isThere(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}

extension FileError {
  /// The error of a file that could not be written.
  ///
  /// - Parameter number: The system's error number.
  init(writing number: Int32) {
    self.init("it can't be written: \(ProcessSystem.text(of: number))")
  }
}
