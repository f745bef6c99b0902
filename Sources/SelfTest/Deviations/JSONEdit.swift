// SPDX-License-Identifier: Apache-2.0
// Changes of JSON as data, and the conditions on which they are made.

package import Formats

/// A change of what stands at a path of a JSON value.
///
///     requestor/mvpds/0/id      members by name, items by index
///     decisions/*/authorized    every item, or every member
///
/// Where nothing stands at the path, nothing is changed; only `put` adds.
package indirect enum JSONEdit: Sendable, Equatable {
  case remove(String)
  case replace(String, JSONValue)
  /// Sets or adds the last part of the path.
  case put(String, JSONValue)
  /// Gives a member another name in the same object.
  case rename(String, to: String)
  /// Copies the value at one path to another, which leads to no `*`.
  case copy(String, to: String)
  /// Exchanges what stands at two paths without `*`.
  case swap(String, String)
  /// Milliseconds become seconds, in numbers and in texts of digits.
  case seconds(String)
  /// Adds to a number, or to a text of digits.
  case shift(String, by: Int)
  /// A number or a boolean becomes a text.
  case text(String)
  /// A text of digits becomes a number, a boolean 1 or 0.
  case number(String)
  /// In a text, puts the one in the place of the other.
  case substitute(String, String, by: String)
  /// Puts a text in front of a text.
  case prefix(String, String)
  /// Puts a text behind a text.
  case suffix(String, String)
  /// An object becomes the array of its values.
  case list(String)
  /// An array of objects becomes an object, in which each is named by one of its members.
  case map(String, by: String)
  /// All members of an object get the same name; the first stays.
  case rekey(String, to: String)
  case append(String, JSONValue)
  case prepend(String, JSONValue)
  /// Repeats the items of an array.
  case double(String)
  case reverse(String)
  case removeLast(String)
  /// Edits each value at the path that meets the conditions.
  case each(String, where: [JSONCondition], [JSONEdit])
  /// Removes each value at the path that meets the conditions.
  case removeEach(String, where: [JSONCondition])
}

extension JSONEdit {
  package func apply(to json: inout JSONValue) {
    switch self {
    case .remove(let path): json.replace(path) { _ in nil }
    case .replace(let path, let value): json.replace(path) { _ in value }
    case .put(let path, let value): json.set(path, value)
    case .rename(let path, let name): Self.rename(path, name, &json)
    case .copy(let path, let other):
      if let value = json.value(at: path) { json.set(other, value) }
    case .swap(let path, let other):
      let (first, second) = (json.value(at: path), json.value(at: other))
      json.set(path, second)
      json.set(other, first)
    case .seconds(let path): json.replace(path) { $0.mappingInteger { $0 / 1000 } }
    case .shift(let path, let difference):
      json.replace(path) { $0.mappingInteger { $0 + difference } }
    case .text(let path): json.replace(path, \.asText)
    case .number(let path): json.replace(path, \.asNumber)
    case .substitute(let path, let old, let new):
      json.replace(path) { value in
        value.string.map { .string($0.replacing(old, with: new)) } ?? value
      }
    case .prefix(let path, let text):
      json.replace(path) { value in value.string.map { .string(text + $0) } ?? value }
    case .suffix(let path, let text):
      json.replace(path) { value in value.string.map { .string($0 + text) } ?? value }
    case .each(let path, let conditions, let edits):
      json.replace(path) { value in
        guard conditions.allSatisfy({ $0.holds(of: value) }) else { return value }
        var value = value
        for edit in edits { edit.apply(to: &value) }
        return value
      }
    case .removeEach(let path, let conditions):
      json.replace(path) { value in conditions.allSatisfy { $0.holds(of: value) } ? nil : value }
    default: applyToCollection(&json)
    }
  }

  /// The edits of arrays and objects.
  private func applyToCollection(_ json: inout JSONValue) {
    switch self {
    case .list(let path):
      json.replace(path) { value in value.object.map { .array($0.members.map(\.value)) } ?? value }
    case .map(let path, let name):
      json.replaceItems(path) { items in
        .object(items.map { (name: $0[name]?.string ?? "", value: $0) })
      }
    case .rekey(let path, let name):
      json.replace(path) { value in
        guard let first = value.object?.members.first else { return value }
        return .object([(name: name, value: first.value)])
      }
    case .append(let path, let value): json.replaceItems(path) { .array($0 + [value]) }
    case .prepend(let path, let value): json.replaceItems(path) { .array([value] + $0) }
    case .double(let path): json.replaceItems(path) { .array($0 + $0) }
    case .reverse(let path): json.replaceItems(path) { .array($0.reversed()) }
    case .removeLast(let path): json.replaceItems(path) { .array(Array($0.dropLast())) }
    default: break
    }
  }

