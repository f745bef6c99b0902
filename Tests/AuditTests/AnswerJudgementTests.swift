// SPDX-License-Identifier: Apache-2.0
// Recorded answers, judged by the shipped fragments: right ones, and each broken in one place.

import Formats
import Foundation
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Audit

/// The shipped fragments, and exchanges of the table.
enum Answers {
  static let rules = AuditRules.load(
    ["Suites/application"], shipped: "Suites", files: Memory(texts: ShippedRules.texts).files)

  static let expectations = AnswerExpectations(
    lentTo: rules.cookbooks, rules.catalogues, shipped: "Suites",
    files: Memory(texts: ShippedRules.texts).files)

  private static let judges = [
    AnswerJudge(expectations, following: ["apple-sso-rest-api-v2"]),
    AnswerJudge(expectations, following: ["apple-sso-rest-api-v1"]),
  ]

  /// The verdict on an exchange by the cookbook that has its path.
  static func judgement(of exchange: RecordedExchange) -> AnswerJudgement {
    let isLegacy = ["/api/v1/", "/reggie/"].contains { exchange.request.url.contains($0) }
    return judges[isLegacy ? 1 : 0].judgement(of: exchange)
  }

  /// When the exchanges were recorded: what `@0` in a body stands for.
  static let now = 1_764_000_000_000

  /// The exchange of a line: `POST /path form -> 200 body`. `@N` in the body is the time of the
  /// exchange, moved by so many seconds.
  static func exchange(_ line: String, contentType: String? = nil) throws -> RecordedExchange {
    let sides = line.components(separatedBy: " -> ")
    let request = sides[0].split(separator: " ", maxSplits: 2).map(String.init)
    let answer = sides[1].split(separator: " ", maxSplits: 1).map(String.init)
    let sent = request.count > 2 ? request[2] : ""
    let type = sent.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
    let body = answer.count > 1 ? timed(answer[1]) : ""
    let usual =
      body.hasPrefix("<")
      ? "application/xml" : body.hasPrefix("{") ? "application/json" : "application/octet-stream"
    var fields = [HeaderField("Date", HTTPDate.text(Timestamp(milliseconds: now)))]
    if !body.isEmpty { fields.append(HeaderField("Content-Type", contentType ?? usual)) }
    return RecordedExchange(
      entry: EntryReference(recording: 0, index: 0), startedAt: Timestamp(milliseconds: now),
      duration: .milliseconds(10),
      request: RecordedExchange.Request(
        method: request[0], url: "https://api.test\(request[1])",
        headers: HeaderList([HeaderField("Content-Type", type)]),
        body: RecordedBody(Array(sent.utf8))),
      response: RecordedExchange.Response(
        status: try #require(Int(answer[0])), headers: HeaderList(fields),
        body: RecordedBody(Array(body.utf8))))
  }

  static func timed(_ text: String) -> String {
    var output = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "@") {
      output += rest[..<mark]
      let digits = rest[rest.index(after: mark)...].prefix { $0 == "-" || $0.isNumber }
      output += Int(digits).map { "\(now + $0 * 1000)" } ?? "@"
      rest = rest[(digits.isEmpty ? rest.index(after: mark) : digits.endIndex)...]
    }
    return output + rest
  }

  /// The steps that judge an exchange, and the requirements that they find broken.
  static func judged(_ exchange: RecordedExchange) throws -> (steps: [String], broken: [String]) {
    switch judgement(of: exchange) {
    case .judged(let verdicts):
      let wrong = verdicts.filter { !$0.findings.isEmpty }
      // One that breaks no requirement is wrong all the same.
      let broken = wrong.flatMap { $0.broken.isEmpty ? ["none"] : $0.broken }
      return (verdicts.map(\.step.name), Set(broken).sorted())
    case .trouble(let status): return ([], ["trouble \(status)"])
    case .notJudged(let reason): return ([], [reason])
    case .unknownCall: return ([], ["unknown call"])
    }
  }

  /// The blocks of the table: a right exchange, and its changes with what each breaks.
  static let blocks = TestSupport.blocks(tableText("AnswerJudgementTests"))
}

struct AnswerJudgementTests {
  @Test func `the shipped fragments have no mistakes`() {
    #expect(Answers.expectations.diagnostics.map(\.description) == [])
  }

