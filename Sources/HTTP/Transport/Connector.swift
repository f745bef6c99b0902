// SPDX-License-Identifier: Apache-2.0
// The way to an origin: name, addresses, socket, proxy, TLS.

/// Makes connections that a request can be sent on.
struct ClientConnector {
  let settings: ClientSettings
  let cancellation: Cancellation

  /// - Throws: Within the connect time-out or the deadline, whichever is first.
  func connect(to origin: Origin, deadline: Deadline) throws(TransportError) -> Connection {
    let deadline = Deadline.earliest(deadline, Deadline(after: settings.connectTimeout))
    let plain: PlainStream
    if let proxy = settings.proxies?.proxy(for: origin) {
      plain = PlainStream(try socket(proxy.origin, deadline))
      if origin.scheme == .https { try openTunnel(plain, proxy, to: origin, deadline) }
    } else {
      plain = PlainStream(try socket(origin, deadline))
    }
    guard origin.scheme == .https else { return Connection(plain, cancellation: cancellation) }
    return try secure(plain, origin, deadline)
  }

  private func socket(_ origin: Origin, _ deadline: Deadline) throws(TransportError) -> Socket {
    let addresses = try Resolver(cancellation: cancellation).addresses(of: origin, until: deadline)
    return try Connector(cancellation: cancellation).connect(
      to: addresses, place: origin.hostAndPort, until: deadline)
  }

  private func secure(
    _ plain: PlainStream, _ origin: Origin, _ deadline: Deadline
  ) throws(TransportError) -> Connection {
    let place = origin.hostAndPort
    let connection: Connection
    do throws(TLSError) {
      let stream = try settings.tls.context().stream(over: plain, host: origin.host)
      connection = Connection(stream, cancellation: cancellation)
    } catch {
      // It may be the files of the certificates that could not be opened.
      if let error = System.shortage { throw TransportError(.shortage(System.text(of: error))) }
      throw TransportError(.tls(place, error))
    }
    do throws(ConnectionError) {
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
        to: Serializer.bytes(of: request, to: origin), method: "CONNECT", limits: settings.limits,
        deadlines: AnswerDeadlines(
          firstByte: deadline, complete: deadline, silence: deadline.allowance),
        bodies: ClientBodies(nil, cancellation))
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

/// Connects to the first of several addresses that answers.
///
/// The next address is tried when one fails, or after a quarter of a second without an answer,
/// beside those under way (RFC 8305, section 5).
struct Connector {
  let cancellation: Cancellation
  private static let headStart = Duration.milliseconds(250)

  /// - Parameter place: Host and port, for messages.
  func connect(
    to addresses: [SocketAddress], place: String, until deadline: Deadline
  ) throws(TransportError) -> Socket {
    var waiting = addresses[...]
    var attempts: [Socket] = []
    var errors: [Int32] = []
    var next = Deadline(after: .zero)
    while true {
      if next.isPast || attempts.isEmpty, let address = waiting.popFirst() {
        switch start(address) {
        case .success(let (socket, isConnected)):
          if isConnected { return socket }
          attempts.append(socket)
          next = Deadline(after: Self.headStart)
        case .failure(let failure): errors.append(failure.number)
        }
      }
      if attempts.isEmpty {
        if !waiting.isEmpty { continue }
        throw failure(errors, place: place)
      }
      switch try wait(attempts, place, waiting.isEmpty ? deadline : .earliest(next, deadline)) {
      case .connected(let socket): return socket
      case .failed(let index, let error):
        attempts.remove(at: index)
        errors.append(error)
        next = Deadline(after: .zero)
      case .nothing:
        if deadline.isPast {
          throw TransportError(.timedOut(.connecting(place), deadline.allowance))
        }
      }
    }
  }

  private struct StartError: Error {
    let number: Int32
  }

  private enum Event {
    case connected(Socket)
    case failed(at: Int, Int32)
    case nothing
  }

  private func start(
    _ address: SocketAddress
  ) -> Result<(socket: Socket, isConnected: Bool), StartError> {
    let descriptor = System.openSocket(family: address.family)
    guard descriptor >= 0 else { return .failure(StartError(number: System.lastError)) }
    let socket = Socket(descriptor)
    System.sendWithoutDelay(descriptor)
    if System.startConnecting(descriptor, to: address) == 0 { return .success((socket, true)) }
    let error = System.lastError
    guard error == System.isInProgress else { return .failure(StartError(number: error)) }
    return .success((socket, false))
  }

  private func wait(
    _ attempts: [Socket], _ place: String, _ deadline: Deadline
  ) throws(TransportError) -> Event {
    let descriptors = attempts.map(\.descriptor)
    let ready = System.wait(
      writing: descriptors, reading: cancellation.descriptor,
      milliseconds: cancellation.milliseconds(until: deadline))
    if cancellation.isCancelled { throw TransportError(.cancelled) }
    guard let index = ready else { return .nothing }
    let error = System.pendingError(attempts[index].descriptor)
    return error == 0 ? .connected(attempts[index]) : .failed(at: index, error)
  }

  private func failure(_ errors: [Int32], place: String) -> TransportError {
    guard let first = errors.first else {
      return TransportError(.noConnection(place, "there is no address"))
    }
    if let shortage = errors.first(where: System.isShortage) {
      return TransportError(.shortage(System.text(of: shortage)))
    }
    return errors.allSatisfy { $0 == System.refused }
      ? TransportError(.refused(place))
      : TransportError(.noConnection(place, System.text(of: first)))
  }
}
