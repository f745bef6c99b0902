// SPDX-License-Identifier: Apache-2.0
// `audit`: its options, its reports, and how recordings are judged.

package import Audit
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
      To judge an application while it runs, see 'serve --audit'. With --format json, standard
      output has the verdict on each requirement and the entries that show it, and nothing else.
      Exit status: 0 conformant · 1 a rule is broken, or nothing was judged · 2 a mistake in the
      command line or the rules, or a recording can't be read · 4 a report could not be written
      · 130 interrupted.
      """,
    options: [
      AuditOptions.rulesOption,
      Option(
        "origin", "URL",
        help: "the service, where it does not follow from the paths of the recorded URLs"),
      .format("text", "json"), AuditOptions.strictOption, KnownFile.option,
    ] + ReportFolder.options
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
      options: options, folder: try ReportFolder(arguments, console), console: console)
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
  /// The failures that are known.
  let known: [KnownFailure]

  /// The folder of the rules, below that of the shipped suites.
  package static let folder = "application"

  package static let rulesOption = Option(
    "rules", "PATH", isRepeatable: true,
    help: "a file or folder of rules; Suites/application by default")
  static let strictOption = Option("strict", help: "treats a missed 'should' as a failure")
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
    rules = try Self.rules(arguments.all(Self.rulesOption.name), console)
    known = try KnownFile.failures(arguments, of: rules, console)
  }

  /// Reads rules.
  ///
  /// - Parameter named: Files and folders; without them, the shipped rules are read.
  /// - Throws: `UsageError` with the places of all mistakes in them.
  package static func rules(
    _ named: [String], _ console: Console
  ) throws(UsageError) -> AuditRules {
    let shipped = SuiteLocation.shipped(console)
    guard !named.isEmpty || shipped != nil else {
      throw UsageError(
        "there are no rules: name some with --rules, run this in a folder with "
          + "'\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    let rules = AuditRules.load(
      named.isEmpty ? shipped.map { ["\($0)/\(folder)"] } ?? [] : named, shipped: shipped,
      files: SuiteLocation.files)
    guard !rules.hasErrors else {
      let errors = rules.diagnostics.filter { $0.severity == .error }
        .map { $0.printed(in: rules.sources[$0.file]) }
      throw UsageError(report: errors.joined() + "\nNothing was judged: the rules have mistakes.\n")
    }
    return rules
  }
}

extension AuditOptions {
  /// The shipped rules for applications, of these cookbooks; nil if they are missing, or have a
  /// mistake.
  static func shippedRules(_ console: Console, of cookbooks: Set<String>) -> AuditRules? {
    guard let shipped = SuiteLocation.shipped(console) else { return nil }
    let path = "\(shipped)/\(folder)"
    guard Files.kind(path) == .folder else { return nil }
    let rules = AuditRules.load([path], shipped: shipped, files: SuiteLocation.files)
    guard !rules.hasErrors,
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
    record.evidence = EvidenceRecord(files: rules.evidence + (digests?.wait() ?? []))
    record.known = options.known
    let judgement = RunJudgement(record.judging(result.cookbooks(of: rules)))
    console.showExchanges(of: judgement)
    let isWritten = folder.write(judgement)
    if console.wantsDocument { console.document(AuditVerdicts(result, rules, record).json) }
    return isWritten ? judgement.exitStatus : .notWritten
  }
}
