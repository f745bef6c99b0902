// SPDX-License-Identifier: Apache-2.0
// Moves one request and its answer between two connections, both ways at once.

import Text

/// Moves one request and its answer between two connections, as they come and as they are taken. It
/// holds a few pieces of each, and what is kept of the bodies.
struct Relay {
  /// Why an exchange came to no good end.
  enum End {
    /// The application went away, or takes or sends nothing.
    case clientGone(String)
    /// The application's body can't be read.
    case refused(RequestError)
    /// The service gave no answer, or not all of it.
    case failed(TransportError)
  }

  /// So much is taken from one side before the other has to take some.
  private static let aheadBytes = 64 * 1024

  private let client: Connection
  private let limits: ServerLimits
  private let proxy: ReverseProxy
  private let isPersistent: Bool
  private(set) var upstream: Connection?
  private(set) var request: RequestReader
  private var answer: ResponseReader
  private var requestBody: KeptBody
  private var answerBody: KeptBody
  private var toUpstream = ByteBuffer()
  private var toClient = ByteBuffer()
  private var isRequestRead = false
  private var isAnswerRead = false
  /// Whether the service takes no more of the request.
  private var isUpstreamDeaf = false
  private var isChunkedToClient = false
  private var interimCount = 0
  /// Whether a part of the final answer is on its way to the application.
  private(set) var hasBegunAnswer = false
  private var keepsClient = false
  private var keepsUpstream = false
  /// What each side has to be ready for, so that the relay can go on.
  private var clientEvents = Int16(0)
  private var upstreamEvents = Int16(0)

  init(
    _ server: ServerConnection, _ proxy: ReverseProxy, _ request: RequestReader, _ head: RequestHead
  ) {
    client = server.connection
    limits = server.limits
    self.proxy = proxy
    self.request = request
    isPersistent = head.version.isPersistent
    answer = ResponseReader(method: head.method, limits: proxy.settings.limits)
    requestBody = KeptBody(proxy.room)
    answerBody = KeptBody(proxy.room)
    if request.framing != BodyFraming.none { requestBody.giveUpCoded(head.headers) }
  }
}

extension Relay.End {
  /// What is told of the exchange.
  var fault: String {
    switch self {
    case .clientGone(let what): what
    case .refused(let error): "the request can't be read: \(error.message)"
    case .failed(let error): "\(error)"
    }
  }
}

extension Relay {
  /// Whether another request may follow on the connection of the application.
  var clientKeepsConnection: Bool { keepsClient && isRequestRead }

  /// Whether another request may follow on the connection to the service.
  var upstreamKeepsConnection: Bool { keepsUpstream && isRequestRead && !isUpstreamDeaf }

  /// Makes room for what others keep.
  mutating func release() {
    requestBody.release()
    answerBody.release()
  }

  /// Moves everything; blocks until then.
  ///
  /// - Parameter connection: To the service. A request without a body can be tried on several.
  /// - Returns: nil once the answer is with the application.
  mutating func run(to connection: Connection) -> End? {
    guard let head = request.head else { return nil }
    System.sendWithoutDelay(connection.stream.descriptor)
    upstream = connection
    isUpstreamDeaf = false
    toUpstream = ByteBuffer(proxy.head(of: request, head))
    var lastMove = ContinuousClock.now
    do throws(Fault) {
      while true {
        (clientEvents, upstreamEvents) = (0, 0)
        var hasMoved = try readClient()
        hasMoved = try writeUpstream(connection) || hasMoved
        hasMoved = try readUpstream(connection) || hasMoved
        hasMoved = try writeClient() || hasMoved
        if isAnswerRead, toClient.isEmpty { return nil }
        if hasMoved {
          lastMove = .now
        } else {
          try wait(connection, since: lastMove)
        }
      }
    } catch {
      return error.end
    }
  }

  private struct Fault: Error {
    let end: End

    static func client(_ what: String) -> Fault { Fault(end: .clientGone(what)) }
    static func service(_ reason: TransportError.Reason) -> Fault {
      Fault(end: .failed(TransportError(reason)))
    }
    static let clientEnded = client("the application ended the connection before the answer's end")
  }

  /// Takes what the application has sent; true where there was something.
  private mutating func readClient() throws(Fault) -> Bool {
    guard !isRequestRead, toUpstream.count < Self.aheadBytes else { return false }
    do throws(RequestError) {
      isRequestRead = try request.read(&client.buffer)
    } catch {
      throw Fault(end: .refused(error))
    }
    let piece = request.takeBody()
    requestBody.add(piece)
    if !isUpstreamDeaf {
      toUpstream.appendBody(piece, isChunked: request.framing == .chunked, isRequestRead)
    }
    if isRequestRead || !piece.isEmpty { return true }
    switch client.receiveNow() {
    case .moved: return true
    case .ended: throw .clientEnded
    case .failed: throw .clientEnded
    case .waitForReading: clientEvents |= System.readable
    case .waitForWriting: clientEvents |= System.writable
    }
    return false
  }

