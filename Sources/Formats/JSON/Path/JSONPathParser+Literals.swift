// SPDX-License-Identifier: Apache-2.0
// The strings and numbers of JSONPath.

extension JSONPathParser {
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
      default:
        throw JSONPathError(.syntax(#"after '\u' come four hexadecimal digits"#), at: start)
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
