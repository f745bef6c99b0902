// SPDX-License-Identifier: Apache-2.0
// The characters that can mislead a reader.

/// The characters that mislead a person, a terminal or a CI that reads a text. All that is printed and every
/// report for people goes by this table.
///
/// - Characters that are invisible or change how others look: controls, format characters such
///   as the marks of the direction of writing, separators of lines, characters that every font
///   ignores, noncharacters. A joiner or a selector of variants stays where it does something:
///   between letters of the scripts that need it and in emoji. So does a mark above or below a
///   letter, but neither where there is no letter (at the start of a text or behind white space) nor
///   as the seventh in a row.
/// - Commands to the log of a CI. GitHub obeys a line whose first characters, after white space, are
///   `::`, and `##[` anywhere (`ActionCommand` of actions/runner); Azure `##[` and `##vso[`,
///   TeamCity `##teamcity[` anywhere. Buildkite folds what follows a line that begins with `---`,
///   `+++`, `~~~` or `^^^`.
package enum UnsafeCharacters {
  /// Characters that are harmless where they are not doubled.
  static let doubled = Array("#:-+~^".utf8)

  /// More marks than that on one letter cover other lines.
  private static let mostMarks = 6

  /// The effect of a character on a text.
  private enum Effect {
    /// It is seen, or is a blank.
    case none
    /// It stands above or below a letter.
    case mark
    /// It can't be seen, or it changes how others look.
    case hidden
  }

  /// Whether the character is invisible, or changes how others look.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool { effect(of: scalar) == .hidden }

  private static func effect(of scalar: Unicode.Scalar) -> Effect {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 ? .hidden : .none }
    // Letters of the languages that most texts are written in, and Han.
    if 0xAE..<0x300 ~= value || 0xA0..<0xAD ~= value || 0x4E00..<0xA000 ~= value { return .none }
    let category = scalar.properties.generalCategory
    switch category {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return .hidden
    default: break
    }
    // U+2800 is a Braille pattern without a dot; the last two of each plane are no characters.
    if value == 0x2800 || value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= value
      || scalar.properties.isDefaultIgnorableCodePoint
    {
      return .hidden
    }
    return category == .nonspacingMark || category == .enclosingMark ? .mark : .none
  }

  /// Whether it joins or varies its neighbours, where they need that.
  private static func isJoining(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    func needsJoiners(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      // From Hebrew to Mongolian, and from arrows on: symbols, Han, emoji.
      let value = scalar.value
      return (0x590..<0x1C80 ~= value || (value >= 0x2190 && value < 0xE0000))
        && !isHidden(scalar) && !scalar.properties.isWhitespace
    }
    switch scalar.value {
    case 0x200C, 0x200D:
      // A joiner may follow the selector that makes an emoji of a symbol.
      return (needsJoiners(previous) || previous?.value == 0xFE0F) && needsJoiners(next)
    case 0xFE00...0xFE0F: return needsJoiners(previous)
    default: return false
    }
  }

  /// Where a reader of the text is, from one character to the next.
  struct Context {
    /// Whether the line has nothing but white space so far.
    private var isBlank = true
    /// Whether it has nothing at all so far.
    private var isStart = true
    /// How many marks stand before the character.
    private var marks = 0
    /// The character before, as it is shown: the last one of its escape.
    private var previous: Unicode.Scalar?

    /// Whether the character has to be escaped. To be called for each in turn.
    mutating func isDeceptive(_ text: [Unicode.Scalar], at index: Int) -> Bool {
      let scalar = text[index]
      let effect = UnsafeCharacters.effect(of: scalar)
      let next = index + 1 < text.count ? text[index + 1] : nil
      let isDeceptive =
        switch (effect, scalar) {
        case (.mark, _): !hasLetter || marks >= UnsafeCharacters.mostMarks
        case (.hidden, _): !UnsafeCharacters.isJoining(scalar, after: previous, before: next)
        case (_, ":"): isBlank && next == ":"
        case (_, "#"): next != "#" && previous == "#" && Self.isCommand(text, after: index)
        case (_, "-"), (_, "+"), (_, "~"), (_, "^"): isStart && Self.isFold(text, at: index)
        default: false
        }
      marks = effect == .mark ? marks + 1 : 0
      let isWhite = scalar.value < 0x7F ? scalar.value <= 0x20 : scalar.properties.isWhitespace
      // Tabs and line ends may be kept.
      previous = isDeceptive && !isWhite ? "}" : scalar
      let breaksLine = scalar == "\n" || scalar == "\r"
      isStart = breaksLine
      isBlank = breaksLine || (isBlank && isWhite)
      return isDeceptive
    }

    /// Whether the character before is one that a mark can stand above or below.
    private var hasLetter: Bool { previous.map { !$0.properties.isWhitespace } ?? false }

    /// Whether `##` is followed by a word or nothing, and `[`.
    private static func isCommand(_ text: [Unicode.Scalar], after index: Int) -> Bool {
      for scalar in text[(index + 1)...] {
        switch scalar {
        case "[": return true
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": continue
        default: return false
        }
      }
      return false
    }

    /// Whether three of the same character stand here, and nothing or white space behind them.
    private static func isFold(_ text: [Unicode.Scalar], at index: Int) -> Bool {
      guard index + 2 < text.count, text[index + 1] == text[index], text[index + 2] == text[index]
      else { return false }
      return index + 3 == text.count || text[index + 3].properties.isWhitespace
    }
  }
}
