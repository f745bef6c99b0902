// SPDX-License-Identifier: Apache-2.0
// Points in time as SAML writes them.

/// Points in time, such as `2030-01-01T00:00:00.000Z`, in UTC.
enum InstantText {
  /// Milliseconds since 1970; nil for another text.
  static func milliseconds(_ text: String) -> Int? {
    guard text.utf8.count <= 40, text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(separator: "T")
    guard parts.count == 2 else { return nil }
    let date = parts[0].split(separator: "-").compactMap { Int($0) }
    let clock = parts[1].split(separator: ":")
    guard date.count == 3, clock.count == 3, (1...9999).contains(date[0]),
      (1...12).contains(date[1]), (1...31).contains(date[2]),
      let hour = Int(clock[0]), let minute = Int(clock[1]), (0...24).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    let seconds = clock[2].split(separator: ".", maxSplits: 1)
    let fraction = seconds.count > 1 ? seconds[1].prefix(3) : ""
    guard let second = seconds.first.flatMap({ Int($0) }), (0...60).contains(second),
      fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      seconds.count == (clock[2].contains(".") ? 2 : 1)
    else { return nil }
    let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
    guard let milliseconds = Int(padded) else { return nil }
    let minutes = (day(date[0], date[1], date[2]) * 24 + hour) * 60 + minute
    return (minutes * 60 + second) * 1000 + milliseconds
  }

  /// Days since 1970-01-01 in the Gregorian calendar; the year is taken to begin in March.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
