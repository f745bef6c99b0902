// SPDX-License-Identifier: Apache-2.0
// How long a service that says 429 wants to be left alone.

import Encodings
import HTTPMessages

/// What an answer 429 asks for.
enum RetryAfter {
  /// The longest that is taken for what it says.
  private static let limit = Duration.seconds(86_400)

  /// How long a service wants to be left alone (RFC 9110, section 10.2.3): a number of seconds, or
  /// a date, which is seen from the `Date` of the answer, for the service's clock may be off.
  ///
  /// - Parameter now: What is taken for the time of an answer without `Date`.
  /// - Returns: Zero where the answer does not say, or says what can't be read; a day at most.
  static func delay(_ headers: HeaderList, now: Timestamp) -> Duration {
    guard let text = headers["Retry-After"] else { return .zero }
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return Int(text).map { min(.seconds($0), limit) } ?? limit
    }
    guard let end = HTTPDate.timestamp(text, now: now) else { return .zero }
    let start = headers["Date"].flatMap { HTTPDate.timestamp($0, now: now) } ?? now
    return min(max(.zero, .milliseconds(end.milliseconds - start.milliseconds)), limit)
  }
}
