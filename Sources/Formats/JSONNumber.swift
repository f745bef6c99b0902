// SPDX-License-Identifier: Apache-2.0
// JSON numbers: their literals, compared exactly, with whatever exponent.

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

/// A number whose sign and distance from zero tell its order.
protocol Signed: Comparable {
  var isNegative: Bool { get }
  func isNearerToZero(than other: Self) -> Bool
}

extension Signed {
  static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }
}

/// ± 0.digits × 10^scale. Equal numbers have equal decimals.
struct Decimal: Signed {
  let isNegative: Bool
  /// As ASCII, without a zero at either end; none for zero.
  let digits: ArraySlice<UInt8>
  let scale: DecimalScale

  init(_ number: JSONNumber) {
    var digits: [UInt8] = []
    var whole: Int?
    var exponent: ArraySlice<UInt8> = []
    let bytes = Array(number.literal.utf8)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): whole = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponent = bytes[(index + 1)...]
      default: digits.append(byte)
      }
      if !exponent.isEmpty { break }
    }
    let zero = UInt8(ascii: "0")
    let leading = digits.prefix { $0 == zero }.count
    let significant = digits[leading...]
    let trailing = significant.reversed().prefix { $0 == zero }.count
    self.digits = significant.dropLast(trailing)
    isNegative = bytes.first == UInt8(ascii: "-") && !self.digits.isEmpty
    scale =
      self.digits.isEmpty
      ? DecimalScale(0) : DecimalScale(exponent, plus: (whole ?? digits.count) - leading)
  }

  var isZero: Bool { digits.isEmpty }

  func isNearerToZero(than other: Decimal) -> Bool {
    if isZero || other.isZero { return !other.isZero }
    if scale != other.scale { return scale < other.scale }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

/// An integer of any size: ± (high × 10^18 + low).
struct DecimalScale: Signed {
  private static let base = 1_000_000_000_000_000_000
  private static let lowDigits = 18

  let isNegative: Bool
  /// Digits 0–9, without a zero in front.
  private let high: [UInt8]
  private let low: Int

  /// - Parameter value: Smaller than 10^18, whatever its sign.
  init(_ value: Int) { self.init([], plus: value) }

  /// The sum of an exponent as written (`12`, `+12`, `-012`, none for 0) and a number smaller
  /// than 10^18, which any length of a text is.
  init(_ exponent: ArraySlice<UInt8>, plus addend: Int) {
    let minus = exponent.first == UInt8(ascii: "-")
    let isSigned = minus || exponent.first == UInt8(ascii: "+")
    let digits = exponent.dropFirst(isSigned ? 1 : 0).map { $0 - 0x30 }.drop { $0 == 0 }
    var high = Array(digits.dropLast(Self.lowDigits))
    var low = digits.suffix(Self.lowDigits).reduce(0) { $0 * 10 + Int($1) }
    low += minus ? -addend : addend
    var isNegative = minus
    if low >= Self.base {
      Self.increment(&high)
      low -= Self.base
    } else if low < 0, !high.isEmpty {
      Self.decrement(&high)
      low += Self.base
    } else if low < 0 {
      isNegative.toggle()
      low = -low
    }
    self.high = high
    self.low = low
    self.isNegative = isNegative && !(high.isEmpty && low == 0)
  }

  /// The value, if it is smaller than 10^18.
  var small: Int? { high.isEmpty ? (isNegative ? -low : low) : nil }

  private static func increment(_ digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }

  /// - Parameter digits: Not zero.
  private static func decrement(_ digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      if digits[index] > 0 {
        digits[index] -= 1
        break
      }
      digits[index] = 9
    }
    if digits.first == 0 { digits.removeFirst() }
  }

  func isNearerToZero(than other: DecimalScale) -> Bool {
    if high.count != other.high.count { return high.count < other.high.count }
    if high != other.high { return high.lexicographicallyPrecedes(other.high) }
    return low < other.low
  }
}
