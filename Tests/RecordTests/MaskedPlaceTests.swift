// SPDX-License-Identifier: Apache-2.0
// Each place of a record that may hold a secret is masked.

import Formats
import HTTP
import Record
import Suites
import Testing
import Text

@Suite struct MaskedPlaceTests {
  private static let secret = "S3cr3t+Value/With=Signs&more"
  private static let location = SourceLocation(
    file: "s.yaml", position: Position(line: 1, column: 1))

  /// A place of a record, and how the secret gets there.
  struct Row: Sendable, CustomTestStringConvertible {
    let place: String
    let put: @Sendable (inout ScenarioRecord) -> Void
    var testDescription: String { place }

    init(_ place: String, _ put: @escaping @Sendable (inout ScenarioRecord) -> Void) {
      self.place = place
      self.put = put
    }
  }

  static func finding(
    _ place: Place = .status, expected: QuotingText = "a", found: QuotingText = "b",
    nearest: QuotingText? = nil
  ) -> Finding {
    Finding(
      place: place, position: location.position, expected: expected, found: found, nearest: nearest)
  }

  static func exchange(_ change: (inout ExchangeRecord.Detail) -> Void = { _ in }) -> ExchangeRecord
  {
    var detail = ExchangeRecord.Detail(
      requestHeaders: [], requestBody: "", reason: "", responseHeaders: [], responseBody: "",
      responseByteCount: 0)
    change(&detail)
    return ExchangeRecord(
      method: "GET", url: "http://x/", status: 200, duration: .zero, detail: detail)
  }

  /// The places of a verdict, which scenarios, steps and shared fragments have.
  static let verdicts: [(String, Verdict)] = [
    ("a place", .failed([finding(.body(JSONPointer([.name(secret)])))])),
    ("the name of a header", .failed([finding(.header(secret))])),
    ("an expectation", .failed([finding(expected: .text(secret))])),
    ("what came", .failed([finding(found: .text(secret))])),
    ("the nearest miss", .failed([finding(nearest: .text(secret))])),
    ("the second finding", .failed([finding(), finding(found: .text(secret))])),
    ("a problem", .broken(RunProblem(.transport, secret, at: nil))),
    ("why it was skipped", .skipped(because: secret)),
    ("what blocks it", .blocked(because: secret)),
  ]

  static let rows =
    verdicts.flatMap { name, verdict in
      [
        Row("\(name), of the scenario") { $0.verdict = verdict },
        Row("\(name), of a step") { $0.steps[0].verdict = verdict },
      ]
    } + [
      Row("the name") { $0.name = secret },
      Row("a warning") { $0.steps[0].warnings = [finding(found: .text(secret))] },
      Row("an advice") { $0.steps[0].advice = "set \(secret)" },
      Row("a note") { $0.steps[0].notes = ["asked", .text(secret)] },
      Row("the arguments of a call") {
        $0.steps[0].call = PartnerCallRecord(
          name: "open", request: JSONWriter.text(["a": .string(secret)]), answer: "")
      },
      Row("the answer of a call") {
        $0.steps[0].call = PartnerCallRecord(
          name: "open", request: "", answer: JSONWriter.text([.string(secret)]))
      },
      Row("a method") {
        $0.steps[0].exchanges = [exchange()]; $0.steps[0].exchanges[0].method = secret
      },
      Row("a URL") {
        $0.steps[0].exchanges = [exchange()]; $0.steps[0].exchanges[0].url += secret
      },
      Row("a note on an exchange") {
        $0.steps[0].exchanges = [exchange(), exchange()]
        $0.steps[0].exchanges[1].notes = ["one", secret]
      },
      Row("a violation of HTTP") {
        $0.steps[0].exchanges = [exchange()]
        $0.steps[0].exchanges[0].issues = [
          WireIssue("not a field: \(secret)", rule: "RFC 9112, section 5")
        ]
      },
      Row("a header of a request") { record in
        record.steps[0].exchanges = [
          exchange { $0.requestHeaders = [HeaderField("Accept", "a, \(secret)")] }
        ]
      },
      Row("the name of a header of a request") { record in
        record.steps[0].exchanges = [exchange { $0.requestHeaders = [HeaderField(secret, "a")] }]
      },
      Row("a header of an answer") { record in
        record.steps[0].exchanges = [
          exchange { $0.responseHeaders = [HeaderField("Location", "/\(secret)")] }
        ]
      },
      Row("the body of a request") { record in
        record.steps[0].exchanges = [exchange { $0.requestBody = "a=\(secret)" }]
      },
      Row("the body of an answer") { record in
        record.steps[0].exchanges = [
          exchange { $0.responseBody = JSONWriter.text(["a": .string(secret)]) }
        ]
      },
      Row("a reason") { record in record.steps[0].exchanges = [exchange { $0.reason = secret }] },
    ]

  static func record() -> ScenarioRecord {
    ScenarioRecord(
      name: "s", about: nil, location: location, tags: [], isAdvisory: false, verdict: .passed,
      startedAfter: .zero, duration: .zero,
      steps: [
        StepRecord(
          name: "step", about: nil, action: .request, location: location, device: "device",
          covers: [], isFinal: false, verdict: .passed)
      ], missingFacts: [])
  }

  static var mask: Mask {
    var known = KnownSecrets()
    known.add(secret, named: "token")
    return known.mask
  }

  /// All texts of a record, whatever holds them.
  private static func text(_ part: Any) -> String {
    if let text = part as? String { return text }
    return Mirror(reflecting: part).children.map { text($0.value) }.joined(separator: "\n")
  }

  private static func check(_ record: Any, _ masked: Any) {
    #expect(text(record).contains("S3cr3t"), "the secret is not in the record")
    #expect(!text(masked).contains("S3cr3t"))
    #expect(text(masked).contains("‹"))
  }

  @Test(arguments: rows)
  func `is masked in a scenario, and below a step that uses a fragment`(row: Row) {
    var record = Self.record()
    row.put(&record)
    Self.check(record, Self.mask.masked(record, keeping: .all).value)
    var outer = Self.record()
    outer.steps[0].steps = record.steps
    if Self.text(outer).contains("S3cr3t") {
      Self.check(outer, Self.mask.masked(outer, keeping: .all).value)
    }
  }

  @Test(arguments: rows.filter { $0.place != "the name" })
  func `is masked in a shared fragment`(row: Row) {
    var scenario = Self.record()
    row.put(&scenario)
    let record = SharedFragmentRecord(
      id: 1, name: "token", location: Self.location, verdict: scenario.verdict, duration: .zero,
      steps: scenario.steps)
    Self.check(record, Self.mask.masked(record, keeping: .all).value)
  }

  @Test func `is masked in what a shared fragment is given`() {
    var record = SharedFragmentRecord(
      id: 1, name: "token", location: Self.location, verdict: .passed, duration: .zero, steps: [])
    record.given = JSONWriter.text(["mine": .string(Self.secret)])
    Self.check(record, Self.mask.masked(record, keeping: .all).value)
  }
}
