// SPDX-License-Identifier: Apache-2.0
// The text of a node, and how messages name it.

import Formats

extension YAMLNode {
  /// The text of a scalar, whatever its type; nil for collections.
  package var text: String? {
    if case .scalar(let scalar) = content { scalar.text } else { nil }
  }

  /// Whether the node is empty or `null`.
  package var isNull: Bool {
    if tag == nil, case .scalar(let scalar) = content, case .null = scalar.coreValue {
      true
    } else {
      false
    }
  }

  /// The kind of the node: `a number`, `a list`.
  package var kindWithArticle: String {
    guard tag == nil, case .scalar(let scalar) = content else {
      return tag == nil ? withArticle : "a tag"
    }
    return switch scalar.coreValue {
    case .null: withArticle
    case .boolean: "a boolean"
    case .integer, .float, .nonFinite: "a number"
    case .string(let text): text.isEmpty ? "an empty text" : "a text"
    }
  }

  /// The node in an author's words: `the number 200`, `a list`.
  package var withArticle: String {
    if let tag { return "the matcher !\(tag.name)" }
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return scalar.text.isEmpty ? "nothing" : "null"
      case .boolean: return "the boolean \(scalar.text)"
      case .integer, .float, .nonFinite: return "the number \(scalar.text)"
      case .string(let text):
        return text.isEmpty ? "an empty text" : "the text '\(text.prefix(40))'"
      }
    }
  }
}
