// SPDX-License-Identifier: Apache-2.0
// Values and texts as messages show them: cut so that they fit into a line of a report.

internal import Findings
internal import JSON

/// Values and texts as messages show them.
package enum MessageText {
  /// A message shows at most so many characters of an expected or found value.
  package static let limit = 200

  /// The JSON text of a value, cut; `nothing` for nil.
  static func of(_ value: JSONValue?) -> String {
    guard let value else { return Finding.nothing }
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

  /// The beginning of a body, cut; bytes that are not UTF-8 are replaced.
  static func excerpt(_ bytes: [UInt8]) -> String {
    // Nobody needs characters of more than eight bytes each in a message.
    cut(String(decoding: bytes.prefix(limit * 8), as: UTF8.self))
  }

  /// `1 item`, `3 items`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `` `ids` has 3 items ``; nil for a value without items or members.
  static func size(of value: JSONValue, at place: Place) -> String? {
    switch value {
    case .array(let items): "\(place.name) has \(count(items.count, "item"))"
    case .object(let object): "\(place.name) has \(count(object.count, "member"))"
    case .null, .boolean, .number, .string: nil
    }
  }

  /// `a string`, `an array`: the kind of a value.
  static func kind(_ value: JSONValue) -> String { Kinds(of: value).description }

  /// Writes compact JSON; stops when it has more than is shown.
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
      // Escapes no more of a long string than is shown.
      let start = String(string.unicodeScalars.prefix(limit * 8))
      text += JSONWriter.text(.string(start))
    case .null, .boolean, .number: text += JSONWriter.text(value)
    }
  }
}
