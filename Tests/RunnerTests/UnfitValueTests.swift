// SPDX-License-Identifier: Apache-2.0
// Tests of who answers for a saved value that a later step can't use.

import Expectations
import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing

@testable import Runner

struct UnfitValueTests {
  /// A suite whose steps save from `{"id": …, "list": […], "none": null}`, and the step that ends so.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The steps of the scenario, without the fragments.
    let steps: String
    /// The name of the step that has the finding; nil where the suite is at fault.
    let blamed: String?
    let told: String
  }

  static let save = "{step: Save, request: {GET: /a}, save: {x: $.list}, expect: {status: 200}}"
  static let saveNull = "{step: Save, request: {GET: /a}, save: {x: $.none}, expect: {status: 200}}"

  static let cases: [Case] = [
    Case(
      testDescription: "an array in a path",
      steps: "\(save), {step: Use, request: {GET: '/b/${x}'}, expect: {status: 200}}",
      blamed: "Save", told: "`x` is a list, which can't stand inside a text"),
    Case(
      testDescription: "null as the start of a time",
      steps:
        "\(saveNull), {step: Use, request: {GET: /a}, expect: {json: {time: !timestamp {after: '${x}'}}}}",
      blamed: "Save", told: "milliseconds since 1970"),
    Case(
      testDescription: "in the step that saves it",
      steps:
        "{step: Save, request: {GET: /a}, save: {x: $.none}, expect: {json: {time: !timestamp {after: '${x}'}}}}",
      blamed: "Save", told: "milliseconds since 1970"),
    Case(
      testDescription: "a duration", steps: "\(save), {step: Use, wait: '${x}'}",
      blamed: "Save", told: "not a duration"),
    Case(
      testDescription: "given to a fragment",
      steps: "\(save), {step: Use, use: reader, with: {id: '${x}'}}",
      blamed: "Save", told: "which can't stand inside a text"),
    Case(
      testDescription: "saved in a fragment",
      steps:
        "{step: Get, use: maker}, {step: Use, request: {GET: '/b/${x}'}, expect: {status: 200}}",
      blamed: "Save", told: "which can't stand inside a text"),
    Case(
      testDescription: "of a shared fragment",
      steps:
        "{step: Get, use: shared}, {step: Use, request: {GET: '/b/${x}'}, expect: {status: 200}}",
      blamed: "Get", told: "which can't stand inside a text"),
    Case(
      testDescription: "the null of an optional source",
      steps:
        "{step: Save, request: {GET: /a}, save: {x: !optional $.gone}, expect: {status: 200}}, {step: Use, request: {GET: '/b/${x}'}, expect: {status: 200}}",
      blamed: nil, told: "since its `!optional $.gone` selected nothing"),
    Case(
      testDescription: "what a filter made of it",
      steps:
        "{step: Save, request: {GET: /a}, save: {x: $.id}, expect: {status: 200}}, {step: Use, request: {GET: '/b/${x | base64-decode}'}, expect: {status: 200}}",
      blamed: nil, told: "saved a text as 'x'"),
    Case(
      testDescription: "a literal",
      steps: "{step: Use, use: reader, with: {id: [1]}}", blamed: nil,
      told: "which can't stand inside a text"),
  ]

  /// A name as a value would be no query any more, so that no requirement's place would be found.
  @Test func `leaves the source of a missing value as the suite has it`() throws {
    let service = try Service { _, _ in .json(#"{"a": "x", "profiles": {}}"#) }
    let record = try Bench().run(
      steps: """
        - {step: Ask, request: {GET: /a}, save: {name: $.a}}
        - {step: Again, request: {GET: /a}, save: {type: "$.profiles[${name}].type"}}
        """, on: service)
    let findings = try record.onlyScenario().verdict.findings
    #expect(findings.map(\.expectedValue.sources) == [[.query("$.profiles[${name}].type")]])
    #expect(findings.map(\.words) == ["a value at `profiles.x.type`"])
  }

  @Test(arguments: cases)
  func `gives the finding to the step whose answer had the value`(_ case: Case) throws {
    let service = try Service { _, _ in
      .json(#"{"id": "not json", "list": ["a"], "none": null, "time": 1}"#)
    }
    let record = try Bench().run(
      """
      suite: Saved
      fragments:
        - {fragment: reader, takes: [id], steps: [{step: Read, request: {GET: '/b/${id}'}, expect: {status: 200}}]}
        - {fragment: maker, gives: [x], steps: [\(Self.save)]}
        - {fragment: shared, gives: [x], once: run, steps: [\(Self.save)]}
      scenarios:
        - {scenario: One, steps: [\(`case`.steps)]}
      """, on: service)
    let judgement = RunJudgement(record)
    var failed: [String] = []
    var texts: [String] = []
    record.suites[0].scenarios[0].steps.visit { visit in
      switch visit.step.verdict {
      case .failed(let findings):
        failed.append(visit.step.name)
        texts += findings.map { "\($0.told) \($0.nearest ?? "")" }
      case .broken(let problem): texts.append(problem.message)
      default: break
      }
    }
    #expect(failed == (`case`.blamed.map { [$0] } ?? []))
    #expect(texts.contains { $0.contains(`case`.told) }, "\(texts)")
    #expect(
      judgement.outcome.status == (`case`.blamed == nil ? 3 : 1), "\(judgement.outcome.sentence)")
  }
}
