// SPDX-License-Identifier: Apache-2.0
// Tests of what an entry says there is to do.

import Expectations
import Formats
import Suites
import Testing
import Text

@testable import Record
@testable import Reports

struct RemedyTests {
  static func requirement(
    endpoint: String? = nil, remedy: String? = nil, place: PlacePattern? = nil
  ) -> Requirement {
    Requirement(
      id: "V2-C1-01", level: .must, subject: "service", text: "t", shownBy: [.service],
      endpoint: endpoint, source: "", ambiguity: nil, step: "s", places: place.map { [$0] },
      remedy: remedy)
  }

  @Test(
    arguments: [
      ("status", "400", "200", "Refuse it.", "Refuse it."),
      ("status", "400", "200", "Answer with 400.", "Answer with 400."),
      ("status", "200", "403", "Grant it.", "Grant it."),
      ("text", "JSON", "<a>", "Send `a`.", "Send JSON, not <a>. Send `a`."),
      (
        "/a", #""x""#, #""y""#, "Tell `x`, or `y`.",
        #"Here `a` has to be "x", not "y". Tell `x`, or `y`."#
      ),
      // Of a list of members the others are right.
      (
        "/a/b", #""x" or "y""#, "7", "Send `b` and `c`.",
        #"Here `a.b` has to be "x" or "y", not 7."#
      ), ("/a/b", "a URL", "nothing", "Send `b` and `c`.", "Send `a.b`, a URL."),
      ("/a/b", "a URL", "nothing", "Send `b`.", "Send `a.b`, a URL. Send `b`."),
      (
        "/a/b", "1", "7", "Send `c` and `d`.", "Here `a.b` has to be 1, not 7. Send `c` and `d`."
      ),
      // What asks for what came is not said.
      (
        "status", "403", "200", "Answer with 200.",
        "Answer this call with 403 here, not with 200."
      ), ("status", "403", "200", "Answer with 200, or 403.", "Answer with 200, or 403."),
      ("/a/b", "a URL", "nothing", "Answer with 200 and `a`.", "Send `a.b`, a URL."),
      ("/a/b", "a URL", "7", "Answer with 200 and `a`.", "Here `a.b` has to be a URL, not 7."),
      (
        "/a/b", "a URL", "nothing", "Answer with 201 and `a`.",
        "Send `a.b`, a URL. Answer with 201 and `a`."
      ), ("save: b", "$.a.b", "nothing", "Answer with 200 and `a`.", "Send `a.b`."),
    ] as [(String, String, String, String, String?)])
  func `begins with the part of a remedy that is broken`(
    place: String, words: String, found: String, remedy: String, told: String?
  ) {
    let finding = SampleRecords.finding(place, 7, words, found)
    let requirement = Self.requirement(remedy: remedy)
    let exchange = SampleRecords.exchange("GET", "/x", 200)
    let step = SampleRecords.request(
      "ask", 9, verdict: .failed([finding]), exchanges: [exchange])
    var incident: Incident?
    [step].visit { incident = Incident(visit: $0, findings: [finding]) }
    let requirements = [requirement.id: requirement]
    #expect(incident?.remedy(requirements, [requirement.id], [finding]) == told)
    // That of another requirement would speak of something else.
    let other = incident?.remedy(requirements, ["other", requirement.id], [finding])
    #expect(other?.contains(remedy) != true)
  }

  /// Why a call breaks down is told by no remedy, and why it breaks down instead of refusing not by that
  /// of another call's requirement.
  @Test(
    arguments: [
      (500, 400, "GET /a", "Do it."), (500, 400, "GET /b", nil),
      (500, 400, "GET /b | GET /a", "Do it."), (500, 400, "*", "Do it."),
      (500, 200, "GET /a", nil), (500, 200, "*", nil), (404, 200, "GET /b", "Do it."),
    ] as [(Int, Int, String, String?)])
  func `has no remedy where a call breaks down`(
    status: Int, expected: Int, endpoint: String, told: String?
  ) throws {
    let finding = SampleRecords.finding("status", 9, "\(expected)", "\(status)")
    let requirement = Self.requirement(endpoint: endpoint, remedy: "Do it.")
    #expect(try Self.remedy(for: finding, of: requirement, status: status) == told)
  }

