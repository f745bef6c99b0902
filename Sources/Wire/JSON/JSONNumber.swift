// SPDX-License-Identifier: Apache-2.0
// A JSON number by its literal, compared exactly.

/// A JSON number: the literal as written, compared by value without passing through a double.
package struct JSONNumber: Sendable {
  /// As written: `1`, `1.0`, `1e0`. Always a number by the grammar of RFC 8259, section 6.
  package let literal: String

  package init(_ value: Int) {
    literal = String(value)
  }

  /// - Returns: nil where the text is no number by RFC 8259, section 6.
  package init?(literal: String) {
    guard Self.isNumber(Array(literal.utf8)) else { return nil }
    self.literal = literal
  }

  /// For the parser, which has checked the grammar.
  init(checked literal: String) {
    self.literal = literal
  }
}

extension JSONNumber {
  /// The value, if it is a whole number that fits: `1`, `1.0`, `10e-1`.
  package var integer: Int? {
    if let value = Int(literal) { return value }
    let decimal = Decimal(self)
    guard decimal.exponent >= 0, decimal.exponent <= 20 else {
      return decimal.digits.isEmpty ? 0 : nil
    }
    let zeros = String(repeating: "0", count: decimal.exponent)
    let digits = String(decoding: decimal.digits, as: UTF8.self)
    return Int("\(decimal.isNegative ? "-" : "")\(digits)\(zeros)")
  }

  /// Whether the value is whole, however it is written and however large.
  package var isInteger: Bool {
    let decimal = Decimal(self)
    return decimal.digits.isEmpty || decimal.exponent >= 0
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
}

/// ± digits × 10^exponent; no digits for zero, no zero at either end of the digits.
private struct Decimal: Equatable {
  let isNegative: Bool
  let digits: ArraySlice<UInt8>
  let exponent: Int

  init(_ number: JSONNumber) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var rest = Array(number.literal.utf8)[...]
    let minus = rest.first == UInt8(ascii: "-")
    if minus { rest.removeFirst() }
    while let byte = rest.first {
      rest.removeFirst()
      if byte == UInt8(ascii: ".") {
        point = digits.count
      } else if byte | 0x20 == UInt8(ascii: "e") {
        let text = String(decoding: rest, as: UTF8.self)
        // An exponent beyond any integer still has its sign, which is enough to compare by.
        exponent = Int(text) ?? (text.hasPrefix("-") ? Int.min / 4 : Int.max / 4)
        exponent = min(max(exponent, Int.min / 4), Int.max / 4)
        break
      } else {
        digits.append(byte)
      }
    }
    exponent -= digits.count - (point ?? digits.count)
    let zero = UInt8(ascii: "0")
    let significant = digits.drop { $0 == zero }
    let trailing = significant.reversed().prefix { $0 == zero }.count
    self.digits = significant.dropLast(trailing)
    self.exponent = self.digits.isEmpty ? 0 : exponent + trailing
    isNegative = minus && !self.digits.isEmpty
  }

  static func == (left: Decimal, right: Decimal) -> Bool {
    left.isNegative == right.isNegative && left.exponent == right.exponent
      && left.digits.elementsEqual(right.digits)
  }
}

extension JSONNumber: Comparable {
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.literal == right.literal || Decimal(left) == Decimal(right)
  }

  package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = Int(left.literal), let right = Int(right.literal) { return left < right }
    let (left, right) = (Decimal(left), Decimal(right))
    func magnitudeIsLess(_ left: Decimal, _ right: Decimal) -> Bool {
      if left.digits.isEmpty || right.digits.isEmpty { return !right.digits.isEmpty }
      let leftScale = left.exponent + left.digits.count
      let rightScale = right.exponent + right.digits.count
      if leftScale != rightScale { return leftScale < rightScale }
      return left.digits.lexicographicallyPrecedes(right.digits)
    }
    if left == right { return false }
    switch (left.isNegative, right.isNegative) {
    case (true, false): return true
    case (false, true): return false
    case (false, false): return magnitudeIsLess(left, right)
    case (true, true): return magnitudeIsLess(right, left)
    }
  }
}
