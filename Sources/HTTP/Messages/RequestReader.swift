// SPDX-License-Identifier: Apache-2.0
// Reads a request piece by piece from bytes, without input or output of its own.

/// Reads one request from bytes as they arrive.
package struct RequestReader: Sendable {
  private enum State {
    case start
    case body(BodyFraming)
    case done
  }

  package private(set) var head: RequestHead?
  /// The head as it came.
  private(set) var headBytes: [UInt8] = []
  private let limits: HTTPLimits
  private var state = State.start
  private var scanner = HeadScanner()
  private var body: [UInt8] = []
  /// How many bytes of the body have come, with those that were taken.
  private var bodyCount = 0
  private var chunks: ChunkedBody?
  private var leadingBytes = 0

  package init(limits: HTTPLimits = .standard) { self.limits = limits }

  /// Reads what has come; true once the request is complete.
  package mutating func read(_ buffer: inout ByteBuffer) throws(RequestError) -> Bool {
    while true {
      switch state {
      case .start: guard try readHead(&buffer) else { return false }
      case .body(let framing):
        guard try readBody(&buffer, framing) else { return false }
        state = .done
      case .done: return true
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
    return head.version.isPersistent ? !options.contains("close") : options.contains("keep-alive")
  }

  /// How the end of the body is found; nil before the head has come.
  private(set) var framing: BodyFraming?

  /// Takes the part of the body that has come and was not taken yet. `request` is without it then.
  package mutating func takeBody() -> [UInt8] {
    if let content = chunks?.takeContent() { return content }
    defer { body = [] }
    return body
  }

  /// The request, once it is complete.
  package var request: HTTPRequest? {
    guard case .done = state, let head else { return nil }
    return HTTPRequest(
      method: head.method, target: head.target, headers: head.headers,
      body: chunks?.content ?? body)
  }

  private mutating func readHead(_ buffer: inout ByteBuffer) throws(RequestError) -> Bool {
    // Empty lines before a request are read over (RFC 9112, section 2.2), but not for ever.
    while leadingBytes < 64, buffer.front(2).elementsEqual("\r\n".utf8) {
      buffer.discard(2)
      leadingBytes += 2
    }
    guard leadingBytes > 0 || buffer.front(1).first != Octets.carriageReturn || buffer.count < 2
    else { throw RequestError(400, "the request begins with CR") }
    if leadingBytes < 64, buffer.count == 1, buffer.front(1).first == Octets.carriageReturn {
      return false
    }
    guard let count = scanner.end(in: buffer) else {
      try checkBounds(buffer, buffer.count)
      return false
    }
    try checkBounds(buffer, count)
    let head = try RequestHead(buffer.bytes, buffer.start..<buffer.start + count)
    headBytes = Array(buffer.front(count))
    buffer.discard(count)
    self.head = head
    let framing = try BodyFraming.request(head, limits: limits)
    self.framing = framing
    if head.headers["Expect"] != nil,
      Octets.list(head.headers.values(of: "Expect")) != ["100-continue"]
    {
      throw RequestError(417, "no other expectation than 100-continue is met")
    }
    if framing == .chunked { chunks = ChunkedBody(offset: count, limits: limits) }
    state = .body(framing)
    return true
  }

  private func checkBounds(_ buffer: ByteBuffer, _ count: Int) throws(RequestError) {
    guard count > RequestHead.requestLineLimitBytes else { return }
    let start = buffer.front(RequestHead.requestLineLimitBytes + 2)
    if !start.contains(Octets.lineFeed) {
      throw RequestError(414, "the request line is too long")
    }
    if count > limits.headBytes { throw RequestError(431, "the head of the request is too long") }
  }

  private mutating func readBody(
    _ buffer: inout ByteBuffer, _ framing: BodyFraming
  ) throws(RequestError) -> Bool {
    switch framing {
    case .length(let total):
      let count = min(total - bodyCount, buffer.count)
      body.append(contentsOf: buffer.front(count))
      bodyCount += count
      buffer.discard(count)
      return bodyCount == total
    case .chunked: return try readChunks(&buffer)
    case .none, .lengths, .untilClose, .forbidden: return true
    }
  }

  private mutating func readChunks(_ buffer: inout ByteBuffer) throws(RequestError) -> Bool {
    do {
      guard try chunks?.read(&buffer) ?? true else { return false }
    } catch {
      if case .bodyTooLong = error.reason {
        throw RequestError(413, "the body is longer than is read")
      }
      throw RequestError(400, "the chunked body is broken")
    }
    if let issue = chunks?.issues.issues.first { throw RequestError(400, issue.message) }
    return true
  }
}

/// Why a server refuses a request: the status it answers, and a sentence.
package struct RequestError: Error, Sendable, Equatable {
  /// 400 to 599.
  package let status: Int
  package let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// The head of a request.
package struct RequestHead: Sendable, Equatable {
  package let method: String
  /// In origin form or `*`: an absolute target loses its origin.
  package let target: String
  package let version: HTTPVersion
  package let headers: HeaderList
}

extension RequestHead {
  /// The longest request line; a longer one is answered 414.
  package static let requestLineLimitBytes = 16 * 1024

  /// Reads a head, from the request line to the empty line (RFC 9112, sections 3 and 5).
  ///
  /// A request is held to the grammar: a deviation that a lenient server reads over can mean
  /// another request to the next one.
  package init(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestError) {
    var lines = Lines(bytes, range)
    guard let line = lines.next(), line.hasCarriageReturn else {
      throw RequestError(400, "the request line does not end in CRLF")
    }
    guard line.content.count <= Self.requestLineLimitBytes else {
      throw RequestError(414, "the request line is too long")
    }
    let parts = bytes[line.content].split(separator: Octets.blank, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw RequestError(400, "the request line is not a method, a target and a version")
    }
    guard !parts[0].isEmpty, parts[0].allSatisfy({ Octets.isToken($0) }) else {
      throw RequestError(400, "the method is not a token")
    }
    version = try Self.version(parts[2])
    method = String(decoding: parts[0], as: UTF8.self)
    target = try Self.target(parts[1], method: method)
    let fields = FieldLines(bytes, line.end..<range.upperBound, base: range.lowerBound)
    if let issue = fields.issues.issues.first { throw RequestError(400, issue.message) }
    headers = HeaderList(fields.list)
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || hosts.isEmpty && !version.isPersistent else {
      throw RequestError(400, "a request has exactly one Host field")
    }
  }

  private static func version(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> HTTPVersion {
    let text = Array(bytes)
    guard text.count == 8, text.starts(with: "HTTP/".utf8), Octets.isDigit(text[5]),
      text[6] == UInt8(ascii: "."), Octets.isDigit(text[7])
    else { throw RequestError(400, "the request line does not end in a version of HTTP") }
    let version = HTTPVersion(major: Int(text[5]) - 0x30, minor: Int(text[7]) - 0x30)
    guard version.major == 1 else {
      throw RequestError(505, "only HTTP/1.0 and HTTP/1.1 are spoken here")
    }
    return version
  }

  private static func target(
    _ bytes: ArraySlice<UInt8>, method: String
  ) throws(RequestError) -> String {
    guard !bytes.isEmpty, bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
    else { throw RequestError(400, "the request target has a character that is not allowed") }
    if method == "CONNECT" { throw RequestError(501, "this is not a proxy") }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.first == UInt8(ascii: "/") || text == "*" && method == "OPTIONS" { return text }
    guard let url = URLReference(text), let target = url.webTarget else {
      throw RequestError(400, "the request target is neither a path nor a URL")
    }
    return target
  }
}

extension BodyFraming {
  /// The framing of a request's body (RFC 9112, section 6.3): none, a length or chunked.
  package static func request(
    _ head: RequestHead, limits: HTTPLimits
  ) throws(RequestError) -> BodyFraming {
    let codings = Octets.list(head.headers.values(of: "Transfer-Encoding"))
    let lengths = head.headers.values(of: "Content-Length")
    if head.headers["Transfer-Encoding"] != nil {
      guard lengths.isEmpty else {
        throw RequestError(400, "a request has either Content-Length or Transfer-Encoding")
      }
      guard head.version.isPersistent, codings.last == "chunked" else {
        throw RequestError(400, "the transfer coding does not say where the body ends")
      }
      guard codings == ["chunked"] else {
        throw RequestError(501, "no other transfer coding than chunked is read")
      }
      return .chunked
    }
    guard let first = lengths.first else { return .none }
    guard lengths.allSatisfy({ $0 == first }), let length = number(first) else {
      throw RequestError(400, "Content-Length is not one number")
    }
    guard length <= limits.bodyBytes else {
      throw RequestError(413, "a body of \(first) bytes is more than is read")
    }
    return length == 0 ? .none : .length(length)
  }
}
