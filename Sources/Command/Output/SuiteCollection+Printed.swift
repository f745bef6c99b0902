// SPDX-License-Identifier: Apache-2.0
// The suites and their mistakes as commands print them.

import Expectations
import Formats
import Record
import Reports
package import Suites
import Text

extension SuiteCollection {
  /// Prints the errors, and says that nothing was sent because of them.
  package func refuseToRun(on console: Console) -> ExitStatus {
    let status = refuse(on: console)
    console.error("\nNothing was sent: the suites have mistakes.\n")
    return status
  }

  /// Prints the errors.
  func refuse(on console: Console) -> ExitStatus {
    console.error(report(withWarnings: false))
    return .invalidInput
  }

  /// Every mistake with its line of the file and carets below it.
  func report(withWarnings: Bool) -> Printed {
    diagnostics.filter { withWarnings || $0.severity == .error }
      .map { $0.printed(in: files[$0.file]) }.joined()
  }

  /// `43 suites, 697 scenarios and 12 preflights`.
  private var size: String {
    func count(_ suites: [Suite]) -> Int { suites.reduce(0) { $0 + $1.scenarios.count } }
    let preflights = suites.filter(\.isPreflight)
    let scenarios = Wording.size(count(suites) - count(preflights), preflights: count(preflights))
    return "\(Wording.count(suites.count, "suite")), \(scenarios)"
  }

  /// How many suites, scenarios and mistakes there are.
  ///
  /// - Parameter rules: How many rules there are; nil where none were read.
  func summary(_ rules: Int?) -> Printed {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let ruled = rules.map { ", \(Wording.count($0, "rule"))" } ?? ""
    return "\(size)\(ruled): \(Wording.count(errors, "error")), "
      + "\(Wording.count(warnings, "warning"))\n"
  }

  /// For `check --format json`.
  var json: JSONValue {
    .array(
      diagnostics.map { diagnostic in
        [
          "file": .string(diagnostic.file), "line": .integer(diagnostic.position.line),
          "column": .integer(diagnostic.position.column), "length": .integer(diagnostic.length),
          "severity": .string(diagnostic.severity.rawValue), "message": .string(diagnostic.message),
        ]
      })
  }

  /// The workflow commands of GitHub Actions.
  func annotations(_ console: Console) -> Printed {
    diagnostics.map { diagnostic in
      .annotation(
        diagnostic.severity == .error ? .error : .warning,
        at: SourceLocation(file: diagnostic.file, position: diagnostic.position),
        console.pathInRepository(diagnostic.file), [diagnostic.message])
    }.joined()
  }

  /// The scenarios that a list of known failures may name.
  var cases: [KnownNames.Case] {
    suites.flatMap { suite in
      suite.scenarios.map { scenario in
        KnownNames.Case(
          subject: .service, file: suite.file, name: scenario.name.wildcard(facts: [:]),
          isPreflight: suite.isPreflight)
      }
    }
  }

  /// The files that the suites were read from: the suites, and what they use.
  var evidence: [EvidenceFile] {
    let suites = Set(suites.map(\.file))
    return files.values.map {
      EvidenceFile($0, as: suites.contains($0.name) ? .suite : .init(besideSuites: $0.name))
    }
  }
}

extension EvidenceFile.Kind {
  /// The kind of a file that suites use. One that could not be read as anything is taken for a suite.
  fileprivate init(besideSuites path: String) {
    self =
      switch SuitePath.name(of: path) {
      case "fragments.yaml": .fragments
      case "facts.yaml", "situations.yaml": .facts
      case let name where name.hasSuffix(".json"): .catalogue
      default: .suite
      }
  }
}
