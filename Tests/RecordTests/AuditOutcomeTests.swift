// SPDX-License-Identifier: Apache-2.0
// Tests of what an audit comes to: the verdict on the whole, and on each requirement.

import Record
import Suites
import Testing

@Suite struct AuditOutcomeTests {
  typealias Small = SmallRecords

  static let unseen = Verdict.skipped(because: "no occasion")

  @Test(
    arguments: [
      ([.passed, unseen], 10, "conformant: 2 rules: 1 obeyed, 1 not judged", 0),
      ([.passed, Small.failed, unseen], 10, "not conformant: 1 of 3 rules is broken", 1),
      ([Small.failed, Small.failed], 10, "not conformant: 2 of 2 rules are broken", 1),
      ([unseen], 10, "nothing was judged: no rule had an occasion", 1),
      (
        [unseen], 0,
        "nothing was judged: no entry of the recordings belongs to the service; 4 entries are of "
          + "other hosts or paths", 1
      ),
    ] as [([Verdict], Int, String, Int)])
  func `says whether the application obeys`(
    verdicts: [Verdict], judged: Int, sentence: String, status: Int
  ) {
    let outcome = RunJudgement(Small.audit(verdicts, judged: judged)).outcome
    #expect(outcome.sentence.hasPrefix(sentence), "\(outcome.sentence)")
    #expect(outcome.status == status)
  }

  @Test func `judges a requirement by the rules that cover it`() {
    let requirements = [
      Small.requirement("A-0", .must, .clientTraffic),
      Small.requirement("A-1", .should, .clientTraffic), Small.requirement("A-2", .must, .emulator),
      Small.requirement("A-3", .must, .clientTraffic),
      Small.requirement("X-1", .must, .clientTraffic),
      Small.requirement("X-2", .may, .clientTraffic, unrecorded: "a mere permission"),
      Small.requirement("X-3", .must, .serviceResponse), Small.requirement("X-4", .must, .emulator),
    ]
    let record = Small.audit(
      [Small.failed, Small.failed, .passed, Self.unseen], requirements: requirements)
    let rows = Coverage(record).rows
    #expect(
      rows.map(\.verdict) == [
        .failed, .warned, .passed, .notJudged, .unproved, .notTestable, .notTestable, .notTestable,
      ])
    #expect(rows[5].whyNotTestable == "a mere permission")
    #expect(
      rows[6].whyNotTestable == "it binds the service: a run of the suites against it shows it")
    let outcome = RunJudgement(record).outcome
    #expect(outcome.sentence.hasSuffix("; 2 of 4 requirements proved"), "\(outcome.sentence)")
    var strict = record
    strict.isStrict = true
    #expect(Coverage(strict).rows.prefix(3).map(\.verdict) == [.failed, .failed, .passed])
  }

  @Test(
    arguments: [
      ([("X-1", .clientTraffic, nil)], "partial: 1 requirement that traffic shows has no rule"),
      (
        [("X-1", .clientTraffic, nil), ("X-2", .clientTraffic, nil)],
        "partial: 2 requirements that traffic shows have no rule here: 1 rule: 1 obeyed"
      ),
      // What no recording shows needs no rule, and what does not show in traffic neither.
      ([("X-1", .clientTraffic, "a mere permission")], "conformant: 1 rule: 1 obeyed"),
      ([("X-1", .serviceResponse, nil), ("X-2", .emulator, nil)], "conformant: 1 rule: 1 obeyed"),
    ] as [([(String, Requirement.TestableBy, String?)], String)])
  func `is partial where a requirement that traffic shows has no rule`(
    further: [(String, Requirement.TestableBy, String?)], sentence: String
  ) {
    let requirements = [Small.requirement("A-0", .must, .clientTraffic)]
    let outcome = RunJudgement(
      Small.audit(
        [.passed],
        requirements: requirements
          + further.map { Small.requirement($0.0, .must, $0.1, unrecorded: $0.2) })
    ).outcome
    #expect(outcome.sentence.hasPrefix(sentence), "\(outcome.sentence)")
    #expect(outcome.kind == (sentence.hasPrefix("partial") ? .partial : .conformant))
    #expect(outcome.status == 0)
  }

  @Test func `says why nothing was judged, or not all`() {
    var record = Small.audit([Self.unseen], judged: 0)
    record.audit?.ignored = []
    #expect(
      RunJudgement(record).outcome.sentence.hasPrefix(
        "nothing was judged: the recordings have no entry"))
    record.audit?.ignored = [IgnoredHost(host: "other", entries: 1)]
    #expect(RunJudgement(record).outcome.sentence.contains("1 entry is of other hosts or paths"))
    #expect(
      RunJudgement(Small.audit([])).outcome.sentence == "nothing was judged: there is no rule")
    record = Small.audit([.passed, Self.unseen])
    record.isInterrupted = true
    let interrupted = RunJudgement(record).outcome
    #expect(interrupted.sentence.hasPrefix("interrupted: 1 obeyed, 1 not judged"))
    #expect(interrupted.status == 130)
  }

  @Test func `warns of a rule that is only advice, and judges all the same`() {
    var record = Small.audit([Small.failed])
    record.suites[0].scenarios[0].isAdvisory = true
    let outcome = RunJudgement(record).outcome
    #expect(outcome.sentence.hasPrefix("conformant with 1 warning: 1 rule: 1 obeyed"))
    #expect(outcome.status == 0)
    record.isStrict = true
    #expect(RunJudgement(record).outcome.status == 1)
  }
}
