// SPDX-License-Identifier: Apache-2.0
// Compares a report with the files that it is of.

import Audit
import Record
import Reports
import Runner
import Suites
import Text

/// Compares a report with suites and rules, with this program, and with its own scenarios.
enum ReportVerification {
  static let options = [
    Option("suites", "DIR", help: "verify: the folder of the suites; the shipped ones by default"),
    Option(
      "rules", "PATH", isRepeatable: true,
      help: "verify: the rules of an audit; the folder application in DIR by default"),
  ]

  /// Prints what differs.
  ///
  /// - Returns: `success` where everything is the same.
  /// - Throws: `UsageError` where the report or the folder can't be read.
  static func show(
    _ path: String, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let file = try RecordFile(path)
    let (record, other) = (file.record, file.record.tool)
    guard let evidence = record.evidence else {
      throw UsageError("the report '\(path)' does not name the files of its run")
    }
    let comparison = try compare(evidence.files, of: record, arguments, console)
    var parts: [String] = []
    for difference in EvidenceComparison.Difference.allCases {
      let (word, paths) = (difference.rawValue, comparison.paths(difference))
      for path in paths { console.output("\(word): \(Sanitized.name(path))\n") }
      if !paths.isEmpty { parts.append("\(Wording.count(paths.count, "file")) \(word)") }
    }
    let tool = ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version)
    if other != tool {
      parts.append("another version of the tool")
      console.output(
        "tool: the report is of \(Sanitized.name(other.name)) \(Sanitized.name(other.version)), this is "
          + "\(tool.name) \(tool.version)\n")
    }
    // Another version may judge otherwise, and say it in other words.
    let edits = RecordContradictions(in: file.root, RunJudgement(record))
    for sentence in edits.sentences { console.output("edited: \(Sanitized.line(sentence))\n") }
    let more = edits.count - edits.sentences.count
    if more > 0 { console.output("and \(more) more\n") }
    if edits.count > 0 {
      parts.append(
        other == tool
          ? "the report was edited: \(Wording.count(edits.count, "statement")) of it "
            + "\(edits.count == 1 ? "does" : "do") not follow from its scenarios"
          : "this version judges otherwise, or the report was edited")
    }
    guard parts.isEmpty else {
      console.output("not the same: \(parts.joined(separator: ", "))\n")
      return .notConformant
    }
    console.output(
      "the same: \(Wording.count(comparison.sameCount, "file")) and the tool; SHA-256 of all: "
        + "\(evidence.digest(tool))\n")
    return .success
  }

  /// Compares the files that a report names with those of the same suites and rules here.
  private static func compare(
    _ files: [EvidenceFile], of record: RunRecord, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> EvidenceComparison {
    let shipped = SuiteLocation.shipped(console)
    guard let suites = arguments.value("suites") ?? shipped else {
      throw UsageError("there are no suites to compare with: name their folder with --suites")
    }
    guard Files.kind(suites) == .folder else {
      throw UsageError("--suites '\(suites)': there is no such folder")
    }
    var found: [EvidenceFile] = []
    if record.subject != .application {
      found +=
        SuiteLoader.load([suites], shipped: shipped, files: SuiteLocation.files)
        .judging(by: record.evidence?.profile?.cookbooks).evidence
    }
    if record.subject != .service {
      let named = arguments.all("rules")
      for path in named where Files.kind(path) == nil {
        throw UsageError("--rules '\(path)': there is no such file or folder")
      }
      let rules = named.isEmpty ? ["\(suites)/\(AuditOptions.folder)"] : named
      found += AuditRules.load(rules, shipped: suites, files: SuiteLocation.files).evidence
        .filter { !found.contains($0) }
    }
    let isWhole = record.selection?.paths.isEmpty ?? true
    return EvidenceComparison(files, with: found, in: suites, isWhole: isWhole)
  }
}
