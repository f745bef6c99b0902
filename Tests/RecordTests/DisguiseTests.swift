// SPDX-License-Identifier: Apache-2.0
// Made-up values within what is encoded.

import Formats
import Testing
import Text

@testable import Redaction

struct DisguiseTests {
  private static let disguise: Disguise = {
    var known = KnownSecrets()
    for (secret, name) in [("secret-4711", "token"), ("CODE-77X", "code"), ("4711900", "pin")] {
      known.add(secret, named: name)
    }
    return Disguise(
      known, general: KnownSecrets(), MadeUpValues(key: Array(repeating: 1, count: 32)))
  }()
  private static let made = disguise.made("secret-4711")

  @Test(arguments: [
    "secret-4711", "a=secret-4711&b=2", "https://a.test/x/secret-4711/y?z=1#secret-4711",
    #"{"a": ["secret-4711", 1], "secret-4711": "é \/"}"#, "<a b='secret-4711'>text</a>",
    "https://a.test/?u=https%3A%2F%2Fb.test%2F%3Ft%3Dsecret-4711", "key=secret-4711; Path=/",
    #"{"a": "{\"b\": \"secret-4711\"}"}"#,
  ])
  func `stand in the place of the secret alone`(text: String) {
    #expect(
      Self.disguise.text(text) == text.replacing("secret-4711", with: Self.made))
  }

  @Test(arguments: [
    #"{"primaryHardwareType":"SetTopBox","model":"TV5,3","id":"secret-4711"}"#,
    "<samlp:Response xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'><a>secret-4711</a>"
      + "</samlp:Response>", "https://a.test/?secret-4711",
  ])
  func `are the same in Base64, in forms and in strings of JSON`(inner: String) throws {
    let encoded = Base64.encode(inner)
    let header = Self.disguise.text(encoded)
    let expected = inner.replacing("secret-4711", with: Self.made)
    if inner.first != "h" { #expect(Base64.decode(header) == Array(expected.utf8)) }
    let form = Self.disguise.form("a=\(PercentEncoding.encodeForm(encoded))&b=+")
    #expect(form == "a=\(PercentEncoding.encodeForm(header))&b=+")
    let json = Self.disguise.text(JSONWriter.text(["a": .string(encoded)]))
    #expect(try JSONParser.document(json).root == ["a": .string(header)])
  }

  @Test func `keep the form and the times of a token`() throws {
    let claims: JSONValue = [
      "iss": "Harbor", "sub": "viewer-4711", "exp": 1_800_000_000, "uid": 90_210_111,
      "at": "2026-11-21T05:30:00Z", "list": ["someone", true],
    ]
    let token = JWS.token(claims, key: "key")
    let made = Self.disguise.text("x \(token)").dropFirst(2)
    let document = try JWS.document(String(made))
    #expect(document["header"] == ["alg": "HS256", "typ": "JWT"])
    let new = try #require(document["claims"])
    for name in ["iss", "exp", "at"] { #expect(new[name] == claims[name]) }
    #expect(new["sub"] == .string(Self.disguise.made("viewer-4711")))
    #expect(new["uid"] != claims["uid"] && new["list"] != claims["list"])
    let parts = (token.split(separator: "."), made.split(separator: "."))
    #expect(parts.0[2] != parts.1[2] && parts.0[2].count == parts.1[2].count)
  }

  @Test func `keep of a SAML message what says how and when`() throws {
    let message = """
      <saml:Response xmlns:saml="urn:oasis:names:tc:SAML:2.0:protocol" ID="_abc1" Version="2.0"
        IssueInstant="2026-11-21T05:30:00Z" InResponseTo="_abc0" Destination="https://a.test/acs">
        <saml:Issuer>https://idp.test</saml:Issuer><!-- of Jane -->
        <ds:SignatureValue>aGVsbG8gd29ybGQgMTIzNDU2\nNzg5MA==</ds:SignatureValue>
        <saml:NameID Format="urn:x">jane</saml:NameID>
        <saml:Attribute Name="household"><saml:AttributeValue>house 1</saml:AttributeValue>
        </saml:Attribute></saml:Response>
      """
    let made = Self.disguise.text(message)
    for gone in ["_abc1", "_abc0", "Jane", "jane", "house 1", "aGVsbG8gd29y", "Nzg5MA"] {
      #expect(!made.contains(gone), "\(gone): \(made)")
    }
    let kept = [
      "xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:protocol\"",
      "IssueInstant=\"2026-11-21T05:30:00Z\"",
      "Destination=\"https://a.test/acs\"", "<saml:Issuer>https://idp.test</saml:Issuer>",
      "ID=\"\(Self.disguise.made("_abc1"))\"", "Name=\"household\"", "Version=\"2.0\"",
    ]
    for kept in kept { #expect(made.contains(kept), "\(kept): \(made)") }
  }

  @Test(arguments: [
    ("Authorization", "Bearer secret-4711", "Bearer MADE"),
    ("Cookie", "a=1; sid=secret-4711", "a=1; sid=MADE"), ("User-Agent", "TV/3 (x)", "TV/3 (x)"),
    ("X-Count", "17", "17"), (":path", "/x?secret-4711", "/x?MADE"),
  ])
  func `are in headers as reports mask them`(name: String, value: String, expected: String) {
    #expect(
      Self.disguise.header(name, value) == expected.replacing("MADE", with: Self.made))
  }

  @Test func `replace all of a header that no report shows`() {
    #expect(Self.disguise.header("X-Odd", "q7;x|9{z}") != "q7;x|9{z}")
    #expect(
      Self.disguise.header("AP-Device-Identifier", "fingerprint q1").hasPrefix("fingerprint "))
  }

  @Test func `replace numbers that are secret`() throws {
    let json = Self.disguise.text(#"{"a": 4711900, "b": 4711901, "c": 1800000000}"#)
    let root = try JSONParser.document(json).root
    #expect(root["a"]?.number?.integer.map { 1_000_000...9_999_999 ~= $0 } == true)
    #expect(root["a"] != 4_711_900 && root["b"] == 4_711_901 && root["c"] == 1_800_000_000)
  }
}
