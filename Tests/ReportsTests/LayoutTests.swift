// SPDX-License-Identifier: Apache-2.0
// Bodies and headers laid out for reading, and the calls of a scenario as a diagram.

import Formats
import HTTP
import Record
import Testing
import Text

@testable import Reports

@Suite struct LayoutTests {
  private static func detail(_ body: String, type: String?) -> ExchangeRecord.Detail {
    ExchangeRecord.Detail(
      requestHeaders: type.map { [HeaderField("content-type", $0)] } ?? [], requestBody: body,
      reason: "", responseHeaders: [], responseBody: "", responseByteCount: 0)
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(
    arguments: [
      ("a=b+c&d=%2B&e&f=", form, ["a = b c", "d = +", "e = ", "f = "]),
      ("a+b=1&c=x=y", "\(form); charset=utf-8", ["a b = 1", "c = x=y"]),
      // What is no form is shown as it is.
      ("a=%zz", form, ["a=%zz"]), ("", form, [""]), ("a=b+c", "text/plain", ["a=b+c"]),
      ("a=b+c", nil, ["a=b+c"]),
      ("a=eyJiIjoxfQ==", form, ["a = eyJiIjoxfQ==", "    {", "      \"b\": 1", "    }"]),
      (
        #"{"a":{},"b":[],"c":[1,{"d":null}]}"#, "application/json",
        [
          "{", "  \"a\": {},", "  \"b\": [],", "  \"c\": [", "    1,", "    {", "      \"d\": null",
          "    }", "  ]", "}",
        ]
      ),
      ("one\n\ntwo", nil, ["one", "", "two"]), (" <a>\n<b/> </a>", nil, ["<a>", "  <b/>", "</a>"]),
      ("<a", nil, ["<a"]),
    ] as [(String, String?, [String])])
  func `lays a body out`(body: String, type: String?, lines: [String]) {
    let layout = BodyLayout(requestOf: Self.detail(body, type: type))
    #expect(layout.lines.map(\.text) == lines)
  }

  @Test(arguments: [
    ("/c/0", ["\"d\": 1,"]), ("/c/0/d", ["\"d\": 1,"]), ("/c/1", ["2"]), ("/c/2", ["\"c\": ["]),
    ("/c", ["\"c\": ["]), ("/a/b", ["\"a\": {},"]), ("/x/y", ["{"]), ("", ["{"]),
  ])
  func `marks the place, or the nearest one above it`(place: String, marked: [String]) {
    let text = #"{"a":{},"c":[{"d":1,"e":3},2]}"#
    let pointer = JSONPointer(
      place.split(separator: "/").map { part in Int(part).map { .index($0) } ?? .name(String(part))
      })
    let lines = BodyLayout(text, marked: [pointer]).lines.filter(\.isMarked)
    let expected = place == "/c/0" ? ["{"] : marked
    #expect(lines.map { $0.text.drop { $0 == " " } } == expected.map { $0[...] })
  }

  @Test(arguments: [
    (#"{"a":1}"#, true), ("<a b='c'/>", true), ("[1,2,3]", false), ("1234567", false),
    ("{}", false), ("some text", false), ("<a", false), ("{\"\":1}", true),
  ])
  func `decodes a header that is the Base64 of a document`(text: String, isDocument: Bool) {
    #expect((BodyLayout(header: Base64.encode(text)) != nil) == isDocument)
    #expect(BodyLayout(header: text) == nil)
    let field = HeaderField("X-A", "fingerprint \(Base64.encode(text))")
    #expect(BodyLayout.lines(of: [field], marked: ["x-a"]).map(\.isMarked) == [true])
    #expect(BodyLayout.lines(of: [field], marked: ["x-b"]).map(\.isMarked) == [false])
  }

  private static func diagram(_ steps: [StepRecord], shared: [SharedFragmentRecord] = [])
    -> SequenceDiagram
  {
    SequenceDiagram(
      of: SampleRecords.scenario("s", 1, steps: steps), target: "https://API.staging.example/x",
      shared: shared.reduce(into: [:]) { $0[$1.id] = $1 })
  }

  private static func svg(_ diagram: SequenceDiagram) -> String { diagram.svg(title: "t", id: "i") }

  private static func asked(
    _ count: Int, status: Int = 200, leftOut: Int = 0, device: String = "device"
  ) -> StepRecord {
    var step = SampleRecords.request(
      "ask", 1, exchanges: (0..<count).map { _ in SampleRecords.exchange("GET", "/a", status) })
    step.device = device
    if leftOut > 0 { step.leftOut.add(.init(status: 200, number: leftOut, wireIssues: 0)) }
    return step
  }

  @Test(arguments: [
    (asked(1), 2, 0), (asked(29), 58, 0), (asked(30), 60, 0), (asked(31), 60, 2),
    (asked(60, status: 0), 60, 60), (asked(29, status: 0), 58, 0), (asked(30, leftOut: 5), 60, 1),
    (asked(29, leftOut: 5), 59, 0),
  ])
  func `shows sixty messages, and counts the others`(step: StepRecord, shown: Int, leftOut: Int) {
    let diagram = Self.diagram([step])
    #expect(diagram.events.count == shown)
    #expect(diagram.leftOut == leftOut)
    let text = "▸ \(leftOut) further message\(leftOut == 1 ? "" : "s")<"
    #expect(Self.svg(diagram).contains(text) == (leftOut > 0))
  }

  @Test func `tells the devices apart, and the service from the provider`() {
    var elsewhere = Self.asked(1)
    elsewhere.exchanges[0].url = "https://idp.example/login?a=b"
    var skipped = Self.asked(1, device: "tv")
    skipped.verdict = .skipped(because: "x")
    let one = Self.diagram([Self.asked(1), skipped, elsewhere])
    #expect(one.participants == ["Application", "Service", "Provider"])
    #expect(Self.svg(one).contains(">GET /a<"))
    #expect(Self.svg(one).contains(">GET https://idp.example/login?a=b<"))
    let two = Self.diagram([Self.asked(1), Self.asked(1, device: "my tv")])
    #expect(two.participants == ["Application (device)", "Application (my tv)", "Service"])
    #expect(Self.svg(Self.diagram([skipped])) == "")
  }

  @Test func `shows the provider behind the framework only where the user signed in`() {
    var failed = SampleRecords.frameworkCall
    failed.verdict = .broken(RunProblem(.partner, "cancelled", at: nil))
    failed.call?.answer = ""
    var metadata = SampleRecords.frameworkCall
    metadata.call?.name = "metadata"
    for (step, ids, events) in [
      (SampleRecords.frameworkCall, ["Application", "Framework", "Provider"], 4),
      (failed, ["Application", "Framework"], 2), (metadata, ["Application", "Framework"], 2),
    ] {
      let diagram = Self.diagram([step])
      #expect(diagram.participants == ids)
      #expect(diagram.events.count == events)
    }
    #expect(
      Self.svg(Self.diagram([failed])).contains(
        "▸ error: Complete authentication with the framework<"))
    var user = SampleRecords.frameworkCall
    user.call = PartnerCallRecord(name: "user", request: "signs in", answer: "")
    #expect(Self.svg(Self.diagram([user])).contains("▸ the user: signs in<"))
  }

  @Test func `shows the calls of a shared fragment where it is used`() {
    let diagram = Self.diagram(
      [SampleRecords.useToken(1), Self.asked(1)], shared: [SampleRecords.token])
    #expect(Self.svg(diagram).contains(">POST /o/client/token<"))
    #expect(diagram.events.count == 4)
  }

  @Test func `names each once, and counts how often each was added`() {
    var tally = Tally()
    #expect(tally.isEmpty)
    for name in ["b", "a", "b", "b"] { tally.add("same", name) }
    tally.add("other", "a")
    #expect(tally.entries.map(\.text) == ["same", "other"])
    #expect(tally.entries[0].shown == ["b", "a"])
    #expect(tally.entries[0].count == 4 && tally.entries[0].uniqueCount == 2)
    #expect(tally.entries[0].named == "b, a")
  }

  @Test(arguments: [(20, ""), (21, " and 1 more"), (1020, " and 1,000 more")])
  func `names twenty of one text, and counts the others`(count: Int, more: String) {
    var tally = Tally()
    for number in 0..<count { tally.add("same", "n\(number)") }
    let names = (0..<20).map { "n\($0)" }.joined(separator: ", ")
    #expect(tally.entries[0].named == names + more)
  }
}
