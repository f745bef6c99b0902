// SPDX-License-Identifier: Apache-2.0
// Tests of what is masked, however it is written, and in header fields.

import Formats
import HTTP
import Record
import Redaction
import Testing
import Text

struct MaskTests {
  static func mask(_ secret: String) -> Mask { mask([secret: "token"]) }

  static let claims = Base64.encode(
    #"{"issuer":"Harbor","type":"partner","sub":"viewer-4711-of-us","typ":1}"#)

  /// A mask of secrets with these names, after the framework was told something.
  static func mask(
    _ secrets: KeyValuePairs<String, String>, told: JSONObject = JSONObject()
  ) -> Mask {
    var redaction = KnownSecrets()
    redaction.addPublic(told)
    for (secret, name) in secrets { redaction.add(secret, named: name) }
    return redaction.mask
  }

  @Test(
    arguments: [
      ("code QWX7TZ", "code ‹…›"), ("number 482913", "number ‹…›"),
      ("id a1b2c3d4", "id ‹…›"), ("{\"id\": 4829137}", "{\"id\": \"‹…›\"}"),
      ("short A1B2C", "short A1B2C"), ("GET /api/v2/ORCHARD/profiles", nil),
      ("401 on 2026-11-30T12:10:38.158Z", nil), ("1796040638158", nil),
      ("tvOS 17.4.1 at 127.0.0.1:8080", nil), ("a-word-of-many", nil),
    ] as [(String, String?)])
  func `withholds codes and ids while more may come`(text: String, masked: String?) {
    var mask = Self.mask([:])
    mask.isCautious = true
    #expect(mask.maskedDocument(text, isOwn: true) == masked ?? text)
  }

  /// Of a message, only what is public is shown.
  @Test(
    arguments: [
      ("the code is A1B2C", "the code is ‹…›"), ("user Anna", "user ‹…›"),
      ("after 30s or 1500ms", nil), ("12b", "‹…›"),
      ("user Bärbel  Müller, age 42", "user ‹…›, age 42"), ("id 12-34-56", "id ‹…›"),
      ("partner-xk-token", "‹…›"), ("partner-token", nil), ("say keluri2-99 here", "say ‹…› here"),
      ("at Tue, 01 Dec 2026 02:25:53 GMT", nil), ("2026-11-30T12:10:38.158Z", nil),
      ("it is 1796040638158 or 127.0.0.1", nil), ("/api/v2/xy9/sessions", "/api/v2/‹…›/sessions"),
      ("/api/v2/KELURI-7/sessions", nil), ("aaaaaaa", "‹…›"), ("– “token” …", nil),
      ("a%20b%20xkcdk", "a%20‹…›%20‹…›"),
      ("unauthorizedClient, Bärenhunger", "unauthorizedClient, ‹…›"),
      (
        #"{"state": "open", "of": "Zoe", "Zoe": [1, 482913]}"#,
        #"{"state": "open", "of": "‹…›", "‹…›": [1, "‹…›"]}"#
      ),
      (#"{"state": "open", "of": "Zo"#, #"{"state": "open", "of": "‹…›"#),
      ("<user name=\"Zoe\">zoeNowak</user>", "<user name=\"‹…›\">‹…›</user>"),
    ] as [(String, String?)])
  func `shows of messages what is public while more may come`(text: String, masked: String?) {
    let own = OwnTexts(
      [Array("path: /api/v2/KELURI-7/sessions".utf8)], wordsOf: [Array("age, unauthorized".utf8)])
    var mask = KnownSecrets(own: own).mask
    mask.isCautious = true
    #expect(mask.maskedDocument(text, isOwn: false) == masked ?? text)
    #expect(mask.maskedDocument(masked ?? text, isOwn: false) == masked ?? text)
  }

  @Test(
    arguments: [
      ("abc.DEF+ghi/jkl==", "x abc.DEF+ghi/jkl== y", "x ‹token› y"),
      ("abc.DEF+ghi/jkl==", "abc.DEF%2Bghi%2Fjkl%3D%3D", "‹token›"),
      ("abc.DEF+ghi/jkl==", "abc.def%2bghi%2fjkl%3d%3d", "‹token›"),
      ("abc.DEF+ghi/jkl==", "abc.DEF%252Bghi%252Fjkl%253D%253D", "‹token›"),
      ("abc.DEF+ghi/jkl==", #"abc.DEF+ghi\/jkl=="#, "‹token›"),
      ("abc.DEF+ghi/jkl==", #"abc.DEF+ghi/jkl\u003d\u003d"#, "‹token›"),
      ("abc.DEF+ghi/jkl==", Base64.encode("abc.DEF+ghi/jkl=="), "‹token›"),
      ("secret one", "secret+one, secret%20one", "‹token›, ‹token›"),
      ("say \"secret\"", #"{"a": "say \"secret\""}"#, #"{"a": "‹token›"}"#),
      ("<a b=\"c\">", "&lt;a b=&quot;c&quot;&gt; &lt;a b=\"c\"&gt;", "‹token› ‹token›"),
      ("<saml>\n  <a/>\n</saml>", "<saml> <a/></saml>", "‹SAML›"),
      ("PHNhbWw+c29tZXRoaW5nPC9zYW1sPg==", "<saml>something</saml>", "‹SAML›"),
      ("0123456789abcdef", "it was 0123456789ab…", "it was ‹token›…"),
      ("0123456789abcdef", "it was 0123456789ab", "it was ‹token›"),
      ("0123456789abcdef", "it was 0123456789ab, or so", "it was ‹token›, or so"),
      ("0123456789abcdef", "it was 456789abcdef, or so", "it was ‹token›, or so"),
      ("0123456789abcdef", "it was 3456789abcd, or so", "it was 3456789abcd, or so"),
      ("0123456789abcdef", "it was 0123456789…", "it was 0123456789…"),
      ("0123456789abcdef", "it was 0123456789a…", "it was 0123456789a…"),
      // A part that has lost its signs is shorter, but no part of the text is.
      ("ab-cd-efghijkl", "it was ab-cd-efghi", "it was ab-cd-efghi"),
      ("a-b-c-d3f5h7jkl", "it was a-b-c-d3f5h7", "it was ‹token›"),
      ("a-b-c-d-efghijkl", "it was a-b-c-d-efgh", "it was a-b-c-d-efgh"),
      // Two words of a sentence are no short secret; a long one may be wrapped.
      ("abcdefghijk", "it was abcdef ghijk", "it was abcdef ghijk"),
      ("abcdefghijkl", "it was abcdef ghijkl", "it was ‹token›"),
      ("abcdefghijk", "it was abcdef\n  ghijk", "it was ‹token›"),
      ("YWJjZGVmZ2hpamtsbQ==", "so VmZ2hpamtsbQ== it", "so ‹token› it"),
      ("YWJjZGVmZ2hpamtsbW4=", "so Z2hpamtsbW4= it", "so ‹token› it"),
      // The letter before a part may be that of the secret, too.
      (#"W1th=Signs&more<"q">'z"#, #"it was &more<"q">'z, so"#, "it was ‹token›, so"),
      ("abcdef ghijk", "it was abcdefghijk", "it was ‹token›"),
      ("a hidden value", Base64.encode("a hidden value"), "‹token›"),
      ("a hidden value", Base64.encode("ba hidden value b"), "‹token›"),
      ("a hidden value", Base64.encode("bba hidden value"), "‹token›"),
      ("a hidden value", "x 612068696464656E2076616c7565 y", "x ‹token› y"),
      ("a hidden value", "is 612068696464656e2076616c7565!", "is ‹token›!"),
      ("a hidden value", "is 612068696464656E2076616C7565!", "is ‹token›!"),
      ("abcd\nefgh\nijkl\nmnop", Base64.encode("abcdefghijklmnop"), "‹token›"),
      ("YWJjZGVmZ2hpams=", "(YWJjZGVmZ2hpams=)", "(‹token›)"),
      ("YWJjZGVmZ2hpams=", "(YWJjZGVmZ2hpams)", "(‹token›)"), ("abcde", "abcde", "abcde"),
      ("abcdef", "abcdef", "‹token›"), ("short", "short", "short"),
      ("seçret✓", "a seçret✓ b", "a ‹token› b"),
      ("a secret", "x \(SHA256.hexadecimal(Array("a secret".utf8)))", "x ‹masked›"),
      // A piece of what a token decodes to is no more than a run in other JSON.
      (claims, #"is {"sub":"viewer-4711-of-us", "typ": 1}"#, #"is {"sub":"‹token›", "typ": 1}"#),
      (claims, #"is {"issuer":"Harbor","type":"x"}"#, #"is {"issuer":"Harbor","type":"x"}"#),
    ] as [(String, String, String)])
  func `masks a secret in every form, and a cut one`(secret: String, text: String, shown: String) {
    #expect(Self.mask(secret).masked(text) == shown)
  }

  static let saml = "<samlp:Response><NameID>viewer</NameID></samlp:Response>"

  @Test(arguments: [
    ("error: \(saml) end", "error: ‹SAML› end"),
    (
      "<s:Envelope><s:Body>\(saml)</s:Body></s:Envelope>",
      "<s:Envelope><s:Body>‹SAML›</s:Body></s:Envelope>"
    ),
    ("&lt;p&gt;&lt;saml2:Assertion>x&lt;/saml2:Assertion&gt; end", "&lt;p&gt;‹SAML› end"),
    ("<AuthnRequest xmlns=\"urn:oasis:names:tc:SAML:2.0:protocol\"/> end", "‹SAML› end"),
    ("it began <samlp:Response><NameID>view", "it began ‹SAML›"),
    ("in \(Base64.encode("of \(saml)")) it", "in ‹masked› it"),
    ("/x?a=\(Base64.encode(url: saml))&b=1", "/x?a=‹masked›&b=1"),
    ("at https://9f86d081884c7d65.b:c@a.example/", "at https://‹masked›.b:c@a.example/"),
    ("eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.", "‹masked›."),
    ("Basic \(Base64.encode("anybody:password"))", "Basic ‹masked›"),
    (saml.utf8.map { "\\x" + Hexadecimal.text(of: [$0]) }.joined(), "‹SAML›"),
  ])
  func `withholds a message wherever it begins, that nobody knows`(text: String, shown: String) {
    #expect(KnownSecrets().mask.masked(text) == shown)
  }

  /// What is masked stays well formed, and what decides a finding is shown.
  @Test(arguments: [
    (
      #"{"a":1234567,"b":[1.234567e6, 7654321],"c":"x hunter-2-9"}"#,
      #"{"a":"‹token›","b":["‹token›", 7654321],"c":"x ‹token›"}"#
    ),
    (
      #"{"notAfter": 1764012345678, "at": "2026-11-22T08:51:05.403Z", "n": 12345678"#,
      #"{"notAfter": 1764012345678, "at": "2026-11-22T08:51:05.403Z", "n": 12345678"#
    ),
    (#"{"a": "hunter-2-9", b: hunter-2-9}"#, #"{"a": "‹token›", b: ‹token›}"#),
    ("<a b=\"hunter-2-9\">hunter-2-9</a>", "<a b=\"‹token›\">‹token›</a>"),
    ("[see] token=hunter-2-9", "[see] token=‹token›"),
    ("[68756e7465722d322d39, 7]", "[‹token›, 7]"),
    (#"{"a": "x"y hunter-2-9"}"#, #"{"a": "x"y ‹token›"}"#),
  ])
  func `keeps JSON and XML well formed`(text: String, shown: String) {
    let mask = Self.mask(["1234567": "token", "hunter-2-9": "token"])
    #expect(mask.masked("a%201234567, 91234567, 1234567.5") == "a%20‹token›, 91234567, ‹token›.5")
    #expect(mask.maskedDocument(text, isOwn: false) == shown)
  }

  @Test func `masks the end of a long secret`() {
    let secret = (0..<30_000).map { "word\($0 % 977) " }.joined() + "the very last-of-them"
    #expect(Self.mask(secret).masked("so the very last-of-them it was") == "so ‹token› it was")
  }

  @Test func `shows what the harness says also where there are too many secrets`() {
    var redaction = KnownSecrets(own: OwnTexts([Array("names: [zq7-x9-wp2]".utf8)]))
    redaction.add("hunter-1-2-3", named: "token")
    redaction.add(String(repeating: "one 1 ", count: 1 << 20), named: "long")
    let mask = redaction.mask
    #expect(
      mask.masked("anything of an answer") == "‹not shown: the answers hold too many secrets›")
    #expect(mask.maskedOwn("/profiles/one: 200, zq7-x9-wp2") == "/profiles/one: 200, zq7-x9-wp2")
    #expect(mask.maskedOwn("expected hunter-1-2-3 here") == "expected ‹token› here")
    // Nobody knows which of the words are secret that the suites did not write.
    #expect(mask.maskedOwn("expected x9y8z7 here") == "expected ‹masked› here")
  }

  @Test func `searches a header once more where it is encoded, as is known later`() {
    let headers = HeaderList(["X-A": Base64.encode(#"{"token": "so it is-41"}"#)])
    let request = HTTPRequest(method: "GET", target: "/", headers: headers)
    var redaction = KnownSecrets()
    redaction.addSecrets(of: request)
    redaction.addEncodedHeaders(["X-A"])
    redaction.addSecrets(of: request)
    #expect(redaction.mask.masked("so it is-41") == "‹token›")
  }

  @Test func `finds room for a large message in all the forms in which it is sent`() {
    let lines = (0..<900).map {
      "<saml:a n=\"\($0)\">\(String(repeating: "x+/=", count: 16))</saml:a>"
    }
    let message = "<saml:Response>\n\(lines.joined(separator: "\n\t"))</saml:Response>"
    var redaction = KnownSecrets()
    redaction.add(message, named: "saml")
    let encoded = Base64.encode(message)
    for body in [
      FormBody.encode([("SAMLResponse", encoded)]), Array("SAMLResponse=\(encoded)".utf8),
    ] {
      redaction.addSecrets(of: HTTPRequest(method: "POST", target: "/", body: body))
    }
    #expect(redaction.mask.masked("a 403 here, \(encoded)") == "a 403 here, ‹saml›")
  }

  @Test(arguments: [
    ("the provider is tvp-harbor-2201.", "the provider is tvp-harbor-2201."),
    (#"{"id": "tvp-harbor-2201", "x": 1}"#, #"{"id": "tvp-harbor-2201", "x": 1}"#),
    ("tvp-harbor-22", "tvp-harbor-22"), ("x suer>tvp-harbor-2201 x", "x suer>tvp-harbor-2201 x"),
    ("so <Issuer>tvp-harbor-2201</Issuer>", "so <Issuer>tvp-harbor-2201</Issuer>"),
    ("viewer-4711-of-them", "‹NameID›"),
  ])
  func `shows what the framework was told, which stands in a SAML message`(
    text: String, shown: String
  ) {
    let message =
      "<samlp:Response><Issuer>tvp-harbor-2201</Issuer><NameID>viewer-4711-of-them</NameID>"
      + "</samlp:Response>"
    #expect(Self.mask([message: "SAML"], told: Self.told).masked(text) == shown)
  }

  static let issuer = "<samlp:Response><Issuer>tvp-harbor-2201</Issuer></samlp:Response>"
  static let told = JSONObject([
    ("provider", "tvp-harbor-2201"), ("password", "viewer-4711-of-them"),
  ])

  @Test(arguments: [(99, "tvp-harbor-2201"), (100, "‹SAML›")])
  func `remembers a hundred texts that the framework was told`(others: Int, shown: String) {
    let first = (0..<others).map { (name: "n\($0)", value: JSONValue.string("public text \($0)")) }
    let told = first + Self.told.members.map { ($0.name, $0.value) }
    let mask = Self.mask([Self.issuer: "SAML"], told: JSONObject(told))
    #expect(mask.masked("x tvp-harbor-2201 x") == "x \(shown) x")
  }

  @Test func `masks what the framework was told once it is known as a secret, or a part of one`() {
    let mask = Self.mask([Self.issuer: "SAML", "tvp-harbor-2201": "token"], told: Self.told)
    #expect(mask.masked("x suer>tvp-harbor-2201 x") == "x suer>‹token› x")
    let part = Self.mask(["abcdef-tvp-harbor-2201-ghijkl": "token"], told: Self.told)
    #expect(part.masked("tvp-harbor-2201 here") == "‹token› here")
  }

  @Test func `masks a text as the one that goes on where another ended`() {
    let mask = Self.mask("a hidden value")
    #expect(mask.masked("den value, so", after: "it is a hid") == "‹token›, so")
    #expect(mask.masked("so", after: "it is a hidden value, ") == "so")
    #expect(mask.masked("so a hidden value", after: "é") == "so ‹token›")
  }

  @Test func `shows what looks like a token in what the user gave, unless it is known`() {
    let name = "9f86d081884c7d659a2feaa0c55ad015"
    #expect(Self.mask("a hidden value").maskedGiven("/tmp/\(name)") == "/tmp/\(name)")
    #expect(Self.mask(name).maskedGiven("/tmp/\(name)") == "/tmp/‹token›")
  }

  @Test func `masks the longest of two that begin alike, and each in what a token decodes to`() {
    let json = #"{"by":"Harbor","name":"Ann Lee at sea","pin":"abcdef"}"#
    let mask = Self.mask([
      "abcdef": "short", "abcdefghijkl": "long", Base64.encode(json): "token",
      "Ann Lee at sea": "who",
    ])
    #expect(mask.masked("abcdefghijkl abcdefg") == "‹long› ‹short›g")
    #expect(
      mask.masked(" \(json.dropLast())") == #" {"by":"Harbor","name":"‹who›","pin":"‹short›""#)
  }
}

struct EscapeTests {
  /// Between the letters before and after it, a character as a service may write it.
  @Test(
    arguments: [
      ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
      ("+", "&plus;"), ("/", "&sol;"), ("=", "&equals;"), (" ", "&nbsp;"), (" ", "&NewLine;"),
      ("%", "&percnt;"), ("_", "&lowbar;"), (":", "&colon;"), (".", "&period;"), (" ", "&Tab;"),
      ("¡", "&iexcl;"), ("¿", "&iquest;"), ("À", "&Agrave;"), ("ß", "&szlig;"), ("ø", "&oslash;"),
      ("þ", "&thorn;"), ("ÿ", "&yuml;"), ("=", "&#61;"), ("=", "&#x3d;"), ("=", "&#X3D;"),
      ("=", "&equals"), ("&", "&amp"), ("=", "&#0000000000000000000061;"), ("=", "&#x3D"),
      ("(", "&lpar;"), ("_", "&UnderBar;"), ("é", "%E9"), ("é", #"\xe9"#), ("é", #"\xC3\xA9"#),
      ("=", #"\075"#), ("=", "\u{200B}="), ("É", "é"), ("ß", "SS"), ("Ж", "ж"), ("=", "%3D"),
      ("=", "%3d"), ("=", #"\u003d"#), ("=", #"\u003D"#), ("=", #"\x3d"#), ("=", #"\X3d"#),
      ("=", #"\u{3d}"#), ("=", #"\u{00003d}"#), ("/", #"\/"#), ("'", #"\'"#), ("\"", #"\""#),
      ("\\", #"\\"#), (" ", #"\n"#), (" ", #"\r"#), (" ", #"\t"#), (" ", #"\b"#), (" ", #"\f"#),
      ("\u{10000}", #"\ud800\udc00"#), ("\u{10FFFF}", #"\uDBFF\uDFFF"#), ("=", "%u003d"),
      ("=", #"\x{3d}"#), ("🔑", #"\U0001F511"#), ("🔑", #"\u{1F511}"#), ("🔑", "&#128273;"),
      ("é", "%C3%A9"), ("_", "/"), ("é", #"\u00e9"#), ("=", "%26%23%36%31%3b"),
      ("=", "&#38;#61;"), ("=", #"\u0025\u0033\u0044"#), ("=", "%2%35%33D"), ("\"", #"\\\\\\\""#),
      ("\"", #"\\\\\\\\\\\\\\\""#), ("🔑", #"\\uD83D\\uDD11"#), ("=", "%E2%80%8B="),
      ("&", "&ampamp"),
    ] as [(String, String)])
  func `finds a secret however a character is written`(character: String, written: String) {
    let mask = MaskTests.mask("wxyz\(character)opqrst")
    #expect(mask.masked("it is wxyz\(written)opqrst.") == "it is ‹token›.")
  }

  @Test(arguments: [
    "%3", "%3g", #"\u003"#, #"\x3"#, #"\u{}"#, #"\u{000003d}"#, #"\q"#, "&unknown;", "&#;",
    "&#xg;", "&nothing", #"\ud800"#,
  ])
  func `takes no other text for an escape`(written: String) {
    let text = "it is wxyz\(written)opqrst."
    #expect(MaskTests.mask("wxyz=opqrst").masked(text) == text)
  }

  @Test(arguments: [(0, true), (11, true), (12, false)])
  func `finds a secret that is escaped up to twelve times`(more: Int, isFound: Bool) {
    let text = "it is wxyz%\(String(repeating: "25", count: more))2Fopqrst."
    #expect(
      MaskTests.mask("wxyz/opqrst").masked(text) == "it is ‹\(isFound ? "token" : "masked")›.")
  }
}

struct HeaderMaskTests {
  /// What is shown of a field of a request and of an answer.
  private static func shown(_ field: HeaderField, own: String = "") -> [String?] {
    var step = SmallRecords.step()
    step.exchanges[0].detail = SmallRecords.detail {
      ($0.requestHeaders, $0.responseHeaders) = ([field], [field])
    }
    let record = SmallRecords.scenario(.passed, [step])
    var secrets = KnownSecrets(own: OwnTexts([Array(own.utf8)]))
    secrets.add("S3cretValue", named: "token")
    let detail = secrets.mask.masked(record).value.steps[0].exchanges[0].detail
    return [detail?.requestHeaders.first?.value, detail?.responseHeaders.first?.value]
  }

  @Test(
    arguments: """
      Accept Age Allow Alt-Svc AP-Partner-Framework-Status AP-SDK-Identifier Cache-Control \
      Connection Content-Disposition Content-Encoding Content-Language Content-Length \
      Content-Location Content-Range Content-Type Date ETag Expect Expires Forwarded Host If-Match \
      If-Modified-Since If-None-Match Keep-Alive Last-Modified Link Location Origin Pragma Range \
      Referer Referrer-Policy Retry-After Server Strict-Transport-Security TE Trailer \
      Transfer-Encoding Upgrade User-Agent Vary Via WWW-Authenticate X-Content-Type-Options \
      X-Device-Info X-Frame-Options X-Powered-By X-Requested-With X-XSS-Protection Accept-Encoding \
      Access-Control-Allow-Origin Content-Security-Policy Content-Security-Policy-Report-Only \
      Cross-Origin-Opener-Policy RateLimit RateLimit-Reset Sec-Fetch-Mode X-RateLimit-Limit
      """.split(separator: " ").map(String.init))
  func `shows a field that holds no secret, except for the secrets in it`(name: String) {
    let shown = Self.shown(HeaderField(name, "readable S3cretValue words"))
    #expect(shown == ["readable ‹token› words", "readable ‹token› words"])
  }

  /// Of credentials their scheme, and nothing else; of a framework's header, which a document defines as
  /// JSON in Base64, what it decodes to; of an unknown field what the suite wrote, and words.
  @Test(arguments: [
    ("Authorization", "Bearer other-one", "Bearer ‹masked›"),
    ("Authorization", "Basic other-one", "Basic ‹masked›"),
    ("Authorization", "fingerprint other-one", "fingerprint ‹masked›"),
    ("Authorization", "Digest other-one", "Digest ‹masked›"),
    ("Authorization", "DPoP other-one", "DPoP ‹masked›"),
    ("Authorization", "Negotiate other-one", "Negotiate ‹masked›"),
    ("Authorization", "Bearer", "Bearer"), ("Authorization", "Basic", "Basic"),
    ("Authorization", "", ""), ("Authorization", "Other other-one", "‹masked›"),
    ("Authorization", "Bearerother-one", "‹masked›"),
    ("Authorization", "bearer other-one", "‹masked›"),
    ("Authorization", "Bearer S3cretValue", "Bearer ‹token›"),
    ("X-Device-Info", Base64.encode(#"{"a":"b"}"#), Base64.encode(#"{"a":"b"}"#)),
    ("X-Device-Info", Base64.encode(#"{"a":"S3cretValue"}"#), #"{"a":"‹token›"}"#),
    ("X-Device-Info", Base64.encode("no JSON at all"), "‹masked›"),
    ("X-Custom", "written here", "written here"), ("X-Custom", "S3cretValue", "‹token›"),
    ("X-Custom", "written S3cretValue here", "written ‹token› here"),
    ("X-Custom", "a1b2c3", "‹masked›"), ("X-Custom", "written S3cretValue a1b2c3", "‹masked›"),
    ("X-Custom", "a1b2c3 S3cretValue here", "‹masked›"), ("X-Custom", "full, 12", "full, 12"),
    ("X-Custom", "S3cretValue a1b2c3", "‹masked›"),
  ])
  func `shows of a field no more than it may`(name: String, value: String, shown: String) {
    #expect(Self.shown(HeaderField(name, value), own: "X-Custom: written here") == [shown, shown])
  }
}
