// SPDX-License-Identifier: Apache-2.0
// Tests of the digest of everything that a verdict rests on.

import Record
import Testing

@Suite struct ResultsEvidenceTests {
  static let tool = ToolRecord(name: "tool", version: "1")
  static let suite = EvidenceFile(kind: .suite, path: "a/x.yaml", digest: "00")
  static let fragments = EvidenceFile(kind: .fragments, path: "a/fragments.yaml", digest: "01")

  static func digest(_ files: [EvidenceFile], _ tool: ToolRecord = tool) -> String {
    EvidenceRecord(files: files).digest(tool)
  }

  @Test func `is the same whatever the order and the folder of the files`() {
    let digest = Self.digest([Self.suite, Self.fragments])
    #expect(digest.utf8.count == 64)
    #expect(Self.digest([Self.fragments, Self.suite]) == digest)
    let elsewhere = EvidenceFile(kind: .suite, path: "/opt/x.yaml", digest: "00")
    #expect(Self.digest([elsewhere, Self.fragments]) == digest)
  }

  @Test(arguments: [
    [EvidenceFile(kind: .suite, path: "a/x.yaml", digest: "02"), fragments], [suite],
    [EvidenceFile(kind: .rules, path: "a/x.yaml", digest: "00"), fragments],
    [suite, fragments, fragments],
  ])
  func `is another one where a file differs, is missing or is new`(files: [EvidenceFile]) {
    #expect(Self.digest(files) != Self.digest([Self.suite, Self.fragments]))
  }

  @Test func `of two records has each file once`() throws {
    var (first, second) = (SmallRecords.audit([.passed]), SmallRecords.audit([.passed]))
    second.audit?.recordings = ["b.har"]
    let profile = ProfileRecord(
      facts: [], cookbooks: ["book"], rate: nil, clockTolerance: .zero, connectTimeout: .zero,
      responseTimeout: .zero)
    let rules = EvidenceFile(kind: .rules, path: "r.yaml", digest: "03")
    first.evidence = EvidenceRecord(files: [Self.suite, Self.fragments])
    second.evidence = EvidenceRecord(files: [rules, Self.suite], profile: profile)
    let merged = try RecordMerge.merged([first, second])
    #expect(merged.evidence?.files == [Self.suite, Self.fragments, rules])
    #expect(merged.evidence?.profile == profile)
  }

  @Test func `is another one for another version of the tool`() {
    let files = [Self.suite]
    #expect(Self.digest(files) != Self.digest(files, ToolRecord(name: "tool", version: "2")))
  }
}
