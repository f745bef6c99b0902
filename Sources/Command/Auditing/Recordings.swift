// SPDX-License-Identifier: Apache-2.0
// The recordings that a command line names, and those that a run writes.

package import Audit
import Formats
import HTTP
import Record
package import Runner
import Suites
import Synchronization
import Text

extension RecordingFile {
  /// How many bytes a recording may have that comes through a pipe, and so has to be in memory.
  private static let pipeLimitBytes = 1 << 30

  /// Opens a recording; `-` is standard input.
  package init(_ name: String, _ console: Console) throws(UsageError) {
    if name == "-" {
      guard let bytes = console.input(Self.pipeLimitBytes) else {
        throw UsageError(
          "standard input has more than \(Self.pipeLimitBytes) bytes, which is the limit")
      }
      self.init(name: "-", bytes)
      return
    }
    if let file = OpenFile(name) {
      self.init(name: name, byteCount: file.count) { file.read($0, $1) }
      return
    }
    let bytes = try UsageError.naming("'\(name)'") { () throws(FileProblem) in
      try Files.read(name, limit: Self.pipeLimitBytes)
    }
    self.init(name: name, bytes)
  }
}

/// The digests of recordings, made on a thread of their own while the recordings are judged.
final class RecordingDigests: Sendable {
  private static let pieceBytes = 1 << 20

  private let threads = ThreadGroup()
  private let digests = Mutex<[EvidenceFile]>([])

  /// Starts to read the recordings.
  ///
  /// - Parameter cancellation: Ends the reading.
  init(_ files: [RecordingFile], until cancellation: Cancellation) {
    threads.start { [self] in
      for file in files {
        guard let digest = Self.digest(file, until: cancellation) else { continue }
        digests.withLock {
          $0.append(EvidenceFile(kind: .recording, path: file.name, digest: digest))
        }
      }
    }
  }
}

extension RecordingDigests {
  /// Blocks until the recordings are read. One that can't be read to its end is not there.
  func wait() -> [EvidenceFile] {
    threads.wait()
    return digests.withLock { $0 }
  }

  private static func digest(_ file: RecordingFile, until cancellation: Cancellation) -> String? {
    var hash = SHA256()
    var offset = 0
    while offset < file.byteCount, !cancellation.isCancelled {
      guard let piece = file.read(offset, min(pieceBytes, file.byteCount - offset)) else {
        return nil
      }
      hash.add(piece)
      offset += piece.count
    }
    return cancellation.isCancelled ? nil : hash.hexadecimal()
  }
}

extension RecordedExchange {
  /// A request that a run sent, with its answer.
  package init(_ sent: SentExchange, entry: EntryReference) {
    var headers = HeaderList(["Host": sent.origin.authority])
    for field in sent.request.headers.fields { headers.append(field.name, field.value) }
    let response: Response?
    switch sent.end {
    case .answered(let answer):
      response = Response(
        status: answer.status, reason: answer.reason, headers: answer.headers,
        body: RecordedBody(answer.body))
    case .unanswered: response = nil
    }
    self.init(
      entry: entry, startedAt: sent.sentAt, duration: sent.duration,
      request: Request(
        method: sent.request.method, url: "\(sent.origin)\(sent.request.target)",
        headers: headers, body: RecordedBody(sent.request.body)),
      response: response, isDeliberate: sent.cause.isDeliberate)
  }
}

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
    try UsageError.naming("--record-har '\(path)'") { () throws(FileProblem) in
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
      + " give it to nobody"
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
    do throws(FileProblem) {
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

/// A file of recorded traffic. Only the owner may read it: nothing in it is masked.
enum HARFile {
  /// Writes a recording.
  ///
  /// - Parameter entries: As `HARWriter` writes them, in their order.
  static func write(_ entries: some Sequence<[UInt8]>, to path: String) throws(FileProblem) {
    try Files.write(to: path, isPrivate: true) { take in
      take(HARWriter.head(creator: ConformanceCommand.name, version: ConformanceCommand.version))
      for (index, entry) in entries.enumerated() {
        take(index == 0 ? entry : HARWriter.separator + entry)
      }
      take(HARWriter.tail)
    }
  }
}
