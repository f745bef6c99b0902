// SPDX-License-Identifier: Apache-2.0
// Takes apart what is encoded, replaces the secrets in it, and encodes it again in the same way.

import Formats
import Text

extension Disguise {
  /// A secret that has a structure, with the secrets in it replaced; nil for another.
  func structured(_ raw: String, whole: Bool, depth: Int) -> String? {
    guard depth < Self.depth else { return nil }
    if raw.utf8.contains(UInt8(ascii: "%")) {
      let style = PercentStyle(raw, plusIsBlank: false)
      guard let decoded = style.decoded, decoded != raw else { return nil }
      return structured(decoded, whole: whole, depth: depth + 1).map(style.encoded)
    }
    if raw.utf8.first == UInt8(ascii: "<") {
      return SAMLText.isMessage(raw) ? saml(raw, depth: depth) : nil
    }
    if let first = raw.utf8.first, "{[".utf8.contains(first), (try? JSONParser.document(raw)) != nil
    {
      return json(raw, whole: whole, depth: depth)
    }
    return token(raw, depth: depth) ?? base64(raw, whole: whole, depth: depth)
  }

  /// The members that tell the kind of a token, its issuer and its audience.
  private static let shownInTokens: Set<String> = [
    "alg", "typ", "cty", "enc", "zip", "crit", "b64", "iss", "aud", "scope",
  ]

  /// A token: header and claims keep their form, their times, and the members that tell its kind.
  private func token(_ raw: String, depth: Int) -> String? {
    guard (try? JWS.document(raw)) != nil else { return nil }
    let parts = raw.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let documents = parts.prefix(2).map { part in
      let text = String(decoding: Base64.decode(url: part) ?? [], as: UTF8.self)
      return Base64.encode(
        url: json(text, whole: true, shown: Self.shownInTokens, depth: depth + 1))
    }
    return (documents + [made(parts[2])]).joined(separator: ".")
  }

  /// The shortest run that is taken for Base64: a shorter one may be anything.
  private static let shortestBase64 = 16
  /// The same where it is known as a secret.
  private static let shortestSecretBase64 = 8

  /// Base64 of a text. What has no structure within is replaced as a whole.
  private func base64(_ raw: String, whole: Bool, depth: Int) -> String? {
    let isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    let written = Array(raw.utf8)
    let digits = written.filter { !isBreak($0) }
    let shortest = whole ? Self.shortestSecretBase64 : Self.shortestBase64
    guard digits.count >= shortest,
      let inner = Base64.text(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let isForURLs = digits.contains { "-_".utf8.contains($0) }
    let isPadded = digits.last == UInt8(ascii: "=") || digits.count.isMultiple(of: 4)
    func encoded(_ text: String) -> [UInt8] {
      let encoded = isForURLs ? Base64.encode(url: text) : Base64.encode(text)
      let missing = isForURLs && isPadded ? (4 - encoded.utf8.count % 4) % 4 : 0
      let padded = Array(encoded.utf8) + Array(repeating: UInt8(ascii: "="), count: missing)
      return isPadded ? padded : padded.filter { $0 != UInt8(ascii: "=") }
    }
    guard encoded(inner) == digits else { return nil }
    let first = inner.utf8.first { $0 > 0x20 } ?? 0
    let hasStructure =
      "{[".utf8.contains(first) || first == UInt8(ascii: "<") && SAMLText.isMessage(inner)
    var new = encoded(text(inner, whole: whole || !hasStructure, depth: depth + 1))
    for (index, byte) in written.enumerated() where isBreak(byte) && index <= new.count {
      new.insert(byte, at: index)
    }
    return String(decoding: new, as: UTF8.self)
  }
}

/// How a text is percent-encoded.
struct PercentStyle {
  /// The text without it; nil where it can't be put together again as it was.
  private(set) var decoded: String?
  private var escaped: Set<UInt8> = []
  private var plain: Set<UInt8> = []
  private var isSmall = false
  private let plusIsBlank: Bool

  init(_ raw: String, plusIsBlank: Bool) {
    self.plusIsBlank = plusIsBlank
    let bytes = Array(raw.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Hexadecimal.value(of: bytes[index + 1]),
        let low = Hexadecimal.value(of: bytes[index + 2])
      {
        escaped.insert(high << 4 | low)
        isSmall = isSmall || bytes[(index + 1)...(index + 2)].contains { $0 >= 0x61 }
        index += 3
      } else {
        let isBlank = plusIsBlank && bytes[index] == UInt8(ascii: "+")
        plain.insert(isBlank ? 0x20 : bytes[index])
        index += 1
      }
    }
    let decoded = PercentEncoding.decode(raw, plusIsBlank: plusIsBlank)
    self.decoded = decoded.flatMap { encoded($0) == raw ? $0 : nil }
  }

  /// A text in the same style; what the first has not is encoded, unless it never needs to be.
  func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      let isPlain =
        !escaped.contains(byte)
        && (plain.contains(byte) || byte.isAlphanumeric || "-._~".utf8.contains(byte))
      if isPlain {
        output.append(plusIsBlank && byte == 0x20 ? UInt8(ascii: "+") : byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: !isSmall)
        output += "%\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
