// SPDX-License-Identifier: Apache-2.0
// JSON that is read piece by piece: no more of it than a window is in memory.

import Formats
import Text

/// Reads JSON (RFC 8259) from a file that may be larger than the memory. Whoever reads asks for the
/// next value as what it has to be, or skips it; what is skipped is checked all the same.
///
/// In contrast to `JSONParser`, an escape for half of a surrogate pair is let pass: browsers write it
/// where a body is not text.
struct JSONStream {
  /// How many arrays and objects may stand in each other in what is skipped. Chrome nests the parents
  /// of a stack trace.
  static let depth = 10_000

  private let file: RecordingFile
  /// How many bytes are read at once.
  private let windowBytes: Int
  /// Where reading ends.
  private let end: Int
  private(set) var window: [UInt8] = []
  /// Where the window begins in the file.
  private var windowStart: Int
  /// In the window.
  private(set) var index = 0

  init(_ file: RecordingFile, _ limits: HARLimits, _ range: Range<Int>? = nil) {
    self.file = file
    windowBytes = limits.windowBytes
    windowStart = range?.lowerBound ?? 0
    end = range?.upperBound ?? file.byteCount
  }
}

extension JSONStream {
  /// Where the next byte stands in the file.
  var offset: Int { windowStart + index }

  /// The next byte; nil at the end.
  mutating func peek() throws(StreamError) -> UInt8? {
    if index < window.count { return window[index] }
    return try fill(1) ? window[index] : nil
  }

  /// Passes over bytes that were looked at.
  mutating func advance(by count: Int = 1) { index += count }

  /// Moves the window so that it has this many bytes from the index on.
  ///
  /// - Returns: false where the file has fewer; the window has all of them then.
  mutating func fill(_ count: Int) throws(StreamError) -> Bool {
    if index + count <= window.count { return true }
    let read = windowStart + window.count
    let missing = end - read
    guard missing > 0 else { return false }
    let wanted = min(max(windowBytes, count), missing)
    guard let bytes = file.read(read, wanted), bytes.count == wanted else {
      throw StreamError("it can't be read any further", at: read)
    }
    windowStart += index
    window = index < window.count ? Array(window[index...]) + bytes : bytes
    index = 0
    return count <= window.count
  }

  mutating func skipWhitespace() throws(StreamError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// The next byte that isn't white space; nil at the end.
  mutating func next() throws(StreamError) -> UInt8? {
    try skipWhitespace()
    return try peek()
  }

  /// The error that something else stands at the index, or nothing.
  mutating func unexpected(_ expected: String) -> StreamError {
    guard (try? fill(4)) != nil, index < window.count else {
      return StreamError(.unexpected(found: nil, expected: expected), at: offset, isCut: true)
    }
    let byte = window[index]
    let found: String
    if let length = EncodedScalar.read(window, at: index)?.length, byte > 0x20, byte != 0x7F {
      found = "'\(String(decoding: window[index..<(index + length)], as: UTF8.self))'"
    } else {
      found = "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
    return StreamError(.unexpected(found: found, expected: expected), at: offset)
  }
}

/// Why a stream can't be read any further, and where.
struct StreamError: Error {
  var message: String
  /// In the file.
  var offset: Int
  /// Whether the file ends where something was to follow.
  var isCut = false

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  init(_ mistake: JSONMistake, at offset: Int, isCut: Bool = false) {
    message = mistake.description
    self.offset = offset
    self.isCut = isCut
  }
}
