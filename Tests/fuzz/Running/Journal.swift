// SPDX-License-Identifier: Apache-2.0
// Where a process keeps the input that it tries, so that a crash doesn't lose it.

import Foundation

/// A file in memory with the round and its input. What is written to it is there after a crash, and
/// costs no system call.
///
///     bytes 0–7 the round, 8–15 the length, then the input
final class Journal {
  private static let headBytes = 16
  /// Of a longer input the beginning is kept.
  private static let inputBytes = 2 << 20
  private static let sizeBytes = headBytes + inputBytes

  private let memory: UnsafeMutableRawPointer

  /// Creates the file.
  init(writing path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0, ftruncate(file, off_t(Self.sizeBytes)) == 0 else {
      throw Flaw("the journal '\(path)' can't be written")
    }
    defer { close(file) }
    guard
      let memory = mmap(nil, Self.sizeBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw Flaw("the journal '\(path)' can't be mapped") }
    self.memory = memory
  }

  deinit { munmap(memory, Self.sizeBytes) }
}

extension Journal {
  func note(_ input: [UInt8], of round: Int) {
    memory.storeBytes(of: UInt64(round), as: UInt64.self)
    let count = min(input.count, Self.inputBytes)
    memory.storeBytes(of: UInt64(count), toByteOffset: 8, as: UInt64.self)
    input.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      memory.advanced(by: Self.headBytes).copyMemory(from: start, byteCount: count)
    }
  }

  /// The round that a process noted last; nil if it noted nothing.
  static func round(in path: String) -> Int? {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = (try? file.read(upToCount: 8)) ?? nil, bytes.count == 8
    else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// What a process noted last; nil if it noted nothing.
  static func read(_ path: String) -> (round: Int, input: [UInt8])? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count >= headBytes else {
      return nil
    }
    let bytes = [UInt8](data)
    func number(at index: Int) -> Int {
      bytes[index..<index + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let count = min(number(at: 8), bytes.count - headBytes)
    return (number(at: 0), Array(bytes[headBytes..<headBytes + count]))
  }
}
