// SPDX-License-Identifier: Apache-2.0
// Reads the parts of the expression between `${` and `}`.

import Text

/// Reads the text of an expression, byte by byte: its grammar is ASCII.
struct ExpressionScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func name() throws(TemplateError) -> String {
    skipBlanks()
    guard let name = word() else {
      throw error("expected a name, such as ${token}; names are letters, digits and '_'")
    }
    return name
  }

  mutating func part() throws(TemplateError) -> VariableExpression.Part? {
    switch current {
    case UInt8(ascii: "."):
      index += 1
      guard let name = word() else { throw error("expected the name of a member after '.'") }
      return .member(name)
    case UInt8(ascii: "["):
      index += 1
      let start = index
      while let byte = current, 0x30...0x39 ~= byte { index += 1 }
      guard index > start, current == UInt8(ascii: "]"), let number = Int(text(start..<index))
      else { throw error("expected a number and ']', such as [0]") }
      index += 1
      return .index(number)
    default: return nil
    }
  }

  mutating func offset() throws(TemplateError) -> Duration? {
    skipBlanks()
    guard let byte = current, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else {
      return nil
    }
    let sign = byte == UInt8(ascii: "+") ? "+" : "-"
    index += 1
    skipBlanks()
    let start = index
    _ = word()
    guard let duration = DurationText.parse(text(start..<index)) else {
      index = start
      throw error("expected a duration after '\(sign)': \(DurationText.form)")
    }
    return sign == "-" ? .zero - duration : duration
  }

  mutating func filter() throws(TemplateError) -> Filter? {
    skipBlanks()
    guard current == UInt8(ascii: "|") else { return nil }
    index += 1
    skipBlanks()
    let start = index
    while let byte = current, byte == UInt8(ascii: "-") || Self.isNameByte(byte) { index += 1 }
    let name = text(start..<index)
    guard let filter = Filter(rawValue: name) else {
      index = start
      let known = Filter.allCases.map(\.rawValue)
      let hint = Suggestion.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
      throw error(
        "unknown filter '\(name)', \(hint ?? "known are \(known.joined(separator: ", "))")")
    }
    return filter
  }

  mutating func end() throws(TemplateError) {
    skipBlanks()
    if index < bytes.count {
      let found = String(decoding: bytes[index...], as: UTF8.self).unicodeScalars.prefix(1)
      throw error(
        "unexpected '\(String(found))' in ${…}: a name, parts, '+ 1h' and '| filter' only")
    }
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while current == 0x20 { index += 1 }
  }

  private mutating func word() -> String? {
    let start = index
    while let byte = current, Self.isNameByte(byte) { index += 1 }
    return index > start ? text(start..<index) : nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func error(_ message: String) -> TemplateError {
    // All before it is ASCII.
    TemplateError(message: message, offset: ScalarOffset(index))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "_")
  }
}
