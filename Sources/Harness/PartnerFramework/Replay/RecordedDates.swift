// SPDX-License-Identifier: Apache-2.0
// Dates of a recording: moved to another clock, and compared between runs.

import Encodings
import JSON

/// Dates in the JSON of options, answers and headers.
enum RecordedDates {
  /// From this on a number counts milliseconds since 1970; below, a duration or seconds.
  private static let smallestMilliseconds = 100_000_000_000
  /// How far the dates of an option may be apart in two runs, measured from the opening.
  private static let tolerance = 60_000

  /// Whether options of a step are those recorded: dates at the same distance from the opening,
  /// give or take a minute; all else equal.
  static func areSame(
    _ recorded: JSONObject, openedAt recordedStart: Timestamp?, _ given: JSONObject,
    openedAt start: Timestamp
  ) -> Bool {
    guard recorded.count == given.count else { return false }
    return recorded.members.allSatisfy { member in
      guard let value = given[member.name] else { return false }
      if value == member.value { return true }
      guard let then = date(member.value), let now = date(value), let recordedStart else {
        return false
      }
      let (difference, overflow) = (then - recordedStart.milliseconds).subtractingReportingOverflow(
        now - start.milliseconds)
      return !overflow && difference.magnitude <= tolerance
    }
  }

  /// A point in time as a number.
  private static func date(_ value: JSONValue) -> Int? {
    guard let number = value.number?.integer, number >= smallestMilliseconds,
      number <= FrameworkOpening.largestMilliseconds
    else { return nil }
    return number
  }

  /// The header's structure with its expiry moved by so many milliseconds, whether that is a
  /// string or a number, in milliseconds or in seconds.
  static func shifted(_ status: JSONValue, by distance: Int) -> JSONValue {
    guard var object = status.object, var info = object["frameworkProviderInfo"]?.object,
      let date = info["expirationDate"]
    else { return status }
    func moved(_ number: Int) -> Int {
      let isSeconds = number.magnitude < smallestMilliseconds
      let (sum, overflow) = number.addingReportingOverflow(isSeconds ? distance / 1000 : distance)
      return overflow ? number : sum
    }
    if let text = date.string, let number = Int(text) {
      info["expirationDate"] = .string(String(moved(number)))
    } else if let number = date.number?.integer {
      info["expirationDate"] = .integer(moved(number))
    }
    object["frameworkProviderInfo"] = .object(info)
    return .object(object)
  }
}
