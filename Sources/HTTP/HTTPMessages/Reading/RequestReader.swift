// SPDX-License-Identifier: Apache-2.0
// A request in the reading: bytes in, a request out, and no socket.

/// Reads one request from bytes as they arrive.
package struct RequestReader: Sendable {
  private enum State {
    case start
    case body(BodyFraming)
    case done
  }

  package private(set) var head: RequestHead?
  private let limits: HTTPLimits
  private var state = State.start
  private var scanner = HeadScanner()
  private var body: [UInt8] = []
  private var chunks: ChunkedBody?
  private var leadingBytes = 0

  package init(limits: HTTPLimits = .standard) {
    self.limits = limits
  }
}

extension RequestReader {
  /// Reads what has come; true once the request is complete.
  package mutating func read(_ buffer: inout ByteBuffer) throws(RequestRefusal) -> Bool {
    while true {
      switch state {
      case .start:
        guard try readHead(&buffer) else { return false }
      case .body(let framing):
        guard try readBody(&buffer, framing) else { return false }
        state = .done
      case .done:
        return true
      }
    }
  }

  /// Whether the client waits to be told to go on (RFC 9110, section 10.1.1).
  package var expectsContinue: Bool {
    guard case .body = state, let head, head.version.isPersistent else { return false }
    return Octets.list(head.headers.values(of: "Expect")) == ["100-continue"]
  }

  /// Whether another request may follow on the connection.
  package var keepsConnection: Bool {
    guard case .done = state, let head else { return false }
    let options = Octets.list(head.headers.values(of: "Connection"))
    return head.version.isPersistent
      ? !options.contains("close") : options.contains("keep-alive")
  }

  /// The request, once it is complete.
  package var request: HTTPRequest? {
    guard case .done = state, let head else { return nil }
    return HTTPRequest(
      method: head.method, target: head.target, headers: head.headers,
      body: chunks?.content ?? body)
  }

  private mutating func readHead(_ buffer: inout ByteBuffer) throws(RequestRefusal) -> Bool {
    // Empty lines before a request are read over (RFC 9112, section 2.2), but not for ever.
    while leadingBytes < 64, buffer.front(2).elementsEqual("\r\n".utf8) {
      buffer.discard(2)
      leadingBytes += 2
    }
    guard leadingBytes > 0 || buffer.front(1).first != Octets.carriageReturn || buffer.count < 2
    else { throw RequestRefusal(400, "the request begins with CR") }
    if leadingBytes < 64, buffer.count == 1, buffer.front(1).first == Octets.carriageReturn {
      return false
    }
    guard let count = scanner.end(in: buffer) else {
      try checkBounds(buffer, buffer.count)
      return false
    }
    try checkBounds(buffer, count)
    let head = try RequestHead(buffer.bytes, buffer.start..<buffer.start + count)
    buffer.discard(count)
    self.head = head
    let framing = try BodyFraming.request(head, limits: limits)
    if head.headers["Expect"] != nil,
      Octets.list(head.headers.values(of: "Expect")) != ["100-continue"]
    {
      throw RequestRefusal(417, "no other expectation than 100-continue is met")
    }
    if framing == .chunked { chunks = ChunkedBody(offset: count, limits: limits) }
    state = .body(framing)
    return true
  }

  private func checkBounds(_ buffer: ByteBuffer, _ count: Int) throws(RequestRefusal) {
    guard count > RequestHead.requestLineLimitBytes else { return }
    let start = buffer.front(RequestHead.requestLineLimitBytes + 2)
    if !start.contains(Octets.lineFeed) {
      throw RequestRefusal(414, "the request line is too long")
    }
    if count > limits.headBytes {
      throw RequestRefusal(431, "the head of the request is too long")
    }
  }

  private mutating func readBody(
    _ buffer: inout ByteBuffer, _ framing: BodyFraming
  ) throws(RequestRefusal) -> Bool {
    switch framing {
    case .length(let total):
      let count = min(total - body.count, buffer.count)
      body.append(contentsOf: buffer.front(count))
      buffer.discard(count)
      return body.count == total
    case .chunked:
      return try readChunks(&buffer)
    case .none, .lengths, .untilClose, .forbidden:
      return true
    }
  }

  private mutating func readChunks(_ buffer: inout ByteBuffer) throws(RequestRefusal) -> Bool {
    do {
      guard try chunks?.read(&buffer) ?? true else { return false }
    } catch {
      if case .bodyTooLong = error.reason {
        throw RequestRefusal(413, "the body is longer than is read")
      }
      throw RequestRefusal(400, "the chunked body is broken")
    }
    if let issue = chunks?.issues.issues.first { throw RequestRefusal(400, issue.message) }
    return true
  }
}
