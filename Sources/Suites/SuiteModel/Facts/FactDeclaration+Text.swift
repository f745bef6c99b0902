// SPDX-License-Identifier: Apache-2.0
// A fact in messages, in profiles and in the manual.

import Formats

extension FactDeclaration {
  /// The first sentence of what it means, as the end of a sentence: `the id of the provider`.
  var shortMeaning: String {
    var text = about.split(separator: "\n").joined(separator: " ")
    if let end = text.firstRange(of: ". ") { text = String(text[..<end.lowerBound]) }
    if text.hasSuffix(".") { text.removeLast() }
    let isWord = text.dropFirst().first.map { !$0.isUppercase } ?? false
    return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
  }

  /// The environment variable that a profile reads a secret from.
  package var environmentVariable: String { "SSO_\(name.uppercased())" }

  /// The line of a profile that gives it, with its default, its example or, for a secret, a
  /// variable.
  package var exampleLine: String {
    let value = isSecret ? "!env \(environmentVariable)" : FlowYAML.text(standard ?? example)
    return "\(name): \(value)"
  }
}

/// Writes values as YAML in flow style.
enum FlowYAML {
  static func text(_ value: JSONValue) -> String {
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
