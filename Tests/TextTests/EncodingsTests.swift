// SPDX-License-Identifier: Apache-2.0
// Tests of the encodings, by values of their documents.

import Testing
import Text

struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("~?~>", "fj9+Pg=="), ("???", "Pz8/"),
  ])
  func `encodes and decodes`(text: String, encoded: String) {
    #expect(Base64.encode(text) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zh==", "Z===", "====", "Zm 9v", "Zm9v\n", "Zm-_", "=Zm9", "Zg==Zg==", "Zm9=",
    "Zm9vZ", "Zm9v====",
  ])
  func `refuses what is not canonical`(text: String) { #expect(Base64.decode(text) == nil) }
}

struct PercentEncodingTests {
  @Test(arguments: [
    ("a b/c?d&e=é~-._", "a%20b%2Fc%3Fd%26e%3D%C3%A9~-._"), ("\n+%*", "%0A%2B%25%2A"),
    ("/09:@AZ[`az{", "%2F09%3A%40AZ%5B%60az%7B"),
  ])
  func `encodes a path segment`(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
  }

  @Test func `encodes a form value once`() {
    #expect(PercentEncoding.encodeForm("a b+/=%~*") == "a+b%2B%2F%3D%25%7E*")
  }

  @Test(arguments: [
    ("a%20b+c%C3%A9", false, "a b+cé"), ("%41%5a%7E%0a", false, "AZ~\n"), ("%41", false, "A"),
    ("+%41", true, " A"), ("+", false, "+"), ("a+b", true, "a b"),
  ])
  func `decodes`(text: String, plusIsBlank: Bool, decoded: String) {
    #expect(PercentEncoding.decode(text, plusIsBlank: plusIsBlank) == decoded)
  }

  @Test(arguments: ["%", "%4", "%zz", "%ff", "%4g", "%g4", "a%C3", "%41%4"])
  func `refuses what is no encoding of a text`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }
}

struct SHA256Tests {
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

  @Test(arguments: [1, 55, 63, 64, 65, 130, 1000]) func `digests pieces as the whole`(piece: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      hash.add(Array(bytes[start..<min(start + piece, bytes.count)]))
    }
    let digest = "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532"
    #expect(SHA256.hexadecimal(bytes) == digest)
    #expect(hash.hexadecimal() == digest)
  }
}

struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_752_149_281_000, "2025-07-10T12:08:01.000Z"),
    (951_782_400_001, "2000-02-29T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (1_893_456_000_000, "2030-01-01T00:00:00.000Z"), (978307199999, "2000-12-31T23:59:59.999Z"),
    (4107542400000, "2100-03-01T00:00:00.000Z"), (4107456000000, "2100-02-28T00:00:00.000Z"),
    (1706691907040, "2024-01-31T09:05:07.040Z"), (1709164800000, "2024-02-29T00:00:00.000Z"),
    (1_752_149_281_999, "2025-07-10T12:08:01.999Z"),
  ])
  func `is written as ISO 8601, and without a fraction for JUnit`(milliseconds: Int, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).iso8601 == text)
    #expect(Timestamp(milliseconds: milliseconds).isoSeconds == text.prefix(19))
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2030-01-01T00:00:00.000Z", 1_893_456_000_000),
      ("2024-02-29T12:30:01.5Z", 1_709_209_801_500), ("2024-02-29T23:59:59.5Z", 1_709_251_199_500),
      ("1999-12-31T23:59:59.123456Z", 946_684_799_123), ("+030-01-01T00:00:00Z", nil),
      ("1969-12-31T23:59:59.999Z", -1), ("2025-07-10T12:08:01.12345678901Z", 1_752_149_281_123),
      ("0000-03-01T00:00:00Z", -62_162_035_200_000),
      // What is too large counts on.
      ("2029-12-31T23:59:60Z", 1_893_456_000_000), ("2030-02-31T00:00:00Z", 1_898_726_400_000),
      ("2030-01-01T00:00:00+01:00", nil), ("2030-13-01T00:00:00Z", nil), ("", nil), ("Z", nil),
      ("2030-00-01T00:00:00Z", nil), ("2030-01-00T00:00:00Z", nil),
      ("2030-01-32T00:00:00Z", nil), ("2030-01-01T24:00:00Z", nil),
      ("2030-01-01T00:60:00Z", nil), ("2030-01-01T00:00:61Z", nil),
      ("2030-01-01 00:00:00Z", nil), ("2030-01-01T00:00:00", nil),
      ("2030-1-01T00:00:00Z", nil), ("2030-01-01T00:00:00.-1Z", nil),
      ("2030-01-01T00:00:00.\u{1F468}Z", nil), ("2030-01-01T00:00:00.Z", nil),
      ("2030-01-01T00:00:0011Z", nil), ("2030-12-31T23:59:59.05Z", 1924991999050),
      ("2100-03-01T00:00:00Z", 4107542400000), ("2100-02-28T00:00:00Z", 4107456000000),
      ("2030-01-01T00:00:00z", nil), ("2030-01-01T00:00:00,5Z", nil),
      ("2030-01-01T00:00:00.5xZ", nil), ("2030-01-01T0a:00:00Z", nil),
      ("2030-01-01T00:00:00.5", nil), ("2030/01/01T00:00:00Z", nil),
    ] as [(String, Int?)])
  func `reads ISO 8601`(text: String, milliseconds: Int?) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    (1000, 1999, 2999), (1000, -1, 999), (.max - 1, 2, .max), (.max - 1, 1, .max),
    (.min + 1, -2, .min),
  ])
  func `moves by durations, and no further than there is time`(start: Int, by: Int, end: Int) {
    let time = Timestamp(milliseconds: start)
    let moved = by < 0 ? time - .milliseconds(-by) : time + .milliseconds(by)
    #expect(moved == Timestamp(milliseconds: end))
  }
}

