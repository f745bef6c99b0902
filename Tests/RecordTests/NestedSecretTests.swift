// SPDX-License-Identifier: Apache-2.0
// Tests of secrets below the name of another secret, in text that is no whole JSON, and of how much a search looks at.

import Formats
import HTTP
import Testing
import Text

@testable import Redaction

struct NestedSecretTests {
  /// A cut answer, JSON in a script, JSONP, a message that quotes JSON, and YAML.
  @Test(arguments: [
    #"{"session": {"code": "S3cretValue", "#, #"{"session":{"access_token":"S3cretValue""#,
    #"{"user":{"credentials":{"password":"S3cretValue"}}, "#,
    #"{"session":{"token":{"value":"S3cretValue"}}, "#, #"{"tokens": ["S3cretValue", "x""#,
    #"{"tokens": ["x", "S3cretValue""#,
    #"{"session": {"a": [{"b": 1}, "x"], "raw": 'S3cretValue', "#,
    #"The code="S3cretValue": there is no such session"#,
    #"The session: [code="S3cretValue": there is no such one"#,
    #"{"message": "no {\"session\": {\"raw\": \"S3cretValue\", ", "#,
    #"{"message": "no {\"tokens\": [\"x\", \"S3cretValue\", ", "#,
    #"{"session": "{\"raw\": \"S3cretValue\"", "#, #"callback({"session":{"raw":"S3cretValue"}});"#,
    #"<script>var s = {session: {raw: "S3cretValue"}};</script>"#,
    "<script>var s = {session:{a:1,raw:'S3cretValue'",
    "x=%7B%22session%22%3A%7B%22raw%22%3A%22S3cretValue",
    #"<token>{"raw": "S3cretValue"}</token>"#,
    #"<a session="{&quot;raw&quot;:&quot;S3cretValue&quot;}">"#,
    #"{"password": "{S3cretValue}", "#, "token:\nS3cretValue==", "token:\n  S3cretValue==\n",
    "session:\n  code: S3cretValue\n  a: b\n", "session:\n  a: b\n  raw: S3cretValue\n",
    "session:\r\n  a: b\r\n  raw: \"S3cretValue\"\r\n", "tokens:\n- x\n- S3cretValue\n",
    "tokens:\n  - x\n  - raw: S3cretValue\n", "a:\n  token:\n    value: S3cretValue\n",
    "private_key: |\n  x\n  S3cretValue\n", "private_key: >-\n  x\n  S3cretValue\nother: x",
    "{\"session\":\n{\n  // don't\n  \"raw\": \"S3cretValue\",\n",
    "session={a=b, raw = S3cretValue, ",
    #"{"set-cookie": ["sid=S3cretValue; Path=/", "#,
    #"{"session": {"url": "/a/b?token=S3cretValue", "#,
  ])
  func `learns every secret below the name of another`(text: String) throws {
    let mask = try LearningTests.mask(text)
    #expect(!mask.masked("it is S3cretValue.").contains("S3cret"))
    #expect(!mask.maskedDocument(text, isOwn: false).contains("S3cret"))
  }

