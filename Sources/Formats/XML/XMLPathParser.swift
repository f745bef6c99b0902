// SPDX-License-Identifier: Apache-2.0
// Reads the text of an XML path.

import Text

/// Reads a path byte by byte; its errors count scalars, as all texts of a suite do.
struct XMLPathParser {
  typealias Step = XMLPathStep<XMLPathTemplate.Text>

  static let lengthLimitBytes = 10_000

  private let bytes: [UInt8]
  private var index = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func path() throws(XMLPathError) -> (steps: [Step], attribute: Step?) {
    guard bytes.count <= Self.lengthLimitBytes else {
      throw failure(.tooLong(limit: Self.lengthLimitBytes), at: Self.lengthLimitBytes)
    }
    var steps: [Step] = []
    repeat {
      guard skip("/") else { throw failure(.expected("'/' or '//'"), at: index) }
      let isDeep = skip("/")
      if skip("@") {
        let name = try nameTest("the name of an attribute or '*'")
        if index < bytes.count { throw failure(.afterAttribute, at: index) }
        return (steps, Step(isDeep: isDeep, name: name))
      }
      let name = try nameTest("a name, '*' or '@'")
      var step = Step(isDeep: isDeep, name: name)
      while skip("[") { step.predicates.append(try predicate()) }
      steps.append(step)
    } while index < bytes.count
    return (steps, nil)
  }

  private mutating func predicate() throws(XMLPathError) -> Step.Predicate {
    skipBlanks()
    let result: Step.Predicate
    if let byte = current, byte.isDigit {
      result = .position(try position())
    } else {
      let isAttribute = skip("@")
      let name = try name("a number, a name or '@' and a name")
      skipBlanks()
      guard skip("=") else { throw failure(.expected("'='"), at: index) }
      skipBlanks()
      let value = try quoted()
      result = isAttribute ? .attribute(name: name, value: value) : .child(name: name, text: value)
    }
    skipBlanks()
    guard skip("]") else { throw failure(.expected("']'"), at: index) }
    return result
  }

  private mutating func position() throws(XMLPathError) -> Int {
    let start = index
    while let byte = current, byte.isDigit { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Int(text), number >= 1, number <= 1_000_000 else {
      throw failure(.expected("a number from 1 to 1000000"), at: start)
    }
    return number
  }

  private mutating func nameTest(_ what: String) throws(XMLPathError) -> XMLPathTemplate.Text? {
    skip("*") ? nil : try name(what)
  }

  /// A name without its prefix, or one with variables in it.
  private mutating func name(_ what: String) throws(XMLPathError) -> XMLPathTemplate.Text {
    var text = PathTextBuilder()
    let start = index
    while let byte = current {
      if byte == UInt8(ascii: "$") {
        text.append(try variable())
      } else if isNamePart(byte, isFirst: index == start) {
        text.append(byte)
        index += 1
      } else {
        break
      }
    }
    guard index > start else { throw failure(.expected(what), at: start) }
    var result = text.finished()
    if case .literal(let literal)? = result.parts.first, let colon = literal.firstIndex(of: ":") {
      let local = String(literal[literal.index(after: colon)...])
      result.parts[0] = .literal(local)
      if local.isEmpty {
        result.parts.removeFirst()
        if result.parts.isEmpty { throw failure(.expected("a name after ':'"), at: index) }
      }
    }
    return result
  }

  private mutating func quoted() throws(XMLPathError) -> XMLPathTemplate.Text {
    guard let quote = current, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      throw failure(.expected("a value in quotation marks"), at: index)
    }
    let start = index
    index += 1
    var text = PathTextBuilder()
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "$"), next == UInt8(ascii: "{") {
        text.append(try variable())
      } else if byte == UInt8(ascii: "$"), next == UInt8(ascii: "$"), self.byte(2) == 0x7B {
        // `$${` is a literal `${`.
        text.append(byte)
        text.append(0x7B)
        index += 3
      } else {
        text.append(byte)
        index += 1
      }
    }
    guard current == quote else {
      throw failure(.expected("the end of the value that begins here"), at: start)
    }
    index += 1
    return text.finished()
  }

  /// `${…}`; braces and quotation marks in it are not nested.
  private mutating func variable() throws(XMLPathError) -> TemplateVariable {
    let start = index
    guard next == UInt8(ascii: "{"), let end = bytes[index...].firstIndex(of: UInt8(ascii: "}"))
    else { throw failure(.expected("'${', a name and '}'"), at: start) }
    let expression = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
    guard expression.utf8.contains(where: { $0 != 0x20 }) else {
      throw failure(.expected("a name between '${' and '}'"), at: start + 2)
    }
    index = end + 1
    return TemplateVariable(XMLCharacters.trimmed(expression), at: scalarOffset(of: start))
  }

  private func failure(_ mistake: XMLPathMistake, at index: Int) -> XMLPathError {
    XMLPathError(mistake, at: scalarOffset(of: index))
  }

  private func scalarOffset(of index: Int) -> ScalarOffset {
    ScalarOffset(ByteOffset(index), in: bytes)
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }
  private var next: UInt8? { byte(1) }
  private func byte(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private func isNamePart(_ byte: UInt8, isFirst: Bool) -> Bool {
    if byte >= 0x80 { return true }
    return isFirst
      ? XMLCharacters.startsName(UInt32(byte)) && byte != UInt8(ascii: ":")
      : XMLCharacters.continuesName(UInt32(byte))
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() { while skip(" ") {} }
}

/// Gathers literal bytes and variables.
private struct PathTextBuilder {
  private var parts: [XMLPathTemplate.Text.Part] = []
  private var literal: [UInt8] = []

  mutating func append(_ byte: UInt8) { literal.append(byte) }

  mutating func append(_ variable: TemplateVariable) {
    flush()
    parts.append(.variable(variable))
  }

  mutating func finished() -> XMLPathTemplate.Text {
    flush()
    return XMLPathTemplate.Text(parts: parts)
  }

  private mutating func flush() {
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    literal = []
  }
}
