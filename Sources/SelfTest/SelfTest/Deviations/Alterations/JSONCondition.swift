// SPDX-License-Identifier: Apache-2.0
// What a JSON value has to be like before it is edited.

package import JSON

/// A condition on what stands at a path in a JSON value. A path is written as in `JSONEdit`, without
/// `*`.
package enum JSONCondition: Sendable, Equatable {
  case equals(String, JSONValue)
  /// There is something else, or nothing.
  case differs(String, JSONValue)
  /// There is one of these.
  case isOne(String, of: [JSONValue])
  case has(String)
  case lacks(String)
  /// The text begins so.
  case begins(String, String)
  /// The text contains this.
  case contains(String, String)
  /// There is an empty array or object.
  case isEmpty(String)
  /// There is an array or object that has something in it.
  case isFilled(String)
}

extension JSONCondition {
  package func holds(of json: JSONValue) -> Bool {
    switch self {
    case .equals(let path, let value): json.value(at: path) == value
    case .differs(let path, let value): json.value(at: path) != value
    case .isOne(let path, let values): json.value(at: path).map(values.contains) ?? false
    case .has(let path): json.value(at: path) != nil
    case .lacks(let path): json.value(at: path) == nil
    case .begins(let path, let text): json.value(at: path)?.string?.hasPrefix(text) ?? false
    case .contains(let path, let text): json.value(at: path)?.string?.contains(text) ?? false
    case .isEmpty(let path): json.value(at: path)?.size == 0
    case .isFilled(let path): (json.value(at: path)?.size ?? 0) > 0
    }
  }
}

extension JSONValue {
  /// The value at a path of names and indices; nil where there is none.
  package func value(at path: String) -> JSONValue? {
    path.split(separator: "/").reduce(self as JSONValue?) { value, name in
      switch value {
      case .object(let object): object[String(name)]
      case .array(let items):
        Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: nil
      }
    }
  }

  /// How many items or members there are; nil for what has neither.
  fileprivate var size: Int? { array?.count ?? object?.count }
}
