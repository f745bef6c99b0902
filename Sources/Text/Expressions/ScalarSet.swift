// SPDX-License-Identifier: Apache-2.0
// A set of characters, as a class of a regular expression names it.

struct ScalarSet: Sendable {
  enum Item: Sendable {
    case range(ClosedRange<UInt32>)
    case category(ScalarCategory)
  }

  private let ranges: [ClosedRange<UInt32>]
  private let categories: [ScalarCategory]
  private let isNegated: Bool
  private let foldsCase: Bool
  /// Which of U+0000…U+003F and U+0040…U+007F are in the set, all rules applied.
  private var ascii: (UInt64, UInt64) = (0, 0)

  init(_ items: [Item], isNegated: Bool = false, foldsCase: Bool = false) {
    var ranges: [ClosedRange<UInt32>] = []
    var categories: [ScalarCategory] = []
    for item in items {
      switch item {
      case .category(let category): categories.append(category)
      case .range(let range):
        ranges.append(range)
        // A single character that differs from its lower and upper case, such as 'ſ' and 'K', is
        // found from these only if they are in the set, too.
        if foldsCase, range.count == 1, let scalar = Unicode.Scalar(range.lowerBound) {
          ranges += Self.variants(of: scalar).map { $0.value...$0.value }
        }
      }
    }
    self.ranges = Self.merged(ranges)
    self.categories = categories
    self.isNegated = isNegated
    self.foldsCase = foldsCase
    var bits: (UInt64, UInt64) = (0, 0)
    for value in UInt8(0)..<64 {
      if decides(Unicode.Scalar(value)) { bits.0 |= 1 << UInt64(value) }
      if decides(Unicode.Scalar(value + 64)) { bits.1 |= 1 << UInt64(value) }
    }
    ascii = bits
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<64: ascii.0 & 1 << UInt64(scalar.value) != 0
    case 64..<128: ascii.1 & 1 << UInt64(scalar.value - 64) != 0
    default: decides(scalar)
    }
  }

  private func decides(_ scalar: Unicode.Scalar) -> Bool {
    var isNamed = names(scalar)
    if !isNamed, foldsCase {
      let variants = scalar.isASCII ? Self.ofASCII[Int(scalar.value)] : Self.variants(of: scalar)
      isNamed = variants.contains { names($0) }
    }
    return isNamed != isNegated
  }

  private func names(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].contains(scalar.value) { return true }
    return categories.contains { $0.contains(scalar) }
  }

  /// The character and what it is in lower and in upper case, where that is one character.
  static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    func mapped(_ text: String) -> Unicode.Scalar {
      let scalars = text.unicodeScalars
      return scalars.count == 1 ? scalars[scalars.startIndex] : scalar
    }
    let upper = mapped(scalar.properties.uppercaseMapping)
    let others = [
      mapped(scalar.properties.lowercaseMapping), upper, mapped(upper.properties.lowercaseMapping),
    ]
    return others.reduce(into: [scalar]) { if !$0.contains($1) { $0.append($1) } }
  }

  private static let ofASCII = (UInt8(0)..<128).map { variants(of: Unicode.Scalar($0)) }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    return sorted.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  /// Any character but the line breaks LF and CR.
  static let dot = ScalarSet([.range(0x0A...0x0A), .range(0x0D...0x0D)], isNegated: true)

  private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  private static let blanks: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
  private static let wordCharacters: [ClosedRange<UInt32>] = [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
  ]

  /// The set of `\d`, `\w`, `\s` and their complements in capitals; nil for another letter.
  static func shorthand(_ letter: Unicode.Scalar) -> [Item]? {
    let ranges: [ClosedRange<UInt32>]
    switch letter {
    case "d": ranges = digits
    case "D": ranges = complement(digits)
    case "s": ranges = blanks
    case "S": ranges = complement(blanks)
    case "w": ranges = wordCharacters
    case "W": ranges = complement(wordCharacters)
    default: return nil
    }
    return ranges.map { .range($0) }
  }

  /// - Parameter ranges: In order, apart from each other, without U+0000 and U+10FFFF.
  private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var start: UInt32 = 0
    var rest: [ClosedRange<UInt32>] = []
    for range in ranges {
      rest.append(start...(range.lowerBound - 1))
      start = range.upperBound + 1
    }
    return rest + [start...0x10FFFF]
  }
}

/// The characters of a general category, `Lu`, or of a group of them, `L`; or all the others.
struct ScalarCategory: Sendable {
  private let categories: [Unicode.GeneralCategory]
  private let isComplement: Bool

  /// - Parameter name: As RFC 9485, section 4, lists them.
  /// - Returns: nil for another name.
  init?(_ name: String, isComplement: Bool) {
    guard let categories = Self.categories[name] else { return nil }
    self.categories = categories
    self.isComplement = isComplement
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    categories.contains(scalar.properties.generalCategory) != isComplement
  }

  private static let categories: [String: [Unicode.GeneralCategory]] = {
    let single: [String: Unicode.GeneralCategory] = [
      "Ll": .lowercaseLetter, "Lm": .modifierLetter, "Lo": .otherLetter, "Lt": .titlecaseLetter,
      "Lu": .uppercaseLetter, "Mc": .spacingMark, "Me": .enclosingMark, "Mn": .nonspacingMark,
      "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation,
      "Pd": .dashPunctuation, "Pe": .closePunctuation, "Pf": .finalPunctuation,
      "Pi": .initialPunctuation, "Po": .otherPunctuation, "Ps": .openPunctuation,
      "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Zs": .spaceSeparator, "Sc": .currencySymbol,
      "Sk": .modifierSymbol, "Sm": .mathSymbol, "So": .otherSymbol, "Cc": .control, "Cf": .format,
      "Cn": .unassigned, "Co": .privateUse,
    ]
    var all = single.mapValues { [$0] }
    for (name, category) in single { all[String(name.prefix(1)), default: []].append(category) }
    return all
  }()
}
