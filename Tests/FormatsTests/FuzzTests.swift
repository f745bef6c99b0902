// SPDX-License-Identifier: Apache-2.0
// Tests with arbitrary input: read or refused at a place in the file, and nothing else.

import Formats
import TestSupport
import Testing
import Text

@Suite struct FuzzTests {
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
    for round in 0..<1500 {
      let original = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
      let file = SourceFile(name: "f", bytes: mutated(original, by: &generator))
      let lines = (1...).lazy.map { file.line(of: Position(line: $0, column: 1)) }.prefix {
        $0 != nil
      }
      .map { $0?.unicodeScalars.count ?? 0 }
      do throws(YAMLError) {
        let documents = try YAMLParser.documents(of: file)
        read += 1
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

  @Test(arguments: [1, 2] as [UInt64])
  func `reads or refuses bytes without any order`(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let alphabet = Array(" \n\n  -:#'\"[]{},!&*|>?%@\\ab1\t".utf8)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let file = SourceFile(name: "f", bytes: bytes)
      do throws(YAMLError) {
        _ = try YAMLParser.documents(of: file)
      } catch {
        #expect(error.position.line >= 1, "\(bytes)")
      }
    }
  }
}
