// SPDX-License-Identifier: Apache-2.0
// The times in HAR files.

import HTTP
import Text

extension Timestamp {
  /// Reads a time of a HAR file (HAR 1.2: ISO 8601 with a zone), as exporters write it:
  ///
  ///     2026-11-21T05:30:00.123Z
  ///     2026-11-21T06:30:00.123456+01:00     also +0100, +01, a comma, a blank, small letters
  ///     2026-11-21T05:30:00                  in UTC, where the zone is missing
  ///
  /// - Returns: nil for another form.
  init?(har text: String) {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last == 0x20 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    guard bytes.count >= 19, bytes.count < 60 else { return nil }
    var minutes = 0
    let clock = bytes.startIndex + 19
    if let last = bytes.last, last | 0x20 == UInt8(ascii: "z") {
      bytes.removeLast()
    } else if let sign = bytes[clock...].firstIndex(where: {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }) {
      let digits = bytes[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      let numbers = digits.map { Int($0 - 0x30) } + [0, 0]
      minutes = (numbers[0] * 10 + numbers[1]) * 60 + numbers[2] * 10 + numbers[3]
      if bytes[sign] == UInt8(ascii: "-") { minutes = -minutes }
      bytes = bytes[..<sign]
    }
    let mark = bytes.startIndex + 10
    if bytes[mark] == 0x20 || bytes[mark] == UInt8(ascii: "t") { bytes[mark] = UInt8(ascii: "T") }
    if bytes.count > 19, bytes[clock] == UInt8(ascii: ",") { bytes[clock] = UInt8(ascii: ".") }
    guard let time = Timestamp(iso8601: String(decoding: bytes, as: UTF8.self) + "Z") else {
      return nil
    }
    self.init(milliseconds: time.milliseconds - minutes * 60_000)
  }
}
