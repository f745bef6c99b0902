// SPDX-License-Identifier: Apache-2.0
// Texts that want to be interpreted, in every report.

import Expectations
import Formats
import Foundation
import HTTP
import Record
import Reports
import Suites
import Synchronization
import TestSupport
import Testing
import Text

struct HostileTextTests {
  /// Pieces of all that is special somewhere.
  static let pieces = [
    "]]>", "<![CDATA[", "<b>", "</failure>", "&amp;", "&#1;", "\u{1B}[31m", "\u{0}", "\u{7}",
    "\n", "\r\n", "\r", "\t", "::error::", "::set-output name=a::b", "##[error]", "##vso[a]b",
    "%0A", "%", "`", "``", "```", "````", "~~~", "|", "\\", "\\|", "*", "_", "# ", "- ", "> ",
    "1. ", "[a](b)", "![a](b)", "<script>", "$$", "$a$", "\u{202E}", "\u{2066}", "\u{FFFE}",
    "\u{FFFF}", "\u{2028}", "\u{85}", "é", "😀", "a\u{301}", "[[ATTACHMENT|/etc/passwd]]",
    "[[PROPERTY|a=b]]", ";", "#35;", "%%{init: {}}%%", "end", "\"", "'", " ", "x", "curl",
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The failing run with random texts in all places that a service or a suite can fill.
  static func record(_ random: inout SeededGenerator) -> RunRecord {
    func some() -> String { text(&random) }
    var record = SampleRecords.failing
    record.remarks = [some()]
    record.target.mvpds = [some()]
    record.catalogues = [SampleRecords.catalogue(title: some(), text: some())]
    record.suites[0].name = some()
    record.suites[0].about = some()
    record.suites[0].scenarios = record.suites[0].scenarios.map { scenario in
      var scenario = scenario
      (scenario.name, scenario.about) = (some(), some())
      for step in scenario.steps.indices {
        (scenario.steps[step].name, scenario.steps[step].about) = (some(), some())
        scenario.steps[step].notes = [.text(some())]
        scenario.steps[step].chosen = [some()]
        for exchange in scenario.steps[step].exchanges.indices {
          scenario.steps[step].exchanges[exchange].url = some()
          scenario.steps[step].exchanges[exchange].detail?.responseBody = some()
          scenario.steps[step].exchanges[exchange].detail?.reason = some()
        }
      }
      return scenario
    }
    let finding = SampleRecords.finding(some(), 3, some(), some(), nearest: some())
    record.suites[0].scenarios[0].steps[3].verdict = .failed([finding])
    record.suites[0].scenarios[2].steps[0].verdict = .broken(
      RunProblem(.transport, some(), at: nil))
    record.suites[0].scenarios[5].verdict = .skipped(because: some())
    return record
  }

  static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What a terminal, a CI or the eye would be led astray by.
  static func mischief(in lines: [String], commands: Bool = true) -> [String] {
    lines.filter { line in
      if harmless.withLock({ $0.contains(line) }) { return false }
      let hidden = line.unicodeScalars.contains { scalar in
        scalar.value < 0x20 && scalar != "\t" || 0x7F..<0xA0 ~= scalar.value
          || 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
          || scalar.value & 0xFFFE == 0xFFFE
      }
      let start = line.drop { $0 == " " || $0 == "\t" }
      let isCommand = start.hasPrefix("::")
      let isBad = hidden || line.contains("##[") || line.contains("##vso[")
      if !isBad, !isCommand { harmless.withLock { _ = $0.insert(line) } }
      return isBad || commands && isCommand
    }
  }

  /// Lines without mischief: most of them stand in each of the reports.
  private static let harmless = Mutex<Set<String>>([])

  @Test(arguments: [1, 2, 3, 4])
  func `is well-formed whatever a service writes`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for round in 0..<25 {
      let run = RunJudgement(Self.record(&random))
      let where_ = "seed \(seed), round \(round)"
      for profile in JUnitProfile.allCases {
        for file in JUnitReport(profile: profile).files(of: run) {
          #expect(throws: Never.self, "\(where_), \(profile)") { try XMLReader.read(file.bytes) }
          let text = Self.lines(file.bytes)
          #expect(Self.mischief(in: text) == [], "\(where_), \(profile)")
          let attached = text.filter { $0.contains("[[ATTACHMENT|") && !$0.contains(" name=") }
          #expect(attached == [], "\(where_), \(profile)")
        }
      }
      let json = JSONReport().bytes(of: run)
      #expect(try RunRecord(JSONParser.document(json).root) == run.observed, "\(where_), JSON")
      let terminal = Self.lines(TerminalReport(hasColour: false).bytes(of: run))
      #expect(Self.mischief(in: terminal) == [], "\(where_), terminal")
      let markdown = Self.lines(MarkdownReport().bytes(of: run))
      #expect(Self.mischief(in: markdown) == [], "\(where_), Markdown")
      #expect(Self.headings(markdown) == Self.expectedHeadings, "\(where_), Markdown")
      let results = CTRFReport().bytes(of: run)
      #expect(throws: Never.self, "\(where_), CTRF") { try JSONParser.document(results) }
      #expect(Self.mischief(in: Self.lines(results)) == [], "\(where_), CTRF")
      let page = String(decoding: HTMLReport().bytes(of: run), as: UTF8.self)
      #expect(Self.mischief(in: page.components(separatedBy: "\n")) == [], "\(where_), HTML")
      #expect(Self.elements(in: page).isSubset(of: Self.expectedElements), "\(where_), HTML")
      #expect(page.components(separatedBy: "<script").count == 2, "\(where_), HTML")
      let notes = Self.lines(AnnotationReport().bytes(of: run)).filter { !$0.isEmpty }
      #expect(Self.mischief(in: notes, commands: false) == [], "\(where_), annotations")
      #expect(
        notes.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") },
        "\(where_), annotations")
    }
  }

  /// The names of all elements of a page, with what follows them up to the end of the tag where
  /// that is no attribute that the page writes.
  static func elements(in page: String) -> Set<String> {
    Set(
      page.matches(of: /<([^\s>]*)((?:\s+[a-zA-Z0-9-]+(?:="[^"<>]*")?)*)\s*([^<]?)/).map { match in
        match.3 == ">" || match.3 == "/" ? String(match.1) : "\(match.0)"
      })
  }

  static let expectedElements: Set<String> = [
    "!DOCTYPE", "html", "head", "/head", "meta", "title", "/title", "link", "style", "/style",
    "body", "/body", "/html", "a", "/a", "header", "/header", "p", "/p", "span", "/span", "h1",
    "/h1", "h2", "/h2", "h3", "/h3", "h4", "/h4", "h5", "/h5", "nav", "/nav", "ul", "/ul", "ol",
    "/ol", "li", "/li", "main",
    "/main", "section", "/section", "strong", "/strong", "code", "/code", "dl", "/dl", "dt", "/dt",
    "dd", "/dd", "details", "/details", "summary", "/summary", "div", "/div", "table", "/table",
    "caption", "/caption", "thead", "/thead", "tbody", "/tbody", "tr", "/tr", "th", "/th", "td",
    "/td", "form", "/form", "label", "/label", "input", "select", "/select", "option", "/option",
    "button", "/button", "b", "/b", "br", "pre", "/pre", "mark", "/mark", "svg", "/svg", "line",
    "rect", "path", "text", "/text", "footer", "/footer", "script", "/script",
  ]

  static let expectedHeadings = [
    "What to fix", "What was certified", "Requirements", "What was not certified", "Warnings",
    "Violations of HTTP", "Evidence", "How to read this",
  ]

  /// The headings of level two outside of blocks, as CommonMark finds them.
  static func headings(_ lines: [String]) -> [String] {
    var fence: String?
    var headings: [String] = []
    for line in lines {
      let ticks = String(line.prefix { $0 == "`" })
      if let open = fence {
        if ticks.count >= open.count, ticks.count == line.count { fence = nil }
      } else if ticks.count >= 3, !line.dropFirst(ticks.count).contains("`") {
        fence = ticks
      } else if line.hasPrefix("## ") {
        headings.append(String(line.dropFirst(3)))
      }
    }
    return fence == nil ? headings : headings + ["(a block that has no end)"]
  }

  /// A record with each of its texts replaced in turn by what deceives a reader, as somebody could
  /// write it into `report.json`.
  @Test(arguments: ["failing", "merged"])
  func `shows no text of a record as it is, wherever it stands`(name: String) throws {
    let record = try #require(GoldenReportTests.records[name])
    let text = String(decoding: JSONReport().bytes(of: record), as: UTF8.self)
    let reports: [any Report] =
      [MarkdownReport(), HTMLReport(), TerminalReport(hasColour: false)]
      + JUnitProfile.allCases.map { JUnitReport(profile: $0) }
    var tried = 0
    for value in text.matches(of: /"(?:[^"\\]|\\.)*"(?=[,\]}])/) {
      let hostile = #""a\u0085\u202e\n::b##[c]""#
      let bytes = text[..<value.startIndex] + hostile + text[value.endIndex...]
      guard let document = try? JSONParser.document(Array(bytes.utf8)),
        let record = try? RunRecord(document.root)
      else { continue }
      tried += 1
      let run = RunJudgement(record)
      let place = text[..<value.endIndex].suffix(80)
      for report in reports {
        let lines = Self.lines(report.bytes(of: run))
        #expect(Self.mischief(in: lines) == [], "\(type(of: report)): \(place)")
      }
      let notes = Self.lines(AnnotationReport().bytes(of: run))
      #expect(Self.mischief(in: notes, commands: false) == [], "annotations: \(place)")
    }
    #expect(tried > 50)
  }

  /// The service does not speak HTTP, and its bytes stand in a sentence.
  @Test func `makes neither markup, links, mentions nor emoji of what a service says`() {
    let text = "<b>no</b> ![i](x) @team #12 !34 :tada: https://evil7.example www.evil7.example"
    var record = SampleRecords.failing
    let problem = Verdict.broken(RunProblem(.transport, text, at: nil))
    record.suites[0].scenarios[2].verdict = problem
    record.suites[0].scenarios[2].steps[0].verdict = problem
    record.suites[0].scenarios[2].steps[0].name = text
    let run = RunJudgement(record)
    let pages = [MarkdownReport().bytes(of: run), StepSummary.text(of: run, room: 100_000) ?? []]
    for page in pages {
      // Nothing is made of what is in code, which ends with as many backticks as it begins with.
      let code = /\\`|(`+)(?!`).*?[^`]\1(?!`)/.dotMatchesNewlines()
      let shown = String(decoding: page, as: UTF8.self)
        .replacing(code, with: "").replacing("\\<", with: "")
      #expect(shown.contains("tada"))
      for mischief in [
        "<b>", "![i]", "@team", "#12", "!34", ":tada:", "https://evil7", "www.evil7",
      ] {
        #expect(!shown.contains(mischief), "\(mischief)")
      }
    }
  }

  @Test func `stays short and quick with a text of megabytes`() {
    var record = SampleRecords.failing
    let long = String(repeating: "\u{1B}`<é", count: 100_000)
    let finding = Finding(
      place: Place(reading: long), position: SampleRecords.at(3).position,
      expected: QuotingText(words: long), found: FoundValue(words: QuotingText(words: long)),
      nearest: QuotingText(words: long))
    record.suites[0].scenarios[0].steps[3].verdict = .failed([finding])
    record.suites[0].scenarios[0].steps[3].name = long
    let run = RunJudgement(record)
    #expect(MarkdownReport().bytes(of: run).count < 200_000)
    #expect(HTMLReport().bytes(of: run).count < 200_000)
    #expect(JUnitReport().bytes(of: run).count < 400_000)
    #expect(TerminalReport(hasColour: false).bytes(of: run).count < 20_000)
    #expect(AnnotationReport().bytes(of: run).count < 20_000)
  }
}

