// SPDX-License-Identifier: Apache-2.0
// The header fields of a message.

/// A header field as it stands on the wire.
package struct HeaderField: Sendable, Hashable {
  /// The name in the case it was written; names compare without case.
  package let name: String
  /// The value without white space around it (RFC 9110, section 5.5). Bytes that are no UTF-8
  /// become U+FFFD.
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Header fields in their order, repeated ones apart.
package struct HeaderList: Sendable, Equatable {
  package private(set) var fields: [HeaderField]

  package init(_ fields: [HeaderField] = []) { self.fields = fields }

  package init(_ fields: KeyValuePairs<String, String>) {
    self.fields = fields.map { HeaderField($0.key, $0.value) }
  }

  /// The value of the first field of that name, in upper or lower case.
  package subscript(name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

  /// The values of all fields of that name, in their order.
  package func values(of name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  package mutating func append(_ name: String, _ value: String) {
    fields.append(HeaderField(name, value))
  }

  package mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

  /// Replaces all fields of that name by one, in the place of the first, or appends it.
  package mutating func set(_ name: String, _ value: String) {
    let place = fields.firstIndex { Self.isSame($0.name, name) } ?? fields.count
    remove(name)
    fields.insert(HeaderField(name, value), at: min(place, fields.count))
  }

  /// Whether two field names are the same: ASCII letters compare without case
  /// (RFC 9110, section 5.1).
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { Octets.lowercased($0) == Octets.lowercased($1) }
  }
}
