// SPDX-License-Identifier: Apache-2.0
// The rules and recordings that a command line names.

import Audit
import Command
import HTTP
import Suites

/// Which rules `sso-selftest` measures by recordings, and by which.
enum RecordingChoice {
  static let option = Option(
    "har", "FILE", isRepeatable: true,
    help: "mutates this recording, and not the traffic of the run; it has to break no rule")

  /// Whether the rules are measured although no option names a part: those beside the measured suites.
  static func isStandard(_ arguments: Arguments) -> Bool {
    guard arguments.all("tag").isEmpty, arguments.all("scenario").isEmpty else { return false }
    let named = arguments.positional
    return named.isEmpty || named.contains { Files.kind("\($0)/\(AuditOptions.folder)") == .folder }
  }

  /// Whether the command line asks for the measuring of rules and nothing else.
  static func isAll(_ arguments: Arguments) -> Bool {
    !arguments.all(option.name).isEmpty || !arguments.all(AuditOptions.rulesOption.name).isEmpty
  }

  /// The rules to measure: those that `--rules` names, else those in the folders that are measured,
  /// else the shipped ones.
  static func rules(_ arguments: Arguments, _ console: Console) throws(UsageError) -> AuditRules {
    let named = arguments.all(AuditOptions.rulesOption.name)
    let folders = arguments.positional.map { "\($0)/\(AuditOptions.folder)" }
      .filter { Files.kind($0) == .folder }
    return try AuditOptions.rules(named.isEmpty ? folders : named, console)
  }

  /// Mutates the recordings that `--har` names.
  static func result(
    _ arguments: Arguments, _ console: Console, _ cancellation: Cancellation,
    includes: @escaping @Sendable (String) -> Bool
  ) throws(UsageError) -> RecordingScore {
    let rules = try rules(arguments, console)
    var files: [RecordingFile] = []
    for name in arguments.all(option.name) { files.append(try RecordingFile(name, console)) }
    return try RecordingTrial(
      rules: rules, source: HARRecordings(files), includes: includes, cancellation: cancellation
    ).result()
  }
}
