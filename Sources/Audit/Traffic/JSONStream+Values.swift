// SPDX-License-Identifier: Apache-2.0
// Values of a stream: objects member by member, arrays item by item, and those that are skipped.

import Formats
import Text

extension JSONStream {
  /// How many bytes of a name are kept: those that are asked for are shorter.
  private static let nameBytes = 200

  /// An object or an array whose members or items are being read.
  struct Open {
    fileprivate var isFirst = true
  }

  /// Enters an object; nil where the value is something else, which is skipped.
  mutating func object() throws(StreamError) -> Open? { try open(UInt8(ascii: "{")) }

  /// Enters an array; nil where the value is something else, which is skipped.
  mutating func array() throws(StreamError) -> Open? { try open(UInt8(ascii: "[")) }

  private mutating func open(_ mark: UInt8) throws(StreamError) -> Open? {
    guard try next() == mark else {
      try skip()
      return nil
    }
    advance()
    return Open()
  }

  /// The name of the next member; nil at the end of the object, which is passed over then. The value
  /// has to be read or skipped before the next call.
  mutating func name(_ object: inout Open) throws(StreamError) -> String? {
    guard try goesOn(&object, UInt8(ascii: "}"), "',' or '}' after a member") else { return nil }
    return try name()
  }

  /// Whether there is a further item; at the end of the array that is passed over. The item has to be
  /// read or skipped before the next call.
  mutating func item(_ array: inout Open) throws(StreamError) -> Bool {
    try goesOn(&array, UInt8(ascii: "]"), "',' or ']' after an item")
  }

  private mutating func goesOn(
    _ open: inout Open, _ mark: UInt8, _ expected: String
  ) throws(StreamError) -> Bool {
    let byte = try next()
    if byte == mark {
      advance()
      return false
    }
    if open.isFirst {
      open.isFirst = false
      if byte == nil { throw unexpected(expected) }
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw unexpected(expected) }
    advance()
    return true
  }

  private mutating func name() throws(StreamError) -> String {
    guard try next() == UInt8(ascii: "\"") else { throw unexpected("a name in '\"'") }
    let name = try plainString(limit: Self.nameBytes)
    try endName()
    return name
  }

  private mutating func skipName() throws(StreamError) {
    guard try next() == UInt8(ascii: "\"") else { throw unexpected("a name in '\"'") }
    _ = try string(limit: 0)
    try endName()
  }

  private mutating func endName() throws(StreamError) {
    guard try next() == UInt8(ascii: ":") else { throw unexpected("':' after a name") }
    advance()
  }

  /// The text of a string; nil for another value, which is skipped.
  mutating func text(limit: Int) throws(StreamError) -> StreamedText? {
    guard try next() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    return try string(limit: limit)
  }

  /// The same as a `String`.
  mutating func plainText(limit: Int) throws(StreamError) -> String? {
    guard try next() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    return try plainString(limit: limit)
  }

  /// A number, also one that is written as a string; nil for another value.
  mutating func number() throws(StreamError) -> Double? {
    switch try next() {
    case UInt8(ascii: "\"")?:
      let text = try string(limit: 40)
      return text.isCut ? nil : Double(text.text)
    case .some(UInt8(ascii: "-")), .some(0x30...0x39): return Double(try literal())
    default:
      try skip()
      return nil
    }
  }

  /// nil for a value that isn't a Boolean.
  mutating func boolean() throws(StreamError) -> Bool? {
    let byte = try next()
    try skip()
    return byte == UInt8(ascii: "t") ? true : byte == UInt8(ascii: "f") ? false : nil
  }

  /// How many arrays and objects may stand in each other in a value that is kept.
  private static let keptDepth = 200

  /// A whole value. What stands deeper than is kept is null.
  ///
  /// - Parameters:
  ///   - limit: Of a string with more bytes, only its length beyond these is kept.
  ///   - depth: How many arrays and objects it is within.
  mutating func value(limit: Int, depth: Int = 0) throws(StreamError) -> JSONValue {
    switch try next() {
    case UInt8(ascii: "\"")?:
      let text = try string(limit: limit)
      if text.isCut { return .string(String(repeating: "x", count: limit + 1)) }
      return .string(text.hasLoneSurrogate ? Self.surrogateMark + text.text : text.text)
    case UInt8(ascii: "{")? where depth < Self.keptDepth:
      guard var object = try object() else { return .null }
      var members: [(name: String, value: JSONValue)] = []
      while let name = try name(&object) {
        members.append((name, try value(limit: limit, depth: depth + 1)))
      }
      return .object(JSONObject(members))
    case UInt8(ascii: "[")? where depth < Self.keptDepth:
      guard var array = try array() else { return .null }
      var items: [JSONValue] = []
      while try item(&array) { items.append(try value(limit: limit, depth: depth + 1)) }
      return .array(items)
    case UInt8(ascii: "-")?, (0x30...0x39)?:
      return JSONNumber(literal: try literal()).map { .number($0) } ?? .null
    default: return try boolean().map { .boolean($0) } ?? .null
    }
  }

