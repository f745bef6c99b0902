// SPDX-License-Identifier: Apache-2.0
// The types of facts.

package import Formats

/// The type of a fact's value, by its name in `facts.yaml`.
package enum FactType: String, Sendable, Equatable, CaseIterable {
  case text
  case integer
  case boolean
  case list
  case map
}

extension FactType {
  /// The type of a value; nil for null and for a number that is not whole.
  package init?(of value: JSONValue) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .number(let number):
      guard number.isInteger else { return nil }
      self = .integer
    case .string: self = .text
    case .array: self = .list
    case .object: self = .map
    }
  }

  /// `text`, `an integer`: the type in a sentence.
  package var withArticle: String {
    switch self {
    case .text: "text"
    case .integer: "an integer"
    case .boolean: "a boolean"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// The type of a value in a sentence, also of one that no fact can have.
  package static func withArticle(of value: JSONValue) -> String {
    FactType(of: value)?.withArticle ?? (value == .null ? "null" : "a number with a fraction")
  }
}
