// SPDX-License-Identifier: Apache-2.0
// Files written aside, piece by piece, and renamed when they are whole.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Writes a file beside its place and renames it, so that nobody sees a half of it.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(to: path) { $0(bytes) }
  }

  /// Writes a file piece by piece, as above. What is there stays where the new one fails.
  ///
  /// - Parameter body: Gets a function that takes the pieces in order. After one could not be
  ///   written, the others are passed over.
  package static func write(
    to path: String, _ body: ((_ piece: [UInt8]) -> Void) -> Void
  ) throws(FileError) {
    let aside = "\(path).\(UInt64.random(in: .min ... .max)).part"
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(number: errno) }
    var failure: Int32?
    body { piece in
      if failure == nil { failure = writeAll(piece, to: descriptor) }
    }
    // Some file systems tell an error only here. There is no fsync: what a loss of power takes, a
    // run makes again, and it would cost as much as a flow of requests.
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(aside, path) != 0 { failure = errno }
    guard let failure else { return }
    unlink(aside)
    throw FileError(number: failure)
  }

  /// - Returns: The number of the error that ended it.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}

extension FileError {
  /// - Parameter number: The system's, of a file that was to be written.
  fileprivate init(number: Int32) {
    self.init(message: "it can't be written: \(ProcessSystem.text(of: number))")
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  guard let address = bytes.baseAddress else { return 0 }
  return write(descriptor, address, bytes.count)
}
