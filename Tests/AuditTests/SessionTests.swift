// SPDX-License-Identifier: Apache-2.0
// Devices are told apart, in small recordings and in large ones.

import Audit
import Record
import TestSupport
import Testing

struct SessionTests {
  static func device(_ name: String, at start: Int) -> [Sent] {
    sent(
      #"register \#(start) device=none answer={"client_id":"c\#(name)"}; "#
        + #"token \#(start + 2) device=none form=client_id=c\#(name) "#
        + #"answer={"access_token":"t\#(name)"}; "#
        + #"begin \#(start + 4) device=\#(name) token=t\#(name) answer={"code":"k\#(name)"}; "#
        + "GET /login/k\(name) \(start + 6) device=none; "
        + "GET /p/sessions/k\(name) \(start + 8) device=\(name) token=t\(name)")
  }

  static let both = (device("a", at: 0) + device("b", at: 1))

  @Test(arguments: [
    ("on: token\nearlier: register", "+2 -0 ?0"), ("on: begin\nearlier: token", "+2 -0 ?0"),
    ("on: poll\nearlier: show", "+2 -0 ?0"), ("on: show\nearlier: begin", "+2 -0 ?0"),
    ("on: register\nnot-later: register", "+2 -0 ?0"),
    ("on: poll\nnot-earlier: poll", "+2 -0 ?0"),
  ])
  func `keeps interleaved devices apart`(text: String, expected: String) throws {
    #expect(try outcome(rule(text), Self.both.sorted { $0.at < $1.at }) == expected)
    #expect(try outcome(rule(text), Self.both.reversed()) == expected)
    let files = Self.both.indices.map { $0 % 3 }
    #expect(try outcome(rule(text), Self.both, files: files) == expected)
  }

  @Test func `shares one token among devices`() throws {
    let sent = sent(
      #"register 0 device=none; token 1 device=none form=client_id=c answer={"access_token":"t"}; "#
        + "begin 2 token=t; begin 3 device=b token=t")
    #expect(try outcome(rule("on: begin\nearlier: {is: token, same: token}"), sent) == "+2 -0 ?0")
    // Judged once, though it belongs to both.
    #expect(try outcome(rule("on: token\nlater: begin"), sent) == "+1 -0 ?0")
  }

  @Test(arguments: [
    // Obeyed in one session, whatever the other shows.
    ("on: token\nlater: begin", "+1 -0 ?0"),
    ("on: token\nlater: {is: begin, within: 5s}", "+1 -0 ?0"),
    ("on: token\nany: [{expect: {method: PUT}}, {later: begin}]", "+1 -0 ?0"),
    // Broken in one, and nobody knows of the other.
    ("on: token\nlater: {is: poll, before: begin}", "+0 -0 ?1"),
    // Broken in both.
    ("on: token\nlater: {is: poll, within: 3s}", "+0 -1 ?0"),
  ])
  func `judges in all its sessions what belongs to several`(text: String, expected: String) throws {
    let sent = sent(
      #"token 0 device=none form=a=b answer={"access_token":"t"}; profiles 1 device=b token=t; "#
        + "begin 2 token=t; profiles 9 device=b token=t; profiles 9 token=t")
    #expect(try outcome(rule(text), sent) == expected)
    // The devices the other way round.
    var turned = sent
    for (index, name) in zip(1..., ["a", "b", "a", "b"]) {
      turned[index] = Sent(sent[index].request, at: sent[index].at, device: name, token: "t")
    }
    #expect(try outcome(rule(text), turned) == expected)
  }

