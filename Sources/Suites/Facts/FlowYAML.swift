// SPDX-License-Identifier: Apache-2.0
// Writes values as YAML in flow style.

package import Formats

/// Writes values as YAML in flow style.
package enum FlowYAML {
  package static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): number.literal
    case .string(let text): isPlain(text) ? text : JSONWriter.text(value)
    case .array(let items): "[\(items.map(Self.text).joined(separator: ", "))]"
    case .object(let object):
      "{\(object.members.map { "\(text(.string($0.name))): \(text($0.value))" }.joined(separator: ", "))}"
    }
  }

  /// Whether YAML reads a text as this text without quotes, also in a flow collection: it begins
  /// with a letter, has no character with a meaning, and is no word of the core schema.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic
    else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard !words.contains(text.lowercased()), !text.hasSuffix(":") else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-_./:+@".unicodeScalars.contains(scalar))
    }
  }
}
