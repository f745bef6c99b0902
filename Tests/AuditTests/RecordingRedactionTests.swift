// SPDX-License-Identifier: Apache-2.0
// Recordings that are written anew, without their secrets.

import Formats
import HTTP
import Record
import TestSupport
import Testing
import Text

@testable import Audit
@testable import Redaction

struct RecordingRedactionTests {
  private static let noRules = AuditRules.load(
    [], shipped: nil, files: Memory(texts: [:]).files)

  /// Recordings as they are written anew.
  static func redacted(
    _ texts: [String], rules: AuditRules, limits: HARLimits = HARLimits(), key: UInt8 = 7
  ) throws -> [String] {
    let files = texts.enumerated().map { RecordingFile(name: "\($0).har", Array($1.utf8)) }
    var redaction = RecordingRedaction(
      files, rules: rules, MadeUpValues(key: Array(repeating: key, count: 32)), limits: limits)
    try redaction.learn { false }
    return try texts.indices.map { index in
      var written: [UInt8] = []
      try redaction.write(index, until: { false }) { written += $0 }
      return try #require(String(validating: written, as: UTF8.self))
    }
  }

  static func text(_ recording: Recording) -> String {
    let entries = recording.entries.map { HARWriter.entry($0.exchange) }
    let bytes =
      HARWriter.head(creator: "Charles Proxy", version: "1")
      + entries.joined(separator: HARWriter.separator) + HARWriter.tail
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What an audit says of each rule, and of the traffic.
  private static func verdicts(_ texts: [String], _ rules: AuditRules) throws -> [String] {
    let files = texts.enumerated().map { RecordingFile(name: "\($0).har", Array($1.utf8)) }
    let result = try Audit(rules).judge(HARRecordings(files))
    return [result.traffic.sentence]
      + result.rules.map { rule in
        let broken = rule.broken.map { "\($0.entry.index) \($0.blamed)" }
        return "\(rule.name): +\(rule.met) -\(broken) \(rule.notJudged.sorted { $0.key < $1.key })"
      }
  }

  /// What an audit says of one file and not of another.
  private static func differences(
    _ written: [String], _ texts: [String], _ rules: AuditRules
  ) throws -> [String] {
    try zip(verdicts(written, rules), verdicts(texts, rules)).filter { $0 != $1 }
      .map { "\($0), and before \($1)" }
  }

  /// The secrets that the mask finds by their names and places in recordings.
  private static func secrets(of texts: [String], _ rules: AuditRules) throws -> Set<String> {
    var known = KnownSecrets(own: OwnTexts(rules.texts))
    known.addEncodedHeaders(rules.encodedHeaders)
    for exchange in try HAR.exchanges(texts) {
      known.addSecrets(of: exchange, segments: rules.segments(of: exchange))
    }
    return Set(known.index.secrets.map(\.text)).filter {
      // What has a structure keeps it: what is in it is secret by itself.
      SAMLText.message(in: $0) == nil && (try? JWS.document($0)) == nil
        && !"<{".contains(Base64.text($0)?.first ?? " ")
    }
  }

  /// The ways in which a secret may be written.
  private static func forms(_ secret: String) -> Set<String> {
    let json = String(JSONWriter.text(.string(secret)).dropFirst().dropLast())
    return [
      secret, json, json.replacing("/", with: #"\/"#), PercentEncoding.encode(secret),
      PercentEncoding.encodeForm(secret), PercentEncoding.encode(PercentEncoding.encode(secret)),
      Base64.encode(secret), Base64.encode(url: secret), Hexadecimal.text(of: Array(secret.utf8)),
    ]
  }

  private static func expect(
    noneOf secrets: some Sequence<String>, in written: [String], _ name: String = ""
  ) {
    for secret in secrets {
      for form in forms(secret) {
        #expect(!written.contains { $0.contains(form) }, "\(name): \(secret) as \(form)")
      }
    }
  }

  @Test(arguments: ShippedRules.all)
  func `have the same verdict, rule by rule, and no secret`(shipped: ShippedRules) throws {
    for (name, recording) in shipped.recordings {
      let text = Self.text(recording)
      let written = try Self.redacted([text], rules: shipped.rules)
      let differences = try Self.differences(written, [text], shipped.rules)
      #expect(differences == [], "\(name)")
      Self.expect(noneOf: try Self.secrets(of: [text], shipped.rules), in: written, name)
    }
  }

  @Test(arguments: ShippedRules.all)
  func `have the same verdict with each fault`(shipped: ShippedRules) throws {
    for fault in shipped.faults {
      var recording = try shipped.recording(fault.recording)
      fault.edit(&recording)
      let text = Self.text(recording)
      let written = try Self.redacted([text], rules: shipped.rules)
      let differences = try Self.differences(written, [text], shipped.rules)
      #expect(differences == [], "\(fault.name)")
    }
  }

  @Test func `have the same verdict once more, and in several files`() throws {
    let shipped = ShippedRules.all[1]
    let whole = Self.text(try shipped.recording("partner"))
    let texts = [whole, Self.text(try shipped.recording("a second device")), whole]
    let once = try Self.redacted(texts, rules: shipped.rules)
    let twice = try Self.redacted(once, rules: shipped.rules)
    let verdicts = try Self.verdicts(texts, shipped.rules)
    #expect(try Self.verdicts(once, shipped.rules) == verdicts)
    #expect(try Self.verdicts(twice, shipped.rules) == verdicts)
    #expect(once[0] == once[2] && once[0] != twice[0])
  }

  /// A secret is one wherever a recording has it: it is named in the first entry.
  @Test(arguments: [
    #""request": {"url": "https://a.test/login/CODE-77X/next"}"#,
    #""response": {"redirectURL": "https://a.test/#access_token=TOKEN&x=1"}"#,
    #""response": {"headers": [{"name": "Location", "value": "/a?b=1#state=s&code=CODE-77X"}]}"#,
    #""request": {"cookies": [{"name": "sid", "value": "COOKIE", "path": "/"}]}"#,
    #""response": {"cookies": [{"name": "other", "value": "cookie-of-nobody-else"}]}"#,
    #""request": {"headers": [{"name": "X-Odd", "value": "a;b CODE-77X"}]}"#,
    #""request": {"queryString": [{"name": "q", "value": "TOKEN"}]}"#,
    #""request": {"postData": {"mimeType": "application/x-www-form-urlencoded", "text": "{\"a\":1}", "#
      + #""params": [{"name": "token", "value": "TOKEN"}]}}"#,
    #""request": {"postData": {"mimeType": "application/json", "text": "{\"f\":\"x=NESTED&y=2\"}"}}"#,
    #""request": {"postData": {"mimeType": "multipart/form-data; boundary=xx", "text": "#
      + #""--xx\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\nCODE-77X\r\n--xx--"}}"#,
    #""response": {"content": {"mimeType": "text/html", "text": "<input name=\"t\" value='TOKEN'>"}}"#,
    #""response": {"content": {"mimeType": "text/html", "encoding": "base64", "text": "ENCODED"}}"#,
    #""comment": "user USER-90210 saw TOKEN""#, #""_custom": {"a": ["TOKEN", {"TOKEN": 1}]}"#,
    #""_webSocketMessages": [{"type": "send", "opcode": 1, "data": "{\"token\":\"TOKEN\"}"}]"#,
    #""_webSocketMessages": [{"data": "{\"password\":\"only here 1\"}"}]"#,
    #""serverIPAddress": "TOKEN", "connection": "CODE-77X""#, #""_number": 4711900"#,
  ])
  func `have no secret in odd places`(member: String) throws {
    let encoded = Base64.encode("<a href='/x?token=\(Self.token)'>")
    let nested = PercentEncoding.encode(Base64.encode(#"{"c":"\#(Self.token)","d":"CODE-77X"}"#))
    let entry = member.replacing("NESTED", with: nested).replacing("ENCODED", with: encoded)
      .replacing("TOKEN", with: Self.token).replacing("COOKIE", with: "cookie-8f3a1c")
    let odd = try #require(try JSONParser.document("{\(entry)}").root.object)
    var second = try #require(try JSONParser.document(HAR.entry(HAR.request)).root.object)
    for member in odd.members {
      guard var old = second[member.name]?.object, let new = member.value.object else {
        second[member.name] = member.value
        continue
      }
      for part in new.members { old[part.name] = part.value }
      second[member.name] = .object(old)
    }
    let text = """
      {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "comment": "CODE-77X",
      "pages": [{"id": "p", "title": "https://a.test/?token=\(Self.token)"}],
      "entries": [\(Self.naming), \(JSONWriter.text(.object(second)))]}}
      """
    let written = try Self.redacted(
      [text], rules: Self.noRules)
    Self.expect(
      noneOf: [
        Self.token, "CODE-77X", "cookie-8f3a1c", "cookie-of-nobody-else", "USER-90210",
        "only here 1",
        "4711900",
      ], in: written)
    #expect(try HAR.exchanges(written).count == 2)
  }

  private static let token = "token-0123456789abcdef"
  /// An entry in which the secrets have names.
  private static let naming = HAR.entry(
    HAR.request,
    #""status": 200, "headers": [{"name": "Set-Cookie", "value": "sid=cookie-8f3a1c; Path=/"}], "#
      + #""content": {"mimeType": "application/json", "text": "{\"access_token\": \"\#(token)\", "#
      + #"\"session\": {\"code\": \"CODE-77X\"}, \"userId\": \"USER-90210\", \"pin\": 4711900}"}"#)

  @Test func `keep what reports show`() throws {
    let written = try Self.redacted(
      [HAR.file([Self.naming])], rules: Self.noRules)[0]
    for shown in [
      "sp.auth.adobe.com/api/v2/p/profiles", "access_token", "; Path=/", "Charles Proxy", "userId",
      "2026-11-21T05:30:00.000Z",
    ] { #expect(written.contains(shown), "\(shown): \(written)") }
  }

  /// A rule may compare what was sent with a fact, and a secret fact is one.
  @Test func `keep public facts, and no secret one`() throws {
    let rules = Self.noRules.giving(
      ["mvpd": "Harbor-0123456789abcdef", "pass": "orchard secret"], secrets: ["pass"])
    let entry = HAR.entry(
      HAR.request.replacing("/p/profiles", with: "/p/profiles/Harbor-0123456789abcdef"),
      more: #""comment": "it is orchard secret""#)
    let written = try Self.redacted([HAR.file([entry])], rules: rules)[0]
    #expect(written.contains("/p/profiles/Harbor-0123456789abcdef"))
    #expect(!written.contains("orchard secret"))
  }

  /// Of an answer with too many secrets no report shows anything.
  @Test func `replace all of an answer with too many secrets`() throws {
    let secrets = (0..<20_001).map { "s-\($0 + 100_000)" }
    let members = secrets.map { #"{\"token\":\"\#($0)\"}"# }.joined(separator: ",")
    let answer = #"[\"a few words\",\#(members)]"#
    let entry = HAR.entry(
      HAR.request, #""status": 200, "headers": [], "content": {"text": "\#(answer)"}"#)
    let written = try Self.redacted([HAR.file([entry])], rules: Self.noRules)[0]
    let left = Set(written.split { !"s-0123456789".contains($0) }.map(String.init))
    #expect(left.intersection(secrets).count < 20_001 / 100)
    #expect(!written.contains("a few words"))
  }

  /// What could not be read before can't be read afterwards.
  @Test func `keep bodies that can't be read so`() throws {
    let lone = HAR.entry(
      HAR.request, #""status": 200, "headers": [], "content": {"size": 3, "text": "a\ud800b"}"#)
    let long = HAR.entry(
      HAR.request,
      #""status": 200, "headers": [], "content": {"text": "\#(String(repeating: "y", count: 4000))"}"#
    )
    let binary = HAR.entry(
      HAR.request,
      #""status": 200, "headers": [], "content": {"encoding": "base64", "text": "iVBORw0KGgo="}"#)
    let limits = HARLimits(bodyBytes: 300)
    let written = try Self.redacted(
      [HAR.file([lone, long, binary])],
      rules: Self.noRules, limits: limits)
    let bodies = try HAR.exchanges(written, limits: limits).map { $0.response?.body }
    let reasons = bodies.prefix(2).map { body in
      if case .missing(let reason)? = body { reason } else { "it is there" }
    }
    #expect(
      reasons == [
        "the recording has the body as a text that can't be its bytes",
        "the body has more than the 300 bytes that are read",
      ])
    guard case .bytes(let bytes)? = bodies[2] else {
      Issue.record("\(bodies)")
      return
    }
    #expect(bytes.count == 8 && bytes.starts(with: [0x89, 0x50, 0x4E]))
  }
}
