// SPDX-License-Identifier: Apache-2.0
// Encodings, and the planted flaw that the fuzzer itself must find.

import HTTP
import Text

extension Surface {
  static let encodings = Surface(
    name: "encodings", about: "Base64, percent-encoding, times and durations",
    pieces: [
      "%", "%2", "+", "=", "==", "-", "_", "T", "Z", "+14:00", ".999", "GMT", "ms", "s", "h",
    ],
    seeds: texts([
      "aGFsbG8=", "aGFsbG8", "4pyT_-8=", "a%20b%C3%A9+c", "2026-11-21T05:30:00.123Z",
      "2024-02-29T23:59:60+05:30", "Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "1500ms", "3s", "2h", "1.5s",
      "550e8400-e29b-41d4-a716-446655440000",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let text = String(decoding: bytes, as: UTF8.self)
      var isRead = false
      try Flaw.unless(
        Base64.decode(Base64.encode(bytes)) == bytes, "Base64 gives other bytes back")
      if let decoded = Base64.decode(text) {
        isRead = true
        try Flaw.unless(
          Base64.decode(Base64.encode(decoded)) == decoded, "Base64 gives other bytes back")
      }
      let percent = PercentEncoding.decode(PercentEncoding.encode(text)) ?? ""
      try Flaw.unless(
        percent.utf8.elementsEqual(text.utf8), "percent-encoding gives another text back")
      _ = PercentEncoding.decode(text, plusIsBlank: true)
      if let time = Timestamp(iso8601: text) {
        isRead = true
        try Flaw.unless(
          Timestamp(iso8601: time.iso8601) == time, "a time is another one once it is written")
      }
      if let time = HTTPDate.timestamp(text, now: Timestamp(milliseconds: 1_893_456_000_000)) {
        isRead = true
        try Flaw.unless(
          Timestamp(iso8601: time.iso8601) == time, "a date is another time once it is written")
      }
      if let duration = DurationText.parse(text) {
        isRead = true
        try Flaw.unless(
          DurationText.parse(DurationText.text(duration)) == duration,
          "a duration is another one once it is written")
      }
      _ = UUIDText.isUUID(text)
      return isRead
    })
}

extension Surface {
  /// Not among `all`: surfaces that do what no surface may do.
  static let planted: [Surface] = [plantedCrash, plantedFlaw, plantedGreed]

  private static let plantedCrash = planted("planted-crash") { bytes throws(Flaw) in
    if bytes.contains(0x78) { preconditionFailure("a crash on purpose") }
    return true
  }

  private static let plantedFlaw = planted("planted-flaw") { bytes throws(Flaw) in
    try Flaw.unless(!bytes.contains(0x78), "an x on purpose")
    return true
  }

  private static let plantedGreed = planted("planted-greed") { bytes throws(Flaw) in
    guard bytes.contains(0x78) else { return true }
    let many = [UInt8](repeating: bytes[0] | 1, count: 260 << 20)
    return many.last == bytes[0]
  }

  private static func planted(_ name: String, _ check: @escaping Check) -> Surface {
    Surface(
      name: name, about: "fails on purpose", pieces: ["x"], seeds: texts(["abc"]),
      makeCheck: always(check))
  }
}
