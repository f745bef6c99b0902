// SPDX-License-Identifier: Apache-2.0
// How many heads and bodies of messages are kept, and of which steps.

import HTTP
import Record
import Suites
import Testing
import Text

@Suite struct EvidenceTests {
  private static let location = SourceLocation(
    file: "s.yaml", position: Position(line: 1, column: 1))

  /// An exchange of ten bytes: a header each of two, bodies of two and of four.
  private static let exchange = ExchangeRecord(
    method: "GET", url: "http://x/", status: 200, duration: .zero,
    detail: ExchangeRecord.Detail(
      requestHeaders: [HeaderField("a", "b")], requestBody: "cd", reason: "",
      responseHeaders: [HeaderField("e", "f")], responseBody: "ghij", responseByteCount: 4))

  private static func step(
    _ name: String, _ verdict: Verdict = .passed, steps: [StepRecord] = []
  ) -> StepRecord {
    var step = StepRecord(
      name: name, about: nil, action: .request, location: location, device: "device", covers: [],
      isFinal: false, verdict: verdict)
    step.exchanges = [exchange]
    step.call = PartnerCallRecord(name: "open", request: "{}", answer: "[]")
    step.steps = steps
    return step
  }

  @Test(arguments: [
    (11, Evidence.Choice.all, Evidence.Choice.notable), (10, .onlyNotable, .onlyNotable),
    (6, .onlyNotable, .onlyNotable), (5, .none, .none),
  ])
  func `keeps whole scenarios up to the limit, and failed steps up to twice as much`(
    limit: Int, ofFailure: Evidence.Choice, ofOthers: Evidence.Choice
  ) {
    let evidence = Evidence(limitBytes: limit)
    #expect(evidence.remark == nil)
    evidence.add([Self.step("a")])
    #expect(evidence.choice(isFailure: true) == ofFailure)
    #expect(evidence.choice(isFailure: false) == ofOthers)
    #expect((evidence.remark == nil) == (ofFailure == .all))
    #expect(evidence.remark?.hasPrefix("too many failures") != false)
  }

  @Test func `keeps what passed as well where that is asked for`() {
    let evidence = Evidence(limitBytes: 10, keepsPassed: true)
    #expect(evidence.choice(isFailure: false) == .all)
    evidence.add([Self.step("a")])
    #expect(evidence.choice(isFailure: false) == .onlyNotable)
    #expect(evidence.remark?.hasPrefix("too many exchanges") == true)
  }

  @Test func `counts the steps below a step`() {
    let evidence = Evidence(limitBytes: 30)
    evidence.add([Self.step("a", steps: [Self.step("b")])])
    #expect(evidence.choice(isFailure: true) == .all)
    evidence.add([Self.step("c")])
    #expect(evidence.choice(isFailure: true) == .onlyNotable)
  }

  @Test(arguments: [
    (Evidence.Choice.all, "passed failed below warned under broken skipped"),
    (.notable, "failed below warned under broken"), (.onlyNotable, "failed warned broken"),
    (.none, ""),
  ])
  func `keeps the messages of the steps that it chooses`(choice: Evidence.Choice, kept: String) {
    let finding = Finding(
      place: .status, position: Self.location.position, expected: "a", found: "b")
    var warned = Self.step("warned", steps: [Self.step("under")])
    warned.warnings = [finding]
    let record = ScenarioRecord(
      name: "s", about: nil, location: Self.location, tags: [], isAdvisory: false,
      verdict: .passed, startedAfter: .zero, duration: .zero,
      steps: [
        Self.step("passed"), Self.step("failed", .failed([finding]), steps: [Self.step("below")]),
        warned, Self.step("broken", .broken(RunProblem(.transport, "x", at: nil))),
        Self.step("skipped", .skipped(because: "x")),
      ], missingFacts: [])
    let masked = KnownSecrets().mask.masked(record, keeping: choice).value
    var names: [[String]] = [[], [], []]
    masked.steps.visit { visit in
      let step = visit.step
      if step.exchanges[0].detail != nil { names[0].append(step.name) }
      if step.call?.request == "{}" { names[1].append(step.name) }
      if step.call?.answer == "[]" { names[2].append(step.name) }
    }
    #expect(names.map { $0.joined(separator: " ") } == [kept, kept, kept])
  }
}
