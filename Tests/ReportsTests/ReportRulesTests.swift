// SPDX-License-Identifier: Apache-2.0
// Tests of single rules of the reports.

import Formats
import Reports
import Suites
import Testing
import Text

@testable import Record

struct ReportRulesTests {
  /// A failure that is known until a day.
  private static func known(
    _ cases: [String], file: String? = nil, requirements: [String] = [], reason: String = "why",
    expires: String = "2027-01-31", line: Int = 1
  ) throws -> KnownFailure {
    KnownFailure(
      subject: cases.isEmpty ? nil : .service, cases: cases, file: file, requirements: requirements,
      reason: reason, expires: try #require(CalendarDay(expires)), location: SampleRecords.at(line))
  }

  /// Runs with as many different failures in each suite.
  static func failures(_ counts: [Int]) -> RunRecord {
    SampleRecords.run(
      counts.enumerated().map { suite, count in
        let verdicts = (0..<count).map {
          Verdict.failed([SampleRecords.finding("status", $0 + 1, "200", "500")])
        }
        return SampleRecords.suite(
          SampleRecords.scenarios(verdicts, step: "ask \(suite)"), name: "suite \(suite)")
      })
  }

  @Test(arguments: [
    ([3], 3), ([10], 10), ([11], 1), ([6, 6], 2), (Array(repeating: 2, count: 10), 10),
    (Array(repeating: 2, count: 12), 10),
  ])
  func `annotates no more than GitHub shows`(counts: [Int], lines: Int) {
    let text = AnnotationReport().text(of: Self.failures(counts))
    #expect(text.split(separator: "\n").count == lines)
  }

  @Test func `tells the number of failures of a suite that has too many`() {
    let text = AnnotationReport().text(of: Self.failures([2, 20]))
    let lines = text.split(separator: "\n")
    #expect(lines.first?.contains("title=suite 1%3A 20 errors::") == true)
    #expect(lines.last?.contains("title=suite 0%3A 2 errors::") == true)
  }

  @Test(arguments: [(10, 10), (11, 10), (12, 10)])
  func `annotates no more warnings and known failures than GitHub shows`(
    count: Int, lines: Int
  ) throws {
    var record = SampleRecords.run(
      (0..<count).map { number in
        SampleRecords.suite(
          [
            SampleRecords.scenario(
              "number \(number)", number + 1,
              steps: [
                SampleRecords.request(
                  "ask \(number)", number + 1,
                  warnings: [SampleRecords.finding("/m\(number)", number + 1, "1", "2")])
              ]), SampleRecords.scenario("right \(number)", number + 1, steps: []),
          ], name: "suite \(number)")
      })
    record.known = try (0..<count).map { try Self.known(["right \($0)"], line: $0 + 1) }
    let text = AnnotationReport().text(of: record).split(separator: "\n")
    #expect(text.count { $0.hasPrefix("::warning ") } == lines)
    #expect(text.count { $0.hasPrefix("::notice ") } == lines)
    #expect(text.count { $0.hasPrefix("::error ") } == 0)
    let rest = text.filter { $0.contains(" other suite") }
    #expect(rest.count == (count > 10 ? 1 : 0))
    if count > 10 {
      #expect(rest[0].contains("title=\(count - 9) warnings in \(count - 9) other suites"))
    }
  }

  @Test(arguments: [(10, 10), (11, 10)])
  func `names ten requirements in an annotation`(count: Int, shown: Int) {
    var step = SampleRecords.wrong
    step.covers = (0..<count).map { Cover(id: "R-\($0)") }
    let text = AnnotationReport().text(of: SampleRecords.run(of: step))
    #expect(text.matches(of: /%0AR-\d+/).count == shown)
  }

  @Test func `gives two cases of one name different ones`() throws {
    let step = SampleRecords.configuration
    let suite = SampleRecords.suite([
      SampleRecords.scenario("same", 1, steps: [step]),
      SampleRecords.scenario("same", 2, steps: [step]),
      SampleRecords.scenario("same ", 3, steps: [step]),
    ])
    let text = JUnitReport().text(of: SampleRecords.run([suite, suite]))
    let names = text.split(separator: "\n").filter { $0.contains("<testcase ") }
    #expect(names.count == 6 && Set(names).count == 6)
  }

  @Test(
    arguments: [
      (.skipped(because: "x"), "x"), (.blocked(because: "x"), "blocked: x"),
      (.interrupted, "interrupted: "), (.notReached, "not reached, "),
      (SampleRecords.findings(1), "known failure: they mend it"),
    ] as [(Verdict, String)])
  func `counts as skipped what has no verdict, or is known to fail`(
    verdict: Verdict, message: String
  ) throws {
    var record = SampleRecords.run(of: [
      SampleRecords.scenario("one", 1, steps: [SampleRecords.configuration]),
      SampleRecords.scenario(
        "two", 2, verdict, steps: [SampleRecords.request("ask", 2, verdict: verdict)]),
    ])
    record.known = [try Self.known(["two"], reason: "they mend it")]
    let text = JUnitReport().text(of: record)
    #expect(text.contains(#"tests="2" failures="0" errors="0" skipped="1""#))
    #expect(text.contains("<skipped message=\"\(message)"))
    #expect(text.split(separator: "\n").count { $0.contains("<skipped ") } == 1)
  }

  @Test(arguments: JUnitProfile.allCases)
  func `is no empty file where nothing was run`(profile: JUnitProfile) {
    let text = JUnitReport(profile: profile).text(of: SampleRecords.run([]))
    #expect(text.contains("nothing was proved: no scenario was selected"))
    #expect(text.contains("errors=\"1\""))
    #expect(text.split(separator: "\n").count { $0.contains("<testcase ") } == 1)
  }

  @Test func `tells a shared fragment that failed once, by its step`() {
    let problem = RunProblem(.fragment, "the fragment 'access-token' failed", at: nil)
    let text = MarkdownReport().text(of: CauseTests.blocked(3, by: .broken(problem)))
    #expect(text.contains("Shared fragment “access-token”, step 1, “Obtain an access token”"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("### ") } == 1)
    #expect(text.contains("the status is 401 and must be 200"))
    #expect(text.contains("Failed: `V2-A1-01`."))
  }

  @Test(arguments: [(0, 150), (1, 400), (300, 400)]) func `fits a page`(failures: Int, limit: Int)
    throws
  {
    let body = (0..<2000).map { "\"member-\($0)\": [\($0)]" }.joined(separator: ", ")
    let scenarios = (0..<1000).map { number -> ScenarioRecord in
      var step = SampleRecords.wrong
      step.name = "step \(number)"
      step.location = SourceLocation(
        file: step.location.file, position: Position(line: number + 1, column: 1))
      if number < failures {
        step.verdict = .failed(
          (0..<40).map { SampleRecords.finding("/m\(number)-\($0)", 1, "1", "2") })
        step.exchanges[0].detail?.responseBody = "{\(body)}"
      } else {
        step.verdict = .passed
      }
      return SampleRecords.scenario(
        "number \(number)", number + 1,
        number < failures
          ? .failed([])
          : number.isMultiple(of: 2) ? .passed : .skipped(because: "reason \(number)"),
        steps: [step])
    }
    var record = SampleRecords.run(
      (0..<100).map { SampleRecords.suite(Array(scenarios[($0 * 10)..<($0 * 10 + 10)])) })
    record.remarks = (0..<50).map { "remark \($0)" }
    // Neither the steps of the cookbooks nor what people attest count.
    let numbers = (0..<500).map { "A\($0)" }
    record.catalogues.append(
      Catalogue(
        cookbook: "long", revision: "1",
        phases: [
          Catalogue.Phase(
            id: "A", title: "a",
            requirements: numbers.map { SampleRecords.requirement($0, .must, "x", [.outside]) },
            steps: numbers.map { Catalogue.Step(number: $0, title: "x", requirements: [$0]) })
        ]))
    let day = try #require(CalendarDay("2026-11-01"))
    record.attestations = numbers.map {
      Attestation(
        requirement: $0, by: "Jo", date: day, evidence: "seen", location: SampleRecords.at(1))
    }
    var text = MarkdownReport().text(of: record)
    for (title, item) in [("Steps of long", "| A"), ("Attested by people", "- `A")] {
      let begin = try #require(text.firstRange(of: "\n## \(title)"))
      let end = try #require(text[begin.upperBound...].firstRange(of: "\n## "))
      let section = text[begin.lowerBound..<end.lowerBound]
      #expect(section.split(separator: "\n").count { $0.hasPrefix(item) } == 500)
      text.replaceSubrange(begin.lowerBound..<end.lowerBound, with: "")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= limit)
    #expect(lines.last { !$0.isEmpty }?.contains("masked") == true)
  }

  @Test(arguments: [0, 10, 2500])
  func `leads each link of the page to one place of it`(failures: Int) {
    let scenarios = (0..<3000).map { number in
      SampleRecords.scenario(
        "number \(number / 2)", number + 1, number < failures ? .failed([]) : .passed,
        steps: number < failures ? [SampleRecords.wrong] : [])
    }
    let tokens = (1...2).map { id in
      var token = SampleRecords.token
      token.id = id
      token.verdict = .failed([SampleRecords.finding("status", 9, "200", "401")])
      return token
    }
    let page = HTMLReport().text(of: SampleRecords.run(of: scenarios, shared: tokens))
    let ids = page.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    #expect(ids.count { $0.hasPrefix("scenario-") && !$0.hasSuffix("-diagram") } == 2000)
    for link in Set(page.matches(of: /href="#([^"]*)"/).map { String($0.1) }) {
      #expect(ids.contains(link))
    }
    #expect(page.contains("And 1,000 more, in <code>report.json</code>"))
  }