  /// What is said of a part is no use where that which holds the part is wrong.
  @Test(arguments: [
    ("/a/x", "an object", "nothing", "Send `a.x`, an object."),
    ("/a/x", "an object", "7", "Here `a.x` has to be an object, not 7."),
    ("/a/x/b", "1", "7", "Here `a.x.b` has to be 1, not 7. Set `b` to 1."),
  ])
  func `has no remedy for a part of what is wrong`(
    place: String, words: String, found: String, told: String?
  ) throws {
    let finding = SampleRecords.finding(place, 9, words, found)
    let requirement = Self.requirement(
      endpoint: "GET /a", remedy: "Set `b` to 1.", place: try PlacePattern("$.a[*].b"))
    #expect(try Self.remedy(for: finding, of: requirement, status: 200) == told)
  }

  @Test func `says of what can't be shown how it differs`() throws {
    let finding = Finding(
      place: .body(JSONPointer([.name("a")])), position: SampleRecords.at(9).position,
      expected: "2 items", found: FoundValue(text: "[1]", kind: .array),
      nearest: "`a` has 1 item")
    let requirement = Self.requirement(endpoint: "GET /a", remedy: "Answer with 200.")
    let told = try Self.remedy(for: finding, of: requirement, status: 200)
    #expect(told == "Here `a` has to be 2 items: `a` has 1 item.")
  }

  /// What the service says of its refusal is what there is to change.
  @Test(
    arguments: [
      (#"{"code":"a_b"}"#, "a_b"), (#"{"error":"a_b"}"#, "a_b"),
      (#"{"error":{"code":"a_b"}}"#, "a_b"), (#"{"code":7}"#, nil), ("{}", nil), ("a_b", nil),
    ] as [(String, String?)])
  func `tells the code of the error that came instead`(body: String, code: String?) throws {
    let finding = SampleRecords.finding("status", 9, "200", "403")
    let requirement = Self.requirement(endpoint: "GET /a", remedy: "Do it.")
    let group = try Self.group(
      for: finding, of: requirement, status: 403, SampleRecords.detail(body))
    #expect(
      group.group.fact == "the status is 403\(code.map { " (`\($0)`)" } ?? "") and must be 200")
    let told = code.map { "Answer this call with 200 here, not with 403 and `\($0)`. Do it." }
    #expect(group.group.remedy(in: group.run) == told ?? "Do it.")
  }

  @Test(arguments: [
    (403, "Answer this call with 200 here, not with 403."), (404, "Answer 200, not 404."),
  ])
  func `has no remedy for another refusal`(status: Int, told: String) throws {
    let finding = SampleRecords.finding("status", 9, "200", "\(status)")
    let requirement = Self.requirement(endpoint: "GET /a", remedy: "Answer 200, not 404.")
    #expect(try Self.remedy(for: finding, of: requirement, status: status) == told)
  }

  private static func remedy(
    for finding: Finding, of requirement: Requirement, status: Int
  ) throws -> String? {
    let (group, run) = try group(for: finding, of: requirement, status: status)
    return group.remedy(in: run)
  }

  private static func group(
    for finding: Finding, of requirement: Requirement, status: Int,
    _ detail: ExchangeRecord.Detail? = nil
  ) throws -> (group: IncidentGroup, run: RunJudgement) {
    var step = SampleRecords.request(
      "ask", 9, covers: [Cover(id: requirement.id)], verdict: .failed([finding]),
      exchanges: [SampleRecords.exchange("GET", "/a", status, detail: detail)])
    step.route = "GET /a"
    var record = SampleRecords.run(of: step)
    record.catalogues = [
      Catalogue(
        cookbook: "apple-sso-rest-api-v2", revision: "1",
        phases: [Catalogue.Phase(id: "C", title: "c", requirements: [requirement], steps: [])])
    ]
    let run = RunJudgement(record)
    return (try #require(IncidentGroup.failures(of: run).first), run)
  }
}
