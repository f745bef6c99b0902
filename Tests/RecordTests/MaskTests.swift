// SPDX-License-Identifier: Apache-2.0
// Tests of what is masked, however it is written, and in header fields.

import Formats
import HTTP
import Record
import Testing
import Text

@Suite struct MaskTests {
  static func mask(_ secret: String) -> Mask { mask([secret: "token"]) }

  /// A mask of secrets with these names, once the framework was told something.
  static func mask(
    _ secrets: KeyValuePairs<String, String>, told: JSONObject = JSONObject()
  ) -> Mask {
    var redaction = KnownSecrets()
    for (secret, name) in secrets { redaction.add(secret, named: name) }
    redaction.addPublic(told)
    return redaction.mask
  }

  @Test(arguments: [
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
    ("<saml>\n  <a/>\n</saml>", "<saml> <a/></saml>", "‹token›"),
    ("PHNhbWw+c29tZXRoaW5nPC9zYW1sPg==", "<saml>something</saml>", "‹token›"),
    ("0123456789abcdef", "it was 0123456789ab…", "it was ‹token›…"),
    ("0123456789abcdef", "it was 0123456789ab", "it was ‹token›"),
    ("0123456789abcdef", "it was 0123456789ab, or so", "it was ‹token›, or so"),
    ("0123456789abcdef", "it was 456789abcdef, or so", "it was ‹token›, or so"),
    ("0123456789abcdef", "it was 3456789abcd, or so", "it was 3456789abcd, or so"),
    ("0123456789abcdef", "it was 0123456789…", "it was 0123456789…"),
    ("0123456789abcdef", "it was 0123456789a…", "it was 0123456789a…"),
    // A part that has lost its signs is shorter, but no part of the text is.
    ("ab-cd-efghijkl", "it was ab-cd-efghi", "it was ab-cd-efghi"),
    ("a-b-c-defghijkl", "it was a-b-c-defghi", "it was ‹token›"),
    ("a-b-c-d-efghijkl", "it was a-b-c-d-efgh", "it was a-b-c-d-efgh"),
    // Two words of a sentence are no short secret; a long one may be wrapped.
    ("abcdefghijk", "it was abcdef ghijk", "it was abcdef ghijk"),
    ("abcdefghijkl", "it was abcdef ghijkl", "it was ‹token›"),
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
  ])
  func `masks a secret in every form, and a cut one`(secret: String, text: String, shown: String) {
    #expect(Self.mask(secret).masked(text) == shown)
  }

  @Test func `masks the digest of a secret`() {
    let digest = SHA256.hexadecimal(Array("a long secret".utf8))
    #expect(Self.mask("a long secret").masked("x\(digest)") == "x‹token›")
  }