extension SampleRecords {
  /// What a service may write: ends of XML sections, escapes of terminals, commands of CIs,
  /// NUL, marks of direction, Markdown, HTML, line breaks.
  static let hostile =
    "]]> <b>&amp;</b> \u{1B}[31mred\u{7}\u{0} \u{202E}right\u{2066} \r\n::error::owned\n"
    + "##[error]x ##vso[task.x] [[ATTACHMENT|/etc/passwd]] | a|b \\| `one` ``two`` ```\n"
    + "# h\n<script>alert(1)</script> ![i](http://x) %0A #35; ; %%{init}%% $a$ \u{FFFE}\u{FEFF}é😀"

  static func finding(
    _ place: String, _ line: Int, _ expected: String, _ found: String, nearest: String? = nil
  ) -> Finding {
    let place = Place(reading: place)
    return Finding(
      place: place, position: at(line).position, expected: .text(expected),
      found: self.found(found), nearest: nearest.map { .text($0) },
      self.expected(expected, at: place))
  }

  /// What came, from the text that shows it.
  static func found(_ text: String) -> FoundValue {
    if text == "nothing" { return .nothing }
    if let value = try? JSONParser.document(text).root { return FoundValue(of: value) }
    let kind: FoundValue.Kind =
      text.hasPrefix("{") ? .object : text.hasPrefix("[") ? .array : .words
    return FoundValue(text: .text(text), kind: kind)
  }

