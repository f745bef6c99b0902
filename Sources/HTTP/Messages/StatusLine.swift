// SPDX-License-Identifier: Apache-2.0
// Reads the first line of an answer.

/// Reads `HTTP/1.1 200 OK`.
struct StatusLine {
  private let bytes: [UInt8]
  private let end: Int
  private let base: Int
  private var index: Int
  var issues = IssueList()
  var version = HTTPVersion(major: 1, minor: 1)
  var reason = ""
  /// The version, if it is not one that can be read.
  var otherVersion: String?

  init(_ bytes: [UInt8], _ range: Range<Int>, base: Int) {
    self.bytes = bytes
    self.base = base
    index = range.lowerBound
    end = range.upperBound
  }

  mutating func read() -> Int? {
    let start = index
    guard end - index >= 5, ResponseHead.canBegin(bytes[index..<index + 5]) else { return nil }
    index += 5
    if !bytes[start..<index].elementsEqual("HTTP/".utf8) {
      complain("the name of the protocol is not HTTP in capitals", "RFC 9112, section 2.3")
    }
    guard readVersion(), readBlanks() else { return nil }
    guard end - index >= 3, bytes[index..<index + 3].allSatisfy({ Octets.isDigit($0) }) else {
      return nil
    }
    let status = bytes[index..<index + 3].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    index += 3
    guard status >= 100 else { return nil }
    if status > 599 { complain("the status code \(status) is above 599", "RFC 9110, section 15") }
    guard index < end else {
      complain("the blank after the status code is missing", "RFC 9112, section 4")
      return status
    }
    guard bytes[index] == Octets.blank else { return nil }
    let phrase = bytes[(index + 1)..<end]
    if !phrase.allSatisfy({ Octets.isFieldText($0) }) {
      complain("the reason phrase has a control character", "RFC 9112, section 4")
    }
    reason = String(
      decoding: phrase.map { $0 == 0 || $0 == Octets.carriageReturn ? 0x20 : $0 }, as: UTF8.self)
    return status
  }

  private mutating func readVersion() -> Bool {
    guard let major = readNumber(), index < end, bytes[index] == UInt8(ascii: ".") else {
      // `HTTP/2 200`: a proxy that forgot what it speaks.
      guard index > 0, index < end, bytes[index] == Octets.blank, Octets.isDigit(bytes[index - 1])
      else { return false }
      version = HTTPVersion(major: Int(bytes[index - 1]) - 0x30, minor: 0)
      complain("the version has no minor number", "RFC 9112, section 2.3")
      return true
    }
    index += 1
    guard let minor = readNumber() else { return false }
    version = HTTPVersion(major: major, minor: minor)
    // A higher minor version is to be read as the highest that is known, and of another major one
    // nothing is known (RFC 9110, section 2.5). But 2 and 3 are never written on a status line,
    // where they tell of a gateway that forgot what it speaks.
    guard 1...3 ~= major else {
      otherVersion = "\(major).\(minor)"
      return false
    }
    if major != 1 {
      complain(
        "the answer says it is HTTP/\(major).\(minor) on a connection of HTTP/1.1",
        "RFC 9112, section 2.3")
    }
    return true
  }

  /// One digit, as the grammar has it.
  private mutating func readNumber() -> Int? {
    guard index < end, Octets.isDigit(bytes[index]) else { return nil }
    index += 1
    return Int(bytes[index - 1]) - 0x30
  }

  private mutating func readBlanks() -> Bool {
    let start = index
    while index < end, Octets.isWhiteSpace(bytes[index]) { index += 1 }
    if index - start > 1 || index - start == 1 && bytes[start] != Octets.blank {
      complain("the status line has other white space than one blank", "RFC 9112, section 4")
    }
    return index > start
  }

  private mutating func complain(_ message: String, _ rule: String) {
    issues.add(WireIssue(message, rule: rule, offset: index - base))
  }
}
