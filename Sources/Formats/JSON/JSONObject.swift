// SPDX-License-Identifier: Apache-2.0
// A JSON object, with its members in order.

package import Text

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
