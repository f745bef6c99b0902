// SPDX-License-Identifier: Apache-2.0
// Tests of writing the place of a finding as text and reading it back.

import Expectations
import Formats
import TestSupport
import Testing

struct PlaceTests {
  static let places: [(Place, String)] = [
    (.status, "status"), (.header("Content-Type"), "header Content-Type"), (.body(.root), "body"),
    (.body(JSONPointer([.name("a/b~c"), .index(0)])), "/a~1b~0c/0"),
    (.body(JSONPointer([.name("")])), "/"), (.body(JSONPointer([.name("\u{301}")])), "/\u{301}"),
    (.body(JSONPointer([.name("~\u{301}")])), "/~0\u{301}"),
    (.body(JSONPointer([.name("01"), .name("-1")])), "/01/-1"),
    (.query("$.profiles.*"), "$.profiles.*"), (.xml("/error/code"), "xml /error/code"),
    (.text, "text"), (.statuses(nil), "statuses"), (.statuses(3), "statuses/3"),
    (.variable("code"), "${code}"),
    (.inside(.body(JSONPointer([.name("url")])), .part("query code")), "/url → query code"),
    (.inside(.header("Location"), .part("host")), "header Location → host"),
    (
      .inside(.inside(.body(JSONPointer([.name("request")])), .decoded), .xml("/Request/@ID")),
      "/request → decoded → xml /Request/@ID"
    ), (.inside(.inside(.text, .decoded), .body(.root)), "text → decoded → json"),
    (.inside(.text, .query("$..a")), "text → $..a"), (.saved("token"), "save: token"),
    (.retry, "retry"), (.fragment("access-token"), "fragment access-token"),
    (.frameworkError, "error"), (.call("authenticate"), "authenticate"), (.visit, "visit"),
    (.framing("Content-Length"), "framing Content-Length"), (.other("‹not shown›"), "‹not shown›"),
    (.other("/a~2"), "/a~2"), (.other("/a~"), "/a~"), (.other("statuses/03"), "statuses/03"),
    (.other(""), ""), (.other("text → "), "text → "), (.other("aB"), "aB"), (.other("a1"), "a1"),
    (.call("header"), "header"), (.query("${"), "${"), (.variable(""), "${}"),
    (.other("statuses/-1"), "statuses/-1"), (.inside(.text, .part("decode")), "text → decode"),
    (.inside(.text, .part("/a~")), "text → /a~"),
    (.body(JSONPointer([.name(""), .name("")])), "//"),
    (.body(JSONPointer([.name("0x"), .index(10)])), "/0x/10"),
  ]

  @Test(arguments: places)
  func `is written as reports name it, and read back the same`(place: Place, text: String) {
    #expect(place.description == text)
    #expect(Place(reading: text) == place)
  }

  /// Names of a service may hold anything; the text in a report has to stay.
  @Test(arguments: [1, 2, 3] as [UInt64]) func `keeps every text that it reads`(seed: UInt64) {
    let pieces = [
      " → ", "→", " ", "/", "~", "~0", "~1", "~01", "0", "12", "status", "statuses/", "header ",
      "save: ", "fragment ", "xml ", "json", "decoded", "body", "$", "${", "}", "a", "é", "\u{301}",
    ]
    var random = SeededGenerator(state: seed)
    for _ in 0..<1000 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let read = Place(reading: text).description
      #expect(Array(read.utf8) == Array(text.utf8), "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [(16, 16), (17, 16)])
  func `tells sixteen documents within documents apart`(arrows: Int, depth: Int) {
    let text = "text" + String(repeating: " → a", count: arrows)
    let place = Place(reading: text)
    #expect(place.description == text)
    var (outer, count) = (place, 0)
    while case .inside(let next, _) = outer { (outer, count) = (next, count + 1) }
    #expect(count == depth)
    #expect(outer == .text)
  }

  @Test func `reads a text of many arrows without nesting as deep`() {
    let text = String(repeating: "a → ", count: 100_000)
    #expect(Place(reading: text).description == text)
  }
}
