// SPDX-License-Identifier: Apache-2.0
// XML text, written as a stream: elements, attributes and text, escaped.

/// Writes one XML 1.0 document in UTF-8, piece by piece.
///
///     var writer = XMLWriter(indented: true)
///     writer.startElement("testsuite", attributes: [("name", "a < b")])
///     writer.text("…")
///     writer.endElement()
///     writer.bytes
///
/// Characters that XML 1.0 forbids (section 2.2) are written as the visible text `\u{1B}`.
package struct XMLWriter: Sendable {
  /// The document as far as it is written and not taken. The last start tag is closed by what
  /// follows it.
  package private(set) var bytes: [UInt8]
  private let isIndented: Bool
  private var open: [OpenElement] = []
  private var isTagOpen = false

  private struct OpenElement {
    let name: String
    var hasElements = false
    var hasText = false
  }

  /// - Parameters:
  ///   - indented: Each element on a line of its own, two blanks a level, but where its parent has
  ///     text: there white space would count.
  ///   - declaration: Whether to begin with `<?xml version="1.0" encoding="UTF-8"?>`.
  package init(indented: Bool = false, declaration: Bool = true) {
    isIndented = indented
    bytes = declaration ? Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) : []
    if declaration, indented { bytes.append(0x0A) }
  }

  /// The document as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes what is written so far, for a document that is never in memory as a whole.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Begins an element.
  ///
  /// - Parameters:
  ///   - name: Written as it is: it has to be a name by the grammar of XML.
  ///   - attributes: Written in this order; the names as they are.
  package mutating func startElement(
    _ name: String, attributes: [(name: String, value: String)] = []
  ) {
    closeTag()
    if isIndented, let parent = open.last, !parent.hasText { lineBreak(level: open.count) }
    if !open.isEmpty { open[open.count - 1].hasElements = true }
    bytes.append(UInt8(ascii: "<"))
    bytes += name.utf8
    for attribute in attributes {
      bytes.append(0x20)
      bytes += attribute.name.utf8
      bytes += "=\"".utf8
      append(attribute.value, inAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
    open.append(OpenElement(name: name))
    isTagOpen = true
  }

  /// Writes text into the open element; outside the root it is ignored.
  package mutating func text(_ text: String) {
    guard !text.isEmpty, !open.isEmpty else { return }
    closeTag()
    open[open.count - 1].hasText = true
    append(text, inAttribute: false)
  }

  /// Ends the element begun last; without one it does nothing.
  package mutating func endElement() {
    guard let element = open.popLast() else { return }
    if isTagOpen {
      isTagOpen = false
      bytes += "/>".utf8
    } else {
      if isIndented, element.hasElements, !element.hasText { lineBreak(level: open.count) }
      bytes += "</".utf8
      bytes += element.name.utf8
      bytes.append(UInt8(ascii: ">"))
    }
    if isIndented, open.isEmpty { bytes.append(0x0A) }
  }

  /// Writes an element with nothing but text in it.
  package mutating func element(
    _ name: String, attributes: [(name: String, value: String)] = [], text: String = ""
  ) {
    startElement(name, attributes: attributes)
    self.text(text)
    endElement()
  }

  private mutating func closeTag() {
    if isTagOpen { bytes.append(UInt8(ascii: ">")) }
    isTagOpen = false
  }

  private mutating func lineBreak(level: Int) {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: level * 2))
  }

  private mutating func append(_ text: String, inAttribute: Bool) {
    var text = text
    text.withUTF8 { input in
      var index = 0
      while index < input.count {
        let byte = input[index]
        switch byte {
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: ">"): bytes += "&gt;".utf8
        case UInt8(ascii: "\"") where inAttribute: bytes += "&quot;".utf8
        case UInt8(ascii: "'") where inAttribute: bytes += "&apos;".utf8
        case 0x09 where inAttribute: bytes += "&#9;".utf8
        case 0x0A where inAttribute: bytes += "&#10;".utf8
        // A reader takes a bare carriage return for a line feed (XML 1.0, section 2.11).
        case 0x0D: bytes += "&#13;".utf8
        case 0x09, 0x0A: bytes.append(byte)
        case 0..<0x20: bytes += "\\u{\(XMLCharacters.hexadecimal(UInt32(byte)))}".utf8
        case 0xEF where XMLCharacters.isNoncharacter(input, at: index):
          bytes += (input[index + 2] == 0xBE ? "\\u{FFFE}" : "\\u{FFFF}").utf8
          index += 2
        default: bytes.append(byte)
        }
        index += 1
      }
    }
  }
}
