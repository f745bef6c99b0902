// SPDX-License-Identifier: Apache-2.0
// Reads a record from JSON; each value knows its place, so that an error can name it.

import Formats

/// Why a text is not the record of a run, with the place.
package struct RecordError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case missing
    /// What was found, and what was expected.
    case wrongType(String, expected: String)
    case unknownValue(String, expected: String)
    /// The record has a version that this program doesn't know.
    case unknownVersion(Int)
    case tooDeep(limit: Int)
  }

  package let reason: Reason
  /// A JSON Pointer (RFC 6901) into the document.
  package let pointer: String

  package init(_ reason: Reason, at pointer: String) {
    self.reason = reason
    self.pointer = pointer
  }
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    let place = pointer.isEmpty ? "the record" : pointer
    return switch reason {
    case .missing: "\(place) is missing"
    case .wrongType(let found, let expected): "\(place) is of type \(found), expected \(expected)"
    case .unknownValue(let found, let expected): "\(place) is '\(found)', expected \(expected)"
    case .unknownVersion(let version):
      "the record is of version \(version), and only \(RunRecord.formatVersion) is known"
    case .tooDeep(let limit): "\(place) has steps nested more than \(limit) deep"
    }
  }
}

/// A value of the document with its place.
struct RecordReader {
  let value: JSONValue
  private let path: Path

  private indirect enum Path {
    case root
    case member(Path, String)
    case item(Path, Int)
  }

  init(_ value: JSONValue) {
    self.init(value, .root)
  }

  private init(_ value: JSONValue, _ path: Path) {
    self.value = value
    self.path = path
  }
}

extension RecordReader {
  func error(_ reason: RecordError.Reason) -> RecordError {
    var components: [String] = []
    var path = path
    while true {
      switch path {
      case .root: return RecordError(reason, at: components.reversed().joined())
      case .member(let parent, let name):
        // RFC 6901, section 3: the tilde first.
        let escaped = name.split(separator: "~", omittingEmptySubsequences: false)
          .joined(separator: "~0").split(separator: "/", omittingEmptySubsequences: false)
          .joined(separator: "~1")
        components.append("/\(escaped)")
        path = parent
      case .item(let parent, let index):
        components.append("/\(index)")
        path = parent
      }
    }
  }

  /// The member of that name; nil where it is missing or null.
  func optional(_ name: String) throws(RecordError) -> RecordReader? {
    guard case .object(let object) = value else { throw wrongType("object") }
    guard let member = object[name] else { return nil }
    if case .null = member { return nil }
    return RecordReader(member, .member(path, name))
  }

  func member(_ name: String) throws(RecordError) -> RecordReader {
    guard let member = try optional(name) else {
      throw RecordReader(.null, .member(path, name)).error(.missing)
    }
    return member
  }

  func list<Item>(
    _ read: (RecordReader) throws(RecordError) -> Item
  ) throws(RecordError) -> [Item] {
    guard case .array(let items) = value else { throw wrongType("array") }
    var output: [Item] = []
    output.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      output.append(try read(RecordReader(item, .item(path, index))))
    }
    return output
  }

  func wrongType(_ expected: String) -> RecordError {
    error(.wrongType(value.typeName, expected: expected))
  }

  func string() throws(RecordError) -> String {
    guard case .string(let text) = value else { throw wrongType("string") }
    return text
  }

  func integer() throws(RecordError) -> Int {
    guard let integer = value.number?.integer else { throw wrongType("integer") }
    return integer
  }

  /// An integer that counts something: from 0 to a billion, so that sums of them stay in range.
  func count() throws(RecordError) -> Int {
    let number = try integer()
    guard 0...1_000_000_000 ~= number else {
      throw error(.unknownValue("\(number)", expected: "a number from 0 to 1000000000"))
    }
    return number
  }

  func flag() throws(RecordError) -> Bool {
    guard let flag = value.boolean else { throw wrongType("boolean") }
    return flag
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>() throws(RecordError) -> Word
  where Word.RawValue == String {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      let known = Wording.list(Word.allCases.map(\.rawValue), "or")
      throw error(.unknownValue(text, expected: known))
    }
    return word
  }

  /// Milliseconds with up to three decimals.
  func duration() throws(RecordError) -> Duration {
    guard let number = value.number else { throw wrongType("number") }
    let microseconds = (number.double * 1000).rounded()
    guard microseconds.magnitude < 1e18 else {
      throw error(.unknownValue(number.literal, expected: "a duration in milliseconds"))
    }
    return .microseconds(Int64(microseconds))
  }
}
