// SPDX-License-Identifier: Apache-2.0
// Typed access to nodes: the values that are read, and the mistakes that are reported.

import Formats
import TestSupport
import Testing
import Text

@testable import Suites

struct NodeReaderTests {
  /// The members of a map with some known keys, and their reader.
  private func members(
    _ text: String, of what: String = "it", known: [String], guesses: Bool = true
  ) throws -> (members: NodeMembers, nodes: NodeReader) {
    var nodes = NodeReader(file: "f.yaml")
    let members = nodes.members(try yaml(text), what, known: known, guesses: guesses)
    return (try #require(members), nodes)
  }

  /// What a node is called, and what it is called where texts are secret.
  @Test(
    arguments: table(
      #"""
      7 | the number 7 | a number
      7.5 | the number 7.5 | a number
      null | null | null
       | nothing | nothing
      true | the boolean true | a boolean
      "" | an empty text | an empty text
      [a] | a list | a list
      {a: b} | a map | a map
      !x y | the matcher !x | a tag
      !x [y] | the matcher !x | a tag
      """#) as [(String, String, String)])
  func `names a node that is not a text`(text: String, shown: String, hidden: String) throws {
    for (hides, found) in [(false, shown), (true, hidden)] {
      var nodes = NodeReader(file: "f.yaml", hidesTexts: hides)
      let value = nodes.text(try yaml("k: \(text)").member("k"), "a name")
      #expect(value == nil)
      #expect(nodes.remarks.count == 1)
      let ending = "error: expected a name, a text, found \(found)"
      #expect(nodes.remarks.first?.hasSuffix(ending) == true)
    }
  }

  @Test func `shows a text that is no list, unless texts are secret`() throws {
    for (hides, found) in [(false, "the text 'some words'"), (true, "a text")] {
      var nodes = NodeReader(file: "f.yaml", hidesTexts: hides)
      let list = nodes.list(try yaml("some words"), "names")
      #expect(list == nil)
      #expect(nodes.remarks == ["f.yaml:1:1: error: expected names, a list, found \(found)"])
    }
  }

  @Test(arguments: [
    ("words", true), ("Ab1_z", true), ("a:b", false), ("a/b", false), ("Ab1_zz", false),
    ("abcdefg", true), ("ab_cd-ef", true), ("abcdef1", false), ("abcdefé", false),
    (String(repeating: "a", count: 40), true), (String(repeating: "a", count: 41), false),
  ])
  func `shows an unknown key of a profile where it can only be a word`(
    key: String, isShown: Bool
  ) throws {
    let node = try yaml("{\"\(key)\": 1}")
    let shown = isShown ? "unknown key '\(key)'" : "unknown key"
    for (hides, shown) in [(true, shown), (false, "unknown key '\(key)'")] {
      var nodes = NodeReader(file: "f.yaml", hidesTexts: hides)
      _ = nodes.members(node, "it", known: ["zzzzzzzzzzzz"])
      #expect(nodes.remarks == ["f.yaml:1:2: error: \(shown) in it, known are zzzzzzzzzzzz"])
    }
  }

  @Test(arguments: ["!x [a]", "!x {a: b}", "!x a", "!x 2", "!x 2m", "a b", "- a: b"])
  func `takes nothing of another kind, nor with a tag`(text: String) throws {
    let node = try yaml(text)
    var nodes = NodeReader(file: "f.yaml")
    if !text.hasPrefix("- ") {
      let list = nodes.list(node, "l")
      #expect(list == nil)
    }
    let mapping = nodes.mapping(node, "m")
    let number = nodes.integer(node, "i", in: 0...9)
    let duration = nodes.duration(node, "d")
    #expect(mapping == nil && number == nil && duration == nil)
    #expect(nodes.mistakeCount == (text.hasPrefix("- ") ? 3 : 4))
  }

  @Test(
    arguments: [
      ("1", 1), ("3", 3), ("0", nil), ("4", nil), ("3.0", nil), ("x", nil), ("'3'", nil),
    ] as [(String, Int?)])
  func `takes a whole number up to its bounds, and no other`(text: String, expected: Int?) throws {
    var nodes = NodeReader(file: "f.yaml")
    let number = nodes.integer(try yaml(text), "it", in: 1...3)
    #expect(number == expected)
    let message = "f.yaml:1:1: error: expected it, a whole number from 1 to 3, found"
    #expect(nodes.remarks.map { $0.hasPrefix(message) } == (expected == nil ? [true] : []))
  }

  @Test func `leaves out the items of a list that are no texts`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let texts = nodes.texts(try yaml("[a, 1, b, [c], '']"), "names")
    #expect(texts == ["a", "b"])
    #expect(nodes.mistakeCount == 3)
  }

  @Test func `reads values of each type`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try yaml("{t: a, q: '7', l: [a, b], i: 3, d: 2m}")
    let two = [nodes.text(try node.member("t"), "t"), nodes.text(try node.member("q"), "q")]
    #expect(two == ["a", "7"])
    let texts = nodes.texts(try node.member("l"), "l")
    #expect(texts == ["a", "b"])
    let number = nodes.integer(try node.member("i"), "i", in: 1...3)
    #expect(number == 3)
    let duration = nodes.duration(try node.member("d"), "d")
    #expect(duration == .seconds(120))
    #expect(nodes.remarks == [])
  }

  @Test func `a mistyped key stands for the one that was meant`() throws {
    let (members, nodes) = try members(
      "{every: 1, at-msot: 2}", of: "'retry'", known: ["while", "every", "at-most"])
    #expect(members["at-most"]?.text == "2")
    #expect(members.count == 2)
    #expect(!members.lacks("at-most"))
    #expect(members.lacks("while"))
    #expect(
      nodes.remarks == [
        "f.yaml:1:12: error: unknown key 'at-msot' in 'retry', did you mean 'at-most'?"
      ])
  }

  @Test(arguments: ["{status: 1, statsu: 2}", "{statsu: 2, status: 1}"])
  func `a key that is there counts more than a mistyped one`(text: String) throws {
    let (members, nodes) = try members(text, known: ["status"])
    #expect(members["status"]?.text == "1")
    #expect(nodes.mistakeCount == 1)
  }

  @Test func `lacks all of some keys only where none is there`() throws {
    let members = try members("{b: 1}", known: ["a", "b", "c"]).members
    #expect(members.lacksAll(of: ["a", "c"]))
    #expect(!members.lacksAll(of: ["a", "b"]))
    #expect(!members.lacksAll(of: ["b", "c"]))
    #expect(!members.isEmpty)
  }

  @Test func `makes two hundred suggestions, among two thousand names`() {
    var hints = Hints()
    let hint = hints.hint(for: "statsu", among: ["headers", "status"])
    #expect(hint == ", did you mean 'status'?")
    let names = ["status"] + (1..<2000).map { "name-\($0)" }
    let nearest = hints.nearest(to: "statsu", among: names)
    #expect(nearest == "status")
    let ofMore = hints.nearest(to: "statsu", among: names + ["one-more"])
    #expect(ofMore == nil)
    let more = (3..<201).filter { _ in hints.nearest(to: "statsu", among: ["status"]) != nil }
    #expect(more.count == 197)
    let none = hints.hint(for: "statsu", among: ["status"])
    #expect(none.isEmpty)
  }

  @Test func `beside a foreign key nothing is said to be missing`() throws {
    let (members, nodes) = try members("{until: 1}", of: "'retry'", known: ["while", "every"])
    #expect(!members.has("while"))
    #expect(!members.lacks("while"))
    #expect(!members.lacksAll(of: ["while", "every"]))
    let message = "f.yaml:1:2: error: unknown key 'until' in 'retry', known are while, every"
    #expect(nodes.remarks == [message])
  }

  @Test func `without guesses a mistyped key stands for nothing`() throws {
    let members = try members("{statsu: 1}", known: ["status"], guesses: false).members
    #expect(members.isEmpty)
    #expect(!members.lacks("status"))
  }

  @Test func `reports a mistake once and counts it each time`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try yaml("a")
    nodes.error("wrong", at: node)
    nodes.error("wrong", at: node)
    nodes.warning("odd", at: node)
    #expect(nodes.remarks == ["f.yaml:1:1: error: wrong", "f.yaml:1:1: warning: odd"])
    #expect(nodes.mistakeCount == 2)
  }

  @Test func `reports once that there are too many values`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try yaml("a")
    let counts = [nodes.counts(1_000_000, node), nodes.counts(1, node), nodes.counts(1, node)]
    #expect(counts == [true, false, false])
    #expect(nodes.remarks.count == 1)
  }
}

extension NodeReader {
  fileprivate var remarks: [String] { diagnostics.map(\.description) }
}

extension YAMLNode {
  /// The value of a key.
  fileprivate func member(_ key: String) throws -> YAMLNode { try #require(entry(key)?.value) }
}
