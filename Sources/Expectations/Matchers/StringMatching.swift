// SPDX-License-Identifier: Apache-2.0
// Comparisons of strings, which matchers of texts share.

/// Comparisons of strings.
enum StringMatching {
  /// Whether a text contains a part, byte by byte. It takes linear time (Knuth, Morris, Pratt),
  /// because both may come from the target.
  static func contains(_ text: String, _ part: String) -> Bool {
    let part = Array(part.utf8)
    if part.isEmpty { return true }
    // By length, how much of the part's beginning ends there again.
    var border = [0]
    for byte in part.dropFirst() {
      border.append(advance(border[border.count - 1], by: byte, in: part, border))
    }
    var matched = 0
    for byte in text.utf8 {
      matched = advance(matched, by: byte, in: part, border)
      if matched == part.count { return true }
    }
    return false
  }

  private static func advance(_ matched: Int, by byte: UInt8, in part: [UInt8], _ border: [Int])
    -> Int
  {
    var matched = matched
    while matched > 0, part[matched] != byte { matched = border[matched - 1] }
    return part[matched] == byte ? matched + 1 : 0
  }

  /// The text without white space at either end.
  static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
    func isWhite(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { !isWhite($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isWhite($0) }.map { scalars.index(after: $0) } ?? start
    return text[start..<end].unicodeScalars
  }

  /// A sentence for a text that contains the part in another case; nil for any other.
  static func caseHint(_ text: String, _ part: String, _ place: Place) -> QuotingText? {
    contains(text.lowercased(), part.lowercased()) && !contains(text, part)
      ? "\(place.name) has it in another case" : nil
  }
}
