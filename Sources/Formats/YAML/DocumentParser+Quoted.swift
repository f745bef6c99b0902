// SPDX-License-Identifier: Apache-2.0
// Scalars in quotes, with their escapes (YAML 1.2.2, section 5.7).

import Text

/// A quote that was opened and is not closed yet.
private struct OpenQuote {
  /// `'` or `"`
  let mark: UInt8
  let place: Position
  let line: Int

  var unclosed: YAMLError { YAMLError(.unclosed(String(Unicode.Scalar(mark))), at: place) }
}

extension DocumentParser {
  /// A scalar in quotes of either kind.
  mutating func quoted(_ properties: NodeProperties, minimum: Int) throws(YAMLError) -> YAMLNode {
    let start = index
    let place = position(at: start)
    let quote = OpenQuote(mark: bytes[start], place: place, line: line)
    let isDouble = quote.mark == UInt8(ascii: "\"")
    let style: YAMLScalar.Style = isDouble ? .doubleQuoted : .singleQuoted
    index += 1
    while bytes[index] != quote.mark, !bytes[index].isBreakOrEnd,
      !(isDouble && bytes[index] == UInt8(ascii: "\\"))
    { index += 1 }
    if bytes[index] == quote.mark, isDouble || bytes[index + 1] != quote.mark {
      return try verbatim(style, properties, from: start, at: place)
    }
    var buffer = Array(bytes[(start + 1)..<index])
    var length: Int?
    // Blanks before a line break go, but not those that were written as escapes.
    var kept = 0
    while true {
      switch bytes[index] {
      case 0: throw quote.unclosed
      case quote.mark:
        index += 1
        if !isDouble, bytes[index] == quote.mark {
          buffer.append(quote.mark)
          index += 1
          continue
        }
        length = length ?? position(at: index).column - place.column
        try checkEnd(of: quote)
        return try scalarNode(
          YAMLScalar(String(decoding: buffer, as: UTF8.self), style: style), properties,
          at: place, length: length ?? 1, layout: .rewritten)
      case 0x0A, 0x0D:
        length = length ?? position(at: index).column - place.column
        while buffer.count > kept, let last = buffer.last, last.isBlank { buffer.removeLast() }
        fold(try nextQuotedLine(quote, minimum: minimum), into: &buffer)
      case UInt8(ascii: "\\") where isDouble:
        switch bytes[index + 1] {
        case 0: throw quote.unclosed
        case 0x0A, 0x0D:
          index += 1
          length = length ?? position(at: index).column - place.column
          let breaks = try nextQuotedLine(quote, minimum: minimum)
          buffer.append(contentsOf: repeatElement(0x0A, count: breaks - 1))
        default: try escape(into: &buffer)
        }
        kept = buffer.count
      default:
        buffer.append(bytes[index])
        index += 1
      }
    }
  }

  /// A quoted scalar whose text stands in the file as it is; the parser is on the last quote.
  private mutating func verbatim(
    _ style: YAMLScalar.Style, _ properties: NodeProperties, from start: Int, at place: Position
  ) throws(YAMLError) -> YAMLNode {
    let written = text(from: start + 1, to: index)
    index += 1
    return try scalarNode(
      YAMLScalar(written, style: style), properties, at: place,
      length: position(at: index).column - place.column, layout: .verbatim(quotes: 1))
  }

  /// Moves to the next line in quotes that is not blank, behind its blanks.
  ///
  /// - Returns: The line breaks up to it.
  private mutating func nextQuotedLine(_ quote: OpenQuote, minimum: Int) throws(YAMLError) -> Int {
    var breaks = 0
    while bytes[index].isBreakOrEnd, bytes[index] != 0 {
      nextLine()
      breaks += 1
      do throws(YAMLError) { try checkFlowLine(minimum: minimum) } catch {
        // A quote that was forgotten runs into the next key, whose place is right.
        throw isClosed(quote) ? error : quote.unclosed
      }
      skipBlanks()
    }
    return breaks
  }

  /// Whether the text from here on ends in a closing quote, and not in one that opens a further
  /// text or is an apostrophe.
  private func isClosed(_ quote: OpenQuote) -> Bool {
    var offset = index
    while bytes[offset] != 0 {
      if bytes[offset] == UInt8(ascii: "\\"), quote.mark == UInt8(ascii: "\"") {
        offset += bytes[offset + 1] == 0 ? 1 : 2
      } else if bytes[offset] != quote.mark {
        offset += 1
      } else if quote.mark == UInt8(ascii: "'"), bytes[offset + 1] == quote.mark {
        offset += 2
      } else {
        var end = offset + 1
        while bytes[end].isBlank { end += 1 }
        return bytes[end].isBreakOrEnd || bytes[end].endsFlowEntry
          || bytes[end] == UInt8(ascii: ":")
          || (bytes[end] == UInt8(ascii: "#") && end > offset + 1)
      }
    }
    return false
  }

  /// Refuses a text over several lines behind whose last quote a further text begins at once: that
  /// quote was meant to open the next text. The parser stands behind it.
  private func checkEnd(of quote: OpenQuote) throws(YAMLError) {
    let next = bytes[index]
    guard line == quote.line || next.endsToken || next.isFlowIndicator || next == UInt8(ascii: ":")
    else { throw quote.unclosed }
  }

  /// Reads the escape that the parser stands on.
  mutating func escape(into buffer: inout [UInt8]) throws(YAMLError) {
    let start = index
    let letter = bytes[index + 1]
    var value: UInt32
    var digits = 0
    switch letter {
    case UInt8(ascii: "0"): value = 0
    case UInt8(ascii: "a"): value = 0x07
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "t"), 0x09: value = 0x09
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "v"): value = 0x0B
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "e"): value = 0x1B
    case 0x20, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): value = UInt32(letter)
    case UInt8(ascii: "N"): value = 0x85
    case UInt8(ascii: "_"): value = 0xA0
    case UInt8(ascii: "L"): value = 0x2028
    case UInt8(ascii: "P"): value = 0x2029
    case UInt8(ascii: "x"): (value, digits) = (hexadecimal(2), 2)
    case UInt8(ascii: "u"):
      (value, digits) = (hexadecimal(4), 4)
      // A pair of surrogates, as JSON writes a character beyond the first 65,536.
      if value & 0xFFFF_FC00 == 0xD800, bytes[index + 6] == UInt8(ascii: "\\"),
        bytes[index + 7] == letter
      {
        let low = hexadecimal(4, from: index + 8)
        if low & 0xFFFF_FC00 == 0xDC00 {
          (value, digits) = (0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF), 10)
        }
      }
    case UInt8(ascii: "U"): (value, digits) = (hexadecimal(8), 8)
    default: value = .max
    }
    // Also a half of a pair of surrogates.
    guard let scalar = Unicode.Scalar(value) else {
      var end = start + 2
      while end < start + 2 + digits, bytes[end].isHexadecimal { end += 1 }
      // The whole of a character of more than one byte.
      while bytes[end] & 0xC0 == 0x80 { end += 1 }
      throw failure(.invalidEscape(text(from: start, to: end)), from: start, to: end)
    }
    buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    index += 2 + digits
  }

  /// The value of the digits of the escape; no scalar where there are too few of them.
  private func hexadecimal(_ count: Int, from start: Int? = nil) -> UInt32 {
    var value: UInt32 = 0
    for offset in (start ?? index + 2)..<((start ?? index + 2) + count) {
      guard let digit = Hexadecimal.value(of: bytes[min(offset, bytes.count - 1)]) else {
        return .max
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension UInt8 {
  var isHexadecimal: Bool { Hexadecimal.value(of: self) != nil }
}
