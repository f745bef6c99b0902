// SPDX-License-Identifier: Apache-2.0
// `audit`: its options, its reports, and how recordings are judged.

package import Audit
import Formats
import HTTP
import Record
import Suites
import Text

extension Subcommand {
  static let auditTraffic = Subcommand(
    name: "audit", summary: "Judges an application by its recorded traffic", parameters: "FILE …",
    discussion: """
      FILE is a recording in the form HAR 1.2, as Charles, Proxyman, mitmproxy and browsers export
      it; - is standard input. Several recordings are judged together, whatever their order.
      Judged is what the application sends to the service. Entries of other hosts are ignored, and
      counted. What a recording does not show is not judged, and every report says why.
      Judged is by the cookbooks that the traffic shows to be followed, or by those of --cookbook.
      --target and --set give the facts that some rules need; nothing is sent to the target.
      To judge an application while it runs, see 'serve --audit'. With --format json, standard
      output has the verdict on each requirement and the entries that show it, and nothing else.
      Exit status: 0 conformant · 1 a rule is broken, or nothing was judged · 2 a mistake in the
      command line or the rules, or a recording can't be read · 4 a report could not be written
      · 130 interrupted.
      """,
    options: [
      Option(
        "origin", "URL",
        help: "the service, where it does not follow from the paths of the recorded URLs"),
      .format("text", "json"),
    ] + AuditOptions.options + ReportFolder.auditOptions
  ) { arguments, console throws(UsageError) in
    guard !arguments.positional.isEmpty else {
      throw UsageError("audit takes the recordings to judge: FILE …")
    }
    let names = arguments.positional
    guard names.count(where: { $0 == "-" }) < 2 else {
      throw UsageError("'-' is given twice, and there is only one standard input")
    }
    let options = try AuditOptions(arguments, console)
    var files: [RecordingFile] = []
    for name in names { files.append(try RecordingFile(name, console)) }
    var reporting = AuditReporting(
      options: options,
      folder: try ReportFolder(arguments, console, usual: ReportFolder.audit), console: console)
    let startedAt = Timestamp(milliseconds: Machine.milliseconds)
    let source = EndableRecordings(HARRecordings(files))
    let interruption = Signals().onInterruption { source.cancellation.cancel() }
    defer { interruption.end() }
    let digests = RecordingDigests(files, until: source.cancellation)
    reporting.digests = digests
    defer { _ = digests.wait() }
    do throws(TrafficError) {
      let audit = Audit(options.rules, origins: options.origin.map { [$0] })
      let result = try audit.judge(source)
      if source.cancellation.isCancelled { return interrupted(console) }
      return try reporting.write(result, from: source, startedAt: startedAt)
    } catch {
      if source.cancellation.isCancelled { return interrupted(console) }
      console.error("error: \(error.description)\n")
      return .invalidInput
    }
  }

  private static func interrupted(_ console: Console) -> ExitStatus {
    console.error("interrupted: nothing was judged\n")
    return .interrupted
  }
}

/// Recordings of which a signal ends the reading.
private struct EndableRecordings: TrafficSource {
  private let source: any TrafficSource
  let cancellation = Cancellation()

  init(_ source: any TrafficSource) { self.source = source }

  var recordings: [String] { source.recordings }

  func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) {
    // Unwanted entries are passed over quickly.
    try source.read({ !cancellation.isCancelled && isWanted($0, $1) }, each)
  }

  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    guard !cancellation.isCancelled else {
      throw TrafficError(file: "", position: nil, message: "interrupted")
    }
    return try source.exchange(entry)
  }
}

/// The command line of an audit: the rules, the service, the known failures.
package struct AuditOptions {
  let rules: AuditRules
  /// The origin of the service; nil where it follows from the traffic.
  let origin: String?
  let isStrict: Bool
  let known: [KnownFailure]

  /// The folder of the rules, below that of the shipped suites.
  package static let folder = "application"

  package static let rulesOption = Option(
    "rules", "PATH", isRepeatable: true,
    help: "a file or folder of rules; Suites/application by default")
  /// The options of every audit.
  static let options = [
    rulesOption, .cookbook, .target, .setFact,
    Option("strict", help: "treats a missed 'should' as a failure"), KnownFile.option,
  ]
}

extension Option {
  package static let cookbook = Option(
    "cookbook", "NAME", isRepeatable: true,
    help: "judges by this cookbook and those that it extends, and by no other")
}

