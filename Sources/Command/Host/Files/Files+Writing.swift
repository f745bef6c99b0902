// SPDX-License-Identifier: Apache-2.0
// Writes files under a temporary name and renames them when they are complete.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Writes a file under a temporary name and then renames it, so that no reader sees half of it.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(to: path) { $0(bytes) }
  }

  /// Writes a file piece by piece, under a temporary name first. If that fails, an existing file
  /// stays as it is.
  ///
  /// - Parameter body: Passes the pieces in order to the function that it gets. After a piece that
  ///   could not be written, further ones are ignored.
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
    // Some file systems report an error only here. There is no fsync: after a loss of power a run
    // can be repeated, and fsync would take as long as a scenario.
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(aside, path) != 0 { failure = errno }
    guard let failure else { return }
    unlink(aside)
    throw FileError(number: failure)
  }

  /// - Returns: The system's error number; nil if all bytes were written.
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
  /// The error of a file that could not be written.
  ///
  /// - Parameter number: The system's error number.
  fileprivate init(number: Int32) {
    self.init(message: "it can't be written: \(ProcessSystem.text(of: number))")
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  guard let address = bytes.baseAddress else { return 0 }
  return write(descriptor, address, bytes.count)
}