struct DurationTextTests {
  @Test(arguments: [
    ("500ms", 500), ("3s", 3000), ("2m", 120_000), ("24h", 86_400_000), ("30d", 2_592_000_000),
    ("0s", 0), ("100000d", 8_640_000_000_000), ("2400000h", 8_640_000_000_000),
    ("00000000000001s", 1000),
  ])
  func `reads every unit`(text: String, milliseconds: Int) {
    #expect(DurationText.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "s", "3", "3 s", "-3s", "1.5s", "3sec", "99999999999999999d", "100001d", "٣s", "2400001h",
    "8640000000001ms", "0000000000000001s", "3S", "3ms ",
  ])
  func `refuses anything else`(text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(arguments: [
    (0, "0ms"), (1500, "1500ms"), (90_000, "90s"), (86_400_000, "1d"), (999, "999ms"), (1000, "1s"),
    (60_000, "1m"), (3_600_000, "1h"), (172_800_000, "2d"), (90_000_000, "25h"),
  ])
  func `writes the shortest text`(milliseconds: Int, text: String) {
    #expect(DurationText.text(.milliseconds(milliseconds)) == text)
  }

  @Test(arguments: [
    (0, "1 s"), (1_499, "1 s"), (1_500, "2 s"), (119_499, "119 s"), (119_500, "2 min"),
    (150_000, "3 min"), (7_169_000, "119 min"), (7_170_000, "2 h 0 min"), (9_029_000, "2 h 30 min"),
    (9_030_000, "2 h 31 min"),
  ])
  func `estimates are rounded`(milliseconds: Int, text: String) {
    #expect(DurationText.estimate(.milliseconds(milliseconds)) == text)
  }

  @Test(arguments: [
    (0, false, "0 ms"), (99, false, "99 ms"), (100, false, "0.1 s"), (683, false, "0.7 s"),
    (683, true, "0.683 s"), (3000, true, "3 s"), (3217, false, "3.2 s"), (59_949, false, "59.9 s"),
    (59_950, false, "1 min"), (59_950, true, "59.95 s"), (245_000, true, "4 min 5 s"),
    (3_599_499, false, "59 min 59 s"), (3_599_500, false, "1 h"), (12_000_000, false, "3 h 20 min"),
    (172_799_999, false, "48 h"), (172_800_000, false, "2 days"), (-5, false, "0 ms"),
  ])
  func `writes the time between calls`(milliseconds: Int, isExact: Bool, text: String) {
    #expect(DurationText.span(.milliseconds(milliseconds), isExact: isExact) == text)
  }
}

struct BoundedDurationTests {
  @Test(arguments: [
    (-1, 0), (0, 0), (1, 1), (8_639_999_999, 8_639_999_999), (8_640_000_000, 8_640_000_000),
    (8_640_000_001, 8_640_000_000), (.max, 8_640_000_000), (.min, 0),
  ])
  func `holds seconds between zero and 100,000 days`(seconds: Int, held: Int) {
    #expect(Duration.bounded(seconds: seconds) == .seconds(held))
    #expect(Duration.bounded(seconds: Double(seconds)) == .seconds(held))
  }

  @Test func `holds numbers that are none`() {
    #expect(Duration.bounded(seconds: Double.nan) == .zero)
    #expect(Duration.bounded(seconds: Double.infinity) == .longest)
    #expect(Duration.bounded(seconds: 0.5) == .milliseconds(500))
  }

  @Test(arguments: [
    (-1, 0), (1, 1), (8_640_000_000_000, 8_640_000_000_000), (8_640_000_000_001, 8_640_000_000_000),
  ])
  func `holds milliseconds`(milliseconds: Int, held: Int) {
    #expect(Duration.bounded(milliseconds: milliseconds) == .milliseconds(held))
  }

  @Test(arguments: [
    (Duration.milliseconds(1999), 1999), (.microseconds(1999), 1), (.seconds(Int64.max), .max / 2),
    (.seconds(Int64.min), .min / 2),
  ])
  func `has whole milliseconds`(duration: Duration, milliseconds: Int) {
    #expect(duration.wholeMilliseconds == milliseconds)
  }
}

struct UUIDTextTests {
  @Test func `is of version 4`() {
    let text = UUIDText.random { Array(repeating: 0xFF, count: $0) }
    #expect(text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(UUIDText.isUUID(text))
    #expect(UUIDText.isUUID(text.uppercased()))
    let zero = UUIDText.random { Array(repeating: 0x09, count: $0) }
    #expect(zero == "09090909-0909-4909-8909-090909090909")
  }

  @Test(arguments: [
    "", "ffffffff-ffff-4fff-bfff-fffffffffff", "gfffffff-ffff-4fff-bfff-ffffffffffff",
    "ffffffff-ffff-4fff-bfff-fffffffffffff", "ffffffff-ffff-4fff-bfff-fffffffffffg",
    "ffffffff-ffff-4fff-bfffffffffffffff", "fffffff-fffff-4fff-bfff-ffffffffffff",
    "ffffffff-ffff-4fff-bfff-ffffffffffff-",
  ])
  func `has its form only`(text: String) { #expect(!UUIDText.isUUID(text)) }
}
