// SPDX-License-Identifier: Apache-2.0
// Measures, cuts and wraps text by the columns that it takes on a terminal.

/// The columns of a terminal that a text takes: two for a wide character, such as those of Chinese
/// and most emoji; one for any other that a person sees as one.
///
/// A text is never cut or broken within such a character, nor within an escape that `Sanitized` has
/// written, as `\u{1B}` or `\n`. The text has no escapes of terminals: colours are added afterwards.
package enum Columns {
  /// How many columns the text takes.
  package static func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// A line of a table.
  ///
  /// - Parameter widths: Those of the columns but the last; a cell that is too long for its column has
  ///   one blank behind it.
  package static func row(_ cells: [String], widths: [Int]) -> String {
    zip(cells, widths).map { cell, columns in
      cell + String(repeating: " ", count: max(1, columns - width(of: cell)))
    }.joined() + cells.dropFirst(widths.count).joined()
  }

  /// The text in at most so many columns; one that was cut ends with `…`.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var output = ""
    var left = columns - 1
    for unit in units(of: text[...]) {
      left -= width(of: unit)
      if left < 0 { break }
      output += unit
    }
    while output.last == " " { output.removeLast() }
    return columns > 0 ? "\(output)…" : ""
  }

  /// The text in lines of at most so many columns, broken between words; a word that is longer than
  /// a line is broken within. An empty text is one empty line.
  package static func wrapped(_ text: String, to columns: Int) -> [String] {
    let columns = max(2, columns)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let wide = width(of: String(word))
      if !line.isEmpty, used + 1 + wide <= columns {
        line += " \(word)"
        used += 1 + wide
        continue
      }
      if !line.isEmpty { lines.append(line) }
      (line, used) = ("", 0)
      for unit in wide <= columns ? [word] : units(of: word) {
        let wide = width(of: unit)
        if used + wide > columns {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line += unit
        used += wide
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  private static func width(of unit: Substring) -> Int { width(of: String(unit)) }

  /// The parts of a text that stay whole.
  private static func units(of text: Substring) -> [Substring] {
    var units: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      let unit = rest.first == "\\" ? escape(at: rest) : rest.prefix(1)
      units.append(unit)
      rest = rest.dropFirst(unit.count)
    }
    return units
  }

  /// The escape that a text begins with; the backslash alone where it begins with none.
  private static func escape(at text: Substring) -> Substring {
    switch text.dropFirst().first {
    case "n", "r", "t": return text.prefix(2)
    case "u" where text.dropFirst(2).first == "{":
      let digits = text.dropFirst(3).prefix { $0.isHexDigit }
      let end = text.dropFirst(3 + digits.count)
      return end.first == "}" && digits.count <= 6 ? text.prefix(4 + digits.count) : text.prefix(1)
    default: return text.prefix(1)
    }
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x300 && scalars.count == 1 { return 1 }
    // The selector makes an emoji of a symbol.
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return isWide(first) ? 2 : 1
  }

  /// Whether a character has two columns: East_Asian_Width is W or F (Unicode Standard Annex 11), or
  /// it is shown as an emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
