// SPDX-License-Identifier: Apache-2.0
// Text from outside made harmless for people's eyes: what is invisible is shown, what is long cut.

import Results

/// Text of a service or a suite in which nothing is hidden.
///
/// Control characters, escapes of terminals, marks that turn the direction of writing and other
/// invisible characters are written as `\u{1B}`; and so is the first character of what the log of
/// a CI would take for a command: `::error::` at the start of a line, `##[error]` and `##vso[…]`
/// anywhere.
package enum Visible {
  /// The text on one line: line breaks and tabs as `\n`, `\r` and `\t`.
  ///
  /// - Parameter limit: How many characters (Unicode scalars) are kept; then it says how many
  ///   there were.
  package static func line(_ text: String, limit: Int = 2000) -> String {
    show(text, limit: limit, keepsLines: false)
  }

  /// The text with its line breaks; CR LF becomes LF.
  package static func lines(_ text: String, limit: Int = 20_000) -> String {
    show(text, limit: limit, keepsLines: true)
  }

  /// A name on one line: every run of white space is one blank, and there is none at the ends.
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

  /// Whether there is nothing to show: the common case, found quickly.
  private static func isHarmless(_ text: String, _ keepsLines: Bool) -> Bool {
    var previous = UInt8(0)
    return text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return (0x20..<0x7F ~= byte || (keepsLines && byte == 0x0A))
        && !(byte == previous && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")))
    }
  }

  /// Whether a character can't be seen, or changes how others are seen.
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
