// SPDX-License-Identifier: Apache-2.0
// SAML responses to templates, and back.

import Formats
import Testing
import Text

@testable import Partner

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
    (
      "<a SessionIndex='1' ID='2' s='1'/>",
      "<a SessionIndex='{{id 1}}' ID='{{id 2}}' s='{{value 1}}'/>"
    ),
    ("<a URI='http://x' URL='#_1'/>", "<a URI='{{value 1}}' URL='{{value 2}}'/>"),
    ("<a ID='_1' URI='#_2'/>", "<a ID='{{id 1}}' URI='#{{id 2}}'/>"),
    ("<a x='_r' Name='_r'/>", "<a x='{{request}}' Name='_r'/>"),
    ("<a xmlns='u' xmlns:s='v' s:Name='n'/>", "<a xmlns='u' xmlns:s='v' s:Name='n'/>"),
    ("<a Name='{{x'/>", "<a Name='{{braces}}x'/>"),
    ("<?xml version='1.0'?><a/>", "<?xml version='1.0'?><a/>"),
    ("<Issuer><b>x</b>y</Issuer>", "<Issuer><b>{{value 1}}</b>y</Issuer>"),
    ("<a>\r\n\t<b\r\n  ID='1'/>\r\n</a>", "<a>\r\n\t<b\r\n  ID='{{id 1}}'/>\r\n</a>"),
  ])
  func `takes out what is secret and keeps the layout`(text: String, expected: String) {
    #expect(template(text) == expected)
  }

  @Test(arguments: [
    "Version", "Destination", "Recipient", "Name", "NameFormat", "FriendlyName", "Format",
    "Method", "Algorithm", "Value", "type",
  ])
  func `keeps what says nothing of the user`(name: String) {
    #expect(template("<a \(name)='some words'/>") == "<a \(name)='some words'/>")
  }

  @Test(arguments: ["Issuer", "Audience", "AuthnContextClassRef"])
  func `keeps the text of an element that says nothing of the user`(name: String) {
    #expect(template("<s:\(name)>words</s:\(name)>") == "<s:\(name)>words</s:\(name)>")
  }

  @Test(arguments: [
    "IssueInstant", "AuthnInstant", "NotBefore", "NotOnOrAfter", "SessionNotOnOrAfter",
  ])
  func `takes times as distances from now`(name: String) {
    #expect(template("<a \(name)='2030-01-01T00:00:01Z'/>") == "<a \(name)='{{now+1000}}'/>")
  }

  @Test(arguments: [(256, "{{value 1}}"), (257, "{{value 1 257}}")])
  func `gives the length of a text of more than 256 bytes`(count: Int, place: String) {
    let text = String(repeating: "u", count: count)
    #expect(template("<a>\(text)</a>") == "<a>\(place)</a>")
    #expect(template("<a x='\(text)'/>") == "<a x='\(place)'/>")
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
    ("{{value 1 8}}", "65da8676"), ("{{value 1 0}}", "6"), ("{{value 1}}", "65da867639080176"),
    ("{{value 1 17}}", "65da8676390801766"), ("{{malformed}}", "<samlp:Response ID="),
    ("{{now+315360000001}}", "2039-12-30T00:00:00.000Z"), ("{{now+x}}", "2030-01-01T00:00:00.000Z"),
    ("a{{now+1}}b{{now-1}}c", "a2030-01-01T00:00:00.001Zb2029-12-31T23:59:59.999Zc"),
  ])
  func `makes a response`(text: String, made: String) {
    let response = SAMLTemplate(text: text).response(
      requestID: "_now", now: clock, randomBytes: { [UInt8](repeating: 1, count: $0) })
    #expect(response == made)
  }

  @Test func `makes the same text of a place only within a response`() {
    let surroundings = TestClock().surroundings
    let template = SAMLTemplate(
      text: "{{id 1}} {{id 2}} {{id 1}} {{value 1}} {{value 2}} {{value 1}}")
    func parts() -> [Substring] {
      template.response(requestID: nil, now: clock, randomBytes: surroundings.randomBytes)
        .split(separator: " ")
    }
    let (first, second) = (parts(), parts())
    #expect(first[0] == first[2] && first[0] != first[1])
    #expect(first[3] == first[5] && first[3] != first[4])
    #expect(second[0] != first[0] && second[3] == first[3])
    let unknown = SAMLTemplate(text: "{{request}}").response(
      requestID: nil, now: clock, randomBytes: surroundings.randomBytes)
    #expect(unknown.hasPrefix("_") && unknown.utf8.count == 33)
  }
}
