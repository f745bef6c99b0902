// SPDX-License-Identifier: Apache-2.0
// SAML responses of each kind, and templates made of them.

import Formats
import Testing
import Text

@testable import Partner

struct SAMLResponseTests {
  static let wellFormed = SAMLKind.allCases.filter { $0 != .malformed && $0 != .empty }
  static let withAssertion = wellFormed.filter { $0 != .statusResponder }

  func text(
    _ kind: SAMLKind, token: String = token, attributes: [String] = ["uid", "NameID"],
    missing: [String] = [], clockOffset: Int = 0
  ) -> String {
    SAMLResponse(
      kind: kind, issuer: "mso-1", otherIssuer: "apple-mso-102",
      request: SAMLRequest(verificationToken: token),
      channelIdentifier: MetadataRequest.cookbookChannelIdentifier, attributeNames: attributes,
      missingAttributes: missing, now: clock, clockOffset: .milliseconds(clockOffset),
      subject: "subject-1", olderRequestID: "_older",
      randomBytes: TestClock().environment.randomBytes
    ).text
  }

  /// The values of a path; the text is cleaned up as an application does.
  func values(_ path: String, _ text: String) throws -> [String] {
    try XMLPath(path).values(in: XMLReader.read(cleaned(text)))
  }

  /// The cookbook's clean-up: runs of blanks and tabs, line breaks, ends.
  func cleaned(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x09: if output.last != 0x20 { output.append(0x20) }
      case 0x0D, 0x0A: output.append(byte)
      default: output.append(byte)
      }
    }
    output.removeAll { $0 == 0x0D || $0 == 0x0A }
    return String(decoding: output.drop { $0 == 0x20 }, as: UTF8.self)
  }

  @Test(arguments: withAssertion)
  func `names request, audience, destination and time`(kind: SAMLKind) throws {
    let text = text(kind, clockOffset: 7_200_000)
    let expected: [(path: String, value: String)] = [
      ("/Response/@InResponseTo", kind == .replayed ? "_older" : "_request1"),
      ("/Response/@Destination", "https://sp.example/acs"),
      ("/Response/Issuer", kind == .otherIssuer ? "apple-mso-102" : "mso-1"),
      ("/Response/Assertion/Issuer", kind == .otherIssuer ? "apple-mso-102" : "mso-1"),
      ("/Response/Status/StatusCode/@Value", "urn:oasis:names:tc:SAML:2.0:status:Success"),
      ("//Subject/NameID", "subject-1"),
      ("//SubjectConfirmationData/@Recipient", "https://sp.example/acs"),
      ("//SubjectConfirmationData/@InResponseTo", kind == .replayed ? "_older" : "_request1"),
      (
        "//Audience",
        kind == .wrongAudience ? "https://another.audience.invalid" : "https://sp.example"
      ),
    ]
    for (path, value) in expected { #expect(try values(path, text) == [value], "\(kind) \(path)") }
    let window =
      switch kind {
      case .expired: ("2029-12-31T21:55:00.000Z", "2029-12-31T23:00:00.000Z")
      case .notYetValid: ("2030-01-02T00:00:00.000Z", "2030-01-02T01:00:00.000Z")
      case .skewed: ("2030-01-01T01:55:00.000Z", "2030-01-01T02:05:00.000Z")
      default: ("2029-12-31T23:55:00.000Z", "2030-01-01T00:05:00.000Z")
      }
    #expect(try values("//Conditions/@NotBefore", text) == [window.0])
    #expect(try values("//Conditions/@NotOnOrAfter", text) == [window.1])
  }

  @Test(arguments: withAssertion)
  func `gives the attributes that were asked for`(kind: SAMLKind) throws {
    let text = text(kind, attributes: ["uid", "NameID", "zip"])
    let names = try values("//Attribute/@Name", text)
    switch kind {
    case .attributesMissing: #expect(names == ["NameID", "zip"])
    case .large: #expect(names == ["uid", "NameID", "zip", "filler"])
    default: #expect(names == ["uid", "NameID", "zip"])
    }
    #expect(try values("//Attribute[@Name='NameID']/AttributeValue", text) == ["subject-1"])
    #expect(try values("//AttributeValue", text).allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: [
    (["uid", "NameID", "zip"], ["uid"], ["NameID", "zip"]),
    (["uid", "NameID", "zip"], ["uid", "NameID", "zip"], []),
    (["uid", "NameID", "zip"], ["zip"], ["uid", "NameID"]), (["NameID", "zip"], ["uid"], ["zip"]),
  ])
  func `leaves out those that the option names, else the first`(
    asked: [String], missing: [String], given: [String]
  ) throws {
    let text = text(.attributesMissing, attributes: asked, missing: missing)
    #expect(try values("//Attribute/@Name", text) == given)
  }

  @Test(arguments: wellFormed) func `means the same after the clean-up`(kind: SAMLKind) throws {
    func parts(_ text: String) throws -> [String] {
      var parts: [String] = []
      var rest = [try XMLReader.read(text)]
      while let element = rest.popLast() {
        parts.append(element.name)
        parts += element.attributes.map { "\($0.name)=\($0.value)" }
        if element.elements.isEmpty { parts.append(element.text) }
        rest += element.elements
      }
      return parts
    }
    let text = text(kind)
    let before = try parts(text)
    #expect(before.count > 10)
    #expect(try parts(cleaned(text)) == before)
  }

  @Test func `has no white space between elements but in the pretty one`() throws {
    for kind in Self.wellFormed {
      let text = text(kind)
      #expect(text.contains("\r\n") == (kind == .pretty))
      #expect(text.contains("\t") == (kind == .pretty))
      #expect(!text.contains("> <"))
    }
    let pretty = text(.pretty)
    #expect(pretty.contains(">\r\n\t<saml:Issuer>mso-1</saml:Issuer>\r\n\t<samlp:Status>\r\n\t\t<"))
    #expect(pretty.contains("<samlp:Response\r\n\t  xmlns:samlp="))
  }

  @Test func `is not well-formed, or nothing`() throws {
    #expect(throws: XMLError.self) { try XMLReader.read(text(.malformed)) }
    #expect(throws: XMLError.self) { try XMLReader.read(cleaned(text(.malformed))) }
    #expect(text(.malformed).utf8.count > 500)
    #expect(text(.empty) == "")
  }

  @Test func `is large, and its Base64 has every character that a form encodes`() {
    let base64 = Base64.encode(text(.large))
    #expect((65_536..<66_100).contains(text(.large).utf8.count))
    #expect(base64.contains("+") && base64.contains("/") && base64.hasSuffix("="))
  }

  @Test(arguments: wellFormed) func `claims a signature in one kind only`(kind: SAMLKind) throws {
    let values = try values("//SignatureValue", text(kind))
    #expect(values.isEmpty == (kind != .badSignature))
    if let value = values.first { #expect(Base64.decode(value)?.count == 256) }
  }

  @Test func `has an error status and no assertion`() throws {
    let text = text(.statusResponder)
    let status = "urn:oasis:names:tc:SAML:2.0:status:Responder"
    #expect(try values("/Response/Status/StatusCode/@Value", text) == [status])
    #expect(try values("//Assertion", text) == [])
    #expect(try values("/Response/@InResponseTo", text) == ["_request1"])
  }

  @Test(arguments: [
    "", "opaque", "bm90IHhtbA==", "%%%", Base64.encode("<a>"), Base64.encode("<a/>"),
  ])
  func `leaves out InResponseTo where the request is not readable`(token: String) throws {
    let text = text(.ok, token: token)
    #expect(try values("//@InResponseTo", text) == [])
    let channel = MetadataRequest.cookbookChannelIdentifier
    #expect(try values("/Response/@Destination", text) == [channel])
    #expect(try values("//Audience", text) == [channel])
  }

  @Test func `reads a request that is no Base64, and of any root`() {
    #expect(SAMLRequest(verificationToken: "  <x ID='7'/> ") == SAMLRequest(id: "7"))
    #expect(
      SAMLRequest(verificationToken: token)
        == SAMLRequest(
          id: "_request1", issuer: "https://sp.example",
          assertionConsumerServiceURL: "https://sp.example/acs"))
    let broken = Base64.encode("<x ID='7'/>").map { "\($0)\n" }.joined()
    #expect(SAMLRequest(verificationToken: broken).id == "7")
  }

  @Test func `answers an older request of the device, if there was one`() throws {
    let framework = try open("saml-replayed")
    func inResponseTo(_ id: String) throws -> String? {
      let answer = try framework.call(
        "authenticate",
        [
          "verificationToken": .string(Base64.encode("<x ID='\(id)'/>")),
          "attributeNames": ["uid"], "isInterruptionAllowed": true,
        ])
      let text = try #require(answer["samlAttributeQueryResponse"]?.string)
      return try values("/Response/@InResponseTo", text).first
    }
    let madeUp = try inResponseTo("_1")
    #expect(madeUp?.hasPrefix("_") == true && madeUp != "_1")
    #expect(try inResponseTo("_2") == "_1")
  }

  @Test func `knows a user by provider and device`() throws {
    func subject(_ state: String, _ provider: String) throws -> String? {
      let framework = try open(state, JSONObject([(name: "provider", value: .string(provider))]))
      let answer = try framework.call("authenticate", authentication())
      let text = try #require(answer["samlAttributeQueryResponse"]?.string)
      #expect(try values("/Response/Issuer", text) == [provider])
      return try values("//Subject/NameID", text).first
    }
    let first = try subject("granted-signed-in", "x")
    #expect(try subject("saml-pretty-printed", "x") == first)
    #expect(try subject("granted-signed-in", "y") != first)
  }
}

