// SPDX-License-Identifier: Apache-2.0
// Tests of the HTML page, and of all reports against their golden files.

import Foundation
import HTTP
import Reports
import Suites
import TestSupport
import Testing
import Text

@testable import Record

struct PageTests {
  static func page(_ scenarios: [ScenarioRecord]) -> String {
    HTMLReport().text(of: SampleRecords.run(of: scenarios))
  }

  /// The certificate of these scenarios.
  static func certificate(_ scenarios: [ScenarioRecord]) -> String {
    MarkdownReport().text(of: SampleRecords.run(of: scenarios))
  }

  /// Texts with their numbers, in lines.
  static func lines(_ count: Int, _ text: String) -> String {
    (0..<count).map { "\(text) \($0)" }.joined(separator: "\n")
  }

  static func failed(_ step: StepRecord, number: Int = 0) -> ScenarioRecord {
    SampleRecords.scenario("number \(number)", number + 1, step.verdict, steps: [step])
  }

  @Test func `shows of a scenario without its exchanges what failed and what was warned of`() {
    let scenarios = (0..<12).map { number in
      SampleRecords.scenario(
        "number \(number)", number + 1, .failed([]),
        steps: [
          SampleRecords.request("right \(number)", 5),
          SampleRecords.request(
            "warns \(number)", 6, warnings: [SampleRecords.finding("/w\(number)", 7, "1", "2")]),
          SampleRecords.wrong,
        ])
    }
    let page = Self.page(scenarios)
    for number in [9, 10, 11] {
      #expect(page.contains("warns \(number)"), "\(number)")
      #expect(page.contains("<code>/w\(number)</code>"), "\(number)")
      #expect(page.contains("right \(number)") == (number < 10), "\(number)")
    }
  }

  @Test(arguments: [
    (1, 0, nil), (2, 0, "The last of 2 exchanges"), (1, 1, "The last of 2 exchanges"),
    (2, 998, "The last of 1,000 exchanges"),
  ])
  func `counts the exchanges of which it shows the last`(
    shown: Int, leftOut: Int, sentence: String?
  ) {
    var step = SampleRecords.wrong
    step.exchanges = Array(repeating: step.exchanges[0], count: shown)
    step.leftOut.add(.init(status: 200, number: leftOut, wireIssues: 0))
    let page = Self.page([Self.failed(step)])
    #expect(page.contains("<p>The last of ") == (sentence != nil))
    if let sentence { #expect(page.contains("<p>\(sentence):</p>")) }
  }

  /// Three rows of one step: they have its place, and names of their own.
  @Test func `takes the right exchange of the row that covers the requirement`() throws {
    var rows = ["a", "b", "b"].map { name -> StepRecord in
      var exchange = SampleRecords.exchange("GET", "/row-\(name)", 200)
      exchange.detail = SampleRecords.detail("it is \(name)")
      return SampleRecords.request("row \(name)", 20, exchanges: [exchange])
    }
    // Of the second row nothing was sent.
    rows[1].exchanges = []
    rows[2].covers = ["V2-C13-01"]
    let page = Self.page([SampleRecords.scenario("rows", 1, steps: rows)])
    let example = try #require(
      page.components(separatedBy: "aria-label=\"A right exchange\">").dropFirst().first?
        .components(separatedBy: "</pre>").first)
    #expect(example.contains("/row-b") && !example.contains("/row-a"))
  }

