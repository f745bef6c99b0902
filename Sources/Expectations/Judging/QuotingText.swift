// SPDX-License-Identifier: Apache-2.0
// A text that quotes values from outside, which are masked before anybody writes them.

package import Formats

/// A text of a finding: our words, and values from outside that are not written yet.
///
///     "\(place.name) is \(QuotingText.json(value)); expected a number"
///
/// Literals are our words. All that stands between `\(` and `)` is a value from outside. A secret in
/// a value is found as long as it is not quoted, escaped or cut; so the mask gets the values
/// first, and the text is written afterwards.
package struct QuotingText: Sendable {
  private enum Part: Sendable {
    case words(String)
    /// A value, and how it is written. Of a long value only the beginning is there.
    case value(JSONValue, isWhole: Bool, @Sendable (JSONValue) -> String)
    /// A text that shows at most so many characters.
    case cut(QuotingText, Int)
  }

  private var parts: [Part] = []

  private init(_ part: Part) { parts = [part] }
}

extension QuotingText {
  /// A text remembers at most so many bytes of a value: a message shows less.
  private static let longestBytes = 1600

  /// A text that may be shown as it is: one that is masked already, or words of ours.
  package init(words: String) { self.init(.words(words)) }

  /// A text from outside, shown without quotes.
  package static func text(_ text: String) -> QuotingText {
    written(.string(text)) { $0.string ?? "" }
  }

  /// A value from outside, shown as compact JSON.
  package static func json(_ value: JSONValue) -> QuotingText {
    written(value) { JSONWriter.text($0) }
  }

  /// A value from outside.
  ///
  /// - Parameter write: Writes the value, or one like it in which the strings are masked.
  package static func written(
    _ value: JSONValue, _ write: @escaping @Sendable (JSONValue) -> String
  ) -> QuotingText {
    var left = longestBytes
    let start = beginning(of: value, &left)
    return QuotingText(.value(start, isWhole: left >= 0, write))
  }

  /// The text, of which at most so many characters are shown.
  package func cut(to limit: Int) -> QuotingText { QuotingText(.cut(self, limit)) }

  package static func += (left: inout QuotingText, right: QuotingText) {
    if case .words("")? = left.parts.first, left.parts.count == 1 { left.parts = [] }
    left.parts += right.parts
  }

  package static func + (left: QuotingText, right: QuotingText) -> QuotingText {
    var sum = left
    sum += right
    return sum
  }

  /// The text in which each value is masked before it is written.
  package func written(masking mask: (String) -> String) -> String {
    // Most texts are words by now.
    if parts.count == 1, case .words(let words) = parts[0] { return words }
    return parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .value(let value, let isWhole, let write):
        text += write(value.mappingStrings(mask))
        if !isWhole { text += "…" }
      case .cut(let inner, let limit): text += Self.cut(inner.written(masking: mask), to: limit)
      }
    }
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    // A byte is at most one character, so a short text needs no counting.
    if text.utf8.count <= limit { return text }
    guard let end = text.index(text.startIndex, offsetBy: limit - 1, limitedBy: text.endIndex),
      text.index(end, offsetBy: 1, limitedBy: text.endIndex).map({ $0 < text.endIndex }) ?? false
    else { return text }
    return "\(text[..<end])…"
  }

  /// The beginning of a value.
  ///
  /// - Parameter left: How many bytes may be kept; below zero afterwards where something is left
  ///   out.
  private static func beginning(of value: JSONValue, _ left: inout Int) -> JSONValue {
    switch value {
    case .string(let text): return .string(beginning(of: text, &left))
    case .array(let items): return .array(kept(items, &left) { beginning(of: $0, &$1) })
    case .object(let object):
      return .object(
        JSONObject(
          kept(object.members, &left) { member, left in
            let name = beginning(of: member.name, &left)
            return (name: name, value: beginning(of: member.value, &left))
          }))
    case .number(let number):
      left -= number.literal.utf8.count
      return value
    case .null, .boolean: return value
    }
  }

  private static func kept<Item, Kept>(
    _ items: [Item], _ left: inout Int, _ beginning: (Item, inout Int) -> Kept
  ) -> [Kept] {
    var kept: [Kept] = []
    for item in items {
      guard left > 0 else {
        left = -1
        break
      }
      left -= 1
      kept.append(beginning(item, &left))
    }
    return kept
  }

  private static func beginning(of text: String, _ left: inout Int) -> String {
    left -= text.utf8.count
    if left >= 0 { return text }
    return String(text.unicodeScalars.prefix(longestBytes))
  }
}

extension QuotingText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(words: value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = QuotingText(words: "")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { text += QuotingText(words: literal) }
    }

    /// A text from outside, without quotes.
    package mutating func appendInterpolation(_ text: String) { self.text += .text(text) }

    package mutating func appendInterpolation(_ text: QuotingText) { self.text += text }

    /// A text that suites have written, or words of ours.
    package mutating func appendInterpolation(words: String) { text += QuotingText(words: words) }

    package mutating func appendInterpolation(_ number: Int) {
      text += QuotingText(words: String(number))
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += .text(value.description)
    }
  }
}

extension QuotingText: CustomStringConvertible {
  /// The text as it is, with all secrets that it holds.
  package var description: String { written { $0 } }
}

extension QuotingText: Hashable {
  package static func == (left: QuotingText, right: QuotingText) -> Bool {
    left.description == right.description
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Sequence<QuotingText> {
  package func joined(separator: QuotingText) -> QuotingText {
    var text = QuotingText(words: "")
    for (index, part) in enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return text
  }
}

extension JSONValue {
  /// The value with its strings and the names of its members changed.
  fileprivate func mappingStrings(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let items): .array(items.map { $0.mappingStrings(change) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { (name: change($0.name), value: $0.value.mappingStrings(change)) }))
    case .null, .boolean, .number: self
    }
  }
}
