// SPDX-License-Identifier: Apache-2.0
// Reading the text that `Timestamp.iso8601` writes.

import Encodings

extension Timestamp {
  /// Reads `2026-11-21T05:30:00.123Z`: UTC, milliseconds, nothing left out.
  ///
  /// - Returns: nil for another form and for a day that no calendar has.
  init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    let pattern = Array("0000-00-00T00:00:00.000Z".utf8)
    guard bytes.count == pattern.count else { return nil }
    for (byte, form) in zip(bytes, pattern) {
      let isDigit = 0x30...0x39 ~= byte
      guard form == UInt8(ascii: "0") ? isDigit : byte == form else { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let month = number(5..<7)
    // Years that begin in March, so that the leap day is the last of one.
    let year = number(0..<4) - (month <= 2 ? 1 : 0)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + number(8..<10) - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let day = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let seconds =
      (day - 719_468) * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    self.init(milliseconds: seconds * 1000 + number(20..<23))
    // A thirteenth month or a 31st of April comes out as another day.
    guard iso8601 == text else { return nil }
  }
}
