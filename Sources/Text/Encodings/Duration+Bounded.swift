// SPDX-License-Identifier: Apache-2.0
// The one place where a number from outside becomes a duration.

extension Duration {
  /// The longest duration that a number from outside gives: 100,000 days.
  package static let longest = Duration.seconds(8_640_000_000)

  /// So many seconds, between zero and `longest`; zero for what is not a number.
  ///
  /// `Duration.seconds(_:)` ends the program for a number that it can't hold.
  package static func bounded(seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return seconds < 8_640_000_000 ? .seconds(seconds) : longest
  }

  /// So many seconds, between zero and `longest`.
  package static func bounded(seconds: Int) -> Duration {
    seconds > 0 ? .seconds(Swift.min(seconds, 8_640_000_000)) : .zero
  }

  /// So many milliseconds, between zero and `longest`.
  package static func bounded(milliseconds: Int) -> Duration {
    milliseconds > 0 ? .milliseconds(Swift.min(milliseconds, 8_640_000_000_000)) : .zero
  }
}
