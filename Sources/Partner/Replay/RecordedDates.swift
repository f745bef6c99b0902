// SPDX-License-Identifier: Apache-2.0
// The dates in a recording.

import Formats
import Text

/// The dates in options, answers and headers.
enum RecordedDates {
  /// A number from this on counts milliseconds since 1970; a smaller one seconds, or a duration.
  private static let smallestMilliseconds = 100_000_000_000
  /// The milliseconds by which dates, each measured from its opening, may differ in two runs.
  private static let tolerance = 60_000

  /// Whether options are the recorded ones; dates may differ by a minute, counted from the opening.
  static func areSame(
    _ recorded: JSONObject, openedAt recordedStart: Timestamp?, _ given: JSONObject,
    openedAt start: Timestamp
  ) -> Bool {
    guard recorded.count == given.count else { return false }
    return recorded.members.allSatisfy { member in
      guard let value = given[member.name] else { return false }
      if value == member.value || SecretPlaceholders.isPlace(member.value) { return true }
      guard let then = date(member.value), let now = date(value), let recordedStart else {
        return false
      }
      let (difference, overflow) = (then - recordedStart.milliseconds).subtractingReportingOverflow(
        now - start.milliseconds)
      return !overflow && difference.magnitude <= tolerance
    }
  }

  /// The number of a point in time; nil for another value.
  private static func date(_ value: JSONValue) -> Int? {
    guard let number = value.number?.integer, number >= smallestMilliseconds,
      number <= FrameworkOpening.largestMilliseconds
    else { return nil }
    return number
  }

  /// A date, as a number or its text, moved by milliseconds; another value as it is.
  static func shifted(_ date: JSONValue, by distance: Int) -> JSONValue {
    func moved(_ number: Int) -> Int {
      let isSeconds = number.magnitude < smallestMilliseconds
      let (sum, overflow) = number.addingReportingOverflow(isSeconds ? distance / 1000 : distance)
      return overflow ? number : sum
    }
    if let text = date.string, let number = Int(text) { return .string(String(moved(number))) }
    return date.number?.integer.map { .integer(moved($0)) } ?? date
  }
}
