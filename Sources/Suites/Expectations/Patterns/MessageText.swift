// SPDX-License-Identifier: Apache-2.0
// Values and texts as messages show them: cut so that they fit into a line of a report.

internal import Formats

/// Values and texts as messages show them.
package enum MessageText {
  /// A message shows at most so many characters of an expected or found value.
  package static let limit = 200

  /// The JSON text of a value, cut; `nothing` for nil.
  static func of(_ value: JSONValue?) -> QuotingText {
    guard let value else { return QuotingText(words: Finding.nothing) }
    return QuotingText.json(value).cut(to: limit)
  }

  /// A text as it came, cut.
  static func cut(_ text: String, to limit: Int = limit) -> QuotingText {
    QuotingText.text(text).cut(to: limit)
  }

  /// The beginning of a body, cut; bytes that are not UTF-8 are replaced.
  static func excerpt(_ bytes: [UInt8]) -> QuotingText {
    // Nobody needs characters of more than eight bytes each in a message.
    cut(String(decoding: bytes.prefix(limit * 8), as: UTF8.self))
  }

  /// `1 item`, `3 items`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `` `ids` has 3 items ``; nil for a value without items or members.
  static func size(of value: JSONValue, at place: Place) -> QuotingText? {
    switch value {
    case .array(let items): "\(place.name) has \(count(items.count, "item"))"
    case .object(let object): "\(place.name) has \(count(object.count, "member"))"
    case .null, .boolean, .number, .string: nil
    }
  }

  /// `a string`, `an array`: the kind of a value.
  static func kind(_ value: JSONValue) -> String { Kinds(of: value).description }
}
