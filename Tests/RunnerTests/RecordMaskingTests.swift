// SPDX-License-Identifier: Apache-2.0
// Tests that no secret is left in whole records.

import Expectations
import Formats
import HTTP
import Partner
import Redaction
import Suites
import TestSupport
import Testing
import Text

@testable import Record
@testable import Runner

/// Whole records, searched for what must not be in them.
struct RecordMaskingTests {
  static let secret = "S3cr3t+Value/With=Signs&more"
  static let saml =
    "<samlp:Response ID=\"_1\">\n  <Assertion>somebody & co</Assertion>\n</samlp:Response>"

  /// All texts of a record, whatever holds them.
  static func text(_ part: Any) -> String {
    if let text = part as? String { return text }
    return Mirror(reflecting: part).children.map { text($0.value) }.joined(separator: "\n")
  }

  static func variants(_ secret: String) -> [String] {
    [
      secret, Base64.encode(secret), PercentEncoding.encode(secret),
      PercentEncoding.encodeForm(secret), PercentEncoding.encode(Base64.encode(secret)),
      String(JSONWriter.text(.string(secret)).dropFirst().dropLast()),
    ]
  }

  static let json = String(JSONWriter.text(.string(secret)))
  static let hex = "0123456789ABCDEF0123456789ABCDEF"

