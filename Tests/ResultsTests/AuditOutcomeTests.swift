// SPDX-License-Identifier: Apache-2.0
// Tests of what an audit comes to: the verdict on the whole, and on each requirement.

import Catalogues
import Results
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
      Small.requirement("A-1", .should, .clientTraffic),
      Small.requirement("A-2", .must, .emulator),
      Small.requirement("A-3", .must, .clientTraffic),
      Small.requirement("X-1", .must, .clientTraffic),
      Small.requirement("X-2", .may, .clientTraffic, unrecorded: "a mere permission"),
      Small.requirement("X-3", .must, .serviceResponse),
      Small.requirement("X-4", .must, .emulator),
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
  }
}
