// SPDX-License-Identifier: Apache-2.0
// REST API V1: writes a JSON value as XML.

internal import Formats

extension XMLWriter {
  /// How deep a value is written; deeper values are left out.
  private static let depthLimit = 32

  /// Writes a value as an element. The items of a list are elements with the list's name without
  /// the `s` at its end, or `item`. A member whose name can't be an element's is an `entry` with an
  /// attribute `name`.
  mutating func write(_ name: String, _ value: JSONValue) {
    write(name, value, depth: 0)
  }

  private mutating func write(_ name: String, _ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if Self.isElementName(name) {
      startElement(name)
    } else {
      startElement("entry", attributes: [("name", name)])
    }
    switch value {
    case .null: break
    case .boolean(let flag): text(flag ? "true" : "false")
    case .number(let number): text(number.literal)
    case .string(let string): text(string)
    case .array(let items):
      let item = name.hasSuffix("s") && name.utf8.count > 1 ? String(name.dropLast()) : "item"
      for value in items { write(item, value, depth: depth + 1) }
    case .object(let object):
      for member in object.members { write(member.name, member.value, depth: depth + 1) }
    }
    endElement()
  }

  /// Whether a name is plain: ASCII letters, digits and `_.-`, beginning with a letter or `_`.
  private static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }
}
