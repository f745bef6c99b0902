// SPDX-License-Identifier: Apache-2.0
// Tests of the words of the reports.

import Record
import Testing

@Suite struct WordingTests {
  @Test(arguments: [
    (0, "0 scenarios"), (1, "1 scenario"), (2, "2 scenarios"), (999, "999 scenarios"),
    (-1, "-1 scenarios"), (-1000, "-1,000 scenarios"), (100_000, "100,000 scenarios"),
    (1000, "1,000 scenarios"), (1_234_567, "1,234,567 scenarios"),
  ])
  func `counts`(number: Int, text: String) {
    #expect(Wording.count(number, "scenario") == text)
  }

  @Test(arguments: [
    (0, "0.0 ms"), (450, "0.4 ms"), (12_345, "12 ms"), (999_999, "999 ms"),
    (9_999, "9.9 ms"), (10_000, "10 ms"), (1_000_000, "1.00 s"), (59_999_999, "59.99 s"),
    (60_000_000, "1 min 0 s"), (3_599_999_999, "59 min 59 s"), (3_600_000_000, "1 h 0 min"),
    (90_000_000_000, "25 h 0 min"), (1_099_999, "1.09 s"), (1_100_000, "1.10 s"),
    (1_050_000, "1.05 s"), (125_000_000, "2 min 5 s"), (7_380_000_000, "2 h 3 min"), (-5, "0.0 ms"),
  ])
  func `writes durations for people`(microseconds: Int, text: String) {
    #expect(Wording.duration(.microseconds(microseconds)) == text)
  }

  @Test(arguments: [
    (0, "0.000"), (400, "0.000"), (12_345, "0.012"), (1_234_567_000, "1234.567"), (-1000, "0.000"),
  ])
  func `writes seconds with three decimals`(microseconds: Int, text: String) {
    #expect(Wording.seconds(.microseconds(microseconds)) == text)
  }

  @Test(arguments: [
    (0, "0.000"), (10, "0.010"), (99, "0.099"), (100, "0.100"), (999, "0.999"), (1000, "1.000"),
    (7, "0.007"), (12_345, "12.345"), (-1_500, "-1.500"), (60_000_000, "60000.000"),
  ])
  func `writes milliseconds with three decimals`(microseconds: Int, text: String) {
    #expect(Wording.milliseconds(.microseconds(microseconds)) == text)
  }

  @Test func `takes another plural and another conjunction`() {
    #expect(Wording.count(1, "entry", "entries") == "1 entry")
    #expect(Wording.count(2, "entry", "entries") == "2 entries")
    #expect(Wording.list(["a", "b", "c"], "or") == "a, b or c")
  }

  @Test func `keeps within its numbers, however long a duration is`() {
    for (duration, microseconds) in [
      (Duration.seconds(Int64.max), Int.max / 2), (.seconds(Int64.min), Int.min / 2),
      (.nanoseconds(1999), 1), (.seconds(2), 2_000_000),
    ] {
      #expect(duration.wholeMicroseconds == microseconds)
    }
    #expect(Duration.nanoseconds(1999).inMicroseconds == .microseconds(1))
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
  ])
  func `lists`(items: [String], text: String) {
    #expect(Wording.list(items) == text)
  }
}
