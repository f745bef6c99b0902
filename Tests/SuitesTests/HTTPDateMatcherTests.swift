// SPDX-License-Identifier: Apache-2.0
// `!http-date`. The answers of the tests came at Thu, 10 Jul 2025 12:08:01 GMT, give or take ten
// seconds.

import Testing

@testable import Suites

@Suite struct HTTPDateMatcherTests {
  static let date = "Thu, 10 Jul 2025 12:08:01 GMT"

  @Test(arguments: [
    ("!http-date {}", date), ("!http-date {}", "Thursday, 10-Jul-25 12:08:01 GMT"),
    ("!http-date {}", "Thu Jul 10 12:08:01 2025"), ("!http-date {at: now}", date),
    ("!http-date {at: now}", "Thu, 10 Jul 2025 12:08:11 GMT"),
    // The second that ends within the tolerance.
    ("!http-date {at: now}", "Thu, 10 Jul 2025 12:07:51 GMT"),
    ("!http-date {after: now - 1m, before: now + 1m}", date),
    ("!http-date {at: 1752149281500}", date), ("!http-date {at: 1752149281999}", date),
    ("!http-date {after: now}", "Thu, 10 Jul 2025 12:07:51 GMT"),
    ("!http-date {before: now}", "Thu, 10 Jul 2025 12:08:10 GMT"),
  ])
  func `match dates`(pattern: String, text: String) throws {
    #expect(try judged(pattern, "\"\(text)\"") == [])
  }

  @Test(arguments: [
    ("!http-date {}", "2025-07-10T12:08:01Z", nil),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:08:48 GMT",
      "the target's clock is 47 s ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:07:01 GMT",
      "the target's clock is 60 s behind ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Wed, 09 Jul 2025 12:08:01 GMT",
      "the target's clock is 24 h behind ours; clock-tolerance is 10s"
    ),
    // The second that begins after the tolerance, and the one that ends before it.
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:08:12 GMT",
      "the target's clock is 11 s ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:07:50 GMT",
      "the target's clock is 11 s behind ours; clock-tolerance is 10s"
    ),
    // From which distance on a greater unit is used.
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:10:00 GMT",
      "119 s ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 12:10:01 GMT",
      "2 min ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 14:08:00 GMT",
      "120 min ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Thu, 10 Jul 2025 14:08:01 GMT",
      "2 h ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Sat, 12 Jul 2025 12:08:00 GMT",
      "48 h ahead of ours; clock-tolerance is 10s"
    ),
    (
      "!http-date {at: now}", "Sat, 12 Jul 2025 12:08:01 GMT",
      "2 days ahead of ours; clock-tolerance is 10s"
    ),
    ("!http-date {at: now + 1h}", "Thu, 10 Jul 2025 12:08:01 GMT", "the body is not now + 1h"),
    ("!http-date {after: now}", "Thu, 10 Jul 2025 12:07:50 GMT", "the body is not after now"),
    ("!http-date {before: now}", "Thu, 10 Jul 2025 12:08:11 GMT", "the body is not before now"),
    ("!http-date {after: now}", "Thu, 10 Jul 2025 12:00:00 GMT", "the body is not after now"),
    ("!http-date {before: now}", "Thu, 10 Jul 2025 12:10:00 GMT", "the body is not before now"),
  ])
  func `say how far a date is off`(pattern: String, text: String, reason: String?) throws {
    let found = try judged(pattern, "\"\(text)\"")
    #expect(found.count == 1)
    let suffix = reason ?? "not a date such as Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(found.first?.hasSuffix(suffix) == true, "\(found)")
  }
}
