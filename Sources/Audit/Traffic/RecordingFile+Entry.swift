// SPDX-License-Identifier: Apache-2.0
// Reads a single entry of a HAR file.

import HTTP
package import Text

extension RecordingFile {
  /// Reads the entry of a HAR file that stands at a place. What only the whole recording tells of an
  /// exchange, it lacks.
  ///
  /// - Parameters:
  ///   - range: From the first byte of the entry to the last.
  ///   - isWanted: Whether an entry with this method and URL is to be read.
  ///   - startedAt: The time of an entry that has none that can be read.
  /// - Throws: `TrafficError` where there is no entry.
  package func entry(
    _ reference: EntryReference, at range: Range<Int>, limits: HARLimits = HARLimits(),
    startedAt: Timestamp = Timestamp(milliseconds: 0),
    _ isWanted: (_ method: String, _ url: String) -> Bool = { _, _ in true }
  ) throws(TrafficError) -> RecordedEntry {
    do throws(StreamError) {
      var stream = JSONStream(self, limits, range)
      let (entry, isWanted) = try HAREntry.read(&stream, limits, isWanted)
      guard isWanted else {
        return .other(
          reference, url: entry.request.url ?? "", milliseconds: entry.timestamp?.milliseconds)
      }
      return .exchange(entry.exchange(reference, startedAt: startedAt))
    } catch {
      throw TrafficError(
        file: name, position: nil, message: "it changed while it was read: \(error.message)")
    }
  }
}
