// SPDX-License-Identifier: Apache-2.0
// Applications that are told apart, each with its counts and its verdict.

import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Audit

struct ApplicationGroupingTests {
  private static let shipped = ShippedRules.all[1]

  /// A recording of the application whose statement, ids and tokens have this number.
  private static func text(
    _ number: UInt8, _ name: String = "partner", _ edit: (inout Recording) -> Void = { _ in }
  ) throws -> String {
    var recording = try shipped.recording(name)
    edit(&recording)
    let text = RecordingRedactionTests.text(recording)
    return try RecordingRedactionTests.redacted([text], rules: shipped.rules, key: number)[0]
  }

  private static func judgement(
    _ texts: [String], from start: Int = 0, by rules: AuditRules = shipped.rules
  ) throws -> RunJudgement {
    let files = texts.enumerated().map {
      RecordingFile(name: "\($0 + start).har", Array($1.utf8))
    }
    let source = HARRecordings(files)
    let result = try Audit(rules).judge(source)
    let record = try result.record(
      of: rules, by: ToolRecord(name: "t", version: "1"),
      startedAt: Timestamp(milliseconds: 0), duration: .zero)
    return RunJudgement(record.judging(result.cookbooks(of: rules)))
  }

  private static func applications(_ judgement: RunJudgement) -> [AuditApplication] {
    judgement.record.audit?.applications ?? []
  }

  /// Sends no credentials with the token call.
  private static func breakToken(_ recording: inout Recording) {
    recording.header("Authorization", nil, of: "configuration")
  }

  @Test func `are one where the registration is one`() throws {
    let whole = try Self.judgement([Self.text(1)])
    #expect(Self.applications(whole).count == 1)
    let devices = try Self.judgement([Self.text(1, "a second device")])
    #expect(Self.applications(devices).count == 1)
    let alone = RunJudgement(whole.record.ofApplication(0))
    #expect(alone.outcome == whole.outcome)
    #expect(alone.totals.provable == whole.totals.provable)
    #expect(!whole.outcome.sentence.contains("application"))
  }

  @Test func `are judged one by one, and the worst verdict is that of all`() throws {
    let both = try Self.judgement([Self.text(1), Self.text(2, "partner", Self.breakToken)])
    let right = try Self.judgement([Self.text(1)])
    let wrong = try Self.judgement([Self.text(2, "partner", Self.breakToken)])
    #expect(right.outcome.kind == .conformantAsFarAsJudged || right.outcome.kind == .conformant)
    #expect(wrong.outcome.kind == .notConformant)
    let applications = Self.applications(both)
    #expect(applications.count == 2)
    let outcomes = applications.indices.map { RunJudgement(both.record.ofApplication($0)) }
    #expect(Set(outcomes.map(\.outcome.sentence)) == [right, wrong].map(\.outcome.sentence).set)
    #expect(both.outcome.kind == .notConformant)
    let number = try #require(outcomes.firstIndex { $0.outcome.kind == .notConformant })
    let place = applications[number].place
    #expect(
      both.outcome.sentence
        == "\(wrong.outcome.sentence); the worst of 2 applications is number \(number + 1), \(place)"
    )
    #expect(place.hasPrefix("https://") && place.contains(", "))
  }

  @Test func `are each judged by the cookbooks that it follows`() throws {
    let all = AuditRules.load(
      ["Suites/application"], shipped: "Suites", files: Memory(texts: ShippedRules.texts).files)
    let texts = try [(1, "partner"), (0, "partner")].enumerated().map { number, known in
      let shipped = ShippedRules.all[known.0]
      let text = try RecordingRedactionTests.text(shipped.recording(known.1))
      return try RecordingRedactionTests.redacted(
        [text], rules: shipped.rules, key: UInt8(number + 1))[0]
    }
    let alone = try texts.map { try Self.judgement([$0], by: all) }
    let both = try Self.judgement(texts, by: all)
    #expect(Self.applications(both).count == 2)
    let each = Self.applications(both).indices.map {
      RunJudgement(both.record.ofApplication($0))
    }
    #expect(Set(each.map(\.totals.provable)) == Set(alone.map(\.totals.provable)))
    let names = (each + alone).map { $0.record.catalogues.map(\.cookbook) }
    #expect(
      each.map(\.outcome.sentence).set == alone.map(\.outcome.sentence).set, "\(names)")
  }

  @Test func `have counts of their own where one has three requests only`() throws {
    let short = try Self.text(2, "partner") { recording in
      recording.entries.removeSubrange(3...)
    }
    let both = try Self.judgement([Self.text(1), short])
    let alone = try Self.judgement([short])
    let outcomes = Self.applications(both).indices.map {
      RunJudgement(both.record.ofApplication($0))
    }
    #expect(outcomes.count == 2)
    #expect(outcomes.map(\.totals.proved).min() == alone.totals.proved)
    #expect(both.outcome.sentence.hasPrefix(alone.outcome.sentence))
    #expect(alone.totals.proved < outcomes.map(\.totals.proved).max() ?? 0)
  }

  @Test func `are found again in a report and in a merge`() throws {
    let first = try Self.judgement([Self.text(1)])
    let second = try Self.judgement([Self.text(2, "partner", Self.breakToken)], from: 1)
    var written: [UInt8] = []
    RunRecord.write(first) { written += $0 }
    let read = try RunRecord(JSONParser.document(written).root)
    #expect(read.audit?.applications == first.record.audit?.applications)
    let merged = RunJudgement(try RecordMerge.merged([read, second.record]))
    #expect(Self.applications(merged).count == 2)
    #expect(merged.outcome.kind == .notConformant)
    #expect(merged.outcome.sentence.contains("; the worst of 2 applications is number 2, "))
    #expect(RecordContradictions(in: try JSONParser.document(written).root, first).count == 0)
    // The same application, seen in another recording.
    let later = try Self.judgement([Self.text(1, "renewal")], from: 1)
    let joined = RunJudgement(try RecordMerge.merged([first.record, later.record]))
    #expect(Self.applications(joined).count == 1)
  }
}

extension ApplicationGroupingTests {
  /// Whoever takes an application out of a report, or makes its verdict better, is found out.
  @Test(arguments: [
    ("verdict", "applications.0.verdict: the report says \"conformant\""),
    ("rules", "and by no application"),
  ])
  func `can't be changed in a report unnoticed`(member: String, said: String) throws {
    var written: [UInt8] = []
    RunRecord.write(try Self.judgement([Self.text(1, "partner", Self.breakToken)])) {
      written += $0
    }
    var root = try #require(try JSONParser.document(written).root.object)
    var audit = try #require(root["audit"]?.object)
    var application = try #require(audit["applications"]?.array?.first?.object)
    application[member] = member == "rules" ? [] : "conformant"
    audit["applications"] = [.object(application)]
    root["audit"] = .object(audit)
    let record = try RunRecord(.object(root))
    let sentences = RecordContradictions(in: .object(root), RunJudgement(record)).sentences
    #expect(sentences.contains { $0.contains(said) }, "\(sentences)")
  }
}

extension [String] {
  fileprivate var set: Set<String> { Set(self) }
}
