// SPDX-License-Identifier: Apache-2.0
// `!timestamp`. The answers of the tests came at 1752149281000, give or take ten seconds.

import Testing

@testable import Suites

@Suite struct TimestampTests {
  @Test(arguments: [
    ("!timestamp {}", "1752149281000"), ("!timestamp {}", "\"1752149281000\""),
    ("!timestamp {}", "100000000000"), ("!timestamp {}", "\"100000000000\""),
    ("!timestamp {after: 5, before: 1752149281001}", "1752149281000"),
    (
      "!timestamp {after: 1752149280999, at: 1752149281000, before: 1752149281001}",
      "1752149281000"
    ),
    ("!timestamp {}", "1.752149281e12"), ("!timestamp {}", "99999999999999999999999"),
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

  @Test(arguments: [
    (
      "!timestamp {}", "1752149281",
      "; the body is 1752149281, 10 digits; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "\"2025-07-10T12:08:01Z\"",
      "; the body is `\"2025-07-10T12:08:01Z\"`, a string; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "1752149281000.5",
      "; the body is 1752149281000.5, a number; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "\"000000000001\"",
      "; the body is `\"000000000001\"`, 12 digits; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "null",
      "; the body is null, null; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "\"99999999999\"",
      "; the body is `\"99999999999\"`, 11 digits; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {}", "99999999999",
      "; the body is 99999999999, 11 digits; expected milliseconds since 1970, 12 digits or more"
    ),
    (
      "!timestamp {before: now}", "1752149291000",
      "; the body is 2025-07-10T12:08:11.000Z, not before now, 2025-07-10T12:08:01.000Z give or take 10s"
    ),
    (
      "!timestamp {at: now}", "1752149270999",
      "; the body is 2025-07-10T12:07:50.999Z, not now, 2025-07-10T12:08:01.000Z give or take 10s"
    ),
    (
      "!timestamp {at: 1752149281000}", "1752149281001",
      "; the body is 2025-07-10T12:08:01.001Z, not 2025-07-10T12:08:01.000Z"
    ),
    (
      "!timestamp {after: now}", "1752149271000",
      "; the body is 2025-07-10T12:07:51.000Z, not after now, 2025-07-10T12:08:01.000Z give or take 10s"
    ),
    (
      "!timestamp {before: now - 5m}", "1752149281000",
      "; the body is 2025-07-10T12:08:01.000Z, not before now - 5m, 2025-07-10T12:03:01.000Z give or take 10s"
    ),
    (
      "!timestamp {at: now}", "1752149291001",
      "; the body is 2025-07-10T12:08:11.001Z, not now, 2025-07-10T12:08:01.000Z give or take 10s"
    ),
    (
      "!timestamp {after: 1752149281000}", "1752149281000",
      "; the body is 2025-07-10T12:08:01.000Z, not after 2025-07-10T12:08:01.000Z"
    ),
    (
      "!timestamp {before: \"1752149281000\"}", "1752149281000",
      "; the body is 2025-07-10T12:08:01.000Z, not before 2025-07-10T12:08:01.000Z"
    ),
    (
      "!timestamp {before: 1752149281000}", "99999999999999999999999",
      "; the body is 9223372036854775807, not before 2025-07-10T12:08:01.000Z"
    ),
  ])
  func `say why another time is wrong`(pattern: String, json: String, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }
}
