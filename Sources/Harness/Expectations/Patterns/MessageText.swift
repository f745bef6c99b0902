// SPDX-License-Identifier: Apache-2.0
// Values and texts as messages show them: cut to a length that a line of a report bears.

internal import JSON

/// How values stand in messages.
package enum Wording {
  /// At most this many characters of what was expected or found.
  package static let limit = 200

  /// What stands for a missing value.
  package static let nothing = "nothing"

  /// The JSON text of a value, cut; `nothing` for nil.
  static func text(_ value: JSONValue?) -> String {
    guard let value else { return nothing }
    var text = ""
    append(value, to: &text)
    return cut(text)
  }

  /// A text as it came, cut.
  static func cut(_ text: String, to limit: Int = limit) -> String {
    // A byte is at most one character, so a short text needs no counting.
    if text.utf8.count <= limit { return text }
    guard let end = text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex),
      text.index(end, offsetBy: 1, limitedBy: text.endIndex).map({ $0 < text.endIndex }) ?? false
    else { return text }
    return "\(text[..<end])…"
  }

  /// The beginning of a body, with what is no UTF-8 replaced, cut.
  static func excerpt(_ bytes: [UInt8]) -> String {
    // A character may have many bytes, but not so many that a line of them is of use.
    cut(String(decoding: bytes.prefix(limit * 8), as: UTF8.self))
  }

  /// `1 item`, `3 items`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `a string`, `an array`: the kind of a value.
  static func kind(_ value: JSONValue) -> String { Kinds(of: value).description }

  /// Writes compact JSON until there is more than is shown.
  private static func append(_ value: JSONValue, to text: inout String) {
    guard text.utf8.count <= limit * 8 else { return }
    switch value {
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if text.utf8.count > limit * 8 { return }
        if index > 0 { text += "," }
        append(item, to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if text.utf8.count > limit * 8 { return }
        if index > 0 { text += "," }
        text += "\(JSONWriter.text(.string(member.name))):"
        append(member.value, to: &text)
      }
      text += "}"
    case .string(let string):
      // Of a long one no more is escaped than is shown.
      let start = String(string.unicodeScalars.prefix(limit * 8))
      text += JSONWriter.text(.string(start))
    case .null, .boolean, .number: text += JSONWriter.text(value)
    }
  }
}
