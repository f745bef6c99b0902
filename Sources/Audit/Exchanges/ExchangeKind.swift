// SPDX-License-Identifier: Apache-2.0
// A kind of exchange by name, as `exchanges.yaml` lists them.

internal import Formats
internal import Text

/// A kind of exchange: `token` is `POST /o/client/token`.
package struct ExchangeKind: Sendable {
  package let name: String
  /// The methods and paths that it has.
  let routes: [ExchangeRoute]
  /// The values that it has by the index of their names, before those of every exchange.
  let values: [Int: [ValueSource]]
  /// Whether other cookbooks have it too, so that it doesn't show that this one is followed.
  package let isShared: Bool
  /// Whether services of others have such a path too, so that it doesn't show whose an origin is.
  package let isCommon: Bool
  let position: Position
}

/// Where a value of an exchange comes from.
package struct ValueSource: Sendable {
  /// Over the document of the exchange.
  let query: JSONPath
  /// The names that a query of names only goes through.
  package let names: [String]?
  /// What stands before the value and is taken off; without it the value is not there.
  let prefix: String?
  let parts: ExchangeParts
  /// The header that it reads, in lower case.
  package let header: String?
}

extension ValueSource {
  /// The text of the value; nil where there is none.
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

  /// The text of what its names lead to; nil where there is none.
  func text(of value: JSONValue?) -> String? {
    guard let text = value?.string ?? value?.number?.literal, !text.isEmpty else { return nil }
    guard let prefix else { return text }
    guard text.count > prefix.count, text.lowercased().hasPrefix(prefix.lowercased()) else {
      return nil
    }
    return String(text.dropFirst(prefix.count))
  }
}
