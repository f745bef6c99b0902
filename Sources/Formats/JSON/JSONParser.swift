// SPDX-License-Identifier: Apache-2.0
// JSON text to value.

package import Text

/// Reads JSON exactly by RFC 8259; nothing is repaired.
package enum JSONParser {
  /// The value of a text, which may begin with a byte order mark.
  ///
  /// - Throws: `JSONError` at the first byte that can't be part of a JSON text.
  package static func document(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONDocument {
    var reader = JSONDocumentReader(scanner: JSONScanner(bytes), limits: limits)
    return try reader.document()
  }

  /// As above, of a text.
  package static func document(
    _ text: String, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONDocument {
    try document(Array(text.utf8), limits: limits)
  }
}

/// Reads arrays and objects without recursion: the open ones are on a stack of our own.
private struct JSONDocumentReader {
  /// An array or object that is not closed yet.
  struct Open {
    let isObject: Bool
    /// How many items or members there were of the ones outside of it.
    let start: Int
    /// The name of the member whose value is being read.
    var name = ""
    var nameOffset: ByteOffset = 0
  }

  var scanner: JSONScanner
  let limits: JSONLimits
  var open: [Open] = []
  /// The items of all the open arrays.
  var items: [JSONValue] = []
  /// The members of all the open objects.
  var members: [JSONObject.Member] = []
  var duplicates: [JSONDuplicate] = []
  var valueCount = 0

  mutating func document() throws(JSONError) -> JSONDocument {
    while true {
      guard var value = try begin() else { continue }
      // A value is complete: it may complete those around it.
      while !open.isEmpty {
        guard let outer = try add(value) else { break }
        value = outer
      }
      guard open.isEmpty else { continue }
      scanner.skipWhitespace()
      guard scanner.next == nil else { throw scanner.unexpected("the end of the text") }
      return JSONDocument(root: value, duplicates: duplicates.sorted { $0.offset < $1.offset })
    }
  }

  /// Reads a scalar or an empty array or object; or opens one and returns nil.
  private mutating func begin() throws(JSONError) -> JSONValue? {
    scanner.skipWhitespace()
    guard let byte = scanner.next else { throw scanner.unexpected("a value") }
    valueCount += 1
    guard valueCount <= limits.values else {
      throw JSONError(.tooManyValues(limit: limits.values), at: scanner.index)
    }
    switch byte {
    case UInt8(ascii: "{"):
      try enter()
      if scanner.next == UInt8(ascii: "}") {
        scanner.index += 1
        return .object(JSONObject())
      }
      open.append(Open(isObject: true, start: members.count))
      try name("a name in '\"', or '}'")
      return nil
    case UInt8(ascii: "["):
      try enter()
      if scanner.next == UInt8(ascii: "]") {
        scanner.index += 1
        return .array([])
      }
      open.append(Open(isObject: false, start: items.count))
      return nil
    default: return try scanner.scalar()
    }
  }

  private mutating func enter() throws(JSONError) {
    guard open.count < limits.depth else {
      throw JSONError(.tooDeep(limit: limits.depth), at: scanner.index)
    }
    scanner.index += 1
    scanner.skipWhitespace()
  }

  private mutating func name(_ expected: String) throws(JSONError) {
    let offset = ByteOffset(scanner.index)
    guard scanner.next == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    let name = try scanner.string()
    scanner.skipWhitespace()
    guard scanner.next == UInt8(ascii: ":") else { throw scanner.unexpected("':' after a name") }
    scanner.index += 1
    open[open.count - 1].name = name
    open[open.count - 1].nameOffset = offset
  }

  /// Puts a value into the innermost open array or object, and reads what follows it.
  ///
  /// - Returns: The array or object, if that is closed now.
  private mutating func add(_ value: JSONValue) throws(JSONError) -> JSONValue? {
    scanner.skipWhitespace()
    let innermost = open.count - 1
    if open[innermost].isObject {
      members.append(
        JSONObject.Member(
          name: open[innermost].name, value: value, offset: open[innermost].nameOffset))
      switch scanner.next {
      case UInt8(ascii: ","):
        scanner.index += 1
        scanner.skipWhitespace()
        try name("a name in '\"' after ','")
        return nil
      case UInt8(ascii: "}"):
        scanner.index += 1
        return closeObject()
      default: throw scanner.unexpected("',' or '}' after a member")
      }
    } else {
      items.append(value)
      switch scanner.next {
      case UInt8(ascii: ","):
        scanner.index += 1
        return nil
      case UInt8(ascii: "]"):
        scanner.index += 1
        return closeArray()
      default: throw scanner.unexpected("',' or ']' after an item")
      }
    }
  }

  private mutating func closeArray() -> JSONValue {
    let array = Array(items[open.removeLast().start...])
    items.removeLast(array.count)
    return .array(array)
  }

  private mutating func closeObject() -> JSONValue {
    let start = open.removeLast().start
    let object = Array(members[start...])
    members.removeLast(object.count)
    reportDuplicates(of: object)
    return .object(JSONObject(object))
  }

  private mutating func reportDuplicates(of object: [JSONObject.Member]) {
    guard duplicates.count < limits.duplicates, Self.mayRepeat(object) else { return }
    var first: [[UInt8]: ByteOffset] = [:]
    for member in object {
      let name = Array(member.name.utf8)
      let offset = member.offset ?? 0
      if let firstOffset = first[name] {
        guard duplicates.count < limits.duplicates else { return }
        duplicates.append(
          JSONDuplicate(
            name: member.name, pointer: place, offset: offset, firstOffset: firstOffset))
      } else {
        first[name] = offset
      }
    }
  }

  /// False only where no name is there twice: small objects are the rule, and comparing costs less
  /// there than a dictionary.
  private static func mayRepeat(_ object: [JSONObject.Member]) -> Bool {
    if object.count > 16 { return true }
    for (index, member) in object.enumerated() {
      let length = member.name.utf8.count
      for earlier in object[..<index] where earlier.name.utf8.count == length {
        // Swift's own comparison takes more texts for equal than are the same.
        if earlier.name == member.name { return true }
      }
    }
    return false
  }

  /// Where the next value of the innermost open array or object is.
  private var place: JSONPointer {
    var tokens: [JSONPointer.Token] = []
    for (depth, outer) in open.enumerated() {
      if outer.isObject {
        tokens.append(.name(outer.name))
      } else {
        let end = open[(depth + 1)...].first { !$0.isObject }?.start ?? items.count
        tokens.append(.index(end - outer.start))
      }
    }
    return JSONPointer(tokens)
  }
}

/// The first place at which a text is no JSON by RFC 8259.
package typealias JSONError = LocatedError<JSONMistake, ByteOffset>

/// Why a text is not JSON by RFC 8259.
package enum JSONMistake: Sendable, Equatable {
  /// Something else stands there; `found` is nil at the end of the text.
  case unexpected(found: String?, expected: String)
  /// A number that begins well and goes on wrongly.
  case invalidNumber(String)
  /// A control character in a string that is not escaped.
  case controlCharacter(UInt8)
  case invalidEscape
  /// An escape for half of a surrogate pair.
  case loneSurrogate
  case invalidUTF8
  /// Arrays and objects deeper in each other than the limit.
  case tooDeep(limit: Int)
  /// More values than the limit.
  case tooManyValues(limit: Int)
}

extension JSONMistake: CustomStringConvertible {
  /// The mistake and what should stand there, without the place.
  package var description: String {
    switch self {
    case .unexpected(let found?, let expected): "expected \(expected), found \(found)"
    case .unexpected(nil, let expected): "expected \(expected), found the end of the text"
    case .invalidNumber(let why): "invalid number: \(why)"
    case .controlCharacter(let byte):
      "a control character in a string must be escaped: \(JSONWriter.escape(ofControl: byte))"
    case .invalidEscape:
      #"invalid escape in a string: after '\' comes one of " \ / b f n r t or u and 4 hex digits"#
    case .loneSurrogate: "an escape for half of a surrogate pair stands for no character"
    case .invalidUTF8: "the text is not UTF-8"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooManyValues(let limit): "there are more than the \(limit) values that are read"
    }
  }
}
