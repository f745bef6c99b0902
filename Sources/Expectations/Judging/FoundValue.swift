// SPDX-License-Identifier: Apache-2.0
// The value that came in a place, and the text that shows it.

package import Formats

/// The value that came in a place, and the text that shows it: reports show the text, and decide by
/// the kind and the value.
package struct FoundValue: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case nothing
    case null
    case boolean
    case number
    case string
    case array
    case object
    /// The text says it in words.
    case words
    /// A string that begins with a secret without a name: no reader can tell which one it is.
    case masked
  }

  package let text: QuotingText
  package let kind: Kind
  /// A boolean, a number, a string, or an array or object with nothing in it; nil for another value.
  package let value: JSONValue?

  /// - Parameter text: As a report shows it.
  package init(text: QuotingText, kind: Kind, value: JSONValue? = nil) {
    self.text = text
    self.kind = kind
    self.value = value
  }
}

extension FoundValue {
  /// A value, shown as JSON; nil for a missing one.
  package init(of value: JSONValue?) {
    let kind: Kind =
      switch value {
      case nil: .nothing
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    let isSimple =
      switch value {
      case .array(let items): items.isEmpty
      case .object(let object): object.members.isEmpty
      default: value?.scalarText != nil
      }
    self.init(text: MessageText.of(value), kind: kind, value: isSimple ? value : nil)
  }

  /// What came, in words.
  package init(words: QuotingText) { self.init(text: words, kind: .words) }

  /// A missing value.
  package static let nothing = FoundValue(of: nil)

  /// A text from outside that is no value of the answer, shown without quotes.
  package static func text(_ text: String) -> FoundValue { FoundValue(words: .text(text)) }

  package var isObjectOrArray: Bool { kind == .object || kind == .array }
}

extension FoundValue: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(words: QuotingText(words: value)) }

  package init(stringInterpolation: QuotingText.StringInterpolation) {
    self.init(words: QuotingText(stringInterpolation: stringInterpolation))
  }
}

extension FoundValue: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(kind)
  }
}
