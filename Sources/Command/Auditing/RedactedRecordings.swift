// SPDX-License-Identifier: Apache-2.0
// Writes the recordings of an audit anew, without their secrets, to be sent on.

import Audit
import HTTP
import Record
import Redaction
import Reports
import Suites
import Text

/// Writes the recordings of an audit anew into a folder, to be sent on: with made-up values of the same
/// form in the place of all that reports mask.
struct RedactedRecordings {
  static let option = Option(
    "redact", "DIR",
    help: "also writes the recordings anew into this folder, to be sent on: with made-up values of"
      + " the same form in the place of all that reports mask, and with the same verdict")

  private let folder: String
  private let files: [RecordingFile]
  private let names: [String]

  /// nil without `--redact`.
  ///
  /// - Throws: where a file is there already, and where the folder can't be used.
  init?(_ arguments: Arguments, _ files: [RecordingFile]) throws(UsageError) {
    guard let folder = arguments.value(Self.option.name) else { return nil }
    self.folder = folder
    self.files = files
    names = files.map { $0.name == "-" ? "standard-input.har" : SuitePath.name(of: $0.name) }
    for (index, name) in names.enumerated() {
      if let other = names[..<index].firstIndex(of: name) {
        throw UsageError(
          "--redact '\(folder)': '\(files[other].name)' and '\(files[index].name)' would both be "
            + "'\(name)' there; rename one of them, or redact them one after the other")
      }
      if Files.kind("\(folder)/\(name)") != nil {
        throw UsageError(
          "--redact '\(folder)': '\(name)' is there already, and is never written over; name a "
            + "new folder, or remove the file")
      }
    }
    try UsageError.naming("--redact '\(folder)'") { () throws(FileError) in
      try Files.prepareFolder(folder)
    }
  }
}

extension RedactedRecordings {
  /// Writes the files, and says where they are, or what could not be written.
  ///
  /// - Returns: Whether all are written.
  /// - Throws: `TrafficError` for a recording that can't be read any more.
  func write(
    _ rules: AuditRules, _ console: Console, until cancellation: Cancellation
  ) throws(TrafficError) -> Bool {
    let values = MadeUpValues(key: Machine.randomBytes(32))
    var redaction = RecordingRedaction(files, rules: rules, values)
    try redaction.learn { cancellation.isCancelled }
    let unfinished: UnfinishedFiles
    do throws(FileError) { unfinished = try UnfinishedFiles(in: folder) } catch {
      console.error("error: not written: \(folder): \(error.message)\n")
      return false
    }
    var complete: [UnfinishedFiles.Complete] = []
    for (index, name) in names.enumerated() {
      var mistake: TrafficError?
      do throws(FileError) {
        complete.append(
          try unfinished.write(name, isPrivate: true) { take in
            do throws(TrafficError) {
              try redaction.write(index, until: { cancellation.isCancelled }, take)
            } catch {
              mistake = error
            }
          })
      } catch {
        console.error("error: not written: \(folder)/\(name): \(error.message)\n")
        return false
      }
      if let mistake { throw mistake }
    }
    if cancellation.isCancelled { return false }
    for file in complete {
      do throws(FileError) { try unfinished.place(file) } catch {
        console.error("error: not written: \(folder)/\(file.name): \(error.message)\n")
        return false
      }
    }
    let list = Wording.list(names)
    for line in console.report.layout.sentence("Recordings without secrets in \(folder): \(list)") {
      console.note("\(line)\n")
    }
    return true
  }
}
