// SPDX-License-Identifier: Apache-2.0
// Changing JSON at a place, for answers that are to be different.

package import JSON

extension JSONValue {
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

  package mutating func set(_ path: String, _ value: JSONValue?) {
    edit(path) { _ in value }
  }

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
