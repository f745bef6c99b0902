// SPDX-License-Identifier: Apache-2.0
// Logs of framework calls: read, written, and joined with recordings.

import Formats
import Record
import TestSupport
import Testing
import Text

@testable import Audit

struct FrameworkLogTests {
  private static let head =
    #"{"frameworkLog":1,"partner":"apple","key":"\#(String(repeating: "0a", count: 32))","started":1764000000000}"#
  private static let digest = String(repeating: "ab", count: 32)

  private static func read(_ text: String) throws -> FrameworkLog {
    try FrameworkLogReader.read(Array(text.utf8), name: "c.jsonl", secretNames: ["token"])
  }

  @Test func `has its calls in order`() throws {
    let log = try Self.read(
      """
      \(Self.head)
      {"time":1764000001000,"answered":1764000001040,"call":"permission","request":{"prompting":true},"answer":{"accessStatus":"granted"}}
      {"time":1764000002000,"device":2,"call":"metadata"}
      {"time":1764000003000,"answered":1764000003000,"call":"metadata","request":{"token":{"hmac":"\(Self.digest)"}},"error":{"code":2}}

      """)
    #expect(log.partner == "apple")
    #expect(log.started == 1_764_000_000_000)
    #expect(log.calls.map(\.name) == ["permission", "metadata", "metadata"])
    #expect(log.calls.map(\.device) == [1, 2, 1])
    #expect(log.calls.map(\.answered) == [1_764_000_001_040, nil, 1_764_000_003_000])
    #expect(log.calls[2].answer.map { JSONWriter.text(.object($0)) } == #"{"error":{"code":2}}"#)
    #expect(!log.isCut)
  }

