// SPDX-License-Identifier: Apache-2.0
// Makes text from outside harmless to read: shows invisible characters, cuts long texts.

import Results

/// Writes text of a service or a suite so that nothing in it is hidden.
///
/// Control characters, escapes of terminals, marks of the direction of writing and other invisible
/// characters are written as `\u{1B}`. So is the first character of a command to the log of a CI:
/// of `::error::` at the start of a line, and of `##[error]` and `##vso[…]` anywhere.
package enum Visible {
  /// The text on one line: line breaks and tabs as `\n`, `\r` and `\t`.
  ///
  /// - Parameter limit: How many characters (Unicode scalars) are kept; a cut text ends with the
  ///   number of all.
  package static func line(_ text: String, limit: Int = 2000) -> String {
    show(text, limit: limit, keepsLines: false)
  }

  /// The text with its line breaks; CR LF becomes LF.
  package static func lines(_ text: String, limit: Int = 20_000) -> String {
    show(text, limit: limit, keepsLines: true)
  }

  /// A name on one line: a run of white space becomes one blank, and none stays at the ends.
  package static func name(_ text: String, limit: Int = 500) -> String {
    let blank = UInt8(ascii: " ")
    var previous = blank
    let isNormal = text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte != blank || previous != blank
    }
    if isNormal, previous != blank, text.utf8.count <= limit, isHarmless(text, false) {
      return text
    }
    return line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), limit: limit)
  }

  private static func show(_ text: String, limit: Int, keepsLines: Bool) -> String {
    if text.utf8.count <= limit, isHarmless(text, keepsLines) { return text }
    var output = String.UnicodeScalarView()
    let hash: Unicode.Scalar = "#"
    let colon: Unicode.Scalar = ":"
    var count = 0
    var previous: Unicode.Scalar?
    var startsLine = true
    var commandColumn = -1
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      count += 1
      if count > limit { break }
      if scalar == hash, previous == hash, output.last == hash {
        output.append(contentsOf: #"\u{23}"#.unicodeScalars)
        continue
      }
      if scalar == colon, startsLine {
        // The first colon of a line waits for what follows it.
        commandColumn = commandColumn < 0 ? count : commandColumn
        if previous == colon, commandColumn == count - 1 {
          output.removeLast()
          output.append(contentsOf: #"\u{3A}:"#.unicodeScalars)
          startsLine = false
          continue
        }
      } else if scalar != " ", scalar != "\t" {
        startsLine = scalar == "\n" || scalar == "\r"
        commandColumn = -1
      }
      switch scalar {
      case "\n" where keepsLines: output.append(scalar)
      case "\r" where keepsLines: output.append("\n")
      case "\t" where keepsLines: output.append(scalar)
      case "\n": output.append(contentsOf: #"\n"#.unicodeScalars)
      case "\r": output.append(contentsOf: #"\r"#.unicodeScalars)
      case "\t": output.append(contentsOf: #"\t"#.unicodeScalars)
      case _ where isHidden(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        output.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      default: output.append(scalar)
      }
      if keepsLines, scalar == "\n", previous == "\r" { output.removeLast() }
    }
    if count > limit {
      let all = text.unicodeScalars.count
      output.append(contentsOf: "… (\(Wording.grouped(all)) characters in all)".unicodeScalars)
    }
    return String(output)
  }

  /// Whether nothing has to be escaped: the common case, found quickly.
  private static func isHarmless(_ text: String, _ keepsLines: Bool) -> Bool {
    var previous = UInt8(0)
    return text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return (0x20..<0x7F ~= byte || (keepsLines && byte == 0x0A))
        && !(byte == previous && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")))
    }
  }

  /// Whether a character is invisible, or changes how others look.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default:
      // Noncharacters: the last two of each plane, and 32 in the Arabic presentation forms.
      scalar.value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar.value
    }
  }
}