  /// Sends the request on; true where something of it went.
  private mutating func writeUpstream(_ upstream: Connection) throws(Fault) -> Bool {
    guard !toUpstream.isEmpty else { return false }
    switch upstream.sendNow(toUpstream) {
    case .moved(let count):
      toUpstream.discard(count)
      return true
    case .waitForReading: upstreamEvents |= System.readable
    case .waitForWriting: upstreamEvents |= System.writable
    case .failed(.tls(let fault)): throw .service(.tlsDuringExchange(fault))
    case .ended, .failed:
      // An answer may have come all the same: 413, and the connection closed.
      isUpstreamDeaf = true
      toUpstream = ByteBuffer()
      return true
    }
    return false
  }

  /// Takes what the service has sent; true where there was something.
  private mutating func readUpstream(_ upstream: Connection) throws(Fault) -> Bool {
    guard !isAnswerRead, toClient.count < Self.aheadBytes else { return false }
    do throws(MessageError) {
      isAnswerRead = try answer.read(&upstream.buffer)
    } catch {
      throw .service(.unreadable(error))
    }
    if try takeAnswer() { return true }
    switch upstream.receiveNow() {
    case .moved: return true
    case .ended:
      do throws(MessageError) {
        try answer.end(upstream.buffer)
      } catch {
        throw .service(isUpstreamDeaf && !hasBegunAnswer ? .closedWhileSending : .unreadable(error))
      }
      isAnswerRead = true
      _ = try takeAnswer()
      return true
    case .failed(.tls(let fault)): throw .service(.tlsDuringExchange(fault))
    case .failed(.system(let error)) where !System.isDisconnection(error):
      throw .service(.system(System.text(of: error)))
    case .failed:
      throw .service(.reset(progress(upstream)))
    case .waitForReading: upstreamEvents |= System.readable
    case .waitForWriting: upstreamEvents |= System.writable
    }
    return false
  }

  private func progress(_ upstream: Connection) -> TransportError.Progress {
    if let body = answer.progress { return .body(receivedBytes: body.received, of: body.of) }
    return upstream.buffer.isEmpty ? .nothing : .head(receivedBytes: upstream.buffer.count)
  }

  /// Passes on what was read of the answer; true where there was something.
  private mutating func takeAnswer() throws(Fault) -> Bool {
    var hasMoved = isAnswerRead
    while interimCount < answer.interim.count {
      let interim = answer.interim[interimCount]
      interimCount += 1
      hasMoved = true
      // HTTP/1.0 has no interim answers (RFC 9110, section 15.2).
      if isPersistent, interim.issues.isEmpty {
        toClient.append(Serializer.bytes(of: interim, to: ""))
      }
    }
    guard let head = answer.head else { return hasMoved }
    if !hasBegunAnswer {
      try begin(head)
      hasMoved = true
    }
    let piece = answer.takeBody()
    answerBody.add(piece)
    toClient.appendBody(piece, isChunked: isChunkedToClient, isAnswerRead)
    if isAnswerRead { keepsUpstream = keepsUpstream && answer.keepsConnection }
    return hasMoved || !piece.isEmpty
  }

  /// Passes the head of the final answer on.
  private mutating func begin(_ head: ResponseHead) throws(Fault) {
    if let reason = ambiguity(of: head) {
      throw .service(.unreadable(MessageError(.ambiguous(reason))))
    }
    if proxy.base.origin.scheme == .http, head.status == 407,
      proxy.settings.proxies?.proxy(for: proxy.base.origin) != nil
    {
      throw .service(.proxy(proxy.base.origin.hostAndPort, "it answered 407 \(Status.reason(407))"))
    }
    (keepsUpstream, keepsClient) = (true, isRequestRead && request.keepsConnection)
    var passed = PassedHead("HTTP/1.1 \(head.status) \(head.reason)", head.headers)
    switch answer.framing {
    case .length(let count): passed.set("Content-Length", "\(count)")
    case .chunked, .untilClose:
      passed.set("Content-Length", nil)
      if isPersistent {
        isChunkedToClient = true
        passed.set("Transfer-Encoding", "chunked")
      } else {
        keepsClient = false
      }
    case .forbidden:
      // Where the body would end is open, and the application does not expect one.
      (isAnswerRead, keepsUpstream, keepsClient) = (true, false, false)
    case .lengths, .none?, nil: break
    }
    if !keepsClient {
      passed.set("Connection", "close")
    } else if !isPersistent {
      passed.set("Connection", "keep-alive")
    }
    passed.add(answer.headBytes)
    toClient.append(passed.bytes)
    hasBegunAnswer = true
    if answer.framing != BodyFraming.none { answerBody.giveUpCoded(head.headers) }
  }

