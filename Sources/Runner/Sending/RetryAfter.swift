// SPDX-License-Identifier: Apache-2.0
// Reads how long a client has to wait after a 429.

import HTTP
import Record
import Suites
import Synchronization
import Text

/// Reads how long the client has to wait after a 429.
enum RetryAfter {
  /// Longer waits are cut to a day.
  private static let limit = Duration.seconds(86_400)

  /// The wait that `Retry-After` asks for (RFC 9110, section 10.2.3): a number of seconds, or a date.
  /// A date counts from the `Date` of the answer, since the service's clock may be off.
  ///
  /// - Parameter now: The time of an answer without `Date`.
  /// - Returns: Zero if the field is missing or invalid; a day at most.
  static func delay(_ headers: HeaderList, now: Timestamp) -> Duration {
    guard let text = headers["Retry-After"] else { return .zero }
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return Int(text).map { min(.bounded(seconds: $0), limit) } ?? limit
    }
    guard let end = HTTPDate.timestamp(text, now: now) else { return .zero }
    let start = headers["Date"].flatMap { HTTPDate.timestamp($0, now: now) } ?? now
    return min(.bounded(milliseconds: end.milliseconds - start.milliseconds), limit)
  }
}
