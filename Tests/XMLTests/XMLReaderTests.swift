// SPDX-License-Identifier: Apache-2.0
// Which documents are read, and how the others are refused.

import SourceText
import Testing
import XML

@Suite struct XMLReaderTests {
  @Test func `reads elements, attributes and text in their order`() throws {
    let root = try XMLReader.read(
      "<?xml version='1.0'?>\n<!-- c --><r a='1' b=\"2\">x<s/>y<![CDATA[<&>]]>z</r><?p i?>\n")
    #expect(root.name == "r")
    #expect(root.attributes == [XMLAttribute("a", "1"), XMLAttribute("b", "2")])
    #expect(root.position == Position(line: 2, column: 11))
    #expect(root.text == "xy<&>z")
    #expect(root.elements.map(\.name) == ["s"])
    #expect(root.children.count == 3)
    #expect(root.elements.first?.position == Position(line: 2, column: 27))
  }

  @Test(arguments: [
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<>&\"'"),
    ("<a>&#65;&#x1d11E;&#10;</a>", "A𝄞\n"),
    ("<a>1\r\n2\r3\n4</a>", "1\n2\n3\n4"),
    ("<a><![CDATA[1\r\n2\r]]></a>", "1\n2\n"),
    ("<a>x<!-- - -->y<?p ?>z</a>", "xyz"),
    ("<a><![CDATA[]]]]><![CDATA[>]]></a>", "]]>"),
    ("\u{FEFF}<a>é</a>", "é"),
    ("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\" ?><a >t</a >", "t"),
    ("<a/>", ""),
  ])
  func `reads text`(document: String, text: String) throws {
    #expect(try XMLReader.read(document).text == text)
  }

  @Test func `makes white space in attributes blanks, but not what references name`() throws {
    let root = try XMLReader.read("<a x='1\r\n2\t3&#10;4'/>")
    #expect(root.attribute("x") == "1 2 3\n4")
  }

  @Test func `resolves prefixes and the default namespace`() throws {
    let root = try XMLReader.read(
      "<p:a xmlns:p='u' xmlns='d'><b/><p:c xmlns=''><d/></p:c><q:e/></p:a>")
    #expect(root.localName == "a")
    #expect(root.namespaceURI == "u")
    #expect(root.first("b")?.namespaceURI == "d")
    #expect(root.first("c")?.namespaceURI == "u")
    #expect(root.first("c")?.first("d")?.namespaceURI == nil)
    #expect(root.first("e")?.namespaceURI == nil)
  }

  @Test(arguments: [
    ("", XMLMistake.noRoot, 0),
    ("<!-- only -->", .noRoot, 13),
    ("text", .contentBeforeRoot, 0),
    ("<a/>text", .contentAfterRoot, 4),
    ("<a/><b/>", .contentAfterRoot, 4),
    ("<a>", .unclosedElement("a"), 0),
    ("<a><b></a>", .mismatchedEndTag("a", expected: "b"), 6),
    ("</a>", .contentBeforeRoot, 0),
    ("<a", .expected("an attribute, '>' or '/>'"), 2),
    ("<1/>", .expected("the name of an element"), 1),
    ("<a x/>", .expected("'=' after 'x'"), 4),
    ("<a x=1/>", .expected("a value in quotation marks"), 5),
    ("<a x='1'y='2'/>", .expected("a blank, '>' or '/>'"), 8),
    ("<a x='1' x='2'/>", .duplicateAttribute("x"), 9),
    ("<a x='<'/>", .lessThanInAttribute, 6),
    ("<a x='1", .expected("the end of the value that begins here"), 5),
    ("<a>&nbsp;</a>", .unknownEntity("nbsp"), 3),
    ("<a>a & b</a>", .invalidReference, 5),
    ("<a>&;</a>", .invalidReference, 3),
    ("<a>&#x;</a>", .invalidReference, 3),
    ("<a>&#+65;</a>", .invalidReference, 3),
    ("<a>&#0;</a>", .forbiddenCharacter(0), 3),
    ("<a>&#xD800;</a>", .forbiddenCharacter(0xD800), 3),
    ("<a>\u{1}</a>", .forbiddenCharacter(1), 3),
    ("<a>\u{FFFF}</a>", .forbiddenCharacter(0xFFFF), 3),
    ("<a>]]></a>", .endOfSectionInText, 3),
    ("<a><!-- -- --></a>", .expected("'>': '--' only ends a comment"), 10),
    ("<a><!-- </a>", .expected("'-->', the end of the comment"), 12),
    ("<a><![CDATA[</a>", .expected("']]>', the end of the CDATA section"), 16),
    (" <?xml version='1.0'?><a/>", .misplacedDeclaration, 1),
    (
      "<?xml encoding='UTF-8'?><a/>", .expected("version=\"1.0\", then encoding, then standalone"),
      0
    ),
    ("<?xml version='1.0' encoding='latin1'?><a/>", .otherEncoding("latin1"), 0),
    ("<!DOCTYPE a><a/>", .documentType, 0),
    ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .documentType, 21),
  ])
  func `refuses what is not well-formed and says where`(
    document: String, reason: XMLMistake, offset: Int
  ) {
    #expect(throws: XMLError(reason, at: ByteOffset(offset))) { try XMLReader.read(document) }
  }

  @Test(arguments: [
    ([0x80], 3), ([0xC0, 0xAF], 3), ([0xE2, 0x82], 3), ([0xED, 0xA0, 0x80], 3),
    ([0xF4, 0x90, 0x80, 0x80], 3),
  ])
  func `refuses bytes that are not UTF-8`(bytes: [UInt8], offset: Int) {
    let document = Array("<a>".utf8) + bytes + Array("</a>".utf8)
    #expect(throws: XMLError(.invalidUTF8, at: ByteOffset(offset))) { try XMLReader.read(document) }
  }

  @Test func `holds its limits`() throws {
    var limits = XMLLimits()
    limits.bytes = 40
    limits.depth = 2
    limits.nodes = 4
    limits.attributes = 1
    #expect(throws: XMLError(.tooDeep(limit: 2), at: 6)) {
      try XMLReader.read("<a><b><c/></b></a>", limits: limits)
    }
    #expect(throws: XMLError(.tooManyAttributes(limit: 1), at: 9)) {
      try XMLReader.read("<a b='1' c='2'/>", limits: limits)
    }
    #expect(throws: XMLError(.tooManyNodes(limit: 4), at: 15)) {
      try XMLReader.read("<a><b/><b/><b/><b/></a>", limits: limits)
    }
    #expect(throws: XMLError(.tooLarge(limit: 40), at: 40)) {
      try XMLReader.read("<a>\(String(repeating: "x", count: 40))</a>", limits: limits)
    }
    #expect(try XMLReader.read("<a><b/></a>", limits: limits).elements.count == 1)
  }

  @Test func `refuses a document that nests without end, on a small stack too`() {
    let document = String(repeating: "<a>", count: 100_000)
    #expect(throws: XMLError(.tooDeep(limit: 128), at: 384)) { try XMLReader.read(document) }
  }
}
