// SPDX-License-Identifier: Apache-2.0
// Small records for the tests of what follows from a record.

import Expectations
import HTTP
import Suites
import Text

@testable import Record

/// Runs of a few words.
enum SmallRecords {
  static let place = SourceLocation(file: "s.yaml", position: Position(line: 1, column: 1))

  static let miss = finding(expected: "200", found: "500")

  static func finding(
    _ place: Place = .status, expected: QuotingText = "a", found: FoundValue = "b",
    nearest: QuotingText? = nil
  ) -> Finding {
    Finding(
      place: place, position: Self.place.position, expected: expected, found: found,
      nearest: nearest)
  }

  static let failed = Verdict.failed([miss])
  static let suiteFault = Verdict.broken(RunProblem(.suite, "a filter selects nothing", at: nil))
  static let broken = Verdict.broken(RunProblem(.transport, "no answer", at: nil))
  static let unreachable = Verdict.broken(
    RunProblem(.transport, "connection refused", at: nil, isUnreachable: true))
  static let skipped = Verdict.skipped(because: "not here")
  static let blocked = Verdict.blocked(because: "the token failed")

  static func exchange(_ status: Int) -> ExchangeRecord {
    ExchangeRecord(method: "GET", url: "http://x/", status: status, duration: .zero)
  }

  /// Heads and bodies that are empty but for a change.
  static func detail(
    _ change: (inout ExchangeRecord.Detail) -> Void = { _ in }
  ) -> ExchangeRecord.Detail {
    var detail = ExchangeRecord.Detail(
      requestHeaders: [], requestBody: "", reason: "", responseHeaders: [], responseBody: "",
      responseByteCount: 0)
    change(&detail)
    return detail
  }

  static func step(
    _ verdict: Verdict = .passed, covers: [Cover] = [], warnings: [Finding] = [],
    isFinal: Bool = false, status: Int? = 200, steps: [StepRecord] = [], shared: Int? = nil,
    action: StepRecord.Action = .request, name: String = "step"
  ) -> StepRecord {
    StepRecord(
      name: name, about: nil, action: action, location: place, device: "device", covers: covers,
      isFinal: isFinal, verdict: verdict, warnings: warnings,
      exchanges: status.map { [exchange($0)] } ?? [], steps: steps, sharedFragment: shared)
  }

  /// A step that uses a shared fragment.
  static let use = step(status: nil, shared: 1, action: .use)

  static func scenario(
    _ verdict: Verdict = .passed, _ steps: [StepRecord], isAdvisory: Bool = false,
    name: String = "scenario", planIndex: Int = 0
  ) -> ScenarioRecord {
    ScenarioRecord(
      name: name, about: nil, location: place, tags: [], isAdvisory: isAdvisory, verdict: verdict,
      startedAfter: .zero, duration: .zero, steps: steps, missingFacts: [], planIndex: planIndex)
  }

  static func fragment(_ verdict: Verdict, _ steps: [StepRecord], id: Int = 1)
    -> SharedFragmentRecord
  {
    SharedFragmentRecord(
      id: id, name: "token", location: place, verdict: verdict, duration: .zero, steps: steps)
  }

  static func requirement(
    _ id: String, _ level: Requirement.Level = .must,
    _ shownBy: Set<Requirement.Witness> = [.service], excuse: String? = nil,
    places: [PlacePattern]? = nil, unrecorded: String? = nil
  ) -> Requirement {
    Requirement(
      id: id, level: level, subject: "service", text: "It does.", shownBy: shownBy,
      endpoint: nil, source: "s", ambiguity: nil, step: "S", excuse: excuse, places: places,
      unrecorded: unrecorded)
  }

  static func suite(_ scenarios: [ScenarioRecord], name: String = "suite") -> SuiteRecord {
    SuiteRecord(
      name: name, about: nil, file: "\(name).yaml", digest: "00", cookbook: "book", phase: "A",
      scenarios: scenarios)
  }

  /// An audit of a recording, with a rule for each verdict: `rule 0` covers `A-0`.
  static func audit(
    _ verdicts: [Verdict], recording: String = "a.har", judged: Int = 10,
    requirements: [Requirement]? = nil, file: String = "rules", cookbook: String = "book"
  ) -> RunRecord {
    let rules = verdicts.enumerated().map { index, verdict in
      let isSkipped = verdict.kind == .skipped
      return scenario(
        verdict,
        [
          step(
            isSkipped ? .notReached : verdict, covers: [Cover(id: "A-\(index)")],
            status: isSkipped ? nil : 200, action: .traffic, name: "\(recording) \(index)")
        ], name: "rule \(index)")
    }
    var suite = suite(rules, name: file)
    suite.subject = .application
    suite.cookbook = cookbook
    var record = run(
      suites: [suite],
      requirements: requirements
        ?? verdicts.indices.map { requirement("A-\($0)", .must, [.application]) })
    record.catalogues = record.catalogues.map {
      Catalogue(cookbook: cookbook, revision: $0.revision, phases: $0.phases)
    }
    record.subject = .application
    record.target.url = "https://x"
    record.audit = AuditRecord(
      recordings: [recording], origins: ["https://x"], judged: judged,
      ignored: ["other": 4], sessions: 1,
      span: Timestamp(milliseconds: 1000)...Timestamp(milliseconds: 2000))
    return record
  }

  static func run(
    _ scenarios: [ScenarioRecord], requirements: [Requirement] = [],
    shared: [SharedFragmentRecord] = [], isStrict: Bool = false, isInterrupted: Bool = false
  ) -> RunRecord {
    run(
      suites: [suite(scenarios)], requirements: requirements, shared: shared, isStrict: isStrict,
      isInterrupted: isInterrupted)
  }

  static func run(
    suites: [SuiteRecord], requirements: [Requirement] = [], shared: [SharedFragmentRecord] = [],
    isStrict: Bool = false, isInterrupted: Bool = false, shard: ShardRecord? = nil
  ) -> RunRecord {
    RunRecord(
      tool: ToolRecord(name: "tool", version: "1"),
      target: TargetRecord(
        name: "t", url: "http://x", serviceProvider: nil, mvpds: [], framework: "none"),
      startedAt: Timestamp(milliseconds: 1_795_239_000_123), duration: .seconds(1), jobs: 1,
      isStrict: isStrict, isInterrupted: isInterrupted, remarks: [],
      catalogues: requirements.isEmpty
        ? []
        : [
          Catalogue(
            cookbook: "book", revision: "1",
            phases: [Catalogue.Phase(id: "A", title: "First", requirements: requirements)])
        ], sharedFragments: shared, suites: suites, shard: shard)
  }
}

extension RecordDiff {
  /// Compares two records that no test judges otherwise.
  init(from before: RunRecord, to after: RunRecord) {
    self.init(from: RunJudgement(before), to: RunJudgement(after))
  }
}
