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

extension TrafficError {
  /// The error of a file at an offset. The file is read once more up to there, to count its lines.
  init(_ file: RecordingFile, _ error: StreamError) {
    self.init(
      file: file.name, position: Self.position(of: error.offset, in: file), message: error.message)
  }

  /// nil where the file can't be read any more.
  private static func position(of offset: Int, in file: RecordingFile) -> Position? {
    var line = 1
    var column = 1
    var read = 0
    while read < offset {
      let count = min(HARLimits().windowBytes, offset - read)
      guard let bytes = file.read(read, count), bytes.count == count else { return nil }
      for byte in bytes {
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      if read == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]), line == 1 { column -= 1 }
      read += count
    }
    return Position(line: line, column: column)
  }
}

extension Timestamp {
  /// Reads a time of a HAR file (HAR 1.2: ISO 8601 with a zone), as exporters write it:
  ///
  ///     2026-11-21T05:30:00.123Z
  ///     2026-11-21T06:30:00.123456+01:00     also +0100, +01, a comma, a blank, small letters
  ///     2026-11-21T05:30:00                  in UTC, where the zone is missing
  ///
  /// - Returns: nil for another form.
  init?(har text: String) {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last == 0x20 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    guard bytes.count >= 19, bytes.count < 60 else { return nil }
    var minutes = 0
    let clock = bytes.startIndex + 19
    if let last = bytes.last, last | 0x20 == UInt8(ascii: "z") {
      bytes.removeLast()
    } else if let sign = bytes[clock...].firstIndex(where: {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }) {
      let digits = bytes[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      let numbers = digits.map { Int($0 - 0x30) } + [0, 0]
      minutes = (numbers[0] * 10 + numbers[1]) * 60 + numbers[2] * 10 + numbers[3]
      if bytes[sign] == UInt8(ascii: "-") { minutes = -minutes }
      bytes = bytes[..<sign]
    }
    let mark = bytes.startIndex + 10
    if bytes[mark] == 0x20 || bytes[mark] == UInt8(ascii: "t") { bytes[mark] = UInt8(ascii: "T") }
    if bytes.count > 19, bytes[clock] == UInt8(ascii: ",") { bytes[clock] = UInt8(ascii: ".") }
    guard let time = Timestamp(iso8601: String(decoding: bytes, as: UTF8.self) + "Z") else {
      return nil
    }
    self.init(milliseconds: time.milliseconds - minutes * 60_000)
  }
}
