// SPDX-License-Identifier: Apache-2.0
// JSON text of a value.

/// Writes JSON text.
package enum JSONWriter {
  /// The text of a value: members in their order, numbers by their literals; escaped is what
  /// RFC 8259 demands, and the control character U+007F.
  ///
  /// - Parameter indented: Over lines, two blanks a level; else without any white space.
  package static func text(_ value: JSONValue, indented: Bool = false) -> String {
    String(decoding: bytes(value, indented: indented), as: UTF8.self)
  }

  /// As `text`, in UTF-8 and without a line break at the end.
  package static func bytes(_ value: JSONValue, indented: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    write(value, to: &output, level: indented ? 0 : nil)
    return output
  }

  /// Appends the text of a value.
  ///
  /// - Parameter level: How deep the value stands in an indented text; nil for a compact one.
  private static func write(_ value: JSONValue, to output: inout [UInt8], level: Int?) {
    switch value {
    case .null: output += "null".utf8
    case .boolean(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.literal.utf8
    case .string(let text): append(text, to: &output)
    case .array(let items):
      list(items, open: "[", close: "]", to: &output, level: level) { item, output, level in
        write(item, to: &output, level: level)
      }
    case .object(let object):
      list(object.members, open: "{", close: "}", to: &output, level: level) {
        member, output, level in
        append(member.name, to: &output)
        output += (level == nil ? ":" : ": ").utf8
        write(member.value, to: &output, level: level)
      }
    }
  }

  private static func list<Item>(
    _ items: [Item], open: String, close: String, to output: inout [UInt8], level: Int?,
    write: (Item, inout [UInt8], Int?) -> Void
  ) {
    output += open.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      if let level { lineBreak(to: &output, level: level + 1) }
      write(item, &output, level.map { $0 + 1 })
    }
    if let level, !items.isEmpty { lineBreak(to: &output, level: level) }
    output += close.utf8
  }

  private static func lineBreak(to output: inout [UInt8], level: Int) {
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: level * 2))
  }

  static func escape(ofControl byte: UInt8) -> String {
    "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)

  /// Appends the text of a string, with its quotes.
  package static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    // Most texts have nothing to escape, and are copied as a whole.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
      output += text.utf8
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      case 0..<0x20, 0x7F:
        output += "\\u00".utf8
        output += [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      default: output.append(byte)
      }
    }
  }
}
