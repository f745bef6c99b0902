// SPDX-License-Identifier: Apache-2.0
// What the writer makes of elements, attributes and text.

import Formats
import Testing

@Suite struct XMLWriterTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("a & b < c > d", "a &amp; b &lt; c &gt; d"),
    ("\"it's\"", "\"it's\""),
    ("tab\tline\nreturn\r", "tab\tline\nreturn&#13;"),
    ("\u{0}\u{1B}\u{B}", "\\u{0}\\u{1B}\\u{B}"),
    ("\u{FFFE}\u{FFFF}\u{FFFD}", "\\u{FFFE}\\u{FFFF}\u{FFFD}"),
    ("]]> é 𝄞", "]]&gt; é 𝄞"),
  ])
  func `escapes text`(text: String, expected: String) {
    var writer = XMLWriter(declaration: false)
    writer.element("a", text: text)
    #expect(writer.text == "<a>\(expected)</a>")
  }

  @Test func `escapes attributes, and white space in them`() {
    var writer = XMLWriter(declaration: false)
    writer.element("a", attributes: [("x", "<&>\"'"), ("y", "\t\n\r"), ("z", "\u{7}")])
    #expect(
      writer.text == "<a x=\"&lt;&amp;&gt;&quot;&apos;\" y=\"&#9;&#10;&#13;\" z=\"\\u{7}\"/>")
  }

  @Test func `indents elements but not the ones beside text`() {
    var writer = XMLWriter(indented: true)
    writer.startElement("a")
    writer.element("b", text: "t")
    writer.startElement("c")
    writer.text("x")
    writer.element("d")
    writer.endElement()
    writer.element("e")
    writer.endElement()
    #expect(
      writer.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a>
          <b>t</b>
          <c>x<d/></c>
          <e/>
        </a>

        """)
  }

  @Test func `indents each level, and no more once there is text`() {
    var writer = XMLWriter(indented: true, declaration: false)
    writer.startElement("a")
    writer.startElement("b")
    writer.element("c")
    writer.endElement()
    writer.text("x")
    writer.element("d")
    writer.endElement()
    #expect(writer.text == "<a>\n  <b>\n    <c/>\n  </b>x<d/></a>\n")
    #expect(writer.takeBytes().count == 35)
    #expect(writer.bytes.isEmpty)
  }

  @Test func `does nothing for an end too many`() {
    var writer = XMLWriter(declaration: false)
    writer.endElement()
    writer.text("lost")
    writer.element("a")
    writer.endElement()
    #expect(writer.text == "<a/>")
  }

  @Test func `is read back as it was written`() throws {
    let text = (UInt32(0x20)...0x17F).compactMap(Unicode.Scalar.init).map { String($0) }.joined()
    var writer = XMLWriter()
    writer.startElement("a", attributes: [("x", "\(text)\t\r\n")])
    writer.text("\(text)\r\n\t")
    writer.endElement()
    let root = try XMLReader.read(writer.bytes)
    #expect(root.attribute("x") == "\(text)\t\r\n")
    #expect(root.text == "\(text)\r\n\t")
  }
}
