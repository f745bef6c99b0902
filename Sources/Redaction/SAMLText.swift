// SPDX-License-Identifier: Apache-2.0
// Finds SAML messages as XML, wherever they begin in a text.

import HTTP
import Text

/// Finds XML that has `Response`, `Assertion` or `AuthnRequest` of SAML's namespaces, or begins one.
enum SAMLText {
  private static let elements = ["response", "assertion", "authnrequest", "encryptedassertion"]

  /// The XML of a text that is a SAML message, also in Base64; nil for another text.
  static func message(in text: String) -> String? {
    isMessage(text) ? text : Base64.text(text).flatMap { isMessage($0) ? $0 : nil }
  }

  /// Whether a text is such XML.
  static func isMessage(_ text: String) -> Bool {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    var effort = SearchEffort()
    return !ranges(in: Array(text.utf8), &effort).isEmpty
  }

  /// The ranges of bytes, each from the begin of an element to its end tag, or to the end of the text.
  static func ranges(in text: [UInt8], _ effort: inout SearchEffort) -> [Range<Int>] {
    guard text.contains(UInt8(ascii: "<")) else { return [] }
    let lower = text.map(Octets.lowercased)
    effort.look(at: lower.count)
    guard let first = lower[...].range(of: Array("saml".utf8))?.lowerBound else { return [] }
    effort.look(at: first)
    var ranges: [Range<Int>] = []
    var (tagBegins, tagEnds) = (NextPlace(), NextPlace())
    var index = 0
    while !effort.isOver {
      let start = tagBegins.from(index, to: lower.count, &effort) { lower[$0] == 0x3C }
      guard start < lower.count else { break }
      index = start + 1
      let name = lower[index...].prefix { isLetterOrDigit($0) || ":-_.".utf8.contains($0) }
      effort.look(at: name.count + 1)
      let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      let tagEnd = tagEnds.from(index, to: lower.count, &effort) { lower[$0] == 0x3E }
      guard let local = parts.last,
        parts[0].starts(with: "saml".utf8)
          || first < tagEnd && elements.contains(where: { local.elementsEqual($0.utf8) })
      else { continue }
      let isEmpty = tagEnd < lower.count && lower[tagEnd - 1] == UInt8(ascii: "/")
      let tag =
        isEmpty ? tagEnd : lower[tagEnd...].range(of: Array("</".utf8) + name)?.upperBound
      let end = tag.flatMap { lower[$0...].firstIndex(of: UInt8(ascii: ">")) }.map { $0 + 1 }
      ranges.append(start..<(end ?? lower.count))
      index = end ?? lower.count
      effort.look(at: index - tagEnd)
    }
    return ranges
  }
}
