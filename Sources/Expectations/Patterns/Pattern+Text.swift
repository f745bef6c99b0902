// SPDX-License-Identifier: Apache-2.0
// Patterns and values as messages show them.

import Formats

extension Pattern {
  /// The pattern as a suite writes it in a flow collection, cut to a length for messages.
  package var text: QuotingText { fullText.cut(to: MessageText.limit) }

  /// The pattern as a suite writes it in a flow collection.
  var fullText: QuotingText {
    switch form {
    case .unknown: "a value that is not known"
    case .literal(let literal): literal.text
    case .statusClass(let first): "\(first)xx"
    case .object(let object):
      object.isClosed ? FlowText.tagged("exactly", FlowText.map(object)) : FlowText.map(object)
    case .list(let items): FlowText.list(items)
    case .absent: FlowText.tagged("absent", nil)
    case .optional(let pattern): FlowText.tagged("optional", pattern.argumentText)
    case .not(let pattern): FlowText.tagged("not", pattern.argumentText)
    case .oneOf(let items): FlowText.tagged("one-of", FlowText.list(items))
    case .all(let items): FlowText.tagged("all", FlowText.list(items))
    case .matcher(let any): any.text
    }
  }

  /// The pattern as the argument of a tag: one with a tag, or a list, stands in a list of one.
  var argumentText: QuotingText {
    let text = fullText
    let needsList =
      switch form {
      case .list: true
      case .object(let object): object.isClosed || object.entries.isEmpty
      case .absent, .optional, .not, .oneOf, .all, .matcher: true
      case .unknown, .statusClass: false
      case .literal: text.description.hasPrefix("!")
      }
    return needsList ? "[\(text)]" : text
  }
}

/// Texts in YAML's flow style.
enum FlowText {
  /// `!name argument`; `!name {}` without argument.
  static func tagged(_ name: String, _ argument: QuotingText?) -> QuotingText {
    "!\(words: name) \(argument ?? "{}")"
  }

  static func list(_ patterns: [Pattern]) -> QuotingText {
    "[\(patterns.map(\.fullText).joined(separator: ", "))]"
  }

  static func map(_ members: [(key: String, pattern: Pattern)]) -> QuotingText {
    options(members.map { ($0.key, $0.pattern.fullText) }) ?? "{}"
  }

  static func map(_ object: ObjectPattern) -> QuotingText {
    map(
      object.entries.map { entry in
        switch entry.key {
        case .name(let name): (plainly(name), entry.pattern)
        // In block style, as queries stand, its brackets need no quotes.
        case .query(let query): (query.source, entry.pattern)
        }
      })
  }

  /// `{min: 1, max: 5}`, from names and texts; nil without any text.
  static func options(_ members: [(name: String, text: QuotingText?)]) -> QuotingText? {
    let held = members.compactMap { member in
      member.text.map { "\(words: member.name): \($0)" as QuotingText }
    }
    return held.isEmpty ? nil : "{\(held.joined(separator: ", "))}"
  }

  /// A text without quotes where YAML reads it as that text in a flow collection.
  static func plain(_ text: String) -> QuotingText {
    .written(.string(text)) { $0.string.map(plainly) ?? "" }
  }

  static func quoted(_ text: String) -> QuotingText {
    .written(.string(text)) { value in
      let parts = (value.string ?? "").split(separator: "'", omittingEmptySubsequences: false)
      return "'\(parts.joined(separator: "''"))'"
    }
  }

  private static func plainly(_ text: String) -> String {
    let words = [
      "", "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE",
    ]
    let isPlain =
      !words.contains(text) && Double(text) == nil
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !text.contains { ",[]{}\"".contains($0) } && !text.contains(": ") && !text.contains(" #")
      && !text.hasSuffix(":") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
      && !(text.first.map { "!&*#|>@`%'?-:".contains($0) } ?? true)
    return isPlain ? text : JSONWriter.text(.string(text))
  }
}

/// Values and texts as messages show them.
package enum MessageText {
  /// A message shows at most so many characters of an expected or found value.
  package static let limit = 200

  /// The JSON text of a value, cut; `nothing` for nil.
  static func of(_ value: JSONValue?) -> QuotingText {
    guard let value else { return "nothing" }
    return QuotingText.json(value).cut(to: limit)
  }

  /// A text as it came, cut.
  static func cut(_ text: String, to limit: Int = limit) -> QuotingText {
    QuotingText.text(text).cut(to: limit)
  }

  /// The beginning of a body, cut; bytes that are not UTF-8 are replaced.
  static func excerpt(_ bytes: [UInt8]) -> QuotingText {
    // A message needs no characters of more than eight bytes each in a message.
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
