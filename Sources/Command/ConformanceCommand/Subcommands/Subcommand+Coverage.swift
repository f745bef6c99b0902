// SPDX-License-Identifier: Apache-2.0
// `coverage`: the requirements of the cookbooks with the scenarios that prove them, and the gaps.

import Catalogues
import Encodings
import Host
import JSON
import Results
import SourceText
import SuiteModel

extension Subcommand {
  static let showCoverage = Subcommand(
    name: "coverage", summary: "Shows each requirement with the scenarios that prove it",
    parameters: "[SUITE …]",
    discussion: """
      A scenario covers the requirements that its steps name under 'covers:', and so does a rule for
      applications, which 'audit' judges. With the report of a
      run, each requirement also has its verdict: --report names the report, by default
      Reports/report.json if that exists; --report none shows no verdicts.
      A gap is a must, must-not, should or fact that a service's answers show, but that no scenario
      covers or the run could not judge, and that its catalogue does not excuse under 'unproved'.
      Exit status 1 with --unproved if there are gaps.
      """,
    options: [
      Option("report", "FILE", help: "the report.json of a run, or none"),
      Option(
        "format", "FORM", choices: ["text", "markdown", "json"],
        help: "text (default), markdown or json"),
      Option("unproved", help: "only the gaps; fails if there are any"),
      Option(
        "compare", "COOKBOOK",
        help: "what moving from this cookbook to the one named next changes for an application: "
          + "--compare OLD NEW"),
      Option(
        "requirement", "ID", isRepeatable: true,
        help: "only this requirement, with all its scenarios"),
    ]
  ) { arguments, console throws(UsageError) in
    var named = arguments.positional
    var newer: String?
    if arguments.has("compare") {
      guard !named.isEmpty else { throw UsageError("--compare takes two cookbooks: OLD NEW") }
      newer = named.removeFirst()
    }
    let collection = try SuiteLocation.load(named, console)
    if collection.hasErrors { return collection.refuse(on: console) }
    if let older = arguments.value("compare"), let newer {
      let report = try ComparisonReport(from: older, to: newer, in: collection)
      switch arguments.value("format") {
      case "json"?: console.output(Printed(report.json))
      case "markdown"?: console.output("\(ownLines: report.markdown)")
      default: console.output(report.text)
      }
      return .success
    }
    let source = try RunSource(arguments)
    let rules = AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys))
    var table = CoverageTable(collection, rules, run: source.record)
    let gaps = table.gaps.count
    let wanted = arguments.all("requirement")
    let known = Set(table.rows.map(\.requirement.id))
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw UsageError("no cookbook of these suites has a requirement '\(unknown)'")
    }
    if arguments.has("unproved") { table = table.filtered { $0.standing.isGap } }
    if !wanted.isEmpty { table = table.filtered { wanted.contains($0.requirement.id) } }
    let report = CoverageReport(
      table: table, source: source.description, showsAllScenarios: !wanted.isEmpty,
      showsGapsOnly: arguments.has("unproved"))
    switch arguments.value("format") {
    case "json"?: console.output(Printed(report.json))
    case "markdown"?: console.output("\(ownLines: report.markdown)")
    default: console.output(report.text)
    }
    return arguments.has("unproved") && gaps > 0 ? .notConformant : .success
  }
}

/// The run whose verdicts are shown.
private struct RunSource {
  private static let standard = "Reports/report.json"

  let record: RunRecord?
  /// The file, the target and the time, in one line; nil without a run.
  let description: String?

  init(_ arguments: Arguments) throws(UsageError) {
    let named = arguments.value("report")
    guard named != "none", named != nil || Files.kind(Self.standard) == .file else {
      record = nil
      description = nil
      return
    }
    let path = named ?? Self.standard
    let record: RunRecord
    do {
      record = try RunRecord(reportAt: path)
    } catch {
      throw UsageError("\(error.message); --report none shows no verdicts")
    }
    self.record = record
    description = "\(path): \(record.target.name), \(record.startedAt.iso8601)"
  }
}
