// SPDX-License-Identifier: Apache-2.0
// The names of suites and cases in JUnit files, by which a CI recognizes a test.

import Results

/// Names that are the same in each run, and unique in a file.
struct JUnitNames {
  private let suites: [String]
  private let scenarios: [[String]]

  init(_ records: [SuiteRecord]) {
    var seenSuites: [String: Int] = [:]
    var seenScenarios: [String: Int] = [:]
    var suites: [String] = []
    var scenarios: [[String]] = []
    for suite in records {
      suites.append(Self.unique(Self.token(suite.name), &seenSuites))
      let classname = Self.classname(suite)
      scenarios.append(
        suite.scenarios.map { scenario in
          let name = Self.token(scenario.name)
          // Readers identify a test by class and name together.
          let number = seenScenarios["\(classname)\n\(name)", default: 0] + 1
          seenScenarios["\(classname)\n\(name)"] = number
          return number == 1 ? name : "\(name) (\(number))"
        })
    }
    self.suites = suites
    self.scenarios = scenarios
  }

  func suite(_ index: Int) -> String { suites[index] }
  func scenario(_ suite: Int, _ index: Int) -> String { scenarios[suite][index] }
  func classname(_ suite: SuiteRecord) -> String { Self.classname(suite) }
  func package(_ suite: SuiteRecord) -> String { Self.package(suite) }

  /// The name of a suite as part of a file name.
  func fileWord(_ name: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let word = words.joined(separator: "-").prefix(60)
    return word.isEmpty ? "suite" : String(word)
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
  private static func token(_ text: String) -> String {
    let name = Visible.name(text)
    return name.isEmpty ? "-" : name
  }

  private static func unique(_ name: String, _ seen: inout [String: Int]) -> String {
    let number = seen[name, default: 0] + 1
    seen[name] = number
    return number == 1 ? name : "\(name) (\(number))"
  }
}
