// SPDX-License-Identifier: Apache-2.0
// Tests of JUnit files: their cases, and their schema.

import Expectations
import Formats
import Foundation
import HTTP
import Reports
import Suites
import TestSupport
import Testing

@testable import Record

struct JUnitCaseTests {
  static func text(_ scenarios: [ScenarioRecord], shared: [SharedFragmentRecord] = []) -> String {
    JUnitReport(profile: .jenkins).text(of: SampleRecords.run(of: scenarios, shared: shared))
  }

  static func text(of step: StepRecord, _ profile: JUnitProfile = .jenkins) -> String {
    JUnitReport(profile: profile).text(of: SampleRecords.run(of: step))
  }

  static func failed(_ count: Int = 1, name: String = "ask") -> StepRecord {
    SampleRecords.request(name, 9, verdict: SampleRecords.findings(count))
  }

  static let problem = RunProblem(.transport, "no answer came", at: nil)

  @Test(
    arguments: [
      (.skipped(because: "not here"), [], "not here"), (.skipped(because: ""), [], "skipped"),
      (
        .skipped(because: "x"), ["code", "mvpd"],
        "`code` and `mvpd` are not set: see &apos;explain code&apos;"
      ),
      (.blocked(because: "the token failed"), [], "blocked: the token failed"),
      (.interrupted, [], "interrupted: the run was stopped while it was under way"),
      (.notReached, [], "not reached, because the run ended first"),
    ] as [(Verdict, [String], String)])
  func `says why it was skipped`(verdict: Verdict, missing: [String], message: String) {
    let text = Self.text([SampleRecords.scenario("one", 1, verdict, missing: missing, steps: [])])
    #expect(text.contains("<skipped message=\"\(message)\"/>"))
  }

