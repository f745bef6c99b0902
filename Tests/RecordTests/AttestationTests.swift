// SPDX-License-Identifier: Apache-2.0
// Tests of what people attest: reading the list, and what the record makes of it.

import Formats
import Suites
import TestSupport
import Testing
import Text

@testable import Record

struct AttestationTests {
  typealias Small = SmallRecords

  static let requirements: [String: Requirement] = [
    "S-1": Small.requirement("S-1", .must, [.outside]),
    "S-2": Small.requirement("S-2", .must, [.outside]),
    "R-1": Small.requirement("R-1", .must, [.service]),
    "A-1": Small.requirement("A-1", .must, [.outside, .application]),
    "N-1": Small.requirement("N-1", .fact, []),
  ]

  static func read(_ text: String) throws -> (attestations: [Attestation], mistakes: [String]) {
    let read = AttestationReader.read(
      SourceFile(name: "a.yaml", bytes: Array(text.utf8)), requirements: requirements,
      today: try #require(CalendarDay("2026-11-20"))
    ) { $0 == "screen.png" ? "0123" : nil }
    return (read.attestations, read.diagnostics.map { "\($0.position): \($0.message)" })
  }

  static func entry(_ id: String = "S-1", _ more: String = "") -> String {
    "attestations:\n- {requirement: \(id), by: Jo Doe, date: 2026-11-01, evidence: seen\(more)}\n"
  }

  @Test func `reads every member`() throws {
    let (attestations, mistakes) = try Self.read(
      Self.entry("S-1", ", file: screen.png, url: 'https://example.com/a', until: 2026-12-01"))
    #expect(mistakes == [])
    let only = try #require(attestations.first)
    #expect(only.requirement == "S-1" && only.words == "Jo Doe, 2026-11-01")
    #expect(only.file == Attestation.File(path: "screen.png", digest: "0123"))
    #expect(only.url?.text == "https://example.com/a")
    #expect(only.until == CalendarDay("2026-12-01"))
  }

  @Test func `takes a list whose entries are comments still`() throws {
    let (attestations, mistakes) = try Self.read("attestations:\n# - requirement: S-1\n")
    #expect(attestations.isEmpty && mistakes.isEmpty)
  }

  /// A list, and the place and the beginning of the first mistake in it.
  @Test(arguments: [
    ("", "1:1: a list of attestations begins with"),
    ("known: []\n", "1:1: unknown key 'known'"),
    (entry("S-9"), "2:17: there is no requirement 'S-9'"),
    (entry("R-1"), "2:17: 'R-1' is not for people to attest: it is shown by a run"),
    (entry("A-1"), "2:17: 'A-1' is not for people to attest: it is shown by an audit"),
    (entry("N-1"), "2:17: 'N-1' is not for people to attest: it binds no side"),
    (entry() + entry().dropFirst(14), "3:17: 'S-1' is attested in line 2 already"),
    (entry("S-1", ", file: gone.png"), "2:74: 'gone.png' can't be read"),
    (entry("S-1", ", url: 'ftp://x'"), "2:73: 'ftp://x' is not the address of a page"),
    (entry("S-1", ", until: 2026-10-01"), "2:75: 'until' is before 'date'"),
    (entry("S-1", ", until: soon"), "2:75: 'soon' is not a day of the calendar"),
    (
      "attestations:\n- {requirement: S-1, by: Jo, date: 2026-11-21, evidence: seen}\n",
      "2:36: 2026-11-21 is still to come"
    ),
    (
      "attestations:\n- {requirement: S-1, by: ' ', date: 2026-11-01, evidence: seen}\n",
      "2:26: 'by', the name of a person, is still to be filled in"
    ),
    (
      "attestations:\n- {requirement: S-1, date: 2026-11-01, evidence: seen}\n",
      "2:3: an attestation has 'by', the name of the person"
    ),
    (
      "attestations:\n- {requirement: S-1, by: Jo, evidence: seen}\n",
      "2:3: an attestation has 'date', the day"
    ),
    (
      "attestations:\n- {requirement: S-1, by: Jo, date: 2026-11-01}\n",
      "2:3: an attestation has 'evidence', what was seen"
    ),
  ])
  func `finds what is wrong in a list`(text: String, mistake: String) throws {
    let (attestations, mistakes) = try Self.read(text)
    #expect(mistakes.first?.hasPrefix(mistake) == true, "\(mistakes)")
    #expect(
      attestations.count
        == (text.contains(
          "\n- {requirement: S-1, by: Jo Doe, date: 2026-11-01, evidence: seen}\n- ") ? 1 : 0))
  }

  static func run(until: String?) throws -> RunRecord {
    var run = Small.run(
      [Small.scenario(.passed, [Small.step(covers: ["R-1"])])],
      requirements: [Self.requirements["R-1"], Self.requirements["S-1"], Self.requirements["S-2"]]
        .compactMap(\.self))
    run.attestations = try Self.read(
      Self.entry("S-1", until.map { ", until: \($0)" } ?? "")
    ).attestations
    return run
  }

  @Test func `is a verdict of its own, and no proof`() throws {
    let record = try Self.run(until: nil)
    let judgement = RunJudgement(record)
    #expect(judgement.coverage.rows.map(\.verdict) == [.passed, .attested, .shownOutside])
    #expect(judgement.outcome.sentence.hasPrefix("conformant: 1 of 1 requirement proved"))
    #expect(judgement.totals.requirements[.attested] == 1 && judgement.totals.provable == 1)
    let bytes = RecordJSONTests.text(record)
    #expect(try RunRecord(JSONParser.document(bytes).root).attestations == record.attestations)
  }

  @Test func `no longer counts after its last day`() throws {
    var record = try Self.run(until: "2026-11-10")
    record.startedAt = try #require(Timestamp(iso8601: "2026-11-11T00:00:00Z"))
    let judgement = RunJudgement(record)
    #expect(judgement.coverage.rows.map(\.verdict) == [.passed, .shownOutside, .shownOutside])
    #expect(
      record.notes.count { $0.hasPrefix("the attestation of S-1 ran out on 2026-11-10") } == 1)
  }
}
