// SPDX-License-Identifier: Apache-2.0
// The connection of an application whose requests are passed on.

/// Passes on the requests of one connection, on one thread, until either side ends it.
struct ProxyConnection {
  private let server: ServerConnection
  private let proxy: ReverseProxy
  /// The answer to a request that is not passed on.
  private let refusal: (HTTPRequest) -> HTTPResponse?
  /// The connection to the service that is kept, and since when.
  private var kept: (connection: Connection, since: ContinuousClock.Instant)?

  /// A service that closes a kept connection does so after five seconds or more. After less, one is
  /// used for a request that can't be sent again.
  private static let freshness = Duration.seconds(4)

  init(
    _ server: ServerConnection, _ proxy: ReverseProxy,
    refusal: @escaping (HTTPRequest) -> HTTPResponse?
  ) {
    self.server = server
    self.proxy = proxy
    self.refusal = refusal
  }
}

extension ProxyConnection {
  mutating func serve() { while serveOne() {} }

  /// Passes on one request; true where another may follow.
  private mutating func serveOne() -> Bool {
    let reader: RequestReader
    do throws(ServerConnection.NoRequest) {
      reader = try server.read(isHeadEnough: true)
    } catch {
      if case .refused(let refusal) = error { server.refuse(refusal) }
      return false
    }
    guard let head = reader.head else { return false }
    let request = HTTPRequest(method: head.method, target: head.target, headers: head.headers)
    if let refusal = refusal(request) { return answer(refusal, reader) }
    proxy.admission()
    let start = ContinuousClock.now
    var relay = Relay(server, proxy, reader, head)
    let end = pass(&relay, head)
    defer { relay.release() }
    proxy.observer(relay.exchange(head, fault: end?.fault, start.duration(to: .now)))
    switch end {
    case nil:
      if relay.upstreamKeepsConnection { kept = relay.upstream.map { ($0, .now) } }
      if !relay.clientKeepsConnection { server.linger() }
      return relay.clientKeepsConnection
    case .refused(let error) where !relay.hasBegunAnswer: server.refuse(error)
    case .failed(let error) where !relay.hasBegunAnswer && !error.isCancellation:
      let status = error.isTimeout ? 504 : 502
      let response = HTTPResponse(
        status: status, reason: Status.reason(status),
        headers: HeaderList(["Content-Type": "text/plain; charset=utf-8"]),
        body: Array("The service gave no answer to pass on: \(error)\n".utf8))
      return answer(response, relay.request)
    case .failed: relay.endCut()
    case .refused, .clientGone: System.resetOnClose(server.connection.stream.descriptor)
    }
    return false
  }

  /// Answers a request by itself; true where another may follow.
  private func answer(_ response: HTTPResponse, _ reader: RequestReader) -> Bool {
    var response = response
    // The rest of the request may still come.
    if reader.request == nil { response.headers.set("Connection", "close") }
    return server.answer(ServerAnswer(response), to: reader)
  }

  /// Passes a request on and its answer back.
  ///
  /// - Returns: Why it came to no good end; nil where it did.
  private mutating func pass(_ relay: inout Relay, _ head: RequestHead) -> Relay.End? {
    let deadline = Deadline(after: .seconds(86_400))
    let connector = ClientConnector(
      settings: proxy.settings, cancellation: server.connection.cancellation)
    let canRepeat = head.isIdempotent && relay.request.framing == BodyFraming.none
    do throws(TransportError) {
      if let upstream = takeKept(orFreshOnly: !canRepeat) {
        let end = relay.run(to: upstream)
        // The service has closed it in the moment in which the request was on its way.
        guard canRepeat, case .failed(let error) = end, error.isEndWithoutAnswer,
          !relay.hasBegunAnswer
        else { return end }
      }
      return relay.run(to: try connector.connect(to: proxy.base.origin, deadline: deadline))
    } catch {
      return .failed(error)
    }
  }

  /// The kept connection, unless it shows at once that it can't be used.
  private mutating func takeKept(orFreshOnly: Bool) -> Connection? {
    defer { kept = nil }
    guard let kept, !orFreshOnly || kept.since.duration(to: .now) < Self.freshness else {
      return nil
    }
    switch kept.connection.receiveNow() {
    case .waitForReading, .waitForWriting: return kept.connection
    case .moved, .ended, .failed: return nil
    }
  }
}
