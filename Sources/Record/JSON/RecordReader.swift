// SPDX-License-Identifier: Apache-2.0
// The values of a record that is read, each with its place.

import Formats
import Text

/// Why a text is not the record of a run, with the place.
package struct RecordError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case missing
    /// The type that was found, and the one that was expected.
    case wrongType(String, expected: String)
    case unknownValue(String, expected: String)
    /// The record has a version that this program doesn't know.
    case unknownVersion(Int)
    case tooDeep(limit: Int)
  }

  package let reason: Reason
  /// A JSON Pointer (RFC 6901) into the document.
  package let pointer: String
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

  init(_ value: JSONValue) { self.init(value, .root) }

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
      case .root: return RecordError(reason: reason, pointer: components.reversed().joined())
      case .member(let parent, let name):
        components.append(JSONPointer([.name(name)]).description)
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

  func items() throws(RecordError) -> [RecordReader] {
    guard case .array(let items) = value else { throw wrongType("array") }
    return items.enumerated().map { RecordReader($1, .item(path, $0)) }
  }

  func wrongType(_ expected: String) -> RecordError {
    error(.wrongType(value.typeName, expected: expected))
  }
}