  /// Stands before a string in which U+FFFD is half of a surrogate pair. It is for private use, and in no text.
  private static let surrogateMark = "\u{10FFFD}"

  /// JSON of a value that `value(limit:)` returned: with half of a surrogate pair again where one was.
  static func bytes(_ value: JSONValue) -> [UInt8] {
    let bytes = JSONWriter.bytes(value)
    let mark = Array(surrogateMark.utf8)
    var rest = bytes[...]
    var output: [UInt8] = []
    while let range = rest.range(of: mark) {
      output += rest[..<range.lowerBound] + Array(#"\ud800"#.utf8)
      rest = rest[range.upperBound...]
    }
    return output.isEmpty ? bytes : output + rest
  }

  /// Passes over a value, without recursion.
  mutating func skip() throws(StreamError) {
    /// The marks that close what is open.
    var open: [UInt8] = []
    repeat {
      guard let byte = try next() else { throw unexpected("a value") }
      switch byte {
      case UInt8(ascii: "\""): _ = try string(limit: 0)
      case UInt8(ascii: "-"), 0x30...0x39: _ = try literal()
      case UInt8(ascii: "t"): try word("true")
      case UInt8(ascii: "f"): try word("false")
      case UInt8(ascii: "n"): try word("null")
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < Self.depth else {
          throw StreamError(.tooDeep(limit: Self.depth), at: offset)
        }
        advance()
        // '}' and ']' come two after what they close.
        open.append(byte + 2)
        if try next() != byte + 2 {
          if byte == UInt8(ascii: "{") { try skipName() }
          continue
        }
        advance()
        open.removeLast()
      default: throw unexpected("a value")
      }
      try close(&open)
    } while !open.isEmpty
  }

  /// Passes over what follows a value: marks that close, or a comma with the name after it.
  private mutating func close(_ open: inout [UInt8]) throws(StreamError) {
    while let mark = open.last {
      let byte = try next()
      let isObject = mark == UInt8(ascii: "}")
      if byte == UInt8(ascii: ",") {
        advance()
        if isObject { try skipName() }
        return
      }
      guard byte == mark else {
        throw unexpected(isObject ? "',' or '}' after a member" : "',' or ']' after an item")
      }
      advance()
      open.removeLast()
    }
  }

  private mutating func word(_ word: String) throws(StreamError) {
    _ = try fill(word.utf8.count)
    let found = window[index...].prefix(word.utf8.count)
    guard word.utf8.starts(with: found) else { throw unexpected("a value") }
    advance(by: found.count)
    if found.count < word.utf8.count { throw unexpected("the rest of '\(word)'") }
  }

  /// The text of a number, by the grammar of RFC 8259, section 6.
  private mutating func literal() throws(StreamError) -> String {
    var literal: [UInt8] = []
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }
    func digits(_ otherwise: String, _ stream: inout JSONStream) throws(StreamError) {
      guard isDigit(try stream.peek()) else {
        throw StreamError(.invalidNumber(otherwise), at: stream.offset)
      }
      while let byte = try stream.peek(), isDigit(byte) {
        // A number longer than any that is asked for is checked, and not kept.
        if literal.count < 400 { literal.append(byte) }
        stream.advance()
      }
    }
    if try peek() == UInt8(ascii: "-") {
      literal.append(UInt8(ascii: "-"))
      advance()
    }
    if try peek() == UInt8(ascii: "0") {
      literal.append(UInt8(ascii: "0"))
      advance()
      if isDigit(try peek()) { throw StreamError(.invalidNumber("a leading zero"), at: offset - 1) }
    } else {
      try digits("a digit must follow '-'", &self)
    }
    if try peek() == UInt8(ascii: ".") {
      literal.append(UInt8(ascii: "."))
      advance()
      try digits("a digit must follow '.'", &self)
    }
    if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
      literal.append(byte)
      advance()
      if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        literal.append(sign)
        advance()
      }
      try digits("an exponent must have a digit", &self)
    }
    return String(decoding: literal, as: UTF8.self)
  }
}
