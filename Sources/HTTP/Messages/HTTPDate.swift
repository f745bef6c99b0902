// SPDX-License-Identifier: Apache-2.0
// Dates in header fields.

package import Text

/// A date of a header field (RFC 9110, section 5.6.7):
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
package enum HTTPDate {
  /// Reads a date. The name of the day says nothing new, and is not compared with the date.
  ///
  /// - Parameter now: A year of two digits is the one that is at most 50 years after this.
  /// - Returns: nil for any other form, and for a day that the calendar does not have.
  package static func timestamp(_ text: String, now: Timestamp) -> Timestamp? {
    let parts = text.split(separator: " ").map(String.init)
    guard let first = parts.first else { return nil }
    let day = first.last == "," ? String(first.dropLast()) : first
    switch (parts.count, first.last == ",") {
    case (6, true) where days.contains(day) && parts[5] == "GMT" && parts[3].count == 4:
      return timestamp(parts[1], parts[2], number(parts[3], digits: 4), parts[4])
    case (4, true) where longDays.contains(day) && parts[3] == "GMT":
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard date.count == 3, let short = number(date[2], digits: 2) else { return nil }
      return timestamp(date[0], date[1], year(short, now: now), parts[2])
    case (5, false) where days.contains(day):
      // The day is filled up by a blank, or by nothing where it has two digits.
      let number = parts[2].count == 1 ? "0\(parts[2])" : parts[2]
      return timestamp(number, parts[1], Self.number(parts[4], digits: 4), parts[3])
    default: return nil
    }
  }

  /// The preferred form of a time, without its fraction: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ time: Timestamp) -> String {
    let fields = time.isoSeconds.split { "-T:".contains($0) }.map(String.init)
    guard fields.count == 6, let month = Int(fields[1]) else { return time.iso8601 }
    // 1970 began on a Thursday.
    let day = (time.milliseconds / 86_400_000 + 3) % 7
    return "\(days[max(0, day)]), \(fields[2]) \(months[month - 1]) \(fields[0]) "
      + "\(fields[3]):\(fields[4]):\(fields[5]) GMT"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static func timestamp(
    _ day: String, _ month: String, _ year: Int?, _ time: String
  ) -> Timestamp? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { number(String($0), digits: 2) }
    guard let day = number(day, digits: 2), let month = months.firstIndex(of: month), let year,
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      // A leap second is there.
      hour < 24, minute < 60, second <= 60, 1...length(ofMonth: month, year) ~= day
    else { return nil }
    return Timestamp(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
  }

  private static func year(_ short: Int, now: Timestamp) -> Int {
    let current = Int(now.iso8601.prefix(4)) ?? 1970
    let year = current - current % 100 + short
    return year > current + 50 ? year - 100 : year
  }

  private static func number(_ text: String, digits: Int) -> Int? {
    guard text.utf8.count == digits else { return nil }
    return BodyFraming.number(text)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }
}
