// SPDX-License-Identifier: Apache-2.0
// Patterns without a tag: scalars, maps, lists, queries.

import TestSupport
import Testing

@testable import Expectations

struct PlainPatternTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("200", "200"), ("1", "1.0"), ("1", "1e0"),
    ("9007199254740993", "9007199254740993"), ("\"200\"", "\"200\""),
    ("SUPPORTED", "\"SUPPORTED\""), ("{}", "{\"a\":1}"), ("{a: 1}", "{\"b\":2,\"a\":1}"),
    ("{a: {b: [1, 2]}}", "{\"a\":{\"b\":[1,2],\"c\":3}}"), ("[]", "[]"),
    ("[1, {a: x}]", "[1,{\"a\":\"x\",\"b\":1}]"), ("{a: !optional 1}", "{}"),
    ("{a: !absent {}}", "{\"b\":1}"), ("`{\"a\":1}`", "{\"a\":1.0}"), ("`[1,2]`", "[1,2]"),
  ])
  func `match what is like them`(pattern: String, json: String) throws {
    #expect(try judged(pattern, json) == [])
  }

  @Test(
    arguments: table(
      #"""
      null | 0 | ; the body is 0, a number; expected null
      200 | "200" | ; the body is `"200"`, a string; expected the number 200
      9007199254740993 | 9007199254740992
      appleSSO | "regular"
      partner_profile | "PARTNER_PROFILE" | ; the body differs only in case
      Apple | " Apple\n" | ; the body differs only in the white space around it
      abcdefghijklmnopqrstuvwxyz | "abcdefghijklmnopqrstuvwxYZ" | ; the body differs only in case
      abcdefghijklmnopqrstuvwxyz | "abcdefghijklmnopqrstuvwx12" | ; the body is the same up to character 24
      abcdefghijklmnopqrstuvwxyz | "abcdefghijklmnopqrst123456" | ; the body is the same up to character 20
      abcdefghijklmnopqrstuvwxyz | "abcdefghijklmnopqrs0123456"
      {ab: 1} | {"ac":1} | /ab: expected 1, missing
      {abc: 1} | {"abd":1} | /abc: expected 1, missing; `abc` is missing; there is `abd`
      {abc: 1, abd: 2} | {"abd":2} | /abc: expected 1, missing
      {} | [] | ; the body is [], an array; expected an object
      {a: 1} | {"a":2} | /a: expected 1, found 2
      {a: 1} | {} | /a: expected 1, missing
      {a: null} | {} | /a: expected null, missing
      {a: !any {}} | {} | /a: expected !any {}, missing
      {notAfter: 1} | {"notafter":1} | /notAfter: expected 1, missing; `notAfter` is missing; there is `notafter`
      {enablePlatformServices: true} | {"enablePlatformServices":"true"} | /enablePlatformServices: expected true, found "true"; `enablePlatformServices` is `"true"`, a string; expected the boolean true
      {a: {b: 1}} | {"a":{"b":{}}} | /a/b: expected 1, found {}; `b` is {}, an object; expected the number 1
      {a/b~: 1} | {"a/b~":2} | /a~1b~0: expected 1, found 2
      [1, 2] | [1] | ; the body has 1 item; expected 2
      [1, 2] | [1,3] | /1: expected 2, found 3
      [[1]] | [2] | /0: expected [1], found 2; `/0` is 2, a number; expected an array
      `{"a":1}` | {"a":1,"b":2} | body: expected {"a":1}, found {"a":1,"b":2}
      `"x"` | "y" | body: expected "x", found "y"
      '${name}' | 1 | body: expected a value that is not known, found 1
      """#) as [(String, String, String)])
  func `say how a value differs`(pattern: String, json: String, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }

  @Test func `report all that differs`() throws {
    #expect(
      try judged("{a: 1, b: {c: x, d: y}, e: !absent {}}", "{\"a\":2,\"b\":{\"c\":1},\"e\":null}")
        == [
          "/a: expected 1, found 2",
          "/b/c: expected x, found 1; `c` is 1, a number; expected the string \"x\"",
          "/b/d: expected y, missing", "/e: expected !absent {}, found null",
        ])
  }

  @Test(arguments: [
    ("{$.a.b: 1}", "{\"a\":{\"b\":1}}"), ("{c: {$.a.b: 1}}", "{\"a\":{\"b\":1},\"c\":{}}"),
    ("{'$[0]': 1}", "[1]"), ("{$: [1]}", "[1]"), ("{$.a: !absent {}}", "{}"),
    ("{$.a: [1, 2]}", "{\"a\":[1,2]}"), ("{'$.a[*]': [1, 2]}", "{\"a\":[1,2]}"),
    ("{'$.a[*]': `[1,2]`}", "{\"a\":[1,2]}"), ("{'$.a[*]': 1}", "{\"a\":[1]}"),
    ("{'$.a[*]': !absent {}}", "{\"a\":[]}"), ("{'$.a[*]': !optional 1}", "{\"a\":[]}"),
    ("{'$.a[*]': !size 2}", "{\"a\":[1,2]}"), ("{'$.a[*]': !some 2}", "{\"a\":[1,2]}"),
    ("{'$.a[*]': !none 3}", "{\"a\":[]}"), ("{'$.a[*]': !unordered [2, 1]}", "{\"a\":[1,2]}"),
    ("{'$.a[*]': !all [!some 1, !some 2, !size 2]}", "{\"a\":[1,2]}"),
    ("{'$.a[*]': !one-of [!absent {}, !some 2]}", "{\"a\":[1,2]}"),
    ("{'$.a[*]': !not [!some 3]}", "{\"a\":[1,2]}"), ("{'$.a[*]': !not 1}", "{\"a\":[1,1]}"),
    ("{$..id: !each [!string {}]}", "{\"a\":{\"id\":\"x\"},\"b\":[{\"id\":\"y\"}]}"),
  ])
  func `ask queries of the whole document`(pattern: String, json: String) throws {
    #expect(try judged(pattern, json) == [])
  }

  @Test(arguments: [
    ("{$.a.b: 1}", "{\"a\":{\"b\":2}}", "/a/b: expected 1, found 2"),
    ("{$.a.b: 1}", "{}", "$.a.b: expected 1, missing"),
    ("{c: {$.a: 1}}", "{\"a\":1}", "/c: expected {$.a: 1}, missing"),
    ("{'$.a[*]': 1}", "{\"a\":[]}", "$.a[*]: expected 1, missing"),
    (
      "{'$.a[*]': 1}", "{\"a\":[1,1]}",
      "$.a[*]: expected 1, found [1,1]; `$.a[*]` selects 2 values; expected exactly one"
    ), ("{'$.a[*]': 1}", "{\"a\":[2]}", "/a/0: expected 1, found 2"),
    ("{'$.a[*]': [1, 2]}", "{\"a\":[1,3]}", "/a/1: expected 2, found 3"),
    ("{'$.a[*]': !absent {}}", "{\"a\":[5]}", "/a/0: expected !absent {}, found 5"),
    (
      "{$..id: !each [!string {}]}", "{\"a\":[{\"id\":1},{\"id\":\"x\"}]}",
      "/a/0/id: expected !string {}, found 1; `id` is 1, a number; expected a string"
    ),
    (
      "{$..id: !each [!string {}]}", "{}",
      "$..id: expected !each [!string {}], found []; `$..id` is empty; expected at least one item"
    ),
    (
      "{'$..mvpds[*]': !some {id: Cable, enablePlatformServices: true, boardingStatus: SUPPORTED}}",
      """
      {"requestor":{"mvpds":[{"id":"Other","enablePlatformServices":true,"boardingStatus":"SUPPORTED"},\
      {"id":"Cable","enablePlatformServices":"true","boardingStatus":"SUPPORTED"}]}}
      """,
      "/requestor/mvpds/1/enablePlatformServices: expected true, found \"true\"; `enablePlatformServices` is `\"true\"`, a string; expected the boolean true"
    ),
  ])
  func `say what a query selected`(pattern: String, json: String, mismatch: String) throws {
    #expect(try judged(pattern, json) == [whole(pattern, json, mismatch)])
  }
}
