// SPDX-License-Identifier: Apache-2.0
// The way to an origin: name, socket, proxy, TLS.

/// Makes connections that a request can be sent on.
struct ClientConnector {
  let settings: ClientSettings
  let cancellation: Cancellation

  /// - Throws: Within the connect time-out or the deadline, whichever is first.
  func connect(
    to origin: Origin, deadline: Deadline
  ) throws(TransportError) -> Connection {
    let deadline = Deadline.earliest(deadline, Deadline(after: settings.connectTimeout))
    let plain: PlainStream
    if let proxy = settings.proxies?.proxy(for: origin) {
      plain = PlainStream(try socket(proxy.origin, deadline))
      if origin.scheme == .https { try openTunnel(plain, proxy, to: origin, deadline) }
    } else {
      plain = PlainStream(try socket(origin, deadline))
    }
    guard origin.scheme == .https else {
      return Connection(plain, cancellation: cancellation)
    }
    return try secure(plain, origin, deadline)
  }

  private func socket(_ origin: Origin, _ deadline: Deadline) throws(TransportError) -> Socket {
    let addresses = try Resolver(cancellation: cancellation).addresses(
      of: origin, until: deadline)
    return try Connector(cancellation: cancellation).connect(
      to: addresses, place: origin.hostAndPort, until: deadline)
  }

  private func secure(
    _ plain: PlainStream, _ origin: Origin, _ deadline: Deadline
  ) throws(TransportError) -> Connection {
    let place = origin.hostAndPort
    let connection: Connection
    do throws(TLSFault) {
      let stream = try settings.tls.context().stream(over: plain, host: origin.host)
      connection = Connection(stream, cancellation: cancellation)
    } catch {
      throw TransportError(.tls(place, error))
    }
    do throws(ConnectionFault) {
      try connection.handshake(until: deadline)
      return connection
    } catch {
      switch error {
      case .cancelled: throw TransportError(.cancelled)
      case .timedOut: throw TransportError(.timedOut(.securing(place), deadline.allowance))
      case .failed(.tls(let fault)): throw TransportError(.tls(place, fault))
      case .failed where error.isDisconnection: throw TransportError(.tls(place, .closed))
      case .failed(let fault): throw TransportError(fault)
      }
    }
  }

  /// Asks a proxy for a way to an origin (RFC 9110, section 9.3.6).
  private func openTunnel(
    _ plain: PlainStream, _ proxy: Proxy, to origin: Origin, _ deadline: Deadline
  ) throws(TransportError) {
    let place = origin.hostAndPort
    var request = HTTPRequest(method: "CONNECT", target: place)
    request.headers.append("Host", place)
    if let authorization = proxy.authorization {
      request.headers.append("Proxy-Authorization", authorization)
    }
    let answer: Answer
    do {
      answer = try Connection(plain, cancellation: cancellation).answer(
        to: Serializer.bytes(of: request, to: origin), method: "CONNECT",
        limits: settings.limits,
        deadlines: AnswerDeadlines(
          firstByte: deadline, complete: deadline, silence: deadline.allowance),
        slot: LargeAnswerSlot(nil, cancellation))
    } catch {
      if error.isCancellation { throw error }
      if case .timedOut(_, let limit) = error.reason {
        throw TransportError(.timedOut(.tunnel(place), limit))
      }
      throw TransportError(.proxy(place, error.isEndWithoutAnswer ? "it hung up" : "\(error)"))
    }
    guard 200...299 ~= answer.response.status else {
      let phrase = Status.reason(answer.response.status)
      throw TransportError(.proxy(place, "it answered \(answer.response.status) \(phrase)"))
    }
  }
}
