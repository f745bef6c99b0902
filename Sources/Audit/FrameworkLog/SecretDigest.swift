// SPDX-License-Identifier: Apache-2.0
// The digests that stand for secrets in a log of framework calls.

import Formats
import Text

/// A secret in a log: `{"hmac": "…"}`, and for a provider's response also `"folded": "…"`. Each is 64
/// hexadecimal digits in lower case.
struct SecretDigest: Sendable, Hashable {
  /// That of the text as the framework gave it.
  let given: String
  /// That of the text after the cookbook's steps; nil where it has none.
  let folded: String?

  /// nil for a value of another form.
  init?(_ value: JSONValue) {
    guard let object = value.object, let given = object["hmac"]?.string, Self.isDigest(given),
      object.names.allSatisfy(["hmac", "folded"].contains)
    else { return nil }
    folded = object["folded"]?.string
    if object["folded"] != nil, !(folded.map(Self.isDigest) ?? false) { return nil }
    self.given = given
  }

  /// The digest of a text by the key of a log.
  ///
  /// - Parameter isFolded: Whether the application changes its blanks before it sends it on.
  init(of text: String, key: [UInt8], isFolded: Bool) {
    given = Self.code(of: text, key)
    folded = isFolded ? Self.code(of: Self.folded(text), key) : nil
  }

  var json: JSONValue {
    var object = JSONObject([(name: "hmac", value: .string(given))])
    if let folded { object.append("folded", .string(folded)) }
    return .object(object)
  }
}

extension SecretDigest {
  static func code(of text: String, _ key: [UInt8]) -> String {
    Hexadecimal.text(of: SHA256.code(of: Array(text.utf8), key: key))
  }

  /// A text after the steps that cookbooks demand of a provider's response: runs of blanks become one, lines
  /// are joined, and both ends are trimmed.
  static func folded(_ text: String) -> String {
    var folded: [UInt8] = []
    for byte in text.utf8 where byte != 0x0A && byte != 0x0D {
      let isBlank = byte == 0x20 || byte == 0x09
      if isBlank, folded.isEmpty || folded.last == 0x20 { continue }
      folded.append(isBlank ? 0x20 : byte)
    }
    if folded.last == 0x20 { folded.removeLast() }
    return String(decoding: folded, as: UTF8.self)
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}
