// SPDX-License-Identifier: Apache-2.0
// The logs of framework calls that a command line names.

import Audit
import Suites
import Text

/// The logs of framework calls that a command line names.
struct FrameworkLogs {
  let files: [RecordingFile]
  let logs: [FrameworkLog]

  static let option = Option(
    "partner-log", "FILE", isRepeatable: true,
    help: "also judges what the application asked its framework, by a log of it, or by the logs in"
      + " a folder")
  /// The end of the names of logs in a folder.
  private static let end = ".jsonl"
  private static let limitBytes = 256 << 20

  /// Reads the logs.
  ///
  /// - Throws: `UsageError` for one that can't be read, with the place of its mistake.
  init(_ arguments: Arguments, _ rules: AuditRules, _ console: Console) throws(UsageError) {
    var files: [RecordingFile] = []
    var logs: [FrameworkLog] = []
    for named in arguments.all(Self.option.name) {
      for name in try Self.names(named) {
        let file = try RecordingFile(name, console)
        guard file.byteCount <= Self.limitBytes, let bytes = file.read(0, file.byteCount) else {
          throw UsageError("'\(name)': it can't be read, or has more than \(Self.limitBytes) bytes")
        }
        do throws(TrafficError) {
          logs.append(
            try FrameworkLogReader.read(bytes, name: name, secretNames: rules.secretMembers))
        } catch {
          throw UsageError(error.description)
        }
        files.append(file)
      }
    }
    self.files = files
    self.logs = logs
  }

  private static func names(_ path: String) throws(UsageError) -> [String] {
    guard Files.kind(path) == .folder else { return [path] }
    let names = try UsageError.naming("'\(path)'") { () throws(FileError) in
      try Files.list(path)
    }.filter { $0.hasSuffix(end) }.sorted()
    guard !names.isEmpty else {
      throw UsageError("--\(option.name) '\(path)': the folder has no file *\(end)")
    }
    return names.map { SuitePath.joined(path, $0) }
  }
}
