// SPDX-License-Identifier: Apache-2.0
// The protocol of recordings.

/// Recordings, read once from end to end, and then by entry.
package protocol TrafficSource: Sendable {
  /// The names of the recordings: of files, as the caller named them.
  var recordings: [String] { get }

  /// Reads all entries once, in the order of the recordings. What an earlier recording has already,
  /// to the byte and the millisecond, may be left out: exports of one session overlap.
  ///
  /// - Parameters:
  ///   - isWanted: Whether an entry with this method and URL is to be read. The others are passed
  ///     over as quickly as possible.
  ///   - each: Called for each wanted entry, with its exchange, and for each other one with its time
  ///     and URL alone. Which headers a whole recording withholds is known only at its end: the
  ///     exchanges that `exchange(_:)` returns have that, and these may lack it.
  func read(_ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void)
    throws(TrafficError)

  /// An entry once more, also one that was not wanted. All were read before.
  func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange
}
