// SPDX-License-Identifier: Apache-2.0
// `report verify`: whether a report is of these suites, this tool, and its own scenarios.

import Audit
import Host
import Results
import Runner
import SourceText
import SuiteModel

/// Compares a report with suites and rules, with this program, and with its own scenarios.
struct ReportVerification {
  private let file: RecordFile
  private let comparison: EvidenceComparison
  /// Whether the report has the digests of all files that it rests on.
  private let isComplete: Bool

  static let options = [
    Option("suites", "DIR", help: "verify: the folder of the suites; the shipped ones by default"),
    Option(
      "rules", "PATH", isRepeatable: true,
      help: "verify: the rules of an audit; the folder application in DIR by default"),
  ]

  /// - Throws: `UsageError` where the report or the folder can't be read.
  init(_ path: String, _ arguments: Arguments, _ console: Console) throws(UsageError) {
    file = try RecordFile(path)
    guard let suites = arguments.value("suites") ?? SuiteLocation.shipped(console) else {
      throw UsageError("there are no suites to compare with: name their folder with --suites")
    }
    guard Files.kind(suites) == .folder else {
      throw UsageError("--suites '\(suites)': there is no such folder")
    }
    let record = file.record
    isComplete = record.evidence != nil
    var found: [EvidenceFile] = []
    if record.subject != .application {
      found +=
        SuiteLoader.load(
          [suites], shipped: SuiteLocation.shipped(console), files: SuiteLocation.files
        ).evidence
    }
    if record.subject != .service {
      let named = arguments.all("rules")
      for path in named where Files.kind(path) == nil {
        throw UsageError("--rules '\(path)': there is no such file or folder")
      }
      let paths = named.isEmpty ? ["\(suites)/\(AuditOptions.folder)"] : named
      found += AuditRules.load(paths, shipped: suites, files: SuiteLocation.files).evidence
        .filter { !found.contains($0) }
    }
    let files =
      record.evidence?.files
      ?? record.suites.map { suite in
        EvidenceFile(
          kind: suite.subject == .application ? .rules : .suite, path: suite.file,
          digest: suite.digest)
      }
    let kinds = Set(files.map(\.kind))
    comparison = EvidenceComparison(
      files.filter { $0.kind != .recording },
      with: isComplete ? found : found.filter { kinds.contains($0.kind) }, below: suites,
      isWhole: isComplete && record.selection?.paths.isEmpty ?? true)
  }
}

extension ReportVerification {
  /// Prints what differs.
  ///
  /// - Returns: `success` where everything is the same.
  func show(on console: Console) -> ExitStatus {
    for (word, paths) in [
      ("changed", comparison.changed), ("missing", comparison.missing), ("added", comparison.added),
    ] {
      for path in paths { console.output("\(word): \(Visible.name(path))\n") }
    }
    let tool = ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version)
    let isOfThisTool = file.record.tool == tool
    if !isOfThisTool {
      let other = file.record.tool
      console.output(
        "tool: the report is of \(Visible.name(other.name)) \(Visible.name(other.version)), this is "
          + "\(tool.name) \(tool.version)\n")
    }
    // Another version may judge otherwise, and say it in other words.
    let edits = RecordContradictions(in: file.root, RunJudgement(file.record))
    for sentence in edits.sentences { console.output("edited: \(Visible.line(sentence))\n") }
    if edits.count > edits.sentences.count {
      console.output("and \(edits.count - edits.sentences.count) more\n")
    }
    if !isComplete {
      console.output(
        "Note: the report is of an earlier version, with the digests of its suites alone\n")
    }
    guard !comparison.isSame || !isOfThisTool || edits.count > 0 else {
      let digest = file.record.evidence.map { "; SHA-256 of all: \($0.digest(tool))" } ?? ""
      console.output(
        "the same: \(Wording.count(comparison.sameCount, "file")) and the tool\(digest)\n")
      return .success
    }
    let counts = [
      (comparison.changed.count, "changed"), (comparison.missing.count, "missing"),
      (comparison.added.count, "added"),
    ].filter { $0.0 > 0 }.map { "\(Wording.count($0.0, "file")) \($0.1)" }
    var parts = counts
    if !isOfThisTool { parts.append("another version of the tool") }
    if edits.count > 0 {
      parts.append(
        isOfThisTool
          ? "the report was edited: \(Wording.count(edits.count, "statement")) of it "
            + "\(edits.count == 1 ? "does" : "do") not follow from its scenarios"
          : "this version judges otherwise, or the report was edited")
    }
    console.output("not the same: \(parts.joined(separator: ", "))\n")
    return .notConformant
  }
}
