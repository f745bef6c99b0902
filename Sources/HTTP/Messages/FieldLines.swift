// SPDX-License-Identifier: Apache-2.0
// Header and trailer fields: bytes to a list, with what is wrong in them.

import Text

/// Field lines as read, and the departures from the grammar among them.
struct FieldLines {
  private(set) var list: [HeaderField] = []
  private(set) var issues = IssueList()
  /// The value of the last field while lines may still be added to it.
  private var lastValue = ""
  private var isFolded = false

  /// Reads field lines (RFC 9112, section 5) up to the end of the range or the empty line.
  ///
  /// - Parameter base: What to take off an index for an offset within the message.
  init(_ bytes: [UInt8], _ range: Range<Int>, base: Int) {
    list.reserveCapacity(16)
    var lines = Lines(bytes, range)
    while let line = lines.next() {
      if line.content.isEmpty { break }
      if !line.hasCarriageReturn { issues.add(.bareLineFeed(at: line.content.upperBound - base)) }
      read(bytes, line.content, base: base)
    }
    endFolding()
  }

  private mutating func read(_ bytes: [UInt8], _ line: Range<Int>, base: Int) {
    let offset = line.lowerBound - base
    if Octets.isWhiteSpace(bytes[line.lowerBound]) { return fold(bytes, line, offset: offset) }
    endFolding()
    guard let colon = bytes[line].firstIndex(of: Octets.colon) else {
      return issues.add(
        WireIssue(
          "a line of the head is not a header field: \(ShownBytes.quoted(bytes[line]))",
          rule: "RFC 9112, section 5", offset: offset))
    }
    let name = Octets.trimmed(bytes, line.lowerBound..<colon)
    if name.upperBound < colon {
      issues.add(
        WireIssue(
          "there is white space between a field name and its colon",
          rule: "RFC 9112, section 5.1", offset: offset))
    }
    guard !name.isEmpty else {
      return issues.add(
        WireIssue("a header field has no name", rule: "RFC 9110, section 5.1", offset: offset))
    }
    if !bytes[name].allSatisfy({ Octets.isToken($0) }) {
      issues.add(
        WireIssue(
          "a field name has a character that is not allowed: \(ShownBytes.quoted(bytes[name]))",
          rule: "RFC 9110, section 5.1", offset: offset))
    }
    list.append(
      HeaderField(
        String(decoding: bytes[name], as: UTF8.self),
        value(bytes, colon + 1..<line.upperBound, offset: offset)))
  }

  /// A continuation line: it belongs to the field before it, after one blank.
  private mutating func fold(_ bytes: [UInt8], _ line: Range<Int>, offset: Int) {
    issues.add(
      WireIssue(
        "a header field goes on in a second line", rule: "RFC 9112, section 5.2", offset: offset))
    guard let last = list.last else { return }
    if !isFolded { lastValue = last.value }
    isFolded = true
    lastValue += " "
    lastValue += value(bytes, line, offset: offset)
  }

  /// Puts a folded value in its place, once all its lines are there.
  private mutating func endFolding() {
    guard isFolded, let last = list.popLast() else { return }
    list.append(HeaderField(last.name, lastValue))
    isFolded = false
  }

  private mutating func value(_ bytes: [UInt8], _ range: Range<Int>, offset: Int) -> String {
    let range = Octets.trimmed(bytes, range)
    if bytes[range].allSatisfy({ Octets.isFieldText($0) }) {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    issues.add(
      WireIssue(
        "a field value has a control character", rule: "RFC 9110, section 5.5", offset: offset))
    // As the section demands: CR and NUL become a blank.
    return String(
      decoding: bytes[range].map { $0 == 0 || $0 == Octets.carriageReturn ? 0x20 : $0 },
      as: UTF8.self)
  }
}

/// The lines of a part of a message, ended by CRLF or, wrongly, by LF alone.
struct Lines {
  struct Line {
    /// Without the line end.
    let content: Range<Int>
    let hasCarriageReturn: Bool
    /// The index after the line end.
    let end: Int
  }

  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Line? {
    guard index < end else { return nil }
    let start = index
    let feed = bytes[start..<end].firstIndex(of: Octets.lineFeed)
    index = (feed ?? end - 1) + 1
    guard let feed else { return Line(content: start..<end, hasCarriageReturn: true, end: end) }
    let hasReturn = feed > start && bytes[feed - 1] == Octets.carriageReturn
    return Line(
      content: start..<(hasReturn ? feed - 1 : feed), hasCarriageReturn: hasReturn, end: index)
  }
}
