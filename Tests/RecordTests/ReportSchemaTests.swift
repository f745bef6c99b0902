// SPDX-License-Identifier: Apache-2.0
// Whether the schema knows each member of a report, and whether a report contradicts itself.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Record

struct ReportSchemaTests {
  static let schema: JSONValue = {
    let file = SharedFolder.project.appending(path: "Suites/report.schema.json")
    let data = try? Data(contentsOf: file)
    return (data.flatMap { try? JSONParser.document([UInt8]($0)).root }) ?? .null
  }()

  /// What a value has that its schema does not describe, and what it lacks.
  static func problems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    var members = schema.object ?? JSONObject()
    if let reference = members["$ref"]?.string {
      let name = String(reference.split(separator: "/").last ?? "")
      members = Self.schema["$defs"]?[name]?.object ?? JSONObject()
    }
    if let alternatives = members["anyOf"]?.array {
      let all = alternatives.map { problems(value, $0, place) }
      return all.contains([]) ? [] : all[0]
    }
    switch (value, members["type"]?.string) {
    case (.object(let object), "object"?):
      if members["additionalProperties"] != .boolean(false) { return [] }
      let known = members["properties"]?.object ?? JSONObject()
      let lacking = (members["required"]?.array ?? []).compactMap(\.string)
        .filter { object[$0] == nil }.map { "\(place) lacks \($0)" }
      return lacking
        + object.members.flatMap { member in
          known[member.name].map { problems(member.value, $0, "\(place).\(member.name)") }
            ?? ["\(place).\(member.name) is not described"]
        }
    case (.array(let list), "array"?):
      return list.flatMap { problems($0, members["items"] ?? .null, "\(place)[]") }
    case (.string, "string"?), (.boolean, "boolean"?), (.number, "number"?): return []
    case (.number(let number), "integer"?) where number.isInteger: return []
    case (_, nil) where members["enum"] != nil || members["const"] != nil:
      let allowed = (members["enum"]?.array ?? []) + [members["const"]].compactMap(\.self)
      return allowed.contains(value) ? [] : ["\(place) is \(JSONWriter.text(value))"]
    default: return ["\(place) is of another type"]
    }
  }

  @Test func `knows each member of a record in which nothing is left out`() throws {
    var full = RecordJSONTests.full
    full.known = [try KnownFailureTests.known(["one"], ["R-1"], file: "suite.yaml")]
    full.known[0].link = "https://x"
    let conformant = SmallRecords.run([SmallRecords.scenario(.passed, [SmallRecords.step()])])
    let audit = SmallRecords.audit([.passed, SmallRecords.failed])
    for record in [full, conformant, SmallRecords.run([]), audit] {
      let root = try JSONParser.document(RecordJSONTests.text(record)).root
      #expect(Self.problems(root, Self.schema, "report") == [])
    }
  }

  @Test func `sees what is wrong`() throws {
    let text = String(decoding: RecordJSONTests.text(SmallRecords.run([])), as: UTF8.self)
    for (part, other, problem) in [
      ("\"jobs\":1,", "", "report lacks jobs"),
      ("\"jobs\":1", "\"jobs\":\"1\"", "report.jobs is of another type"),
      ("\"jobs\":1", "\"jobs\":1,\"job\":1", "report.job is not described"),
      ("\"version\":1", "\"version\":2", "report.version is 2"),
    ] {
      let root = try JSONParser.document(text.replacing(part, with: other, maxReplacements: 1)).root
      #expect(Self.problems(root, Self.schema, "report") == [problem])
    }
  }
}

struct RecordContradictionsTests {
  typealias Small = SmallRecords

  /// A run with a requirement that is proved, a known failure that fails, one that passes and one
  /// that has expired.
  static func record() throws -> RunRecord {
    var record = KnownFailureTests.run(
      ["a"],
      known: [
        try KnownFailureTests.known(["wrong"]), try KnownFailureTests.known(["right"]),
        try KnownFailureTests.known(["gone"], expires: "2026-11-20"),
      ])
    record.evidence = EvidenceRecord(
      files: [EvidenceFile(kind: .suite, path: "suite.yaml", digest: "00")])
    return record
  }

  static func contradictions(_ record: RunRecord, _ part: String, _ other: String) throws
    -> RecordContradictions
  {
    let text = String(decoding: RecordJSONTests.text(record), as: UTF8.self)
    let edited = text.replacing(part, with: other, maxReplacements: 1)
    try #require(edited != text || part == other, "\(part)")
    let root = try JSONParser.document(Array(edited.utf8)).root
    return RecordContradictions(in: root, RunJudgement(try RunRecord(root)))
  }

  @Test(
    arguments: rows(
      #"""
       => 
        none
      "status":0 => "status":1
        outcome.status: the report says 1, its scenarios say 0
      judged but for 1 known => judged
        outcome.sentence: the report says "conformant as far as judged failure: 1 of 2 requirements proved; 1 scenario passed", its scenarios say "conformant as far as judged but for 1 known failure: 1 of 2 requirements proved; 1 scenario passed"
      "passed":1, => "passed":2,
        totals.passed: the report says 2, its scenarios say 1
      "passed":1, => 
        none
      "isExpired":false => "isExpired":true
        known.0.isExpired: the report says true, its scenarios say false
      "failingCount":1 => "failingCount":2
        known.0.failingCount: the report says 2, its scenarios say 1
      "passing":["right"] => "passing":[]
        known.1.passing: the report says [], its scenarios say ["right"]
      "verdict":"known" => "verdict":"passed"
        R-a.verdict: the report says "passed", its scenarios say "known"
      "verdict":"passed" => "verdict":"failed"
        R-b.verdict: the report says "failed", its scenarios say "passed"
      """#))
  func `names the place and both values`(edit: String, sentence: String) throws {
    let parts = edit.components(separatedBy: " => ")
    let found = try Self.contradictions(Self.record(), parts[0], parts[1])
    #expect(found.sentences == (sentence == "none" ? [] : [sentence]))
    #expect(found.count == found.sentences.count)
  }

  @Test func `compares the digest of what the verdict rests on`() throws {
    let record = try Self.record()
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

struct ResultsEvidenceTests {
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
    ([EvidenceFile(kind: .suite, path: "a/x.yaml", digest: "02"), fragments], tool),
    ([EvidenceFile(kind: .rules, path: "a/x.yaml", digest: "00"), fragments], tool),
    ([suite], tool), ([suite, fragments, fragments], tool),
    ([suite, fragments], ToolRecord(name: "tool", version: "2")),
  ])
  func `is another one where a file differs, is missing or is new, and for another version`(
    files: [EvidenceFile], tool: ToolRecord
  ) {
    #expect(Self.digest(files, tool) != Self.digest([Self.suite, Self.fragments]))
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
}
