// SPDX-License-Identifier: Apache-2.0
// Generated and damaged texts: the readers take them or refuse them, and never end otherwise.

import Formats
import TestSupport
import Testing
import Text

@Suite struct GeneratedJSONTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `reads what it wrote`(seed: UInt64) throws {
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

  @Test(arguments: [3, 4] as [UInt64])
  func `reads or refuses damaged JSON`(seed: UInt64) {
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

  @Test(arguments: [5, 6] as [UInt64])
  func `reads or refuses any query`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let parts = [
      "$", "@", ".", "..", "[", "]", "*", "?", "a", "b", "'a'", "\"b\"", "0", "-1", ":", ",", "(",
      ")", "!", "&&", "||", "==", "<=",
      "<", "!=", " ", "\n", "1e5", "true", "null", "length(", "count(", "value(", "match(",
      "search(", "${x}", "$${", "'", "\\", "\\ud83d",
      "[?@.a", "[?(@.b", "[*]", "..*", "[0]", "[1:5:-1]", "é", "😀", "[?match(@, 'a*')]",
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
