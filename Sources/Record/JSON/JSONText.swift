// SPDX-License-Identifier: Apache-2.0
// Writes JSON text straight into bytes, for records that are too large to build values first.

import Formats

/// A JSON text without white space but for some line breaks, as far as it is written.
///
/// Building `JSONValue`s of a record and writing them took three times as long.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether each value that follows begins a line.
  var breaksLines = false
  /// Whether a comma has to precede the next value.
  private var needsComma = false
}

extension JSONText {
  /// Takes what is written out of the text.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func lineBreak() { bytes.append(0x0A) }

  /// The name of a member, whose value has to follow.
  mutating func name(_ name: StaticString) {
    begin(name)
    needsComma = false
    breaksLines = false
  }

  mutating func open(_ bracket: Unicode.Scalar, _ name: StaticString? = nil) {
    begin(name)
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
    breaksLines = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  mutating func object(_ name: StaticString? = nil, _ members: (inout JSONText) -> Void) {
    open("{", name)
    members(&self)
    close("}")
  }

  /// An array of these items, each written by `write`.
  mutating func array<Item>(
    _ name: StaticString?, _ items: [Item], _ write: (Item, inout JSONText) -> Void
  ) {
    open("[", name)
    for item in items { write(item, &self) }
    close("]")
  }

  mutating func string(_ name: StaticString?, _ value: String) {
    begin(name)
    JSONWriter.append(value, to: &bytes)
  }

  mutating func integer(_ name: StaticString?, _ value: Int) { literal(name, String(value)) }

  mutating func flag(_ name: StaticString?, _ value: Bool) {
    literal(name, value ? "true" : "false")
  }

  mutating func value(_ value: JSONValue) {
    begin(nil)
    bytes += JSONWriter.bytes(value)
  }

  /// A number, or one of the words of JSON.
  mutating func literal(_ name: StaticString?, _ text: String) {
    begin(name)
    bytes += text.utf8
  }

  /// - Parameter name: The name of a member; nil for an item. It is written without escapes.
  private mutating func begin(_ name: StaticString?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if breaksLines { lineBreak() }
    needsComma = true
    guard let name else { return }
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }
}
