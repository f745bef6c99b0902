// SPDX-License-Identifier: Apache-2.0
// Variants in the form of answers, and in how long tokens last.

import Formats
import HTTP
import ReferenceService
import TestSupport
import Testing

@testable import SelfTest

@Suite struct VariantFormTests {
  private static func answer(_ name: String, _ response: HTTPResponse) throws -> HTTPResponse {
    let variant = try #require(Variant.named(name))
    let request = HTTPRequest(method: "POST", target: "/api/v2/ORCHARD/sessions")
    return Alteration.passage(variant.deviation.alterations)(request) { _ in response }
  }

  private static let more = #""x-release":{"number":17,"features":[null,true,"profiles"]}"#

  @Test(arguments: [
    ("more-members", #"{"a":1}"#, "{\"a\":1,\(more)}"), ("more-members", "{}", "{}"),
    ("more-members", #"{"m":{"a":1}}"#, "{\"m\":{\"a\":1,\(more)}}"),
    ("more-members", #"{"m":{"a":{}},"b":[{}]}"#, "{\"m\":{\"a\":{}},\"b\":[{}],\(more)}"),
    ("members-reversed", #"{"a":1,"b":{"c":2,"d":[3,4]}}"#, #"{"b":{"d":[3,4],"c":2},"a":1}"#),
    (
      "times-as-texts", #"{"notBefore":5,"b":[{"notAfter":6,"after":7}]}"#,
      #"{"notBefore":"5","b":[{"notAfter":"6","after":7}]}"#
    ),
    (
      "times-as-numbers", #"{"notBefore":"5","b":[{"notAfter":"6","after":"7"}],"c":"x"}"#,
      #"{"notBefore":5,"b":[{"notAfter":6,"after":"7"}],"c":"x"}"#
    ),
    ("times-as-numbers", #"{"notBefore":"soon"}"#, #"{"notBefore":"soon"}"#),
    (
      "absent-members-as-null", #"{"code":"a","notAfter":1}"#,
      #"{"code":"a","notAfter":1,"missingParameters":null,"authenticationRequest":null,"notBefore":null}"#
    ),
    ("escaped-slashes", #"{"a":"/b/"}"#, #"{"a":"\/b\/"}"#),
    (
      "escaped-letters", #"{"a":"Bz\"\\c1","d":true}"#,
      #"{"\u0061":"B\u007a\"\\\u00631","\u0064":true}"#
    ),
    ("indented-json", "[1]", "[\n  1\n]\r\n"),
  ])
  func `writes answers in another form`(name: String, json: String, written: String) throws {
    let response = HTTPResponse(
      status: 200, reason: "OK", headers: HeaderList(["Content-Type": "application/json"]),
      body: Array(json.utf8))
    let answer = try Self.answer(name, response)
    #expect(String(decoding: answer.body, as: UTF8.self) == written)
  }

  @Test(arguments: ["escaped-slashes", "escaped-letters", "indented-json", "json-with-charset"])
  func `leaves what is no JSON`(name: String) throws {
    let response = HTTPResponse(
      status: 200, reason: "OK", headers: HeaderList(["Content-Type": "text/html"]),
      body: Array(#"{"a":"/b/"}"#.utf8))
    #expect(try Self.answer(name, response) == response)
  }

  @Test(arguments: [("tokens-of-one-hour", 3600), ("tokens-of-a-day", 86_400)])
  func `changes how long tokens last, but not those that are to end soon`(
    name: String, seconds: Int
  ) throws {
    let variant = try #require(Variant.named(name))
    var data = ServiceData.standard
    data.statements[0].tokenLifetime = .seconds(61)
    data.statements[1].tokenLifetime = .seconds(60)
    for change in variant.deviation.dataChanges { change(&data) }
    #expect(data.statements[0].tokenLifetime == .seconds(seconds))
    #expect(data.statements[1].tokenLifetime == .seconds(60))
  }
}