  /// Why two readers of an answer could find different ends of it; nil where they can't.
  private func ambiguity(of head: ResponseHead) -> String? {
    let codings = Octets.list(head.headers.values(of: "Transfer-Encoding"))
    if head.status == 101 { return "it changes to another protocol, which was not asked for" }
    if case .lengths = answer.framing { return "it has several lengths" }
    guard head.headers["Transfer-Encoding"] != nil else { return nil }
    if head.headers["Content-Length"] != nil {
      return "it has both Content-Length and Transfer-Encoding"
    }
    if codings != ["chunked"] || !head.version.isPersistent {
      return "it has a transfer coding that was not asked for"
    }
    return nil
  }

  /// Sends the answer on; true where something of it went.
  private mutating func writeClient() throws(Fault) -> Bool {
    guard !toClient.isEmpty else { return false }
    switch client.sendNow(toClient) {
    case .moved(let count):
      toClient.discard(count)
      return true
    case .waitForReading: clientEvents |= System.readable
    case .waitForWriting: clientEvents |= System.writable
    case .ended, .failed: throw .clientEnded
    }
    return false
  }

  /// Sends what has come of an answer that is cut; blocks until then. A reset then tells an
  /// application of HTTP/1.0 that it is cut, where neither length nor chunks do.
  mutating func endCut() {
    let rest = Array(toClient.bytes[toClient.start...])
    try? client.send(rest, until: Deadline(after: limits.sendTimeout))
    if !isPersistent { System.resetOnClose(client.stream.descriptor) }
  }

  /// Blocks until a side can move something.
  ///
  /// - Parameter lastMove: When a side did last.
  private mutating func wait(
    _ upstream: Connection, since lastMove: ContinuousClock.Instant
  ) throws(Fault) {
    let awaitsClient =
      !toClient.isEmpty || !isRequestRead && toUpstream.isEmpty && !hasBegunAnswer
    let limit =
      awaitsClient
      ? (toClient.isEmpty ? limits.bodyTimeout : limits.sendTimeout)
      : proxy.settings.responseTimeout
    let deadline = Deadline(after: limit - lastMove.duration(to: .now))
    let cancellation = client.cancellation
    if cancellation.isCancelled { throw .service(.cancelled) }
    let ready = System.wait(
      (client.stream.descriptor, clientEvents),
      (upstreamEvents == 0 ? -1 : upstream.stream.descriptor, upstreamEvents),
      cancellation.descriptor, milliseconds: cancellation.milliseconds(until: deadline))
    if cancellation.isCancelled { throw .service(.cancelled) }
    if ready.client & System.broken != 0, clientEvents == 0 {
      // What it has sent before can't change that it is gone.
      switch client.receiveNow() {
      case .failed, .ended: throw .clientEnded
      case .moved, .waitForReading, .waitForWriting: break
      }
    }
    guard ready.client == 0, ready.upstream == 0, deadline.isPast else { return }
    if awaitsClient {
      throw .client("the application took or sent nothing for \(DurationText.text(limit))")
    }
    throw .service(
      hasBegunAnswer ? .fellSilent(progress(upstream), limit) : .timedOut(.waiting, limit))
  }
}

extension Relay {
  /// The exchange as it is told.
  ///
  /// - Parameter fault: Why it came to no good end; nil where it did.
  mutating func exchange(
    _ head: RequestHead, fault: String?, _ duration: Duration
  ) -> ProxiedExchange {
    if !isRequestRead, request.request != nil {
      requestBody.add(request.takeBody())
      isRequestRead = true
    }
    let end = fault ?? "the answer came before the whole request was sent"
    var answer: ProxiedExchange.Answer?
    if hasBegunAnswer, let head = self.answer.head {
      answer = ProxiedExchange.Answer(
        status: head.status, reason: head.reason, headers: head.headers,
        body: isAnswerRead && fault == nil ? answerBody.result : .missing(because: end))
    }
    return ProxiedExchange(
      request: ProxiedExchange.Request(
        method: head.method, target: head.target, headers: head.headers,
        body: isRequestRead ? requestBody.result : .missing(because: end)),
      answer: answer, fault: fault, duration: duration)
  }
}

extension ByteBuffer {
  /// Adds a piece of a body.
  fileprivate mutating func appendBody(_ piece: [UInt8], isChunked: Bool, _ isLast: Bool) {
    guard isChunked else { return append(piece) }
    if !piece.isEmpty {
      append("\(String(piece.count, radix: 16))\r\n".utf8)
      append(piece)
      append("\r\n".utf8)
    }
    if isLast { append("0\r\n\r\n".utf8) }
  }
}
