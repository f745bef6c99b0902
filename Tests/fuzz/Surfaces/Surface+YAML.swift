// SPDX-License-Identifier: Apache-2.0
// The YAML reader: a place for each node and each mistake, and the same again once it is written.

import Formats
import Text

extension Surface {
  static let yaml = Surface(
    name: "yaml", about: "YAML files",
    pieces: [
      "  ", ": ", "- ", "? ", "!t ", "!", "&x ", "*x", "|", ">", "|2-\n", ">+\n", "---\n", "...\n",
      "\\u12", "\\x41", "%YAML 1.2\n", "<<: ", "007", "@", "~", "&x [", "0x1", "''", "null", "true",
    ],
    seeds: { corpus in
      let suite = corpus.shared("yaml-test-suite.json").array ?? []
      return try corpus.files(in: "Suites", ".yaml").map(\.bytes)
        + suite.compactMap { $0["yaml"]?.string.map { Array($0.utf8) } }
    },
    makeCheck: always { bytes throws(Flaw) in
      let file = SourceFile(name: "input", bytes: bytes)
      let places = Places(of: file)
      let documents: [YAMLDocument]
      do throws(YAMLError) {
        documents = try YAMLParser.documents(of: file)
      } catch {
        try places.check(error.position, "the mistake")
        try Flaw.unless(!"\(error)".isEmpty, "a mistake without words")
        return false
      }
      for document in documents {
        var tree = YAMLTree(places: places)
        try tree.check(document.root)
        try tree.rewrite(document.root)
      }
      return true
    })
}

/// The places that a file has.
struct Places {
  private let lengths: [Int]

  init(of file: SourceFile) {
    var lengths: [Int] = []
    while let line = file.line(of: Position(line: lengths.count + 1, column: 1)) {
      lengths.append(line.unicodeScalars.count)
    }
    self.lengths = lengths
  }

  /// - Parameter beyond: How far behind the end of its line a place may be.
  func check(_ position: Position, _ what: @autoclosure () -> String, beyond: Int = 1) throws(Flaw)
  {
    let isInside =
      1...max(1, lengths.count) ~= position.line && position.column >= 1
      && position.column <= (lengths.isEmpty ? 0 : lengths[position.line - 1]) + beyond
    try Flaw.unless(isInside, "\(what()) is at \(position), outside of the file")
  }
}

/// The nodes of a document, as far as they are looked at.
private struct YAMLTree {
  let places: Places
  /// Aliases make a tree of many nodes out of few.
  private var left = 20_000
  private var text = ""

  init(places: Places) { self.places = places }

  mutating func check(_ node: YAMLNode) throws(Flaw) {
    left -= 1
    guard left > 0 else { return }
    try places.check(node.position, "a node")
    try Flaw.unless(node.length >= 1, "a node has the length \(node.length)")
    switch node.content {
    case .scalar(let scalar):
      for offset in [1, scalar.text.unicodeScalars.count] {
        try places.check(node.position(atScalar: ScalarOffset(offset)), "a character of a text")
      }
    case .sequence(let items):
      for item in items { try check(item) }
    case .mapping(let entries):
      for entry in entries {
        try check(entry.key)
        try check(entry.value)
      }
    }
  }

  /// Writes the document in one line, reads that, and compares.
  mutating func rewrite(_ node: YAMLNode) throws(Flaw) {
    guard left > 0 else { return }
    write(node)
    guard text.utf8.count < 900_000 else { return }
    let again: [YAMLDocument]
    do {
      again = try YAMLParser.documents(of: SourceFile(name: "again", text: text))
    } catch {
      throw Flaw("what it means can't be read when written anew: \(error): \(text.prefix(300))")
    }
    guard let root = again.first?.root, again.count == 1, Self.isSame(root, node) else {
      throw Flaw("it means something else when written anew: \(text.prefix(300))")
    }
  }

  private mutating func write(_ node: YAMLNode) {
    if let tag = node.tag { text += "!\(tag.name) " }
    switch node.content {
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: text += "null"
      case .string: quote(scalar.text)
      default: text += scalar.text
      }
    case .sequence(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += ", " }
        write(item)
      }
      text += "]"
    case .mapping(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += ", " }
        if let tag = entry.key.tag { text += "!\(tag.name) " }
        if case .scalar(let scalar) = entry.key.content { quote(scalar.text) }
        text += ": "
        write(entry.value)
      }
      text += "}"
    }
  }

  private mutating func quote(_ content: String) {
    text += "\""
    for scalar in content.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case " "..."~": text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    text += "\""
  }

  private static func isSame(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
    guard left.tag?.name == right.tag?.name else { return false }
    switch (left.content, right.content) {
    case (.scalar(let left), .scalar(let right)):
      if left.coreValue == right.coreValue { return true }
      guard case .string = right.coreValue else { return false }
      return left.text.unicodeScalars.elementsEqual(right.text.unicodeScalars)
    case (.sequence(let left), .sequence(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.mapping(let left), .mapping(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { pair in
          guard case .scalar(let key) = pair.0.key.content,
            case .scalar(let other) = pair.1.key.content
          else { return false }
          return key.text.unicodeScalars.elementsEqual(other.text.unicodeScalars)
            && isSame(pair.0.value, pair.1.value)
        }
    default: return false
    }
  }
}