  /// What is expected, from the text of the suite.
  private static func expected(_ text: String, at place: Place) -> ExpectedValue {
    if case .saved = place {
      return ExpectedValue(sources: [
        text.hasPrefix("$") ? .query(text) : text.hasPrefix("/") ? .xml(text) : .other(text)
      ])
    }
    if text.hasSuffix("xx"), let first = Int(text.dropLast(2)) {
      return ExpectedValue(values: [.integer(first * 100), .integer(first * 100 + 99)])
    }
    let words =
      text.hasPrefix("!one-of [")
      ? text.dropFirst(9).dropLast().components(separatedBy: ", ")
      : text.components(separatedBy: " or ")
    let values = words.compactMap { word in
      let isWord = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return (try? JSONParser.document(word).root) ?? (isWord ? .string(word) : nil)
    }
    return ExpectedValue(
      text.hasPrefix("an empty object or ") ? .emptyObject : nil, values: values)
  }

  static let refused = ExchangeRecord.Detail(
    requestHeaders: [
      HeaderField("Host", "api.staging.example"), HeaderField("Authorization", "Bearer ‹token›"),
      HeaderField("AP-Device-Identifier", "‹device›"), HeaderField("X-Empty", ""),
      HeaderField("Content-Type", "application/x-www-form-urlencoded"),
      HeaderField("Content-Length", "31"),
    ], requestBody: "SAMLResponse=‹saml›&it='quoted'", reason: "Bad \u{1B}[1mRequest",
    responseHeaders: [HeaderField("Content-Type", "text/html"), HeaderField("X-Note", hostile)],
    responseBody: hostile, responseByteCount: 100_000)

