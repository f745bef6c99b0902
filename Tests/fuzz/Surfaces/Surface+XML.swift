// SPDX-License-Identifier: Apache-2.0
// XML: the same again once it is written.

import Formats
import Text

extension Surface {
  static let xml = Surface(
    name: "xml", about: "XML documents and paths",
    pieces: [
      "<a>", "</a>", "<a/>", "<a b=\"c\">", " xmlns=\"u\"", " xmlns:p=\"u\"", "<p:a", "<![CDATA[",
      "]]>", "<!--", "-->", "<?x y?>", "<?xml version=\"1.0\"?>", "<!DOCTYPE a [", "<!ENTITY",
      "&amp;", "&#x0;", "&#13;", "&#xD800;", "&#1114112;", "&x;", "xmlns:xml=\"x\"",
    ],
    seeds: { corpus in
      let saml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0">
          <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://i&amp;j</saml:Issuer>
          <!-- c --><?pi x?><saml:Assertion a='"' b="&lt;&#10;&#x9;"><![CDATA[<x>]]>é</saml:Assertion>
        </samlp:Response>
        """
      let deep = "<a xmlns='u'><b c='d'/><b>t<c/>&#13;</b></a>"
      return try corpus.files(in: "Tests/ReportsTests/Golden", ".xml").map(\.bytes)
        + [Array(saml.utf8), Array(deep.utf8), Array("@a/b//c[1]".utf8)]
    },
    makeCheck: { _ in
      let document = try XMLReader.read("<a><b c='d'>t</b><b><c e='f'/></b></a>")
      return { bytes throws(Flaw) in
        if bytes.count < 200 {
          let source = String(decoding: bytes, as: UTF8.self)
          do throws(XMLPathError) {
            _ = try XMLPath(source).values(in: document)
          } catch {
            try Flaw.unless(
              0...source.unicodeScalars.count ~= error.offset.value,
              "the mistake in a path is at \(error.offset.value)")
          }
        }
        let root: XMLElement
        do throws(XMLError) {
          root = try XMLReader.read(bytes)
        } catch {
          try Flaw.check(error.description, at: error.offset, of: bytes)
          return false
        }
        var writer = XMLWriter()
        write(root, to: &writer)
        let again: XMLElement
        do throws(XMLError) {
          again = try XMLReader.read(writer.bytes)
        } catch {
          throw Flaw("it can't be read when written anew: \(error)")
        }
        try Flaw.unless(isSame(again, root), "it means something else when written anew")
        return true
      }
    })

  private static func write(_ element: XMLElement, to writer: inout XMLWriter) {
    writer.startElement(
      element.name, attributes: element.attributes.map { ($0.name, $0.value) })
    for child in element.children {
      switch child {
      case .text(let text): writer.text(text)
      case .element(let element): write(element, to: &writer)
      }
    }
    writer.endElement()
  }

  private static func isSame(_ left: XMLElement, _ right: XMLElement) -> Bool {
    left.name == right.name && left.namespaceURI == right.namespaceURI
      && left.attributes == right.attributes && left.children.count == right.children.count
      && zip(left.children, right.children).allSatisfy { pair in
        switch pair {
        case (.text(let left), .text(let right)):
          left.unicodeScalars.elementsEqual(right.unicodeScalars)
        case (.element(let left), .element(let right)): isSame(left, right)
        default: false
        }
      }
  }
}
