// SPDX-License-Identifier: Apache-2.0
// The options of an audit, and its reports.

package import Audit
import HTTP
import Record
import Text

/// What the command line of an audit says: the rules, the service, what to write.
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
  /// - Parameter named: Files and folders; where there are none, the shipped rules are meant.
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
      throw UsageError(
        report: errors.joined() + "\nNothing was judged: the rules have mistakes.\n")
    }
    return rules
  }
}

extension AuditOptions {
  /// The shipped rules for applications, of these cookbooks; nil where there are none without a
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
    let outline = options.rules.outline
    let tool = ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version)
    let duration = Duration.milliseconds(Machine.milliseconds - startedAt.milliseconds)
    var record = try result.record(
      of: outline, from: source, by: tool, startedAt: startedAt, duration: duration,
      isStrict: options.isStrict, remarks: remarks)
    record.evidence = EvidenceRecord(files: options.rules.evidence + (digests?.wait() ?? []))
    record.known = options.known
    let judgement = RunJudgement(record.judging(result.cookbooks(of: outline)))
    console.showExchanges(of: judgement)
    let isWritten = folder.write(judgement)
    if console.wantsDocument { console.document(AuditVerdicts(result, outline, record).json) }
    return isWritten ? judgement.exitStatus : .notWritten
  }
}