  static let wrong = request(
    "Create the profile", 40, covers: ["V2-C13-01", "V2-X9-99"],
    verdict: .failed([
      finding("status", 44, "!one-of [200, 201]", "400"),
      finding(
        "/profiles/Cablevision/type", 46, "appleSSO", hostile,
        nearest: #""apple" at /profiles/Cablevision/kind"#),
    ]),
    exchanges: [
      exchange(
        "POST", "/api/v2/REF30/profiles/sso/Apple", 400, detail: refused,
        issues: [
          WireIssue("The answer has two lengths.", rule: "RFC 9112, section 6.3", offset: 20)
        ])
    ], about: "The SAML response is sent as `SAMLResponse`, encoded *once*.",
    chosen: ["refused | by the header"], notes: ["waited 1 s after a 429"])

  static let hanging = request(
    "Ask for the decision", 90, covers: ["V2-C14-01"],
    verdict: .broken(
      RunProblem(.transport, "the service closed the connection after 212 of 712 bytes", at: at(90))
    ), exchanges: [exchange("GET", "/api/v2/REF30/decisions", 0)])

  static let failing = run(
    [
      suite(
        [
          scenario(
            "The user signs in through the picker", 12,
            .failed([finding("status", 44, "!one-of [200, 201]", "400")]),
            about: "The whole walk, as the cookbook tells it.",
            steps: [
              useToken(14), configuration, frameworkCall, wrong,
              request("Read the profile", 50, covers: ["V2-C14-01"], verdict: .notReached),
              request(
                "Log out", 55, verdict: .failed([finding("status", 57, "200", "404")]),
                exchanges: [exchange("GET", "/api/v2/REF30/logout", 404)], isFinal: true),
            ]),
          scenario(
            "The same again\n\n<i>twice</i>", 70, .failed([]), after: 46,
            steps: [useToken(72), wrong]),
          scenario(
            "A decision is asked for", 88,
            .broken(
              RunProblem(
                .transport, "the service closed the connection after 212 of 712 bytes", at: at(90)
              )), after: 92, steps: [hanging]),
          scenario(
            "No code in the partner flow", 100, isAdvisory: true, after: 140,
            steps: [
              request(
                "Start the session", 102, covers: ["V2-C9-02"],
                exchanges: [exchange("POST", "/api/v2/REF30/sessions/sso/Apple", 200)],
                warnings: [finding("/code", 104, "!absent {}", #""ABC|123""#)])
            ]),
          scenario(
            "No code in the partner flow", 110, after: 141,
            steps: [
              configuration,
              StepRecord(
                name: "Only where there is a code", about: nil, action: .request,
                location: at(112), device: "device", covers: [], isFinal: false,
                verdict: .skipped(because: "`code` is null")),
            ]),
          scenario(
            "The picker shows a second MVPD", 120, .skipped(because: "not on this target"),
            after: 142, steps: []),
        ], name: "Partner profile. From the answer", about: "Walks phase C.")
    ], remarks: ["certificates were not checked (`--insecure`)"])
}
