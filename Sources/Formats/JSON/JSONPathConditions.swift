// SPDX-License-Identifier: Apache-2.0
// The conditions of filters in the text of a query, with their literals.

import Text

extension JSONPathParser {
  /// A part of a comparison or a test, or an argument.
  private enum Term {
    case operand(JSONPathOperand)
    case query(JSONPathQuery)
    /// A function whose result is no value but a truth; and its name.
    case condition(JSONPathCondition, function: String)
  }

  /// `a || b && c`.
  mutating func condition() throws(JSONPathError) -> JSONPathCondition {
    var alternatives = [try conjunction()]
    while skipAfterBlanks("||") {
      skipBlanks()
      alternatives.append(try conjunction())
    }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  private mutating func conjunction() throws(JSONPathError) -> JSONPathCondition {
    var conditions = [try basicCondition()]
    while skipAfterBlanks("&&") {
      skipBlanks()
      conditions.append(try basicCondition())
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func basicCondition() throws(JSONPathError) -> JSONPathCondition {
    if skip("!") {
      skipBlanks()
      if next == "(" { return .not(try parenthesized()) }
      let start = index
      return .not(try test(try term(), at: start))
    }
    if next == "(" { return try parenthesized() }
    let start = index
    let left = try term()
    guard let comparison = comparison() else { return try test(left, at: start) }
    let leftOperand = try operand(left, at: start)
    skipBlanks()
    let right = index
    return .comparison(leftOperand, comparison, try operand(try term(), at: right))
  }

  private mutating func parenthesized() throws(JSONPathError) -> JSONPathCondition {
    try enter()
    defer { leave() }
    index += 1
    skipBlanks()
    let condition = try condition()
    guard skipAfterBlanks(")") else {
      skipBlanks()
      throw unexpected("')'")
    }
    return condition
  }

  private mutating func comparison() -> JSONPathComparison? {
    for comparison in JSONPathComparison.allCases where skipAfterBlanks(comparison.rawValue) {
      return comparison
    }
    return nil
  }

  private func test(_ term: Term, at start: Int) throws(JSONPathError) -> JSONPathCondition {
    switch term {
    case .query(let query): return .exists(query)
    case .condition(let condition, _): return condition
    case .operand(.literal):
      throw JSONPathError(.syntax("a value alone is not a condition; compare it"), at: start)
    case .operand:
      throw JSONPathError(
        .syntax("the value of a function is not a condition; compare it"), at: start)
    }
  }

  /// An operand with one value: a literal, a singular query, or a function of such a type.
  private func operand(_ term: Term, at start: Int) throws(JSONPathError) -> JSONPathOperand {
    switch term {
    case .operand(let operand): return operand
    case .query(let query):
      guard query.isSingular else {
        throw JSONPathError(
          .syntax("only a query of names and indices has one value; see value() and count()"),
          at: start)
      }
      return .query(query)
    case .condition(_, let function):
      throw JSONPathError(
        .syntax("the result of \(function)() is true or false by itself; don't compare it"),
        at: start)
    }
  }

  private mutating func term() throws(JSONPathError) -> Term {
    if isVariableNext {
      try variable(.literal)
      return .operand(.literal(.string("")))
    }
    switch next {
    case "$", "@": return .query(try query())
    case "'", "\"": return .operand(.literal(.string(try string())))
    case "-": return .operand(.literal(.number(try number())))
    case let scalar? where "0"..."9" ~= scalar: return .operand(.literal(.number(try number())))
    case let scalar? where "a"..."z" ~= scalar: return try word()
    default: throw unexpected("a query, a value or a function")
    }
  }

  /// `true`, `false`, `null` or a function.
  private mutating func word() throws(JSONPathError) -> Term {
    let start = index
    loop: while let scalar = next {
      switch scalar {
      case "a"..."z", "0"..."9", "_": index += 1
      default: break loop
      }
    }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    if next == "(" { return try function(name, at: start) }
    switch name {
    case "true": return .operand(.literal(.boolean(true)))
    case "false": return .operand(.literal(.boolean(false)))
    case "null": return .operand(.literal(.null))
    default:
      throw JSONPathError(
        .syntax("'\(name)' is not a value; a member is written @.\(name), a text '\(name)'"),
        at: start)
    }
  }

  private mutating func function(_ name: String, at start: Int) throws(JSONPathError) -> Term {
    try enter()
    defer { leave() }
    index += 1
    var arguments: [(term: Term, offset: Int)] = []
    skipBlanks()
    if !skip(")") {
      repeat {
        skipBlanks()
        let offset = index
        arguments.append((try term(), offset))
        skipBlanks()
      } while skip(",")
      guard skip(")") else { throw unexpected("',' or ')' after an argument") }
    }
    func expect(_ count: Int) throws(JSONPathError) {
      guard arguments.count == count else {
        throw JSONPathError(
          .syntax(
            "\(name)() takes \(count) argument\(count == 1 ? "" : "s"), not \(arguments.count)"),
          at: start)
      }
    }
    func query() throws(JSONPathError) -> JSONPathQuery {
      guard case .query(let query) = arguments[0].term else {
        throw JSONPathError(.syntax("\(name)() takes a query"), at: arguments[0].offset)
      }
      return query
    }
    switch name {
    case "length":
      try expect(1)
      return .operand(.length(try operand(arguments[0].term, at: arguments[0].offset)))
    case "count":
      try expect(1)
      return .operand(.count(try query()))
    case "value":
      try expect(1)
      return .operand(.value(try query()))
    case "match", "search":
      try expect(2)
      let text = try operand(arguments[0].term, at: arguments[0].offset)
      let pattern = try operand(arguments[1].term, at: arguments[1].offset)
      let expression = try expression(pattern, at: arguments[1].offset)
      return .condition(.matches(text, expression, somewhere: name == "search"), function: name)
    default:
      throw JSONPathError(
        .syntax("no function '\(name)'; there are length, count, value, match and search"),
        at: start)
    }
  }

  private mutating func expression(
    _ operand: JSONPathOperand, at offset: Int
  ) throws(JSONPathError) -> JSONPathExpression {
    guard case .literal(let literal) = operand else { return .computed(operand) }
    guard case .string(let source) = literal else { return .never }
    do throws(ExpressionError) {
      return .fixed(try RegularExpression(source, dialect: .iRegexp))
    } catch {
      let mistake = JSONPathError(.expression(error), at: offset)
      // RFC 9535 knows no limits; a false result would be wrong for an expression beyond ours.
      guard case .syntax = error.reason else { throw mistake }
      warnings.append(mistake)
      return .never
    }
  }

  /// A string in either kind of quotation marks; the index is at the opening one.
  mutating func string() throws(JSONPathError) -> String {
    let quote = scalars[index]
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      if isTemplate, starts(with: "$${") {
        slots.append(Slot(range: index..<(index + 3), place: .dollar, variable: nil))
        index += 3
      } else if isVariableNext {
        try variable(.quoted(quote))
      } else if scalar == quote {
        index += 1
        return String(text)
      } else if scalar == "\\" {
        text.append(try escape(in: quote))
      } else if scalar.value < 0x20 {
        throw JSONPathError(.syntax("a control character in a string must be escaped"), at: index)
      } else {
        text.append(scalar)
        index += 1
      }
    }
    throw unexpected("\(quote) at the end of a string")
  }

  private mutating func escape(in quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let scalar = next else { throw unexpected("\(quote) at the end of a string") }
    index += 1
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return scalar
    case "u":
      var value = try hexadecimal(of: start)
      if value & 0xFC00 == 0xD800, skip("\\u") {
        let low = try hexadecimal(of: start)
        guard low & 0xFC00 == 0xDC00 else { throw Self.loneSurrogate(at: start) }
        value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(value) else { throw Self.loneSurrogate(at: start) }
      return scalar
    default: throw Self.invalidEscape(quote, at: start)
    }
  }

  /// The four digits after `\u`.
  private mutating func hexadecimal(of start: Int) throws(JSONPathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      switch next {
      case let digit? where "0"..."9" ~= digit: value = value << 4 | (digit.value - 0x30)
      case let digit? where "A"..."F" ~= digit: value = value << 4 | (digit.value - 0x37)
      case let digit? where "a"..."f" ~= digit: value = value << 4 | (digit.value - 0x57)
      default: throw JSONPathError(.syntax(#"after '\u' come four hexadecimal digits"#), at: start)
      }
      index += 1
    }
    return value
  }

  private static func loneSurrogate(at offset: Int) -> JSONPathError {
    JSONPathError(
      .syntax("an escape for half of a surrogate pair stands for no character"), at: offset)
  }

  private static func invalidEscape(_ quote: Unicode.Scalar, at offset: Int) -> JSONPathError {
    JSONPathError(
      .syntax(
        #"invalid escape: after '\' comes one of \#(quote) \ / b f n r t or u and 4 hex digits"#),
      at: offset)
  }

  /// A number, as in JSON.
  mutating func number() throws(JSONPathError) -> JSONNumber {
    let start = index
    let characters = "0123456789+-.eE".unicodeScalars
    while let scalar = next, characters.contains(scalar) { index += 1 }
    let text = String(String.UnicodeScalarView(scalars[start..<index]))
    guard let number = JSONNumber(literal: text) else {
      throw JSONPathError(.syntax("'\(text)' is not a number as JSON writes it"), at: start)
    }
    return number
  }
}
