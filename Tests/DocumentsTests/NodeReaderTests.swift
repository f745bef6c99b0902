// SPDX-License-Identifier: Apache-2.0
// Typed access to nodes: the values that are read, and the mistakes that are reported.

import Documents
import SourceText
import Testing
import YAML

@Suite struct NodeReaderTests {
  private func root(_ text: String) throws -> YAMLNode {
    try #require(
      try YAMLParser.documents(of: SourceFile(name: "f.yaml", text: text)).first?.root)
  }

  @Test(arguments: [
    ("7", "the number 7"), ("null", "null"), ("", "nothing"), ("true", "the boolean true"),
    ("\"\"", "an empty text"), ("[a]", "a list"), ("{a: b}", "a map"), ("!x y", "the matcher !x"),
  ])
  func `names a node that is not a text`(text: String, found: String) throws {
    var nodes = NodeReader(file: "f.yaml")
    let value = nodes.text(try root("k: \(text)").member("k"), "a name")
    #expect(value == nil)
    #expect(
      nodes.remarks.first?.hasSuffix("error: expected a name, a text, found \(found)") == true)
    #expect(nodes.remarks.count == 1)
  }

  @Test func `reads values of each type`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("{t: a, q: '7', l: [a, b], i: 3, d: 2m}")
    let text = nodes.text(try node.member("t"), "t")
    #expect(text == "a")
    let quoted = nodes.text(try node.member("q"), "q")
    #expect(quoted == "7")
    let texts = nodes.texts(try node.member("l"), "l")
    #expect(texts == ["a", "b"])
    let number = nodes.integer(try node.member("i"), "i", in: 1...3)
    #expect(number == 3)
    let duration = nodes.duration(try node.member("d"), "d")
    #expect(duration == .seconds(120))
    #expect(nodes.remarks == [])
  }

  @Test(arguments: ["0", "4", "3.0", "x", "'3'"])
  func `refuses a number out of bounds`(text: String) throws {
    var nodes = NodeReader(file: "f.yaml")
    let number = nodes.integer(try root("i: \(text)").member("i"), "it", in: 1...3)
    #expect(number == nil)
    #expect(
      nodes.remarks.first?.hasPrefix(
        "f.yaml:1:4: error: expected it, a whole number from 1 to 3, found")
        == true)
  }

  @Test func `a mistyped key stands for the one that was meant`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("{every: 1, at-msot: 2}")
    let read = nodes.members(node, "'retry'", known: ["while", "every", "at-most"])
    let members = try #require(read)
    #expect(members["at-most"]?.text == "2")
    #expect(members.count == 2)
    #expect(!members.lacks("at-most"))
    #expect(members.lacks("while"))
    #expect(
      nodes.remarks == [
        "f.yaml:1:12: error: unknown key 'at-msot' in 'retry', did you mean 'at-most'?"
      ])
  }

  @Test func `beside a foreign key nothing is said to be missing`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("{until: 1}")
    let read = nodes.members(node, "'retry'", known: ["while", "every"])
    let members = try #require(read)
    #expect(!members.has("while"))
    #expect(!members.lacks("while"))
    #expect(!members.lacksAll(of: ["while", "every"]))
    #expect(
      nodes.remarks == ["f.yaml:1:2: error: unknown key 'until' in 'retry', known are while, every"]
    )
  }

  @Test func `without guesses a mistyped key stands for nothing`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("{statsu: 1}")
    let read = nodes.members(node, "it", known: ["status"], guesses: false)
    let members = try #require(read)
    #expect(members.isEmpty)
    #expect(!members.lacks("status"))
  }

  @Test func `reports a mistake once and counts it each time`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("a")
    nodes.error("wrong", at: node)
    nodes.error("wrong", at: node)
    nodes.warning("odd", at: node)
    #expect(nodes.remarks == ["f.yaml:1:1: error: wrong", "f.yaml:1:1: warning: odd"])
    #expect(nodes.mistakeCount == 2)
  }

  @Test func `reports once that there are too many values`() throws {
    var nodes = NodeReader(file: "f.yaml")
    let node = try root("a")
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
  fileprivate func member(_ key: String) throws -> YAMLNode {
    guard case .mapping(let entries) = content else { throw MissingMember() }
    guard let entry = entries.first(where: { $0.key.text == key }) else { throw MissingMember() }
    return entry.value
  }
}

private struct MissingMember: Error {}
