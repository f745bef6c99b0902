// SPDX-License-Identifier: Apache-2.0
// A day of the calendar, as lists of known failures and of attestations have it.

import Expectations
import Formats
import Suites
package import Text

/// A day in UTC, written as `2027-01-31`.
package struct CalendarDay: Sendable, Hashable {
  private let text: String

  private init(text: String) { self.text = text }

  /// The day of a time.
  package init(_ time: Timestamp) { self.init(text: String(time.iso8601.prefix(10))) }

  /// Reads a day: four digits, two and two.
  ///
  /// - Returns: nil for another form, and for a day that the calendar does not have.
  package init?(_ text: String) {
    guard text.utf8.count == 10, let time = Timestamp(iso8601: "\(text)T00:00:00Z"),
      time.iso8601.hasPrefix(text)
    else { return nil }
    self.init(text: text)
  }
}

extension CalendarDay: CustomStringConvertible {
  package var description: String { text }
}

extension CalendarDay: Comparable {
  /// The order of days is that of their texts, since each field has its full width.
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.text < right.text }
}

extension NodeReader {
  /// The day under a key; nil, and a mistake, for another text.
  mutating func day(_ node: YAMLNode, _ key: String) -> CalendarDay? {
    guard let text = text(node, "'\(key)', a day such as 2027-01-31") else { return nil }
    let day = CalendarDay(text)
    if day == nil {
      error("'\(text)' is not a day of the calendar, written as 2027-01-31", at: node)
    }
    return day
  }
}
