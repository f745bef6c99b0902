// SPDX-License-Identifier: Apache-2.0
// Reads values out of JSON and collects every mistake with its place.

import Formats
import Text

/// All mistakes of a data file, in the order in which they were found.
package struct ServiceDataError: Error, Sendable, Equatable {
  package let mistakes: [Mistake]

  package struct Mistake: Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) to the wrong value.
    package let pointer: String
    /// Says the mistake and the form to write instead.
    package let message: String
  }
}

extension ServiceDataError: CustomStringConvertible {
  /// A line for each mistake.
  package var description: String {
    mistakes.map { "\($0.pointer.isEmpty ? "/" : $0.pointer): \($0.message)" }
      .joined(separator: "\n")
  }
}

/// An object of the file, with its place.
struct DataObject {
  let members: JSONObject
  let pointer: String

  func pointer(_ name: String) -> String { "\(pointer)\(JSONPointer([.name(name)]))" }
}

/// Reads the members of objects. A wrong value is noted as a mistake and replaced by a default.
struct DataReader {
  private(set) var mistakes: [ServiceDataError.Mistake] = []

  mutating func fail(_ pointer: String, _ message: String) {
    mistakes.append(ServiceDataError.Mistake(pointer: pointer, message: message))
  }

  /// Reads an object. A member that is unknown or repeated is a mistake.
  mutating func object(_ value: JSONValue, _ pointer: String, members: [String]) -> DataObject {
    guard case .object(let object) = value else {
      fail(pointer, "expected an object, found \(value.typeName)")
      return DataObject(members: JSONObject(), pointer: pointer)
    }
    let result = DataObject(members: object, pointer: pointer)
    var seen: Set<String> = []
    for name in object.names {
      if !members.contains(name) {
        fail(
          result.pointer(name),
          "unknown member, expected one of: \(members.joined(separator: ", "))")
      } else if !seen.insert(name).inserted {
        fail(result.pointer(name), "the member occurs twice")
      }
    }
    return result
  }

  /// Reads a text, which may not be empty.
  mutating func text(_ object: DataObject, _ name: String, default value: String? = nil) -> String {
    guard let found = object.members[name] else {
      if value == nil { fail(object.pointer(name), "is missing: expected a string") }
      return value ?? ""
    }
    guard let text = found.string, !text.isEmpty else {
      fail(object.pointer(name), "expected a string that is not empty, found \(Self.kind(found))")
      return value ?? ""
    }
    return text
  }

  mutating func optionalText(_ object: DataObject, _ name: String) -> String? {
    object.members[name].map { $0 == .null } ?? true ? nil : text(object, name)
  }

  mutating func flag(_ object: DataObject, _ name: String, default value: Bool) -> Bool {
    guard let found = object.members[name] else { return value }
    guard let flag = found.boolean else {
      fail(object.pointer(name), "expected true or false, found \(Self.kind(found))")
      return value
    }
    return flag
  }

  mutating func count(_ object: DataObject, _ name: String, default value: Int) -> Int {
    guard let found = object.members[name] else { return value }
    guard let number = found.number?.integer, (1...10_000).contains(number) else {
      fail(object.pointer(name), "expected an integer from 1 to 10000, found \(Self.kind(found))")
      return value
    }
    return number
  }

  mutating func duration(
    _ object: DataObject, _ name: String, default value: Duration, atLeast least: Duration = .zero
  ) -> Duration {
    guard let found = object.members[name] else { return value }
    guard let duration = found.string.flatMap(DurationText.parse) else {
      fail(object.pointer(name), "expected \(DurationText.form), found \(Self.kind(found))")
      return value
    }
    guard duration >= least else {
      fail(object.pointer(name), "expected at least \(DurationText.text(least))")
      return value
    }
    return duration
  }

  /// Reads one of the values of an enumeration; nil if the member is missing or null.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ object: DataObject, _ name: String, _ type: Value.Type
  ) -> Value? where Value.RawValue == String {
    guard let found = object.members[name], found != .null else { return nil }
    if let text = found.string, let value = Value(rawValue: text) { return value }
    let values = Value.allCases.map(\.rawValue).joined(separator: ", ")
    fail(object.pointer(name), "expected one of: \(values); found \(Self.kind(found))")
    return nil
  }

  mutating func list<Value>(
    _ object: DataObject, _ name: String, default value: [Value]? = nil,
    _ read: (inout DataReader, JSONValue, String) -> Value
  ) -> [Value] {
    guard let found = object.members[name] else {
      if value == nil { fail(object.pointer(name), "is missing: expected an array") }
      return value ?? []
    }
    guard let items = found.array else {
      fail(object.pointer(name), "expected an array, found \(found.typeName)")
      return value ?? []
    }
    let pointer = object.pointer(name)
    return items.enumerated().map { index, item in read(&self, item, "\(pointer)/\(index)") }
  }

  mutating func texts(
    _ object: DataObject, _ name: String, default value: [String]? = nil
  ) -> [String] {
    list(object, name, default: value) { reader, item, pointer in
      guard let text = item.string, !text.isEmpty else {
        reader.fail(pointer, "expected a string that is not empty, found \(Self.kind(item))")
        return ""
      }
      return text
    }
  }

  /// Describes a wrong value. A text is not shown, because it may be a secret.
  private static func kind(_ value: JSONValue) -> String {
    if case .number(let number) = value { return number.literal }
    return value.typeName
  }
}