  /// A token that so many devices use at these times, the first of them the first.
  private static func shared(_ times: [Int]) -> [Sent] {
    [Sent("POST /token", at: 0, device: nil, form: "a=b", answer: #"{"access_token": "t"}"#)]
      + times.enumerated().map { number, time in
        Sent("GET /p/profiles", at: time, device: "d\(number)", token: "t")
      } + [Sent("GET /p/profiles", at: 90, device: "d0", token: "t")]
  }

  @Test(arguments: [
    // Broken in all sixteen sessions in which it is judged; there may be one in which it is obeyed.
    ("on: token\nlater: {is: begin, within: 1s}", Array(repeating: 5, count: 16), "+0 -1 ?0"),
    ("on: token\nlater: {is: begin, within: 1s}", Array(repeating: 5, count: 17), "+0 -0 ?1"),
    // What is wrong with it alone is wrong in each.
    ("on: token\nexpect: {form: {a: c}}", Array(repeating: 5, count: 17), "+0 -1 ?0"),
    // Of more than sixteen, it is judged in those that are the nearest to it.
    (
      "on: token\nlater: {is: profiles, within: 3s}", [2] + Array(repeating: 5, count: 16),
      "+1 -0 ?0"
    ),
    (
      "on: token\nlater: {is: profiles, within: 3s}", Array(repeating: 5, count: 16) + [2],
      "+1 -0 ?0"
    ),
  ])
  func `judges a shared token in 16 sessions`(text: String, times: [Int], expected: String) throws {
    let sent = Self.shared(times).sorted { $0.at < $1.at }
    #expect(try outcome(rule(text), sent) == expected)
  }

  @Test func `follows the surest link to a device`() throws {
    let sent = sent(
      #"register 0 answer={}; register 0 device=b answer={}; begin 1 token=ta answer={"code":"ka"}; "#
        + "profiles 2 device=b token=tb; GET /p/sessions/ka 3 device=none token=tb")
    #expect(try outcome(rule("on: poll\nearlier: begin"), sent) == "+1 -0 ?0")
    #expect(try outcome(rule("on: poll\nearlier: profiles"), sent) == "+0 -1 ?0")
  }

  @Test func `takes what two values tie together for one device without a name`() throws {
    let sent = sent(
      "profiles 0 device=none token=t; show 1 device=none; poll 2 device=none token=t; "
        + "GET /login/other 3 device=none")
    #expect(try outcome(rule("on: poll\nearlier: show"), sent) == "+1 -0 ?0")
    #expect(try outcome(rule("on: poll\nearlier: profiles"), sent) == "+1 -0 ?0")
    #expect(try outcome(rule("on: profiles\nlater: show"), sent) == "+1 -0 ?0")
    #expect(try audited(rule("on: poll\nearlier: show"), sent).traffic.sessions == 2)
  }

  @Test func `does not know what stood in a gap between files`() throws {
    let begun = Sent("POST /p/sessions", at: 0)
    let late = Sent("GET /p/profiles", at: 90_000)
    let text = "on: begin\nlater: {is: poll, before: profiles}"
    #expect(try outcome(rule(text), [begun, late], files: [0, 1]) == "+0 -0 ?1")
    #expect(try outcome(rule(text), [begun, late]) == "+0 -1 ?0")
    // The next one may have been sent there.
    let next = rule("on: begin\nnext: {of: poll, expect: {method: GET}}")
    let poll = Sent("GET /p/sessions/k", at: 90_000)
    #expect(try outcome(next, [begun, poll], files: [0, 1]) == "+0 -0 ?1")
    #expect(try outcome(next, [begun, poll]) == "+1 -0 ?0")
  }

  @Test func `takes a file within the time of another for a part of it`() throws {
    let sent = sent("profiles 0 10 20; begin 50; profiles 100")
    let text = "on: begin\nlater: {is: poll, within: 40s}"
    #expect(try outcome(rule(text), sent, files: [0, 1, 1, 0, 0]) == "+0 -1 ?0")
    #expect(try outcome(rule(text), sent, files: [1, 0, 0, 1, 1]) == "+0 -1 ?0")
  }

  @Test(arguments: [(600, "+0 -1 ?0"), (601, "+0 -0 ?1")])
  func `takes files ten minutes apart for one recording`(start: Int, expected: String) throws {
    let sent = sent("begin 0 lasting=0; profiles \(start)")
    let text = "on: begin\nlater: {is: poll, before: profiles}"
    #expect(try outcome(rule(text), sent, files: [0, 1]) == expected)
  }

  @Test func `takes entries of one time in the order of the file`() throws {
    let text = "on: poll\nearlier: {is: begin, since: token}"
    let sent = sent("token 0 form=a=b; begin 0; poll 0")
    #expect(try outcome(rule(text), sent) == "+1 -0 ?0")
    #expect(try outcome(rule(text), [sent[1], sent[0], sent[2]]) == "+0 -1 ?0")
    // Of several files, in their order.
    #expect(try outcome(rule(text), sent, files: [0, 1, 1]) == "+1 -0 ?0")
    #expect(try outcome(rule(text), [sent[1], sent[0], sent[2]], files: [1, 0, 1]) == "+1 -0 ?0")
    #expect(try outcome(rule(text), [sent[1], sent[0], sent[2]], files: [0, 1, 1]) == "+0 -1 ?0")
  }

  @Test func `takes all for one session where nothing tells devices apart`() throws {
    let words = String(exchanges.split(separator: "every:")[0])
    let rules = load(
      "application: T\nrules: [{rule: R, on: poll, earlier: begin}]\n", exchanges: words)
    #expect(try outcome(rules, sent("begin 0; poll 1 device=b")) == "+1 -0 ?0")
  }

  @Test(arguments: [
    // A word before the value, in any case, and a value behind it.
    ("fingerprint a", "FingerPrint a", "+1 -0 ?0"), ("fingerprint a", "fingerprint b", "+0 -0 ?1"),
    ("fingerprint a", "a", "+1 -0 ?0"), ("fingerprint a", "fingerprint ", "+1 -0 ?0"),
    ("fingerprint a", "finger a", "+1 -0 ?0"),
  ])
  func `reads a device behind its word`(first: String, second: String, expected: String) throws {
    var sent = sent("begin 0; poll 1; profiles 2 device=c")
    sent[0].headers = [("AP-Device-Identifier", first)]
    // Whatever has no device follows its code.
    sent[0].answer = #"{"code": "k"}"#
    sent[1].headers = [("AP-Device-Identifier", second)]
    #expect(try outcome(rule("on: poll\nearlier: begin"), sent) == expected)
  }

  @Test(arguments: [
    // Calls without a device may be of anybody. Two kinds, and what an answer gave, are of the service.
    ("profiles 0 device=none; GET /q/profiles 0 device=none", false),
    ("profiles 0 device=none; show 0 device=none", false), ("register 0 device=none", false),
    ("register 0 device=none; profiles 0 device=none", true),
    // What names the device needs no second kind.
    ("profiles 0", true),
    // Half of the answers may be neither JSON nor XML.
    ("register 0 device=none; profiles 0 device=none answer=hello", true),
    ("register 0 device=none; profiles 0 device=none answer=<html>", true),
    ("register 0 device=none; profiles 0 1 device=none answer=hi", false),
    ("profiles 0; profiles 1 answer=hi", true), ("profiles 0; profiles 1 2 answer=hi", false),
  ])
  func `takes a host for the service by its calls`(line: String, isService: Bool) throws {
    let sent = sent(line)
    let result = try Audit(rule("on: profiles\nexpect: {method: GET}")).judge(traffic(sent))
    #expect(result.traffic.origins == (isService ? ["https://api.test"] : []))
    #expect(result.traffic.ignored == (isService ? [:] : ["api.test": sent.count]))
    #expect(result.traffic.judged == (isService ? sent.count : 0))
  }

  @Test(arguments: [
    ("https://user:pass@api.test", "+1 -0 ?0"), ("https://a@b@api.test", "+1 -0 ?0"),
    ("HTTPS://API.test", "+1 -0 ?0"), ("https://api.test:443", "+1 -0 ?0"),
    ("http://api.test:80", "+0 -1 ?0"), ("http://api.test", "+0 -1 ?0"),
    // Another port is another host.
    ("https://api.test:80", "+0 -0 ?0"), ("http://api.test:443", "+0 -0 ?0"),
    ("https://api.test:8443", "+0 -0 ?0"), ("https://api.test.evil", "+0 -0 ?0"),
    ("https://api.test@evil.test", "+0 -0 ?0"),
  ])
  func `knows the host of a URL`(origin: String, expected: String) throws {
    var sent = Sent("GET /p/profiles?a=1#b?c", at: 0)
    sent.origin = origin
    let text =
      "on: profiles\nexpect: {scheme: https, host: api.test, path: /p/profiles, query: {a: '1'}}"
    #expect(try outcome(rule(text), [sent]) == expected)
  }

  @Test func `leaves a backend alone whose paths look alike`() throws {
    var other = Sent("GET /p/profiles", at: 5, device: nil)
    other.origin = "https://backend.test"
    var plain = Sent("GET /p/profiles", at: 6)
    plain.origin = "http://api.test"
    let rules = rule("on: profiles\nexpect: {scheme: https}")
    let sent = Self.device("a", at: 0) + [other, plain]
    let result = try Audit(rules).judge(traffic(sent))
    #expect(result.traffic.origins == ["http://api.test", "https://api.test"])
    #expect(result.traffic.ignored == ["backend.test": 1])
    #expect(result.traffic.sessions == 1)
    #expect(result.rules[0].broken.count == 1)
    #expect(result.rules[0].met == 0)
    let named = try Audit(rules, origins: ["https://backend.test/"]).judge(traffic(sent))
    #expect(named.rules[0].met == 1)
  }

  /// What is said of each exchange when it is sent.
  private static func told(_ live: LiveAudit, _ list: ExchangeList) -> [[String]] {
    list.exchanges.map { exchange in
      live.add([exchange]).exchanges[0].verdicts
        .map { "\($0.entry.index) \($0.broken == nil ? "met" : "broken")" }
    }
  }

  @Test(arguments: [
    "later: {is: poll, before: profiles}",
    "all:\n  - expect: {method: POST}\n  - later: {is: poll, before: profiles}",
    "any:\n  - expect: {method: GET}\n  - later: {is: poll, before: profiles}",
  ])
  func `says live what it says in the end`(demand: String) throws {
    let rules = rule("on: begin\n\(demand)")
    let list = traffic(sent("begin 0; poll 1; begin 2; profiles 3"))
    let live = LiveAudit(rules, source: list)
    #expect(Self.told(live, list) == [[], ["0 met"], [], ["2 broken"]])
    let result = try live.finish()
    #expect(result.rules[0].met == 1)
    #expect(result.rules[0].broken.map(\.entry.index) == [2])
  }

  /// The files of two cookbooks that both know the registration.
  private static let twoCookbooks: [String: String] = {
    func rules(_ name: String) -> String {
      "application: \(name)\nrules: [{rule: R, on: register, expect: {query: {a: b}}}]\n"
    }
    func words(_ own: String) -> String {
      "exchanges:\n  - {exchange: register, request: POST /register}\n"
        + "  - {exchange: own, request: GET /\(own), common: true}\n"
        + "every: {device: $.query.device}\nsessions: {by: device}\n"
    }
    return [
      "a/r.yaml": rules("A"), "a/exchanges.yaml": words("list"), "b/r.yaml": rules("B"),
      "b/exchanges.yaml": words("show"),
    ]
  }()

  @Test(arguments: [
    (["POST /register"], [1, 1]), (["POST /register", "GET /list"], [1, 0]),
    (["POST /register", "GET /show"], [0, 1]),
    (["POST /register", "GET /list", "GET /show"], [1, 1]),
  ])
  func `judges by a cookbook with exchanges of its own`(requests: [String], broken: [Int]) throws {
    let rules = AuditRules.load(
      ["a", "b"], shipped: nil, files: Memory(texts: Self.twoCookbooks).files)
    #expect(!rules.hasErrors)
    let sent = requests.enumerated().map { Sent("\($1)?device=a", at: $0) }
    let result = try audited(rules, sent)
    #expect(result.rules.map(\.broken.count) == broken)
  }

  @Test func `says live of several sessions what holds in one of them`() {
    let list = traffic(
      sent(
        "register 0 device=b answer={}; profiles 1 device=b token=t; begin 2 token=t; "
          + "poll 3 device=none token=t"))
    let live = LiveAudit(rule("on: poll\nearlier: begin"), source: list)
    #expect(Self.told(live, list) == [[], [], [], ["3 met"]])
  }
}

struct LargeRecordingTests {
  @Test func `finds the one that differs among many equal ones`() throws {
    let rules = rule(
      """
      on: {is: begin, save: {token: $.headers.authorization}}
      not-earlier: {is: begin, same: device, headers: {authorization: !not ["${token}"]}}
      """)
    var sent = [Sent("POST /register", at: 0)]
    for number in 1...200 { sent.append(Sent("POST /p/sessions", at: number, token: "t")) }
    sent.append(Sent("POST /p/sessions", at: 300, token: "u"))
    #expect(try outcome(rules, sent) == "+200 -1 ?0")
    // Of what the recording lacks, the same is known.
    sent[100].headers = nil
    sent[100].device = nil
    #expect(try outcome(rules, sent) == "+99 -1 ?101")
  }

  @Test(arguments: [99, 100, 101, 250])
  func `lists a hundred occasions, the first`(count: Int) throws {
    let sent = (0..<count).map { Sent("POST /p/sessions", at: count - $0) }
    let result = try audited(rule("on: begin\nexpect: {query: {a: b}}"), sent).rules[0]
    #expect(result.brokenCount == count)
    #expect(result.broken.map(\.entry.index) == (0..<count).suffix(100).reversed())
  }

  @Test(arguments: [(1000, "+1 -0 ?0"), (1001, "+0 -0 ?1")])
  func `compares a thousand exchanges and no more`(count: Int, expected: String) throws {
    let rules = rule(
      """
      on: {is: poll, save: {x: $.query.a}}
      not-earlier: {is: begin, query: {a: "${x}"}}
      """)
    var sent = [Sent("POST /register", at: 0)]
    for number in 1...count { sent.append(Sent("POST /p/sessions?a=\(number)", at: number)) }
    sent.append(Sent("GET /p/sessions/k?a=other", at: count + 1))
    #expect(try outcome(rules, sent) == expected)
  }

  @Test func `says live what the first of thousands of exchanges shows`() {
    var sent = [Sent("POST /register", at: 0)]
    for number in 1...2100 { sent.append(Sent("GET /p/profiles", at: number)) }
    sent.append(Sent("POST /p/sessions", at: 2200))
    let list = traffic(sent)
    let live = LiveAudit(rule("on: begin\nnot-earlier: register"), source: list)
    let before = live.add(list.exchanges.dropLast()).exchanges.flatMap(\.verdicts)
    #expect(before.isEmpty)
    let told = live.add(list.exchanges.suffix(1)).exchanges.flatMap(\.verdicts)
    #expect(told.map { $0.broken?.others } == [[EntryReference(recording: 0, index: 0)]])
  }
}
