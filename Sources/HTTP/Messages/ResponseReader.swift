// SPDX-License-Identifier: Apache-2.0
// Reads an answer piece by piece from bytes, without input or output of its own.

/// Reads one answer with the interim ones before it, from bytes as they arrive.
///
/// Where a service breaks the framing, one fixed rule says what is read:
/// - Several different lengths: the content ends at the greatest of them, or where the connection
///   ends, or where nothing more comes (`canEnd`), once the least has come. RFC 9112, section 6.3
///   has an answer like that thrown away; a conformance check wants to see it.
/// - A body where the status forbids one is read over as long as it comes at once.
/// In both cases, and after any other doubt about the framing, the connection is not used again.
package struct ResponseReader: Sendable {
  private enum State {
    case start
    case head
    case body(BodyFraming)
    case done
  }

  /// The interim answers (1xx) that came before the final one.
  package private(set) var interim: [HTTPResponse] = []
  /// Whether another request may follow on the connection.
  package private(set) var keepsConnection = false

  private let method: String
  private let limits: HTTPLimits
  private var state = State.start
  private var scanner = HeadScanner()
  package private(set) var head: ResponseHead?
  /// The head as it came.
  private(set) var headBytes: [UInt8] = []
  /// How the end of the body is found; nil before the head has come.
  private(set) var framing: BodyFraming?
  private var body: [UInt8] = []
  /// How many bytes of the body have come, with those that were taken.
  private var bodyCount = 0
  private var chunks: ChunkedBody?
  private var issues = IssueList()
  private var strayBytes = 0
  private var leadingBytes = 0
  private var isTrustworthy = true

  /// - Parameter method: Of the request that is answered: HEAD and CONNECT have no body.
  package init(method: String, limits: HTTPLimits = .standard) {
    self.method = method
    self.limits = limits
  }

  /// Reads what has come; true once the answer is complete.
  ///
  /// - Throws: Where the answer can't be read or is beyond the limits.
  package mutating func read(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    while true {
      switch state {
      case .start: guard try readStart(&buffer) else { return false }
      case .head: guard try readHead(&buffer) else { return false }
      case .body(let framing):
        guard try readBody(&buffer, framing) else { return false }
        complete(leaving: buffer)
      case .done: return true
      }
    }
  }

  /// Ends the answer with the connection.
  ///
  /// - Throws: Where the answer is not complete by that.
  package mutating func end(_ buffer: ByteBuffer) throws(MessageError) {
    switch state {
    case .start where buffer.isEmpty && interim.isEmpty && leadingBytes == 0:
      throw MessageError(.closedBeforeAnswer)
    case .start, .head: throw MessageError(.closedInHead(receivedBytes: buffer.count))
    case .body(.length(let total)):
      throw MessageError(.closedInBody(receivedBytes: bodyCount, of: total))
    case .body(.lengths(let least, _)):
      guard bodyCount >= least else {
        throw MessageError(.closedInBody(receivedBytes: bodyCount, of: least))
      }
    case .body(.chunked): try chunks?.end()
    case .body(.untilClose), .body(.forbidden), .body(.none), .done: break
    }
    isTrustworthy = false
    complete(leaving: buffer)
  }

  /// Whether the answer may be taken as complete should nothing more come for a moment.
  package var canEnd: Bool {
    switch state {
    case .body(.lengths(let least, _)): bodyCount >= least
    case .body(.forbidden): true
    default: false
    }
  }

  /// Bytes of the body so far, and how many there should be.
  package var progress: (received: Int, of: Int?)? {
    switch state {
    case .body(.length(let total)): (bodyCount, total)
    case .body(.lengths(_, let greatest)): (bodyCount, greatest)
    case .body: (chunks?.contentCount ?? bodyCount, nil)
    case .start, .head, .done: nil
    }
  }

  /// Takes the part of the body that has come and was not taken yet. `response` is without it then.
  package mutating func takeBody() -> [UInt8] {
    if let content = chunks?.takeContent() { return content }
    defer { body = [] }
    return body
  }

  /// The answer, once it is complete.
  package var response: HTTPResponse? {
    guard case .done = state, let head else { return nil }
    return HTTPResponse(
      status: head.status, reason: head.reason, headers: head.headers,
      body: chunks?.content ?? body, trailers: HeaderList(chunks?.trailers ?? []),
      issues: issues.issues)
  }

  private mutating func readStart(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    while let byte = buffer.front(1).first, byte == Octets.carriageReturn || byte == Octets.lineFeed
    {
      buffer.discard(1)
      leadingBytes += 1
      if leadingBytes > 64 { throw MessageError(.notHTTP("empty lines")) }
      issues.add(
        WireIssue("empty lines stand before the status line", rule: "RFC 9112, section 2.1"))
    }
    let front = buffer.front(5)
    guard let first = front.first else { return false }
    guard ResponseHead.canBegin(front) else {
      // A TLS record of type alert or handshake, version 3.x.
      if first == 0x15 || first == 0x16, front.dropFirst().first ?? 3 == 3 {
        throw MessageError(.secureAnswer)
      }
      if Self.isSettingsFrame(buffer.front(9)) { throw MessageError(.otherVersion("2")) }
      throw MessageError(.notHTTP(ShownBytes.quoted(buffer.front(61))))
    }
    guard front.count == 5 else { return false }
    state = .head
    return true
  }

  /// Whether the bytes are the head of the frame that each HTTP/2 server sends first: a length of
  /// settings, the type 4, no stream (RFC 9113, sections 4.1 and 6.5).
  private static func isSettingsFrame(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return bytes.count == 9 && bytes[0] == 0 && bytes[1] == 0 && bytes[2] % 6 == 0 && bytes[3] == 4
      && bytes[5...].allSatisfy { $0 == 0 }
  }

  private mutating func readHead(_ buffer: inout ByteBuffer) throws(MessageError) -> Bool {
    guard let count = scanner.end(in: buffer) else {
      guard buffer.count <= limits.headBytes else {
        throw MessageError(.headTooLong(limitBytes: limits.headBytes))
      }
      return false
    }
    guard count <= limits.headBytes else {
      throw MessageError(.headTooLong(limitBytes: limits.headBytes))
    }
    let head = try ResponseHead(buffer.bytes, buffer.start..<buffer.start + count)
    let bytes = Array(buffer.front(count))
    buffer.discard(count)
    issues.add(head.issues)
    let decision = try BodyFraming.response(head, to: method, limits: limits)
    issues.add(decision.issues)
    isTrustworthy = isTrustworthy && decision.isTrustworthy
    // 101 ends HTTP on this connection, so it is final (RFC 9110, section 15.2.2).
    if head.status < 200, head.status != 101 {
      interim.append(HTTPResponse(status: head.status, reason: head.reason, headers: head.headers))
      guard interim.count <= limits.interimResponses else {
        throw MessageError(.tooManyInterimResponses(limits.interimResponses))
      }
      scanner = HeadScanner()
      state = .start
      return true
    }
    if head.status == 101 {
      isTrustworthy = false
      issues.add(WireIssue("101 without a request to upgrade", rule: "RFC 9110, section 7.8"))
    }
    self.head = head
    headBytes = bytes
    framing = decision.framing
    if decision.framing == .chunked { chunks = ChunkedBody(offset: count, limits: limits) }
    state = .body(decision.framing)
    return true
  }

  /// True once the body is complete.
  private mutating func readBody(
    _ buffer: inout ByteBuffer, _ framing: BodyFraming
  ) throws(MessageError) -> Bool {
    switch framing {
    case .none: return true
    case .length(let total):
      take(total, &buffer)
      return bodyCount == total
    case .lengths(_, let greatest):
      take(greatest, &buffer)
      return bodyCount == greatest
    case .chunked: return try chunks?.read(&buffer) ?? true
    case .untilClose:
      guard bodyCount + buffer.count <= limits.bodyBytes else {
        throw MessageError(.bodyTooLong(announced: nil, limitBytes: limits.bodyBytes))
      }
      take(.max, &buffer)
      return false
    case .forbidden(let announced):
      strayBytes += buffer.count
      buffer.discard(buffer.count)
      return strayBytes >= min(announced, limits.bodyBytes)
    }
  }

  private mutating func take(_ total: Int, _ buffer: inout ByteBuffer) {
    let count = min(total - bodyCount, buffer.count)
    body.append(contentsOf: buffer.front(count))
    bodyCount += count
    buffer.discard(count)
  }

  /// Takes what has come as the whole answer: at its end, or where `canEnd` and nothing comes.
  package mutating func complete(leaving buffer: ByteBuffer) {
    guard let head else { return }
    state = .done
    if let chunks { issues.add(chunks.issues) }
    // Bytes after an answer to CONNECT are the tunnel's.
    let isTunnel = method == "CONNECT" && 200...299 ~= head.status
    strayBytes += isTunnel ? 0 : buffer.count
    if strayBytes > 0 { issues.add(strayIssue(head)) }
    let options = Octets.list(head.headers.values(of: "Connection"))
    let isAsked =
      head.version.isPersistent
      ? !options.contains("close") : options.contains("keep-alive") && head.version.major == 1
    keepsConnection = isTrustworthy && isAsked && strayBytes == 0
  }

  private func strayIssue(_ head: ResponseHead) -> WireIssue {
    if head.status == 204 {
      return WireIssue("an answer 204 has a body", rule: "RFC 9110, section 15.3.5")
    }
    if head.status == 304 {
      return WireIssue("an answer 304 has a body", rule: "RFC 9110, section 15.4.5")
    }
    if method == "HEAD" {
      return WireIssue("the answer to HEAD has a body", rule: "RFC 9110, section 9.3.2")
    }
    return WireIssue(
      "bytes follow the end of the answer", rule: "RFC 9112, section 6.3",
      offset: headBytes.count + bodyCount)
  }
}
