// SPDX-License-Identifier: Apache-2.0
// The text of a JSONPath query to a tree: segments and selectors.

import Text

/// Reads a query by the grammar of RFC 9535; with `isTemplate`, variables in it.
struct JSONPathParser {
  /// A part of a template that is not as it stands.
  struct Slot: Sendable, Equatable {
    enum Place: Sendable, Equatable {
      /// In a comparison, or an argument of a function.
      case literal
      case selector
      /// In a string of these quotation marks.
      case quoted(Unicode.Scalar)
      /// A `$${` in a string.
      case dollar
    }

    let range: Range<Int>
    let place: Place
    /// nil for `.dollar`.
    let variable: TemplateVariable?
  }

  let scalars: [Unicode.Scalar]
  let isTemplate: Bool
  var index = 0
  var slots: [Slot] = []
  var warnings: [JSONPathError] = []
  private var depth = 0

  init(_ source: String, isTemplate: Bool) {
    scalars = Array(source.unicodeScalars)
    self.isTemplate = isTemplate
  }

  /// The whole text as a query.
  mutating func wholeQuery() throws(JSONPathError) -> JSONPathQuery {
    guard next == "$", !isVariableNext else { throw unexpected("'$' at the start of a query") }
    let query = try query()
    guard next == nil else {
      throw unexpected(
        "'.', '..', '[' or the end of the query", otherwise: "other names are written ['name']")
    }
    return query
  }

  /// The character at the index; nil at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  func starts(with text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  var isVariableNext: Bool { isTemplate && starts(with: "${") }

  /// Moves over a text, if it stands there.
  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  mutating func skipBlanks() {
    while let scalar = next, " \t\n\r".unicodeScalars.contains(scalar) { index += 1 }
  }

  /// Moves over a text with blanks before it; nowhere, if it does not stand there.
  mutating func skipAfterBlanks(_ text: String) -> Bool {
    let start = index
    skipBlanks()
    if skip(text) { return true }
    index = start
    return false
  }

  /// An error at the index: something else stands there, or nothing.
  func unexpected(_ expected: String, otherwise hint: String? = nil) -> JSONPathError {
    if isVariableNext || (isTemplate && starts(with: "$${")) {
      return JSONPathError(
        .variable(
          "a variable can't stand here: it stands for a name or an index, [${…}], for a value,"
            + " == ${…}, or in quotes, '…${…}…'"), at: index)
    }
    let found: String
    switch next {
    case nil: found = "the end of the query"
    case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F:
      found = "U+\(String(0x10000 + scalar.value, radix: 16, uppercase: true).dropFirst())"
    case let scalar?: found = "'\(scalar)'"
    }
    let hint = hint.map { "; \($0)" } ?? ""
    return JSONPathError(.syntax("expected \(expected), found \(found)\(hint)"), at: index)
  }

  /// Counts what is nested; for each call `leave`.
  mutating func enter() throws(JSONPathError) {
    guard depth < JSONPath.depthLimit else {
      throw JSONPathError(.tooDeep(limit: JSONPath.depthLimit), at: index)
    }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  /// A variable, which is there; it becomes a slot.
  mutating func variable(_ place: Slot.Place) throws(JSONPathError) {
    let start = index
    guard let variable = TemplateVariable(in: scalars, at: start) else {
      throw JSONPathError(.variable(TemplateVariable.mistake), at: start)
    }
    index = variable.end.value
    slots.append(Slot(range: start..<index, place: place, variable: variable))
  }

  /// A query; the index is at its `$` or `@`.
  mutating func query() throws(JSONPathError) -> JSONPathQuery {
    let isAbsolute = next == "$"
    index += 1
    var segments: [JSONPathQuery.Segment] = []
    while true {
      if skipAfterBlanks("..") {
        segments.append(.init(isDescendant: true, selectors: try descendants()))
      } else if skipAfterBlanks(".") {
        segments.append(.init(isDescendant: false, selectors: [try shorthand("after '.'")]))
      } else if skipAfterBlanks("[") {
        segments.append(.init(isDescendant: false, selectors: try bracketed()))
      } else {
        return JSONPathQuery(isAbsolute: isAbsolute, segments: segments)
      }
    }
  }

  private mutating func descendants() throws(JSONPathError) -> [JSONPathQuery.Selector] {
    skip("[") ? try bracketed() : [try shorthand("or '[' after '..'")]
  }

  /// `*`, or a name without quotes.
  private mutating func shorthand(_ place: String) throws(JSONPathError) -> JSONPathQuery.Selector {
    if skip("*") { return .wildcard }
    if isVariableNext {
      throw JSONPathError(
        .variable("a variable can't stand after a '.'; write [${…}] for '.${…}'"), at: index)
    }
    let start = index
    while let scalar = next, Self.isNameCharacter(scalar, isFirst: index == start) { index += 1 }
    guard index > start else {
      throw unexpected("a name or '*' \(place)", otherwise: "other names are written ['name']")
    }
    return .name(String(String.UnicodeScalarView(scalars[start..<index])))
  }

  private static func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "_", "\u{80}"...: true
    case "0"..."9": !isFirst
    default: false
    }
  }

  /// Selectors; the index is after the `[`.
  private mutating func bracketed() throws(JSONPathError) -> [JSONPathQuery.Selector] {
    var selectors: [JSONPathQuery.Selector] = []
    while true {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
      if skip("]") { return selectors }
      guard skip(",") else { throw unexpected("',' or ']' after a selector") }
    }
  }

  private mutating func selector() throws(JSONPathError) -> JSONPathQuery.Selector {
    if isVariableNext {
      try variable(.selector)
      return .name("")
    }
    switch next {
    case "'", "\"": return .name(try string())
    case "*":
      index += 1
      return .wildcard
    case "?":
      try enter()
      defer { leave() }
      index += 1
      skipBlanks()
      return .filter(try condition())
    case ":", "-": return try indexOrSlice()
    case let scalar? where "0"..."9" ~= scalar: return try indexOrSlice()
    default:
      throw unexpected(
        "a selector: a name in quotes, an index, a slice, '*', or '?' and a condition")
    }
  }

  private mutating func indexOrSlice() throws(JSONPathError) -> JSONPathQuery.Selector {
    let start = try integer()
    guard skipAfterBlanks(":") else {
      guard let start else { throw unexpected("an index") }
      return .index(start)
    }
    skipBlanks()
    let end = try integer()
    var step: Int?
    if skipAfterBlanks(":") {
      let last = index
      skipBlanks()
      step = try integer()
      if step == nil { index = last }
    }
    return .slice(start: start, end: end, step: step ?? 1)
  }

  /// An integer, if one stands there: no leading zeros, no `-0`, exact in I-JSON.
  private mutating func integer() throws(JSONPathError) -> Int? {
    let start = index
    let isNegative = skip("-")
    let first = index
    var value = 0
    while let digit = next, "0"..."9" ~= digit {
      value = min(value * 10 + Int(digit.value - 0x30), 1 << 53)
      index += 1
    }
    if index == first {
      if isNegative { throw unexpected("a digit after '-'") }
      return nil
    }
    if scalars[first] == "0", index - first > 1 || isNegative {
      throw JSONPathError(
        .syntax(isNegative ? "an index has no '-0'" : "an index has no leading zero"), at: start)
    }
    guard value < 1 << 53 else {
      throw JSONPathError(.syntax("an index is less than 2^53"), at: start)
    }
    return isNegative ? -value : value
  }
}
