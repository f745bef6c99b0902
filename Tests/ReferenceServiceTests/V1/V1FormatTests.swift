// SPDX-License-Identifier: Apache-2.0
// REST API V1: JSON or XML.

import Formats
import HTTP
import Testing

@testable import ReferenceService

@Suite struct V1FormatTests {
  static let ways: [(suffix: String, parameter: String?, accept: String?, format: String)] = [
    ("", nil, "application/json", "json"), ("", nil, "application/xml", "xml"),
    ("", nil, "text/xml", "xml"), ("", nil, nil, "xml"), ("", nil, "*/*", "xml"),
    ("", nil, "text/html", "xml"), ("", nil, "Application/JSON;charset=utf-8", "json"),
    ("", nil, "application/xml;q=0.5, application/json", "json"),
    ("", nil, "application/json;q=0, application/xml;q=0.1", "xml"),
    ("", nil, "application/json, application/xml", "json"),
    ("", "json", nil, "json"), ("", "xml", nil, "xml"), ("", "yaml", nil, "xml"),
    (".json", nil, nil, "json"), (".xml", nil, nil, "xml"),
    (".xml", "json", "application/json", "xml"), ("", "xml", "application/json", "xml"),
  ]

  @Test(arguments: ways)
  func `answers as asked by suffix, parameter or header`(
    suffix: String, parameter: String?, accept: String?, format: String
  ) {
    let walk = Walk.ready()
    let query = walk.common(["format": parameter])
    for path in ["api/v1/config/ORCHARD", "api/v1/checkauthn"] {
      let answer = walk.v1("\(path)\(suffix)", query, headers: ["Accept": accept])
      #expect(answer.response.headers["Content-Type"] == "application/\(format)")
      #expect((answer.xml != nil) == (format == "xml"))
      #expect((answer.json != .null) == (format == "json"))
    }
  }

  @Test func `takes the parameter from a form, too`() {
    let walk = Walk.ready()
    let form = walk.common(["format": "json"])
    let answer = walk.post(v1: "reggie/v1/ORCHARD/regcode", form, headers: ["Accept": nil])
    #expect(answer.response.headers["Content-Type"] == "application/json")
  }

  @Test func `writes errors in both forms`() {
    let walk = Walk.ready()
    let json = walk.v1("api/v1/tokens/authn.json")
    #expect(json.json == ["status": 404, "message": "Not Found"])
    let xml = walk.v1("api/v1/tokens/authn.xml")
    #expect(
      String(decoding: xml.response.body, as: UTF8.self)
        == #"<?xml version="1.0" encoding="UTF-8"?><error><status>404</status>"#
        + "<message>Not Found</message></error>")
    for path in ["api/v1/nothing.xml", "api/v1/authorize.xml"] {
      #expect(walk.v1("DELETE", path).xml?.name == "error")
    }
  }

  @Test(
    arguments: [
      ("news", .string("a & b"), "<news>a &amp; b</news>"), ("flag", true, "<flag>true</flag>"),
      ("number", 17, "<number>17</number>"), ("nothing", .null, "<nothing/>"),
      ("items", ["a", "b"], "<items><item>a</item><item>b</item></items>"),
      ("zip", ["a"], "<zip><item>a</item></zip>"), ("s", ["a"], "<s><item>a</item></s>"),
      ("map", ["a": ["b": 1]], "<map><a><b>1</b></a></map>"),
      ("map", ["1 a": "x"], #"<map><entry name="1 a">x</entry></map>"#),
      ("map", ["": "x"], #"<map><entry name="">x</entry></map>"#),
      ("map", ["ns:a": "x"], #"<map><entry name="ns:a">x</entry></map>"#),
    ] as [(String, JSONValue, String)])
  func `writes any value as elements`(name: String, value: JSONValue, text: String) {
    var writer = XMLWriter(declaration: false)
    writer.write(name, value)
    #expect(writer.text == text)
  }

  @Test func `writes a deep value without its depths`() {
    let deep = (0..<100).reduce(JSONValue.null) { value, _ in .array([value]) }
    var writer = XMLWriter(declaration: false)
    writer.write("a", deep)
    #expect(writer.text.split(separator: "<item").count == 32)
  }
}
