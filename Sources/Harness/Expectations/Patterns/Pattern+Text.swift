// SPDX-License-Identifier: Apache-2.0
// A pattern in the suite's own words, for messages.

internal import JSON

extension Pattern {
  /// The pattern as a suite writes it in a flow collection, cut to what a message bears.
  package var text: String { Wording.cut(form.text) }
}

extension Pattern.Form {
  fileprivate var text: String {
    switch self {
    case .unknown: "a value that is not known"
    case .literal(let literal): literal.text
    case .statusClass(let first): "\(first)xx"
    case .object(let object):
      object.isClosed ? "!exactly \(Self.map(object.entries))" : Self.map(object.entries)
    case .list(let items): Self.list(items)
    case .any: "!any {}"
    case .absent: "!absent {}"
    case .optional(let pattern): Self.tagged("optional", pattern)
    case .not(let pattern): Self.tagged("not", pattern)
    case .oneOf(let items): "!one-of \(Self.list(items))"
    case .all(let items): "!all \(Self.list(items))"
    case .boolean: "!boolean {}"
    case .anyObject: "!object {}"
    case .anyArray: "!array {}"
    case .string(let length): length.map { "!string {length: \($0)}" } ?? "!string {}"
    case .number(let number): number.text
    case .matches(let expression): "!matches \(Self.quoted(expression.source))"
    case .contains(let text): "!contains \(Self.plain(text))"
    case .startsWith(let text): "!starts-with \(Self.plain(text))"
    case .each(let pattern): Self.tagged("each", pattern)
    case .some(let pattern): Self.tagged("some", pattern)
    case .none(let pattern): Self.tagged("none", pattern)
    case .unordered(let items): "!unordered \(Self.list(items))"
    case .size(let bounds): "!size \(bounds)"
    case .timestamp(let timestamp): timestamp.text
    case .base64(let pattern): Self.tagged("base64", pattern)
    case .json(let pattern): Self.tagged("json", pattern)
    case .xml(let entries):
      "!xml \(Self.braced(entries.map { ($0.source, $0.pattern) }))"
    case .url(let url):
      "!url \(Self.braced(url.parts.map { ($0.part.rawValue, $0.pattern) }))"
    case .mediaType(let type): "!media-type \(Self.plain(type.written))"
    case .uuid: "!uuid {}"
    case .enhancedError(let object): "!enhanced-error \(Self.map(object.entries))"
    }
  }

  private static func list(_ patterns: [Pattern]) -> String {
    "[\(patterns.map(\.form.text).joined(separator: ", "))]"
  }

  fileprivate static func braced(_ members: [(key: String, pattern: Pattern)]) -> String {
    "{\(members.map { "\($0.key): \($0.pattern.form.text)" }.joined(separator: ", "))}"
  }

  private static func map(_ entries: [ObjectMatcher.Entry]) -> String {
    let members = entries.map { entry in
      let key =
        switch entry.key {
        case .name(let name): plain(name)
        // In block style, as queries stand, its brackets need no quotes.
        case .query(let query): query.source
        }
      return "\(key): \(entry.pattern.form.text)"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A node has one tag only: a pattern with a tag, or a list, goes into a list of one.
  private static func tagged(_ name: String, _ pattern: Pattern?) -> String {
    guard let pattern else { return "!\(name) {}" }
    let text = pattern.form.text
    let needsList =
      switch pattern.form {
      case .list: true
      case .object(let object): object.isClosed || object.entries.isEmpty
      default: text.hasPrefix("!")
      }
    return needsList ? "!\(name) [\(text)]" : "!\(name) \(text)"
  }

  /// A text without quotes where YAML reads it as that text in a flow collection.
  fileprivate static func plain(_ text: String) -> String {
    let words = [
      "", "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE",
    ]
    let isPlain =
      !words.contains(text) && Double(text) == nil
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !text.contains { ",[]{}\"".contains($0) }
      && !text.contains(": ") && !text.contains(" #") && !text.hasSuffix(":")
      && !text.hasPrefix(" ") && !text.hasSuffix(" ")
      && !(text.first.map { "!&*#|>@`%'?-:".contains($0) } ?? true)
    return isPlain ? text : JSONWriter.text(.string(text))
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }
}

extension XMLEntry {
  /// A map of paths as written, cut; `XML` for none, which any document matches.
  static func text(of entries: [XMLEntry]) -> String {
    entries.isEmpty
      ? "XML" : Wording.cut(Pattern.Form.braced(entries.map { ($0.source, $0.pattern) }))
  }
}

extension Literal {
  /// As written; what a variable gave as JSON.
  var text: String {
    if let written { return written }
    return Wording.text(value)
  }

  /// For sentences: `the boolean true`, `the string "a"`, `null`.
  var noun: String {
    let text = Wording.text(value)
    return value == .null || Kinds(of: value).isSubset(of: [.array, .object])
      ? text : "the \(value.typeName) \(text)"
  }
}
