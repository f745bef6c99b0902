// SPDX-License-Identifier: Apache-2.0
// `report`: merges the reports of shards, compares two runs, and writes scripts of failures.

import Host
import JSON
import Reporting
import Results
import SourceText

extension Subcommand {
  static let workOnReports = Subcommand(
    name: "report", summary: "Merges reports, compares two, or reproduces a failure",
    parameters: "merge FILE … | diff OLD NEW | reproduce FILE [SCENARIO]",
    discussion: """
      merge  merges the reports of shards into those of the whole run, and the report of a run with
             those of audits into one certificate of the service and the application
      diff   lists the scenarios and requirements whose verdicts differ between OLD and NEW

      reproduce
             prints a shell script that makes the calls of a failed scenario without this program:
             it needs sh, curl, awk and od, and takes secrets from the environment. SCENARIO is the
             scenario's name or a part of it; without it, the first thing to fix

      FILE, OLD and NEW are each the report.json of a run or an audit. The options are for merge.
      Exit status of merge: that of 'run' for the whole run. Of diff: 0 no regression · 1 a
      scenario fails that did not before, or a requirement that was proved is not any more. Of
      both: 2 a report can't be read, or the reports don't belong together · 4 a report
      could not be written.
      """,
    options: ReportFolder.options,
    words: [["merge", "diff", "reproduce"]]
  ) { arguments, console throws(UsageError) in
    let words = arguments.positional
    if let word = words.first, word == "diff" || word == "reproduce",
      let option = ReportFolder.options.first(where: { arguments.has($0.name) })
    {
      throw UsageError("--\(option.name) goes with report merge: \(word) writes no report")
    }
    switch (words.first, words.count) {
    case ("merge"?, 2...): return try merge(Array(words.dropFirst()), arguments, console)
    case ("diff"?, 3): return try compare(words[1], words[2], console)
    case ("reproduce"?, 2...3):
      return try reproduce(words[1], scenario: words.count == 3 ? words[2] : nil, console)
    case ("reproduce"?, _):
      throw UsageError("report reproduce takes a report, and at most one scenario")
    case ("merge"?, _): throw UsageError("report merge takes the report.json of each shard")
    case ("diff"?, _): throw UsageError("report diff takes two reports: OLD NEW")
    case (let word?, _):
      throw UsageError(
        "report knows merge, diff and reproduce, not '\(word)'"
          + Suggestion.hint(for: word, among: ["merge", "diff", "reproduce"]))
    case (nil, _): throw UsageError("report takes a word: merge, diff or reproduce")
    }
  }

  private static func merge(
    _ paths: [String], _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    var records: [RunRecord] = []
    for path in paths { records.append(try RunRecord(reportAt: path)) }
    let whole: RunRecord
    do {
      whole = try RecordMerge.merged(records)
    } catch {
      let place = error.record.map { "\(paths[$0]): " } ?? ""
      throw UsageError("\(place)\(error.description)")
    }
    let folder = try ReportFolder(arguments, console)
    let judgement = RunJudgement(whole)
    console.showExchanges(of: judgement)
    // Only the whole has a verdict: a single shard may have proved nothing.
    return folder.write(judgement) ? judgement.exitStatus : .notWritten
  }

  private static func compare(
    _ old: String, _ new: String, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let diff = RecordDiff(from: try RunRecord(reportAt: old), to: try RunRecord(reportAt: new))
    console.output(diff.text)
    return diff.hasRegression ? .notConformant : .success
  }

  private static func reproduce(
    _ path: String, scenario: String?, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let reproduction = Reproduction(run: RunJudgement(try RunRecord(reportAt: path)))
    let script: ReproductionScript
    if let scenario {
      script = try reproduction.script(ofScenario: scenario, in: path)
    } else {
      guard let first = reproduction.first else {
        throw UsageError(
          "the report '\(path)' has no failure that a script could reproduce")
      }
      script = first
    }
    console.output("\(ownLines: script.text)")
    return .success
  }
}

extension RunRecord {
  /// A larger report is read piece by piece, and its scenarios stay in the file.
  private static let wholeLimitBytes = 8 << 20
  /// Larger reports are refused.
  private static let limitBytes = 4 << 30

  /// Reads the report.json of a run.
  init(reportAt path: String) throws(UsageError) {
    do {
      if let file = OpenFile(path), file.count > Self.wholeLimitBytes {
        guard file.count <= Self.limitBytes else {
          throw UsageError(
            "the report '\(path)': it has more than \(Self.limitBytes) bytes, which is the limit")
        }
        let store = RecordStore(append: { _ in nil }, read: { file.read($0, $1) })
        self = try RunRecord(in: store, count: file.count)
      } else {
        let bytes = try Files.read(path, limit: Files.reportLimitBytes)
        self = try RunRecord(try JSONParser.document(bytes).root)
      }
    } catch {
      let why =
        switch error {
        case let error as UsageError: throw error
        case let error as FileError: error.message
        case let error as JSONError: error.description
        case let error as RecordError: error.description
        case let error as ReportError: error.description
        default: "\(error)"
        }
      throw UsageError("the report '\(path)': \(why)")
    }
  }
}
