// SPDX-License-Identifier: Apache-2.0
// Records the requests and answers of a run as HAR.

import Audit
import Formats
import Runner
import Suites
import Synchronization
import Text

/// Records the requests and answers of a run as HAR, in memory until the run has ended.
///
/// Nothing is masked: an audit relates requests by their tokens and codes, and looks into what
/// is signed and encoded. That is why only the owner may read the file, and every report warns of it.
final class TrafficRecorder: Sendable {
  static let option = Option(
    "record-har", "FILE",
    help: "writes down all requests and answers as HAR, with secrets in the clear; only you may"
      + " read the file, and every report warns of it")

  let path: String
  private let entries = Mutex<[(sentAt: Timestamp, bytes: [UInt8])]>([])

  /// - Throws: if the folder of the file can't be used.
  init(path: String) throws(UsageError) {
    self.path = path
    try UsageError.naming("--record-har '\(path)'") { () throws(FileError) in
      try Files.prepareFolder(SuitePath.folder(of: path))
    }
    if Files.kind(path) == .folder {
      throw UsageError("--record-har '\(path)': it is a folder, and has to be a file")
    }
  }
}

extension TrafficRecorder {
  /// The remark of every report on the recording.
  var remark: String {
    "warning: the recording of the traffic, \(path), holds secrets in the clear (--record-har):"
      + " don't pass it on"
  }

  /// Keeps an exchange. Any thread may call it.
  func record(_ sent: SentExchange) {
    let bytes = Self.entry(sent)
    entries.withLock { $0.append((sent.sentAt, bytes)) }
  }

  /// Writes the file, in the order in which the requests were sent.
  ///
  /// - Returns: Why it could not be written; nil if it was.
  func write() -> String? {
    // Sorting keeps the order of those that are equal.
    let sorted = entries.withLock { $0.sorted { $0.sentAt < $1.sentAt } }
    do throws(FileError) {
      try HARFile.write(sorted.lazy.map(\.bytes), to: path)
      return nil
    } catch {
      return error.message
    }
  }

  private static func entry(_ sent: SentExchange) -> [UInt8] {
    let exchange = RecordedExchange(sent, entry: EntryReference(recording: 0, index: 0))
    var error: String?
    if case .unanswered(let reason) = sent.end { error = reason }
    let cause = sent.cause
    var more: [(name: String, value: JSONValue)] = [
      ("_scenario", .string(cause.scenario)), ("_step", .string(cause.step)),
      ("_source", .string("\(cause.location)")),
    ]
    if let suite = cause.suite { more.insert(("_suite", .string(suite)), at: 0) }
    return HARWriter.entry(exchange, error: error, more: more)
  }
}
