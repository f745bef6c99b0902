// SPDX-License-Identifier: Apache-2.0
// The names of suites and cases in JUnit files, by which a CI recognizes a test.

import Record
import Text

/// Names that are the same in each run, and unique in a file.
struct JUnitNames {
  private let records: [SuiteRecord]
  private let suites: [String]

  init(_ records: [SuiteRecord]) {
    self.records = records
    var seen: [String: Int] = [:]
    suites = records.map { Self.unique(Self.token($0.name), &seen) }
  }

  func suite(_ index: Int) -> String { suites[index] }
  func classname(_ suite: SuiteRecord) -> String { Self.classname(suite) }

  /// The names of a suite's scenarios, to be asked for one after the other.
  func scenarios(of index: Int) -> ScenarioNames {
    var names = ScenarioNames()
    // Readers identify a test by class and name together.
    let classname = Self.classname(records[index])
    for earlier in records[..<index] where Self.classname(earlier) == classname {
      for scenario in earlier.scenarios { _ = names.next(scenario) }
    }
    return names
  }

  /// The names of the scenarios of one class, each once.
  struct ScenarioNames {
    private var seen: [String: Int] = [:]

    mutating func next(_ scenario: ScenarioRecord) -> String {
      JUnitNames.unique(JUnitNames.token(scenario.name), &seen)
    }
  }

  /// Cookbook, phase and suite. Readers split it at the last dot into package and class, so the name
  /// of the suite has no dot.
  private static func classname(_ suite: SuiteRecord) -> String {
    "\(package(suite)).\(word(suite.name))"
  }

  private static func package(_ suite: SuiteRecord) -> String {
    ([suite.cookbook ?? "sso-conformance"] + (suite.phase.map { [$0] } ?? [])).map(word)
      .joined(separator: ".")
  }

  private static func word(_ text: String) -> String { token(text).replacing(".", with: "_") }

  /// One line without two blanks in a row, which XML calls a token. Never empty.
  fileprivate static func token(_ text: String) -> String {
    let name = Visible.name(text)
    return name.isEmpty ? "-" : name
  }

  fileprivate static func unique(_ name: String, _ seen: inout [String: Int]) -> String {
    let number = seen[name, default: 0] + 1
    seen[name] = number
    return number == 1 ? name : "\(name) (\(number))"
  }
}
