// SPDX-License-Identifier: Apache-2.0
// What the tests of patterns have in common: answers, and mismatches as text.

import Formats
import HTTP
import TestSupport
import Testing
import Text

@testable import Expectations
@testable import Suites

/// A pattern, an expectation or a source of one line, read as the loader of suites reads it.
///
/// A JSON value in back quotes is the value of a variable; `'${x}'` has no value.
struct Written {
  private let text: String
  private var given: [String: BoundValue] = [:]
  private var nodes = NodeReader(file: "test")

  /// What the reader reports.
  struct Mistakes: Error {
    /// `column+length message`.
    let lines: [String]
  }

  /// The actions of an enhanced error, as the catalogue of a suite gives them.
  static let actions = [
    "none", "configuration", "application-registration", "authentication", "authorization", "retry",
  ]

  init(_ text: String) throws {
    nodes.actions = Self.actions
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    var result = ""
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        result += part
      } else {
        given["v\(index)"] = .json(try JSONParser.document(String(part)).root)
        result += "'${v\(index)}'"
      }
    }
    self.text = result
  }

  private var bindings: Bindings {
    if given.isEmpty { return .unknown }
    var bindings = Bindings(builtIn: { _, _ in nil })
    bindings.saved = given
    return bindings
  }

  private var mistakes: Mistakes {
    Mistakes(
      lines: nodes.diagnostics.filter { $0.severity == .error }
        .map { "\($0.position.column)+\($0.length) \($0.message)" })
  }

  /// The value of a reading, if nothing was reported.
  private func checked<Value>(_ value: Value?) throws -> Value {
    guard let value, mistakes.lines.isEmpty else { throw mistakes }
    return value
  }

  /// - Parameter given: Values of variables.
  static func pattern(_ text: String, given: [String: JSONValue] = [:]) throws -> Pattern {
    var written = try Written(text)
    written.given.merge(given.mapValues { .json($0) }) { $1 }
    let template = ValueReader().value(try yaml(written.text), .pattern, &written.nodes)
    if let template { ValueReader.check(template, &written.nodes) }
    return try written.checked(template).pattern(in: written.bindings)
  }

  /// `status: 200, json: {…}` without the braces around it.
  static func expectation(_ text: String) throws -> Expectations.Expectation {
    var written = try Written("{\(text)}")
    let node = try yaml(written.text)
    let answer: AnswerKind =
      text.contains("statuses") || text.contains("answers") ? .burst : .response
    let template = ValueReader().expectation(node, of: answer, &written.nodes)
    return try written.checked(template).expectation(evaluatedIn: written.bindings)
  }

  static func source(_ text: String) throws -> Source {
    var written = try Written(text)
    let source = ValueReader().source(try yaml(written.text), &written.nodes)
    return try written.checked(source).template.source(evaluatedIn: written.bindings)
  }

  /// What is wrong with a pattern, an expectation or a source: `column+length message`.
  static func mistakes(_ read: () throws -> some Any) throws -> [String] {
    do {
      _ = try read()
      return []
    } catch let mistakes as Mistakes {
      return mistakes.lines
    }
  }
}

/// 2025-07-10T12:08:01.000Z, when the answers of the tests came.
let answered = Timestamp(milliseconds: 1_752_149_281_000)

/// Where the requests of the tests went.
let target = Origin(scheme: .http, host: "target.example")

/// An answer that came when the clocks agreed, to be judged by patterns.
func scope(_ document: JSONValue = .null) -> Scope {
  Scope(document: document, referenceTime: ReferenceTime(now: answered, tolerance: .zero))
}

/// What a pattern says of a value, its mismatches a line each:
/// `place: expected …, found …; nearest`.
func judged(_ pattern: String, _ json: String?) throws -> [String] {
  let pattern = try Written.pattern(pattern)
  let value = try json.map { try JSONParser.document($0).root }
  let scope = Scope(
    document: value ?? .null, referenceTime: ReferenceTime(now: answered, tolerance: .seconds(10)),
    target: target, actions: Written.actions)
  let mismatches = pattern.mismatches(value, at: .body(.root), in: scope)
  #expect(pattern.accepts(value, in: scope) == mismatches.isEmpty)
  return mismatches.map(line)
}

/// The line of a mismatch: one that is empty, or begins with "; " or the meaning of the value, `(…)`, is
/// about the body as a whole.
func whole(_ pattern: String, _ json: String?, _ mismatch: String) -> String {
  let head = "body: expected \(pattern), found \(json ?? "nothing")"
  if mismatch.hasPrefix("(") { return "\(head) \(mismatch)" }
  return mismatch.isEmpty || mismatch.hasPrefix("; ") ? head + mismatch : mismatch
}

func line(_ mismatch: Finding) -> String {
  "\(mismatch)" + (mismatch.nearest.map { "; \($0)" } ?? "")
}

/// An answer that came when the clocks agreed.
func observation(_ answer: Observation.Answer) -> Observation {
  Observation(answer, receivedAt: answered, clockTolerance: .zero)
}

/// A response with a body of text.
func response(
  _ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], _ body: String = "",
  queryLimits: JSONPathLimits = .standard
) -> Observation {
  Observation(
    .response(HTTPResponse(status: status, headers: HeaderList(headers), body: Array(body.utf8))),
    receivedAt: answered, clockTolerance: .seconds(10), target: target, queryLimits: queryLimits)
}

/// The mismatches of an expectation, a line each.
func judged(_ expectation: String, _ observation: Observation) throws -> [String] {
  let expectation = try Written.expectation(expectation)
  let judgement = expectation.judgement(of: observation)
  #expect(expectation.holds(for: observation) == judgement.holds)
  return judgement.mismatches.map(line)
}

/// What is wrong with a pattern, a mistake a line: `column+length message`.
func mistakes(_ pattern: String) throws -> [String] {
  try Written.mistakes { try Written.pattern(pattern) }
}
