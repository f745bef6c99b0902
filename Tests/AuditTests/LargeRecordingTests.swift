// SPDX-License-Identifier: Apache-2.0
// What is remembered, cut short or divided among threads in a large recording changes no verdict.

import Audit
import TestSupport
import Testing

@Suite struct LargeRecordingTests {
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

  @Test func `lists the first occasions and counts the others`() throws {
    let sent = (0..<250).map { Sent("POST /p/sessions", at: 250 - $0) }
    let result = try Audit(
      rule("on: begin\nexpect: {query: {a: b}}"), origins: ["https://api.test"]
    )
    .judge(traffic(sent))
    let found = result.rules[0]
    #expect(found.brokenCount == 250)
    #expect(found.broken.map(\.entry.index) == (150..<250).reversed())
  }

  @Test(arguments: [(100, 100), (101, 100), (99, 99)])
  func `lists a hundred occasions`(count: Int, listed: Int) throws {
    let sent = (0..<count).map { Sent("POST /p/sessions", at: $0) }
    let result = try Audit(
      rule("on: begin\nexpect: {query: {a: b}}"), origins: ["https://api.test"]
    )
    .judge(traffic(sent))
    #expect(result.rules[0].brokenCount == count)
    #expect(result.rules[0].broken.count == listed)
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

  @Test func `says the same on one thread and on several`() throws {
    let sent = (0..<450).flatMap { number in
      // Every tenth device begins with the token of another one.
      SessionTests.device("\(number % 10 == 0 ? number / 2 : number)", at: number * 3)
    }
    let rules = rule("on: begin\nall: [{earlier: token}, {not-later: poll}]")
    let results = try [1, 3].map { jobs in
      try Audit(rules, origins: ["https://api.test"], jobs: jobs).judge(traffic(sent)).rules[0]
    }
    for result in results {
      #expect(result.met == results[0].met)
      #expect(result.notJudged == results[0].notJudged)
      #expect(result.brokenCount == results[0].brokenCount)
      #expect(result.examples == results[0].examples)
      #expect(result.broken.map(\.entry) == results[0].broken.map(\.entry))
      #expect(result.broken.map(\.others) == results[0].broken.map(\.others))
    }
    #expect(results[0].brokenCount > 100)
  }

  @Test func `says live what the first of thousands of exchanges shows`() throws {
    var sent = [Sent("POST /register", at: 0)]
    for number in 1...2100 { sent.append(Sent("GET /p/profiles", at: number)) }
    sent.append(Sent("POST /p/sessions", at: 2200))
    let list = traffic(sent)
    let exchanges = try sent.indices.map {
      try list.exchange(EntryReference(recording: 0, index: $0))
    }
    let live = LiveAudit(rule("on: begin\nnot-earlier: register"), name: "live")
    let before = live.add(Array(exchanges.dropLast())).flatMap { $0 }
    #expect(before.isEmpty)
    let told = live.add(Array(exchanges.suffix(1))).flatMap { $0 }
    #expect(told.map { $0.broken?.others } == [[EntryReference(recording: 0, index: 0)]])
  }
}
