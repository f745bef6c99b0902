// SPDX-License-Identifier: Apache-2.0
// `check` finds the mistakes in suites.

import Audit
import Formats
import Record
import Reports
import Suites
import Text

extension Subcommand {
  static let checkSuites = Subcommand(
    name: "check", summary: "Checks suites without sending anything", parameters: "[SUITE …]",
    discussion: """
      Checks suites, and rules for applications, in folders called application or named.
      Prints every mistake as file:line:column: error: message. The exit status is 2 if
      there are mistakes; warnings don't count. With --format github they are annotations of
      GitHub Actions.
      States and options of the partner's framework are checked against all shipped
      emulators; with --target or --partner, against the framework of that run.
      With --target and --set, the target's profile is checked, too: unknown facts, values of
      another type, facts without which the suites judge nothing, environment variables.
      """,
    options: [
      .target, .setFact, .cookbook, .format("text", "json", "github"), FrameworkChoice.option,
    ]
  ) { arguments, console throws(UsageError) in
    let named = arguments.positional
    let ruled = named.filter(SuiteLocation.isOfRules)
    let suites = named.filter { !ruled.contains($0) }
    let rules = SuiteLocation.rules(ruled, within: suites, console)?
      .judging(by: arguments.all(Option.cookbook.name))
    let checked =
      suites.isEmpty && !named.isEmpty
      ? SuiteCollection()
      : try SuiteLocation.load(
        suites, claimed: TargetChoice.claimed(arguments) ?? [], console
      ).chosen(by: arguments)
        .addingTargetErrors(arguments, console, use: .judged).suites
    let collection = checked.adding(rules?.diagnostics ?? [], in: rules?.sources ?? [:])
    switch arguments.value("format") {
    case "json"?: console.document(collection.json)
    case "github"?: console.output(collection.annotations(console))
    default:
      console.error(collection.report(withWarnings: true))
      console.output(collection.summary(rules?.ruleCount))
    }
    return collection.hasErrors ? .invalidInput : .success
  }
}
