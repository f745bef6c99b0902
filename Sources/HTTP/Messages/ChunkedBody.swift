// SPDX-License-Identifier: Apache-2.0
// The chunked transfer coding, taken off as the bytes arrive.

/// A chunked body in the reading (RFC 9112, section 7.1).
struct ChunkedBody: Sendable {
  private enum State {
    case size
    case content(left: Int)
    case contentEnd
    case trailers
    case done
  }

  private(set) var content: [UInt8] = []
  /// How many bytes of content have come, with those that were taken.
  private(set) var contentCount = 0
  private(set) var trailers: [HeaderField] = []
  private(set) var issues = IssueList()
  private var state = State.size
  /// Bytes of the message read so far.
  private var offset: Int
  /// The bytes that the coding took on top of the content.
  private var overhead = 0
  private var lineScanned = 0
  private var trailerScanner = HeadScanner()
  private let limits: HTTPLimits

  /// - Parameter offset: Where in the message the body begins.
  init(offset: Int, limits: HTTPLimits) {
    self.offset = offset
    self.limits = limits
  }

  /// Reads what has come; true once the body is complete.
  ///
  /// - Throws: `.chunk` for a broken coding, `.bodyTooLong` beyond the limits.
  mutating func read(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    while true {
      switch state {
      case .size: guard try readSize(&buffer) else { return false }
      case .content(let left):
        let count = min(left, buffer.count)
        guard count > 0 else { return false }
        content.append(contentsOf: buffer.front(count))
        contentCount += count
        take(count, from: &buffer)
        state = count == left ? .contentEnd : .content(left: left - count)
      case .contentEnd: guard try readContentEnd(&buffer) else { return false }
      case .trailers: guard try readTrailers(&buffer) else { return false }
      case .done: return true
      }
    }
  }

  /// Takes the content that has come.
  mutating func takeContent() -> [UInt8] {
    defer { content = [] }
    return content
  }

  /// Ends the body with the connection.
  mutating func end() throws(MessageError) {
    switch state {
    case .done: return
    case .trailers:
      // The last chunk has come, which is what completes a body (section 8).
      issues.add(
        WireIssue("the chunked body has no empty line at its end", rule: "RFC 9112, section 7.1"))
      state = .done
    case .size, .content, .contentEnd:
      throw MessageError(.closedInBody(receivedBytes: contentCount, of: nil))
    }
  }

  private mutating func readSize(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    let start = buffer.start
    let from = start + lineScanned
    guard let feed = buffer.bytes[from...].firstIndex(of: Octets.lineFeed) else {
      lineScanned = buffer.count
      if lineScanned > limits.chunkLineBytes { throw broken("an endless size line") }
      return false
    }
    lineScanned = 0
    var end = feed
    if end > start, buffer.bytes[end - 1] == Octets.carriageReturn {
      end -= 1
    } else {
      issues.add(.bareLineFeed(at: offset + feed - start))
    }
    if end - start > limits.chunkLineBytes { throw broken("an endless size line") }
    let size = try size(buffer.bytes, start..<end)
    guard contentCount + size <= limits.bodyBytes else {
      throw MessageError(.bodyTooLong(announced: nil, limitBytes: limits.bodyBytes))
    }
    try spend(feed + 1 - start)
    take(feed + 1 - start, from: &buffer)
    state = size == 0 ? .trailers : .content(left: size)
    return true
  }

  /// The number before extensions, which are read over.
  private mutating func size(_ bytes: [UInt8], _ line: Range<Int>) throws(MessageError) -> Int {
    var index = line.lowerBound
    var size = 0
    while index < line.upperBound, let digit = Octets.hexadecimal(bytes[index]) {
      size = size * 16 + digit
      index += 1
      // So a product can't overflow; anything near is beyond the limit anyway.
      if size > 1 << 48 {
        throw MessageError(.bodyTooLong(announced: nil, limitBytes: limits.bodyBytes))
      }
    }
    guard index > line.lowerBound else {
      throw broken("\(ShownBytes.quoted(bytes[line])) is not a chunk size")
    }
    let digitsEnd = index
    while index < line.upperBound, Octets.isWhiteSpace(bytes[index]) { index += 1 }
    guard index < line.upperBound else {
      if index > digitsEnd {
        issues.add(
          WireIssue(
            "white space follows a chunk size", rule: "RFC 9112, section 7.1", offset: offset))
      }
      return size
    }
    guard bytes[index] == UInt8(ascii: ";") else {
      throw broken("\(ShownBytes.quoted(bytes[line])) is not a chunk size")
    }
    return size
  }

  private mutating func readContentEnd(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    guard let first = buffer.front(1).first else { return false }
    if first == Octets.lineFeed {
      issues.add(.bareLineFeed(at: offset))
      take(1, from: &buffer)
    } else {
      guard first == Octets.carriageReturn else { throw broken("a chunk does not end in CRLF") }
      guard buffer.count >= 2 else { return false }
      guard buffer.front(2).last == Octets.lineFeed else {
        throw broken("a chunk does not end in CRLF")
      }
      take(2, from: &buffer)
    }
    try spend(2)
    state = .size
    return true
  }

  private mutating func readTrailers(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    guard let count = trailerScanner.end(in: buffer) else {
      if buffer.count > limits.headBytes {
        throw MessageError(.headTooLong(limitBytes: limits.headBytes))
      }
      return false
    }
    if count > limits.headBytes { throw MessageError(.headTooLong(limitBytes: limits.headBytes)) }
    let lines = FieldLines(
      buffer.bytes, buffer.start..<buffer.start + count, base: buffer.start - offset)
    if lines.list.isEmpty, count == 1 { issues.add(.bareLineFeed(at: offset)) }
    trailers = lines.list
    issues.add(lines.issues)
    take(count, from: &buffer)
    state = .done
    return true
  }

  private mutating func take(_ count: Int, from buffer: inout ByteBuffer) {
    buffer.discard(count)
    offset += count
  }

  private mutating func spend(_ count: Int) throws(MessageError) {
    overhead += count
    if overhead > limits.bodyBytes { throw broken("more size lines than content") }
  }

  private func broken(_ what: String) -> MessageError { MessageError(.chunk(what, offset: offset)) }
}
