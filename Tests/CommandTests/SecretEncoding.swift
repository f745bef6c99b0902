// SPDX-License-Identifier: Apache-2.0
// The secrets of the matrix, and the ways in which a service may write them.

import Foundation

/// A secret of the matrix.
struct MatrixSecret: Sendable {
  let kind: String
  let text: String

  /// Those that the profile gives as facts `s0`, `s1` and so on.
  static let facts = [
    MatrixSecret(kind: "token with signs", text: #"S3cr3t+Value/With=Signs&more<"q">'z"#),
    MatrixSecret(kind: "password", text: "Pässwörter für Größe ✓ 𝄞 und mehr"),
    MatrixSecret(kind: "id of a user", text: "kunde-48213377-x"),
  ]
  /// Those that the service tells, each under the name of a secret.
  static let told = [
    MatrixSecret(
      kind: "JSON Web Token",
      text: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtYXRyaXgtdXNlciJ9.Qm9va21hcmstc2lnbmF0dXJl"),
    MatrixSecret(kind: "code of a session", text: "ZQ7XK9WPLM2R"),
    MatrixSecret(
      kind: "SAML message",
      text: "<samlp:Response ID=\"_k7\">\n <Assertion>matrix somebody & co</Assertion>\n"
        + "</samlp:Response>"),
    MatrixSecret(kind: "device", text: "5f0c9a1e-77d2-4b6e-9c3a-d41f6e8b2a97"),
  ]
  static let all = facts + told
}

/// A way to write a secret, and what would be left of it.
struct SecretEncoding: Sendable {
  let name: String
  let written: @Sendable (String) -> String

  private init(_ name: String, _ written: @escaping @Sendable (String) -> String) {
    self.name = name
    self.written = written
  }
}

extension SecretEncoding {
  /// A part of the written secret that must not be in a report: twelve or more characters of it.
  func needle(_ secret: String) -> String {
    let text = Self.squashed(written(secret))
    guard name.hasPrefix("Base64") else { return text }
    // Around the secret stands another text.
    let middle = text.utf8.count / 2
    return String(text.dropFirst(max(0, middle - 10)).prefix(20))
  }

  /// A text without what quoting, escaping and wrapping in a report add.
  static func squashed(_ text: String) -> String {
    var text = text.filter { $0 != "\\" && !$0.isWhitespace }
    for (name, character) in [
      ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ] {
      text = text.replacing(name, with: character)
    }
    return text
  }

  static let all: [SecretEncoding] = [
    SecretEncoding("plain") { $0 },
    SecretEncoding("upper case") { $0.uppercased() },
    SecretEncoding("JSON, all characters") { json($0) { _ in true } },
    SecretEncoding("JSON, as .NET") { json($0) { !"\($0)".allSatisfy(isLetter) } },
    SecretEncoding("JSON, ASCII only") { json($0) { !$0.isASCII || "\"\\\n".contains("\($0)") } },
    SecretEncoding("JSON, upper-case digits") {
      json($0, isUpper: true) { !"\($0)".allSatisfy(isLetter) }
    },
    SecretEncoding("JSON, as PHP") {
      json($0) { !$0.isASCII || "\"\\\n".contains("\($0)") }.replacing("/", with: #"\/"#)
    },
    SecretEncoding("JSON twice") {
      json(json($0) { !"\($0)".allSatisfy(isLetter) }) { $0 == "\\" }
    },
    SecretEncoding("percent, all") { percent($0) { _, _ in true } },
    SecretEncoding("percent, what has to be") { percent($0) { byte, _ in !isPlain(byte) } },
    SecretEncoding("percent, lower-case digits") {
      percent($0) { byte, _ in !isPlain(byte) }.lowercased()
    },
    SecretEncoding("percent, each second one") {
      percent($0) { byte, index in index % 2 == 0 || !isPlain(byte) }
    },
    SecretEncoding("percent twice") {
      percent(percent($0) { byte, _ in !isPlain(byte) }) { byte, _ in !isPlain(byte) }
    },
    SecretEncoding("form") {
      percent($0) { byte, _ in !isPlain(byte) && byte != 0x20 }.replacing(" ", with: "+")
    },
    SecretEncoding("Base64") { Data($0.utf8).base64EncodedString() },
    SecretEncoding("Base64, after one byte") { Data("x\($0)yz".utf8).base64EncodedString() },
    SecretEncoding("Base64, after two bytes") { Data("x:\($0) end".utf8).base64EncodedString() },
    SecretEncoding("Base64 of JSON") {
      Data(
        #"{"a": "b", "v": "\#($0.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))"}"#
          .utf8
      )
      .base64EncodedString()
    },
    SecretEncoding("Base64url") {
      Data("<<??>>\($0)".utf8).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
    },
    SecretEncoding("Base64, wrapped") { secret in
      let text = Data("a header: \(secret) and an end".utf8).base64EncodedString()
      return stride(from: 0, to: text.count, by: 19).map { start in
        String(text.dropFirst(start).prefix(19))
      }.joined(separator: "\n")
    },
    SecretEncoding("hexadecimal") { $0.utf8.map { String(format: "%02x", $0) }.joined() },
    SecretEncoding("hexadecimal, upper case") {
      $0.utf8.map { String(format: "%02X", $0) }.joined()
    },
    SecretEncoding("HTML, names") {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    },
    SecretEncoding("HTML, names of letters") {
      $0.replacing("ä", with: "&auml;").replacing("ö", with: "&ouml;")
        .replacing("ü", with: "&uuml;").replacing("ß", with: "&szlig;")
        .replacing(".", with: "&period;")
    },
    SecretEncoding("HTML, decimal") { $0.unicodeScalars.map { "&#\($0.value);" }.joined() },
    SecretEncoding("HTML, hexadecimal") {
      $0.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    },
    SecretEncoding("split over lines") { secret in
      let middle = secret.index(secret.startIndex, offsetBy: secret.count / 2)
      return "\(secret[..<middle])\n\(secret[middle...])"
    },
    SecretEncoding("the first 12") { String($0.filter { $0 != "\n" }.prefix(12)) },
    SecretEncoding("the last 12") { String($0.suffix(12)) },
    SecretEncoding("12 from within") { secret in
      String(secret.dropFirst(max(0, min(3, secret.count - 12))).prefix(12))
    },
  ]

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._~".utf8.contains(byte)
  }

  private static func json(
    _ text: String, isUpper: Bool = false, _ escapes: (Unicode.Scalar) -> Bool
  ) -> String {
    text.unicodeScalars.map { scalar in
      guard escapes(scalar) else { return "\(scalar)" }
      return String(scalar).utf16.map {
        let digits = String(format: "%04x", $0)
        return "\\u\(isUpper ? digits.uppercased() : digits)"
      }.joined()
    }.joined()
  }

  private static func percent(_ text: String, _ escapes: (UInt8, Int) -> Bool) -> String {
    text.utf8.enumerated().map { index, byte in
      escapes(byte, index)
        ? String(format: "%%%02X", byte) : String(decoding: [byte], as: UTF8.self)
    }.joined()
  }
}
