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

/// Issues, each kind once: a head of 60,000 bare line feeds has one finding, not 60,000.
package struct IssueList: Sendable, Equatable {
  package private(set) var issues: [WireIssue] = []

  package mutating func add(_ issue: WireIssue) {
    guard issues.count < 20, !issues.contains(where: { $0.message == issue.message }) else {
      return
    }
    issues.append(issue)
  }

  package mutating func add(_ list: IssueList) {
    for issue in list.issues { add(issue) }
  }
}

extension WireIssue {
  static func bareLineFeed(at offset: Int) -> WireIssue {
    WireIssue("a line ends with LF alone", rule: "RFC 9112, section 2.2", offset: offset)
  }
}

/// Bytes by class (RFC 9110, section 5.6 and RFC 5234, appendix B.1).
package enum Octets {
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
  static let blank = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let colon = UInt8(ascii: ":")

  /// A character of a token: methods, field names, parameter names.
  static func isToken(_ byte: UInt8) -> Bool { tokens[Int(byte)] }

  /// Whether the text is a token: not empty and of token characters only.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isToken($0) }
  }

  /// Whether a field value or a reason phrase may have it: visible, blank, tab, obs-text.
  static func isFieldText(_ byte: UInt8) -> Bool { byte == tab || (byte >= 0x20 && byte != 0x7F) }

  static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == blank || byte == tab }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }

  static func hexadecimal(_ byte: UInt8) -> Int? { Hexadecimal.value(of: byte).map { Int($0) } }

  /// The text with ASCII letters in lower case and all else as it is.
  package static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  /// The members of a comma-separated list without white space and empty ones, in lower case
  /// (RFC 9110, section 5.6.1).
  package static func list(_ values: [String]) -> [String] {
    values.flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ","))
        .map { lowercased(trimmed(String(decoding: $0, as: UTF8.self))) }
        .filter { !$0.isEmpty }
    }
  }

  /// The text without blanks and tabs around it.
  package static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[trimmed(bytes, 0..<bytes.count)], as: UTF8.self)
  }

  /// The part of the range without blanks and tabs around it.
  static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, isWhiteSpace(bytes[lower]) { lower += 1 }
    while lower < upper, isWhiteSpace(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  private static let tokens: [Bool] = {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return (0...255).map { number in
      let byte = UInt8(number)
      return isLetter(byte) || isDigit(byte) || marks.contains(byte)
    }
  }()
}
