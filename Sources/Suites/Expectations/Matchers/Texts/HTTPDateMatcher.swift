// SPDX-License-Identifier: Apache-2.0
// `!http-date`: a date of a header field, and where it must lie.

internal import Formats
internal import HTTP
internal import Text

/// `!http-date {after, before, at}`: a date as header fields have it (RFC 9110, section 5.6.7). It
/// has no fraction, so it stands for any time of its second.
struct HTTPDateMatcher: Matcher {
  static let name = "http-date"

  let bounds: TimeBounds

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    TimeBounds.read(tag, &compilation).map { Self(bounds: $0) }
  }
}

extension HTTPDateMatcher {
  var mayAccept: Kinds { .string }
  var noun: String { "a date such as Sun, 06 Nov 1994 08:49:37 GMT" }
  var argumentText: QuotingText? { bounds.text }
  var dependsOnlyOnValue: Bool { bounds.areExact }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    guard let times = Self.times(value, in: scope) else { return false }
    return bounds.broken(by: times, at: scope.moment) == nil
  }

  /// The times of the second that a value stands for; nil for a value that is not a date.
  private static func times(_ value: JSONValue, in scope: Scope) -> ClosedRange<Int>? {
    guard let text = value.string,
      let time = HTTPDate.timestamp(text, now: scope.moment.now)?.milliseconds
    else { return nil }
    return time...(time + 999)
  }

  func reason(_ value: JSONValue, at place: Place, in scope: Scope) -> QuotingText? {
    guard let times = Self.times(value, in: scope) else {
      return "\(Pattern.subject(value, place)), not \(noun)"
    }
    let moment = scope.moment
    switch bounds.broken(by: times, at: moment) {
    case .after(let bound): return "\(place.name) is not after \(bound.written)"
    case .before(let bound): return "\(place.name) is not before \(bound.written)"
    case .at(.now(0, _)):
      let distance = Self.distance(from: moment.now.milliseconds, to: times)
      let side = times.lowerBound > moment.now.milliseconds ? "ahead of" : "behind"
      return "the target's clock is \(Self.rounded(distance)) \(side) ours; clock-tolerance is "
        + "\(DurationText.text(moment.tolerance))"
    case .at(let bound): return "\(place.name) is not \(bound.written)"
    case nil: return nil
    }
  }

  /// How far a time is from the middle of some others, in milliseconds.
  private static func distance(from time: Int, to others: ClosedRange<Int>) -> Int {
    let middle = others.lowerBound + (others.upperBound - others.lowerBound) / 2
    return abs(middle - time)
  }

  /// `47 s`, `12 min`, `3 h`, `5 days`.
  private static func rounded(_ milliseconds: Int) -> String {
    let seconds = (milliseconds + 500) / 1000
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\((seconds + 30) / 60) min"
    case ..<172_800: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) days"
    }
  }
}
