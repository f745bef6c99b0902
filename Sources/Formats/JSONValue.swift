// SPDX-License-Identifier: Apache-2.0
// A JSON value as it was written: members in order, numbers as literals.

package import Text

/// A JSON value (RFC 8259).
///
/// Two values are equal if they mean the same: the order of members does not count, and numbers
/// are compared by value (`1`, `1.0` and `1e0` are equal).
package enum JSONValue: Sendable, Equatable, ExpressibleByStringLiteral {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// An integer.
  package static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// An object of these members, in this order.
  package static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
    .object(JSONObject(members))
  }

  /// The text of a string, nil for another kind.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of a member; nil for another kind and for an object without it.
  package subscript(name: String) -> JSONValue? { object?[name] }

  /// `null`, `boolean`, `number`, `string`, `array` or `object`.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    // By scalars: Swift's own comparison takes texts of different bytes for equal.
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}

/// The members of an object in the order written. A repeated name is kept, in its place.
package struct JSONObject: Sendable, Equatable {
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
    /// Where the name began in the document; nil for a value that was not read.
    package let offset: ByteOffset?

    package init(name: String, value: JSONValue, offset: ByteOffset? = nil) {
      self.name = name
      self.value = value
      self.offset = offset
    }
  }

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  package init(_ members: [(name: String, value: JSONValue)]) {
    self.members = members.map { Member(name: $0.name, value: $0.value) }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var names: [String] { members.map(\.name) }

  /// The value of the first member of that name. Setting replaces it in place or appends it;
  /// nil removes it.
  package subscript(name: String) -> JSONValue? {
    // Swift's own comparison is the faster one, and takes more texts for equal than are the same.
    get { members.first { $0.name == name && $0.name.utf8.elementsEqual(name.utf8) }?.value }
    set {
      let index = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      switch (index, newValue) {
      case (let index?, let value?):
        members[index] = Member(name: name, value: value, offset: members[index].offset)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  package mutating func append(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }

  /// The same names with equal values, in any order. Of a name that is there more than once, the
  /// values are compared in their order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Each pair of values is compared once at most: a second try at every level would double the
    // work with each of them.
    let pairs = zip(left.members, right.members)
    if pairs.allSatisfy({ $0.name.utf8.elementsEqual($1.name.utf8) }) {
      return pairs.allSatisfy { $0.value == $1.value }
    }
    var indices: [[UInt8]: ArraySlice<Int>] = [:]
    for (index, member) in right.members.enumerated() {
      indices[Array(member.name.utf8), default: []].append(index)
    }
    return left.members.allSatisfy { member in
      guard let index = indices[Array(member.name.utf8)]?.popFirst() else { return false }
      return member.value == right.members[index].value
    }
  }
}

/// The value of a JSON text, and its repeated names.
package struct JSONDocument: Sendable {
  package let root: JSONValue
  /// Members whose name their object has before, in the order of the text. RFC 8259 allows them
  /// and leaves open what they mean. At most `JSONLimits.duplicates` are listed.
  package let duplicates: [JSONDuplicate]
}

/// A member whose name its object has before.
package struct JSONDuplicate: Sendable, Equatable {
  package let name: String
  /// Where the object is.
  package let pointer: JSONPointer
  /// Where the repeated name begins in the text.
  package let offset: ByteOffset
  /// Where the first member of this name begins.
  package let firstOffset: ByteOffset
}

/// How large a JSON text may be.
package struct JSONLimits: Sendable, Equatable {
  /// How many arrays and objects may stand in each other.
  package let depth: Int
  /// How many repeated names are listed; further ones are not.
  package let duplicates: Int
  /// How many values there may be, those within others counted, too.
  package let values: Int

  package init(depth: Int = 512, duplicates: Int = 100, values: Int = .max) {
    self.depth = depth
    self.duplicates = duplicates
    self.values = values
  }

  package static let standard = JSONLimits()
  /// For what comes from outside: a body of ten million small values takes a hundred times its
  /// size in memory. The largest answer that a service gives has some thousands.
  package static let answer = JSONLimits(values: 200_000)
}
