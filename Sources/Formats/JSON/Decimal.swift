// SPDX-License-Identifier: Apache-2.0
// Decimal numbers of any size, compared exactly.

/// A number whose sign and distance from zero tell its order.
protocol SignedDecimal: Comparable {
  var isNegative: Bool { get }
  func isNearerToZero(than other: Self) -> Bool
}

extension SignedDecimal {
  static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }
}

/// ± 0.digits × 10^scale. Equal numbers have equal decimals.
struct Decimal: SignedDecimal {
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
struct DecimalScale: SignedDecimal {
  private static let base = 1_000_000_000_000_000_000
  private static let lowDigits = 18

  let isNegative: Bool
  /// Digits 0–9, without a zero in front.
  private let high: [UInt8]
  private let low: Int

  /// - Parameter value: Smaller than 10^18, of either sign.
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
