// SPDX-License-Identifier: Apache-2.0
// The values of scalars by the core schema of YAML 1.2.2, section 10.3.

import Text

/// The value of a scalar.
package enum YAMLCoreValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// A number literal as JSON has it, in base 10.
  case integer(String)
  /// A number literal as JSON has it.
  case float(String)
  /// `.inf`, `-.Inf`, `.NAN`…, as written: JSON has no such number.
  case nonFinite(String)
  case string(String)
}

extension YAMLScalar {
  /// The value by the core schema; quoted and block scalars are strings.
  package var coreValue: YAMLCoreValue {
    guard style == .plain else { return .string(text) }
    // The longest of the words has five characters.
    guard text.utf8.count <= 5 else { return number ?? .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf",
      "-.Inf", "-.INF":
      return .nonFinite(text)
    default: return number ?? .string(text)
    }
  }

  private var number: YAMLCoreValue? {
    // Most texts are told by their first character.
    guard let first = text.utf8.first,
      first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        || first == UInt8(ascii: ".")
    else { return nil }
    let bytes = Array(text.utf8)
    if let prefix = CoreNumber.prefix(bytes) {
      return .integer(CoreNumber.decimal(bytes.dropFirst(2), base: prefix))
    }
    return CoreNumber.decimal(bytes)
  }
}

/// The grammar of numbers.
enum CoreNumber {
  /// The base of a whole number written with `0o` or `0x`; nil for any other text.
  static func prefix(_ bytes: some RandomAccessCollection<UInt8>) -> UInt8? {
    guard bytes.count > 2, bytes.first == UInt8(ascii: "0") else { return nil }
    switch bytes.dropFirst().first {
    case UInt8(ascii: "o"): return bytes.dropFirst(2).allSatisfy { 0x30...0x37 ~= $0 } ? 8 : nil
    case UInt8(ascii: "x"): return bytes.dropFirst(2).allSatisfy(\.isHexadecimal) ? 16 : nil
    default: return nil
    }
  }

  /// Whether a text is `007`: digits behind a zero, and maybe a sign.
  static func looksOctal(_ bytes: ArraySlice<UInt8>) -> Bool {
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    let digits = isSigned ? bytes.dropFirst() : bytes
    return digits.count > 1 && digits.first == UInt8(ascii: "0") && digits.allSatisfy(\.isDigit)
  }

  /// Digits of another base in base 10, by long multiplication; the parser bounds their number.
  static func decimal(_ digits: ArraySlice<UInt8>, base: UInt8) -> String {
    // Least significant first.
    var decimal: [UInt8] = [0]
    for digit in digits {
      var carry = Int(Hexadecimal.value(of: digit) ?? 0)
      for place in decimal.indices {
        carry += Int(decimal[place]) * Int(base)
        decimal[place] = UInt8(carry % 10)
        carry /= 10
      }
      while carry > 0 {
        decimal.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    return String(decoding: decimal.reversed().map { $0 + 0x30 }, as: UTF8.self)
  }

  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, made a JSON literal.
  static func decimal(_ bytes: [UInt8]) -> YAMLCoreValue? {
    var index = 0
    func digits() -> ArraySlice<UInt8> {
      let start = index
      while index < bytes.count, bytes[index].isDigit { index += 1 }
      return bytes[start..<index]
    }
    func skip(_ characters: UInt8...) -> UInt8? {
      guard index < bytes.count, characters.contains(bytes[index]) else { return nil }
      index += 1
      return bytes[index - 1]
    }
    let sign = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
    let whole = digits()
    var fraction: ArraySlice<UInt8>?
    if skip(UInt8(ascii: ".")) != nil { fraction = digits() }
    if whole.isEmpty, fraction?.isEmpty ?? true { return nil }
    var exponent: ArraySlice<UInt8>?
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) != nil {
      let start = index
      _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
      if digits().isEmpty { return nil }
      exponent = bytes[start..<index]
    }
    guard index == bytes.count else { return nil }

    var literal: [UInt8] = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    literal += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    if let fraction {
      literal.append(UInt8(ascii: "."))
      literal += fraction.isEmpty ? [UInt8(ascii: "0")] : fraction
    }
    if let exponent { literal += [UInt8(ascii: "e")] + exponent }
    let text = String(decoding: literal, as: UTF8.self)
    return fraction == nil && exponent == nil ? .integer(text) : .float(text)
  }
}

extension DocumentParser {
  /// Refuses numbers that are read differently here and there, and such as cost too much.
  mutating func checkNumber(from start: Int, to end: Int, at place: Position) throws(YAMLError) {
    guard bytes[start] <= UInt8(ascii: "9"), end - start > 1 else { return }
    let number = bytes[start..<end]
    if CoreNumber.looksOctal(number) {
      let written = text(from: start, to: end)
      throw YAMLError(.octalNumber(written), at: place, length: end - start)
    }
    if end - start > limits.digitCount + 2, CoreNumber.prefix(number) != nil {
      throw overLimit(.digitCount, limits.digitCount, at: place)
    }
  }
}
