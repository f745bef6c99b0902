// SPDX-License-Identifier: Apache-2.0
// Tests of the encodings, by values of their documents.

import Encodings
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `encodes and decodes`(text: String, encoded: String) {
    #expect(Base64.encode(text) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zh==", "Z===", "====", "Zm 9v", "Zm9v\n", "Zm-_", "=Zm9", "Zg==Zg==",
  ])
  func `refuses what is not canonical`(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}

@Suite struct PercentEncodingTests {
  @Test func `encodes a path segment`() {
    #expect(PercentEncoding.encode("a b/c?d&e=é~-._") == "a%20b%2Fc%3Fd%26e%3D%C3%A9~-._")
  }

  @Test func `encodes a form value once`() {
    #expect(PercentEncoding.encodeForm("a b+/=%~*") == "a+b%2B%2F%3D%25%7E*")
  }

  @Test func `decodes`() {
    #expect(PercentEncoding.decode("a%20b+c%C3%A9") == "a b+cé")
    #expect(PercentEncoding.decode("a+b", plusIsBlank: true) == "a b")
  }

  @Test(arguments: ["%", "%4", "%zz", "%ff"])
  func `refuses what is no encoding of a text`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }
}

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `digests as FIPS 180-4 has it`(text: String, digest: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == digest)
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_752_149_281_000, "2025-07-10T12:08:01.000Z"),
    (951_782_400_001, "2000-02-29T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (1_893_456_000_000, "2030-01-01T00:00:00.000Z"),
  ])
  func `is written as ISO 8601`(milliseconds: Int, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
  }

  @Test func `moves by durations`() {
    let time = Timestamp(milliseconds: 1000)
    #expect(time + .seconds(2) - .milliseconds(1) == Timestamp(milliseconds: 2999))
  }
}

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("500ms", 500), ("3s", 3000), ("2m", 120_000), ("24h", 86_400_000), ("30d", 2_592_000_000),
    ("0s", 0),
  ])
  func `reads every unit`(text: String, milliseconds: Int) {
    #expect(DurationText.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "s", "3", "3 s", "-3s", "1.5s", "3sec", "99999999999999999d", "100001d", "٣s",
  ])
  func `refuses anything else`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [(0, "0ms"), (1500, "1500ms"), (90_000, "90s"), (86_400_000, "1d")])
  func `writes the shortest text`(milliseconds: Int, text: String) {
    #expect(DurationText.text(.milliseconds(milliseconds)) == text)
  }
}

@Suite struct UUIDTextTests {
  @Test func `is of version 4`() {
    let text = UUIDText.random { Array(repeating: 0xFF, count: $0) }
    #expect(text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.isUUID(text))
  }

  @Test(arguments: [
    "", "ffffffff-ffff-4fff-bfff-fffffffffff", "gfffffff-ffff-4fff-bfff-ffffffffffff",
  ])
  func `has its form only`(text: String) {
    #expect(!UUIDText.isUUID(text))
  }
}
