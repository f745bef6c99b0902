// SPDX-License-Identifier: Apache-2.0
// Tests of XML paths and of the XML writer.

import Formats
import Testing
import Text

struct XMLPathTests {
  static let document = """
    <s:list xmlns:s="u" id="l">
      <item id="1" kind="x"><name> one </name><url>/1</url></item>
      <s:item id="2"><name>two</name><item id="3"><name>three</name><item id="4"/></item></s:item>
      <other id="5"><item id="6"><name>one</name></item></other>
    </s:list>
    """

  @Test(arguments: [
    ("/list/item/name", ["one", "two"]), ("/x:list/y:item/@id", ["1", "2"]),
    ("//item/@id", ["1", "2", "3", "4", "6"]), ("//item//item/@id", ["3", "4"]),
    ("/list//name", ["one", "two", "three", "one"]),
    ("//@id", ["l", "1", "2", "3", "4", "5", "6"]), ("/list/*/@id", ["1", "2", "5"]),
    ("/list/item[1]/@*", ["1", "x"]), ("//item[1]/@id", ["1", "3", "4", "6"]),
    ("/list/item[name='one']/url", ["/1"]), ("//item[ @id = \"2\" ]/name", ["two"]),
    ("/list/item[name='two'][1]/@id", ["2"]), ("/list/item[2][name='one']/@id", []),
    ("/other/@id", []), ("/list/item[3]", []), ("/*/@id", ["l"]),
    ("/list/item[@kind='x']/@id", ["1"]), ("/list/item[@kind='y']/@id", []),
    ("/list/item[@id='x']/@id", []), ("/list/item[kind='x']/@id", []),
    ("/list/item[@y:id='2']/@id", ["2"]), ("/list/item[y:name='two']/@id", ["2"]),
    ("//item[name='three']/@id", ["3"]), ("//item[name=' three ']/@id", []),
    ("/list/item[url='one']/@id", []), ("/list/item[@id='1'][name='two']/@id", []),
    ("//item[2]/@id", ["2"]), ("/list/*[3]/@id", ["5"]), ("/list/*[3][1]/@id", ["5"]),
    ("/list/*[1000000]/@id", []), ("/list//@kind", ["x"]), ("/list/item/@kind", ["x"]),
    ("/list/@*", ["u", "l"]), ("//other//name", ["one"]), ("/@id", []),
    ("/*//*[@id='6']/name", ["one"]), ("//item//@id", ["1", "2", "3", "4", "6"]),
    ("//item//name", ["one", "two", "three", "one"]),
  ])
  func `selects in document order, each once`(path: String, values: [String]) throws {
    let root = try XMLReader.read(Self.document)
    #expect(try XMLPath(path).values(in: root) == values)
  }

  @Test(arguments: [
    ("", XMLPathMistake.expected("'/' or '//'"), 0), ("list", .expected("'/' or '//'"), 0),
    ("/", .expected("a name, '*' or '@'"), 1), ("/a/", .expected("a name, '*' or '@'"), 3),
    ("/a[", .expected("a number, a name or '@' and a name"), 3),
    ("/a[0]", .expected("a number from 1 to 1000000"), 3),
    ("/a[1000001]", .expected("a number from 1 to 1000000"), 3), ("/a[1b]", .expected("']'"), 4),
    ("/a[@b]", .expected("'='"), 5), ("/a[@", .expected("a number, a name or '@' and a name"), 4),
    ("/@", .expected("the name of an attribute or '*'"), 2),
    ("/a[b='c\"]", .expected("the end of the value that begins here"), 5),
    ("/1", .expected("a name, '*' or '@'"), 1), ("/:a", .expected("a name, '*' or '@'"), 1),
    ("///a", .expected("a name, '*' or '@'"), 2), ("/*a", .expected("'/' or '//'"), 2),
    ("/a[ b = 'c' x]", .expected("']'"), 12), ("/${v}", .variable, 1), ("/a/@${v}", .variable, 4),
    ("/a[${v}='c']", .variable, 3),
    ("/" + String(repeating: "a", count: 10_000), .tooLong(limit: 10_000), 10_000),
    ("/a[b]", .expected("'='"), 4), ("/a[b=c]", .expected("a value in quotation marks"), 5),
    ("/a[b='c]", .expected("the end of the value that begins here"), 5),
    ("/a[b='c'", .expected("']'"), 8), ("/a/@b/c", .afterAttribute, 5),
    ("/a b", .expected("'/' or '//'"), 2), ("/a:", .expected("a name after ':'"), 3),
    ("/a[b='${v}']", .variable, 6),
    // In scalars, not in bytes.
    ("/é[", .expected("a number, a name or '@' and a name"), 3), ("/é[€='${v}']", .variable, 6),
  ])
  func `refuses anything else and says where`(
    path: String, reason: XMLPathMistake, offset: Int
  ) {
    #expect(throws: XMLPathError(reason, at: ScalarOffset(offset))) { try XMLPath(path) }
  }

