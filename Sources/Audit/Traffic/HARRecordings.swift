// SPDX-License-Identifier: Apache-2.0
// Recordings in HAR files, read with one entry at a time in memory.

import HTTP
import Synchronization
import Text

/// Recordings in HAR files (HAR 1.2), as Charles, Proxyman, mitmproxy, Chrome, Safari and Firefox
/// write them, of any size: of each entry only its place is kept.
package final class HARRecordings: TrafficSource {
  /// The places of a file's entries, and the traits of the file.
  private struct Contents {
    var traits = HARTraits()
    /// The places of all entries, in the order of the file.
    var places: [EntryPlace] = []
  }

  private struct EntryPlace {
    let start: Int
    let end: Int
    /// The time for an entry that has none of its own.
    let startedAt: Timestamp
  }

  package let recordings: [String]
  private let files: [RecordingFile]
  private let limits: HARLimits
  private let contents: Mutex<[Contents]>

  /// - Parameter limits: How much is kept of an entry.
  package init(_ files: [RecordingFile], limits: HARLimits = HARLimits()) {
    self.files = files
    self.limits = limits
    recordings = files.map(\.name)
    contents = Mutex(Array(repeating: Contents(), count: files.count))
  }
}

extension HARRecordings {
  package func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) {
    var seen: [ExchangeKey.Call: [ExchangeKey]] = [:]
    for recording in files.indices {
      let read = try read(recording, isWanted, &seen, each)
      contents.withLock { $0[recording] = read }
    }
  }

  private func read(
    _ recording: Int, _ isWanted: (_ method: String, _ url: String) -> Bool,
    _ seen: inout [ExchangeKey.Call: [ExchangeKey]], _ each: (RecordedEntry) -> Void
  ) throws(TrafficError) -> Contents {
    let file = files[recording]
    var reader = HARReader(file, limits)
    var contents = Contents()
    var found: [ExchangeKey] = []
    var latest: Timestamp?
    var mistake: StreamError?
    do throws(StreamError) {
      try reader.read(isWanted) { entry, range, isWanted in
        let reference = EntryReference(recording: recording, index: contents.places.count)
        let timestamp = entry.timestamp
        latest = timestamp ?? latest
        let startedAt = timestamp ?? Self.fallback(entry, latest)
        contents.places.append(
          EntryPlace(
            start: range.lowerBound, end: range.upperBound,
            startedAt: startedAt ?? Timestamp(milliseconds: 0)))
        guard isWanted else {
          each(
            .other(reference, url: entry.request.url ?? "", milliseconds: timestamp?.milliseconds))
          return
        }
        guard let startedAt else {
          mistake = mistake ?? Self.timeless(entry, range.lowerBound)
          return
        }
        let exchange = entry.exchange(reference, startedAt: startedAt)
        if files.count > 1 {
          // Exports of one journey overlap: what an earlier file has, was sent once.
          let sighting = ExchangeKey(exchange)
          if let index = sighting.nearest(of: seen[sighting.call] ?? []) {
            seen[sighting.call]?.remove(at: index)
            return
          }
          found.append(sighting)
        }
        each(.exchange(exchange))
      }
      if let mistake { throw mistake }
    } catch {
      throw TrafficError(file, error)
    }
    for sighting in found { seen[sighting.call, default: []].append(sighting) }
    contents.traits = reader.traits
    return contents
  }

  /// The time of an entry that has none: what its answer says, or the time of the entry before it.
  /// One that is there and can't be read is a mistake of the file.
  private static func fallback(_ entry: HAREntry, _ latest: Timestamp?) -> Timestamp? {
    guard entry.startedAt ?? "" == "" else { return nil }
    return entry.answeredAt ?? latest
  }

  private static func timeless(_ entry: HAREntry, _ offset: Int) -> StreamError {
    let found = entry.startedAt == nil ? "missing" : "no time"
    return StreamError(
      "the 'startedDateTime' of this entry is \(found), and has to be a time as "
        + "2026-11-21T05:30:00.123Z: without it the order of the calls is not known. Export the "
        + "recording again", at: offset)
  }

  package func exchange(_ entry: EntryReference) throws(TrafficError) -> RecordedExchange {
    let file = files[entry.recording]
    let found = contents.withLock { contents -> (EntryPlace, HARTraits)? in
      let contents = contents[entry.recording]
      guard contents.places.indices.contains(entry.index) else { return nil }
      return (contents.places[entry.index], contents.traits)
    }
    guard let (place, traits) = found else {
      throw TrafficError(
        file: file.name, position: nil, message: "it has no entry \(entry.index) that was read")
    }
    let read = try file.entry(
      entry, at: place.start..<place.end, limits: limits, startedAt: place.startedAt)
    // Safe: an entry is passed over only where it is not wanted, and all are by default.
    guard case .exchange(let exchange) = read else { preconditionFailure("all are wanted") }
    return traits.complete(exchange)
  }
}
