// SPDX-License-Identifier: Apache-2.0
// Reads a HAR file from end to end.

/// Reads a HAR file once, from end to end, entry by entry.
struct HARReader {
  /// An entry, where it stands in the file, and whether it is wanted.
  typealias Visit = (_ entry: HAREntry, _ range: Range<Int>, _ isWanted: Bool) -> Void

  private var stream: JSONStream
  private let limits: HARLimits
  private(set) var traits = HARTraits()
  /// How many entries were read whole.
  private(set) var entryCount = 0

  init(_ file: RecordingFile, _ limits: HARLimits) {
    self.limits = limits
    stream = JSONStream(file, limits)
  }
}

extension HARReader {
  /// - Parameters:
  ///   - isWanted: Whether an entry with this method and URL is to be read.
  ///   - visit: Called for each entry, in their order.
  mutating func read(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ visit: Visit
  ) throws(StreamError) {
    do throws(StreamError) {
      try readRoot(isWanted, visit)
    } catch {
      throw error.isCut ? cut(error) : error
    }
  }

  /// The error of a file that ends too early.
  private func cut(_ error: StreamError) -> StreamError {
    let entries = entryCount == 1 ? "1 whole entry" : "\(entryCount) whole entries"
    return StreamError(
      "the file ends in the middle, after \(entries): \(error.message). Export the recording again, "
        + "or wait until the tool that writes it is done", at: error.offset)
  }

  private mutating func readRoot(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ visit: Visit
  ) throws(StreamError) {
    _ = try stream.fill(ForeignFormat.startBytes)
    if let format = ForeignFormat(start: stream.window.prefix(ForeignFormat.startBytes)) {
      throw StreamError(format.advice, at: 0)
    }
    if stream.window.starts(with: [0xEF, 0xBB, 0xBF]) { stream.advance(by: 3) }
    guard try stream.next() == UInt8(ascii: "{") else {
      throw StreamError(ForeignFormat.unknown.advice, at: stream.offset)
    }
    let start = stream.offset
    guard var root = try stream.object() else { return }
    var names: [String] = []
    var hasLog = false
    while let name = try stream.name(&root) {
      if name == "log" {
        try readLog(isWanted, visit)
        hasLog = true
      } else {
        if names.count < 20 { names.append(name) }
        try stream.skip()
      }
    }
    guard hasLog else { throw StreamError(ForeignFormat(members: names).advice, at: start) }
    guard try stream.next() == nil else {
      throw stream.unexpected("the end of the file after the recording")
    }
  }

  private mutating func readLog(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ visit: Visit
  ) throws(StreamError) {
    guard try stream.next() == UInt8(ascii: "{") else {
      throw stream.unexpected("an object as the value of 'log'")
    }
    let start = stream.offset
    guard var log = try stream.object() else { return }
    var hasEntries = false
    while let name = try stream.name(&log) {
      switch name {
      case "creator": try readCreator()
      case "entries":
        hasEntries = true
        try readEntries(isWanted, visit)
      default: try stream.skip()
      }
    }
    guard hasEntries else {
      throw StreamError(
        "'log' has no 'entries', so nothing was recorded here. Export the recording again, with "
          + "its requests", at: start)
    }
  }

  private mutating func readCreator() throws(StreamError) {
    guard var creator = try stream.object() else { return }
    while let name = try stream.name(&creator) {
      if name == "name" {
        traits.creator = try stream.plainText(limit: 200)
      } else {
        try stream.skip()
      }
    }
  }

  private mutating func readEntries(
    _ isWanted: (_ method: String, _ url: String) -> Bool, _ visit: Visit
  ) throws(StreamError) {
    guard try stream.next() == UInt8(ascii: "["), var entries = try stream.array() else {
      throw stream.unexpected("a list as the value of 'entries'")
    }
    while try stream.item(&entries) {
      _ = try stream.next()
      let start = stream.offset
      let (entry, isWanted) = try HAREntry.read(&stream, limits, isWanted)
      if isWanted { traits.add(entry) }
      visit(entry, start..<stream.offset, isWanted)
      entryCount += 1
    }
  }
}
