// SPDX-License-Identifier: Apache-2.0
// Tests of what is learned as a secret from messages, by its name or by its look.

import Formats
import HTTP
import Testing
import Text

@testable import Redaction

struct LearningTests {
  static func mask(_ text: String, own: String = "") throws -> Mask {
    var secrets = KnownSecrets(own: OwnTexts([Array(own.utf8)]))
    secrets.addSecrets(
      of: HTTPResponse(
        status: 200, reason: "", headers: HeaderList(), body: Array(text.utf8)), json: nil)
    return secrets.mask
  }

  @Test(arguments: [
    #"{"my_access_token": "S3cretValue"}"#, #"{"appSecret": "S3cretValue"}"#,
    #"{"saml-assertion": "S3cretValue"}"#, #"{"userSession": "S3cretValue"}"#,
    #"{"statement": "S3cretValue"}"#, #"{"nonce": "S3cretValue"}"#,
    #"{"user": {"id": "S3cretValue"}}"#, #"{"households": [{"id": "S3cretValue"}]}"#,
    #"{"code": "S3cretValue"}"#, #"{"code": "S3cretValue", "sessionId": "x"}"#,
    #"{"attributes": [{"name": "userID", "values": ["S3cretValue"]}]}"#,
    #"{"inner": "{\"token\": \"S3cretValue\"}"}"#, #"{"url": "https://a/?token=S3cretValue&b=c"}"#,
    #"{"token": "S3cretValue", "#, #"{"name": "password", "value": "S3cretValue""#,
    "https://a/?x=1&authToken=S3cretValue#b", "https://a/back?code=S3cretValue&state=1",
    "<a><ns:token type=\"x\">S3cretValue</ns:token></a>", "<token value='S3cretValue'/>",
    "<token><![CDATA[S3cretValue]]></token>", "<user name='x' id=\"S3cretValue\"/>",
    "<param name=\"token\" kind=\"x\">S3cretValue</param>",
    "<input name=\"token\" type=\"hidden\"\n value=\"S3cretValue\">", "token: S3cretValue",
    #"{"attributes": [{"key": "userID", "value": "S3cretValue"}]}"#,
    #"{"attributes": [{"Value": "S3cretValue", "attribute": "userID"}]}"#,
    #"{"attributes": [{"attributeName": "userID", "values": ["x", "S3cretValue"]}]}"#,
    #"{"x": "<token>S3cretValue</token>"}"#, #"{"x": " [{\"token\": \"S3cretValue\"}]"}"#,
    #"{"x": "{\"token\": \"S3cretValue\", "}"#, #"[["https://a/?token=S3cretValue"]]"#,
    #"{"password": [{"x": ["y", "S3cretValue"]}]}"#, "<token type='x' Value=\"S3cretValue\"/>",
    "{\\\"token\\\": \\\"S3cretValue\\\"}", "token = [S3cretValue",
    "\(String(repeating: "x", count: 99))token=S3cretValue",
    "token=\(String(repeating: " ", count: 510))S3cretValue",
    #"{"a": [{"accessToken": "S3cretValue"}]}"#, #"{"userID": ["S3cretValue"]}"#,
    #"{"authenticationRequest": {"request": "S3cretValue"}}"#,
    "https://a/?code=S3cretValue&message=x", "https://a/?status=x&code=S3cretValue",
    #"{"code": "S3cretValue", "message": "m", "status": "ok"}"#, "https://user:S3cretValue@a/b",
    "Authorization: Bearer S3cretValue", "authorization=Basic%20eDpTM2NyZXRWYWx1ZQ==",
    "Content-Disposition: form-data; name=\"token\"\r\nContent-Type: text/plain\r\n\r\nS3cretValue\r\n--b",
    "Content-Disposition: form-data; name=\"token\"\r\n\r\nS3cretValue\r\n--b",
    "<Attribute Name=\"userToken\"><AttributeValue x='y'>S3cretValue</AttributeValue></Attribute>",
    "<input type=\"hidden\" value=\"S3cretValue\" id=\"1\" name=\"token\">",
    "Digest nextnonce=\"S3cretValue\"", "Set-Cookie: a=b; Path=/, c=S3cretValue; Secure",
    #"{"devices": {"S3cretValue": {"name": "x"}}}"#,
    #"{"x": "%7B%22token%22%3A%22S3cretValue%22%7D"}"#,
    "x=%7B%22token%22%3A%22S3cretValue%22%7D", "&lt;token&gt;S3cretValue&lt;/token&gt;",
    JSONWriter.text(["x": .string(Base64.encode(#"{"token": "S3cretValue"}"#))]),
    #"{"x": "\#(JWS.token(["userId": "S3cretValue"], key: "k"))"}"#,
    "{\"access_token\": \"\(JWS.token(["userId": "S3cretValue"], key: nil))\"}",
    #"["access_token", "S3cretValue"]"#, #"{"h": [["Authorization", "Bearer S3cretValue"]]}"#,
    #"x ["access_token", "S3cretValue"] y"#, "[('Authorization', 'Bearer S3cretValue')]",
    #"{"m": "[\"access_token\", \"S3cretValue\"]"}"#, #"{"x": 1, ["access_token","S3cretValue"#,
    #"{"key": "access_token", "val": "S3cretValue"}"#, #"{"k": "token", "v": "S3cretValue"}"#,
    #"{"header": "Authorization", "value": "Bearer S3cretValue"}"#,
    #"{"param": "token", "content": "S3cretValue"}"#, #"{"field": "pin", "data": ["S3cretValue"]}"#,
    #"{"key": "access_token", "val": "S3cretValue", "#,
    #"{"name": "pin", "values": ["S3cretValue", "#,
    "curl -u user:S3cretValue https://a", "curl -s --user 'user:S3cretValue' https://a",
    "curl -uuser:S3cretValue", "curl --proxy-user=\"user:S3cretValue\"",
    #"{"m": "curl -u \"user:S3cretValue\" https://a"}"#,
    "{u'access_token': u'S3cretValue'}", "access_token=b\"S3cretValue\"", "token: r'S3cretValue'",
    #"{"m": "{u\"token\": u\"S3cretValue\"}"}"#,
    "<password><b>S3cretValue", "<password>\n <b class='x'>S3cretValue</b></password>",
    "<password><![CDATA[<b>S3cretValue]]></password>", "<password>x<b>S3cretValue</b></password>",
    "<session><a>x</a><a><c/>y</a><raw>S3cretValue</raw></session>",
    "&lt;password&gt;&lt;b&gt;S3cretValue", "<key>token</key>\n<string>S3cretValue</string>",
    "Authorization: Basic \(Base64.encode("user:S3cretValue"))",
    #"{"Authorization": "Bearer Basic \#(Base64.encode("user:S3cretValue"))"}"#,
    "token: value: S3cretValue",
    "<table><tr><td>token</td><td>S3cretValue</td></tr></table>",
    "<dl><dt>Access token</dt>\n <dd>S3cretValue</dd></dl>",
    "<tr><th><b>token</b></th><td class='x'><code>S3cretValue</code></td></tr>",
    "<td>token:</td><td>S3cretValue</td>", "<td>token</td><td>S3cretValue",
    "<name>token</name><value>S3cretValue</value>", "token: <b>S3cretValue</b>",
    #"{"m": "<td>token</td><td>S3cretValue</td>"}"#, "token=<S3cretValue>",
    "| token | S3cretValue |", "| **token** | `S3cretValue` |", "x\ntoken | S3cretValue",
    "--password S3cretValue", "x --token 'S3cretValue' y", "x -password S3cretValue",
    #"["x", "--password", "S3cretValue"]"#,
    #"{"m": "x --password \"S3cretValue\" y"}"#, "token: `S3cretValue`", "the `token`: S3cretValue",
    "**token:** S3cretValue", "**token**: S3cretValue", #"["token","S3cretValue", "#,
    "'token' => 'S3cretValue'", "token => S3cretValue", "token -> S3cretValue",
    "token → S3cretValue", "AccessToken(value=S3cretValue, x=1)",
    "AccessToken{value='S3cretValue'}", "with Bearer S3cretValue", "token: “S3cretValue”",
    "token is «x», token: «S3cretValue», x", "token=S3cretValue.", "token=S3cretValue|user=x",
    "x\ty\ntoken\tS3cretValue\n", "x  y\n  token    S3cretValue\r\n",
    #"{"name": "token", "type": "x", "value": "S3cretValue", "#,
    #"<add key="token" value="S3cretValue"/>"#, #"<item key="token">S3cretValue</item>"#,
    "/back?u=%2Fx%3Ftoken%3DS3cretValue%26x%3D1&y=2", "<a href=\"/x?token=S3cretValue&amp;x=1\">",
    #"{"m": "x {\"a\": \"{\\\"token\\\": \\\"S3cretValue\\\"}\"}", "#,
  ])
  func `learns a secret by its name`(text: String) throws {
    #expect(try Self.mask(text).masked("it is S3cretValue.").contains("S3cret") == false)
  }

  @Test(arguments: [
    #"{"code": "readable_error", "message": "m"}"#, #"{"code": "readable"}"#,
    #"{"error": {"code": "Readable1", "status": 400}}"#, #"{"id": "Readable1"}"#,
    #"{"token_type": "Readable1", "token_expires": 123456789}"#,
    #"{"sessionCount": 1234567, "isSession": true}"#, "https://a/?error=Readable1&code=Readable1",
    "<error><code>Readable1</code></error>", "the token is Readable1",
    "<token/><x>Readable1</x>", "<x>code=Readable1 Details</x>",
    "https://a/?code=readable_error&state=1", "<token>, <x>Readable1</x>", "<id>Readable1</id>",
    "a spin: Readable1", "SPIN=Readable1",
    "token=\(String(repeating: " ", count: 511))Readable1", #"{"user": {"name": "Readable1"}}"#,
    #"{"attributes": [{"name": "kind", "value": "Readable1"}]}"#,
    #"{"attributes": [{"name": "userID", "other": "Readable1"}]}"#,
    #"{"list": ["Readable1"], "users": ["Readable1"]}"#, #"{"request": "Readable1"}"#,
    #"{"id": "readable", "code": "invalid_request", "status": 400}"#,
    #"{"grant": {"issuedAt": 1234567890, "source": "readable"}}"#,
    #"{"access_token": true, "password": null, "userID": "u1"}"#,
    #"{"missing": ["username", "password"]}"#, #"["token", "Readable1", "x"]"#,
    #"["readable", "Readable1"]"#, #"{"key": "readable", "val": "Readable1"}"#,
    "x (\"token\", \"Readable1\", 1", "(see the token, \"Readable1\")", "ssh -u a:Readable1",
    "curl -u Readable1 https://a", "curl -X a:Readable1", "<code><b>Readable1</b></code>",
    "<token><b>x</b></token><x>Readable1</x>", "<x><token><b>x</b></x>Readable1",
    "the `token` is Readable1", "| token | x |\nReadable1", "| x Readable1 | token |",
    "Bearer token: none, Readable1", "Bearer realm=\"x\" Readable1", "x --no Readable1",
    "token  is  Readable1", "<td>token</td></tr><tr><td>Readable1</td>",
    "<p>token</p><p>Readable1</p>", "The token, Readable1; value", "token - Readable1",
    #"["token", "Readable1", "x", "#, "token (Readable1)",
    "<a>token</a><b>Readable1</b>", "<key>token</key><key>a</key><b>Readable1</b>",
  ])
  func `learns no other value`(text: String) throws {
    let said = "\(text) Readable1 readable readable_error 123456789 true"
    #expect(try Self.mask(text).masked(said) == said)
  }

  /// A name for each ending that tells a secret, as the messages spell them, and the id of whoever
  /// watches, and on what.
  @Test(
    arguments: """
      access_token appSecret saml:Assertion userSession software_statement Password nonce \
      client_id userID householdId device-id sessionId tokenId subjectId SAMLResponse SAMLRequest \
      samlAttributeQueryResponse passwd passphrase credential credentials apiKey jwt cookie \
      private_key signature ds:SignatureValue deviceIdentifier userIdentifier saml:NameID \
      username otp authorization refreshTokens pin userPin sid x-sid ticket access_key csrf \
      refresh bearer pwd udid idfa identifierForVendor regCode link accessTokens secrets \
      passwords nonces assertions
      """.split(separator: " ").map { #"{"\#($0)": "S3cretValue"}"# }
        + ["user", "household", "device", "subscriber", "session", "visitor"].flatMap {
          [#"{"\#($0)": {"id": "S3cretValue"}}"#, "<\($0) name='x' id=\"S3cretValue\"/>"]
        })
  func `learns a secret by each name`(text: String) throws {
    #expect(try !Self.mask(text).masked("it is S3cretValue.").contains("S3cret"))
  }

  /// Each stands in one document within another.
  @Test(arguments: [1, 4, 6, 8])
  func `looks into documents within documents`(depth: Int) throws {
    var value: JSONValue = ["token": "S3cretValue"]
    for _ in 0..<depth { value = ["x": .string(JSONWriter.text(value))] }
    #expect(try Self.mask(JSONWriter.text(value)).masked("S3cretValue") == "‹token›")
  }

  static let ofErrors = [
    "error", "errors", "details", "trace", "helpUrl", "description", "error_description", "action",
    "title", "detail", "reason", "domain",
  ].map { (#"{"code": "Readable1", "url": "/a", "\#($0)": "x"}"#, "Readable1", "Readable1") }

  static let ofSessions = [
    "session", "session-id", "url", "expires", "expires_in", "expiration", "notAfter", "notBefore",
    "existingParameters", "missingParameters", "requestor", "registrationUrl", "generated",
    "interval", "state",
  ].map { (#"{"code": "whispered", "\#($0)": "x"}"#, "whispered", "‹code›") }

  @Test(arguments: ofErrors + ofSessions)
  func `learns the code of a session, though it is a word, and none of an error`(
    text: String, code: String, shown: String
  ) throws {
    #expect(try Self.mask(text).masked(code) == shown)
  }

  @Test(arguments: ["\"", "'", "<", ">", "&", "#", "\\", ",", ";", ")", "]", "}", " ", "\n"])
  func `a value ends where something else begins`(sign: String) throws {
    let text = "token=S3cretValue\(sign)Readable1"
    #expect(try Self.mask(text).masked(text) == "token=‹token›\(sign)Readable1")
  }

  @Test func `a value may begin as the name of a value does`() throws {
    #expect(try Self.mask("token=value-S3cret").masked("it is value-S3cret.") == "it is ‹token›.")
  }

  @Test(arguments: [#""a Readable1" b"#, #""a \"Readable1\" b""#, "'it is Readable1'"])
  func `a value in quotes ends at its quote`(value: String) throws {
    let text = "the token: \(value), Other1"
    let masked = try Self.mask(text).masked(text)
    #expect(!masked.contains("Readable1"))
    #expect(masked.hasSuffix(", Other1"))
  }

  @Test(arguments: [
    "<saml:Assertion>a</saml:Assertion>", "\n<Response xmlns='SAML'>abc</Response>",
    Base64.encode("<samlp:Response/>12345678"), Base64.encode("<?xml version='1.0'?><saml:AB/>"),
    "<p:AuthnRequest xmlns:p='urn:oasis:names:tc:SAML:2.0:protocol'>a</p:AuthnRequest>",
    "PHNhbWwgb2YgZXhh\nY3RseSBzbz4=",
  ])
  func `learns a SAML message wherever it stands`(message: String) throws {
    for text in [message, JSONWriter.text(["x": .string(message)])] {
      let masked = try Self.mask(text).masked("(\(message))")
      #expect(masked.filter { !$0.isWhitespace } == "(‹SAML›)", "\(text)")
    }
  }

  @Test(arguments: [
    "<A saml:id='1'>abcdef<a", "<other>no such message</other>", "<Response>no such one</Response>",
  ])
  func `takes no other text for a SAML message`(text: String) throws {
    #expect(try Self.mask(JSONWriter.text(["x": .string(text)])).masked(text) == text)
  }

  static let own = """
    GET: /api/v2/${service_provider}/sessions, url: https://target.example:8443, facts:
    {"service_provider": "NORDLYS"}
    """

  /// A documented path with the target's own ids, and its origin.
  @Test(arguments: [
    "/api/v2/NORDLYS/sessions", "https://target.example:8443/api/v2/NORDLYS/sessions", "/sessions",
    "https://target.example:8443",
  ])
  func `learns no address whose parts are known to everybody`(address: String) throws {
    for name in ["session", "link", "access_token"] {
      let mask = try Self.mask(JSONWriter.text([name: .string(address)]), own: Self.own)
      #expect(mask.maskedOwn("GET \(address)") == "GET \(address)")
    }
  }

  @Test(arguments: [
    "/api/v2/NORDLYS/S3cretValue", "https://other.example/S3cret", "/S3cretValue/sessions",
    "sessions/NORDLYS", "/api/S3c/sessions",
  ])
  func `learns an address of which a part is not`(address: String) throws {
    let mask = try Self.mask(JSONWriter.text(["session": .string(address)]), own: Self.own)
    #expect(mask.maskedOwn("GET \(address)") == "GET ‹session›")
  }

  @Test(
    arguments: [
      ("/api/v2/NORDLYS/login/readable?x=1", nil), ("https://idp.example/login/readable", nil),
      ("https://idp.example/login?token=S3cretValue", "https://idp.example/login?token=‹token›"),
      ("/9j/S3cretValue/x", "‹mine›"), ("S3cretValue-://x", "‹mine›"), ("S3cretValue", "‹mine›"),
    ] as [(String, String?)])
  func `searches a saved URL as any text, and takes no other value for one`(
    value: String, shown: String?
  ) {
    var secrets = KnownSecrets(own: OwnTexts([Array(Self.own.utf8)]))
    secrets.addSaved(.string(value), named: "mine")
    #expect(secrets.mask.maskedOwn("at \(value) it") == "at \(shown ?? value) it")
    secrets.addSaved(.string(value), named: "my_token")
    #expect(secrets.mask.maskedOwn("at \(value) it") != "at \(value) it")
  }

  @Test func `learns the credentials behind any number of schemes`() {
    var secrets = KnownSecrets()
    secrets.add(String(repeating: "Bearer ", count: 20_000) + "S3cretValue", named: "token")
    secrets.add(String(repeating: "Basic ", count: 20_000) + "abcd", named: "other")
    #expect(secrets.mask.masked("it is S3cretValue.") == "it is ‹token›.")
  }

  @Test func `learns numbers`() throws {
    let text = #"{"token": 1234567, "userID": [{"x": 7654321}, 765432]}"#
    #expect(
      try Self.mask(text).masked("1234567 7654321 765432 123456")
        == "‹token› ‹userID› ‹userID› 123456")
  }

  @Test(arguments: [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "AP-Device-Identifier",
    "AP-TempPass-Identity", "AP-Tempass-Identity", "AP-Visitor-Identifier", "Proxy-Authenticate",
    "Authentication-Info", "X-Api-Key", "X-Auth-Token",
  ])
  func `learns and hides the value of each header that carries a secret`(name: String) {
    var secrets = KnownSecrets()
    let value = name.contains("Cookie") ? "sid=S3cretValue" : "Bearer S3cretValue"
    secrets.addSecrets(
      of: HTTPRequest(method: "GET", target: "/", headers: HeaderList([HeaderField(name, value)])))
    #expect(!secrets.mask.masked("it is S3cretValue.").contains("S3cret"))
    #expect(SecretPlaces.isSecretHeader(name) && !SecretPlaces.isShownHeader(name))
  }

  /// The secret is nowhere else in the request.
  @Test(arguments: [
    HTTPRequest(method: "GET", target: "/a?b=c&access_token=S3cret%2BValue"),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X-My-Token": "S3cret+Value"])),
    HTTPRequest(
      method: "GET", target: "/", headers: HeaderList(["Referer": "/?token=S3cret+Value"])),
    HTTPRequest(
      method: "GET", target: "/", headers: HeaderList(["Cookie": "a=b; c=S3cret+Value; d=e"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["cookie": "a=\"S3cret+Value\""])),
    HTTPRequest(
      method: "GET", target: "/", headers: HeaderList(["Authorization": "fingerprint S3cret+Value"])
    ), HTTPRequest(method: "POST", target: "/", body: Array("a=b&token=S3cret%2BValue".utf8)),
    HTTPRequest(method: "POST", target: "/", body: Array(#""token=S3cret%2BValue""#.utf8)),
    HTTPRequest(method: "POST", target: "/", body: Array(#"{"token": "S3cret+Value"}"#.utf8)),
    HTTPRequest(method: "POST", target: "/", body: Array("<token>S3cret+Value</token>".utf8)),
    HTTPRequest(method: "POST", target: "/", body: Array(#"{"token": "S3cret+Value", "#.utf8)),
  ])
  func `learns a secret in each part of a request`(request: HTTPRequest) {
    var secrets = KnownSecrets()
    secrets.addSecrets(of: request)
    #expect(!secrets.mask.masked("it is S3cret+Value.").contains("S3cret"))
  }

  @Test func `learns cookies, and what a header says that is not known`() {
    var secrets = KnownSecrets()
    let headers = HeaderList([
      "Set-Cookie": "sid=CookieValue1; Path=/readable", "X-Auth-Token": "HeaderValue1",
      "Authorization": "Bearer BearerValue1", "Location": "/back?session_token=QueryValue1",
    ])
    secrets.addSecrets(
      of: HTTPResponse(status: 200, reason: "", headers: headers, body: []), json: nil)
    let text = "CookieValue1 HeaderValue1 BearerValue1 QueryValue1 /readable"
    #expect(
      secrets.mask.masked(text)
        == "‹cookie sid› ‹X-Auth-Token› ‹Authorization› ‹session_token› /readable")
  }

  @Test(arguments: [
    "dGhlcmUgaXMgbm90aGluZyByYW5kb20K/8F+2", "9f86d081884c7d659a2feaa0c55ad015",
    "550e8400-e29b-41d4-a716-446655440000", "K7WQ2ZTRM5XNB4JHG3PVC6YFDL2SA9EU",
    "qkzjxvwbpfmhgdtrnslcyqkzjxvwbpfm", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.",
    "zX81kLqW0bTr93mVnE5yHc27uJdGf6Aa4Ss", "01234567012345670123456701234567",
    "9f86d081884c7d65", "01234560123456012345601234560123", "K7WQ2ZTRM5XNB4JH",
    "eyJwbGF0Zm9ybSI6ICJ0dk9TIiwgIm1vZGVsIjogIkFwcGxlVFYifQ==", "%7B%22a%22%3A%22b%22%7D",
    "bandokeluritamosen", "token-lorumipsadole", "Bando-Keluri-Tamosen",
  ])
  func `masks what looks like a token, unless the suite wrote it`(token: String) throws {
    let text = "path/to/words?x=\(token)"
    #expect(try Self.mask("{}").masked(text).contains(token) == false)
    #expect(try Self.mask("{}").masked(text).hasPrefix("path/to/words"))
    #expect(try Self.mask("{}", own: "expect: \(token)").masked(text) == text)
  }

  @Test(arguments: [
    "/api/v2/service-provider/profiles/partner-single-sign-on/sessions",
    "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified", "2026-11-22T08:51:05.123456789Z",
    "http://www.w3.org/2001/10/xml-exc-c14n#", "authenticated_profile_missing_for_service",
    "tvp-channel-2202", "========================", "a sentence of =b", "20261122T085105.123Z",
    "a sentence of =a=b==c", "a sentence of ..=..",
    "application/x-www-form-urlencoded",
    "--------------------------------aaaaaaaaaaaaaaaa", "00000000000000000000000000000000000000",
    "UnsafeMutableRawBufferPointer.allocate", "VSErrorInfoKeyUnsupportedProviderIdentifier",
    "9f86d081884c7d6", "1764012345678901", "-1234567890.12345678", "PT1234567.123456789S",
    "https://sp.auth-staging.example.com:8443/api/v2/REF30/profiles/code/W47AHAF?redirect=/back",
    "redirectUrl=https%3A%2F%2Fapplication.example%2Fback", "com.example.application.Player2",
    "https://a1b2c3d4e5f6a7b8c9.execute-api.us-east-1.cloud.example:8443/login",
  ])
  func `shows what are words`(text: String) throws {
    #expect(try Self.mask("{}").masked(text) == text)
  }

  @Test func `takes for words what the suites and the facts say`() throws {
    let own = "expect: keluri"
    #expect(try Self.mask("{}", own: own).masked("keluri_tamosen_bando") == "‹masked›")
    #expect(
      try Self.mask("{}", own: "\(own) tamosen bando").masked("KeluriTamosen_bando")
        == "KeluriTamosen_bando")
  }

  /// A name of an answer is none, in whichever language; nor is it a token.
  @Test(arguments: [
    (#"{"estadoDelUsuarioActual": 1}"#, #"{"estadoDelUsuarioActual": 1}"#),
    (#"{"a": "estadoDelUsuarioActual"}"#, #"{"a": "‹masked›"}"#),
    (#"{"zX81kLqW0bTr93mVnE5yHc27": 1}"#, #"{"‹masked›": 1}"#),
    (#"{"bandokeluritamosen": 1}"#, #"{"‹masked›": 1}"#),
  ])
  func `shows names of several words`(text: String, shown: String) {
    #expect(KnownSecrets().mask.maskedDocument(text, isOwn: false) == shown)
  }

  @Test func `leaves the words around what it masks`() throws {
    let mask = try Self.mask(
      #"{"visit_token": "/api/v2/provider/sessions/x1-77q"}"#,
      own: "GET: /api/v2/${p}/sessions, p: provider")
    #expect(mask.masked("/api/v2/provider/profiles") == "/api/v2/provider/profiles")
    #expect(
      mask.masked("/login?state=zX81kLqW0bTr93mVnE5yHc27uJdGf6Aa4Ss&a=b")
        == "/login?state=‹masked›&a=b")
  }

  @Test func `shows what the suite wrote, though an answer calls it a secret`() throws {
    let own = "expect: {json: {state: active session, code: QWERTZ1}}"
    let mask = try Self.mask(
      #"{"session": {"state": "active session", "code": "QWERTZ1", "token": "hidden1"}}"#, own: own)
    #expect(mask.maskedOwn("active session QWERTZ1 hidden1") == "active session QWERTZ1 ‹session›")
  }

  @Test(arguments: ["token=", "token:", "<token>", "\"token\": \"", "code=", "token value "])
  func `searches a text once, however often a name stands in it`(unit: String) {
    let text = String(repeating: unit, count: 4000)
    var effort = SearchEffort()
    let found = SecretSearch.pairs(in: text, &effort)
    #expect(found.reduce(0) { $0 + $1.value.utf8.count } <= text.utf8.count)
  }

  @Test(arguments: [
    #"{"S3cretValue1_token": "S3cretValue1"}"#, #"{"<b>\"\u001b token": "S3cretValue1"}"#,
    #"{"9f86d081884c7d659a2feaa0c55ad015_token": "S3cretValue1"}"#,
  ])
  func `shows no name that holds a secret, or could be one`(text: String) throws {
    #expect(try Self.mask(text).masked("it is S3cretValue1") == "it is ‹masked›")
  }

  @Test func `searches a quarter of a gibibyte of messages`() {
    var secrets = KnownSecrets()
    let first = [100, 156].map { secrets.maySearch($0 * 1024 * 1024) }
    #expect(first == [true, true])
    #expect(secrets.mask.masked("anything") == "anything")
    let isOneMore = secrets.maySearch(1)
    #expect(!isOneMore)
    #expect(secrets.mask.masked("anything").hasPrefix("‹not shown: "))
  }

  @Test func `takes over what a shared fragment, and another scenario, has learned`() {
    let message = "<samlp:Response><Issuer>tvp-harbor-2201</Issuer></samlp:Response>"
    var shared = KnownSecrets()
    shared.add("S3cretValue", named: "token")
    shared.addPublic(JSONObject([("provider", "tvp-harbor-2201")]))
    shared.add(message, named: "SAML")
    var secrets = KnownSecrets()
    secrets.add("other-s3cret", named: "code")
    secrets.add("S3cretValue", named: "mine")
    secrets.merge(shared)
    var others = KnownSecrets()
    others.addShort(of: shared)
    #expect(others.mask.masked("it is S3cretValue.") == "it is ‹token›.")
    #expect(
      secrets.mask.masked("S3cretValue, other-s3cret, tvp-harbor-2201, \(message)")
        == "‹mine›, ‹code›, tvp-harbor-2201, ‹SAML›")
    shared.add(String(repeating: "one 1 ", count: 1 << 20), named: "token")
    secrets.merge(shared)
    #expect(secrets.mask.masked("anything").hasPrefix("‹not shown"))
  }

  @Test func `searches again what an exchange with too many secrets left out`() {
    var secrets = KnownSecrets()
    let texts = [String(repeating: "one 1 ", count: 1 << 20), "S3cretValue"]
    secrets.addShort { for text in texts { $0.add(text, named: "token") } }
    secrets.addShort { $0.add("S3cretValue", named: "pin") }
    #expect(secrets.mask.masked("it is S3cretValue.") == "it is ‹pin›.")
  }

  @Test func `finds parts of a secret that repeats itself, and secrets that begin alike`() {
    var secrets = KnownSecrets()
    secrets.add(String(repeating: "abcd1234i", count: 7000), named: "long")
    for number in 0..<500 { secrets.add("prefix-of-many-\(number)", named: "token") }
    let text = String(repeating: "abcd1234iabcd123 ", count: 350)
    #expect(!secrets.mask.masked(text).contains("abcd"))
    #expect(secrets.mask.masked("it is prefix-of-many-499.") == "it is ‹token›.")
  }
}