  @Test(arguments: [(30, 20), (200, 100)])
  func `shows the exchanges of a cause ten times, then on demand, and leads to the first`(
    count: Int, folded: Int
  ) {
    let scenarios = (0..<count).map { PageTests.failed(SampleRecords.wrong, number: $0) }
    let page = HTMLReport().text(of: SampleRecords.run(of: scenarios))
    let onDemand = page.ranges(of: "<summary>Request and answer</summary>").count
    #expect(onDemand == folded)
    #expect(page.ranges(of: ">Request</p>").count - onDemand == 10)
    let link = /The exchanges of the same cause: <a href="#scenario-[^"]*-number-0">number 0<\/a>/
    #expect(page.matches(of: link).count == count - 10)
    // What is wrong stands at each of them.
    #expect(page.ranges(of: "<code>/profiles/Cablevision/type</code>").count >= count)
  }

  @Test func `shows a right exchange once, and then where it shows another requirement`() {
    var step = SampleRecords.wrong
    step.verdict = .passed
    step.covers = ["V2-C13-01", "V2-C9-02"]
    let page = HTMLReport().text(of: SampleRecords.run(of: step))
    #expect(page.ranges(of: "aria-label=\"A right exchange\"").count == 1)
    #expect(page.contains("<dd>The exchange of <a href=\"#requirement-v2-c9-02\">"))
  }

  @Test func `lets no text end a link`() {
    let link = Markdown.link("a](javascript:1) `b](x)`", to: WebAddress("https://a.example/b"))
    #expect(link == #"[a\](javascript:1) 'b\](x)'](https://a.example/b)"#)
  }

  @Test(arguments: [
    ("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a`", "`` a` ``"), (" a ", "`  a  `"),
    (" a", "` a`"), ("a ", "`a `"), ("a```b`c", "````a```b`c````"), ("", "*(empty)*"),
  ])
  func `lets no text end its code`(text: String, code: String) {
    #expect(Markdown.code(text) == code)
  }

  @Test(arguments: [
    ("a_b", "a_b"), ("_a", #"\_a"#), ("a_", #"a\_"#), ("a _b", #"a \_b"#), ("1. x", #"1\. x"#),
    ("1.x", "1.x"), ("10) x", #"10\) x"#), ("1.", #"1\."#), ("a 1. x", "a 1. x"), (".x", ".x"),
    ("# x", "\\# x"), ("a # x", "a # x"), ("> a", #"\> a"#), ("+ a", #"\+ a"#), ("- a", #"\- a"#),
    ("= a", #"\= a"#), (": a", #"\: a"#), ("a: b - c", "a: b - c"), ("&amp;", #"\&amp;"#),
    ("& b", "& b"), ("&#35;", #"\&#<!-- -->35;"#), ("a&", "a&"), ("$a", "$a"), ("$a$", #"\$a\$"#),
    ("*a*", #"\*a\*"#), ("[a]", #"\[a]"#), ("<b>", #"\<b>"#), ("~a", #"\~a"#), (#"a\b"#, #"a\\b"#),
    ("`a`_b", #"`a`\_b"#), ("``", #"\`\`"#), ("`a`", "`a`"), ("a `b`", "a `b`"),
    // A table's cell would end.
    ("a|b", #"a\|b"#), ("`a|b` c|d", #"`a¦b` c\|d"#), ("`a|b", #"\`a\|b"#),
  ])
  func `escapes what Markdown would read, and nothing else`(text: String, shown: String) {
    #expect(Markdown.text(text) == shown)
  }

  @Test func `names first what the service chose most often`() {
    var catalogue = SampleRecords.catalogue
    catalogue = Catalogue(
      cookbook: catalogue.cookbook, revision: catalogue.revision, phases: catalogue.phases,
      ambiguities: ["AMB-07": Ambiguity(text: "Either is right.", isChoice: true)])
    for (choices, words) in [
      ([["a"], ["c"], ["b"], ["c", "b"]], "“b”, “c”, “a”"),
      ([["a", "b"], ["d"], ["c", "d"]], "“d”, “a”, “b” and 1 more"),
    ] {
      let steps = choices.enumerated().map {
        SampleRecords.request("ask", $0 + 2, covers: ["V2-C9-02"], chosen: $1)
      }
      var record = SampleRecords.run(of: [SampleRecords.scenario("one", 1, steps: steps)])
      record.catalogues = [catalogue]
      let text = MarkdownReport().text(of: record)
      #expect(text.contains("- AMB-07: \(words). Either is right.\n"), "\(words)")
    }
  }

  /// A call of a fragment decides what its own step covers, and not what the step that uses it covers.
  @Test(arguments: [true, false])
  func `names a choice under what its own step covers`(isOwn: Bool) {
    let catalogue = Catalogue(
      cookbook: "apple", revision: "1", phases: SampleRecords.catalogue.phases,
      ambiguities: ["AMB-07": Ambiguity(text: "Either is right.", isChoice: true)])
    let about = [Cover(id: "V2-C9-02")]
    var outer = SampleRecords.request("use", 2, covers: isOwn ? [] : about)
    outer.steps = [
      SampleRecords.request("ask", 3, covers: isOwn ? about : [], chosen: ["refused"])
    ]
    var record = SampleRecords.run(of: [SampleRecords.scenario("one", 1, steps: [outer])])
    record.catalogues = [catalogue]
    #expect(MarkdownReport().text(of: record).contains("- AMB-07: “refused”") == isOwn)
  }

  @Test(arguments: 0..<4)
  func `cuts a long text of a case between two characters`(shift: Int) throws {
    var step = SampleRecords.wrong
    let body = String(repeating: "😀", count: 8000)
    step.exchanges = (0..<3).map { _ in
      var exchange = SampleRecords.exchange("GET", "/" + String(repeating: "x", count: shift), 400)
      exchange.detail = SampleRecords.detail(body)
      return exchange
    }
    let text = JUnitReport().text(of: SampleRecords.run(of: step))
    #expect(text.contains("… (cut)"))
    #expect(!text.contains("\u{FFFD}"))
  }

  @Test func `is the first screen of a step, as far as there is room`() throws {
    let run = RunJudgement(SampleRecords.failing)
    let whole = try #require(StepSummary.text(of: run, room: StepSummary.limitBytes))
    #expect(String(decoding: whole, as: UTF8.self).contains("## What to fix"))
    #expect(StepSummary.text(of: run, room: whole.count) == whole)
    let short = try #require(StepSummary.text(of: run, room: whole.count - 1))
    #expect(!String(decoding: short, as: UTF8.self).contains("## What to fix"))
    #expect(String(decoding: short, as: UTF8.self).contains("# Not conformant"))
    #expect(StepSummary.text(of: run, room: short.count) == short)
    #expect(StepSummary.text(of: run, room: short.count - 1) == nil)
  }

  @Test(
    arguments: [
      (["two"], nil, [], "2027-01-31", ["known failure of 1 scenario"]),
      (["two", "three"], nil, [], "2027-01-31", ["known failure of 2 scenarios"]),
      (["two"], nil, [], "2026-11-20", ["known failure that expired on 2026-11-20"]),
      (["one"], nil, [], "2026-11-20", ["known failure that expired on 2026-11-20"]),
      (
        ["one"], nil, [], "2027-01-31",
        ["known failure that now passes; remove it from the list: one"]
      ),
      (
        ["one", "four"], nil, [], "2027-01-31",
        ["known failure that now passes; remove it from the list: one and 1 more"]
      ),
      (
        ["one", "two"], nil, [], "2027-01-31",
        [
          "known failure of 1 scenario",
          "known failure that now passes; remove it from the list: one",
        ]
      ), (["gone"], nil, [], "2027-01-31", []), ([], nil, ["V2-C13-01"], "2027-01-31", []),
      (
        [], nil, ["V2-C1-01"], "2027-01-31",
        ["known failure that now passes; remove it from the list: V2-C1-01"]
      ), ([], nil, ["V2-C1-01"], "2026-11-20", ["known failure that expired on 2026-11-20"]),
      (["two"], "other.yaml", [], "2027-01-31", []),
    ] as [([String], String?, [String], String, [String])])
  func `says what became of a known failure`(
    cases: [String], file: String?, requirements: [String], expires: String, headlines: [String]
  ) throws {
    let wrong = SampleRecords.request(
      "ask", 2, verdict: .failed([SampleRecords.finding("status", 1, "200", "500")]))
    var record = SampleRecords.run(
      of: ["one", "two", "three", "four"].enumerated().map { number, name in
        let step = [0, 3].contains(number) ? SampleRecords.configuration : wrong
        return SampleRecords.scenario(name, number + 1, step.verdict, steps: [step])
      })
    record.known = [
      try Self.known(
        cases, file: file, requirements: requirements, reason: "they mend it", expires: expires)
    ]
    let text = MarkdownReport().text(of: record)
    #expect(
      text.matches(of: /- \*\*(known failure.*)\*\*: they mend it, until/).map { String($0.1) }
        == headlines)
    let page = HTMLReport().text(of: record)
    let terminal = TerminalReport(hasColour: false, columns: 200).text(of: record)
    let notes = AnnotationReport().text(of: record)
    for headline in headlines {
      #expect(page.contains("<strong>\(headline)</strong>: they mend it, until "))
      #expect(terminal.contains("\n  \(headline): they mend it, until "))
      #expect(notes.contains(headline.replacing(":", with: "%3A").replacing(",", with: "%2C")))
    }
    #expect(page.contains("<section id=\"known\"") == !headlines.isEmpty)
  }

  @Test(arguments: [(3, nil), (4, 1), (15, 12), (16, 13)])
  func `lists known failures, as many as there is room for`(count: Int, more: Int?) throws {
    var record = SampleRecords.run(
      of: (0..<count).map {
        SampleRecords.scenario("number \($0)", $0 + 1, steps: [SampleRecords.configuration])
      })
    record.known = try (0..<count).map { try Self.known(["number \($0)"], line: $0 + 1) }
    let terminal = TerminalReport(hasColour: false).text(of: record)
    #expect(terminal.contains("more: see the report") == (more != nil))
    if let more { #expect(terminal.contains("  and \(more) more: see the report\n")) }
    let text = MarkdownReport().text(of: record)
    #expect(text.contains("- and 1 more, in `report.html`\n") == (count == 16))
    #expect(text.ranges(of: "- **known failure").count == min(count, 15))
  }

  @Test func `hands a long report on in pieces`() {
    var pieces: [[UInt8]] = []
    let record = Self.failures([2000])
    for file in JUnitReport().files(of: RunJudgement(record)) { file.write { pieces.append($0) } }
    #expect(pieces.count > 5)
    #expect(pieces.allSatisfy { $0.count < 200_000 })
    #expect(Array(pieces.joined()) == JUnitReport().bytes(of: record))
  }

  @Test func `lists what changed and sums it up`() {
    let text = RecordDiff(from: SampleRecords.conformant, to: SampleRecords.failing).text.rendered
    #expect(
      text.hasSuffix(
        "0 regressions, 1 requirement proved no more, 0 fixed, 0 changed otherwise, 6 new, 2 gone\n"
      ))
    #expect(text.contains("  V2-C13-01: passed → failed\n"))
    #expect(
      RecordDiff(from: SampleRecords.failing, to: SampleRecords.failing).text == "no change\n")
  }
}
