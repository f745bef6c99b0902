// SPDX-License-Identifier: Apache-2.0
// JSON numbers: their literals, compared exactly, with any exponent.

/// A JSON number: the literal as written, compared by value without passing through a double.
package struct JSONNumber: Sendable, Comparable {
  /// As written: `1`, `1.0`, `1e0`. Always a number by the grammar of RFC 8259, section 6.
  package let literal: String

  package init(_ value: Int) { literal = String(value) }

  /// - Returns: nil where the text is no number by RFC 8259, section 6.
  package init?(literal: String) {
    guard Self.isNumber(Array(literal.utf8)) else { return nil }
    self.literal = literal
  }

  /// For the parser, which has checked the grammar.
  init(checked literal: String) { self.literal = literal }

  /// The value, if it is a whole number that fits: `1`, `1.0`, `10e-1`.
  package var integer: Int? {
    if let value = Int(literal) { return value }
    let decimal = Decimal(self)
    if decimal.isZero { return 0 }
    guard let scale = decimal.scale.small, scale <= 19, decimal.digits.count <= scale else {
      return nil
    }
    let zeros = String(repeating: "0", count: scale - decimal.digits.count)
    let digits = String(decoding: decimal.digits, as: UTF8.self)
    return Int("\(decimal.isNegative ? "-" : "")\(digits)\(zeros)")
  }

  /// Whether the value is whole, however it is written and however large.
  package var isInteger: Bool {
    let decimal = Decimal(self)
    return decimal.isZero || decimal.scale >= DecimalScale(decimal.digits.count)
  }

  /// The nearest double; infinite where the value is out of range.
  package var double: Double { Double(literal) ?? 0 }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
      return index - start
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    let whole = digits()
    if whole == 0 || (whole > 1 && bytes[first] == UInt8(ascii: "0")) { return false }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      if digits() == 0 { return false }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      if digits() == 0 { return false }
    }
    return index == bytes.count
  }

  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.literal == right.literal { return true }
    if let left = Int(left.literal), let right = Int(right.literal) { return left == right }
    return Decimal(left) == Decimal(right)
  }

  package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = Int(left.literal), let right = Int(right.literal) { return left < right }
    return Decimal(left) < Decimal(right)
  }
}
