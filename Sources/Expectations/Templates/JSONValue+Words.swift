// SPDX-License-Identifier: Apache-2.0
// The text of a JSON value in a template, and its kind in a suite author's words.

package import Formats

extension JSONValue {
  /// The text of a string, the literal of a number, `true` or `false`; nil for the rest.
  package var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.literal
    case .boolean(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// `a map`, `a list`, `null`: in a suite author's words.
  package var withArticle: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "a map"
    }
  }
}