struct SAMLTemplateTests {
  func template(_ text: String) -> String {
    SAMLTemplate(response: text, requestID: "_r", now: clock).text
  }

  func response(_ template: String) -> String {
    SAMLTemplate(text: template).response(
      requestID: "_now", now: clock, randomBytes: { [UInt8](repeating: 1, count: $0) })
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
    ("<Issuer>a{{b<![CDATA[c]]></Issuer>", "<Issuer>a{{braces}}bc</Issuer>"),
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

  @Test(arguments: [
    (256, "{{value 1}}", 16), (257, "{{value 1 257}}", 257), (3000, "{{value 1 3000}}", 3000),
  ])
  func `keeps the length of a text of more than 256 bytes`(count: Int, place: String, made: Int) {
    let text = String(repeating: "u", count: count)
    #expect(template("<a>\(text)</a>") == "<a>\(place)</a>")
    #expect(template("<a x='\(text)'/>") == "<a x='\(place)'/>")
    #expect(response("<a>\(place)</a>").count == made + 7)
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
    #expect(response(text) == made)
  }

  @Test func `makes the same text of a place only within a response`() {
    let environment = TestClock().environment
    let template = SAMLTemplate(
      text: "{{id 1}} {{id 2}} {{id 1}} {{value 1}} {{value 2}} {{value 1}}")
    func parts() -> [Substring] {
      template.response(requestID: nil, now: clock, randomBytes: environment.randomBytes)
        .split(separator: " ")
    }
    let (first, second) = (parts(), parts())
    #expect(first[0] == first[2] && first[0] != first[1])
    #expect(first[3] == first[5] && first[3] != first[4])
    #expect(second[0] != first[0] && second[3] == first[3])
    let unknown = SAMLTemplate(text: "{{request}}").response(
      requestID: nil, now: clock, randomBytes: environment.randomBytes)
    #expect(unknown.hasPrefix("_") && unknown.utf8.count == 33)
  }
}
