// SPDX-License-Identifier: Apache-2.0
// Tests of what a report says of itself that its scenarios don't.

import Formats
import Record
import Testing

@Suite struct RecordContradictionsTests {
  typealias Small = SmallRecords

  /// A run with a requirement that is proved, a known failure that fails, one that passes and one
  /// that has expired.
  static let record: RunRecord? = {
    guard let failing = try? KnownFailureTests.known(["wrong"]),
      let passing = try? KnownFailureTests.known(["right"]),
      let expired = try? KnownFailureTests.known(["gone"], expires: "2026-11-20")
    else { return nil }
    var record = KnownFailureTests.run(["a"], known: [failing, passing, expired])
    record.evidence = EvidenceRecord(
      files: [EvidenceFile(kind: .suite, path: "suite.yaml", digest: "00")])
    return record
  }()

  static func contradictions(_ record: RunRecord, _ part: String, _ other: String) throws
    -> RecordContradictions
  {
    let text = String(decoding: RecordJSONTests.text(record), as: UTF8.self)
    let edited = text.replacing(part, with: other, maxReplacements: 1)
    try #require(edited != text || part == other, "\(part)")
    let root = try JSONParser.document(Array(edited.utf8)).root
    return RecordContradictions(in: root, RunJudgement(try RunRecord(root)))
  }

  @Test(arguments: [
    ("", "", []),
    ("\"status\":0", "\"status\":1", ["outcome.status: the report says 1, its scenarios say 0"]),
    (
      "conformant but for 1 known", "conformant",
      [
        "outcome.sentence: the report says \"conformant failure: 1 scenario passed; 1 of 2 "
          + "requirements proved\", its scenarios say \"conformant but for 1 known failure: "
          + "1 scenario passed; 1 of 2 requirements proved\""
      ]
    ),
    ("\"passed\":1,", "\"passed\":2,", ["totals.passed: the report says 2, its scenarios say 1"]),
    // A member that an earlier version did not write.
    ("\"passed\":1,", "", []),
    (
      "\"isExpired\":false", "\"isExpired\":true",
      ["known.0.isExpired: the report says true, its scenarios say false"]
    ),
    (
      "\"failingCount\":1", "\"failingCount\":2",
      ["known.0.failingCount: the report says 2, its scenarios say 1"]
    ),
    (
      "\"passing\":[\"right\"]", "\"passing\":[]",
      ["known.1.passing: the report says [], its scenarios say [\"right\"]"]
    ),
    (
      "\"verdict\":\"known\"", "\"verdict\":\"passed\"",
      ["R-a.verdict: the report says \"passed\", its scenarios say \"known\""]
    ),
    (
      "\"verdict\":\"passed\"", "\"verdict\":\"failed\"",
      ["R-b.verdict: the report says \"failed\", its scenarios say \"passed\""]
    ),
  ])
  func `names the place and both values`(
    part: String, other: String, sentences: [String]
  ) throws {
    let record = try #require(Self.record)
    let found = try Self.contradictions(record, part, other)
    #expect(found.sentences == sentences)
    #expect(found.count == sentences.count)
  }

  @Test func `compares the digest of what the verdict rests on`() throws {
    let record = try #require(Self.record)
    let digest = try #require(record.evidence?.digest(record.tool))
    let found = try Self.contradictions(record, digest, String(repeating: "0", count: 64))
    #expect(found.sentences.map { $0.prefix(17) } == ["evidence.digest: "])
  }

  @Test(
    arguments: [
      (.passed, false, false, false), (Small.failed, false, false, true),
      (Small.broken, false, false, true), (.blocked(because: "x"), false, false, true),
      (Small.skipped, false, false, false), (Small.failed, true, false, false),
      (Small.failed, false, true, false),
    ] as [(Verdict, Bool, Bool, Bool)])
  func `sees a scenario that is better than its steps`(
    verdict: Verdict, isFinal: Bool, isAdvisory: Bool, isContradiction: Bool
  ) throws {
    let steps = [Small.step(), Small.step(verdict, isFinal: isFinal, name: "second")]
    let record = Small.run([Small.scenario(.passed, steps, isAdvisory: isAdvisory)])
    let found = try Self.contradictions(record, "", "")
    #expect(
      found.sentences
        == (isContradiction
          ? ["scenario 'scenario': the report says that it passed, and its step 'second' did not"]
          : []))
  }

  @Test func `counts all of them, and keeps fifty`() throws {
    for count in [50, 51] {
      let scenarios = (0..<count).map {
        Small.scenario(.passed, [Small.step(Small.failed)], name: "\($0)")
      }
      let found = try Self.contradictions(Small.run(scenarios), "", "")
      #expect(found.count == count)
      #expect(found.sentences.count == 50)
    }
  }
}
