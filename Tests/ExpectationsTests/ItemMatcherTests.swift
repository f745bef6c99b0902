// SPDX-License-Identifier: Apache-2.0
// `!each`, `!some`, `!none` and `!unordered`.

import Formats
import TestSupport
import Testing
import Text

@testable import Expectations

struct ItemMatcherTests {
  @Test(arguments: [
    ("!each 1", "[1,1.0]"), ("!each [!string {}]", "[\"x\"]"), ("!each 1", "{\"a\":1}"),
    ("!each [[1, 2]]", "[[1,2],[1,2]]"), ("!each {a: 1}", "[{\"a\":1,\"b\":2}]"),
    ("!some 429", "[200,429]"), ("!some [[1, 2]]", "[[1,2]]"), ("!some 1", "{\"a\":0,\"b\":1}"),
    ("!none true", "[false]"), ("!none 1", "[]"), ("!none 1", "{}"), ("!none {type: a}", "[{}]"),
    ("!unordered [1, 2]", "[2,1]"), ("!unordered []", "[]"),
    // Taking the first fitting item for each pattern in turn would miss these.
    ("!unordered [!any {}, 1]", "[1,2]"),
    ("!unordered [!integer {max: 3}, !integer {max: 2}, !integer {max: 1}]", "[1,2,3]"),
    ("!unordered [!integer {}, !one-of [2, x], !integer {min: 2}]", "[3,2,\"x\"]"),
    ("!unordered `[1,1,\"a\",{\"b\":1,\"c\":2}]`", "[{\"c\":2,\"b\":1},\"a\",1.0,1]"),
  ])
  func `match in items`(pattern: String, json: String) throws {
    #expect(try judged(pattern, json) == [])
  }