  @Test func `shows what the harness says also where there are too many secrets`() {
    var redaction = KnownSecrets()
    for index in 0..<600 { redaction.add("secret \(index) \(index)!", named: "token") }
    let long = String(repeating: "abcdefgh", count: 100)
    redaction.add(long, named: "long")
    let mask = redaction.mask
    #expect(
      mask.masked("anything of an answer") == "‹not shown: the answers hold too many secrets›")
    #expect(mask.maskedOwn("/profiles/one: 200") == "/profiles/one: 200")
    #expect(mask.maskedOwn("expected secret 7 7! here") == "expected ‹token› here")
    // Nobody knows where a secret ends that is known by its beginning only.
    #expect(mask.maskedOwn("expected \(long) here") == "expected ‹long›")
    #expect(mask.maskedOwn("expected \(Base64.encode(long)) here") == "expected ‹long›")
    #expect(mask.maskedOwn("expected abcdefghabcdefgh…") == "expected ‹long›")
  }

  @Test func `shows what the suite wrote with any number of secrets`() {
    var redaction = KnownSecrets()
    for index in 0..<3000 { redaction.add("secret \(index) \(index)!", named: "token") }
    #expect(redaction.mask.masked("anything").hasPrefix("‹not shown"))
    #expect(redaction.mask.maskedOwn("an answer with 2999") == "an answer with 2999")
    #expect(redaction.mask.maskedOwn("not secret 2999 2999!") == "not ‹token›")
    let late = "another one, 4711"
    redaction.add(late, named: "late")
    for form in [late, Base64.encode(late), Hexadecimal.text(of: late.utf8)] {
      #expect(redaction.mask.maskedOwn("not \(form)") == "not ‹late›")
    }
  }

  @Test func `finds room for a large message in all the forms in which it is sent`() {
    let lines = (0..<900).map {
      "<saml:a n=\"\($0)\">\(String(repeating: "x+/=", count: 16))</saml:a>"
    }
    let message = "<saml:Response>\n\(lines.joined(separator: "\n\t"))</saml:Response>"
    var redaction = KnownSecrets()
    redaction.add(message, named: "saml")
    let encoded = Base64.encode(message)
    redaction.addSecrets(
      of: HTTPRequest(
        method: "POST", target: "/", body: FormBody.encode([("SAMLResponse", encoded)])))
    redaction.addSecrets(
      of: HTTPRequest(method: "POST", target: "/", body: Array("SAMLResponse=\(encoded)".utf8)))
    #expect(message.utf8.count > 64 * 1024)
    #expect(redaction.mask.masked("a 403 here, \(encoded)") == "a 403 here, ‹saml›")
  }

  /// The provider's id stands in its SAML messages, and in Base64 it is a part of theirs, too.
  @Test(arguments: ["", "a", "aa"])
  func `shows Base64 in which only what is public is like a secret`(before: String) {
    let id = "provider-of-many-viewers"
    var redaction = KnownSecrets(own: OwnTexts([Array("mvpd: \(id)".utf8)]))
    redaction.add(
      "<samlp:Response><Issuer>\(id)</Issuer><NameID>viewer-4711-of-them</NameID></samlp:Response>",
      named: "SAML")
    let mask = redaction.mask
    let status = Base64.encode(#"{"\#(before)":"","info":{"id":"\#(id)"}}"#)
    #expect(mask.masked("status \(status) now") == "status \(status) now")
    let secret = Base64.encode(#"{"\#(before)":"\#(id)","user":"viewer-4711-of-them"}"#)
    #expect(mask.masked("status \(secret) now") == "status ‹SAML› now")
  }

  @Test(arguments: [
    ("the provider is tvp-harbor-2201.", "the provider is tvp-harbor-2201."),
    (#"{"id": "tvp-harbor-2201", "x": 1}"#, #"{"id": "tvp-harbor-2201", "x": 1}"#),
    ("tvp-harbor-22", "tvp-harbor-22"),
    (
      Base64.encode(#"{"id":"tvp-harbor-2201","user":"x"}"#),
      Base64.encode(#"{"id":"tvp-harbor-2201","user":"x"}"#)
    ),
    ("so <Issuer>tvp-harbor-2201</Issuer>", "so ‹SAML›"),
    ("viewer-4711-of-them", "‹SAML›"),
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

  /// Beside what is public, five characters say nothing.
  @Test(arguments: [
    ("suer>tvp-harbor-2201", "suer>tvp-harbor-2201"), ("ssuer>tvp-harbor-2201", "‹SAML›"),
    ("tvp-harbor-2201</iss", "tvp-harbor-2201</iss"), ("tvp-harbor-2201</issu", "‹SAML›"),
    ("suer>tvp-harbor-2201</iss", "suer>tvp-harbor-2201</iss"),
  ])
  func `shows a few characters beside what the framework was told`(text: String, shown: String) {
    let mask = Self.mask([Self.issuer: "SAML"], told: Self.told)
    #expect(mask.masked("x \(text) x") == "x \(shown) x")
  }

  @Test(arguments: [(99, "tvp-harbor-2201"), (100, "‹SAML›")])
  func `remembers a hundred texts that the framework was told`(others: Int, shown: String) {
    let first = (0..<others).map { (name: "n\($0)", value: JSONValue.string("public text \($0)")) }
    let told = first + Self.told.members.map { ($0.name, $0.value) }
    let mask = Self.mask([Self.issuer: "SAML"], told: JSONObject(told))
    #expect(mask.masked("x tvp-harbor-2201 x") == "x \(shown) x")
  }

  @Test func `masks what the framework was told once it is known as a secret`() {
    let mask = Self.mask([Self.issuer: "SAML", "tvp-harbor-2201": "token"], told: Self.told)
    #expect(mask.masked("x suer>tvp-harbor-2201 x") == "x ‹SAML› x")
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

  @Test func `masks what the framework was told where it is a part of a token`() {
    let mask = Self.mask(["abcdef-tvp-harbor-2201-ghijkl": "token"], told: Self.told)
    #expect(mask.masked("tvp-harbor-2201 here") == "‹token› here")
  }

  @Test func `masks the longest of two that begin alike`() {
    let mask = Self.mask(["abcdef": "short", "abcdefghijkl": "long"])
    #expect(mask.masked("abcdefghijkl abcdefg") == "‹long› ‹short›g")
  }
}

@Suite struct EscapeTests {
  /// Between the letters before and after it, a character as a service may write it.
  @Test(arguments: [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
    ("+", "&plus;"), ("/", "&sol;"), ("=", "&equals;"), (" ", "&nbsp;"), (" ", "&NewLine;"),
    ("%", "&percnt;"), ("_", "&lowbar;"), (":", "&colon;"), (".", "&period;"), (" ", "&Tab;"),
    ("¡", "&iexcl;"), ("¿", "&iquest;"), ("À", "&Agrave;"), ("ß", "&szlig;"), ("ø", "&oslash;"),
    ("þ", "&thorn;"), ("ÿ", "&yuml;"), ("=", "&#61;"), ("=", "&#x3d;"), ("=", "&#X3D;"),
    ("=", "%3D"), ("=", "%3d"), ("=", #"\u003d"#), ("=", #"\u003D"#), ("=", #"\x3d"#),
    ("=", #"\X3d"#), ("=", #"\u{3d}"#), ("=", #"\u{00003d}"#), ("/", #"\/"#), ("'", #"\'"#),
    ("\"", #"\""#), ("\\", #"\\"#), (" ", #"\n"#), (" ", #"\r"#), (" ", #"\t"#), (" ", #"\b"#),
    (" ", #"\f"#), ("\u{10000}", #"\ud800\udc00"#), ("\u{10FFFF}", #"\uDBFF\uDFFF"#),
    ("🔑", #"\u{1F511}"#), ("🔑", "&#128273;"), ("é", "%C3%A9"), ("_", "/"), ("é", #"\u00e9"#),
  ])
  func `finds a secret however a character is written`(character: String, written: String) {
    let mask = MaskTests.mask("wxyz\(character)opqrst")
    #expect(mask.masked("it is wxyz\(written)opqrst.") == "it is ‹token›.")
  }

  @Test(arguments: [
    "%3", "%3g", #"\u003"#, #"\x3"#, #"\u{}"#, #"\u{000003d}"#, #"\q"#, "&unknown;", "&#;",
    "&#xg;", "&equals", #"\ud800"#,
  ])
  func `takes no other text for an escape`(written: String) {
    let text = "it is wxyz\(written)opqrst."
    #expect(MaskTests.mask("wxyz=opqrst").masked(text) == text)
  }

  @Test(arguments: [(0, true), (3, true), (4, false)])
  func `finds a secret that is escaped up to four times`(more: Int, isFound: Bool) {
    let text = "it is wxyz%\(String(repeating: "25", count: more))2Fopqrst."
    #expect(MaskTests.mask("wxyz/opqrst").masked(text) == (isFound ? "it is ‹token›." : text))
  }
}

@Suite struct HeaderMaskTests {
  /// What is shown of a field of a request and of an answer.
  private static func shown(_ field: HeaderField, own: String = "") -> [String?] {
    var step = SmallRecords.step()
    step.exchanges[0].detail = SmallRecords.detail {
      ($0.requestHeaders, $0.responseHeaders) = ([field], [field])
    }
    let record = SmallRecords.scenario(.passed, [step])
    var secrets = KnownSecrets(own: OwnTexts([Array(own.utf8)]))
    secrets.add("S3cretValue", named: "token")
    let detail = secrets.mask.masked(record, keeping: .all).value.steps[0].exchanges[0].detail
    return [detail?.requestHeaders.first?.value, detail?.responseHeaders.first?.value]
  }

  @Test(arguments: [
    "Accept", "Age", "Allow", "Alt-Svc", "AP-Partner-Framework-Status", "AP-SDK-Identifier",
    "Cache-Control", "Connection", "Content-Disposition", "Content-Encoding", "Content-Language",
    "Content-Length", "Content-Location", "Content-Range", "Content-Type", "Date", "ETag", "Expect",
    "Expires", "Forwarded", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "Keep-Alive",
    "Last-Modified", "Link", "Location", "Origin", "Pragma", "Range", "Referer", "Referrer-Policy",
    "Retry-After", "Server", "Strict-Transport-Security", "TE", "Trailer", "Transfer-Encoding",
    "Upgrade", "User-Agent", "Vary", "Via", "WWW-Authenticate", "X-Content-Type-Options",
    "X-Device-Info", "X-Frame-Options", "X-Powered-By", "X-Requested-With", "X-XSS-Protection",
    // By how their names begin.
    "Accept-Encoding", "Access-Control-Allow-Origin", "Content-Security-Policy",
    "Content-Security-Policy-Report-Only", "Cross-Origin-Opener-Policy", "RateLimit",
    "RateLimit-Reset", "Sec-Fetch-Mode", "X-RateLimit-Limit",
  ])
  func `shows a field that holds no secret, except for the secrets in it`(name: String) {
    let shown = Self.shown(HeaderField(name, "readable S3cretValue words"))
    #expect(shown == ["readable ‹token› words", "readable ‹token› words"])
  }

  @Test(arguments: [
    ("Bearer other-one", "Bearer ‹masked›"), ("Basic other-one", "Basic ‹masked›"),
    ("fingerprint other-one", "fingerprint ‹masked›"), ("Digest other-one", "Digest ‹masked›"),
    ("DPoP other-one", "DPoP ‹masked›"), ("Negotiate other-one", "Negotiate ‹masked›"),
    ("Bearer", "Bearer"), ("Basic", "Basic"), ("", ""), ("Other other-one", "‹masked›"),
    ("Bearerother-one", "‹masked›"), ("bearer other-one", "‹masked›"),
  ])
  func `shows the scheme of credentials, and nothing else of them`(value: String, shown: String) {
    #expect(Self.shown(HeaderField("Authorization", value)) == [shown, shown])
  }

  @Test(arguments: [
    ("written here", "written here"), ("S3cretValue", "‹token›"),
    ("written S3cretValue here", "written ‹token› here"), ("unwritten", "‹masked›"),
    ("written S3cretValue unwritten", "‹masked›"), ("unwritten S3cretValue here", "‹masked›"),
    ("S3cretValue unwritten", "‹masked›"),
  ])
  func `shows of an unknown field what the suite wrote`(value: String, shown: String) {
    let own = "X-Custom: written here"
    #expect(Self.shown(HeaderField("X-Custom", value), own: own) == [shown, shown])
  }
}
