// SPDX-License-Identifier: Apache-2.0
// Which documents are read, and how the others are refused.

import Formats
import Testing
import Text

struct XMLReaderTests {
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
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<>&\"'"), ("<a>&#65;&#x1d11E;&#10;</a>", "A𝄞\n"),
    ("<a>1\r\n2\r3\n4</a>", "1\n2\n3\n4"), ("<a><![CDATA[1\r\n2\r]]></a>", "1\n2\n"),
    ("<a>x<!-- - -->y<?p ?>z</a>", "xyz"), ("<a><![CDATA[]]]]><![CDATA[>]]></a>", "]]>"),
    ("\u{FEFF}<a>é</a>", "é"),
    ("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\" ?><a >t</a >", "t"), ("<a/>", ""),
    ("<a>1<b>2<c>3</c>4</b>5</a>", "12345"), ("<a>]] ]&gt; ]></a>", "]] ]> ]>"),
    ("<a>&#xFFFD;&#xE000;&#xD7FF;&#x10FFFF;&#9;&#32;</a>", "\u{FFFD}\u{E000}\u{D7FF}\u{10FFFF}\t "),
    ("<a>\u{7F}\u{D7FF}\u{E000}\u{FFFD}\u{10000}</a>", "\u{7F}\u{D7FF}\u{E000}\u{FFFD}\u{10000}"),
    ("<?xml version='1.1' encoding='US-ASCII'?><a>t</a>", "t"), ("<?xmlx?><a>t</a>", "t"),
    ("<?xml version='1.0' standalone='no'?><a>t</a>", "t"), ("<a>\r\r\n</a>", "\n\n"),
    ("<a><![CDATA[\r\r\n]]></a>", "\n\n"), ("<a><?p?><?q ?? ?>t</a>", "t"),
    ("<a>t</a>\r\n\t <!-- --> ", "t"), ("<a><b x='/'/>t</a>", "t"),
  ])
  func `reads text`(document: String, text: String) throws {
    #expect(try XMLReader.read(document).text == text)
  }

  @Test func `makes white space in attributes blanks, but not what references name`() throws {
    let root = try XMLReader.read("<a x='1\r\n2\t3&#10;4\r5\n6'/>")
    #expect(root.attribute("x") == "1 2 3\n4 5 6")
    let quoted = try XMLReader.read("<a p:x = \"'&lt;>\" x='\"'/>")
    #expect(quoted.attributes.map(\.value) == ["'<>", "\""])
    #expect(quoted.attribute("x") == "'<>")
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

  @Test func `ends a declaration of a prefix with its element`() throws {
    let root = try XMLReader.read(
      "<a xmlns:p='u'><b xmlns:q='v' xmlns:p='w'><p:c/></b><q:d/><p:e/><xml:f/></a>")
    #expect(root.namespaceURI == nil)
    #expect(root.first("b")?.first("c")?.namespaceURI == "w")
    #expect(root.first("d")?.namespaceURI == nil)
    #expect(root.first("e")?.namespaceURI == "u")
    #expect(root.first("f")?.namespaceURI == "http://www.w3.org/XML/1998/namespace")
  }

  @Test(arguments: [
    ("<a><b/></a>", 1, 4), ("<a>\n<b/></a>", 2, 1), ("<a>\r<b/></a>", 2, 1),
    ("<a>\r\n<b/></a>", 2, 1), ("<a>\r\r\n<b/></a>", 3, 1), ("<a>é𝄞<b/></a>", 1, 6),
    ("\u{FEFF}<a><b/></a>", 1, 4), ("<a>\n é<b/></a>", 2, 3),
  ])
  func `counts lines and scalars`(document: String, line: Int, column: Int) throws {
    let root = try XMLReader.read(document)
    #expect(root.position == .start)
    #expect(root.first("b")?.position == Position(line: line, column: column))
  }

  /// The first and the last character of each range, and what stands beside it.
  @Test(
    arguments: [
      (
        [
          0x3A, 0x41, 0x5A, 0x5F, 0x61, 0x7A, 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x2FF, 0x370, 0x37D,
          0x37F, 0x1FFF, 0x200C, 0x200D, 0x2070, 0x218F, 0x2C00, 0x2FEF, 0x3001, 0xD7FF, 0xF900,
          0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0xEFFFF,
        ], true, true
      ), ([0x2D, 0x2E, 0x30, 0x39, 0xB7, 0x300, 0x36F, 0x203F, 0x2040], false, true),
      (
        [
          0x40, 0x5B, 0x5E, 0x60, 0x7B, 0xB6, 0xB8, 0xBF, 0xD7, 0xF7, 0x37E, 0x2000, 0x200B, 0x200E,
          0x203E, 0x2041, 0x206F, 0x2190, 0x2BFF, 0x2FF0, 0x3000, 0xF8FF, 0xFDD0, 0xFDEF, 0xF0000,
        ], false, false
      ),
    ] as [([UInt32], Bool, Bool)])
  func `knows the characters of names`(scalars: [UInt32], starts: Bool, continues: Bool) {
    for scalar in scalars.compactMap(Unicode.Scalar.init) {
      let name = String(Character(scalar))
      #expect(((try? XMLReader.read("<\(name)/>")) != nil) == starts, "\(scalar.value)")
      #expect(((try? XMLReader.read("<a\(name)/>")) != nil) == continues, "\(scalar.value)")
    }
  }

  private static let declaration = XMLMistake.expected(
    "version=\"1.0\", then encoding, then standalone")

  @Test(arguments: [
    ("", XMLMistake.noRoot, 0), ("<!-- only -->", .noRoot, 13), ("text", .contentBeforeRoot, 0),
    ("<a/>text", .contentAfterRoot, 4), ("<a/><b/>", .contentAfterRoot, 4),
    ("<a>", .unclosedElement("a"), 0), ("<a><b></a>", .mismatchedEndTag("a", expected: "b"), 6),
    ("</a>", .contentBeforeRoot, 0), ("<a/></a>", .contentAfterRoot, 4),
    ("<![CDATA[x]]><a/>", .contentBeforeRoot, 0), ("<a/><![CDATA[x]]>", .contentAfterRoot, 4),
    ("<a/> &amp;", .contentAfterRoot, 5), ("<a></a x>", .expected("'>'"), 7),
    ("<é></e\u{301}>", .mismatchedEndTag("e\u{301}", expected: "é"), 4),
    ("<a/ >", .expected("an attribute, '>' or '/>'"), 2),
    ("<a ?>", .expected("an attribute, '>' or '/>'"), 3),
    ("<a", .expected("an attribute, '>' or '/>'"), 2),
    ("<1/>", .expected("the name of an element"), 1), ("<a x/>", .expected("'=' after 'x'"), 4),
    ("<a x=1/>", .expected("a value in quotation marks"), 5),
    ("<a x='1'y='2'/>", .expected("a blank, '>' or '/>'"), 8),
    ("<a x='1' x='2'/>", .duplicateAttribute("x"), 9), ("<a x='<'/>", .lessThanInAttribute, 6),
    ("<a x='1", .expected("the end of the value that begins here"), 5),
    ("<a>&nbsp;</a>", .unknownEntity("nbsp"), 3), ("<a>a & b</a>", .invalidReference, 5),
    ("<a>&;</a>", .invalidReference, 3), ("<a>&#x;</a>", .invalidReference, 3),
    ("<a>&#+65;</a>", .invalidReference, 3), ("<a>&#-65;</a>", .invalidReference, 3),
    ("<a>&#X41;</a>", .invalidReference, 3), ("<a>&1;</a>", .invalidReference, 3),
    ("<a>&#xFFFE;</a>", .forbiddenCharacter(0xFFFE), 3),
    ("<a>&#x110000;</a>", .forbiddenCharacter(0x110000), 3),
    ("<a>&#31;</a>", .forbiddenCharacter(31), 3), ("<a>\u{1F}</a>", .forbiddenCharacter(0x1F), 3),
    ("<a x='&y;'/>", .unknownEntity("y"), 6), ("<a>\u{FFFE}</a>", .forbiddenCharacter(0xFFFE), 3),
    (
      "<a>&\(String(repeating: "a", count: 31));</a>",
      .unknownEntity(String(repeating: "a", count: 31)), 3
    ), ("<a>&\(String(repeating: "a", count: 32));</a>", .invalidReference, 3),
    ("<?p", .expected("a blank or '?>'"), 3), ("<?p/?><a/>", .expected("a blank or '?>'"), 3),
    ("<?p x><a/>", .expected("'?>', the end of the processing instruction"), 10),
    ("<a/><?XML x?>", .misplacedDeclaration, 4),
    ("<a><?xml version='1.0'?></a>", .misplacedDeclaration, 3),
    ("<?xml version='2.0'?><a/>", declaration, 0),
    ("<?xml version='1.0' a='b'?><a/>", declaration, 0),
    ("<?xml version='1.0' standalone='no' encoding='utf-8'?><a/>", declaration, 0),
    ("<?xml version='1.0'><a/>", .expected("'?>'"), 19), ("<a>&#0;</a>", .forbiddenCharacter(0), 3),
    ("<a>&#xD800;</a>", .forbiddenCharacter(0xD800), 3),
    ("<a>\u{1}</a>", .forbiddenCharacter(1), 3),
    ("<a>\u{FFFF}</a>", .forbiddenCharacter(0xFFFF), 3), ("<a>]]></a>", .endOfSectionInText, 3),
    ("<a><!-- -- --></a>", .expected("'>': '--' only ends a comment"), 10),
    ("<a><!-- </a>", .expected("'-->', the end of the comment"), 12),
    ("<a><![CDATA[</a>", .expected("']]>', the end of the CDATA section"), 16),
    (" <?xml version='1.0'?><a/>", .misplacedDeclaration, 1),
    ("<?xml encoding='UTF-8'?><a/>", declaration, 0),
    ("<?xml version='1.0' encoding='latin1'?><a/>", .otherEncoding("latin1"), 0),
    ("<!DOCTYPE a><a/>", .documentType, 0),
    ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", .documentType, 21),
  ])
  func `refuses what is not well-formed and says where`(
    document: String, reason: XMLMistake, offset: Int
  ) {
    #expect(throws: XMLError(reason, at: ByteOffset(offset))) { try XMLReader.read(document) }
  }

  @Test(
    arguments: [
      (.invalidUTF8, "these bytes are not UTF-8"),
      (.otherEncoding("x"), "the encoding is 'x', only UTF-8 is read"),
      (.forbiddenCharacter(0x1B), "the character U+1B is not allowed in XML"),
      (.documentType, "a document type declaration (<!DOCTYPE) is refused"),
      (.noRoot, "there is no element"),
      (.contentAfterRoot, "there is something after the end of the root element"),
      (.contentBeforeRoot, "there is something before the root element"),
      (.unclosedElement("x"), "the element 'x' is not closed"),
      (.mismatchedEndTag("x", expected: "y"), "the end tag 'x' does not close the element 'y'"),
      (.expected("x"), "expected x"),
      (.duplicateAttribute("x"), "the attribute 'x' is given twice"),
      (.lessThanInAttribute, "'<' in an attribute has to be written as '&lt;'"),
      (.unknownEntity("x"), "the entity '&x;' is not one of amp, lt, gt, quot, apos"),
      (.invalidReference, "'&' begins no reference; as a character it is written '&amp;'"),
      (.endOfSectionInText, "']]>' in a text has to be written as ']]&gt;'"),
      (.misplacedDeclaration, "an XML declaration stands at the very beginning or nowhere"),
      (.tooLarge(limit: 9), "the document has more than 9 bytes"),
      (.tooDeep(limit: 9), "elements are nested more than 9 deep"),
      (.tooManyNodes(limit: 9), "the document has more than 9 nodes"),
      (.tooManyAttributes(limit: 9), "an element has more than 9 attributes"),
    ] as [(XMLMistake, String)])
  func `has a sentence for each mistake`(mistake: XMLMistake, sentence: String) {
    #expect("\(mistake)" == sentence)
  }

  @Test(arguments: [
    ([0x80], 3), ([0xC0, 0xAF], 3), ([0xE2, 0x82], 3), ([0xED, 0xA0, 0x80], 3),
    ([0xF4, 0x90, 0x80, 0x80], 3),
  ])
  func `refuses bytes that are not UTF-8`(bytes: [UInt8], offset: Int) {
    let document = Array("<a>".utf8) + bytes + Array("</a>".utf8)
    #expect(throws: XMLError(.invalidUTF8, at: ByteOffset(offset))) { try XMLReader.read(document) }
  }

  @Test(arguments: [[0xFF, 0xFE, 0x3C, 0x00], [0xFE, 0xFF, 0x00, 0x3C]] as [[UInt8]])
  func `knows UTF-16`(bytes: [UInt8]) {
    #expect(throws: XMLError(.otherEncoding("UTF-16"), at: 0)) { try XMLReader.read(bytes) }
  }

  @Test func `holds its limits`() throws {
    var limits = XMLLimits()
    limits.bytes = 40
    limits.depth = 2
    limits.nodes = 4
    limits.attributes = 1
    func read(_ document: String) throws -> XMLElement {
      try XMLReader.read(document, limits: limits)
    }
    func text(_ count: Int) -> String { "<a>\(String(repeating: "x", count: count))</a>" }
    #expect(throws: XMLError(.tooDeep(limit: 2), at: 6)) { try read("<a><b><c/></b></a>") }
    #expect(throws: XMLError(.tooManyAttributes(limit: 1), at: 9)) { try read("<a b='1' c='2'/>") }
    #expect(throws: XMLError(.tooManyNodes(limit: 4), at: 15)) {
      try read("<a><b/><b/><b/><b/></a>")
    }
    #expect(throws: XMLError(.tooLarge(limit: 40), at: 40)) { try read(text(40)) }
    // Texts count, too.
    #expect(throws: XMLError(.tooManyNodes(limit: 4), at: 9)) { try read("<a>x<b/>y<b/></a>") }
    #expect(try read("<a><b/></a>").elements.count == 1)
    #expect(try read("<a><b/><b/><b x='1'/></a>").elements.count == 3)
    #expect(try read(text(33)).text.count == 33)
  }

  @Test func `reads as much as it may without being told`() throws {
    let attributes = (1...256).map { " a\($0)=''" }.joined()
    #expect(try XMLReader.read("<a\(attributes)/>").attributes.count == 256)
    #expect(throws: XMLError.self) { try XMLReader.read("<a\(attributes) b=''/>") }
    let deep = String(repeating: "<a>", count: 128)
    #expect(try XMLReader.read(deep + String(repeating: "</a>", count: 128)).name == "a")
    #expect(throws: XMLError(.tooLarge(limit: 4 << 20), at: ByteOffset(4 << 20))) {
      try XMLReader.read(Array(repeating: 0x20, count: 4 << 20 + 1))
    }
  }

  @Test func `refuses a document that nests without end, on a small stack too`() {
    let document = String(repeating: "<a>", count: 100_000)
    #expect(throws: XMLError(.tooDeep(limit: 128), at: 384)) { try XMLReader.read(document) }
  }
}
