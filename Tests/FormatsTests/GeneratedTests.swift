// SPDX-License-Identifier: Apache-2.0
// Tests of the parsers with generated, broken and collected texts.

import Formats
import Foundation
import TestSupport
import Testing
import Text

struct GeneratedJSONTests {
  @Test(arguments: [1, 2] as [UInt64]) func `reads what it wrote`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<500 {
      let value = Self.value(depth: 4, &random)
      for indented in [false, true] {
        let text = JSONWriter.text(value, indented: indented)
        let read = try JSONParser.document(text).root
        #expect(read == value, "seed \(seed): \(text)")
        #expect(JSONWriter.text(read, indented: indented) == text)
      }
    }
  }

  @Test(arguments: [3, 4] as [UInt64]) func `reads or refuses damaged JSON`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let parts: [UInt8] = Array("[]{},:\"\\u0123dDe-+. \n\0é".utf8) + [0x80, 0xC3, 0xED, 0xF0, 0xFF]
    var refused = 0
    for _ in 0..<3000 {
      var bytes = JSONWriter.bytes(Self.value(depth: 3, &random))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        let part = parts.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(part, at: index)
        case 1 where index < bytes.count: bytes.remove(at: index)
        case 2 where index < bytes.count: bytes[index] = part
        default: bytes.removeLast(bytes.count - index)
        }
      }
      do throws(JSONError) {
        let document = try JSONParser.document(bytes)
        let written = JSONWriter.bytes(document.root)
        #expect((try? JSONParser.document(written).root) == document.root)
      } catch {
        refused += 1
        #expect((0...bytes.count).contains(error.offset.value), "seed \(seed): \(bytes)")
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 1000 && refused < 3000)
  }

  @Test(arguments: [5, 6] as [UInt64]) func `reads or refuses any query`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let parts = [
      "$", "@", ".", "..", "[", "]", "*", "?", "a", "b", "'a'", "\"b\"", "0", "-1", ":", ",", "(",
      ")", "!", "&&", "||", "==", "<=", "<", "!=", " ", "\n", "1e5", "true", "null", "length(",
      "count(", "value(", "match(", "search(", "${x}", "$${", "'", "\\", "\\ud83d", "[?@.a",
      "[?(@.b", "[*]", "..*", "[0]", "[1:5:-1]", "é", "😀", "[?match(@, 'a*')]",
      "[?count(@..*) > 1]",
    ]
    let root = try JSONParser.document(
      #"{"a": [1, {"b": "aa", "a": [[], null]}], "b": {"a": {"a": true}}, "é": "😀"}"#
    ).root
    var accepted = 0
    for _ in 0..<5000 {
      let length = Int.random(in: 0...8, using: &random)
      let source =
        "$" + (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      do throws(JSONPathError) {
        let path = try JSONPath(source)
        accepted += 1
        for node in try path.nodes(in: root, limits: JSONPathLimits(nodes: 1000, work: 20_000)) {
          let again = try JSONPath(node.normalizedPath).nodes(in: root)
          #expect(again.map(\.value) == [node.value], "seed \(seed): \(source)")
        }
      } catch {
        #expect(
          (0...source.unicodeScalars.count).contains(error.offset.value), "seed \(seed): \(source)")
        #expect(!error.description.isEmpty)
      }
      if let template = try? JSONPathTemplate(source) {
        _ = try? template.bound { _ in .string(source) }
        _ = try? template.bound { _ in 1 }
      }
    }
    #expect(accepted > 200)
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .integer(Int.random(in: -1000...1000, using: &random))
    case 3:
      return ["0.10", "-1E+20", "1e999999999999999999999"].randomElement(using: &random)
        .flatMap(JSONNumber.init(literal:)).map(JSONValue.number) ?? .null
    case 4: return .string(text(&random))
    case 5, 6:
      let count = Int.random(in: 0...20, using: &random)
      return .object((0..<count).map { _ in (text(&random), value(depth: depth - 2, &random)) })
    default:
      let count = Int.random(in: 0...4, using: &random)
      return .array((0..<count).map { _ in value(depth: depth - 1, &random) })
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "b", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "😀", "\u{10FFFF}", "/", "\u{7F}",
    ]
    let count = Int.random(in: 0...6, using: &random)
    return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }
}