  @Test func `passes over a last line that is not complete`() throws {
    let log = try Self.read(
      "\(Self.head)\n" + #"{"time":1764000001000,"call":"permission"}"# + "\n{\"ti")
    #expect(log.calls.count == 1)
    #expect(log.isCut)
  }

  /// A log, or the second line of one, and what is said of it.
  @Test(arguments: [
    ("", "c.jsonl:1:1: it is no log of framework calls"),
    ("{\"log\": {}}", "c.jsonl:1:1: it is no log of framework calls"),
    (
      head.replacing("\":1,", with: "\":2,"),
      "c.jsonl:1:1: this version reads logs of version 1, not of 2"
    ),
    (head.replacing("apple", with: ""), "c.jsonl:1:1: the head of the log names the 'partner'"),
    (head.replacing("0a0a", with: "0a"), "c.jsonl:1:1: the head of the log has a 'key' of 64"),
    (
      head.replacing("1764000000000", with: "1764000000"),
      "c.jsonl:1:1: 'started' is a time in milli"
    ),
    ("+[]", "c.jsonl:2:1: a line is an object"),
    ("+{\"time\": 1,}", "c.jsonl:2:12: "),
    (#"+{"call":"m","call":"n"}"#, "c.jsonl:2:13: 'call' is there twice"),
    (#"+{"time":1764000001000}"#, "c.jsonl:2:1: a call has a name under 'call'"),
    (
      #"+{"time":1764000001000,"call":"m","reqest":{}}"#,
      "c.jsonl:2:1: there is no member 'reqest', did you mean 'request'?"
    ),
    (#"+{"time":1764000001000,"call":"m","request":1}"#, "c.jsonl:2:1: 'request' is an object"),
    (
      #"+{"time":1764000001000,"call":"m","device":0}"#,
      "c.jsonl:2:1: 'device' is a number from 1 on"
    ),
    (
      #"+{"time":1764000001000,"call":"m","answer":{}}"#,
      "c.jsonl:2:1: a call that was answered has 'answered' and"
    ),
    (
      #"+{"time":1764000001000,"call":"m","answered":1764000001001}"#,
      "c.jsonl:2:1: a call that was answered has"
    ),
    (
      #"+{"time":1764000001000,"answered":1764000000999,"call":"m","answer":{}}"#,
      "c.jsonl:2:1: the call was answered before"
    ),
    (
      #"+{"time":1764000001000,"answered":1764000001000,"call":"m","answer":{},"error":{}}"#,
      "c.jsonl:2:1: a call has an 'answer' or an 'error', not both"
    ),
    (
      #"+{"time":1764000001000,"call":"m","request":{"token":"abc"}}"#,
      "c.jsonl:2:1: 'token' is a secret: write {\"hmac\": …}"
    ),
    (
      #"+{"time":1764000001000,"call":"m","request":{"a":{"token":{"hmac":"AB"}}}}"#,
      "c.jsonl:2:1: 'token' is a secret"
    ),
  ])
  func `says where a log is wrong`(text: String, message: String) throws {
    let log = text.hasPrefix("+") ? "\(Self.head)\n\(text.dropFirst())\n" : text
    let error = #expect(throws: TrafficError.self) { try Self.read(log) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `is written without a secret, and read again`() throws {
    let key = [UInt8](repeating: 10, count: 32)
    let writer = FrameworkLogWriter(key: key, secretNames: ["token", "saml"])
    let call = writer.digested(
      LoggedCall(
        time: 1_764_000_001_000, answered: 1_764_000_001_500, device: 2, name: "metadata",
        request: JSONObject([("token", "secret-1"), ("flag", true)]),
        answer: JSONObject([("saml", " <a>\n  b</a> "), ("error", ["saml": "secret-2"])])))
    let bytes = writer.head(partner: "apple", started: 1_764_000_000_000) + writer.line(call)
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in ["secret", "<a>"] { #expect(!text.contains(secret)) }
    let log = try FrameworkLogReader.read(bytes, name: "c.jsonl", secretNames: ["token", "saml"])
    #expect(log.key == key)
    #expect(log.calls == [call])
    #expect(call.answer?["saml"]?["folded"]?.string == SecretDigest.code(of: "<a> b</a>", key))
  }
}

/// Logs beside recordings.
struct FrameworkJoinTests {
  private static let exchanges =
    TestSupport.exchanges.replacing(
      "every:\n",
      with: """
          - {exchange: may, framework: permission}
          - {exchange: ask, framework: metadata}
        framework:
          secret: {token: given, saml: sent}
          alike: {provider: provider}
          until: end
        every:
          given: $.answer.json.request
          sent: $.form.s
          provider: $.form.p

        """)

  private static let key = [UInt8](repeating: 7, count: 32)

  /// A log of calls, each `NAME SECOND [+milliseconds] [in=NAME:VALUE] [out=NAME:VALUE] [device=N]`.
  private static func log(_ line: String, started: Int = -1, ahead: Int = 0) -> FrameworkLog {
    let writer = FrameworkLogWriter(key: key, secretNames: ["token", "saml"])
    let begin = 1_764_000_000_000 + ahead
    var log = FrameworkLog(
      name: "c.jsonl", partner: "apple", key: key, started: begin + started * 1000)
    for item in line.split(separator: "; ") {
      let words = item.split(separator: " ").map(String.init)
      func object(_ key: String) -> JSONObject {
        JSONObject(
          words.filter { $0.hasPrefix("\(key)=") }.map { word in
            let pair = word.dropFirst(key.count + 1).split(separator: ":").map(String.init)
            return (pair[0], Int(pair[1]).map { .integer($0) } ?? .string(pair[1]))
          })
      }
      let device = words.first { $0.hasPrefix("device=") }.flatMap { Int($0.dropFirst(7)) }
      let time = begin + (Int(words[1]) ?? 0) * 1000
      let isOpen = words.contains("open")
      log.calls.append(
        writer.digested(
          LoggedCall(
            time: time, answered: isOpen ? nil : time + 100, device: device ?? 1, name: words[0],
            request: object("in"), answer: isOpen ? nil : object("out"))))
    }
    return log
  }

  private static func audited(
    _ text: String, _ line: String, _ logs: [FrameworkLog]
  ) throws -> AuditResult {
    let indented = text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    let rules = load(
      "application: Test\ncookbook: book\nrules:\n  - rule: It is so\n\(indented)\n",
      exchanges: exchanges)
    #expect(rules.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    return try Audit(rules, origins: ["https://api.test"]).judge(traffic(sent(line)), logs: logs)
  }

  private static func outcome(_ result: AuditResult) throws -> String {
    let rule = try #require(result.rules.first)
    return "+\(rule.met) -\(rule.broken.count) ?\(rule.notJudged.values.reduce(0, +))"
  }

  /// A rule, exchanges, a log, and what the audit says.
  @Test(arguments: [
    // Calls stand on the time line of the exchanges.
    ("on: poll\nearlier: may", "register 0; poll 2", "permission 1", "+1 -0 ?0"),
    ("on: poll\nearlier: may", "register 0; poll 2", "permission 3", "+0 -1 ?0"),
    (
      "on: poll\nearlier: {is: may, answer: {json: {s: granted}}}", "register 0; poll 2",
      "permission 1 out=s:denied", "+0 -1 ?0"
    ),
    (
      "on: ask\nexpect: {json: {flag: 1}}", "register 0; poll 9",
      "metadata 1 in=flag:1; metadata 2 in=flag:2", "+1 -1 ?0"
    ),
    (
      "on: ask\nnext: {of: [poll, begin], expect: {method: GET}}", "register 0; poll 2; begin 4",
      "metadata 1; metadata 3", "+1 -1 ?0"
    ),
    // The answer of a call that got none is not known.
    (
      "on: ask\nexpect: {answer: {json: {s: a}}}", "register 0; poll 9", "metadata 1 open",
      "+0 -0 ?1"
    ),
    // A pattern without a name means requests to the service.
    (
      "on: poll\nearlier: {json: {flag: 1}}", "register 0; poll 2", "metadata 1 in=flag:1",
      "+0 -1 ?0"
    ),
    // What comes next makes an occasion.
    (
      "on: ask\ngiven:\n  - next: {of: [poll, begin], is: poll}\nexpect: {json: {flag: 1}}",
      "register 0; poll 3; begin 6", "metadata 2 in=flag:1; metadata 5 in=flag:2", "+1 -0 ?0"
    ),
    (
      "on: ask\ngiven:\n  - next: {of: [poll, begin]}\nexpect: {json: {flag: 1}}",
      "register 0; poll 3", "metadata 5 in=flag:2", "+0 -0 ?1"
    ),
    // A digest stands for the value that the recording has.
    (
      "on: ask\ngiven:\n  - latest: {of: begin, save: {v: $.answer.json.request}}\nexpect: {json: {token: '${v}'}}",
      #"register 0; begin 1 answer={"request":"abc"}; poll 9"#,
      "metadata 2 in=token:abc; metadata 3 in=token:abd", "+1 -1 ?0"
    ),
    (
      "on: poll\ngiven:\n  - latest: {of: ask, save: {v: $.answer.json.saml.folded}}\nexpect: {form: {s: '${v}'}}",
      "register 0; poll 2 form=s=x-y; poll 3 form=s=x-z", "metadata 1 out=saml:x-y", "+1 -1 ?0"
    ),
    // A log that begins later may lack what came before.
    ("on: poll\nearlier: may", "register 0; poll 12; poll 22", "permission 21", "+1 -1 ?0"),
  ])
  func `are judged with the traffic`(
    rule: String, line: String, calls: String, expected: String
  ) throws {
    let result = try Self.audited(rule, line, [Self.log(calls)])
    #expect(try Self.outcome(result) == expected)
    #expect(result.remarks == [])
  }

  @Test func `leave open what came before a log that was begun later`() throws {
    let result = try Self.audited(
      "on: poll\nearlier: may", "register 0; poll 12; poll 22",
      [Self.log("permission 21", started: 11)])
    #expect(try Self.outcome(result) == "+1 -0 ?1")
  }

  @Test func `are needed by the rules that name them`() throws {
    let result = try Self.audited("on: poll\nearlier: may", "register 0; poll 2", [])
    let rule = try #require(result.rules.first)
    #expect(rule.whyNotJudged == "no framework log")
    #expect(rule.met == 0)
  }

  /// How far the clock of the log is ahead, in milliseconds, and what is said of it.
  @Test(arguments: [
    (0, []), (500, []), (1500, ["the clock of c.jsonl is about 1500ms ahead of"]),
    (-2500, ["the clock of c.jsonl is about 2500ms behind"]),
    (3_600_000, ["the clock of c.jsonl is about 3600s ahead of"]),
  ])
  func `are moved to the clock of the recordings`(ahead: Int, remarks: [String]) throws {
    let line = #"register 0; begin 10 answer={"request":"abc"}; poll 12 form=s=xyz"#
    let log = Self.log("permission 5; metadata 11 in=token:abc out=saml:xyz", ahead: ahead)
    let rule = "on: poll\nlatest: {of: [ask, begin], is: {is: ask}}"
    let result = try Self.audited(rule, line, [log])
    #expect(try Self.outcome(result) == "+1 -0 ?0")
    #expect(result.remarks.count == remarks.count)
    for (remark, wanted) in zip(result.remarks, remarks) { #expect(remark.hasPrefix(wanted)) }
  }

  /// Calls, by how much the clock is ahead, and why they are not judged: one of them may be before an
  /// exchange or after it, or only one end of the difference is known.
  @Test(arguments: [
    ("permission 10; metadata 11 in=token:abc out=saml:xyz", 3_600_000, "its clock differs from"),
    ("permission 10; metadata 11 in=token:abc out=saml:xyz", -3_600_000, "its clock differs from"),
    ("metadata 11 in=token:abc", -3_600_000, "its clock differs from"),
    ("metadata 11 out=saml:xyz", 3_600_000, "its clock differs from"),
    ("metadata 11 in=token:abc", 3_600_000, "its calls are of another time than"),
  ])
  func `are not judged where another clock leaves their order open`(
    calls: String, ahead: Int, why: String
  ) throws {
    let line = #"register 0; begin 10 answer={"request":"abc"}; poll 12 form=s=xyz"#
    let result = try Self.audited("on: poll\nearlier: may", line, [Self.log(calls, ahead: ahead)])
    #expect(result.traffic.calls == 0)
    #expect(result.remarks.count == 1)
    #expect(result.remarks[0].contains(" was not judged: \(why)"))
  }

  @Test func `have an end on the clock of the recordings`() throws {
    let line = #"register 0; begin 1 answer={"request":"abc"}; poll 3 form=s=xyz"#
    let end = 1_764_000_000_000 + 10_000 + 60_000
    let log = Self.log("metadata 2 in=token:abc out=saml:xyz out=end:\(end)", ahead: 60_000)
    let rule =
      "on: poll\ngiven:\n  - latest: {of: ask, save: {e: $.answer.json.until, r: $.answer.json.end}}\nexpect: {time: !timestamp {before: '${e}'}}"
    #expect(try Self.outcome(Self.audited(rule, line, [log])) == "+1 -0 ?0")
    let late = rule.replacing("'${e}'", with: "'${e - 8s}'")
    #expect(try Self.outcome(Self.audited(late, line, [log])) == "+0 -1 ?0")
  }

  /// The polls of two devices, a log, how many calls are joined, and what is said of the others.
  @Test(arguments: [
    ("metadata 2 out=provider:one", 1, []),
    (
      "metadata 2", 0,
      ["device 1 of c.jsonl, with 1 call, was not judged: no value of its calls is also in"]
    ),
    (
      "metadata 2 out=provider:one; metadata 3 out=provider:two", 0,
      ["device 1 of c.jsonl, with 2 calls, was not judged: its values are those of several devices"]
    ),
    (
      "metadata 2 out=provider:one device=1; metadata 2 out=provider:two device=2; metadata 2 device=3",
      2, ["device 3 of c.jsonl, with 1 call, was not judged"]
    ),
    (
      "metadata 9 out=provider:one", 0,
      ["device 1 of c.jsonl, with 1 call, was not judged: no difference of the clocks"]
    ),
    ("metadata 2 in=token:abc out=provider:one", 1, []),
  ])
  func `are joined with the device that has their values`(
    calls: String, joined: Int, remarks: [String]
  ) throws {
    let line =
      #"register 0; begin 1 device=a answer={"request":"abc"}; poll 5 form=p=one device=a; "#
      + "register 0 device=b; poll 5 form=p=two device=b"
    let result = try Self.audited("on: poll\nearlier: ask", line, [Self.log(calls)])
    #expect(result.traffic.calls == joined)
    #expect(result.remarks.count == remarks.count, "\(result.remarks)")
    for (remark, wanted) in zip(result.remarks, remarks) { #expect(remark.hasPrefix(wanted)) }
    // Of the device without a log nothing is judged.
    #expect(result.rules[0].met + result.rules[0].broken.count <= joined)
  }

  /// The exchanges before and after a call that comes behind the last of them.
  @Test(arguments: [("metadata 5", "+0 -1 ?0"), ("metadata 50", "+0 -0 ?1")])
  func `are judged soon after the last request, too`(calls: String, expected: String) throws {
    let result = try Self.audited(
      "on: ask\nearlier: begin", "register 0; poll 2", [Self.log(calls)])
    #expect(try Self.outcome(result) == expected)
  }

  @Test(arguments: [("apple", true), ("roku", false)])
  func `show that the cookbook of their partner is followed`(
    partner: String, isFollowed: Bool
  ) throws {
    let catalogue = """
      {"cookbook": "book", "revision": "1", "partner": "apple", "phases": [
       {"id": "A", "title": "All", "steps": [{"title": "All", "requirements": []}]}]}
      """
    let rules = AuditRules.load(
      ["rules/r.yaml"], shipped: nil,
      files: Memory(texts: [
        "rules/r.yaml":
          "application: T\ncookbook: book\nrules:\n  - {rule: R, on: ask, earlier: may}\n",
        "rules/exchanges.yaml": Self.exchanges + "\nfollows: {book: {is: show}}\n",
        "cookbooks/book.json": catalogue,
      ]).files)
    var log = Self.log("metadata 1")
    log.partner = partner
    let result = try Audit(rules, origins: ["https://api.test"]).judge(
      traffic(sent("register 0; poll 2")), logs: [log])
    #expect(result.cookbooks == (isFollowed ? ["book"] : []))
  }

  @Test func `of another day are not judged`() throws {
    let result = try Self.audited(
      "on: poll\nearlier: may", "register 0; poll 2",
      [Self.log("permission 1", ahead: 86_400_000)])
    #expect(result.traffic.calls == 0)
    #expect(
      result.remarks == [
        "device 1 of c.jsonl, with 1 call, was not judged: its calls are of another time than the"
          + " recordings"
      ])
  }
}
