// SPDX-License-Identifier: Apache-2.0
// Tests of what an entry says in a line, and of what the summary leaves to the reports.

import Expectations
import HTTP
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct HeadlineTests {
  typealias Step = CauseTests.Step

  static func entry(_ scenarios: [[Step]]) throws -> IncidentGroup {
    try #require(CauseTests.entries(CauseTests.run(scenarios, shared: [])).first)
  }

  @Test(arguments: [
    ("20 lacks /a", "GET /a: `a` is missing and must be !string {}"),
    (
      "20 lacks /a | 50 /b lacks /a",
      "GET /a and 1 other call: `a` is missing and must be !string {} (2 scenarios)"
    ),
    (
      "20 gets 403 not 200 | 50 gets 403 not 200 | 90 is right",
      "GET /a: the status is 403 and must be 200 (2 scenarios)"
    ),
    (
      "20 gets 403 not 200 | 50 gets 403 not 200 | 90 /b is right",
      "GET /a: each answer is 403 (2 scenarios)"
    ),
    (
      "20 gets 403 not 200 | 50 /b gets 403 not 200",
      "Each call is answered with 403 (2 scenarios)"
    ),
    (
      #"20 finds /type / a / "b" | 50 finds /type / a / "b""#,
      #"GET /a: `type` is "b" and must be a (2 scenarios)"#
    ),
  ])
  func `names the call and the fact`(scenarios: String, title: String) throws {
    #expect(try Self.entry(CauseTests.scenarios(scenarios)).title == title)
  }

  private static let long = Array(repeating: "x", count: 60).joined()

  @Test(arguments: [
    ("status", "400", "201", "the status is 201 and must be 400"),
    (
      "header Content-Type", "text/html", "\"a\"",
      "the header `Content-Type` is \"a\" and must be text/html"
    ),
    ("/a", "a URL", "nothing", "`a` is missing and must be a URL"),
    ("/a", Self.long + "x", "nothing", "`a` is missing"),
    ("/a", "empty", "{\"b\":1}", "`a` must be empty, and is not"),
    (
      "/a", "an empty object or \(Self.long)", "{\"b\":1}",
      "`a` is not empty and must be an empty object or \(Self.long)"
    ),
    // The exception stands below, in full.
    (
      "/a", "an empty object or \(Self.long)\(Self.long)", "{\"b\":1}",
      "`a` is not empty and must be empty, but for what is expected below"
    ),
    ("/a", "a URL", Self.long, "`a` must be a URL, and is not"),
    ("body", "JSON", "<a>", "the body is <a> and must be JSON"),
    ("save: code", "$.a.code", "nothing", "`a.code` is missing"),
    ("/a → host", "b.example", "\"c\"", "the host of `a` is \"c\" and must be b.example"),
    ("$.a[?@.id == ${b}]", "one", "[]", "there is nothing in `a` where id == {b}"),
    ("/a", Self.long + Self.long, "7", "`a` is not as it must be"),
    (
      "visit", "sent back", "sent to /\(Self.long) (404)",
      "the user agent is sent to /\(Self.long) (404) and must be sent back"
    ),
    ("retry", "another answer", "7", "asked again: expected another answer, found 7"),
  ])
  func `says what is wrong in a sentence`(
    place: String, words: String, found: String, sentence: String
  ) {
    let finding = SampleRecords.finding(place, 7, words, found)
    #expect(finding.fact(isAdvice: false) == sentence)
    #expect(
      finding.fact(isAdvice: true) == sentence.replacing(" must be", with: " should be"))
  }

  @Test func `says what must be missing by the value that says so, not by its words`() {
    var finding = SampleRecords.finding("/a/0/b", 7, "what nobody expects", "7")
    finding.excess = .unwanted
    #expect(finding.fact(isAdvice: false) == "`a[0].b` is there and must be missing")
    finding = SampleRecords.finding("/a", 7, "2 items", "[1,2,3]", nearest: "`a` has 3 items")
    #expect(finding.fact(isAdvice: false) == "`a` must be 2 items: `a` has 3 items")
    finding = SampleRecords.finding("/a", 7, Self.long + Self.long, "7", nearest: "`b` is 7")
    #expect(finding.fact(isAdvice: false) == "`a` is not as it must be: `b` is 7")
  }

  @Test func `writes calls as the documents do`() {
    let endpoint =
      "GET /api/{serviceProvider}/profiles | GET /api/{serviceProvider}/profiles/{mvpd}"
    let calls = CallNames([RemedyTests.requirement(endpoint: endpoint)])
    func name(_ route: String?, _ url: String = "/x") -> String? {
      var step = SampleRecords.request(
        "ask", 9, exchanges: [SampleRecords.exchange("GET", url, 200)])
      step.route = route
      return calls.name(of: step)
    }
    #expect(
      name("GET /api/${service_provider}/profiles/${of}")
        == "GET /api/{serviceProvider}/profiles/{mvpd}")
    #expect(name("POST /api/${id}/profiles") == "POST /api/{serviceProvider}/profiles")
    #expect(name("GET /other/${device.id}") == "GET /other/{device.id}")
    // A variable may stand for a word of the path.
    #expect(
      name("GET /api/${at}/${call}", "/api/a/profiles") == "GET /api/{serviceProvider}/profiles")
    #expect(name("GET ${url}", "/else?a=b") == "GET /else")
    #expect(name(nil, "/api/REF30/profiles?a=b") == "GET /api/{serviceProvider}/profiles")
    #expect(name(nil, "/else?a=b") == "GET /else")
  }

  @Test func `names the first case, and counts the others`() throws {
    func cases(_ record: RunRecord) throws -> String {
      try #require(CauseTests.entries(record).first).cases { "'\($0)'" }
    }
    let wrong = [Step(findings: [CauseTests.missing("/a")])]
    #expect(try cases(CauseTests.run([wrong])) == "'number 0'")
    #expect(try cases(CauseTests.run([wrong, wrong])) == "'number 0' and 1 other")
    #expect(try cases(CauseTests.run([wrong, wrong, wrong])) == "'number 0' and 2 others")
    #expect(
      try cases(CauseTests.blocked(1))
        == "the preparation 'access-token', without which 1 scenario can't be run")
    #expect(try cases(CauseTests.blocked(0)) == "the preparation 'access-token'")
    var two = CauseTests.blocked(2)
    two.sharedFragments.append(two.sharedFragments[0])
    two.sharedFragments[1].id = 2
    #expect(
      try cases(two)
        == "the preparation 'access-token' and 1 other, without which 2 scenarios can't be run")
  }

  /// Scenarios by the facts that they rest on; of those with `ok` all is right.
  @Test(arguments: [
    (["a"], "Perhaps a is wrong: 'sso-conformance doctor' tries it"),
    (["a b", "a b"], "Perhaps a and b are wrong: 'sso-conformance doctor' tries them"),
    (["a b", "b"], "Perhaps b is wrong: 'sso-conformance doctor' tries it"),
    // One scenario that passed has tried its facts, however many others fail.
    (["a b", "a b", "a b", "ok a"], "Perhaps b is wrong: 'sso-conformance doctor' tries it"),
    (["a b", "a b", "ok a", "ok b"], nil),
  ])
  func `doubts a fact that no scenario passed with`(scenarios: [String], doubt: String?) throws {
    let texts = scenarios.map { $0.split(separator: " ").map(String.init) }
    var record = CauseTests.run(
      texts.map { $0[0] == "ok" ? [Step()] : [Step(findings: [CauseTests.missing("/a")])] })
    for (number, text) in texts.enumerated() {
      record.suites[0].scenarios[number].facts = text.filter { $0 != "ok" }
    }
    #expect(try #require(CauseTests.entries(record).first).doubt == doubt)
    // A walk's few scenarios use nearly all facts, whatever it is that fails.
    record.selection = SelectionRecord(selected: 1, total: 1)
    record.selection?.isWalk = true
    #expect(try #require(CauseTests.entries(record).first).doubt == nil)
  }

  private static func summary(_ record: RunRecord) -> [String] {
    TerminalReport(hasColour: false).summary(of: RunJudgement(record)).rendered
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ([1], ["  reason 0 (1 scenario)"]),
    ([1, 2], ["  reason 1 (2 scenarios)", "  reason 0 (1 scenario)"]),
    ([1, 2, 3], ["  reason 2 (3 scenarios)", "  2 further reasons: see the report"]),
    ([1, 1], ["  reason 0 (1 scenario)", "  reason 1 (1 scenario)"]),
  ])
  func `tells two reasons to skip, the most frequent first`(counts: [Int], lines: [String]) throws {
    let scenarios = counts.enumerated().flatMap { number, count in
      (0..<count).map {
        SampleRecords.scenario(
          "s\(number) \($0)", 1, .skipped(because: "reason \(number)"), steps: [])
      }
    }
    let summary = Self.summary(SampleRecords.run(of: scenarios))
    let begin = try #require(summary.firstIndex(of: "Skipped, and not certified:"))
    #expect(summary[(begin + 1)...].prefix(2).filter { $0.hasPrefix("  ") } == lines)
  }

  @Test(arguments: [
    (["V2-C1-01"], ["V2-C1-01 (must): The configuration names each MVPD by its id."]),
    // One that binds comes first, whatever the order.
    (["V2-C9-02", "V2-C1-01"], ["V2-C1-01 (must): The configuration names"]),
    (["V2-C9-02"], ["V2-C9-02 (should): The answer has no `code` in the partner flow."]),
    (["X", "Y", "Z"], ["X"]), (["V2-C9-02", "V2-C14-02"], ["V2-C14-02 (must-not): The framework"]),
    ([], []),
  ])
  func `names the requirement that binds`(covers: [String], lines: [String]) {
    var step = SampleRecords.wrong
    step.covers = covers.map { Cover(id: $0) }
    let text = Self.entry(of: step, [SampleRecords.finding("save: x", 7, "1", "2")])
      .prefix { !$0.hasPrefix("to do") && !$0.hasPrefix("expected") }
    #expect(text.count == lines.count)
    #expect(zip(text, lines).map { $0.hasPrefix($1) } == lines.map { _ in true }, "\(text)")
  }

  /// The lines of the summary on one failure, without its title.
  private static func entry(
    of step: StepRecord, _ findings: [Finding], problem: RunProblem? = nil
  ) -> [String] {
    var step = step
    step.verdict = problem.map { .broken($0) } ?? .failed(findings)
    return summary(SampleRecords.run(of: step)).filter { $0.hasPrefix("    ") }
      .map { String($0.dropFirst(4)) }
  }

  @Test func `tells what was sent, expected and found, each where there is one`() {
    let exchange = SampleRecords.exchange("GET", "/a?b=c", 0)
    var step = SampleRecords.request("ask", 9, exchanges: [exchange])
    step.covers = []
    let member = SampleRecords.finding("/a", 7, "1", "2", nearest: "it is two")
    let status = SampleRecords.finding("status", 8, "200", "201")
    #expect(
      Self.entry(of: step, [member]) == [
        "to do     Here `a` has to be 1, not 2.", "expected  1", "found     2",
        "why       it is two", "sent      GET /a?b=c → no answer in 12 ms", "step      'ask'",
        "seen in   'one'", "suite     \(SampleRecords.profiles):7:9",
      ])
    step.notes = ["waited 1 s", "or so", StepNote(.alternative, "two: `a` is 3")]
    #expect(Self.entry(of: step, [member]).contains("also right  two: `a` is 3"))
    // The status tells the most.
    #expect(
      Self.entry(of: step, [member, status]).dropFirst().prefix(2) == [
        "expected  200", "found     201, and 1 other difference",
      ])
    let problem = RunProblem(.transport, "no answer came", at: nil)
    var user = step
    user.action = .user
    user.advice = "Mend it."
    #expect(
      Self.entry(of: user, [], problem: problem) == [
        "to do     Mend it.",
        "sent      GET https://api.staging.example/a?b=c → no answer in 12 ms",
        "step      'ask'", "seen in   'one'", "suite     \(SampleRecords.profiles):9:9",
      ])
    var refused = SampleRecords.wrong
    refused.exchanges[0].detail?.responseBody = "why not"
    #expect(Self.entry(of: refused, [status]).contains("answer    why not"))
    #expect(Self.entry(of: refused, [member]).contains("found     2"))
    // What is there says more than that something is missing.
    let missing = SampleRecords.finding("/a/b", 7, "1", "nothing")
    for (body, what) in [
      (#"{"a":{}}"#, "`a` is empty"), (#"{"a":{"c":1,"d":2}}"#, "`a` has `c` and `d`"),
      (#"{"a":[1,2]}"#, "`a` has 2 items"), (#"{"a":null}"#, "`a` is null"),
      (#"{"x":1}"#, "the body has `x`"),
      (
        #"{"a":{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1}}"#,
        "`a` has `1`, `2`, `3`, `4`, `5`, `6` and 1 other"
      ),
    ] {
      refused.exchanges[0].detail?.responseBody = body
      #expect(Self.entry(of: refused, [missing]).contains("found     nothing: \(what)"))
    }
  }

  /// What a scenario did before is told by the last two names, each once.
  @Test(arguments: [
    (["a"], ", after 'a' passed"), (["a", "b", "c"], ", after 'b' and 'c' passed"),
    (["a", "b", "b"], ", after 'a' and 'b' passed"),
    (["b", "a", "b"], ", after 'a' and 'b' passed"), (["a", "a"], ", after 'a' passed"), ([], ""),
  ])
  func `names each step before once`(names: [String], text: String) {
    let steps = names.map { SampleRecords.request($0, 8) } + [SampleRecords.request("ask", 9)]
    var situation: String?
    steps.visit { if $0.step.name == "ask" { situation = $0.situation(in: steps) } }
    #expect(situation == "'ask'\(text)")
  }

  @Test(arguments: [(200, nil), (201, "1 further line"), (202, "2 further lines")])
  func `shows two hundred lines of a body in the log`(count: Int, rest: String?) {
    var step = SampleRecords.wrong
    step.exchanges[0].detail?.responseHeaders = []
    // The status and an empty line are before the body.
    step.exchanges[0].detail?.responseBody = Array(repeating: "x", count: count - 2)
      .joined(separator: "\n")
    step.exchanges[0].detail?.responseByteCount = 0
    step.leftOut.add(.init(status: 200, number: 2, wireIssues: 0))
    let scenario = SampleRecords.scenario("one", 1, step.verdict, steps: [step])
    let text = TerminalReport(hasColour: false).exchanges(of: scenario, .failed, suite: "s")
      .rendered
    #expect(text.hasPrefix("failed s › one in 45 ms\n  1 Create the profile: failed\n"))
    #expect(text.contains("further line") == (rest != nil))
    if let rest { #expect(text.contains("    < … \(rest): see report.json\n")) }
    #expect(text.contains("    and 2 further exchanges\n"))
    #expect(text.contains("    > POST https://api.staging.example/"))
    #expect(text.contains("    the service chose refused | by the header\n"))
  }

  /// Preflights of several cookbooks that fail for different reasons.
  @Test(arguments: [1, 2, 3, 4]) func `tells two reasons why nothing was judged`(count: Int) {
    let suites = (0..<count).map { number -> SuiteRecord in
      var step = SampleRecords.request(
        "ask \(number)", number + 5,
        verdict: .failed([SampleRecords.finding("/m\(number)", number + 5, "1", "2")]))
      step.advice = number < 2 ? "Mend it." : "Mend another one."
      var suite = SampleRecords.suite(
        [PageTests.failed(step, number: number)], name: "preflight \(number)")
      suite.isPreflight = true
      return suite
    }
    let lines = Self.summary(SampleRecords.run(suites))
    #expect(lines[0].hasPrefix("no verdict possible: "))
    #expect(lines.count { $0.hasPrefix("  What to do: ") } == 1)
    #expect(
      lines.count { $0.hasPrefix("  also: ") && $0.contains("`m1` is 2 and must be 1") }
        == (count > 1 ? 1 : 0))
    #expect(
      lines.filter { $0.contains("more: see the report") }
        == (count > 2 ? ["  and \(count - 2) more: see the report"] : []))
    #expect(!lines.contains { $0.contains("steps,") })
  }

  @Test(arguments: [(1000, 0), (1001, 1), (1003, 3)])
  func `shows a thousand entries, and counts the others`(count: Int, leftOut: Int) {
    let scenarios = (0..<count).map { number in
      SampleRecords.scenario(
        "n\(number)", number + 1,
        .failed([SampleRecords.finding("status", number + 1, "200", "500")]), steps: [])
    }
    let run = RunJudgement(SampleRecords.run(of: scenarios))
    let groups = IncidentGroup.failures(of: run)
    #expect(groups.count == count - leftOut && groups.leftOutCount == leftOut)
  }

  @Test(arguments: [
    (0, []), (2, []), (3, ["and 1 further note: see the report"]),
    (4, ["and 2 further notes: see the report"]),
  ])
  func `tells two notes, and counts the others`(count: Int, rest: [String]) {
    var record = SampleRecords.run(of: SampleRecords.configuration)
    record.remarks = (0..<count).map { "remark \($0)" }
    let summary = Self.summary(record)
    #expect(summary.count { $0.hasPrefix("Note: ") } == min(count, 2))
    #expect(summary.filter { $0.contains(" further note") } == rest)
  }

  @Test(arguments: [
    (1, 0, nil), (2, 1, nil), (5, 4, nil), (6, 4, "1 more to fix"), (9, 4, "4 more to fix"),
  ])
  func `lists four further things to fix`(count: Int, listed: Int, rest: String?) throws {
    let summary = Self.summary(ReportRulesTests.failures(Array(repeating: 1, count: count)))
    // Those that read the same are not listed.
    #expect(!Self.summary(ReportRulesTests.failures([count])).contains("Then:"))
    #expect(summary[0].hasPrefix("not conformant: "))
    #expect(summary[1].hasPrefix("staging, https://api.staging.example · service provider REF30"))
    #expect(summary[2] == (count == 1 ? "To fix:" : "To fix first:"))
    let lines = summary.firstIndex(of: "Then:").map { begin in
      summary[(begin + 1)...].prefix { $0.hasPrefix("  ") }.count
    }
    #expect((lines ?? 0) == listed)
    #expect(
      summary.filter { $0.hasPrefix("In the report: ") }
        == (rest.map { ["In the report: \($0)"] } ?? []))
  }
}
