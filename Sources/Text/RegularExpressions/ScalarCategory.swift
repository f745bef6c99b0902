// SPDX-License-Identifier: Apache-2.0
// A general category of Unicode, as I-Regexp names it: \p{Lu}.

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
      "Ll": .lowercaseLetter, "Lm": .modifierLetter, "Lo": .otherLetter,
      "Lt": .titlecaseLetter, "Lu": .uppercaseLetter,
      "Mc": .spacingMark, "Me": .enclosingMark, "Mn": .nonspacingMark,
      "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
      "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Pe": .closePunctuation,
      "Pf": .finalPunctuation, "Pi": .initialPunctuation, "Po": .otherPunctuation,
      "Ps": .openPunctuation,
      "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Zs": .spaceSeparator,
      "Sc": .currencySymbol, "Sk": .modifierSymbol, "Sm": .mathSymbol, "So": .otherSymbol,
      "Cc": .control, "Cf": .format, "Cn": .unassigned, "Co": .privateUse,
    ]
    var all = single.mapValues { [$0] }
    for (name, category) in single { all[String(name.prefix(1)), default: []].append(category) }
    return all
  }()
}
