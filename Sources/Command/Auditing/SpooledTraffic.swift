// SPDX-License-Identifier: Apache-2.0
// Exchanges in a file, of which the memory holds the places alone.

import Audit
import Suites
import Synchronization
import Text

/// Exchanges in a file that grows: one without a name, or a recording. Of each only the place is in
/// memory. Any thread may add some and read some.
///
/// The file is a whole HAR file after each exchange. An entry is written behind the end of the file with
/// a new end, and then put in by a write of a few bytes over the old end: a process that is killed
/// leaves at most an entry behind the end, which `HARWriter` has readers pass over.
final class SpooledTraffic: TrafficSource {
  private struct State {
    /// For each entry, the offset behind it.
    var ends: [Int] = []
    var lost = 0
  }

  let recordings: [String]
  private let file: SpoolFile
  private let headCount: Int
  private let state = Mutex(State())
  /// Held by who writes a large entry in memory, which takes several times its size.
  private let composing = Mutex(())

  /// The bytes of a body that is no longer small: those of services are.
  private static let largeBytes = 256 * 1024

  /// What is written over the old end of the file, as long as that end.
  private static let separator = padded(HARWriter.separator)
  private static let noSeparator = padded([])

  /// - Parameters:
  ///   - name: What the exchanges are called as a recording.
  ///   - recording: The path of the file; nil for one without a name.
  ///   - folder: That for temporary files which the user chose; nil for one of the system's.
  /// - Throws: `FileError` where the file can't be made.
  init(name: String, recording: String?, temporaryFolder folder: String?) throws(FileError) {
    recordings = [name]
    file =
      if let recording { try SpoolFile(recording) } else { try SpoolFile(temporaryIn: folder) }
    let head = HARWriter.head(
      creator: ConformanceCommand.name, version: ConformanceCommand.version, grows: true)
    headCount = head.count
    guard file.write(head + HARWriter.tail, at: 0) else {
      throw FileError("there is no room for it")
    }
  }

  /// As long as the end of a file, with blanks behind.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + Array(repeating: 0x20, count: HARWriter.tail.count - bytes.count)
  }
}

extension SpooledTraffic {
  /// How many exchanges there are.
  var count: Int { state.withLock { $0.ends.count } }

  /// How many exchanges could not be written.
  var lostCount: Int { state.withLock { $0.lost } }

  /// Adds an exchange as the next entry.
  ///
  /// - Parameter error: Why there is no answer, or only a part of it.
  /// - Returns: Its place; nil where it could not be written, and so is lost.
  @discardableResult
  func append(_ exchange: RecordedExchange, error: String? = nil) -> EntryReference? {
    let bodies = [exchange.request.body, exchange.response?.body ?? .none]
    let isLarge = bodies.contains {
      if case .bytes(let bytes) = $0 { bytes.count > Self.largeBytes } else { false }
    }
    let entry =
      isLarge
      ? composing.withLock { _ in HARWriter.entry(exchange, error: error) }
      : HARWriter.entry(exchange, error: error)
    return state.withLock { state in
      let end = state.ends.last ?? headCount
      let start = end + HARWriter.tail.count
      let separator = state.ends.isEmpty ? Self.noSeparator : Self.separator
      guard file.write(entry + HARWriter.tail, at: start), file.write(separator, at: end) else {
        _ = file.write(HARWriter.tail, at: end)
        file.cut(at: start)
        state.lost += 1
        return nil
      }
      state.ends.append(start + entry.count)
      return EntryReference(recording: 0, index: state.ends.count - 1)
    }
  }

  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    guard let place = place(of: entry.index), entry.recording == 0,
      case .exchange(let exchange) = try recordingFile(upTo: place.upperBound).entry(
        entry, at: place)
    else {
      throw TrafficError(
        file: recordings[0], position: nil, message: "it has no entry \(entry.index)")
    }
    return exchange
  }

  func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) {
    var index = 0
    while let place = place(of: index) {
      each(
        try recordingFile(upTo: place.upperBound).entry(
          EntryReference(recording: 0, index: index), at: place, isWanted))
      index += 1
    }
  }

  /// From the first byte of an entry to the last; nil for one that is not there.
  private func place(of index: Int) -> Range<Int>? {
    state.withLock { state in
      guard state.ends.indices.contains(index) else { return nil }
      let before = index == 0 ? headCount : state.ends[index - 1]
      return before + HARWriter.tail.count..<state.ends[index]
    }
  }

  private func recordingFile(upTo end: Int) -> RecordingFile {
    RecordingFile(name: recordings[0], byteCount: end) { [file] in file.read($0, $1) }
  }
}
