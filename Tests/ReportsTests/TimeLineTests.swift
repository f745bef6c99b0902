// SPDX-License-Identifier: Apache-2.0
// Tests of how reports show calls in a wrong order, and join the rules that one exchange breaks.

import Expectations
import Formats
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct TimeLineTests {
  private static let path = "/api/v2/REF30/decisions/authorize/Cablevision"

  private static func call(
    _ entry: Int, after milliseconds: Int = 0, status: Int = 200, path: String = path,
    method: String = "POST", retryAfter: String? = nil
  ) -> TimedCall {
    TimedCall(
      method: method, path: path, status: status,
      time: Timestamp(milliseconds: 1_795_239_000_000 + milliseconds), retryAfter: retryAfter,
      recording: "a.har", entry: entry)
  }

  /// A call that came too soon after a 429.
  private static let early: CallOrder = {
    var order = CallOrder(.apart, of: call(13, status: 429, retryAfter: "2"))
    order.wanted = ["POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}"]
    order.limit = .seconds(2)
    order.others = [call(14, after: 700)]
    order.count = 1
    return order
  }()

  /// The same, as a rule about the later call sees it.
  private static let twin: CallOrder = {
    var order = CallOrder(.notEarlier, of: call(14, after: 700))
    order.others = [call(13, status: 429, retryAfter: "2")]
    order.count = 1
    return order
  }()

  private static func finding(_ order: CallOrder) -> Finding {
    Finding(
      place: order.place, position: Position(line: 20, column: 14), expected: order.expected,
      found: order.found, order: order)
  }

  private static func missing(_ header: String) -> Finding {
    Finding(
      place: .other("request header \(header)"), position: Position(line: 20, column: 14),
      expected: "a string", found: .nothing)
  }

  private static func rule(
    _ name: String, _ line: Int, _ id: String, _ findings: [Finding], _ occasions: [TimedCall]
  ) -> ScenarioRecord {
    var rule = SampleRecords.rule(
      name, line, covers: [Cover(id: id)], .failed(findings), notes: ["an entry"],
      times: occasions.count)
    for (index, occasion) in occasions.enumerated() { rule.steps[index].occasion = occasion }
    return rule
  }

  private static func record(_ rules: [ScenarioRecord]) -> RunRecord {
    var record = SampleRecords.audited
    record.suites[0].scenarios = rules
    return record
  }

  private static let throttled = record([
    rule("After a 429 the application waits", 12, "V2-A1-02", [finding(early)], [early.call])
  ])

  private static func screen(_ record: RunRecord) -> String {
    TerminalReport(hasColour: false, columns: 120).printed(of: RunJudgement(record)).rendered
  }

  private static let headline =
    "`POST \(path)` again 0.7 s after the 429 with `Retry-After: 2`, less than 2 s"

  @Test(arguments: [
    (early, headline), (twin, "`POST \(path)` again 0.7 s after the 429 with `Retry-After: 2`"),
  ])
  func `have a headline with the call and the time of both ends`(order: CallOrder, fact: String) {
    let record = Self.record([
      Self.rule("It waits", 12, "V2-A1-02", [Self.finding(order)], [order.call])
    ])
    let group = IncidentGroup.failures(of: RunJudgement(record)).first
    #expect(group?.title == "\(fact), against 'It waits'")
  }

  @Test func `stand on a time line on the terminal`() {
    let text = Self.screen(Self.throttled)
    #expect(
      text.contains(
        """
            calls     05:30:00.000Z POST \(Self.path) → 429 (entry 13)
                      05:30:00.700Z POST \(Self.path) → 200 (entry 14), 0.7 s later

        """), "\(text)")
    // The headline says what was found.
    #expect(!text.contains("    found "))
  }

  @Test func `stand on a time line in Markdown`() {
    let text = MarkdownReport().text(of: Self.throttled)
    #expect(
      text.contains(
        """
        | sent | call | answer | entry |
        |---|---|---|---|
        | 05:30:00.000Z | `POST \(Self.path)` | 429 | 13 |
        | 05:30:00.700Z, 0.7 s later | `POST \(Self.path)` | 200 | 14 |

        """), "\(text)")
  }

  @Test func `stand on a time line in the page`() {
    let text = HTMLReport().text(of: Self.throttled)
    #expect(
      text.contains(
        "<li><time datetime=\"2026-11-21T05:30:00.000Z\">05:30:00.000Z</time> "
          + "<code>POST \(Self.path)</code> → 429 (entry 13)</li>"
          + "<li><time datetime=\"2026-11-21T05:30:00.700Z\">05:30:00.700Z</time> "
          + "<code>POST \(Self.path)</code> → 200 (entry 14), 0.7 s later</li>"))
    #expect(text.contains("<h3><code>POST \(Self.path)</code> again 0.7 s after the 429"))
  }

  @Test(arguments: [JUnitProfile.jenkins, .rich])
  func `stand on a time line in JUnit`(profile: JUnitProfile) {
    let text = JUnitReport(profile: profile).text(of: Self.throttled)
    #expect(
      text.contains(
        """
        05:30:00.000Z POST \(Self.path) → 429 (entry 13)
        05:30:00.700Z POST \(Self.path) → 200 (entry 14), 0.7 s later

        """), "\(text)")
    #expect(text.contains("message=\"After a 429 the application waits: `POST \(Self.path)` again"))
  }

  @Test func `name the day and the recording where there are several`() throws {
    var order = Self.early
    order.others[0].time = order.call.time + .seconds(200_000)
    order.others[0].recording = "b.har"
    order.count = 4
    let line = try #require(TimeLine([Self.finding(order)]))
    #expect(
      line.text == """
        2026-11-21 05:30:00.000Z POST \(Self.path) → 429 (entry 13 of a.har)
        2026-11-23 13:03:20.000Z POST \(Self.path) → 200 (entry 14 of b.har), 2 days later
        and 3 more such calls

        """)
  }

  @Test func `is missing where one call is wrong alone`() {
    var order = Self.early
    order.others = []
    #expect(TimeLine([Self.finding(order)]) == nil)
    #expect(TimeLine([Self.missing("Authorization")]) == nil)
  }

  @Test func `is the same after a way through JSON`() throws {
    var text = ""
    RunRecord.write(RunJudgement(Self.throttled)) { text += String(decoding: $0, as: UTF8.self) }
    let read = try RunRecord(JSONParser.document(text).root)
    #expect(read.suites[0].scenarios[0].steps == Self.throttled.suites[0].scenarios[0].steps)
  }

  /// Rules, each with a requirement, what is wrong, and the calls at which it is; and the
  /// requirements of each thing to fix.
  private static let causes: [(rules: [(String, [Finding], [TimedCall])], entries: [[String]])] = [
    // One header that is missing at one call.
    (
      [
        ("V2-A1-02", [missing("A")], [call(1)]), ("V2-C1-01", [missing("A")], [call(1), call(2)]),
        ("V2-C14-02", [missing("A")], [call(2)]),
      ], [["V2-A1-02", "V2-C1-01", "V2-C14-02"]]
    ),
    // Another header, or another call.
    (
      [("V2-A1-02", [missing("A")], [call(1)]), ("V2-C1-01", [missing("B")], [call(1)])],
      [["V2-A1-02"], ["V2-C1-01"]]
    ),
    (
      [("V2-A1-02", [missing("A")], [call(1)]), ("V2-C1-01", [missing("A")], [call(2)])],
      [["V2-A1-02"], ["V2-C1-01"]]
    ),
    // A rule that something else breaks as well.
    (
      [
        ("V2-A1-02", [missing("A"), missing("B")], [call(1)]),
        ("V2-C1-01", [missing("B")], [call(1)]),
      ], [["V2-A1-02", "V2-C1-01"]]
    ),
    // A call that came too soon, and its twin that looks back.
    (
      [
        ("V2-A1-02", [finding(early)], [early.call]), ("V2-C1-01", [finding(twin)], [twin.call]),
      ], [["V2-A1-02", "V2-C1-01"]]
    ),
  ]

  @Test(arguments: causes.indices)
  func `are one thing to fix where one exchange breaks rules for one reason`(index: Int) {
    let (rules, entries) = Self.causes[index]
    let record = Self.record(
      rules.enumerated().map { Self.rule("Rule \($0)", 12 + $0, $1.0, $1.1, $1.2) })
    let groups = IncidentGroup.failures(of: RunJudgement(record))
    #expect(Set(groups.map { Set($0.covers) }) == Set(entries.map { Set($0) }))
    #expect(groups.count == entries.count)
    let text = Self.screen(record)
    for group in groups.prefix(1) where group.covers.count > 1 {
      let others = Wording.list(Array(group.covers.dropFirst()))
      #expect(text.contains("    breaks    \(others) as well\n"), "\(text)")
    }
  }
}
