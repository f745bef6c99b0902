// SPDX-License-Identifier: Apache-2.0
// SAML responses to templates, and back.

import Encodings
import JSON
import Testing

@testable import PartnerFramework

@Suite struct SAMLTemplateTests {
  func template(_ text: String) -> String {
    SAMLTemplate(response: text, requestID: "_r", now: clock).text
  }

  @Test(arguments: [
    ("<a/>", "<a/>"), ("", ""), ("<a>", "{{malformed}}"), ("not xml", "{{malformed}}"),
    ("<a ID='_1' InResponseTo='_r'/>", "<a ID='{{id 1}}' InResponseTo='{{request}}'/>"),
    ("<a  ID = \"_1\" URI='#_1' />", "<a  ID = \"{{id 1}}\" URI='#{{id 1}}' />"),
    ("<a InResponseTo='_2'/>", "<a InResponseTo='{{id 1}}'/>"),
    ("<a NotBefore='2029-12-31T23:55:00Z'/>", "<a NotBefore='{{now-300000}}'/>"),
    ("<a NotBefore='2030-01-01T00:00:00.250Z'/>", "<a NotBefore='{{now+250}}'/>"),
    ("<a NotBefore='soon'/>", "<a NotBefore='{{now+0}}'/>"),
    ("<s:Issuer>me</s:Issuer>", "<s:Issuer>me</s:Issuer>"),
    ("<Issuer>a{{b</Issuer>", "<Issuer>a{{braces}}b</Issuer>"),
    ("<a>x<b>y</b> x </a>", "<a>{{value 1}}<b>{{value 2}}</b> {{value 1}} </a>"),
    ("<a><Issuer/>x</a>", "<a><Issuer/>{{value 1}}</a>"),
    ("<a><![CDATA[<x>]]><!-- y --></a>", "<a>{{value 1}}</a>"),
    ("<a Name='uid' SPProvidedID='u'/>", "<a Name='uid' SPProvidedID='{{value 1}}'/>"),
    ("<a>\r\n\t<b\r\n  ID='1'/>\r\n</a>", "<a>\r\n\t<b\r\n  ID='{{id 1}}'/>\r\n</a>"),
  ])
  func `takes out what is secret and keeps the layout`(text: String, expected: String) {
    #expect(template(text) == expected)
  }

  @Test func `keeps the length of a long text`() {
    let long = String(repeating: "u", count: 3000)
    let text = template("<a>\(long)</a>")
    #expect(text == "<a>{{value 1 3000}}</a>")
    let made = SAMLTemplate(text: text).response(
      requestID: nil, now: clock, randomBytes: { [UInt8](repeating: 1, count: $0) })
    #expect(made.count == 3007)
  }

  @Test(arguments: [
    ("{{request}}", "_now"), ("{{now-1}}", "2029-12-31T23:59:59.999Z"),
    ("{{now+99999999999999999999}}", "2030-01-01T00:00:00.000Z"),
    ("{{id 1}}", "_01010101010101010101010101010101"), ("a{{braces}}b", "a{{b"), ("a{{b", "a{{b"),
    ("{{value 1 8}}", "65da8676"),
  ])
  func `makes a response`(text: String, made: String) {
    let response = SAMLTemplate(text: text).response(
      requestID: "_now", now: clock, randomBytes: { [UInt8](repeating: 1, count: $0) })
    #expect(response == made)
  }
}
