// SPDX-License-Identifier: Apache-2.0
// Tests of the nearest known word.

import Testing
import Text

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("stauts", "status"), ("staus", "status"), ("Status", "status"), ("header", "headers"),
    ("jsn", "json"), ("stxtxs", "status"), ("JSON", "json"), ("ehaders", "headers"),
  ])
  func `names the nearest word`(word: String, nearest: String) {
    #expect(Suggestion.nearest(to: word, among: ["status", "headers", "json"]) == nearest)
  }

  @Test(arguments: ["", "body", "status", "xyzzy", "sxxtxs", String(repeating: "s", count: 65)])
  func `names nothing for a known word and where none is near`(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["status", "headers", "json"]) == nil)
  }

  @Test(arguments: [
    ("cax", ["car", "cat"], "car"), ("cax", ["dog", "cat", "car"], "cat"), ("ix", ["id"], "id"),
    ("stauts", ["statute", "status"], "status"),
  ])
  func `names the first of those that are equally near`(
    word: String, candidates: [String], nearest: String
  ) {
    #expect(Suggestion.nearest(to: word, among: candidates) == nearest)
  }

  @Test(arguments: [(63, 64, true), (64, 63, true), (64, 65, false), (65, 64, false)])
  func `compares words of at most 64 characters`(word: Int, candidate: Int, isNamed: Bool) {
    let candidates = [String(repeating: "s", count: candidate)]
    let word = String(repeating: "s", count: word)
    #expect((Suggestion.nearest(to: word, among: candidates) != nil) == isNamed)
  }

  @Test func `asks whether it was meant`() {
    #expect(Suggestion.hint(for: "stauts", among: ["status"]) == ", did you mean 'status'?")
    #expect(Suggestion.hint(for: "body", among: ["status"]).isEmpty)
  }
}
