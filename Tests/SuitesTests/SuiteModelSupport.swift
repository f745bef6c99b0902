// SPDX-License-Identifier: Apache-2.0
// What the tests of suites share: files in memory, and short ways to load and look.

import Expectations
import Formats
import Partner
import Suites
import TestSupport
import Testing
import Text

extension Memory {
  /// Loads suites. Where the shipped suites declare no facts, they declare the usual ones; the cookbook
  /// of a small catalogue has the name of its file.
  func load(_ paths: [String], shipped: String = "usual") -> SuiteCollection {
    var memory = self
    let facts = "\(shipped)/facts.yaml"
    memory.texts[facts] = memory.texts[facts] ?? FactFile.shipped
    for (path, text) in texts where path.hasSuffix(".json") {
      let name = SuitePath.name(of: path).dropLast(".json".count)
      memory.texts[path] = text.replacing(#""cookbook": "c""#, with: #""cookbook": "\#(name)""#)
    }
    return SuiteLoader.load(paths, shipped: shipped, files: memory.files)
  }
}

/// Loads one suite called `s.yaml`.
///
/// - Parameter facts: The names of facts that are text and declared beside the suite.
func loadSuite(
  _ text: String, beside others: [String: String] = [:], facts: [String] = []
) -> SuiteCollection {
  var texts = others
  texts["s.yaml"] = text
  if !facts.isEmpty { texts["facts.yaml"] = FactFile.declaring(texts: facts) }
  return Memory(texts: texts).load(["s.yaml"])
}

/// The same of a suite in which nothing is wrong or doubtful.
func loadWithoutMistakes(
  _ text: String, beside others: [String: String] = [:], facts: [String] = [],
  at location: SourceLocation = #_sourceLocation
) -> SuiteCollection {
  let loaded = loadSuite(text, beside: others, facts: facts)
  #expect(loaded.diagnostics.map(\.description) == [], sourceLocation: location)
  return loaded
}

/// All that is said of a suite when it is loaded: `line:column: severity: message`.
func remarks(
  _ text: String, beside others: [String: String] = [:], facts: [String] = []
) -> [String] {
  remarks(on: loadSuite(text, beside: others, facts: facts))
}

/// All that `check` says of a suite for the standard framework.
func checkedRemarks(_ text: String) -> [String] {
  let words = PartnerVocabulary(refusal: "it does not know", FrameworkRegistry.standard)
  return remarks(on: loadSuite(text).addingWordErrors { _ in words })
}

private func remarks(on loaded: SuiteCollection) -> [String] {
  loaded.diagnostics.map { diagnostic in
    diagnostic.file == "s.yaml"
      ? "\(diagnostic.position): \(diagnostic.severity.rawValue): \(diagnostic.message)"
      : diagnostic.description
  }
}

/// A suite of one scenario with these lines, which are indented by four.
func suite(scenario lines: String, before: String = "", named name: String = "one") -> String {
  "suite: S\n\(before)scenarios:\n  - scenario: \(name)\n"
    + lines.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
}

/// A suite of one scenario with these steps.
func suite(steps lines: String, before: String = "") -> String {
  suite(
    scenario: "steps:\n"
      + lines.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      .joined(separator: "\n"), before: before)
}

/// A suite of one request with these lines, which are indented by ten; it expects something.
func suite(request lines: String) -> String {
  suite(
    steps: "- step: a\n  request:\n"
      + lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
      + "\n  expect: {status: 200}")
}

extension SuiteCollection {
  /// The only request of a scenario of the first suite.
  func request(_ scenario: Int = 0) -> RequestTemplate? {
    let steps = suites.first?.scenarios.dropFirst(scenario).first?.steps
    guard case .request(let request)? = steps?.first?.action else { return nil }
    return request
  }

  var names: [String] { suites.flatMap { $0.scenarios.map(\.name.text) } }

  /// The messages of the errors.
  var errors: [String] { diagnostics.filter { $0.severity == .error }.map(\.message) }

  /// The first scenario.
  var scenario: Scenario { get throws { try #require(suites.first?.scenarios.first) } }

  /// The first step of the first scenario.
  var step: Step { get throws { try #require(try scenario.steps.first) } }
}

/// A catalogue of the cookbook c with these requirements.
func catalogue(_ requirements: String...) -> String {
  let list = requirements.joined(separator: ", ")
  return #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": "#
    + #"[{"title": "s", "requirements": [\#(list)]}]}]}"#
}

/// A requirement of a catalogue, which `more` says more of.
func requirement(
  _ id: String, of subject: String = "service", by shownBy: String = "service",
  _ more: String = ""
) -> String {
  #"{"id": "\#(id)", "level": "must", "subject": "\#(subject)", "text": "t", "#
    + #""shownBy": ["\#(shownBy)"]\#(more)}"#
}

/// What names stand for in the tests.
func bindings(_ saved: [String: JSONValue] = [:], facts: [String: JSONValue] = [:]) -> Bindings {
  var bindings = Bindings(facts: facts) { name, member in
    switch (name, member) {
    case ("now", nil): .integer(1_000_000_000_000)
    case ("run", "id"?): .string("run-1")
    case ("device", "id"?): .string("d-1")
    default: nil
    }
  }
  bindings.saved = saved.mapValues { .json($0) }
  return bindings
}
