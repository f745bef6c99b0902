// SPDX-License-Identifier: Apache-2.0
// The files in which a run writes down what the framework answers.

import HTTP
import Partner
import Record
import Redaction
import Runner
import Suites
import Text

/// The recorders of the frameworks' answers in a run, and the files for them.
struct FrameworkRecording {
  private let file: String
  private let holdsSecrets: Bool
  /// By the names of frameworks; without a name, that of those that have no source of their own.
  private let recorders: [(name: String?, recorder: FrameworkRecorder)]

  /// - Parameter secrets: Those of the profile, which no framework need declare.
  /// - Returns: nil without `--record-partner`.
  init?(
    _ arguments: Arguments, of sources: FrameworkSources, _ secrets: @autoclosure () -> KnownSecrets
  ) throws(UsageError) {
    holdsSecrets = arguments.has("record-secrets")
    guard let file = arguments.value("record-partner") else {
      guard holdsSecrets else { return nil }
      throw UsageError("--record-secrets needs a recording: --record-partner FILE is missing")
    }
    self.file = file
    let (keepsSecrets, mask) = (holdsSecrets, secrets().mask)
    recorders = ([nil] + sources.named.map { Optional($0.name) }).map { name in
      (name, FrameworkRecorder(keepsSecrets: keepsSecrets) { mask.masked($0) != $0 })
    }
    try UsageError.naming("--record-partner '\(file)'") { () throws(FileError) in
      try Files.prepareFolder(SuitePath.folder(of: file))
      if Files.kind(file) == .folder { throw FileError("it is a folder, and has to be a file") }
    }
  }

  /// The same sources, with everything that they answer written down.
  func recorded(_ sources: FrameworkSources) -> FrameworkSources {
    sources.recorded { name in (recorders.first { $0.name == name } ?? recorders[0]).recorder }
  }

  /// The files, each of one framework. The only one that answered has the file that was asked for,
  /// and of several each with a name has that name before the end: `device.NAME.json`.
  var files: [(path: String, bytes: [UInt8])] {
    let used = recorders.filter { !$0.recorder.isEmpty }
    return (used.isEmpty ? [recorders[0]] : used).map { name, recorder in
      var path = file
      if let name, used.count > 1 {
        let ending = file.hasSuffix(".json") ? ".json" : ""
        path = "\(file.dropLast(ending.count)).\(name)\(ending)"
      }
      return (path, recorder.recording.bytes)
    }
  }

  /// The remark of the reports on it.
  var remark: String {
    holdsSecrets
      ? "warning: the recording of the partner's framework, \(file), holds secrets in the clear"
        + " (--record-secrets): don't pass it on"
      : "the partner's framework was recorded in \(file), without secrets"
  }
}
