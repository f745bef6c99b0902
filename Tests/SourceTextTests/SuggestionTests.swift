// SPDX-License-Identifier: Apache-2.0
// Tests of the nearest known word.

import SourceText
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("stauts", "status"), ("staus", "status"), ("Status", "status"), ("header", "headers"),
    ("jsn", "json"),
  ])
  func `names the nearest word`(word: String, nearest: String) {
    #expect(Suggestion.nearest(to: word, among: ["status", "headers", "json"]) == nearest)
  }

  @Test(arguments: ["", "body", "status", "xyzzy", String(repeating: "s", count: 65)])
  func `names nothing for a known word and where none is near`(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["status", "headers", "json"]) == nil)
  }
}
