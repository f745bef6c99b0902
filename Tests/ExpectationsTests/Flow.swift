// SPDX-License-Identifier: Apache-2.0
// Patterns of the tests, written as in a suite: a reader of flow YAML, just as much as they need.

import JSON
import SourceText

@testable import Expectations

/// Reads a pattern of one line as the loader of suites gives it.
///
///     !each [!string {}]      as in a suite
///     `{"a": 1}`              what a variable gave, as JSON
///     ${name}                 a variable without a value
struct Flow {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  struct Failure: Error {
    let message: String
  }

  static func node(_ text: String) throws -> PatternNode {
    var flow = Flow(text)
    let node = try flow.node()
    flow.skipBlanks()
    guard flow.index == flow.scalars.count else { throw Failure(message: "more after \(node)") }
    return node
  }

  static func pattern(_ text: String) throws -> Pattern {
    try PatternCompiler.compile(node(text))
  }

  /// `status: 200, json: {…}` without the braces around it.
  static func expectation(_ text: String) throws -> Expectation {
    try expectationNode(text).compiled()
  }

  static func expectationNode(_ text: String) throws -> ExpectationNode {
    try expectationNode(Flow.node("{\(text)}"))
  }

  private static func expectationNode(_ node: PatternNode) throws -> ExpectationNode {
    guard case .map(let entries, let position) = node else { throw Failure(message: "no map") }
    var result = ExpectationNode(at: position)
    for entry in entries {
      switch (entry.key.source, entry.value) {
      case ("status", let value): result.status = value
      case ("headers", .map(let entries, _)): result.headers = entries
      case ("json", let value): result.json = value
      case ("xml", .map(let entries, _)): result.xml = entries
      case ("text", let value): result.text = value
      case ("statuses", let value): result.statuses = value
      case ("either", .list(let items, _)): result.either = try items.map { try alternative($0) }
      default: throw Failure(message: "unknown key \(entry.key.source)")
      }
    }
    return result
  }

  private static func alternative(_ node: PatternNode) throws -> AlternativeNode {
    guard case .map(let entries, let position) = node,
      case .scalar(_, let name, _, let namePosition)? = entries.first?.value
    else { throw Failure(message: "no alternative") }
    return AlternativeNode(
      name: name, at: namePosition,
      try expectationNode(.map(Array(entries.dropFirst()), at: position)))
  }

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  private var position: Position { Position(line: 1, column: index + 1) }

  private mutating func skipBlanks() {
    while next == " " || next == "\n" { index += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func node() throws -> PatternNode {
    skipBlanks()
    let start = position
    switch next {
    case "!":
      index += 1
      let name = text {
        $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      skipBlanks()
      guard let next, next != ",", next != "]", next != "}" else {
        return .tagged(name, nil, at: start)
      }
      let argument = try node()
      if case .map(let entries, _) = argument, entries.isEmpty {
        return .tagged(name, nil, at: start)
      }
      return .tagged(name, argument, at: start)
    case "{": return .map(try entries(), at: start)
    case "[":
      index += 1
      var items: [PatternNode] = []
      while !take("]") {
        items.append(try node())
        _ = take(",")
      }
      return .list(items, at: start)
    case "`":
      index += 1
      let json = text { $0 != "`" }
      index += 1
      return .value(try JSONParser.document(json).root, at: start)
    case "$" where index + 1 < scalars.count && scalars[index + 1] == "{":
      _ = text { $0 != "}" }
      index += 1
      return .unknown(at: start)
    case "'", "\"":
      let content = try quoted()
      return .scalar(.string(content), written: content, isPlain: false, at: start)
    case nil: throw Failure(message: "ends early")
    default:
      let written = plain(endingAt: ",]}")
      return .scalar(Self.value(written), written: written, isPlain: true, at: start)
    }
  }

  private mutating func entries() throws -> [PatternEntry] {
    index += 1
    var entries: [PatternEntry] = []
    while !take("}") {
      skipBlanks()
      let start = position
      let key = next == "'" || next == "\"" ? try quoted() : plain(endingAt: ":")
      guard take(":") else { throw Failure(message: "no colon after \(key)") }
      let value = try node()
      let isQuery = key == "$" || key.hasPrefix("$.") || key.hasPrefix("$[")
      entries.append(
        PatternEntry(
          isQuery ? .query(try JSONPath(key), source: key) : .name(key), at: start, value))
      _ = take(",")
    }
    return entries
  }

  private mutating func quoted() throws -> String {
    guard let quote = next else { throw Failure(message: "ends early") }
    index += 1
    var content = ""
    while let scalar = next {
      index += 1
      if scalar == quote {
        guard quote == "'", next == "'" else { return content }
        index += 1
      } else if quote == "\"", scalar == "\\", let escaped = next {
        index += 1
        content.unicodeScalars.append(escaped == "n" ? "\n" : escaped)
        continue
      }
      content.unicodeScalars.append(scalar)
    }
    throw Failure(message: "a quote is open")
  }

  /// Up to one of some characters; a colon ends it only before a blank.
  private mutating func plain(endingAt ends: String) -> String {
    var content = ""
    while let scalar = next {
      let isEnd = ends.unicodeScalars.contains(scalar)
      let isColon = scalar == ":" && index + 1 < scalars.count && scalars[index + 1] == " "
      if isColon || (isEnd && scalar != ":") { break }
      content.unicodeScalars.append(scalar)
      index += 1
    }
    while content.hasSuffix(" ") { content.removeLast() }
    return content
  }

  private mutating func text(while holds: (Unicode.Scalar) -> Bool) -> String {
    var content = ""
    while let scalar = next, holds(scalar) {
      content.unicodeScalars.append(scalar)
      index += 1
    }
    return content
  }

  private static func value(_ written: String) -> JSONValue {
    switch written {
    case "null": .null
    case "true": .boolean(true)
    case "false": .boolean(false)
    default: JSONNumber(literal: written).map { .number($0) } ?? .string(written)
    }
  }
}
