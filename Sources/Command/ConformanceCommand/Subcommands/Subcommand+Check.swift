// SPDX-License-Identifier: Apache-2.0
// `check`: finds the mistakes in suites without sending anything.

import JSON
import SourceText
import SuiteModel

extension Subcommand {
  static let checkSuites = Subcommand(
    name: "check", summary: "Checks suites without sending anything", parameters: "[SUITE …]",
    discussion: """
      Prints every mistake as file:line:column: error: message. The exit status is 2 if
      there are mistakes; warnings don't count.
      States and options of the partner's framework are checked against all shipped
      emulators; with --target or one of --partner-…, against the framework of that run.
      With --target and --set, the target's profile is checked, too: unknown facts, values of
      another type, facts without which the suites judge nothing, environment variables.
      """,
    options: [
      .target, .setFact,
      Option(
        "format", "FORM", choices: ["text", "json", "github"],
        help: "text (default), json, or github (annotations for GitHub Actions)"),
    ] + FrameworkChoice.options
  ) { arguments, console throws(UsageError) in
    let collection = try SuiteLocation.load(arguments.positional, console)
      .checkedAgainstFramework(arguments, console)
    switch arguments.value("format") {
    case "json"?: console.output(Printed(collection.json))
    case "github"?: console.output(collection.annotations)
    default:
      console.error(collection.report(withWarnings: true))
      console.output(collection.summary)
    }
    return collection.hasErrors ? .invalidInput : .success
  }
}

extension SuiteCollection {
  fileprivate var summary: Printed {
    let scenarios = suites.reduce(0) { $0 + $1.scenarios.count }
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return "\(count(suites.count, "suite")), \(count(scenarios, "scenario")): "
      + "\(count(errors, "error")), \(count(warnings, "warning"))\n"
  }

  fileprivate var json: JSONValue {
    .array(
      diagnostics.map { diagnostic in
        [
          "file": .string(diagnostic.file), "line": .integer(diagnostic.position.line),
          "column": .integer(diagnostic.position.column), "length": .integer(diagnostic.length),
          "severity": .string(diagnostic.severity.rawValue),
          "message": .string(diagnostic.message),
        ]
      })
  }

  /// The workflow commands of GitHub Actions.
  fileprivate var annotations: Printed {
    diagnostics.map { diagnostic in
      .annotation(
        diagnostic.severity == .error ? .error : .warning,
        [
          "file": diagnostic.file, "line": "\(diagnostic.position.line)",
          "col": "\(diagnostic.position.column)",
        ], [diagnostic.message])
    }.joined()
  }
}
