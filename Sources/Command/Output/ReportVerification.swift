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
      throw UsageError("the report '\(path)' does not say of which files it is")
    }
    let (same, others) = try compare(evidence.files, of: record, arguments, console)
    var parts: [String] = []
    for word in ["changed", "missing", "added"] {
      let paths = others.filter { $0.word == word }.map(\.path)
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
      "the same: \(Wording.count(same, "file")) and the tool; SHA-256 of all: "
        + "\(evidence.digest(tool))\n")
    return .success
  }

  /// Compares files by their paths below the folder of the suites, which may be another one here.
  /// Files from elsewhere, such as shipped facts, are the same wherever they are.
  private static func compare(
    _ files: [EvidenceFile], of record: RunRecord, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> (same: Int, others: [(word: String, path: String)]) {
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
    let ends = found.map { Self.parts($0.path, below: Self.parts(suites)[...]) }
    // The folder of the report's suites: the one in which most of its files have a counterpart.
    var folders: [ArraySlice<Substring>: Int] = [:]
    for path in files.map({ Self.parts($0.path) }) {
      for case let end? in ends where path.suffix(end.count) == end[...] {
        folders[path.dropLast(end.count), default: 0] += 1
      }
    }
    let folder =
      folders.max { left, right in
        (left.value, right.key.count, left.key.joined())
          < (right.value, left.key.count, right.key.joined())
      }?.key ?? []
    var (same, others, taken) = (0, [(word: String, path: String)](), Set<Int>())
    for file in files where file.kind != .recording {
      let own = Self.parts(file.path, below: folder)
      let index = found.indices.first { index in
        own.map { ends[index] == $0 } ?? (found[index].digest == file.digest)
      }
      if let index { taken.insert(index) }
      if let index, found[index].digest == file.digest {
        same += 1
      } else {
        others.append((index == nil ? "missing" : "changed", file.path))
      }
    }
    let isWhole = record.selection?.paths.isEmpty ?? true
    // The rules that an audit was given may be only some of a folder's neighbours.
    let neighbours = Set(taken.map { ends[$0]?.dropLast() })
    for (index, end) in ends.enumerated() where end != nil && isWhole && !taken.contains(index) {
      let isOfRules = [.rules, .exchanges].contains(found[index].kind)
      guard !isOfRules || neighbours.contains(end?.dropLast()) else { continue }
      others.append(("added", found[index].path))
    }
    return (same, others)
  }
  private static func parts(_ path: String) -> [Substring] {
    (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").filter { $0 != "." }
  }

  /// The rest of a path below a folder; nil for a path elsewhere.
  private static func parts(_ path: String, below folder: ArraySlice<Substring>) -> [Substring]? {
    let parts = parts(path)
    guard parts.starts(with: folder), folder.first == "/" || parts.first != "/" else { return nil }
    return Array(parts.dropFirst(folder.count))
  }
}
