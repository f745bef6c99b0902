// SPDX-License-Identifier: Apache-2.0
// What the tests of patterns have in common: answers, and mismatches as text.

import Encodings
import Findings
import HTTPMessages
import JSON
import SourceText
import Testing

@testable import Expectations

/// 2025-07-10T12:08:01.000Z, when the answers of the tests came.
let answered = Timestamp(milliseconds: 1_752_149_281_000)

/// Where the requests of the tests went.
let target = Origin(scheme: .http, host: "target.example")

/// What a pattern says of a value, its mismatches a line each:
/// `place: expected …, found …; nearest`.
func judged(_ pattern: String, _ json: String?) throws -> [String] {
  let pattern = try Flow.pattern(pattern)
  let value = try json.map { try JSONParser.document($0).root }
  let scope = Scope(
    document: value ?? .null, moment: Moment(now: answered, tolerance: .seconds(10)),
    target: target)
  let mismatches = pattern.mismatches(value, at: .body(.root), in: scope)
  #expect(pattern.accepts(value, in: scope) == mismatches.isEmpty)
  return mismatches.map(line)
}

func line(_ mismatch: Finding) -> String {
  "\(mismatch)" + (mismatch.nearest.map { "; \($0)" } ?? "")
}

/// A response with a body of text.
func response(
  _ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], _ body: String = ""
) -> Observation {
  Observation(
    .response(HTTPResponse(status: status, headers: HeaderList(headers), body: Array(body.utf8))),
    receivedAt: answered, clockTolerance: .seconds(10),
    target: target)
}

/// The mismatches of an expectation, a line each.
func judged(_ expectation: String, _ observation: Observation) throws -> [String] {
  let expectation = try Flow.expectation(expectation)
  let judgement = judge(expectation, observation)
  #expect(holds(expectation, observation) == judgement.holds)
  return judgement.mismatches.map(line)
}

/// What is wrong with a pattern, a mistake a line: `column+length message`.
func mistakes(_ pattern: String) throws -> [String] {
  do {
    _ = try PatternCompiler.compile(Flow.node(pattern))
    return []
  } catch let errors as PatternErrors {
    return errors.errors.map { "\($0.position.column)+\($0.length) \($0.message)" }
  }
}
