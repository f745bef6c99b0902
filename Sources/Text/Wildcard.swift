// SPDX-License-Identifier: Apache-2.0
// A text with gaps, and the texts that fit it.

/// A text with known parts, between which anything may stand.
package struct Wildcard: Sendable {
  /// In their order; one alone is the whole text.
  package let parts: [String]

  package init(_ parts: [String]) { self.parts = parts }

  /// Whether nothing is missing.
  package var isWhole: Bool { parts.count < 2 }

  /// Whether this may be a text, with something filled in.
  package func mayBe(_ text: String) -> Bool {
    guard !isWhole, let first = parts.first, let last = parts.last else {
      return parts.joined() == text
    }
    guard text.utf8.count >= first.utf8.count + last.utf8.count, text.hasPrefix(first),
      text.hasSuffix(last)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
