// SPDX-License-Identifier: Apache-2.0
// `coverage`: the requirements of the cookbooks with the scenarios that prove them, and the gaps.

import Record
import Suites
import Text

extension Subcommand {
  static let showCoverage = Subcommand(
    name: "coverage", summary: "Shows each requirement with the scenarios that prove it",
    parameters: "[SUITE …]",
    discussion: """
      A scenario covers the requirements that its steps name under 'covers:', and so does a rule for
      applications, which 'audit' judges. With --report, each requirement also has its verdict of
      that run.
      A gap is a must, must-not, should or fact that a service's answers show, but that no scenario
      covers or the run could not judge, and that its catalogue does not excuse under 'unproved'.
      Exit status 1 with --unproved if there are gaps.
      """,
    options: [
      Option("report", "FILE", help: "the report.json of a run"),
      .format("text", "markdown", "json"),
      Option("unproved", help: "only the gaps; fails if there are any"),
      Option(
        "requirement", "ID", isRepeatable: true,
        help: "only this requirement, with all its scenarios"),
    ]
  ) { arguments, console throws(UsageError) in
    let collection = try SuiteLocation.load(arguments.positional, console)
    if collection.hasErrors { return collection.refuse(on: console) }
    let path = arguments.value("report")
    let run = try path.map { path throws(UsageError) in try RunRecord(reportAt: path) }
    let rules = AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys))
    var table = CoverageTable(collection, rules, run: run)
    let gaps = table.gaps.count
    let wanted = arguments.all("requirement")
    let known = Set(table.rows.map(\.requirement.id))
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw UsageError("no cookbook of these suites has a requirement '\(unknown)'")
    }
    if arguments.has("unproved") { table = table.filtered { $0.standing.isGap } }
    if !wanted.isEmpty { table = table.filtered { wanted.contains($0.requirement.id) } }
    let report = CoverageReport(
      table: table, source: run.map { "\(path ?? ""): \($0.target.name), \($0.startedAt.iso8601)" },
      showsAllScenarios: !wanted.isEmpty, showsGapsOnly: arguments.has("unproved"))
    switch arguments.value("format") {
    case "json"?: console.document(report.json)
    case "markdown"?: console.output("\(ownLines: report.markdown)")
    default: console.output(report.text)
    }
    return arguments.has("unproved") && gaps > 0 ? .notConformant : .success
  }
}
