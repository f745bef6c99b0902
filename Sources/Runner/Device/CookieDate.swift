// SPDX-License-Identifier: Apache-2.0
// The dates of cookies, which are read more leniently than those of other header fields.

import Text

/// A date of a cookie's `Expires` attribute (RFC 6265, section 5.1.1): a time, a day, a month and a
/// year between delimiters, in any order.
enum CookieDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// - Returns: nil where a part is missing, or for a day that the calendar does not have.
  static func timestamp(_ text: String) -> Timestamp? {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.lowercased().utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = clock(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(of: "\(Substring(token.prefix(3)))") {
        month = found + 1
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard year >= 1601, 1...31 ~= day, time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    let timestamp = Timestamp(
      year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
    // 31 February would be a day of March.
    return number(timestamp.iso8601.utf8.dropFirst(8).prefix(2), digits: 2...2) == day
      ? timestamp : nil
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Hours, minutes and seconds; what follows them is passed over.
  private static func clock(_ token: Substring.UTF8View) -> [Int]? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].count <= 2, parts[1].count <= 2,
      let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
      let second = number(parts[2], digits: 1...2),
      parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit)
    else { return nil }
    return [hour, minute, second]
  }

  /// The number that a token begins with; what is no digit ends it.
  private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix(while: isDigit)
    return digits ~= number.count ? Int(Substring(number)) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
