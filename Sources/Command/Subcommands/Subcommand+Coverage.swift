// SPDX-License-Identifier: Apache-2.0
// `coverage`: the requirements of the cookbooks with the scenarios that prove them, and the gaps.

import Formats
import Record
import Reports
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
      Where each SUITE is a file, it speaks only of the requirements that these files cover.
      With --situations, it lists the situations of 'situations.yaml' instead, and which of them are
      in every run, only in one with --tag deep, or in none.
      """,
    options: [
      .cookbook, Option("report", "FILE", help: "the report.json of a run"),
      .format("text", "markdown", "json"),
      Option("situations", help: "the situations, and the scenarios that visit them"),
      Option("unproved", help: "only the gaps; fails if there are any"),
      Option(
        "requirement", "ID", isRepeatable: true,
        help: "only this requirement, with all its scenarios"),
    ]
  ) { arguments, console throws(UsageError) in
    let all = try SuiteLocation.load(arguments.positional, console)
      .chosen(by: arguments)
    let collection = all.inEveryRun
    if collection.hasErrors { return collection.refuse(on: console) }
    if arguments.has("situations") {
      if arguments.value("format") ?? "text" != "text" {
        throw UsageError("--situations is printed as text only")
      }
      console.output(SituationTable(all).text)
      return .success
    }
    let path = arguments.value("report")
    let run = try path.map { path throws(UsageError) in try RunRecord(reportAt: path) }
    let named = arguments.positional
    let isOfFiles = !named.isEmpty && named.allSatisfy { Files.kind($0) == .file }
    let rules =
      isOfFiles ? nil : AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys))
    var table = CoverageTable(collection, rules, run: run)
    let wanted = arguments.all("requirement")
    let known = Set(table.rows.map(\.requirement.id))
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw UsageError("no cookbook of these suites has a requirement '\(unknown)'")
    }
    if isOfFiles { table = table.filtered { !$0.scenarios.isEmpty } }
    let gaps = table.gaps.count
    if arguments.has("unproved") { table = table.filtered { $0.coverage.isGap } }
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

/// A coverage table with the texts around it.
struct CoverageReport {
  let table: CoverageTable
  /// The run that the verdicts come from; nil without a run.
  let source: String?
  /// Whether a row names all its scenarios, instead of the first and their number.
  let showsAllScenarios: Bool
  let showsGapsOnly: Bool

  private static let width = 100
}

extension CoverageReport {
  var text: Printed {
    var text: Printed = source.map { "Verdicts of \($0)\n" } ?? Printed()
    if showsGapsOnly, table.gaps.isEmpty { return "\(text)No gaps.\n" }
    let column = (table.rows.map(\.requirement.id.count).max() ?? 0) + 2
    for cookbook in table.cookbooks where !cookbook.phases.isEmpty {
      text += "\n\(cookbook.name), revision \(cookbook.revision)\n"
      for phase in cookbook.phases {
        text += "\nPhase \(phase.id): \(phase.title)\n"
        for row in phase.rows where !row.isGrouped { text += line(row, column) }
        for (reason, rows) in phase.grouped {
          text += "  \(reason):\n"
          let ids = rows.map(\.requirement.id).joined(separator: " ")
          for line in Columns.wrapped(ids, to: Self.width - 6) { text += "    \(line)\n" }
        }
      }
    }
    return "\(text)\n\(summary)\n"
  }

  private func line(_ row: CoverageTable.Row, _ column: Int) -> Printed {
    let requirement = row.requirement
    let word = row.verdict?.rawValue ?? row.coverage.name
    var line = Columns.row(
      ["  \(requirement.id)", requirement.level.text, row.coverage.isGap ? "GAP" : word],
      widths: [column + 2, 10, 10])
    var below: [String] = []
    if row.reason != nil || row.scenarios.isEmpty {
      line += row.reason ?? "no scenario makes use of it"
      below.append("      \(requirement.text)")
    } else if showsAllScenarios {
      line += requirement.text
      below = requirement.url.map { ["      \($0)"] } ?? []
      below += row.scenarios.map {
        "      \($0.verdict.map { "\($0.rawValue)  " } ?? "")\($0.name)"
      }
    } else {
      line += Columns.row(["\(row.scenarios.count)"], widths: [5])
      let first = row.scenarios.first?.name ?? ""
      line += Columns.cut(first, to: max(Self.width - line.count, 20))
    }
    return ([line] + below).map { "\($0)\n" as Printed }.joined()
  }

  private var summary: String {
    if showsGapsOnly { return "\(Wording.count(table.gaps.count, "gap"))." }
    let rows = table.rows
    func count(_ name: String) -> Int { rows.count { $0.coverage.name == name } }
    let shown = rows.count { $0.requirement.shownBy.contains(.service) }
    var parts = [
      "\(Wording.count(rows.count, "requirement")), \(shown) of which answers of the service show: "
        + "\(count("covered")) covered"
    ]
    if table.hasRun {
      for verdict in RequirementVerdict.allCases {
        let number = rows.count { $0.verdict == verdict }
        if number > 0 { parts.append("of these \(number) \(verdict.rawValue)") }
      }
    }
    parts.append("\(Wording.count(count("gap"), "gap"))")
    if count("excused") > 0 { parts.append("\(count("excused")) excused") }
    let unseen = rows.filter { $0.coverage.name == "unseen" }
    for verdict in RequirementVerdict.allCases where verdict.isUnseen {
      let number = unseen.count { $0.requirement.verdict(withoutProof: [.service]) == verdict }
      if number > 0 { parts.append("\(number) \(verdict.words(of: number))") }
    }
    if count("open") > 0 { parts.append("\(count("open")) permitted and not made use of") }
    return "\(parts.joined(separator: ", "))."
  }

  var markdown: String {
    var text = "# Coverage\n"
    if let source { text += "\nVerdicts of \(Markdown.text(source))\n" }
    if showsGapsOnly, table.gaps.isEmpty { return "\(text)\nNo gaps.\n" }
    for cookbook in table.cookbooks where !cookbook.phases.isEmpty {
      text += "\n## \(Markdown.text(cookbook.name)), revision \(Markdown.text(cookbook.revision))\n"
      for phase in cookbook.phases {
        text += "\n### Phase \(Markdown.text(phase.id)): \(Markdown.text(phase.title))\n\n"
        text += "| Requirement | Level | \(table.hasRun ? "Verdict" : "Standing") | Scenarios |\n"
        text += "|---|---|---|---|\n"
        for row in phase.rows where !row.isGrouped { text += markdown(row) }
        for (reason, rows) in phase.grouped {
          text += "\n\(Markdown.text(reason.capitalizedFirst)):\n\n"
          for row in rows {
            text += "- \(Markdown.code(row.requirement.id)) (\(row.requirement.standing)) "
            text += "\(Markdown.text(row.requirement.text))"
            if let url = row.requirement.url { text += " (\(Markdown.link("source", to: url)))" }
            text += "\n"
          }
        }
      }
    }
    return "\(text)\n\(Markdown.text(summary))\n"
  }

  private func markdown(_ row: CoverageTable.Row) -> String {
    let requirement = row.requirement
    let word = row.coverage.isGap ? "**gap**" : row.verdict?.rawValue ?? row.coverage.name
    var scenarios: String
    if row.reason != nil || row.scenarios.isEmpty {
      scenarios = row.reason ?? "no scenario makes use of it"
    } else {
      let limit = showsAllScenarios ? row.scenarios.count : 3
      scenarios = row.scenarios.prefix(limit).map(\.name).joined(separator: "; ")
      if row.scenarios.count > limit { scenarios += " and \(row.scenarios.count - limit) more" }
    }
    let source = requirement.url.map { " (\(Markdown.link("source", to: $0)))" } ?? ""
    return
      "| \(Markdown.code(requirement.id)) \(Markdown.text(requirement.text))\(source) | \(requirement.standing) "
      + "| \(word) | \(Markdown.text(scenarios)) |\n"
  }

  var json: JSONValue {
    var object = JSONObject()
    object["verdictsOf"] = source.map(JSONValue.string)
    object["gaps"] = .array(table.gaps.map { .string($0.requirement.id) })
    object["cookbooks"] = .array(
      table.cookbooks.map { cookbook in
        [
          "cookbook": .string(cookbook.name), "revision": .string(cookbook.revision),
          "phases": .array(
            cookbook.phases.map { phase in
              [
                "id": .string(phase.id), "title": .string(phase.title),
                "requirements": .array(phase.rows.map(\.json)),
              ]
            }),
        ]
      })
    return .object(object)
  }
}

extension CoverageTable.Row {
  /// Whether the row is listed with others of the same reason, outside of the table.
  fileprivate var isGrouped: Bool {
    switch coverage {
    case .unseen: true
    case .covered, .gap, .excused, .open: false
    }
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["id"] = .string(requirement.id)
    object["level"] = .string(requirement.level.text)
    object["inferred"] = requirement.isInferred ? true : nil
    object["subject"] = .string(requirement.subject)
    object["shownBy"] = .strings(requirement.shownBy.words)
    object["text"] = .string(requirement.text)
    object["source"] = requirement.source.isEmpty ? nil : .string(requirement.source)
    object["url"] = (requirement.url?.text).map(JSONValue.string)
    object["ambiguity"] = requirement.ambiguity.map(JSONValue.string)
    object["standing"] = .string(coverage.name)
    object["reason"] = reason.map(JSONValue.string)
    object["verdict"] = (verdict?.rawValue).map(JSONValue.string)
    object["scenarios"] = .array(
      scenarios.map { covering in
        var object = JSONObject()
        object["suite"] = .string(covering.suite)
        object["scenario"] = .string(covering.scenario)
        object["verdict"] = (covering.verdict?.rawValue).map(JSONValue.string)
        return .object(object)
      })
    return .object(object)
  }
}

extension CoverageTable.Phase {
  /// The rows outside of the table by their reasons, in the order of the cookbook.
  fileprivate var grouped: [(reason: String, rows: [CoverageTable.Row])] {
    var reasons: [String] = []
    var rows: [String: [CoverageTable.Row]] = [:]
    for row in self.rows where row.isGrouped {
      let reason = row.reason ?? ""
      if rows[reason] == nil { reasons.append(reason) }
      rows[reason, default: []].append(row)
    }
    return reasons.map { ($0, rows[$0] ?? []) }
  }
}

extension CoverageTable.Covering {
  fileprivate var name: String { "\(suite): \(scenario)" }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