extension AuditOptions {
  /// Reads the options and the rules.
  ///
  /// - Throws: `UsageError` with the places of all mistakes in the rules.
  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    origin = try arguments.value("origin").map { text throws(UsageError) in
      do throws(BaseURLError) {
        return "\(try BaseURL(text).origin)"
      } catch {
        throw UsageError("--origin is a URL such as https://api.example.com: \(error.description)")
      }
    }
    isStrict = arguments.has("strict")
    let cookbooks = arguments.all(Option.cookbook.name)
    let all = try Self.rules(arguments.all(Self.rulesOption.name), of: cookbooks, console)
    known = try KnownFile.failures(arguments, of: all, console)
    rules = try Self.giving(arguments, to: all.judging(by: cookbooks), console)
  }

  /// The rules with the facts that `--target` and `--set` give.
  ///
  /// - Throws: `UsageError` with the mistakes in them.
  private static func giving(
    _ arguments: Arguments, to rules: AuditRules, _ console: Console
  ) throws(UsageError) -> AuditRules {
    let assignments = arguments.all("set")
    let declared = rules.declared
    var mistakes: [Diagnostic] = []
    var draft: ProfileDraft?
    if let path = arguments.value("target") {
      guard TargetChoice.folder(ofTarget: path) != nil else {
        throw UsageError("--target names the file of a profile here: its facts are for the rules")
      }
      // The profile may give facts to suites that have nothing to do with these rules.
      let open = SuiteCollection(
        facts: FactTable(declared.declarations, isOpen: true),
        cookbooks: TargetChoice.cookbooksOfProfile(arguments) ?? [])
      draft = try TargetChoice.read(path, console, for: open, overridden: assignments, &mistakes)
    } else if !assignments.isEmpty, let nowhere = try? BaseURL("http://localhost") {
      draft = ProfileDraft(name: "audit", baseURL: nowhere, declared: declared, file: "--set")
    }
    mistakes += assignments.compactMap { draft?.set($0) }
    guard mistakes.isEmpty else {
      let lines = mistakes.map { "\($0.line)\n" as Printed }
      throw UsageError(report: lines.joined() + "\nNothing was judged: the facts have mistakes.\n")
    }
    guard let profile = draft?.profile else { return rules }
    return rules.giving(profile.factsByName, secrets: profile.secrets)
  }

  /// Reads rules.
  ///
  /// - Parameters:
  ///   - named: Files and folders; without them, the shipped rules are read.
  ///   - cookbooks: The chosen ones, each of which has to have rules; all without them. Mistakes in
  ///     the files of others do not count.
  /// - Throws: `UsageError` with the places of all mistakes in them.
  package static func rules(
    _ named: [String], of cookbooks: [String] = [], _ console: Console
  ) throws(UsageError) -> AuditRules {
    let shipped = SuiteLocation.shipped(console)
    guard !named.isEmpty || shipped != nil else {
      throw UsageError(
        "there are no rules: name some with --rules, run this in a folder with "
          + "'\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    // The rules in a folder of suites are in the folder for them.
    let paths = named.map { path in
      let inside = SuitePath.joined(path, folder)
      return Files.kind(inside) == .folder ? inside : path
    }
    let rules = AuditRules.load(
      named.isEmpty ? shipped.map { ["\($0)/\(folder)"] } ?? [] : paths, shipped: shipped,
      files: SuiteLocation.files)
    let chosen = rules.judging(by: cookbooks)
    guard !chosen.hasErrors else {
      let errors = chosen.diagnostics.filter { $0.severity == .error }
        .map { $0.printed(in: rules.sources[$0.file]) }
      throw UsageError(report: errors.joined() + "\nNothing was judged: the rules have mistakes.\n")
    }
    for name in cookbooks where !rules.cookbooks.contains(name) {
      let known = rules.cookbooks.sorted()
      throw UsageError(
        "--cookbook '\(name)': no rule is of this cookbook"
          + Suggestion.hint(for: name, among: known) + "; there are \(Wording.list(known))")
    }
    return rules
  }

  /// The shipped rules for applications, of these cookbooks; nil if they are missing, or those of
  /// these cookbooks have a mistake.
  static func shippedRules(_ console: Console, of cookbooks: Set<String>) -> AuditRules? {
    guard let shipped = SuiteLocation.shipped(console) else { return nil }
    let path = "\(shipped)/\(folder)"
    guard Files.kind(path) == .folder else { return nil }
    let rules = AuditRules.load([path], shipped: shipped, files: SuiteLocation.files)
    guard !rules.judging(by: cookbooks).hasErrors,
      rules.files.contains(where: { $0.cookbook.map(cookbooks.contains) == true })
    else { return nil }
    return rules
  }
}

/// Writes what an audit says: the reports, the summary, and the verdicts as JSON.
struct AuditReporting {
  let options: AuditOptions
  let folder: ReportFolder
  let console: Console
  /// Reasons to trust the audit less, one sentence each.
  var remarks: [String] = []
  /// The digests of the recordings; nil where the traffic comes from no file.
  var digests: RecordingDigests?
}

extension AuditReporting {
  /// Writes everything.
  ///
  /// - Parameters:
  ///   - source: What was judged.
  ///   - startedAt: When the judging began.
  /// - Returns: That of the verdict, or `notWritten`.
  /// - Throws: `TrafficError` where an entry can't be read again.
  func write(
    _ result: AuditResult, from source: any TrafficSource, startedAt: Timestamp
  ) throws(TrafficError) -> ExitStatus {
    let rules = options.rules
    let tool = ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version)
    let duration = Duration.milliseconds(Machine.milliseconds - startedAt.milliseconds)
    var record = try result.record(
      of: rules, from: source, by: tool, startedAt: startedAt, duration: duration,
      isStrict: options.isStrict, remarks: remarks)
    if result.cookbooks.isEmpty, rules.files.allSatisfy({ $0.cookbook != nil }) {
      let names = Wording.list(rules.cookbooks.sorted(), "or")
      record.remarks.append(
        "nothing shows whether the application follows \(names); add --cookbook")
    }
    record.remarks += rules.passedOver
    record.evidence = EvidenceRecord(files: rules.evidence + (digests?.wait() ?? []))
    record.known = options.known
    let judgement = RunJudgement(record.judging(result.cookbooks(of: rules)))
    console.showExchanges(of: judgement)
    let isWritten = folder.write(judgement)
    if console.wantsDocument { console.document(AuditVerdicts(result, rules, record).json) }
    return isWritten ? judgement.exitStatus : .notWritten
  }
}
