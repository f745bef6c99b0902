// SPDX-License-Identifier: Apache-2.0
// `!timestamp` and `!http-date`. The answers of the tests came at 1752149281000, which is Thu, 10 Jul
// 2025 12:08:01 GMT, give or take ten seconds.

import TestSupport
import Testing

@testable import Expectations

struct TimestampTests {
  @Test(arguments: [
    ("!timestamp {}", "1752149281000"), ("!timestamp {}", "\"1752149281000\""),
    ("!timestamp {}", "100000000000"), ("!timestamp {}", "\"100000000000\""),
    ("!timestamp {after: 5, before: 1752149281001}", "1752149281000"),
    (
      "!timestamp {after: 1752149280999, at: 1752149281000, before: 1752149281001}", "1752149281000"
    ), ("!timestamp {}", "1.752149281e12"), ("!timestamp {}", "99999999999999999999999"),
    ("!timestamp {after: now}", "1752149281000"), ("!timestamp {after: now}", "1752149271001"),
    ("!timestamp {before: now}", "\"1752149290999\""),
    ("!timestamp {after: now + 24h}", "1752235671001"),
    ("!timestamp {after: now - 1m, before: now+1m}", "1752149281000"),
    ("!timestamp {at: now}", "1752149291000"), ("!timestamp {at: now}", "1752149271000"),
    ("!timestamp {at: 1752149281000}", "\"1752149281000\""),
    ("!timestamp {at: \"1752149281000\"}", "1752149281000"),
    ("!timestamp {after: 1752149280999, before: 1752149281001}", "1752149281000"),
    ("!timestamp {after: `1752149280999`, before: `\"1752149281001\"`}", "1752149281000"),
  ])
  func `match times`(pattern: String, json: String) throws {
    #expect(try judged(pattern, json) == [])
  }

  @Test(
    arguments: table(
      #"""
      !timestamp {} | 1752149281 | (2025-07-10T12:08:01Z in seconds); the body is 1752149281, 10 digits; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | "2025-07-10T12:08:01Z" | ; the body is `"2025-07-10T12:08:01Z"`, a string; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | 1752149281000.5 | ; the body is 1752149281000.5, a number; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | "000000000001" | ; the body is `"000000000001"`, 12 digits; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | null | ; the body is null, null; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | "99999999999" | (5138-11-16T09:46:39Z in seconds); the body is `"99999999999"`, 11 digits; expected milliseconds since 1970, 12 digits or more
      !timestamp {} | 99999999999 | (5138-11-16T09:46:39Z in seconds); the body is 99999999999, 11 digits; expected milliseconds since 1970, 12 digits or more
      !timestamp {before: now} | 1752149291000 | (2025-07-10T12:08:11Z); the body is 2025-07-10T12:08:11.000Z, not before now, 2025-07-10T12:08:01.000Z give or take 10s
      !timestamp {at: now} | 1752149270999 | (2025-07-10T12:07:50.999Z); the body is 2025-07-10T12:07:50.999Z, not now, 2025-07-10T12:08:01.000Z give or take 10s
      !timestamp {at: 1752149281000} | 1752149281001 | (2025-07-10T12:08:01.001Z); the body is 2025-07-10T12:08:01.001Z, not 2025-07-10T12:08:01.000Z
      !timestamp {after: now} | 1752149271000 | (2025-07-10T12:07:51Z); the body is 2025-07-10T12:07:51.000Z, not after now, 2025-07-10T12:08:01.000Z give or take 10s
      !timestamp {before: now - 5m} | 1752149281000 | (2025-07-10T12:08:01Z); the body is 2025-07-10T12:08:01.000Z, not before now - 5m, 2025-07-10T12:03:01.000Z give or take 10s
      !timestamp {at: now} | 1752149291001 | (2025-07-10T12:08:11.001Z); the body is 2025-07-10T12:08:11.001Z, not now, 2025-07-10T12:08:01.000Z give or take 10s
      !timestamp {after: 1752149281000} | 1752149281000 | (2025-07-10T12:08:01Z); the body is 2025-07-10T12:08:01.000Z, not after 2025-07-10T12:08:01.000Z
      !timestamp {before: "1752149281000"} | 1752149281000 | (2025-07-10T12:08:01Z); the body is 2025-07-10T12:08:01.000Z, not before 2025-07-10T12:08:01.000Z
      !timestamp {before: 1752149281000} | 99999999999999999999999 | ; the body is 9223372036854775807, not before 2025-07-10T12:08:01.000Z
      """#) as [(String, String, String)])
  func `say why another time is wrong`(pattern: String, json: String, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }
}

struct HTTPDateMatcherTests {
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

  @Test(
    arguments: table(
      #"""
      !http-date {} | 2025-07-10T12:08:01Z | not a date such as Sun, 06 Nov 1994 08:49:37 GMT
      !http-date {at: now} | Thu, 10 Jul 2025 12:08:48 GMT | the target's clock is 47 s ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Thu, 10 Jul 2025 12:07:01 GMT | the target's clock is 60 s behind ours; clock-tolerance is 10s
      !http-date {at: now} | Wed, 09 Jul 2025 12:08:01 GMT | the target's clock is 24 h behind ours; clock-tolerance is 10s
      // The second that begins after the tolerance, and the one that ends before it.
      !http-date {at: now} | Thu, 10 Jul 2025 12:08:12 GMT | the target's clock is 11 s ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Thu, 10 Jul 2025 12:07:50 GMT | the target's clock is 11 s behind ours; clock-tolerance is 10s
      // From which distance on a greater unit is used.
      !http-date {at: now} | Thu, 10 Jul 2025 12:10:00 GMT | 119 s ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Thu, 10 Jul 2025 12:10:01 GMT | 2 min ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Thu, 10 Jul 2025 14:08:00 GMT | 120 min ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Thu, 10 Jul 2025 14:08:01 GMT | 2 h ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Sat, 12 Jul 2025 12:08:00 GMT | 48 h ahead of ours; clock-tolerance is 10s
      !http-date {at: now} | Sat, 12 Jul 2025 12:08:01 GMT | 2 days ahead of ours; clock-tolerance is 10s
      !http-date {at: now + 1h} | Thu, 10 Jul 2025 12:08:01 GMT | the body is not now + 1h
      !http-date {after: now} | Thu, 10 Jul 2025 12:07:50 GMT | the body is not after now
      !http-date {before: now} | Thu, 10 Jul 2025 12:08:11 GMT | the body is not before now
      !http-date {after: now} | Thu, 10 Jul 2025 12:00:00 GMT | the body is not after now
      !http-date {before: now} | Thu, 10 Jul 2025 12:10:00 GMT | the body is not before now
      """#) as [(String, String, String)])
  func `say how far a date is off`(pattern: String, text: String, reason: String) throws {
    let found = try judged(pattern, "\"\(text)\"")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(reason) == true, "\(found)")
  }
}
