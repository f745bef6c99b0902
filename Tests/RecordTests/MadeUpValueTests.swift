// SPDX-License-Identifier: Apache-2.0
// Values that are made up in the place of secrets.

import Formats
import Testing
import Text

@testable import Redaction

struct MadeUpValueTests {
  private static let values = MadeUpValues(key: Array(repeating: 1, count: 32))

  private static func made(_ text: String) -> String {
    String(decoding: values.value(for: Array(text.utf8)), as: UTF8.self)
  }

  /// The kind of each character: `a` a small letter, `A` a capital, `0` a digit.
  private static func form(_ text: String) -> String {
    String(
      text.map { letter in
        letter.isASCII && letter.isNumber
          ? "0" : letter.isASCII && letter.isLetter ? (letter.isUppercase ? "A" : "a") : letter
      })
  }

  @Test(arguments: [
    "3f8a1c2e-9b4d-4e7a-8c1d-0123456789ab", "CODE-77X", "user@house.example", "a b c d e f",
    "0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c", "ZGV2aWNlLTQ3MTE=", "0123456789", "12/34/56 +49-30",
  ])
  func `have the same form, and are others`(secret: String) {
    let made = Self.made(secret)
    #expect(Self.form(made) == Self.form(secret))
    #expect(made != secret)
    #expect(Self.made(secret) == made)
    let other = MadeUpValues(key: Array(repeating: 2, count: 32))
    #expect(other.value(for: Array(secret.utf8)) != Array(made.utf8))
  }

  @Test func `are hexadecimal, Base64, UUID and numbers where the secrets are`() {
    #expect(Self.made("0f9e8d7c6b5a4f3e").allSatisfy { "0123456789abcdef".contains($0) })
    let uuid = Self.made("3f8a1c2e-9b4d-4e7a-8c1d-0123456789ab")
    #expect(uuid.dropFirst(14).first == "4" && uuid.dropFirst(19).first == "8", "\(uuid)")
    for count in 12...20 {
      let bytes = (0..<count).map { UInt8($0 * 37 % 256) }
      #expect(Base64.decode(Self.made(Base64.encode(bytes)))?.count == count)
      #expect(Base64.decode(url: Self.made(Base64.encode(url: bytes)))?.count == count)
    }
    for number in 1_000_000..<1_000_100 { #expect(Self.made("\(number)").first != "0") }
  }

  @Test func `are different for different secrets`() {
    let codes = (0..<10_000).map { Self.made("\($0 + 10_000)") }
    #expect(Set(codes).count == 10_000)
  }

  @Test(arguments: [
    ("abc+def/12==", "abc%2Bdef%2F12%3D%3D"), ("abc/def", #"abc\/def"#), ("abc def", "abc&#32;def"),
    ("abc-DEF", "ABC-def"),
  ])
  func `are the same for the same secret, however it is escaped`(secret: String, escaped: String) {
    func letters(_ text: String) -> String {
      String(decoding: NormalText.bytes(of: text.utf8), as: UTF8.self)
    }
    #expect(letters(Self.made(escaped)) == letters(Self.made(secret)))
  }
}
