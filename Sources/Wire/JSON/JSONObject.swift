// SPDX-License-Identifier: Apache-2.0
// The members of a JSON object, in the order written.

/// The members of an object in the order written. A repeated name is kept, in its place.
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
    /// Where the name began, in bytes from the start of the document; nil for a value that was
    /// not read.
    package let offset: Int?

    package init(name: String, value: JSONValue, offset: Int? = nil) {
      self.name = name
      self.value = value
      self.offset = offset
    }
  }

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) {
    self.members = members
  }

  package init(_ members: [(name: String, value: JSONValue)]) {
    self.members = members.map { Member(name: $0.name, value: $0.value) }
  }
}

extension JSONObject {
  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var names: [String] { members.map(\.name) }

  /// The value of the first member of that name. Setting replaces it in place or appends it;
  /// nil removes it.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
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
}

extension JSONObject: Equatable {
  /// The same names with equal values, in any order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    if zip(left.members, right.members).allSatisfy({ $0.name == $1.name && $0.value == $1.value }) {
      return true
    }
    var values: [[UInt8]: [JSONValue]] = [:]
    for member in right.members {
      values[Array(member.name.utf8), default: []].append(member.value)
    }
    return left.members.allSatisfy { member in
      let name = Array(member.name.utf8)
      guard let index = values[name]?.firstIndex(of: member.value) else { return false }
      values[name]?.remove(at: index)
      return true
    }
  }
}
