// SPDX-License-Identifier: Apache-2.0
// A point in time, as the service writes it: milliseconds since 1970, and as ISO 8601 text.

/// Milliseconds since 1970-01-01T00:00Z.
package struct Timestamp: Sendable, Hashable {
  package let milliseconds: Int

  package init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }
}

extension Timestamp {
  /// `2026-11-21T05:30:00.123Z`, in UTC.
  package var iso8601: String { "\(isoSeconds).\(Self.padded(fraction, 3))Z" }

  /// `2026-11-21T05:30:00`, in UTC, without zone and fraction: the form of JUnit's `timestamp`.
  package var isoSeconds: String {
    let (day, time) = seconds.quotientAndRemainder(flooringBy: 86_400)
    let (year, month, date) = Self.civil(fromDay: day)
    let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(date, 2))"
      + "T\(clock.joined(separator: ":"))"
  }

  /// The later time; the last that there is, where it would come after that.
  package static func + (time: Timestamp, duration: Duration) -> Timestamp {
    time.moved(by: duration.wholeMilliseconds)
  }

  /// The earlier time; the first that there is, where it would come before that.
  package static func - (time: Timestamp, duration: Duration) -> Timestamp {
    time.moved(by: -duration.wholeMilliseconds)
  }

  private func moved(by distance: Int) -> Timestamp {
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(distance)
    return Timestamp(milliseconds: isTooFar ? (distance < 0 ? .min : .max) : sum)
  }

  private var seconds: Int { milliseconds.quotientAndRemainder(flooringBy: 1000).quotient }
  private var fraction: Int { milliseconds.quotientAndRemainder(flooringBy: 1000).remainder }

  /// The date of a day, counted from 1970-01-01, in the Gregorian calendar: the year is taken to
  /// begin in March, so that the leap day is its last.
  private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (day + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

extension Timestamp: Comparable {
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Duration {
  /// The whole milliseconds in it; what is beyond `Int` is cut there.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    return product + Int(attoseconds / 1_000_000_000_000_000)
  }
}

extension Int {
  fileprivate func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int)
  {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
