// SPDX-License-Identifier: Apache-2.0
// JSON and XML.

import Formats
import Text

extension Surface {
  static let json = Surface(
    name: "json", about: "JSON", form: .json,
    pieces: ["null", "true", "1e5", "-0", "1.", "\"a\":", "[[", "{}", "\\u00e9", "\\ud83d\\ude00"],
    seeds: { corpus in
      try corpus.files(in: "Suites", ".json").map(\.bytes).filter { $0.count < 64 << 10 }
        + (corpus.shared("jsonpath-cts.json")["tests"]?.array ?? []).prefix(200)
        .map { JSONWriter.bytes($0) }
        + [Array(#"{"a":[1,1.0,-0,1E+2,"é\n\ud83d\ude00",{"":null}],"a":true}"#.utf8)]
    },
    makeCheck: always { bytes throws(Flaw) in
      let document: JSONDocument
      do throws(JSONError) {
        document = try JSONParser.document(bytes)
      } catch {
        try Flaw.check(error.description, at: error.offset, of: bytes)
        return false
      }
      for duplicate in document.duplicates {
        try Flaw.unless(
          duplicate.firstOffset < duplicate.offset && duplicate.offset.value < bytes.count,
          "a repeated name is at \(duplicate.offset) of \(bytes.count) bytes")
      }
      for indented in [false, true] {
        let text = JSONWriter.bytes(document.root, indented: indented)
        let again = try? JSONParser.document(text)
        try Flaw.unless(
          again?.root == document.root, "it means something else when it is written anew")
        // A second writing changes nothing: numbers keep their literals.
        try Flaw.unless(
          again.map { JSONWriter.bytes($0.root, indented: indented) == text } ?? false,
          "it is written in another way each time")
        try Flaw.unless(
          !text.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F },
          "a control character is written as it is")
      }
      return true
    })

  static let jsonPath = Surface(
    name: "json-path", about: "JSONPath queries",
    pieces: [
      "$", "@", "..", "[*]", "[?", "[?@.a", "'a'", "[0]", "[1:5:-1]", "[-1]", "&&", "||", "==",
      "<=", "!=", "!", "length(", "count(", "value(", "match(", "search(", "${x}", "$${", "'a*')",
      "[?count(@..*) > 1]", "..*", "[9007199254740991]", "[?match(@, '(a|b)*c')]", "\\u0041",
    ],
    seeds: { corpus in
      let own = [
        "$.a[*].b", "$..a[?@.b == 'aa' && count(@.*) > 1]", "$['a','b'][1:3]",
        "$[?search(@.a, 'x{2,3}')]", "$..[?length(@) >= 2 || !@.b]",
      ]
      return (corpus.shared("jsonpath-cts.json")["tests"]?.array ?? [])
        .compactMap { $0["selector"]?.string.map { Array($0.utf8) } } + own.map { Array($0.utf8) }
    },
    makeCheck: { _ in
      let texts = [
        #"{"a":[1,{"b":"aa","a":[[],null]}],"b":{"a":{"a":true}},"é":"😀","":[-1,1.5,1e3]}"#,
        "[[[1,2],[3,[4,5]]],\"x\",{\"a\":\"abc\"},{\"a\":\"b\",\"b\":[{\"a\":1}]}]",
      ]
      let roots = texts.compactMap { try? JSONParser.document($0).root }
      return { bytes throws(Flaw) in
        let source = String(decoding: bytes.prefix(4000), as: UTF8.self)
        let count = source.unicodeScalars.count
        do throws(JSONPathError) {
          let path = try JSONPath(source)
          for root in roots {
            let nodes = try path.nodes(in: root, limits: JSONPathLimits(nodes: 1000, work: 100_000))
            for node in nodes.prefix(20) {
              let again = try JSONPath(node.normalizedPath).nodes(in: root)
              guard again.count == 1, again[0].value == node.value else {
                throw JSONPathError(.syntax("\u{0}"), at: ScalarOffset(-1))
              }
            }
          }
        } catch {
          try Flaw.unless(
            0...count ~= error.offset.value,
            "a mistake at \(error.offset.value) of \(count), or a path to another node")
          try Flaw.unless(!error.description.isEmpty, "a mistake without words")
          return false
        }
        if let template = try? JSONPathTemplate(source) {
          _ = try? template.bound { _ in .string(source) }
          _ = try? template.bound { _ in 1 }
        }
        return true
      }
    })
}

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
    writer.startElement(element.name, attributes: element.attributes.map { ($0.name, $0.value) })
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
