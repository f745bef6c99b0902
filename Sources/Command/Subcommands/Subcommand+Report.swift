// SPDX-License-Identifier: Apache-2.0
// `report`: merges, compares, verifies and shows reports.

import Record
import Reports
import Suites
import Text

extension Subcommand {
  static let workOnReports = Subcommand(
    name: "report", summary: "Merges, compares, verifies and shows reports",
    parameters: "merge FILE … | diff OLD NEW | verify FILE | html FILE",
    discussion: """
      merge   merges the reports of shards into those of the whole run, and the report of a run
              with those of audits into one certificate of the service and the application
      diff    lists the scenarios and requirements whose verdicts differ between OLD and NEW;
              with --write-known, writes what fails only in NEW to a list for 'run --known'
      verify  says whether the suites, the catalogues and the tool are those of the report, and
              whether its verdict follows from its own scenarios
      html    writes the page of a report, beside it or to the folder of --reports

      FILE, OLD and NEW are each the report.json of a run or an audit. The reports of a merge have
      the list of known failures in them, and all shards of a run have the same.
      Exit status of merge: that of 'run' for the whole run. Of diff: 0 no regression · 1 a
      scenario fails that did not before, or a requirement that was proved is not any more. Of
      verify: 0 the same · 1 something differs. Of all: 2 a report can't be read, or the reports
      don't belong together · 4 a file could not be written.
      """, options: ReportFolder.options + knownOptions + ReportVerification.options,
    words: [ReportWord.allCases.map(\.rawValue)]
  ) { arguments, console throws(UsageError) in
    let words = arguments.positional
    guard let first = words.first else {
      throw UsageError("report takes a word: \(ReportWord.list("or"))")
    }
    guard let word = ReportWord(rawValue: first) else {
      throw UsageError(
        "report knows \(ReportWord.list("and")), not '\(first)'"
          + Suggestion.hint(for: first, among: ReportWord.allCases.map(\.rawValue)))
    }
    for option in ReportFolder.options + knownOptions + ReportVerification.options
    where arguments.has(option.name) && !word.options.contains(option.name) {
      throw UsageError("--\(option.name) \(ReportWord.owner(of: option.name))")
    }
    switch (word, words.count) {
    case (.merge, 2...): return try merge(Array(words.dropFirst()), arguments, console)
    case (.diff, 3): return try compare(words[1], words[2], arguments, console)
    case (.verify, 2): return try ReportVerification.show(words[1], arguments, console)
    case (.html, 2): return try ReportPage.write(of: words[1], arguments, console)
    case (.merge, _): throw UsageError("report merge takes the report.json of each shard")
    case (.diff, _): throw UsageError("report diff takes two reports: OLD NEW")
    case (.verify, _), (.html, _):
      throw UsageError("report \(word.rawValue) takes one report: FILE")
    }
  }

  private static let knownOptions = [
    Option(
      "write-known", "FILE",
      help: "diff: writes what fails only in NEW to a new list of known failures")
  ]

  private static func merge(
    _ paths: [String], _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    var records: [RunRecord] = []
    for path in paths { records.append(try RunRecord(reportAt: path)) }
    let whole: RunRecord
    do {
      whole = try RecordMerge.merged(records)
    } catch {
      throw UsageError(error.message(paths))
    }
    let folder = try ReportFolder(arguments, console)
    let judgement = RunJudgement(whole)
    console.showExchanges(of: judgement)
    // Only the whole has a verdict: a single shard may have proved nothing.
    return folder.write(judgement) ? judgement.exitStatus : .notWritten
  }

  private static func compare(
    _ old: String, _ new: String, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let path = arguments.value("write-known")
    if let path, Files.kind(path) != nil {
      throw UsageError("--write-known '\(path)': it is there already, and may have reasons in it")
    }
    let later = RunJudgement(try RunRecord(reportAt: new))
    let diff = RecordDiff(from: RunJudgement(try RunRecord(reportAt: old)), to: later)
    console.output(diff.text)
    if let path {
      let end = Timestamp(milliseconds: console.milliseconds() + 30 * 86_400_000)
      let template = KnownFailureTemplate(diff, in: later, expires: CalendarDay(end))
      let isWritten = console.saves(path) { () throws(FileError) in
        try Files.write(Array(template.text.utf8), to: path)
      }
      guard isWritten else { return .notWritten }
      console.output(
        "Known failures: \(path), with \(Wording.count(template.caseCount, "case")); fill in the "
          + "reasons\n")
      if template.otherCount > 0 {
        console.output(
          "\(Wording.count(template.otherCount, "other case")) can't be known: in error, a preflight, or "
            + "a shared fragment\n")
      }
    }
    return diff.hasRegression ? .notConformant : .success
  }
}

/// The first word of `report`.
private enum ReportWord: String, CaseIterable {
  case merge
  case diff
  case verify
  case html

  /// The names of the options that go with it.
  var options: [String] {
    switch self {
    case .merge: ReportFolder.options.map(\.name)
    case .diff: ["write-known"]
    case .verify: ReportVerification.options.map(\.name)
    case .html: ["reports"]
    }
  }

  static func list(_ conjunction: String) -> String {
    Wording.list(allCases.map(\.rawValue), conjunction)
  }

  /// With which words an option goes.
  static func owner(of option: String) -> String {
    let words = allCases.filter { $0.options.contains(option) }.map { "report \($0.rawValue)" }
    return "goes with \(Wording.list(words))"
  }
}