struct FuzzTests {
  static let seeds = [
    "a: b\nc:\n  - d: {e: [f, \"g\\n\", 'h']}\n    i: |-\n      j\n\n       k\n  - >+\n    l\n",
    "%YAML 1.2\n---\n- &x {a: !t &y 1, \"b\" : *y }\n- *x\n- !u\n  - - 'q''r'\n    - s #t\n...\n",
    "steps:\n- step: é\n  expect:\n    json:\n      $..a[*]: !some {id: \"${mvpd}\", b: !absent}\n",
    "k: plain\n  more\n\n  text # c\n---\n\"quo\\\n  ted\\x41\n\n  \\u00e9\"\n--- |2-\n    a\n\n",
  ]
  static let pieces = [
    " ", "  ", "\n", "\r\n", "\t", ": ", ":", "- ", "-", "#", "'", "\"", "[", "]", "{", "}", ",",
    "!t ", "!", "&x ", "*x", "|", ">", "|2-\n", "? ", "?", "---\n", "...", "\\", "\\u12", "%YAML",
    "<<: ", "007", "é", "\u{FEFF}", "\0", "😀", "@", "~", "&x [", "0x1",
  ].map { Array($0.utf8) }

  private func mutated(_ bytes: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...6, using: &generator))
      let piece = Self.pieces.randomElement(using: &generator) ?? []
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.replaceSubrange(start..<end, with: piece)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
      default: bytes.insert(contentsOf: piece, at: start)
      }
    }
    return bytes
  }

  /// Bytes without any order.
  private func noise(by generator: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array(" \n\n  -:#'\"[]{},!&*|>?%@\\ab1\t".utf8)
    let count = Int.random(in: 0...40, using: &generator)
    return (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
  }

  /// Whether a place is in the file, or right behind one of its lines.
  private func isInside(_ position: Position, _ lines: [Int]) -> Bool {
    guard position.line >= 1, position.line <= lines.count else { return false }
    return position.column >= 1 && position.column <= lines[position.line - 1] + 1
  }

  private func check(_ node: YAMLNode, _ lines: [Int]) -> Bool {
    guard isInside(node.position, lines), node.length >= 1 else { return false }
    switch node.content {
    case .scalar: return isInside(node.position(atScalar: 1), lines)
    case .sequence(let items): return items.allSatisfy { check($0, lines) }
    case .mapping(let entries):
      return entries.allSatisfy { check($0.key, lines) && check($0.value, lines) }
    }
  }

  @Test(arguments: seeds) func `reads what the mutations begin with`(text: String) {
    #expect(refusal(text) == nil)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `reads or refuses whatever comes, at a place of the file`(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var read = 0
    for round in 0..<2500 {
      let original = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
      let bytes = round < 1500 ? mutated(original, by: &generator) : noise(by: &generator)
      let file = SourceFile(name: "f", bytes: bytes)
      let lines = (1...).lazy.map { file.line(of: Position(line: $0, column: 1)) }.prefix {
        $0 != nil
      }.map { $0?.unicodeScalars.count ?? 0 }
      do throws(YAMLError) {
        let documents = try YAMLParser.documents(of: file)
        if round < 1500 { read += 1 }
        for document in documents where !check(document.root, Array(lines)) {
          Issue.record("seed \(seed), round \(round): a place outside: \(file.bytes)")
        }
      } catch {
        if !isInside(error.position, Array(lines)) || "\(error)".isEmpty {
          Issue.record("seed \(seed), round \(round): \(error.position) \(error): \(file.bytes)")
        }
      }
    }
    // Input that is refused at once would test little.
    #expect(read > 100)
  }
}

private let corpus = "corpora/yaml-test-suite.json"

@Suite(.enabled(if: SharedFolder.has(corpus), SharedFolder.missing)) struct CorpusTests {
  struct Case: Decodable {
    let id: String
    let yaml: String
    let error: Bool
    /// The documents; nil where they have no JSON form.
    let json: [Value]?
  }

  static func cases() throws -> [Case] {
    try JSONDecoder().decode([Case].self, from: Data(SharedFolder.bytes(corpus)))
  }

  @Test func `refuses each case that is no YAML`() throws {
    let wrong = try Self.cases().filter { $0.error && refusal($0.yaml) == nil }
    #expect(wrong.map(\.id) == [])
  }

  @Test func `reads each other case as the suite does, or refuses it as outside the subset`() throws
  {
    var read = 0
    var refused: [String: Int] = [:]
    for item in try Self.cases() where !item.error {
      do throws(YAMLError) {
        let values = try documents(item.yaml).map { Value($0.root) }
        read += 1
        if let json = item.json { #expect(values == json, "\(item.id)") }
      } catch {
        #expect(error.reason.isOutsideSubset, "\(item.id): \(error.position) \(error)")
        refused[String("\(error.reason)".prefix { $0 != "(" }), default: 0] += 1
      }
    }
    #expect(read == 232)
    #expect(
      refused == [
        "foreignTag": 24, "directive": 17, "duplicateKey": 1, "anchoredSequence": 6,
        "complexKey": 28,
      ])
  }
}
