// SPDX-License-Identifier: Apache-2.0
// Tests of what a trial loses of the run without a deviation.

import Record
import Testing
import Text

@testable import SelfTest

@Suite struct BaselineTests {
  static let place = SourceLocation(file: "f.yaml", position: Position(line: 1, column: 1))
  static let broken = Verdict.broken(RunProblem(.transport, "no answer", at: nil))

  /// A run of a preflight and of scenarios, which have the numbers from 1 on.
  static func run(
    _ verdicts: [Verdict], preflight: Verdict = .passed, token: Verdict = .passed
  ) -> RunJudgement {
    func scenario(_ verdict: Verdict, _ number: Int) -> ScenarioRecord {
      ScenarioRecord(
        name: "number \(number)", about: nil, location: place, tags: [], isAdvisory: false,
        verdict: verdict, startedAfter: .zero, duration: .zero, steps: [], missingFacts: [],
        planIndex: number)
    }
    func suite(_ name: String, _ scenarios: [ScenarioRecord]) -> SuiteRecord {
      SuiteRecord(
        name: name, about: nil, file: "f.yaml", digest: "", cookbook: nil, phase: nil,
        isPreflight: name == "first", scenarios: scenarios)
    }
    return RunJudgement(
      RunRecord(
        tool: ToolRecord(name: "t", version: "1"),
        target: TargetRecord(
          name: "t", url: "http://x", serviceProvider: nil, mvpds: [], framework: ""),
        startedAt: Timestamp(milliseconds: 0), duration: .zero, jobs: 1, isStrict: false,
        isInterrupted: false, remarks: [], catalogues: [],
        sharedFragments: [
          SharedFragmentRecord(
            id: 1, name: "token", location: place, verdict: token, duration: .zero, steps: [])
        ],
        suites: [
          suite("first", [scenario(preflight, 0)]),
          suite("second", verdicts.enumerated().map { scenario($1, $0 + 1) }),
        ]))
  }

  static let right = run([.passed, .failed([]), .skipped(because: "x"), .passed])

  @Test(
    arguments: [
      ("nothing", run([.passed, .failed([]), .passed, .passed]), []),
      ("what passed", run([.failed([]), .passed, .passed, broken]), ["number 1", "number 4"]),
      ("what failed or was skipped before", run([.passed, broken, .failed([]), .passed]), []),
      (
        "what is not run", run([.blocked(because: "x"), .passed, .passed, .skipped(because: "x")]),
        []
      ),
      (
        "the preflight", run([.notReached, .notReached], preflight: .failed([])), ["number 0"]
      ),
      ("a shared fragment that failed", run([.passed], token: .failed([])), ["token"]),
      ("one without an answer", run([.failed([])], token: broken), ["number 1", "token"]),
    ] as [(String, RunJudgement, [String])])
  func `loses what passed, a preflight and shared fragments`(
    what: String, trial: RunJudgement, lost: [String]
  ) {
    #expect(Baseline(Self.right).lost(in: trial).map(\.name) == lost, "\(what)")
  }

  @Test func `takes a scenario of the same name and another number for another one`() {
    let other = Self.run([.passed, .passed, .passed])
    #expect(Baseline(other).lost(in: Self.run([.failed([])])).map(\.title) == ["second: number 1"])
    var record = Self.run([.failed([])]).record
    record.suites[1].scenarios[0].planIndex = 2
    #expect(Baseline(other).lost(in: RunJudgement(record)) == [])
  }

  @Test(
    arguments: [
      (.caught(by: ["s"], blamed: ["A", "B"]), true, true),
      (.caught(by: ["s"], blamed: ["C", "X"]), true, true),
      (.caught(by: ["s"], blamed: ["A"]), true, false),
      (.caught(by: ["s"], blamed: []), true, false),
      (.missed(others: ["s"], blamed: ["B"]), false, false), (.unseen, false, false),
    ] as [(DefectTrial.Result, Bool, Bool)])
  func `blames a defect rightly by one of its requirements`(
    result: DefectTrial.Result, isCaught: Bool, isRightlyBlamed: Bool
  ) {
    let trial = DefectTrial(name: "d", requirements: ["B", "C"], result: result)
    #expect(trial.isCaught == isCaught)
    #expect(trial.isRightlyBlamed == isRightlyBlamed)
  }
}
