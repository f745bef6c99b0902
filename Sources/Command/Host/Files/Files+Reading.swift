// SPDX-License-Identifier: Apache-2.0
// Reads files whose size is bounded, and never waits for ever.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
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
  ///   a pipe that nobody writes to.
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
    if kind == S_IFDIR { throw FileError(message: "it is a folder") }
    let isRegular = kind == S_IFREG
    if isRegular, Int(status.st_size) > limit { throw FileError(beyond: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(isRegular ? Int(status.st_size) + 1 : 1 << 16)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if !isRegular { try wait(for: descriptor, seconds: patience) }
      let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
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
          message: "it is not a file but a pipe or a device, and nothing came from it in "
            + "\(seconds) s")
      default: if errno != EINTR { throw FileError(reading: errno) }
      }
    }
  }
}

extension FileError {
  /// The error of a file that has too many bytes.
  fileprivate init(beyond limit: Int) {
    self.init(message: "it has more than \(limit) bytes, which is the limit")
  }

  /// The error of a file that could not be read.
  ///
  /// - Parameter number: The system's error number.
  fileprivate init(reading number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init(message: "there is no such file or folder")
    case EACCES: self.init(message: "it can't be read: permission denied")
    case EISDIR: self.init(message: "it is a folder")
    default: self.init(message: "it can't be read: \(ProcessSystem.text(of: number))")
    }
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  guard let address = bytes.baseAddress else { return 0 }
  return read(descriptor, address, bytes.count)
}