  @Test func `begins with the incident of its kind, and tells all in their order`() {
    var other = SampleRecords.hanging
    other.verdict = .broken(Self.problem)
    let steps = [Self.failed(2), other, Self.failed(name: "ask again")]
    let failure = Self.text([SampleRecords.scenario("one", 1, .failed([]), steps: steps)])
    #expect(
      failure.contains("<failure message=\"ask: `m0` is 2 and must be 1\" type=\"assert.body\">"))
    let error = Self.text([SampleRecords.scenario("one", 1, .broken(Self.problem), steps: steps)])
    #expect(
      error.contains(
        "<error message=\"GET /api/v2/REF30/decisions: no answer came\" type=\"transport\">"))
    for text in [failure, error] {
      #expect(text.ranges(of: "after that:\n").count == 2)
      #expect(text.ranges(of: "/m1: expected 1, found 2\n").count == 1)
      #expect(text.contains("step 3: 'ask again'\n"))
    }
    let unreachable = RunProblem(.transport, "refused", at: nil, isUnreachable: true)
    let lost = Self.text(of: SampleRecords.request("ask", 2, verdict: .broken(unreachable)))
    #expect(lost.contains("type=\"transport.unreachable\""))
  }

  @Test(arguments: [(1, 1), (3, 3), (4, 3)])
  func `shows the last three exchanges of what failed`(count: Int, shown: Int) {
    var step = Self.failed()
    step.exchanges = (0..<count).map { SampleRecords.exchange("GET", "/e\($0)", 200) }
    step.leftOut.add(.init(status: 200, number: 7, wireIssues: 0))
    let text = Self.text(of: step)
    #expect(text.matches(of: /\nGET https:[^\n]*\/e[0-9]\n/).count == shown)
    #expect(text.contains("/e\(count - 1)\n"))
    #expect(text.contains("… and 7 more like it (7 × 200)\n"))
    #expect(text.contains("GET https://api.staging.example/e\(count - 1) → 200\n"))
  }

  @Test(arguments: JUnitProfile.allCases)
  func `has what the readers of its profile take`(profile: JUnitProfile) {
    let text = Self.text(of: SampleRecords.wrong, profile)
    #expect(text.contains("<system-out>"))
    #expect(
      text.contains(" file=\"Suites/apple-v2/c-profiles.yaml\" line=\"1\"") == (profile == .rich))
    #expect(
      text.contains("<property name=\"requirement\" value=\"V2-C13-01\"/>") == (profile == .rich))
    #expect(text.contains("<property name=\"tag\" value=\"essential\"/>") == (profile == .rich))
    #expect(text.contains("[[PROPERTY|requirement=V2-C13-01]]") == (profile == .jenkins))
  }

  @Test func `names each requirement once, also those of a shared fragment`() {
    var token = SampleRecords.token
    token.steps[0].covers = ["A", "B"]
    var step = SampleRecords.configuration
    step.covers = ["B", "C"]
    let text = Self.text(
      [SampleRecords.scenario("one", 1, steps: [step, SampleRecords.useToken(2), step])],
      shared: [token])
    #expect(
      text.matches(of: /\[\[PROPERTY\|requirement=([^\]]*)\]\]/).map { String($0.1) } == [
        "B", "C", "A",
      ])
  }

  @Test func `tells warnings, notes and violations of HTTP of a case that passed`() {
    var noted = SampleRecords.request(
      "noted", 4, exchanges: [SampleRecords.exchange("GET", "/a", 200)], notes: ["sent again"])
    noted.exchanges[0].issues = [WireIssue("two lengths", rule: "RFC 1")]
    let warned = SampleRecords.request(
      "warned", 5, warnings: [SampleRecords.finding("/w", 6, "1", "2")])
    for (step, line) in [
      (noted, "step 1 noted: sent again\n"),
      (noted, "HTTP: two lengths (RFC 1): GET https://api.staging.example/a → 200\n"),
      (warned, "`w` is 2 and must be 1\n"),
      (
        SampleRecords.request("chose", 5, chosen: ["a", "b"]),
        "step chose: the service chose &apos;a&apos; and &apos;b&apos;\n"
      ),
    ] {
      let text = Self.text(of: step)
      #expect(text.contains(line) || text.contains(line.replacing("&apos;", with: "'")), "\(line)")
      #expect(!text.contains("<failure"))
    }
  }

  @Test func `breaks up what would make a CI attach a file, and nothing else`() {
    for (found, shown) in [
      ("[[A|b]]", "[ [A|b]]"), ("[[a]]", "[ [a]]"), ("[[1]]", "[[1]]"), ("[a]", "[a]"),
      ("[[[Z", "[[ [Z"), ("[[", "[["), ("[ [a", "[ [a"),
    ] {
      let verdict = Verdict.failed([SampleRecords.finding("/a", 9, "1", found)])
      let text = Self.text(of: SampleRecords.request("ask", 9, verdict: verdict))
      #expect(text.contains("found \(shown)\n"), "\(found)")
    }
  }

  @Test func `names the type of a failure by its place, read back as well`() throws {
    let places: [(Place, String)] = [
      (.status, "assert.status"), (.statuses(1), "assert.statuses"),
      (.header("A"), "assert.header"), (.body(JSONPointer([.name("\u{301}~")])), "assert.body"),
      (.query("$.a"), "assert.body"), (.xml("/a"), "assert.xml"), (.text, "assert.text"),
      (.saved("a"), "assert.save"), (.inside(.header("A"), .part("host")), "assert.header"),
      (.retry, "assert"), (.fragment("status"), "assert"), (.frameworkError, "assert"),
      (.call("metadata"), "assert"), (.visit, "assert"), (.other("status of it"), "assert"),
    ]
    for (place, type) in places {
      let finding = Finding(
        place: place, position: SampleRecords.at(3).position, expected: "a", found: "b")
      let record = SampleRecords.run(
        of: SampleRecords.request("ask", 3, verdict: .failed([finding])))
      let bytes = JUnitReport().bytes(of: record)
      #expect(String(decoding: bytes, as: UTF8.self).contains("type=\"\(type)\""), "\(place)")
      let json = try JSONParser.document(JSONReport().bytes(of: record)).root
      #expect(JUnitReport().bytes(of: try RunRecord(json)) == bytes, "\(place)")
    }
  }
}

struct JUnitSchemaTests {
  static let xmllint = ["/usr/bin/xmllint", "/opt/homebrew/bin/xmllint", "/usr/local/bin/xmllint"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let jenkins = "junit/jenkins-xunit-junit-10.xsd"

  @Test(
    .enabled(if: SharedFolder.has(jenkins), SharedFolder.missing),
    .enabled(if: xmllint != nil, "xmllint is not installed"),
    arguments: [(.jenkins, jenkins), (.rich, nil)] as [(JUnitProfile, String?)])
  func `validates`(profile: JUnitProfile, schema: String?) throws {
    let tool = try #require(Self.xmllint)
    for record in [
      SampleRecords.conformant, SampleRecords.failing, SampleRecords.run([]), CauseTests.blocked(2),
    ] {
      for file in JUnitReport(profile: profile).files(of: RunJudgement(record)) {
        let options = schema.map { ["--schema", SharedFolder.url.appending(path: $0).path] } ?? []
        let result = try LimitedProcess.run(
          tool, ["--noout"] + options + ["-"], input: file.bytes, joinsErrors: true)
        #expect(result.status == 0, "\(file.name) by \(options): \(result.output)")
      }
    }
  }
}