  @Test(
    arguments: table(
      #"""
      !each 1 | [] | ; the body is empty; expected at least one item
      !each 1 | {} | ; the body is empty; expected at least one item
      !each 1 | [1,2,1,3] | /1: expected 1, found 2 & /3: expected 1, found 3
      !each 1 | {"a":2} | /a: expected 1, found 2
      !each 1 | 5 | ; the body is 5, a number; expected an array or an object
      !some 1 | [] | ; the body is empty
      !some 1 | [2,3]
      !some {id: x, on: true} | [{"id":"y","on":true},{"id":"x","on":1}] | /1/on: expected true, found 1; `on` is 1, a number; expected the boolean true
      !some {id: x, a: 1, b: 2} | {"k":{"id":"x"}} | /k/a: expected 1, missing & /k/b: expected 2, missing
      !some {id: x, a: 1} | [{"id":"y","a":1}] | ; /0 comes closest: `id` is "y"; expected "x"
      !some {id: x, a: 1, b: 2} | [{"id":"x"},{"id":"x","a":1}] | /1/b: expected 2, missing
      !none {type: a} | [{"type":"a","b":1},{"type":"b"}] | /0: expected !none {type: a}, found {"type":"a","b":1}; /0 is an object in which `type` is "a"
      !unordered [1, 2] | [1] | ; the body has 1 item; expected 2
      !unordered [1, 2] | [1,3] | body: expected 2, found [1,3]
      !unordered [{id: 1, b: 1}, {id: 2, b: 2}] | [{"id":2,"b":3},{"id":1,"b":1}] | /0/b: expected 2, found 3
      !unordered [{id: 1, b: 1}, {id: 1, b: 2}] | [{"id":1,"b":3},{"id":1,"b":4}] | /0/b: expected 1, found 3 & /1/b: expected 2, found 4
      !unordered [1, 1] | [1,2] | body: expected 1, found [1,2]
      !unordered `[1,1]` | [1,2] | body: expected 1, found [1,2]
      !unordered [1] | {"a":1} | ; the body is {"a":1}, an object; expected an array
      """#) as [(String, String, String)])
  func `say which items are wrong`(pattern: String, json: String, mismatches: String) throws {
    #expect(try judged(pattern, json).joined(separator: " & ") == whole(pattern, json, mismatches))
  }

  @Test(
    arguments: [
      ("!none {a: !not 1}", "missing, unless `a` is 1"),
      ("!none [!not {a: 1}]", "an object in which `a` is 1"),
      ("!none {a: 2}", "no item in which `a` is 2"),
    ])
  func `say what an item may be without a double negation`(pattern: String, words: String) throws {
    let finding = try Written.expectation("json: \(pattern)").judgement(
      of: response(200, [:], #"[{"a": 2}]"#)
    ).mismatches.first
    #expect(finding?.words == words)
  }

  @Test(arguments: [
    ("!timestamp {after: now}", "a time in the future, in milliseconds since 1970"),
    (
      "!timestamp {after: now - 1h, before: now}",
      "a time after now - 1h and in the past, in milliseconds since 1970"
    ),
    ("!timestamp-seconds {at: now}", "a time at now, in seconds since 1970"),
    ("!timestamp {}", "a time in milliseconds since 1970"),
    ("!matches '(?i)saml'", "\"saml\", in any case of letters"),
    (#"!matches '\s*a\.b\s*'"#, "\"a.b\", with or without white space around it"),
    (#"!matches '(?i)\d'"#, #"a string of the form '(?i)\d'"#),
    ("!matches '(?i)a|b'", "a string of the form '(?i)a|b'"),
    (#"!matches '\s*a'"#, #"a string of the form '\s*a'"#),
    ("!one-of [!size 0, {a: 1}]", "empty, unless `a` is 1"),
    ("!one-of [!exactly {}, !exactly {a: {b: 1}}]", "empty, but for `a`, in which `b` is 1"),
    ("!not [!one-of [!absent {}, {a: 1}]]", "something else than missing, unless `a` is 1"),
    ("!one-of [!size 1, {a: 1}]", "something with 1 item or an object in which `a` is 1"),
  ])
  func `say in words what must be there`(pattern: String, words: String) throws {
    let finding = try Written.expectation("json: {x: \(pattern)}").judgement(
      of: response(200, [:], "{}")
    ).mismatches.first
    #expect(finding?.words == words)
  }

  @Test(
    arguments: [
      ("!not [!some {a: 2}]", "no item in which `a` is 2"),
      ("!not [!none 2]", "at least one item that is 2"),
      (
        "!not [!each {a: 2}]",
        "no item, or one that is something else than an object in which `a` is 2"
      ), ("!not [[{a: 2}]]", "something else than an array of an object in which `a` is 2"),
    ])
  func `say what must not be among the items`(pattern: String, words: String) throws {
    let finding = try Written.expectation("json: [\(pattern)]").judgement(
      of: response(200, [:], "[[{\"a\": 2}]]")
    ).mismatches.first
    #expect(finding?.words == words)
  }

  @Test(arguments: [
    ("status: !not 403", "status: expected another value, found 403"),
    (
      "status: !not [!one-of [403, 404]]",
      "status: expected something else than 403 or 404, found 403"
    ),
    ("json: {a: !not b}", "/a: expected another value, found \"b\""),
  ])
  func `do not name twice what is refused`(expectation: String, told: String) throws {
    let findings = try Written.expectation(expectation)
      .judgement(of: response(403, [:], "{\"a\": \"b\"}")).mismatches
    #expect(findings.map { "\($0.told)" } == [told])
  }

  /// So many items, and as many members, are wrong.
  @Test(
    arguments: [
      (50, nil), (51, "found 1 more that differ, 51 in all"),
      (60, "found 10 more that differ, 60 in all"),
    ] as [(Int, String?)])
  func `report fifty one by one`(count: Int, last: String?) throws {
    let items = try judged(
      "!each 1", "[\(Array(repeating: "2", count: count).joined(separator: ","))]")
    let members = try judged(
      "!exactly {}", "{\((0..<count).map { "\"m\($0)\":2" }.joined(separator: ","))}")
    for (found, pattern) in [(items, "!each 1"), (members, "!exactly {}")] {
      #expect(found.count == 50 + (last == nil ? 0 : 1))
      #expect(found.contains { $0.contains("more that differ") } == (last != nil))
      if let last { #expect(found.last == "body: expected \(pattern), \(last)") }
    }
  }

  /// Every way to pair up to five patterns and items, against all permutations.
  @Test func `pair patterns and items wherever that can be done`() throws {
    var random = PatternPropertyTests.Random(state: 7)
    for round in 0..<1000 {
      let count = 1 + random.next(5)
      let fits = (0..<count).map { _ in (0..<count).map { _ in random.next(3) == 0 } }
      let patterns = fits.map { row in
        Pattern(
          .oneOf(
            row.enumerated().filter(\.element).map {
              Pattern(.literal(Literal(.integer($0.offset))), at: .start)
            } + [Pattern(.absent, at: .start)]), at: .start)
      }
      let items = (0..<count).map { JSONValue.integer($0) }
      let isComplete = Assignment(patterns, items, in: scope()).isComplete
      #expect(isComplete == canPair(fits, row: 0, used: []), "round \(round): \(fits)")
    }
  }

  private func canPair(_ fits: [[Bool]], row: Int, used: Set<Int>) -> Bool {
    row == fits.count
      || fits[row].indices.contains { column in
        fits[row][column] && !used.contains(column)
          && canPair(fits, row: row + 1, used: used.union([column]))
      }
  }
}
