// SPDX-License-Identifier: Apache-2.0
// `!base64 p`.

internal import Formats
internal import Text

/// `!base64 p`: a string in Base64 whose text matches `p`; without `p`, any string in Base64.
struct Base64Matcher: TextMatcher {
  static let name = "base64"

  let pattern: Pattern?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.optionalPattern(tag, .text("the decoded text")).map { Self(pattern: $0) }
  }
}

extension Base64Matcher {
  var children: [Pattern] { pattern.map { [$0] } ?? [] }
  var argumentText: QuotingText? { pattern?.argumentText }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let bytes = Base64.decode(text) else { return false }
    guard let pattern else { return true }
    return String(validating: bytes, as: UTF8.self)
      .map { pattern.accepts(.string($0), in: scope) } ?? false
  }

  func innerMismatches(
    _ text: String, of base64: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let pattern, let bytes = Base64.decode(text) else { return [] }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      return [
        base64.mismatch(
          .string(text), at: place,
          nearest: "\(place.name) decodes to \(MessageText.count(bytes.count, "byte"))"
            + " that are not UTF-8 text")
      ]
    }
    return pattern.mismatches(.string(decoded), at: .inside(place, .decoded), in: scope)
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    let subject = "\(place.name) is not Base64:"
    var offset = 0
    for byte in text.utf8 {
      offset += 1
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        continue
      case 0x0A, 0x0D: return "\(subject) character \(offset) is a line break"
      case 0x09, 0x20: return "\(subject) character \(offset) is white space"
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        return "\(subject) character \(offset) is of the alphabet for URLs"
      case UInt8(ascii: "%"):
        return "\(subject) character \(offset) is '%': it may be percent-encoded"
      default: return "\(subject) character \(offset) is not of its alphabet"
      }
    }
    if !text.utf8.count.isMultiple(of: 4) {
      return "\(subject) its length, \(text.utf8.count), is not a multiple of 4"
    }
    return Base64.decode(text) == nil ? "\(subject) it ends wrongly" : nil
  }
}