  @Test(arguments: [(1, 0), (3, 0), (4, 1), (5, 2)])
  func `names three findings of a scenario without its exchanges`(count: Int, more: Int) {
    let step = SampleRecords.request("ask", 9, verdict: SampleRecords.findings(count))
    let page = Self.page((0..<11).map { Self.failed(step, number: $0) })
    #expect(
      page.contains("and \(more) more, in <code>report.json</code>") == (more > 0), "\(count)")
    let line = "<code>/m\(min(count, 3) - 1)</code>: expected 1, found <code>2</code>"
    #expect(page.contains(line))
    #expect(!page.contains("<code>/m3</code>: expected"))
  }

  @Test(arguments: [(50, 50), (51, 50)])
  func `lists fifty findings beside what came`(count: Int, shown: Int) {
    let step = SampleRecords.request("ask", 9, verdict: SampleRecords.findings(count))
    let page = Self.page([Self.failed(step)])
    #expect(page.ranges(of: "\"><code>/m").count == shown)
  }

  @Test(arguments: [(398, nil), (399, "1 more line"), (400, "2 more lines")])
  func `shows four hundred lines of an answer`(count: Int, more: String?) {
    // The status and an empty line come before the body.
    var step = SampleRecords.wrong
    step.exchanges[0].detail = SampleRecords.detail(Self.lines(count, "line"))
    let page = Self.page([Self.failed(step)])
    #expect(page.contains("more line") == (more != nil))
    if let more { #expect(page.contains("… \(more): see report.json")) }
    #expect(page.contains("line 397\n") && !page.contains("line 398\n"))
  }

  @Test(arguments: [(10, 10, false), (10, 11, true)])
  func `says that a body is longer than what was kept`(kept: Int, count: Int, isLonger: Bool) {
    var step = SampleRecords.wrong
    step.exchanges[0].detail = SampleRecords.detail(
      String(repeating: "x", count: kept), count: count)
    let record = SampleRecords.run(of: step)
    let texts = [
      HTMLReport().text(of: record), JUnitReport().text(of: record),
      TerminalReport(hasColour: false)
        .exchanges(of: record.suites[0].scenarios[0], .failed, suite: "s").rendered,
    ]
    for text in texts { #expect(text.contains("(the whole body has 11 bytes)") == isLonger) }
  }

  @Test(arguments: [
    (40, "/m0", ["\"m0\": 0,   ← here", "… (26 lines more)"]),
    (40, "/m20", ["… (13 lines before)", "\"m20\": 20,   ← here", "… (13 lines more)"]),
    (40, "/m39", ["… (26 lines before)", "\"m39\": 39   ← here"]),
    (14, "/m0", ["\"m0\": 0,   ← here"]), (15, "/m0", ["\"m0\": 0,   ← here", "… (1 lines more)"]),
  ])
  func `shows of a long answer the lines around what is wrong`(
    count: Int, place: String, lines: [String]
  ) {
    var step = SampleRecords.wrong
    step.verdict = .failed([SampleRecords.finding(place, 9, "1", "2")])
    step.exchanges[0].detail = SampleRecords.detail(
      "{" + (0..<count).map { "\"m\($0)\": \($0)" }.joined(separator: ", ") + "}")
    let text = Self.certificate([Self.failed(step)])
    let shown = text.split(separator: "\n").filter { $0.contains("← here") || $0.hasPrefix("… (") }
    #expect(shown.map { $0.drop { $0 == " " } } == lines.map { $0[...] })
  }

  /// The commands that send a request again, which repeat its body.
  private static var commands: Regex<Substring> { /```sh\n(?:.|\n)*?\n```\n/ }

  /// The request line and an empty one come before the body, the same of the answer before its own.
  @Test(
    arguments: [
      (22, 0, 22, nil), (23, 0, 21, 2), (24, 0, 21, 3), (5, 16, 5, nil), (6, 16, 4, 2),
      (7, 16, 4, 3),
    ] as [(Int, Int, Int, Int?)])
  func `shows of a long request the first lines, and counts the others`(
    count: Int, answered: Int, shown: Int, more: Int?
  ) {
    var step = SampleRecords.wrong
    step.verdict = .failed([SampleRecords.finding("status", 9, "1", "2")])
    step.exchanges[0].detail = SampleRecords.detail(Self.lines(answered, "answer"))
    step.exchanges[0].detail?.requestBody = Self.lines(count, "line")
    let text = Self.certificate([Self.failed(step)]).replacing(Self.commands, with: "")
    let lines = text.split(separator: "\n").filter {
      $0.hasPrefix("line ") || $0.hasPrefix("answer ") || $0.hasPrefix("… (")
    }
    var expected = (0..<shown).map { "line \($0)" }
    if let more { expected.append("… (\(more) lines more)") }
    expected += (0..<answered).map { "answer \($0)" }
    #expect(lines.map(String.init) == expected)
  }

  @Test func `shows at least four lines of a request`() {
    // The answer has more lines than there is room for: headers that are wrong, and a long body.
    var step = SampleRecords.wrong
    let names = ["Content-Type", "X-A", "X-B"]
    step.verdict = .failed(
      ["/m20", "header X-A", "header X-B"].map { SampleRecords.finding($0, 9, "1", "2") })
    for (count, shown) in [(2, ["line 0", "line 1"]), (3, ["line 0", "… (2 lines more)"])] {
      let body = "{" + (0..<40).map { "\"m\($0)\": \($0)" }.joined(separator: ", ") + "}"
      step.exchanges[0].detail = SampleRecords.detail(body)
      step.exchanges[0].detail?.requestBody = Self.lines(count, "line")
      step.exchanges[0].detail?.responseHeaders = names.map { HeaderField($0, "text/x") }
      let text = Self.certificate([Self.failed(step)]).replacing(Self.commands, with: "")
      let lines = text.split(separator: "\n").filter {
        $0.hasPrefix("line ") || $0.hasPrefix("… (2 ")
      }
      #expect(lines.map(String.init) == shown)
      for name in names { #expect(text.contains("\n\(name): text/x\n"), "\(name)") }
    }
  }

  @Test(arguments: [(5, nil), (6, "1 other difference"), (7, "2 other differences")])
  func `lists five differences of an answer in the certificate`(count: Int, more: String?) {
    var step = SampleRecords.wrong
    step.verdict = SampleRecords.findings(count)
    let text = Self.certificate([Self.failed(step)])
    #expect(text.contains("\n| `/m4` | 1 | `2` |\n") && !text.contains("\n| `/m5` |"))
    #expect(text.contains(" in the same answer.") == (more != nil))
    if let more { #expect(text.contains("\nAnd \(more) in the same answer.\n")) }
  }

  @Test(arguments: [
    (1, nil), (2, "“number 1”."), (4, "“number 1”, “number 2”, “number 3”."),
    (5, "“number 1”, “number 2”, “number 3” and 1 more."),
    (300, "“number 1”, “number 2”, “number 3” and 296 more."),
  ])
  func `tells a cause once in the certificate, and names three further scenarios`(
    count: Int, names: String?
  ) {
    let text = Self.certificate((0..<count).map { Self.failed(SampleRecords.wrong, number: $0) })
    #expect(text.split(separator: "\n").count { $0.hasPrefix("### ") } == 1)
    #expect(text.contains("(\(count) scenarios)") == (count > 1))
    #expect(text.contains("\nThe same in ") == (names != nil))
    if let names { #expect(text.contains("\nThe same in \(names)\n")) }
  }

  @Test(arguments: [(10, nil), (11, 1), (12, 2)])
  func `lists ten things to fix`(count: Int, more: Int?) {
    let record = ReportRulesTests.failures([count])
    let page = HTMLReport().text(of: record)
    #expect(page.contains("more, below at their scenarios") == (more != nil))
    if let more { #expect(page.contains("<p>And \(more) more, below at their scenarios.</p>")) }
    let certificate = MarkdownReport().text(of: record)
    #expect(certificate.contains("more, in `report.html`.\n") == (more != nil))
    if let more { #expect(certificate.contains("And \(more) more, in `report.html`.\n")) }
  }

  @Test(arguments: [(4, ""), (5, " and 1 more"), (21, " and 17 more")])
  func `links a requirement to four of its scenarios`(count: Int, more: String) {
    let scenarios = (0..<count).map { number in
      SampleRecords.scenario("number \(number)", number + 1, steps: [SampleRecords.configuration])
    }
    let page = Self.page(scenarios)
    #expect(page.contains("number-3\">number 3</a>\(more)</span>"))
    #expect(!page.contains("number-4\">number 4</a>\(more)</span>"))
  }

  @Test(arguments: [true, false])
  func `shows exchanges of what passed where the record has them, and else says how`(
    isVerbose: Bool
  ) {
    var step = SampleRecords.configuration
    let detail = ExchangeRecord.Detail(
      requestHeaders: [HeaderField("Accept", "application/json")], requestBody: "", reason: "OK",
      responseHeaders: [], responseBody: "{}", responseByteCount: 2)
    step.exchanges = [
      SampleRecords.exchange("GET", "/configuration", 200, detail: isVerbose ? detail : nil)
    ]
    let page = Self.page([SampleRecords.scenario("right", 1, steps: [step])])
    #expect(page.contains("<summary>Request and answer</summary>") == isVerbose)
    #expect(page.contains("Accept: application/json") == isVerbose)
    #expect(page.contains("after a run with <code>--verbose</code>") != isVerbose)
  }

  @Test func `opens only what failed`() {
    let right = SampleRecords.scenario("right", 1, steps: [SampleRecords.configuration])
    var advisory = Self.failed(SampleRecords.wrong, number: 2)
    advisory.isAdvisory = true
    let open = #/<details [^>]*class="scenario row[^"]*" id="([^"]*)"[^>]* open>/#
    let page = Self.page([right, Self.failed(SampleRecords.wrong, number: 1), advisory])
    #expect(page.matches(of: open).map { String($0.1) } == ["scenario-partner-profile-number-1"])
    #expect(page.contains("data-verdict=\"warned\""))
    #expect(page.contains("<details class=\"group\" open><summary><h4>Partner profile"))
    let passed = Self.page([right])
    #expect(passed.contains("<details class=\"group\"><summary><h4>Partner profile"))
    #expect(!passed.contains("data-verdict=\"warned\""))
  }
}

struct GoldenReportTests {
  static let records = [
    "conformant": SampleRecords.conformant, "failing": SampleRecords.failing,
    "audited": SampleRecords.audited, "merged": SampleRecords.merged,
  ]
  static let names = ["conformant", "failing", "audited", "merged"]

  /// The ending of each file, and what makes it.
  static let reports: KeyValuePairs<String, @Sendable (RunRecord) -> [UInt8]> = [
    "md": { MarkdownReport().bytes(of: $0) }, "json": { JSONReport().bytes(of: $0) },
    "annotations.txt": { AnnotationReport().bytes(of: $0) },
    "txt": {
      Array(TerminalReport(hasColour: false).summary(of: RunJudgement($0)).rendered.utf8)
    },
    "html": { record in
      // Style and script, and their digests, are the same in all of them.
      let page = String(decoding: HTMLReport().bytes(of: record), as: UTF8.self)
        .replacing(/<(style|script)>.*?<\/\1>/.dotMatchesNewlines(), with: "")
        .replacing(/sha256-[A-Za-z0-9+\/=]+/, with: "sha256")
      return Array(page.utf8)
    },
  ]

  @Test(arguments: names) func `is as reviewed`(name: String) throws {
    let record = try #require(Self.records[name])
    for (ending, bytes) in Self.reports { try Golden.check(bytes(record), "\(name).\(ending)") }
  }

  @Test(arguments: JUnitProfile.allCases)
  func `is JUnit XML as reviewed`(profile: JUnitProfile) throws {
    for name in Self.names {
      let record = try #require(Self.records[name])
      for file in JUnitReport(profile: profile).files(of: RunJudgement(record)) {
        let last = try #require(file.name.split(separator: "/").last)
        try Golden.check(file.bytes, "\(name).\(profile.rawValue).\(last)")
      }
    }
  }

  @Test func `tells a failure as it happens as reviewed`() throws {
    let record = SampleRecords.failing
    let report = TerminalReport(hasColour: true)
    let run = RunJudgement(record)
    var log = FailureLog(report, requirements: run.requirements)
    let texts = zip(record.suites[0].scenarios, run.scenarios[0]).map { scenario, judgement in
      log.text(
        for: JudgedScenario(
          suite: record.suites[0].name, record: Masked(alreadyMasked: scenario),
          judgement: judgement))
    }
    try Golden.check(texts.joined().rendered, "failing.events.txt")
  }
}
