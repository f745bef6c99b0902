// SPDX-License-Identifier: Apache-2.0
// Tests of what a query selects, in words.

import Testing

@testable import Expectations

struct QueryWordsTests {
  @Test(
    arguments: [
      ("$", "the body"), ("$.a", "`a`"), ("$.a.b[0].c", "`a.b[0].c`"), ("$.a[*].b", "`a[*].b`"),
      ("$['a'].b", "`a.b`"), ("$['a', 'b']", "`['a', 'b']`"), ("$['a]b'].c", "`a]b.c`"),
      ("$.profiles[${mvpd}].type", "`profiles.{mvpd}.type`"), ("$..code", "any `code`"),
      ("$.a[?@.b == 'c']", "the part of `a` where b == 'c'"),
      (
        "$.profiles[?@.type != 'degraded' && @.type != 'temporary']",
        "the part of `profiles` where type != 'degraded' and type != 'temporary'"
      ),
      ("$.a[?!match(@.b, '[x]')]", "the part of `a` where not match(b, '[x]')"),
      ("$.mvpds[?@.id == ${mvpd}].name", "`name` in the part of `mvpds` where id == {mvpd}"),
      ("$[?@.a].b[?@.c]", "`b[?@.c]` in the part of the body where a"), ("$.a[", "`a[]`"),
    ])
  func `names what it selects`(query: String, noun: String) {
    #expect(QueryWords(query).noun == noun)
  }

  @Test(
    arguments: [
      ("$.a[?@.b == 'c']", "nothing in `a` where b == 'c'"), ("$.a", nil), ("$.a[?@.b].c", nil),
    ] as [(String, String?)])
  func `says that a filter selects nothing`(query: String, words: String?) {
    #expect(QueryWords(query).emptiness == words)
  }
}
