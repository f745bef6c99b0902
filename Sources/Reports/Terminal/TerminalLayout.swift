// SPDX-License-Identifier: Apache-2.0
// Lays out text in the columns of a terminal.

package import Text

/// The columns of a terminal, and how text is fitted to them.
package struct TerminalLayout: Sendable, Equatable {
  /// In a narrower terminal nothing would be left of most lines, and it breaks them by itself.
  private static let leastColumns = 40
  /// What a page of a CI has room for, and a person reads.
  private static let usualColumns = 100
  /// How far behind a label its text begins.
  private static let labelColumns = 10

  /// How many columns a line has.
  package let columns: Int
  /// Whether sentences that tools search for, such as the verdict, are broken as well.
  package let breaksSentences: Bool

  /// - Parameter columns: Those of the terminal; nil where there is none.
  package init(columns: Int?) {
    self.columns = max(Self.leastColumns, columns ?? Self.usualColumns)
    breaksSentences = columns != nil
  }
}

extension TerminalLayout {
  /// A text from outside on one line, cut where it is too long.
  func line(_ text: String, indent: Int) -> Printed {
    "\(Self.blank(indent))\(Columns.cut(Visible.line(text), to: columns - indent))\n"
  }

  /// A text from outside, broken between words.
  ///
  /// - Parameter limit: How many lines it may take; the last of them is cut.
  func prose(_ text: String, indent: Int, limit: Int = .max) -> Printed {
    fitted(text, to: columns - indent, limit).map { "\(Self.blank(indent))\($0)\n" as Printed }
      .joined()
  }

  /// `expected  200`: a label, and a text from outside that goes on below itself.
  ///
  /// - Parameter limit: How many lines it may take; the last of them is cut.
  func field(_ label: String, _ text: String, indent: Int, limit: Int = 1) -> Printed {
    let (head, start) = head(label, indent)
    return fitted(text, to: columns - start, limit).enumerated()
      .map { "\($0.offset == 0 ? head : Self.blank(start))\($0.element)\n" as Printed }.joined()
  }

  /// A text whose end matters most: where it is too long, its beginning is cut before that.
  func line(_ label: String, _ beginning: String, _ end: String, indent: Int) -> Printed {
    let (head, start) = head(label, indent)
    let end = Visible.line(end)
    let room = columns - start - Columns.width(of: end)
    return "\(head)\(Columns.cut(Visible.line(beginning), to: room))\(end)\n"
  }

  /// A sentence that tools search for, on lines of its own. Only a terminal has it broken, with what
  /// follows the first line indented.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  package func sentence(_ text: String, limit: Int = .max) -> [Printed] {
    guard breaksSentences else { return ["\(Visible.line(text))"] }
    if Columns.width(of: Visible.line(text)) <= columns { return ["\(Visible.line(text))"] }
    return fitted(text, to: columns - 2, limit).enumerated()
      .map { "\($0.offset == 0 ? "" : "  ")\($0.element)" }
  }

  /// A label and where something is: never cut, and whole where there is no terminal.
  func reference(_ label: String, _ text: String, indent: Int) -> Printed {
    if breaksSentences { return field(label, text, indent: indent, limit: .max) }
    return "\(head(label, indent).text)\(Visible.line(text))\n"
  }

  /// A text on which a person has to act: whole where there is no terminal, else on a few lines.
  ///
  /// - Parameter limit: How many lines it may take there; the last of them is cut.
  func statement(_ text: String, indent: Int, limit: Int = 2) -> Printed {
    breaksSentences
      ? prose(text, indent: indent, limit: limit)
      : "\(Self.blank(indent))\(Visible.line(text))\n"
  }

  private func head(_ label: String, _ indent: Int) -> (text: String, columns: Int) {
    let start = indent + max(Self.labelColumns, label.utf8.count + 2)
    return (Self.blank(indent) + label + Self.blank(start - indent - label.utf8.count), start)
  }

  private func fitted(_ text: String, to room: Int, _ limit: Int) -> [String] {
    let lines = Columns.wrapped(Visible.line(text), to: room)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1)
      + [Columns.cut(lines[(limit - 1)...].joined(separator: " "), to: room)]
  }

  private static func blank(_ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns))
  }
}
