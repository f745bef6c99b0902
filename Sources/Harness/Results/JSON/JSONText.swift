// SPDX-License-Identifier: Apache-2.0
// Writes JSON text straight into bytes, for records that are too large to build values first.

import SourceText

/// A JSON text without white space, as far as it is written.
///
/// Building `JSONValue`s of a record and writing them took three times as long.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma has to precede the next value.
  private var needsComma = false
}

extension JSONText {
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  mutating func object(_ name: StaticString? = nil, _ members: (inout JSONText) -> Void) {
    nest(name, UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  /// An array of these items, each written by `write`.
  mutating func array<Item>(
    _ name: StaticString?, _ items: [Item], _ write: (Item, inout JSONText) -> Void
  ) {
    nest(name, UInt8(ascii: "["), UInt8(ascii: "]")) { text in
      for item in items { write(item, &text) }
    }
  }

  mutating func string(_ name: StaticString?, _ value: String) {
    begin(name)
    quote(value)
  }

  mutating func strings(_ name: StaticString, _ values: [String]) {
    array(name, values) { value, text in text.string(nil, value) }
  }

  mutating func integer(_ name: StaticString, _ value: Int) {
    begin(name)
    append(value)
  }

  mutating func flag(_ name: StaticString, _ value: Bool) {
    begin(name)
    bytes += (value ? "true" : "false").utf8
  }

  /// Milliseconds with three decimals.
  mutating func duration(_ name: StaticString, _ value: Duration) {
    begin(name)
    bytes += Wording.milliseconds(value).utf8
  }

  /// `file:line:column`.
  mutating func location(_ name: StaticString, _ value: SourceLocation) {
    begin(name)
    quote(value.file)
    bytes.removeLast()
    bytes.append(UInt8(ascii: ":"))
    append(value.position.line)
    bytes.append(UInt8(ascii: ":"))
    append(value.position.column)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func nest(
    _ name: StaticString?, _ open: UInt8, _ close: UInt8, _ write: (inout JSONText) -> Void
  ) {
    begin(name)
    bytes.append(open)
    needsComma = false
    write(&self)
    bytes.append(close)
    needsComma = true
  }

  /// - Parameter name: The name of a member; nil for an item. It is written without escapes.
  private mutating func begin(_ name: StaticString?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let name else { return }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }

  private mutating func append(_ number: Int) {
    if 0..<10 ~= number {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes += String(number).utf8
    }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { input in
      var start = 0
      for index in input.indices {
        let byte = input[index]
        let isPlain =
          byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
        if isPlain { continue }
        bytes += input[start..<index]
        start = index + 1
        escape(byte)
      }
      bytes += input[start...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case 0x0A: bytes += #"\n"#.utf8
    case 0x0D: bytes += #"\r"#.utf8
    case 0x09: bytes += #"\t"#.utf8
    default:
      let digits = String(byte, radix: 16)
      bytes += (byte < 16 ? #"\u000"# : #"\u00"#).utf8
      bytes += digits.utf8
    }
  }
}
