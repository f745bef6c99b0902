// SPDX-License-Identifier: Apache-2.0
// Continues an earlier run for `run --rerun`, and joins both.

import Record
import Runner
import Suites
import Text

/// A run of what failed in an earlier one or has no verdict there, by its report.json.
///
/// Both have to be of one plan, or their parts would not be those of one run: the same suites, facts,
/// target and selection. The pace, the time limits and the number of jobs may be others.
struct Rerun {
  static let option = Option(
    "rerun", "REPORT",
    help: "runs what failed in this report.json or has no verdict there, with the options of that"
      + " run, and writes the reports of both together")

  /// As the user wrote it.
  private let path: String
  private let earlier: RunRecord
  private let rerun: RecordRerun

  /// - Returns: nil without `--rerun`.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let path = arguments.value(Self.option.name) else { return nil }
    let record = try RunRecord(reportAt: path)
    guard record.subject == .service else {
      throw UsageError("--rerun '\(path)': this is the report of an audit, or has one in it")
    }
    for option in ["record-har", "record-partner"] {
      guard let file = arguments.value(option), Files.kind(file) != nil else { continue }
      throw UsageError(
        "--\(option) '\(file)': it is there already, and may be of the earlier run; name "
          + "another file")
    }
    self.path = path
    earlier = record
    rerun = RecordRerun(record)
  }
}

extension Rerun {
  /// The part of a plan that is to be run.
  func rest(of plan: Plan) -> Plan { plan.without(rerun.finished) }

  /// The text before the run.
  func opening(_ rest: Plan) -> Printed {
    let done = Wording.count(rerun.finished.count, "scenario")
    let file = Sanitized.name(path)
    let opening: Printed =
      rest.isEmpty
      ? "nothing failed in \(file), and all has a verdict: nothing is sent\n"
      : "resuming \(file); keeping the verdicts on \(done)\n"
    return opening + rerun.failures.map { "  \(Sanitized.line($0.sentence))\n" as Printed }.joined()
  }

  /// The record of both runs together.
  ///
  /// - Parameters:
  ///   - later: The run of the rest.
  ///   - selection: That of the whole plan.
  func joined(with later: RunRecord, _ selection: SelectionRecord?) -> RunRecord {
    func count(_ record: RunRecord) -> Int {
      record.suites.lazy.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count }
    }
    var whole = rerun.joined(with: later)
    var selection = selection
    // A live table whose rows have other names counted until it was filled.
    if whole.shard == nil, let selected = selection?.selected {
      selection?.selected = min(selected, count(whole))
    }
    whole.selection = selection
    let rest = Wording.count(count(later), "scenario")
    let begun = earlier.startedAt.isoSeconds.replacing("T", with: " ")
    whole.remarks.append(
      "rerun: \(Wording.count(rerun.finished.count, "scenario")) of the run that began at \(begun) "
        + "UTC, and \(rest) of one that went on with it (--rerun)")
    return whole
  }

  /// Checks that a run is of the same plan.
  ///
  /// - Parameters:
  ///   - plan: All of it, in this shard.
  ///   - outline: What the record of the run will say.
  /// - Throws: `UsageError` with what is different.
  func check(_ plan: Plan, _ outline: RunRecord) throws(UsageError) {
    guard let difference = difference(plan, outline) else { return }
    throw UsageError(
      "--rerun '\(path)': this is not a run of the same: \(difference); give the options of the "
        + "earlier run, or run all again without --rerun")
  }

  private func difference(_ plan: Plan, _ outline: RunRecord) -> String? {
    if earlier.tool != outline.tool {
      return "it is of \(earlier.tool.name) \(earlier.tool.version)"
    }
    if earlier.target.name != outline.target.name {
      return "its target is \(earlier.target.name), not \(outline.target.name)"
    }
    // The embedded service has another port each time.
    if earlier.target.url != outline.target.url,
      !(earlier.target.isEmbedded && outline.target.isEmbedded)
    {
      return "its base URL is \(earlier.target.url), not \(outline.target.url)"
    }
    if earlier.target.framework != outline.target.framework {
      return "its partner framework is \(earlier.target.framework), not " + outline.target.framework
    }
    guard let evidence = earlier.evidence, let own = outline.evidence else {
      return "the report does not name the files of its run"
    }
    if let files = Self.difference(evidence.files, own.files) { return files }
    if let facts = Self.difference(evidence.profile, own.profile) { return facts }
    if earlier.shard != outline.shard {
      let part = earlier.shard.map { shard in
        "part \(shard.index) of \(shard.count)\(shard.run.map { " of run \($0)" } ?? "")"
      }
      return "it is of \(part ?? "the whole plan") (--shard, --run-id)"
    }
    if let selection = difference(outline.selection) { return selection }
    if earlier.isStrict != outline.isStrict {
      return earlier.isStrict ? "it has --strict" : "it has no --strict"
    }
    if earlier.known != outline.known { return "its list of known failures is another one" }
    return differentScenario(plan)
  }

  private static func difference(_ files: [EvidenceFile], _ own: [EvidenceFile]) -> String? {
    // It makes no difference where the files are.
    func isIn(_ files: [EvidenceFile], _ file: EvidenceFile) -> Bool {
      files.contains { $0.kind == file.kind && $0.digest == file.digest }
    }
    let changed = own.filter { !isIn(files, $0) } + files.filter { !isIn(own, $0) }
    let names = changed.map(\.path).unique
    guard !names.isEmpty else { return nil }
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "these files have changed: \(names.prefix(3).joined(separator: ", "))\(more)"
  }

  private static func difference(_ profile: ProfileRecord?, _ own: ProfileRecord?) -> String? {
    guard let profile, let own else { return nil }
    if profile.cookbooks != own.cookbooks { return "it was judged by other cookbooks" }
    let facts = own.facts.filter { !profile.facts.contains($0) }.map(\.name)
    let missing = profile.facts.map(\.name).filter { name in !own.facts.contains { $0.name == name }
    }
    let names = facts + missing
    guard !names.isEmpty else { return nil }
    return "the profile has other values of \(names.prefix(5).joined(separator: ", "))"
  }

  private func difference(_ selection: SelectionRecord?) -> String? {
    func words(_ selection: SelectionRecord?) -> String {
      guard let selection else { return "all scenarios" }
      let words = selection.paths + selection.options.map(\.words)
      return words.isEmpty ? "all scenarios" : words.joined(separator: " ")
    }
    var (theirs, own) = (earlier.selection, selection)
    // A live table counted until it was filled.
    theirs?.selected = 0
    own?.selected = 0
    if theirs == own { return nil }
    return words(theirs) == words(own)
      ? "the same options select others now" : "it has selected \(words(theirs))"
  }

  /// The first scenario of the report that is not in the plan.
  private func differentScenario(_ plan: Plan) -> String? {
    var places: [Int: [SourceLocation]] = [:]
    for suite in plan.suites {
      for scenario in suite.scenarios {
        places[scenario.index, default: []].append(
          SourceLocation(file: suite.suite.file, position: scenario.scenario.position))
      }
    }
    for suite in earlier.suites where !suite.isPreflight {
      for scenario in suite.scenarios
      where !(places[scenario.planIndex] ?? []).contains(scenario.location) {
        return "its scenario \(scenario.planIndex), '\(scenario.name)', is another one now"
      }
    }
    return nil
  }
}
