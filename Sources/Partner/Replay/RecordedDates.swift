// SPDX-License-Identifier: Apache-2.0
// Moves the dates of a recording to another clock, and compares dates between runs.

import Formats
import Text

/// The dates in options, answers and headers.
enum RecordedDates {
  /// A number from this on counts milliseconds since 1970; a smaller one is a duration, or counts
  /// seconds.
  private static let smallestMilliseconds = 100_000_000_000
  /// By how many milliseconds the dates of an option may differ between two runs, each measured from
  /// its opening.
  private static let tolerance = 60_000

  /// Whether the options of a step are the recorded ones. Dates are the same if their distances from
  /// the opening differ by a minute at most; everything else has to be equal.
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

  /// The number of a point in time; nil for another value.
  private static func date(_ value: JSONValue) -> Int? {
    guard let number = value.number?.integer, number >= smallestMilliseconds,
      number <= FrameworkOpening.largestMilliseconds
    else { return nil }
    return number
  }

  /// The structure of the status header with its expiry moved by a number of milliseconds. The expiry
  /// may be a string or a number, in milliseconds or in seconds.
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
