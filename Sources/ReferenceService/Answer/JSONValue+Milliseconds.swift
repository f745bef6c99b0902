// SPDX-License-Identifier: Apache-2.0
// Writes times as sessions and V1 tokens have them.

internal import Formats
internal import Text

extension JSONValue {
  /// A time in milliseconds since 1970, as a string of digits.
  static func milliseconds(_ time: Timestamp) -> JSONValue { .string(String(time.milliseconds)) }
}