  private static func rename(_ path: String, _ name: String, _ json: inout JSONValue) {
    let parts = path.split(separator: "/").map(String.init)
    guard let last = parts.last else { return }
    json.replace(parts.dropLast().joined(separator: "/")) { value in
      guard let object = value.object, object[last] != nil else { return value }
      return .object(
        object.members.map { (name: $0.name == last ? name : $0.name, value: $0.value) })
    }
  }
}

extension JSONValue {
  fileprivate mutating func replaceItems(_ path: String, _ change: ([JSONValue]) -> JSONValue) {
    replace(path) { value in value.array.map(change) ?? value }
  }

  fileprivate func mappingInteger(_ change: (Int) -> Int) -> JSONValue {
    if let integer = number?.integer { return .integer(change(integer)) }
    if let integer = string.flatMap({ Int($0) }) { return .string(String(change(integer))) }
    return self
  }

  fileprivate var asText: JSONValue {
    switch self {
    case .number(let number): .string(number.literal)
    case .boolean(let flag): .string(flag ? "true" : "false")
    default: self
    }
  }

  fileprivate var asNumber: JSONValue {
    switch self {
    case .string(let text): Int(text).map(JSONValue.integer) ?? self
    case .boolean(let flag): .integer(flag ? 1 : 0)
    default: self
    }
  }
}

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
  /// There is an empty array or object.
  case isEmpty(String)
  /// There is an array or object that has something in it.
  case isFilled(String)

  package func holds(of json: JSONValue) -> Bool {
    switch self {
    case .equals(let path, let value): json.value(at: path) == value
    case .differs(let path, let value): json.value(at: path) != value
    case .isOne(let path, let values): json.value(at: path).map(values.contains) ?? false
    case .has(let path): json.value(at: path) != nil
    case .lacks(let path): json.value(at: path) == nil
    case .begins(let path, let text): json.value(at: path)?.string?.hasPrefix(text) ?? false
    case .isEmpty(let path): json.value(at: path)?.size == 0
    case .isFilled(let path): (json.value(at: path)?.size ?? 0) > 0
    }
  }
}

extension JSONValue {
  /// The value at a path of names and indices; nil without one.
  package func value(at path: String) -> JSONValue? {
    path.split(separator: "/").reduce(self as JSONValue?) { value, name in
      switch value {
      case .object(let object): object[String(name)]
      case .array(let items): Int(name).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: nil
      }
    }
  }

  /// How many items or members there are; nil for what has neither.
  fileprivate var size: Int? { array?.count ?? object?.count }

  /// Changes what stands at a path; nil stands for nothing there, before and after.
  ///
  ///     requestor/mvpds/0/id      members by name, items by index
  ///     decisions/*/authorized    every item, or every member
  ///
  /// Where the path leads nowhere but in its last part, nothing is changed.
  package mutating func edit(_ path: String, _ change: (JSONValue?) -> JSONValue?) {
    let parts = path.split(separator: "/").map(String.init)
    if let new = edited(parts[...], change) { self = new }
  }

  package mutating func set(_ path: String, _ value: JSONValue?) { edit(path) { _ in value } }

  /// Only where something stands there.
  package mutating func replace(_ path: String, _ change: (JSONValue) -> JSONValue?) {
    edit(path) { $0.flatMap(change) }
  }

  /// Every value in it, the inner ones first.
  package func mapped(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .array(let items): change(.array(items.map { $0.mapped(change) }))
    case .object(let object):
      change(.object(object.members.map { (name: $0.name, value: $0.value.mapped(change)) }))
    default: change(self)
    }
  }

  private func edited(
    _ path: ArraySlice<String>, _ change: (JSONValue?) -> JSONValue?
  ) -> JSONValue? {
    guard let name = path.first else { return change(self) }
    let rest = path.dropFirst()
    switch self {
    case .object(var object):
      let names = name == "*" ? object.names : [name]
      for name in names {
        if let value = object[name] {
          object[name] = value.edited(rest, change)
        } else if rest.isEmpty, let value = change(nil) {
          object[name] = value
        }
      }
      return .object(object)
    case .array(let items):
      let indices = name == "*" ? Array(items.indices) : Int(name).map { [$0] } ?? []
      return .array(
        items.enumerated().compactMap { index, item in
          indices.contains(index) ? item.edited(rest, change) : item
        })
    default: return self
    }
  }
}
