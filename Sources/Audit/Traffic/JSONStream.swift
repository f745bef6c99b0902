// SPDX-License-Identifier: Apache-2.0
// JSON that is read piece by piece, and its strings.

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
  /// The end of reading.
  private let end: Int
  private(set) var window: [UInt8] = []
  /// The offset of the window in the file.
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
  /// The offset of the next byte in the file.
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

extension JSONStream {
  /// A string; the index is at its opening quotation mark.
  ///
  /// - Parameter limit: How many bytes are kept; the others are checked.
  mutating func string(limit: Int) throws(StreamError) -> StreamedText {
    guard try peek() == UInt8(ascii: "\"") else { throw unexpected("a string") }
    advance()
    var text = StreamedText()
    while true {
      let start = index
      var place = start
      let count = window.count
      while place < count {
        let byte = window[place]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte > 0x7F {
          break
        }
        place += 1
      }
      if limit > 0 { keep(start..<place, in: &text, limit) }
      advance(by: place - start)
      guard let byte = try peek() else { throw unexpected("'\"' at the end of a string") }
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return text
      case UInt8(ascii: "\\"): try escape(into: &text, limit)
      case 0..<0x20: throw StreamError(.controlCharacter(byte), at: offset)
      case 0x80...:
        _ = try fill(4)
        guard let length = EncodedScalar.read(window, at: index)?.length else {
          throw StreamError(.invalidUTF8, at: offset)
        }
        if limit > 0 { keep(index..<(index + length), in: &text, limit) }
        advance(by: length)
      default: break
      }
    }
  }

  /// The same as a `String`.
  mutating func plainString(limit: Int) throws(StreamError) -> String {
    // Most are short ASCII without escapes, so that their text is what stands in the window.
    let start = index + 1
    let end = min(window.count, start + limit)
    var place = start
    while place < end {
      let byte = window[place]
      if byte == UInt8(ascii: "\"") {
        advance(by: place + 1 - index)
        return String(decoding: window[start..<place], as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte > 0x7F { break }
      place += 1
    }
    return try string(limit: limit).text
  }

  private func keep(_ range: Range<Int>, in text: inout StreamedText, _ limit: Int) {
    if range.isEmpty || text.isCut { return }
    let room = limit - text.bytes.count
    guard range.count > room else {
      text.bytes += window[range]
      return
    }
    text.isCut = true
    // However the file is read in pieces, the same is kept: all that there is room for of what is
    // ASCII, and whole characters of the rest.
    if window[range.lowerBound] < 0x80 { text.bytes += window[range].prefix(room) }
  }

  private func keep(_ byte: UInt8, in text: inout StreamedText, _ limit: Int) {
    if limit == 0 || text.isCut { return }
    if text.bytes.count < limit { text.bytes.append(byte) } else { text.isCut = true }
  }

  private mutating func escape(into text: inout StreamedText, _ limit: Int) throws(StreamError) {
    let start = offset
    guard try fill(2) else {
      advance(by: window.count - index)
      throw unexpected("'\"' at the end of a string")
    }
    let byte = window[index + 1]
    advance(by: 2)
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return keep(byte, in: &text, limit)
    case UInt8(ascii: "b"): return keep(0x08, in: &text, limit)
    case UInt8(ascii: "f"): return keep(0x0C, in: &text, limit)
    case UInt8(ascii: "n"): return keep(0x0A, in: &text, limit)
    case UInt8(ascii: "r"): return keep(0x0D, in: &text, limit)
    case UInt8(ascii: "t"): return keep(0x09, in: &text, limit)
    case UInt8(ascii: "u"):
      var value = try hexadecimal(of: start)
      if value & 0xFC00 == 0xD800, try fill(6), window[index] == UInt8(ascii: "\\"),
        window[index + 1] == UInt8(ascii: "u"), let low = digits(at: index + 2),
        low & 0xFC00 == 0xDC00
      {
        value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
        advance(by: 6)
      }
      text.hasLoneSurrogate = text.hasLoneSurrogate || value & 0xFFFF_F800 == 0xD800
      scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    default: throw StreamError(.invalidEscape, at: start)
    }
    guard limit > 0, let encoded = UTF8.encode(scalar) else { return }
    if text.bytes.count + encoded.count > limit { text.isCut = true }
    if !text.isCut { text.bytes += encoded }
  }

  /// The four digits after `\u`.
  private mutating func hexadecimal(of start: Int) throws(StreamError) -> UInt32 {
    guard try fill(4) else {
      advance(by: window.count - index)
      throw unexpected("'\"' at the end of a string")
    }
    guard let value = digits(at: index) else { throw StreamError(.invalidEscape, at: start) }
    advance(by: 4)
    return value
  }

  private func digits(at place: Int) -> UInt32? {
    var value: UInt32 = 0
    for byte in window[place..<(place + 4)] {
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
