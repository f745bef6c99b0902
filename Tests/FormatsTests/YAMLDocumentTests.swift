// SPDX-License-Identifier: Apache-2.0
// Tests of places, lengths and tags of nodes.

import Formats
import Testing
import Text

@Suite struct YAMLDocumentTests {
  static let text = """
    # é
    key: plain text  # comment
    "quoted": 'it''s'
    list:
    - !tag {é: [one, "two"]}
    - !bare
    literal: |  # comment

      one
       two
    """

  /// Where the node at a path of keys and indices is, and how long.
  private func place(_ path: [String]) throws -> String {
    var node = try #require(try root(Self.text))
    for step in path {
      node = try #require(Int(step).map { node.items[$0] } ?? node[step])
    }
    return "\(node.position)+\(node.length)"
  }

  @Test(arguments: [
    ("2:1+1", []), ("2:6+10", ["key"]), ("3:11+7", ["quoted"]), ("5:1+1", ["list"]),
    ("5:8+1", ["list", "0"]), ("5:12+1", ["list", "0", "é"]), ("5:13+3", ["list", "0", "é", "0"]),
    ("5:18+5", ["list", "0", "é", "1"]), ("6:3+5", ["list", "1"]), ("7:10+1", ["literal"]),
  ])
  func `knows where each node is`(place: String, path: [String]) throws {
    #expect(try self.place(path) == place)
  }

  @Test func `knows where keys and tags are`() throws {
    let root = try #require(try root(Self.text))
    guard case .mapping(let entries) = root.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.key.position.line) == [2, 3, 4, 7])
    #expect(entries.map(\.key.length) == [3, 8, 4, 7])
    let items = try #require(root["list"]).items
    #expect(items.map { $0.tag?.name } == ["tag", "bare"])
    #expect(items.map { $0.tag?.position } == [5, 6].map { Position(line: $0, column: 3) })
    #expect(items[1].content == .scalar(YAMLScalar("", style: .plain)))
  }

  @Test(arguments: [
    ("a: b${c}", 1, "1:5"), ("a: 'bé${c}'", 2, "1:7"), ("é: \"b${c}\"", 1, "1:6"),
    ("a: b", 99, "1:5"), ("a: b", -1, "1:4"),
    ("a: |\n   b\n    c", 0, "2:4"), ("a: |\n   b\n    c", 3, "3:5"), ("a: |\n\n  b", 1, "3:3"),
    ("a: |\n\n  b", 0, "2:1"), ("a: |\n  b", 9, "2:4"), ("a: |\n", 0, "1:4"),
    // Folded, with escapes, over lines: the node's own place.
    ("a: >\n  bcd", 2, "1:4"), ("a: \"\\tbc\"", 2, "1:4"), ("a: bc\n  d", 4, "1:4"),
    ("a: 'b''c'", 2, "1:4"), ("x: &x bcd\na: *x", 2, "2:4"), ("a: \"b\n  c\"", 1, "1:4"),
    // A tag stands before it, or above.
    ("a: !t bcd", 1, "1:8"), ("a: !t\n  bcd", 1, "2:4"), ("a: !t 'bcd'", 1, "1:9"),
    ("a: !t |\n  bcd", 1, "2:4"), ("a: &x !t bcd", 2, "1:12"),
    ("a: |2\n   b", 0, "2:3"), ("a: |\n  éb", 1, "2:4"), ("a: |\n  b\n\n  c", 3, "4:3"),
    ("a: |\n  b\n\n  c", 2, "3:1"), ("a: b", 1, "1:5"), ("a: ''", 0, "1:5"), ("a: ''", 9, "1:5"),
  ])
  func `maps an offset in a text to its place`(
    text: String, offset: Int, place: String
  ) throws {
    let value = try #require(try root(text)?[text.first == "é" ? "é" : "a"])
    #expect("\(value.position(atScalar: ScalarOffset(offset)))" == place)
  }

  @Test func `puts an alias where it stands and its members where they were written`() throws {
    let root = try #require(try root("a: &x {b: c}\nd: *x\n"))
    #expect(root["d"]?.position == Position(line: 2, column: 4))
    #expect(root["d"]?.length == 2)
    #expect(root["d"]?["b"]?.position == Position(line: 1, column: 11))
  }

  @Test func `is the same without its tag`() throws {
    let node = try #require(try root("a: !t 'bc'")?["a"])
    #expect(node.tag == YAMLTag("t", at: Position(line: 1, column: 4)))
    #expect(node.untagged.tag == nil)
    #expect(node.untagged.content == node.content)
    #expect(node.untagged.position == node.position)
    #expect(node.untagged.length == 4)
    #expect(node.untagged.position(atScalar: 1) == Position(line: 1, column: 9))
  }

  @Test func `does not count a byte order mark as a column`() throws {
    let file = SourceFile(name: "f", bytes: [0xEF, 0xBB, 0xBF] + Array("a: b".utf8))
    #expect(try YAMLParser.documents(of: file).first?.root["a"]?.position.column == 4)
  }

  @Test func `gives an empty document a null`() throws {
    #expect(try documents("").isEmpty)
    let documents = try documents("---\n---\n# nothing\n...\n")
    #expect(documents.map { Value($0.root) } == [.null, .null])
    #expect(documents.map(\.root.position.line) == [1, 2])
  }
}