  @Test(arguments: Answers.blocks.indices)
  func `a right answer is judged and breaks nothing`(block: Int) throws {
    let (line, _) = Answers.blocks[block]
    let (steps, broken) = try Answers.judged(Answers.exchange(line))
    #expect(!steps.isEmpty, "\(line)")
    #expect(broken == [], "\(line)")
  }

  /// Each step is tried by at least one answer.
  @Test func `each step that is marked judges an answer of the table`() throws {
    var tried: Set<String> = []
    for (line, _) in Answers.blocks {
      tried.formUnion(try Answers.judged(Answers.exchange(line)).steps)
    }
    let marked = Set(Answers.expectations.books.flatMap(\.steps).map(\.name))
    #expect(marked.subtracting(tried).sorted() == [])
  }

  /// A change is `OLD => NEW`, then ` ! ` and the requirements that it breaks.
  @Test(arguments: Answers.blocks.flatMap { block in block.1.map { (block.0, $0) } })
  func `a wrong answer breaks its own requirement`(line: String, change: String) throws {
    let parts = change.components(separatedBy: " ! ")
    let texts = parts[0].components(separatedBy: " => ")
    let isType = texts[0] == "Content-Type"
    let changed = isType ? line : line.replacing(texts[0], with: texts.count > 1 ? texts[1] : "")
    if !isType { #expect(changed != line, "\(texts[0]) is not in \(line)") }
    let exchange = try Answers.exchange(changed, contentType: isType ? texts[1] : nil)
    let expected = parts[1].split(separator: " ").map(String.init)
    let (_, broken) = try Answers.judged(exchange)
    #expect(broken == expected, "\(changed)")
  }

  @Test(arguments: [
    ("GET /api/v2/SP/profiles -> 500", "trouble 500"),
    (
      "GET /api/v2/SP/profiles -> 401 {}",
      "what is right with status 401 depends on what went before"
    ),
    ("DELETE /api/v2/SP/profiles -> 405", "unknown call"),
    ("GET /somewhere/else -> 200 {}", "unknown call"),
  ])
  func `an answer that says nothing by itself blames and proves nothing`(
    line: String, expected: String
  ) throws {
    #expect(try Answers.judged(Answers.exchange(line)).broken == [expected])
  }

  @Test func `a list without items shows nothing of its items`() throws {
    func covers(_ body: String) throws -> Set<String> {
      let exchange = try Answers.exchange("GET /api/v2/SP/profiles -> 200 \(body)")
      guard case .judged(let verdicts) = Answers.judgement(of: exchange) else { return [] }
      return Set(verdicts.flatMap(\.covers).map(\.id))
    }
    let empty = try covers(#"{"profiles":{}}"#)
    #expect(empty.contains("API-PROFILES-04") && !empty.contains("API-PROFILES-08"))
    let full = try covers(
      #"{"profiles":{"M":{"notBefore":@-60,"notAfter":@60,"issuer":"M","type":"regular","#
        + #""attributes":{"userID":{"value":"u","state":"plain"}}}}}"#)
    #expect(full.contains("API-PROFILES-08"))
  }

  @Test func `a body that was not kept is not judged, and the status is`() throws {
    var exchange = try Answers.exchange("POST /o/client/register {} -> 201 {}")
    exchange.response?.body = .missing(because: "not kept")
    #expect(try Answers.judged(exchange).broken == [])
    exchange.response?.headers = nil
    #expect(try Answers.judged(exchange).broken == [])
  }

  @Test func `times are judged by the date of the answer`() throws {
    let line =
      #"POST /o/client/token {} -> 201 {"id":"i","access_token":"t","created_at":@0,"#
      + #""expires_in":60,"token_type":"bearer"}"#
    var exchange = try Answers.exchange(line)
    // A device whose clock is an hour behind.
    exchange.startedAt = Timestamp(milliseconds: Answers.now - 3_600_000)
    #expect(try Answers.judged(exchange).broken == [])
    exchange.response?.headers = HeaderList([HeaderField("Content-Type", "application/json")])
    #expect(try Answers.judged(exchange).broken == ["API-DCR-TOKEN-08"])
  }
}
