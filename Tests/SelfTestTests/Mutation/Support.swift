// SPDX-License-Identifier: Apache-2.0
// Suites in memory, and the answers that their steps got.

import Formats
import HTTP
import Record
import Suites
import TestSupport
import Testing
import Text

@testable import Runner
@testable import SelfTest

/// A response with a body of JSON.
func answer(_ json: String, status: Int = 200) -> HTTPResponse {
  HTTPResponse(
    status: status, headers: HeaderList([HeaderField("Content-Type", "application/json")]),
    body: Array(json.utf8))
}

func observed(_ response: HTTPResponse) -> Observation {
  Observation(
    .response(response), receivedAt: Timestamp(milliseconds: 1_795_239_000_000),
    clockTolerance: .zero)
}

/// A run of a suite in memory.
struct SmallRun {
  let suites: SuiteCollection
  private(set) var courses: [JudgedCourse] = []

  /// - Parameters:
  ///   - scenarios: The list of scenarios, as a suite has it.
  ///   - answers: Those that the requests got, scenario by scenario, step by step.
  ///   - catalogue: The phases and the freedoms of the suite's cookbook; nil without one.
  init(_ scenarios: String, _ answers: [HTTPResponse], catalogue: String? = nil) throws {
    let book = catalogue == nil ? "" : "cookbook: book\nphase: A\n"
    let texts = [
      "s.yaml": "suite: S\n\(book)scenarios:\n\(scenarios)\n",
      "usual/facts.yaml": FactFile.shipped,
      "cookbooks/book.json": catalogue.map {
        "{\"cookbook\": \"book\", \"revision\": \"1\", \($0)}"
      },
    ].compactMapValues(\.self)
    let files = SuiteFiles(
      kind: { path in
        texts[path] != nil
          ? .file : texts.keys.contains { $0.hasPrefix("\(path)/") } ? .folder : nil
      },
      read: { path throws(FileProblem) in
        guard let text = texts[path] else { throw FileProblem("it is not there") }
        return Array(text.utf8)
      },
      list: { folder throws(FileProblem) in
        texts.keys.filter { $0.hasPrefix("\(folder)/") }.map {
          String($0.dropFirst(folder.count + 1))
        }
      })
    suites = SuiteLoader.load(["s.yaml"], shipped: "usual", files: files)
    #expect(suites.diagnostics.filter { $0.severity == .error } == [])
    var rest = answers[...]
    for scenario in suites.suites.flatMap(\.scenarios) {
      var names = NameValues(saved: [:], given: [:], facts: [:], builtIn: [:])
      var judged: [JudgedAnswer] = []
      let steps =
        scenario.steps.map { ($0, false) } + scenario.finalSteps.map { ($0, true) }
      for (step, isFinal) in steps {
        guard let response = rest.popFirst() else { break }
        let before = names
        let observation = observed(response)
        var saved: [JudgedAnswer.Saved] = []
        for rule in step.save {
          let source = try rule.source.source(evaluatedIn: before.bindings)
          let value = try source.value(in: observation).get()
          saved.append(JudgedAnswer.Saved(name: rule.name, source: source, value: value))
          names.saved[rule.name] = .json(value)
        }
        judged.append(
          JudgedAnswer(
            step: step, isFinal: isFinal, isInFragment: false, observation: observation,
            request: JudgedAnswer.Request(method: "GET", path: "/\(judged.count)"),
            expected: try step.expect?.expectation(evaluatedIn: names.bindings),
            advised: try step.should?.expectation(evaluatedIn: names.bindings),
            repeated: try step.retry?.condition.expectation(evaluatedIn: before.bindings),
            saved: saved, names: before))
      }
      courses.append(
        JudgedCourse(
          suite: "S", fragment: nil, name: "scenario \(courses.count + 1)",
          cookbook: catalogue == nil ? nil : "book",
          isAdvisory: scenario.isAdvisory, answers: judged, masked: { $0 }))
    }
  }

  /// What became of the mutants.
  func outcome(
    seed: Int = 1, share: Double = 1, suggests: Bool = false
  ) -> MutantRun.Outcome {
    MutantRun(courses, of: suites).outcome(
      seed: seed, share: share, workers: 1, suggests: suggests)
  }

  /// The mutants at a place that nobody notices, in the order of the steps.
  func survivors(at place: String) -> [String] {
    outcome().survivors.filter { $0.place == place }.map { "\($0.step): \($0.mutation)" }
  }
}
