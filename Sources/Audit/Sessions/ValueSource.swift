// SPDX-License-Identifier: Apache-2.0
// The source of a value of an exchange.

import Formats
import Suites
import Text

/// The source of a value of an exchange.
package struct ValueSource: Sendable {
  /// Over the document of the exchange.
  let query: JSONPath
  /// The names that a query of names only goes through.
  package let names: [String]?
  /// The text before the value, which is taken off; without it the value is missing.
  let prefix: String?
  let parts: ExchangeParts
  /// The header that it reads, in lower case.
  package let header: String?
}

extension ValueSource {
  /// The text of the value; nil if it is missing.
  func value(in document: ExchangeDocument) -> String? {
    guard let names else { return value(in: document.json) }
    return text(of: document.value(names))
  }

  /// The same in a document that was made.
  func value(in document: JSONValue) -> String? {
    if let names {
      var value: JSONValue? = document
      for name in names { value = value?[name] }
      return text(of: value)
    }
    guard let nodes = try? query.nodes(in: document), nodes.count == 1 else { return nil }
    return text(of: nodes[0].value)
  }

  /// The text at the end of its names; nil if it is missing.
  func text(of value: JSONValue?) -> String? {
    guard let text = value?.string ?? value?.number?.literal, !text.isEmpty else { return nil }
    guard let prefix else { return text }
    guard text.count > prefix.count, text.lowercased().hasPrefix(prefix.lowercased()) else {
      return nil
    }
    return String(text.dropFirst(prefix.count))
  }
}
