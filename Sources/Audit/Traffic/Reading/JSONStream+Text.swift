// SPDX-License-Identifier: Apache-2.0
// Strings of a stream, kept up to a length, or passed over.

import Formats
import Text

/// A string of a stream, in UTF-8.
struct StreamedText {
  var bytes: [UInt8] = []
  /// Whether there were more than the bytes that were to be kept.
  var isCut = false
  /// Whether an escape stood for half of a surrogate pair. U+FFFD is in its place.
  var hasLoneSurrogate = false

  var text: String { String(decoding: bytes, as: UTF8.self) }
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
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }
}
