// SPDX-License-Identifier: Apache-2.0
// The names of headers, members and parameters that carry secrets.

import Encodings

/// Knows under which names messages carry secrets, and finds the values beside these names.
enum SecretPlaces {
  /// Header fields whose values are never shown; in lower case.
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "ap-device-identifier",
    "ap-tempass-identity", "ap-temppass-identity", "adobe-subject-token", "ad-service-token",
    "x-roku-reserved-roku-connect-token", "ap-visitor-identifier",
  ]

  /// Names of members in JSON, forms, queries and XML; in lower case, without `_` and `-`.
  private static let members = [
    "accesstoken", "refreshtoken", "idtoken", "token", "clientsecret", "clientid",
    "softwarestatement", "serializedtoken", "samlresponse", "samlrequest",
    "samlattributequeryresponse", "verificationtoken", "userid", "upstreamuserid", "householdid",
    "deviceid", "password",
  ]

  private static let hashes = Set(members.map { hash($0.utf8) })
  private static let schemes = ["Bearer", "Basic", "fingerprint"]
}

extension SecretPlaces {
  /// Whether the value of a header field is never shown.
  static func isSecretHeader(_ name: String) -> Bool {
    // The length alone rules out most names.
    6...34 ~= name.utf8.count && headers.contains(name.lowercased())
  }

  /// The scheme that the value of a secret header begins with, such as `Bearer`.
  static func scheme(of value: String) -> String? {
    schemes.first { value.hasPrefix("\($0) ") }
  }

  /// Whether a value consists of a scheme only, without credentials.
  static func isScheme(_ value: String) -> Bool { schemes.contains(value) }

  /// Whether a member of that name holds a secret: `access_token`, `accessToken`, `userID`.
  static func isSecret(_ name: String) -> Bool { hashes.contains(hash(name.utf8)) }

  /// The FNV-1a hash of a name, without regard to case, `_` and `-`.
  ///
  /// A collision would mask a value that is not secret; none is known.
  private static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      hash = (hash ^ UInt64(lowercased(byte))) &* 0x100_0000_01b3
    }
    return hash
  }

  /// The byte with an ASCII letter in lower case.
  static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

  /// Whether a text is a SAML message, as XML or in Base64.
  static func isSAML(_ text: String) -> Bool {
    guard text.utf8.count >= 24 else { return false }
    let start = text.utf8.prefix(400).drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    if start.first == UInt8(ascii: "<") {
      return String(decoding: start, as: UTF8.self).lowercased().contains("saml")
    }
    // The Base64 of `<saml` and of `<?xml `. Groups of four characters decode on their own.
    guard start.starts(with: "PHNhbW".utf8) || start.starts(with: "PD94bWwg".utf8) else {
      return false
    }
    let group = start.prefix(start.count / 4 * 4).filter { !(0x09...0x0D ~= $0) }
    let decoded = Base64.decode(String(decoding: group.prefix(group.count / 4 * 4), as: UTF8.self))
    return String(decoding: decoded ?? [], as: UTF8.self).lowercased().contains("saml")
  }
}

extension SecretPlaces {
  /// The values beside secret names in a text of any kind:
  ///
  ///     SAMLResponse=PHN…&    "access_token": "ey…"    <userId>…</userId>
  ///     name="SAMLResponse" value="PHN…"
  static func pairs(in text: String) -> [(name: String, value: String)] {
    let bytes = Array(text.utf8)
    var pairs: [(name: String, value: String)] = []
    var index = 0
    while index < bytes.count {
      guard isNameByte(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      guard 5...40 ~= index - start, hashes.contains(hash(bytes[start..<index])),
        let value = value(in: bytes, after: index)
      else { continue }
      pairs.append(
        (
          String(decoding: bytes[start..<index], as: UTF8.self),
          String(decoding: bytes[value], as: UTF8.self)
        ))
    }
    return pairs
  }

  /// The value after a name: it follows `:`, `=` or `>`, with quotes and blanks around these, or it
  /// is that of an attribute `value`.
  private static func value(in bytes: [UInt8], after start: Int) -> Range<Int>? {
    var index = start
    var hasSeparator = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"): hasSeparator = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x20, 0x09...0x0D: break
      default:
        if bytes[index...].starts(with: "value".utf8) {
          index += 4
          break
        }
        var end = index
        while end < bytes.count, !isDelimiter(bytes[end]) { end += 1 }
        return hasSeparator && end > index ? index..<end : nil
      }
      index += 1
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\\"), 0x00...0x20:
      true
    default: false
    }
  }
}