  /// An answer with this text, but for the two names of answers.
  static func answer(_ text: String) -> HTTPResponse {
    switch text {
    case "REASON":
      return HTTPResponse(
        status: 200, reason: secret, headers: HeaderList([HeaderField(secret, "1")]),
        body: Array(#"{"access_token": \#(json)}"#.utf8))
    case "LOCATION":
      let message = PercentEncoding.encode(secret)
      let location = "https://idp.example/sso?SAMLRequest=\(message)&x=1"
      return .text("", status: 302, headers: ["Location": location])
    default: return text.hasPrefix("{") ? .json(text) : .text(text)
    }
  }

  /// What holds a secret, the steps, the answer, and what the suite has besides. A step that fails
  /// follows, which makes the record keep everything.
  @Test(
    arguments: table(
      #"""
      a token in an answer, then in a header, a URL, a form, JSON and text | - {step: A, request: {GET: /a}, save: {t: $.access_token}}↵- {step: B, request: {POST: "/b/${t}", query: {q: "${t}"}, headers: {X-Own: "${t}", Authorization: "Bearer ${t}"}, form: {f: "${t}", g: "${t ¦ base64}"}}, expect: {status: 200}}↵- {step: C, request: {POST: /c, json: {x: "${t}", "${t}": 1}}, expect: {json: {echo: "${t}x"}}} | {"access_token": \#(json), "echo": \#(json)}
      a token that is not what is expected, cut in the finding | - {step: A, request: {GET: /a}, expect: {json: {access_token: short}}} | {"access_token": "\#(String(repeating: hex, count: 20))"}
      a token in JSON that is broken | - {step: A, request: {GET: /a}, expect: {json: {x: 1}}} | {"access_token": "\#(hex)",
      a token in JSON that names it twice | - {step: A, request: {GET: /a}, expect: {json: {x: 1}}} | {"access_token": "\#(hex)", "access_token": "FEDCBA98765432100123456789ABCDEF"}
      a token in the reason, and where an answer breaks the grammar of HTTP | - {step: A, request: {GET: /a}, expect: {status: 204}} | REASON
      the answers of a burst | - {step: A, request: {GET: /a}, burst: 2, expect: {statuses: []}} | {"access_token": \#(json)}
      a SAML message in a Location | - {step: A, request: {GET: /a}, expect: {status: 200}} | LOCATION
      a SAML message in a page | - {step: A, request: {GET: /a}, expect: {status: 201}} | <form><input type="hidden" name="SAMLResponse" value="\#(Base64.encode(secret))"/></form>
      a secret in XML | - {step: A, request: {GET: /a}, expect: {xml: {/a/b: x}}} | <a><userId>\#(hex)</userId></a>
      SAML under any name | - {step: A, request: {GET: /a}, save: {s: $.some}}↵- {step: B, request: {POST: /b, text: "X=${s ¦ unwrap ¦ base64 ¦ url-encode ¦ url-encode}", headers: {X-One: "${s ¦ unwrap}"}}, expect: {status: 404}} | {"some": \#(JSONWriter.text(.string(saml)))}
      variables that the suite calls secret | - {step: A, request: {GET: /a}, save: {mine: $.own}}↵- {step: B, request: {POST: "/b/${mine}", text: "${mine}"}, expect: {text: "${mine}?"}} | {"own": \#(json)} | secrets: [mine]
      what a fragment gives under a secret name | - {use: giver}↵- {step: B, request: {POST: "/b/${mine}", text: "${mine}"}, expect: {text: "${mine}?"}} | {"own": \#(json)} | secrets: [mine]↵fragments: [{fragment: giver, gives: [mine], once: run, steps: [{step: A, request: {GET: /a}, save: {mine: $.own}}]}]
      what a fragment takes under a secret name | - {step: A, request: {GET: /a}, save: {plain: $.own}}↵- {use: taker, with: {mine: "${plain}"}} | {"own": \#(json)} | secrets: [mine]↵fragments: [{fragment: taker, takes: [mine], steps: [{step: B, request: {POST: "/b/${mine}"}, expect: {status: 200}}]}]
      what one that runs once for all takes under a secret name | - {step: A, request: {GET: /a}, save: {plain: $.own}}↵- {use: taker, with: {mine: "${plain}"}} | {"own": \#(json)} | secrets: [mine]↵fragments: [{fragment: taker, takes: [mine], once: run, steps: [{step: B, request: {POST: "/b/${mine}"}, expect: {status: 200}}]}]
      secret facts | - {step: B, request: {POST: "/b/${software_statement}", text: "${software_statement} ${own}"}, expect: {text: "${own}?"}} | {} | needs: [own]↵secrets: [own]
      """#) as [(String, String, String, String)])
  func `shows no secret in any field`(what: String, steps: String, answer: String, more: String)
    throws
  {
    var bench = Bench(facts: JSONObject())
    if what == "secret facts" {
      bench.facts.append("software_statement", .string(Self.secret))
      bench.facts.append("own", .string(Self.secret + "2"))
    }
    bench.ownFacts = ["own"]
    bench.keys = more
    let record = try bench.run(
      steps: "\(steps)\n- {step: Fail, request: {GET: /fail}, expect: {status: 599}}"
    ) { _, _ in Self.answer(answer) }
    #expect(try record.onlyScenario().verdict.kind == .failed)
    let text = Self.text(record)
    let unwrapped =
      "<samlp:Response ID=\"_1\"> <Assertion>somebody & co</Assertion></samlp:Response>"
    for secret in [Self.secret, Self.saml, unwrapped, "0123456789ABCDEF", "FEDCBA9876543210"] {
      for variant in Self.variants(secret) where text.contains(variant) {
        Issue.record("shows \(variant)")
      }
    }
    #expect(text.contains("‹"))
  }

  @Test func `masks devices and the framework's messages`() throws {
    let seen = Lock<String?>(nil)
    let record = try Bench(facts: JSONObject([("mvpd", "Cablevision")])).run(
      steps: """
        - partner: {state: granted-signed-in, provider: "${mvpd}"}
        - partner: {permission: {prompting: true}}
        - step: Ask
          partner:
            authenticate: {verificationToken: PHNhbWxwOkF1dGhuUmVxdWVzdC8+, attributeNames: [userID], isInterruptionAllowed: true}
          save: {response: $.samlAttributeQueryResponse}
        - step: Send
          request:
            POST: /a
            headers: {AP-Device-Identifier: "${device.identifier}", X-Id: "${device.id}"}
            form: {SAMLResponse: "${response | unwrap | base64}", d: "${device.id}"}
          expect: {status: 404}
        """
    ) { request, _ in
      seen.write(request.headers["X-Id"])
      return .json(#"{"echo": "\#(request.headers["X-Id"] ?? "")"}"#)
    }
    let scenario = try record.onlyScenario()
    #expect(scenario.outline.last == "Send: failed at status")
    let id = try #require(seen.read())
    let text = Self.text(record)
    for variant in Self.variants(id) { #expect(text.contains(variant) == false) }
    #expect(text.contains("PHNhbWxwOkF1dGhu") == false)
    #expect(text.contains("<saml") == false)
    let headers = try #require(scenario.steps.last?.exchanges[0].detail?.requestHeaders)
    #expect(
      headers.contains(HeaderField("AP-Device-Identifier", "fingerprint ‹AP-Device-Identifier›")))
    #expect(headers.contains(HeaderField("X-Id", "‹device id›")))
  }

  @Test func `shows of a URL that a suite saves as a secret all but the secrets in it`() throws {
    var bench = Bench()
    bench.keys = "secrets: [mine]"
    let record = try bench.run(
      steps: """
        - {step: A, request: {GET: /sessions}, save: {mine: $.url}}
        - {step: B, request: {POST: /b, text: "at ${mine}"}, expect: {status: 404}}
        """, json: #"{"url": "/sessions/NORDLYS?token=S3cretValue"}"#)
    let detail = try #require(try record.onlyScenario().steps[1].exchanges[0].detail)
    #expect(detail.requestBody == "at /sessions/NORDLYS?token=‹token›")
  }

  @Test func `masks a record however long that takes once the time of a run is over`() {
    let text = String(repeating: "a readable text ", count: 1 << 17)
    var known = KnownSecrets()
    known.isTimeOver = { true }
    #expect(known.mask.masked(text) != text)
    let secrets = RunSecrets(known)
    let record = ScenarioRecord(
      name: text, location: SourceLocation(file: "s.yaml", position: .start), verdict: .passed)
    for hasSecrets in [false, true] {
      known.add("a-secret-of-its-own", named: "own")
      let raw = Unmasked(value: record, secrets: known.kept(hasSecrets: hasSecrets))
      #expect(secrets.finalMask.masked(raw).name == text)
    }
  }

  /// What is shown before the end, with numbers and a name that later answers may tell to be secret.
  @Test func `shows before the end only what the suites have written, and words`() throws {
    let shown = Lock<[ScenarioRecord]>([])
    var bench = Bench()
    bench.ended = { judged in shown.write(shown.read() + [judged.shown.record]) }
    _ = try bench.run(
      """
      suite: Early
      scenarios:
        - {scenario: Bad, steps: [{step: A, request: {GET: /a}, expect: {json: {code: 1}}}]}
        - {scenario: Good, steps: [{step: A, request: {GET: /b}, expect: {status: 200}}]}
      """
    ) { _, _ in .json(#"{"name": "K7Q2ZTR", "number": 40123456, "word": "readable"}"#) }
    let records = shown.read()
    #expect(records.map(\.name) == ["Bad", "Good"])
    #expect(
      records[0].steps[0].exchanges[0].detail?.responseBody
        == #"{"name": "‹… 1›", "number": "‹… 2›", "word": "readable"}"#)
    #expect(records[1].steps[0].exchanges[0].detail == nil)
  }

  @Test func `keeps what tells a missing token from a wrong one`() throws {
    let body = #"{"enablePlatformServices": true, "code": "invalid"}"#
    let record = try Bench().run(
      steps: """
        - step: A
          request: {GET: /a, headers: {Authorization: Bearer, X-Other: readable, AP-Device-Identifier: ""}}
          expect: {status: 404}
        """, json: body)
    let detail = try #require(try record.onlyScenario().steps[0].exchanges[0].detail)
    #expect(detail.requestHeaders.prefix(3).map(\.value) == ["Bearer", "readable", ""])
    #expect(detail.responseBody == body)
  }

  /// So many secrets, as a list in JSON.
  private static func secrets(_ count: Int) -> String {
    let list = (0..<count).map { "\"secret-\($0)-\(String(repeating: "x", count: 60_000))\"" }
    return "[\(list.joined(separator: ","))]"
  }

  @Test func `shows nothing where there are more secrets than it looks for`() throws {
    let list = Self.secrets(30)
    let record = try Bench().run(
      """
      suite: Many
      scenarios:
        - scenario: It
          steps:
            - {step: A, request: {GET: /a}, expect: {json: {access_token: [none]}}}
        - scenario: Another
          steps:
            - {step: A, request: {GET: /b}, expect: {status: 201}}
      """
    ) { request, _ in .json(request.target == "/a" ? "{\"access_token\": \(list)}" : "{}") }
    let detail = try #require(record.scenarios[0].steps[0].exchanges[0].detail)
    #expect(detail.responseBody == "‹not shown: the answers hold too many secrets›")
    #expect(!Self.text(record).contains("secret-"))
    // What the suite expected, and where, is shown all the same.
    let finding = try #require(record.scenarios[0].verdict.findings.first)
    #expect(finding.place.description.hasPrefix("/access_token"))
    #expect(!finding.expected.contains("not shown"))
    #expect(record.scenarios[0].steps[0].exchanges[0].url.hasSuffix("/a"))
    // Another scenario's answers are not concerned.
    #expect(record.scenarios[1].steps[0].exchanges[0].detail?.responseBody == "{}")
    // By its name it is run again.
    #expect(record.scenarios[0].name == "It")
  }

  /// The first scenario shows what only the second one learns by its name, and the other way round.
  @Test func `shows no secret of another scenario, however short`() throws {
    let record = try Bench().run(
      """
      suite: Two
      scenarios:
        - scenario: First
          steps:
            - {step: A, request: {GET: /a}, expect: {json: {other: none}}}
        - scenario: Second
          steps:
            - {step: B, request: {GET: /b}, expect: {json: {other: none}}}
      """
    ) { request, _ in
      request.target == "/a"
        ? .json(#"{"code": "K7Q2ZTR", "url": "/x", "other": "hunter-2-9"}"#)
        : .json(#"{"password": "hunter-2-9", "other": "it is K7Q2ZTR"}"#)
    }
    let text = Self.text(record)
    #expect(!text.contains("K7Q2ZTR") && !text.contains("hunter-2-9"))
    #expect(text.contains("it is ‹code›") && text.contains("\"other\": \"‹password›\""))
  }

  /// Those that the fragment has room for leave room for more where it is used.
  @Test func `shows nothing where a fragment has learned more secrets than it looks for`() throws {
    let list = Self.secrets(20)
    let bench = Bench(
      keys: """
        fragments:
          - {fragment: many, once: run, steps: [{step: A, request: {GET: /many}, expect: {status: 200}}]}
        """)
    let record = try bench.run(
      steps: """
        - {use: many}
        - {step: B, request: {GET: /b}, expect: {status: 201}}
        """
    ) { request, _ in
      .json(
        request.target == "/many" ? "{\"access_token\": \(list)}" : #"{"a": "secret-19-x"}"#)
    }
    let detail = try #require(try record.onlyScenario().steps[1].exchanges[0].detail)
    #expect(detail.responseBody == "‹not shown: the answers hold too many secrets›")
  }

  @Test func `shows no secret of an answer 429, which is not the last`() throws {
    var patience = Bench.patience
    patience.throttled = .zero
    let record = try Bench(patience: patience).run(
      steps: "- {step: A, request: {GET: /a}, expect: {status: 200}}",
      json: #"{"access_token": "\#(Self.secret)", "x": 1}"#, status: 429)
    #expect(try record.onlyScenario().verdict.outline == "blocked")
    let detail = try #require(record.onlyScenario().steps[0].exchanges.first?.detail)
    #expect(detail.responseBody.contains("\"x\": 1"))
    #expect(!Self.text(record).contains("S3cr3t"))
  }

  @Test func `shows no secret in what is known to fail, nor the credentials of a proxy`() throws {
    var bench = Bench(
      facts: JSONObject([("software_statement", .string(Self.secret))]), secrets: ["pr0xy-password"]
    )
    bench.known = [
      KnownFailure(
        cases: ["It"], reason: "it has \(Self.secret)", link: "https://a.example/\(Self.secret)",
        expires: try #require(CalendarDay("2099-01-01")),
        location: SourceLocation(file: "known.yaml", position: .start))
    ]
    let record = try bench.run(
      steps: "- {step: A, request: {GET: /a}, expect: {status: 404}}",
      json: #"{"a": "pr0xy-password"}"#)
    #expect(record.known.count == 1)
    #expect(record.known[0].reason.hasPrefix("it has ‹"))
    #expect(record.known[0].link?.hasPrefix("https://a.example/‹") == true)
    let text = Self.text(record)
    #expect(!text.contains("S3cr3t") && !text.contains("pr0xy"))
  }

  /// Bytes before a character of two bytes, and those that are kept.
  @Test(arguments: [
    (16_382, 16_384, false), (16_383, 16_383, true), (16_384, 16_384, true),
    (16_381, 16_383, false),
  ])
  func `cuts a long body between two characters`(before: Int, kept: Int, isCut: Bool) throws {
    let body = String(repeating: "x", count: before) + "é"
    let record = try Bench().run(
      steps: "- {step: A, request: {GET: /a}, expect: {status: 404}}"
    ) { _, _ in .text(body) }
    let detail = try #require(try record.onlyScenario().steps[0].exchanges[0].detail)
    #expect(detail.responseByteCount == before + 2)
    #expect(!detail.responseBody.contains("\u{FFFD}"))
    #expect(detail.responseBody.hasSuffix("…") == isCut)
    #expect(detail.responseBody.utf8.count == kept + (isCut ? 3 : 0))
  }

  @Test func `keeps the facts of the profile and names the target by them, without secrets`() throws
  {
    var bench = Bench()
    bench.facts = JSONObject([
      ("service_provider", "SP"), ("mvpd", "M1"), ("basic_mvpd", "M2"), ("pin", 12_345_678),
      ("software_statement", .string("M1-\(Self.secret)")),
      ("resources", ["permitted": ["a"], "inner": ["password": "pw", "ok": true], "m": 7]),
    ])
    bench.profile = {
      $0.name = "of M1-\(Self.secret)"
      $0.secrets.append("pin")
    }
    let record = try bench.run(steps: "- {step: A, request: {GET: /}, expect: {status: 200}}")
    #expect(record.target.mvpds == ["M2", "M1"])
    #expect(record.target.serviceProvider == "SP")
    #expect(record.target.name.hasPrefix("of ‹"))
    let facts = try #require(record.evidence?.profile).facts
    let values = Dictionary(facts.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let hidden = JSONValue.string(ProfileRecord.hiddenValue)
    #expect(values["service_provider"] == "SP")
    #expect(values["software_statement"] == hidden)
    #expect(values["pin"] == hidden)
    #expect(
      values["resources"]
        == ["permitted": ["a"], "inner": ["password": hidden, "ok": true], "m": 7])
    let text = Self.text(record)
    #expect(!text.contains("S3cr3t") && !text.contains("12345678"))
  }

  @Test func `keeps heads and bodies only where somebody will read them`() throws {
    let record = try Bench().run(
      """
      suite: Small
      scenarios:
        - {scenario: Good, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
        - {scenario: Warned, steps: [{step: A, request: {GET: /a}, expect: {status: 200}, should: {status: 201}}, {step: B, request: {GET: /a}, expect: {status: 200}}]}
        - {scenario: Bad, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}, {step: B, request: {GET: /a}, expect: {status: 201}}]}
      """
    ) { _, _ in .text(String(repeating: "x", count: 50_000)) }
    let kept = record.scenarios.map { $0.steps.map { $0.exchanges[0].detail != nil } }
    #expect(kept == [[false], [true, false], [true, true]])
  }

  @Test func `keeps less of many failures, and says so`() throws {
    let body = String(repeating: "x", count: 1000)
    // Three scenarios in full, then the failed step of some, then none.
    let record = try Bench(evidenceBytes: 5000).run(
      """
      suite: Large
      scenarios:
        - scenario: Bad ${n}
          cases: {each: n, in: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
          steps:
            - {step: A, request: {GET: /a}, expect: {status: 200}}
            - {step: B, request: {GET: /b}, expect: {status: 201}}
      """
    ) { _, _ in .text(body) }
    let kept = record.scenarios.map { $0.steps.count { $0.exchanges[0].detail != nil } }
    #expect(kept == kept.sorted(by: >))
    #expect(Set(kept) == [2, 1, 0])
    #expect(record.scenarios[kept.firstIndex(of: 1) ?? 0].steps[1].exchanges[0].detail != nil)
    #expect(record.remarks.count == 1)
    #expect(record.remarks.first?.hasPrefix("too many failures to keep everything") == true)
  }
}
