// SPDX-License-Identifier: Apache-2.0
// A value in a JSON document, with its place.

/// A value in a document, with its place.
package struct JSONNode: Sendable {
  package let value: JSONValue
  /// nil within filters, where the place is not asked for.
  private let location: Location?

  /// The way from the root, shared by all that is below a node: a document that is deep and broad
  /// has more tokens in the pointers to its nodes than there is memory.
  indirect enum Location: Sendable {
    case root
    case name(String, of: Location)
    case index(Int, of: Location)
  }

  init(_ value: JSONValue, at location: Location?) {
    self.value = value
    self.location = location
  }

  package var pointer: JSONPointer {
    var tokens: [JSONPointer.Token] = []
    var rest = location
    while let location = rest {
      switch location {
      case .root: rest = nil
      case .name(let name, let outer):
        tokens.append(.name(name))
        rest = outer
      case .index(let index, let outer):
        tokens.append(.index(index))
        rest = outer
      }
    }
    return JSONPointer(tokens.reversed())
  }

  /// The place as a query: `$['profiles'][0]` (RFC 9535, section 2.7).
  package var normalizedPath: String { pointer.normalizedPath }

  func member(_ name: String, _ value: JSONValue) -> JSONNode {
    JSONNode(value, at: location.map { .name(name, of: $0) })
  }

  func item(_ index: Int, _ value: JSONValue) -> JSONNode {
    JSONNode(value, at: location.map { .index(index, of: $0) })
  }

  /// The items of an array or the members of an object.
  var children: [JSONNode] {
    switch value {
    case .array(let items): items.enumerated().map { item($0.offset, $0.element) }
    case .object(let object): object.members.map { member($0.name, $0.value) }
    default: []
    }
  }
}
