// SPDX-License-Identifier: Apache-2.0
// Dates of a recording beside those of another clock.

import Formats
import Testing
import Text

@testable import Partner

@Suite struct RecordedDatesTests {
  /// The second opening is 1,000 s after the first.
  @Test(
    arguments: [
      (["a": 1_893_459_600_000], ["a": 1_893_460_600_000], true),
      (["a": 1_893_459_600_000], ["a": 1_893_460_660_000], true),
      (["a": 1_893_459_600_000], ["a": 1_893_460_660_001], false),
      (["a": 1_893_459_600_000], ["a": 1_893_460_540_000], true),
      (["a": 1_893_459_600_000], ["a": 1_893_460_539_999], false),
      // As it was written.
      (["a": 1_893_459_600_000], ["a": 1_893_459_600_000], true),
      // No dates: durations and texts.
      (["a": 3_600_000], ["a": 3_600_001], false), (["a": 3_600_000], ["a": 3_600_000], true),
      (["a": 100_000_000_000], ["a": 100_001_000_000], true),
      (["a": 99_999_999_999], ["a": 100_000_999_999], false),
      (["a": "x"], ["a": "y"], false), (["a": .null], ["a": .null], true),
      (["a": .null], [:], false), ([:], ["a": .null], false), (["a": 1], ["b": 1], false),
      (["a": 1, "b": 2], ["b": 2, "a": 1], true), (["a": 1, "b": 2], ["a": 1, "b": 3], false),
      (["a": 1, "b": 1_893_459_600_000], ["a": 1, "b": 1_893_460_600_000], true),
    ] as [(JSONValue, JSONValue, Bool)])
  func `options are the same by their distance from the opening`(
    recorded: JSONValue, given: JSONValue, areSame: Bool
  ) throws {
    let (recorded, given) = (try #require(recorded.object), try #require(given.object))
    let later = clock + .seconds(1000)
    #expect(
      RecordedDates.areSame(recorded, openedAt: clock, given, openedAt: later) == areSame)
    let isEqual =
      recorded.count == given.count
      && recorded.members.allSatisfy {
        given[$0.name] == $0.value
      }
    #expect(RecordedDates.areSame(recorded, openedAt: nil, given, openedAt: later) == isEqual)
  }

  @Test(
    arguments: [
      ("1893456000000", "1893456005999"), (1_893_456_000_000, 1_893_456_005_999),
      ("1893456000", "1893456005"), (1_893_456_000, 1_893_456_005),
      ("100000000000", "100000005999"), ("99999999999", "100000000004"),
      (-99_999_999_999, -99_999_999_994), ("soon", "soon"), (true, true),
      (9_223_372_036_854_775_807, 9_223_372_036_854_775_807),
    ] as [(JSONValue, JSONValue)])
  func `the expiry in a header moves in its own unit`(date: JSONValue, moved: JSONValue) {
    func status(_ date: JSONValue) -> JSONValue {
      ["frameworkProviderInfo": ["id": "p", "expirationDate": date], "other": 1]
    }
    #expect(RecordedDates.shifted(status(date), by: 5999) == status(moved))
  }

  @Test(
    arguments: [
      .null, "x", [:], ["frameworkProviderInfo": 1], ["frameworkProviderInfo": ["id": "p"]],
    ] as [JSONValue])
  func `a header without an expiry stays`(status: JSONValue) {
    #expect(RecordedDates.shifted(status, by: 5999) == status)
  }
}
