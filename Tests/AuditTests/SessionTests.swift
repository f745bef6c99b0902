// SPDX-License-Identifier: Apache-2.0
// Devices are told apart, over several files and in any order of entries.

import Audit
import Testing
import Traffic

@Suite struct SessionTests {
  static func device(_ name: String, at start: Int) -> [Sent] {
    [
      Sent(
        "POST /register", at: start, device: nil, answer: #"{"client_id": "c\#(name)"}"#),
      Sent(
        "POST /token", at: start + 2, device: nil, form: "client_id=c\(name)",
        answer: #"{"access_token": "t\#(name)"}"#),
      Sent(
        "POST /p/sessions", at: start + 4, device: name, token: "t\(name)",
        answer: #"{"code": "k\#(name)"}"#),
      Sent("GET /login/k\(name)", at: start + 6, device: nil),
      Sent("GET /p/sessions/k\(name)", at: start + 8, device: name, token: "t\(name)"),
    ]
  }

  static let both = (device("a", at: 0) + device("b", at: 1))

  @Test(arguments: [
    ("on: token\nearlier: register", "+2 -0 ?0"),
    ("on: begin\nearlier: token", "+2 -0 ?0"),
    ("on: poll\nearlier: show", "+2 -0 ?0"),
    ("on: show\nearlier: begin", "+2 -0 ?0"),
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
    let sent = [
      Sent("POST /register", at: 0, device: nil, answer: #"{"client_id": "c"}"#),
      Sent(
        "POST /token", at: 1, device: nil, form: "client_id=c",
        answer: #"{"access_token": "t"}"#),
      Sent("POST /p/sessions", at: 2, device: "a", token: "t"),
      Sent("POST /p/sessions", at: 3, device: "b", token: "t"),
    ]
    #expect(try outcome(rule("on: begin\nearlier: {is: token, same: token}"), sent) == "+2 -0 ?0")
    // Judged once, though it belongs to both.
    #expect(try outcome(rule("on: token\nlater: begin"), sent) == "+1 -0 ?0")
  }

  @Test func `does not know what stood in a gap between files`() throws {
    let begun = Sent("POST /p/sessions", at: 0)
    let late = Sent("GET /p/profiles", at: 90_000)
    let text = "on: begin\nlater: {is: poll, before: profiles}"
    #expect(try outcome(rule(text), [begun, late], files: [0, 1]) == "+0 -0 ?1")
    #expect(try outcome(rule(text), [begun, late]) == "+0 -1 ?0")
  }

  @Test func `takes entries of one time in the order of the file`() throws {
    let text = "on: poll\nearlier: {is: begin, since: token}"
    let sent = [
      Sent("POST /token", at: 0, form: "a=b"), Sent("POST /p/sessions", at: 0),
      Sent("GET /p/sessions/k", at: 0),
    ]
    #expect(try outcome(rule(text), sent) == "+1 -0 ?0")
    #expect(try outcome(rule(text), [sent[1], sent[0], sent[2]]) == "+0 -1 ?0")
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

  @Test func `says live what it says in the end`() throws {
    let rules = rule("on: begin\nlater: {is: poll, before: profiles}")
    let live = LiveAudit(rules, name: "live")
    let sent = [
      Sent("POST /p/sessions", at: 0), Sent("GET /p/sessions/k", at: 1),
      Sent("POST /p/sessions", at: 2), Sent("GET /p/profiles", at: 3),
    ]
    let list = traffic(sent)
    let told = try (0..<4).map { index in
      try live.add(list.exchange(EntryReference(recording: 0, index: index)))
        .map { "\($0.entry.index) \($0.broken == nil ? "met" : "broken")" }
    }
    #expect(told == [[], ["0 met"], [], ["2 broken"]])
    let result = live.finish()
    #expect(result.rules[0].met == 1)
    #expect(result.rules[0].broken.map(\.entry.index) == [2])
  }

  @Test func `says live of several sessions what holds in one of them`() throws {
    let live = LiveAudit(rule("on: poll\nearlier: begin"), name: "live")
    let sent = [
      Sent("POST /register", at: 0, device: "b"),
      Sent("GET /p/profiles", at: 1, device: "b", token: "t"),
      Sent("POST /p/sessions", at: 2, device: "a", token: "t"),
      Sent("GET /p/sessions/k", at: 3, device: nil, token: "t"),
    ]
    let list = traffic(sent)
    let told = try sent.indices.flatMap { index in
      try live.add(list.exchange(EntryReference(recording: 0, index: index)))
    }
    #expect(told.map { "\($0.entry.index) \($0.broken == nil ? "met" : "broken")" } == ["3 met"])
  }
}
