// SPDX-License-Identifier: Apache-2.0
// Adds to the end of a file that others write to as well.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Adds bytes to the end of a file, which is made where there is none. A pipe or a device is
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
      throw errno == ENXIO ? FileError(message: "it is not a file") : FileError(writing: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(message: "it is not a file")
    }
    guard let bytes = body(Int(status.st_size)) else { return false }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { systemWrite(descriptor, $0) }
      if count > 0 {
        start += count
      } else if errno != EINTR {
        throw FileError(writing: errno)
      }
    }
    return true
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  guard let address = bytes.baseAddress else { return 0 }
  return write(descriptor, address, bytes.count)
}