  @Test(
    arguments: [
      (.expected("x"), "expected x"), (.afterAttribute, "an attribute ends a path"),
      (.variable, "a variable can't stand here"),
      (.tooLong(limit: 9), "the path is longer than 9 bytes"),
    ] as [(XMLPathMistake, String)])
  func `has a sentence for each mistake`(mistake: XMLPathMistake, sentence: String) {
    #expect("\(mistake)" == sentence)
  }

  @Test func `reads a path of 10,000 bytes`() throws {
    let name = String(repeating: "a", count: 9999)
    #expect(try XMLPath("/\(name)").values(in: XMLElement(name: name)) == [""])
  }

  @Test(arguments: [
    ("//a/x:b[1]", ["//a", "/b"]), ("/*//@c", ["/*", "//@c"]), ("/a/@*", ["/a", "/*"]),
  ])
  func `says what it goes into`(path: String, outline: [String]) throws {
    let found = try XMLPath(path).outline.map { "\($0.isDeep ? "//" : "/")\($0.name ?? "*")" }
    #expect(found == outline)
  }

  @Test(arguments: [
    ("/a[b='$']", "$"), ("/a[b='$$']", "$$"), ("/a[b='$${c}']", "${c}"), ("/a[b='$x']", "$x"),
    ("/a[b=\"'\"]", "'"), ("/a[b='\"']", "\""), ("/a[b='é']", "é"),
  ])
  func `takes a value as it is written`(path: String, value: String) throws {
    let found = XMLElement(
      name: "a", children: [.element(XMLElement(name: "b", children: [.text(value)]))])
    #expect(try XMLPath(path).values(in: found) == [value])
  }

  @Test func `binds variables as literals`() throws {
    let template = try XMLPathTemplate("//item[name='${n}']/${m | lower}")
    #expect(template.variables.map(\.expression) == ["n", "m | lower"])
    #expect(template.variables.map(\.offset) == [13, 20])
    let root = try XMLReader.read("<a><item><name>x'] | //*</name><u>1</u></item></a>")
    let path = template.bound { $0 == "n" ? "x'] | //*" : "u" }
    #expect(path.values(in: root) == ["1"])
    #expect(try XMLPathTemplate("/a[b='$${c}']").variables == [])
  }

  @Test func `binds a variable in an attribute's name and beside other text`() throws {
    let template = try XMLPathTemplate("/a/s:x-${n}/@${n}")
    let root = try XMLReader.read("<a><x-q q='1'/></a>")
    #expect(template.bound { _ in "q" }.values(in: root) == ["1"])
    #expect(template.variables.map(\.offset) == [7, 13])
    let predicate = try XMLPathTemplate("/a[@${ n }='x${v}']/@id")
    #expect(predicate.variables.map(\.expression) == ["n", "v"])
    let other = try XMLReader.read("<a k='x1' id='2'/>")
    #expect(predicate.bound { $0 == "n" ? "k" : "1" }.values(in: other) == ["2"])
  }

  @Test(arguments: [
    ("/a/${", 3), ("/a/$b", 3), ("/a[b='${}']", 8), ("/a[b='${  }']", 8), ("/a[b='${v']", 6),
    ("/é[b='${}']", 8),
  ])
  func `refuses a broken variable`(path: String, offset: Int) {
    #expect { try XMLPathTemplate(path) } throws: {
      ($0 as? XMLPathError)?.offset == ScalarOffset(offset)
    }
  }

  @Test func `takes linear time where paths nest`() throws {
    let depth = 100
    let inner = String(repeating: "<b/>", count: 2000)
    let text =
      String(repeating: "<a>", count: depth) + inner + String(repeating: "</a>", count: depth)
    let root = try XMLReader.read(text)
    #expect(try XMLPath("//a//a//a//b").values(in: root).count == 2000)
  }
}

struct XMLWriterTests {
  @Test(arguments: [
    ("plain", "plain"), ("a & b < c > d", "a &amp; b &lt; c &gt; d"), ("\"it's\"", "\"it's\""),
    ("tab\tline\nreturn\r", "tab\tline\nreturn&#13;"),
    ("\u{0}\u{1B}\u{B}", "\\u{0}\\u{1B}\\u{B}"),
    ("\u{FFFE}\u{FFFF}\u{FFFD}", "\\u{FFFE}\\u{FFFF}\u{FFFD}"), ("]]> é 𝄞", "]]&gt; é 𝄞"),
  ])
  func `escapes text`(text: String, expected: String) {
    var writer = XMLWriter(declaration: false)
    writer.element("a", text: text)
    #expect(writer.text == "<a>\(expected)</a>")
  }

  @Test func `escapes attributes, and white space in them`() {
    var writer = XMLWriter(declaration: false)
    writer.element("a", attributes: [("x", "<&>\"'"), ("y", "\t\n\r"), ("z", "\u{7}")])
    #expect(writer.text == "<a x=\"&lt;&amp;&gt;&quot;&apos;\" y=\"&#9;&#10;&#13;\" z=\"\\u{7}\"/>")
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