  @Test(arguments: [
    (#"{"session": {"access_token": "x", "Readable1": 5, "#, "access_token Readable1"),
    (#"{"session": {"raw": "x1y2z3"}, "readable": "Readable1""#, "readable Readable1"),
    (#"{"session": {"url": "https://h.example/Readable1", "#, "https://h.example/Readable1"),
    ("session:\n  access_token: x\nother: Readable1", "session access_token Readable1"),
    ("- session:\n    raw: x1y2z3\n  other: Readable1\n", "Readable1"),
    ("token:\nreadable: Readable1\n", "readable Readable1"),
    (#"{"code": {"a": "Readable1"}, "#, "Readable1"),
  ])
  func `learns no name, and nothing beside`(text: String, shown: String) throws {
    #expect(try LearningTests.mask(text).masked(shown) == shown)
  }
}

struct SearchEffortTests {
  private static let keywords = [
    "saml", "<saml:Response", "token", "token=", "code=\"", "error code=", " name=\"token\"",
    "<user id", "session={", "\"session\": [\"", "session:\n ", "private_key: |\n", "https://",
    "<input value='", "form-data; name=\"token\"", "cookie=",
  ]

  private static func effort(of text: String) -> Int {
    var (names, messages) = (SearchEffort(), SearchEffort())
    _ = SecretSearch.pairs(in: text, &names)
    _ = SAMLText.ranges(in: Array(text.utf8), &messages)
    return names.byteCount + messages.byteCount
  }

  @Test(arguments: keywords)
  func `looks at few bytes where one byte repeats beside a keyword`(keyword: String) {
    for byte in [0x09, 0x0A] + [UInt8](0x20...0x7E) {
      let text = keyword + String(repeating: Character(UnicodeScalar(byte)), count: 64 << 10)
      #expect(Self.effort(of: text) <= 64 * text.utf8.count, "\(byte)")
    }
  }

  @Test(arguments: [
    "<", " name=\"token\"", "<saml", "code=_", "code=\"", "token=\"", "session={", "session:\n ",
    "\"token\":[", "{\"token\":", "<a value='x name=\"token\"", " value=\" name=\"token\"",
    "form-data; name=\"token\"", "name=\"token\"><", "name=\"token\"><a>", "id ", "sid x=\"\" ",
    "token: |\n ", "token:\n - ", "- token:\n", "{\"session\":{\"url\":\"/a?token=[", "[token=",
    "a:b ", "<token><b>", "<token>x<b>", "<token><![CDATA[", "curl -u a:b ", "curl -u ",
    "[\"token\",\"",
    "token,", "token, ", "token|", "|token|", "--token ", "token  ", "token\t", "<td>token</td>",
    "<td>token</td><a ", "token: <b>", "token=<", "token=<a>", "token=%26", "token=a%26", "Bearer ",
    "token=a.", "`token`", "**token:** ", "token→", "token(", "<token>a b", "\\", "&amp", "%2",
    "%25",
    "('token','x'", "token=u'", "token=u", "<key>token</key>", "<key>token</key><a ", "token value",
    "token val:",
  ])
  func `looks at few bytes of what repeats`(unit: String) {
    for start in ["", "saml", "{\"session\": [", "error ", "<user______", "session:\n  "] {
      for count in [64 << 10, 256 << 10] {
        let text = start + String(repeating: unit, count: count / unit.utf8.count)
        #expect(Self.effort(of: text) <= 64 * text.utf8.count, "\(start)")
      }
    }
  }

  @Test func `ends the search of a message of many short texts once the time is over`() {
    func search(_ number: Int, _ count: Int, _ secrets: inout KnownSecrets) {
      let response = HTTPResponse(
        status: 200, reason: "", headers: HeaderList(), body: Array("[\(number)]".utf8))
      let texts = JSONValue.array(Array(repeating: "readable words", count: count))
      secrets.addSecrets(of: response, json: texts)
    }
    var secrets = KnownSecrets()
    secrets.isTimeOver = { true }
    // Of each message, so much is searched that what a stopped run has done can be shown.
    for number in 0..<200 { search(number, 1_000, &secrets) }
    #expect(secrets.mask.masked("a short text") == "a short text")
    search(200, 200_000, &secrets)
    #expect(secrets.mask.masked("a short text") == "‹12 bytes, not searched›")
  }

  @Test(arguments: ["%25", "&amp;", #"\\"#, "é"])
  func `undoes no more escapes once the time is over`(unit: String) {
    let text = Array(String(repeating: unit, count: 1 << 20).utf8)
    var effort = SearchEffort(until: { true })
    let normal = NormalText(text, &effort)
    _ = normal.folded(&effort)
    #expect(effort.isOver && effort.byteCount <= text.count + SearchEffort.interval)
  }

  @Test func `withholds a long text that was not searched when the time was over`() throws {
    let text = String(repeating: "token=S3cretValue&", count: 1 << 17)
    var secrets = KnownSecrets()
    secrets.isTimeOver = { true }
    #expect(secrets.mask.masked(text) == "‹\(text.utf8.count) bytes, not searched›")
    #expect(secrets.mask.maskedOwn(text) == "‹\(text.utf8.count) bytes, not searched›")
    #expect(secrets.mask.masked("a short text") == "a short text")
    secrets.addSecrets(inText: text)
    #expect(secrets.mask.masked("a short text") == "‹12 bytes, not searched›")
    var others = KnownSecrets()
    others.merge(secrets)
    #expect(others.mask.masked("a short text") == "‹12 bytes, not searched›")
  }
}
