// SPDX-License-Identifier: Apache-2.0
// Points in time, as services, suites and profiles write them.

/// Milliseconds since 1970-01-01T00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable {
  package let milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

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

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Int {
  fileprivate func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int)
  {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Timestamp {
  /// Reads a time in UTC, in the form of XML Schema's `dateTime`:
  ///
  ///     2026-11-21T05:30:00Z
  ///     2026-11-21T05:30:00.123Z
  ///
  /// Each field has its full width; a fraction has one digit or more, and those after the third
  /// are dropped. A leap second, and a 31st of a shorter month, count on into the next day. Whoever
  /// wants nothing but the form that we write compares the text with `iso8601`.
  ///
  /// - Returns: nil for another form.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count > form.count, bytes.last == UInt8(ascii: "Z") else { return nil }
    for (byte, expected) in zip(bytes, form) {
      guard expected == UInt8(ascii: "0") ? byte.isDigit : byte == expected else {
        return nil
      }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let fraction = bytes[form.count..<(bytes.count - 1)]
    let digits = fraction.dropFirst()
    guard fraction.isEmpty || fraction.first == UInt8(ascii: ".") && !digits.isEmpty,
      digits.allSatisfy(\.isDigit), 1...12 ~= number(5..<7), 1...31 ~= number(8..<10),
      number(11..<13) < 24, number(14..<16) < 60, number(17..<19) <= 60
    else { return nil }
    let thousandths = (digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: 3)).prefix(3)
    self.init(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
      minute: number(14..<16), second: number(17..<19),
      millisecond: thousandths.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// The time of a date of the Gregorian calendar in UTC. A field that is too large counts on into
  /// what follows.
  ///
  /// - Parameter month: From 1 to 12.
  package init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
  ) {
    // Years that begin in March, so that the leap day is the last of one.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(milliseconds: seconds * 1000 + millisecond)
  }
}
