// SPDX-License-Identifier: Apache-2.0
// Reads a HAR file from end to end, within limits.

import HTTP
import Text

/// Reads a HAR file once, from end to end, entry by entry.
struct HARReader {
  /// An entry, where it stands in the file, and whether it is wanted.
  typealias Visit = (_ entry: HAREntry, _ range: Range<Int>, _ isWanted: Bool) -> Void

  private var stream: JSONStream
  private let limits: HARLimits
  /// Whether entries are added to the file while it is read: see `HARWriter`.
  private var grows = false
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
    if grows { return }
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
      case HARWriter.growsMember: grows = try stream.boolean() ?? false
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

/// The traits of a whole recording, which hold for each of its entries.
struct HARTraits: Sendable, Equatable {
  /// The program that wrote it.
  var creator: String?
  private var hasSecretHeader = false

  /// The headers that Chrome's "sanitized" export, its default since version 130, leaves out.
  private static let requestNames: Set<String> = ["authorization", "cookie"]
  private static let responseNames: Set<String> = ["set-cookie"]
}

extension HARTraits {
  mutating func add(_ entry: HAREntry) {
    if hasSecretHeader { return }
    func contains(_ headers: HAREntry.Headers?, _ names: Set<String>) -> Bool {
      headers?.list.fields.contains { names.contains($0.name.lowercased()) } ?? false
    }
    hasSecretHeader =
      contains(entry.request.headers, Self.requestNames)
      || contains(entry.response?.headers, Self.responseNames)
  }

  /// Chrome, Edge and what else has its developer tools say nowhere whether they left headers out; an
  /// export in which not one entry has any of them is taken for one that has none.
  private var isSanitized: Bool { creator == "WebInspector" && !hasSecretHeader }

  /// The exchange, with what is known of the whole recording.
  func complete(_ exchange: RecordedExchange) -> RecordedExchange {
    guard isSanitized else { return exchange }
    var exchange = exchange
    exchange.request.withheldHeaders = exchange.request.withheldHeaders.joined(
      .named(Self.requestNames))
    if let response = exchange.response {
      exchange.response?.withheldHeaders = response.withheldHeaders.joined(
        .named(Self.responseNames))
    }
    return exchange
  }
}

/// How much is kept of an entry of a HAR file.
package struct HARLimits: Sendable {
  /// How many bytes a body may have.
  package let bodyBytes: Int
  /// How many bytes of a file are read at once.
  package let windowBytes: Int
  /// How many bytes a body may have as it is written: Base64 makes it a third longer.
  var writtenBodyBytes: Int { bodyBytes / 3 * 4 + bodyBytes / 16 + 4 }
  /// How many bytes a URL and the value of a header field may have.
  let textBytes = 1 << 20
  /// How many bytes all header fields of a message may have, and all fields of a form.
  let fieldBytes = 4 << 20

  package init(bodyBytes: Int = 16 << 20, windowBytes: Int = 256 << 10) {
    self.bodyBytes = bodyBytes
    self.windowBytes = windowBytes
  }
}
