// SPDX-License-Identifier: Apache-2.0
// One exchange after the other, on connections that stay open.

/// A client of HTTP/1.1. It belongs to one thread; what may be shared is its cancellation.
///
/// It follows no redirect, keeps no cookie and asks for no coding. To what the caller gives it
/// adds `Host`, and `Content-Length` where there is a body or the method expects one.
package final class HTTPClient {
  private let settings: ClientSettings
  private let cancellation: Cancellation
  private var pool = ConnectionPool()
  private let bodies: ClientBodies

  /// - Parameter cancellation: Ends every exchange of the client at once; may be shared by many.
  package init(
    settings: ClientSettings = ClientSettings(), cancellation: Cancellation = Cancellation()
  ) {
    self.settings = settings
    self.cancellation = cancellation
    bodies = ClientBodies(settings.bodies, cancellation)
  }

  /// Sends a request and reads its answer; blocks until then, or until the deadline.
  ///
  /// A request on a kept connection that turns out closed before a byte of the answer came is
  /// sent once more on a new one, with any method, and the exchange notes it. Nothing else is
  /// sent twice.
  package func exchange(
    _ request: HTTPRequest, with origin: Origin, deadline: Deadline
  ) throws(TransportError) -> HTTPExchange {
    try RequestCheck.check(request)
    bodies.begin()
    if let transport = settings.bufferedTransport(with: origin) {
      return try transport.exchange(
        request, with: origin, deadline: deadline, settings: settings, cancellation: cancellation)
    }
    var run = Run(request: request, origin: origin, deadline: deadline)
    if let kept = takeKept(origin, &run.notes) {
      do {
        return try finish(run, on: kept)
      } catch {
        guard error.isEndWithoutAnswer else { throw error }
        run.notes.append(Self.closedNote)
      }
    }
    let connector = ClientConnector(settings: settings, cancellation: cancellation)
    return try finish(run, on: connector.connect(to: origin, deadline: deadline))
  }

  /// Closes the connections that are kept.
  package func close() { pool.removeAll() }

  /// Makes room for the large answers of other clients: see `ClientSettings.bodies`. Call it when no
  /// body of an earlier answer is in use.
  package func releaseBodies() { bodies.release() }

  /// How long the last answer waited because other clients had large ones.
  package var waited: Duration { bodies.waited }

  private struct Run {
    let request: HTTPRequest
    let origin: Origin
    let deadline: Deadline
    let start = ContinuousClock.now
    var notes: [String] = []
  }

  private static let closedNote =
    "the kept connection had been closed by the service; the request was sent again on a new one"

  /// The kept connection, unless it shows at once that it can't be used.
  private func takeKept(_ origin: Origin, _ notes: inout [String]) -> Connection? {
    guard let kept = pool.take(origin) else { return nil }
    switch kept.receiveNow() {
    case .waitForReading, .waitForWriting: return kept
    case .moved:
      notes.append(
        "the service sent bytes on the kept connection that no request had asked for; "
          + "a new connection was opened")
    case .ended, .failed: notes.append(Self.closedNote)
    }
    return nil
  }

  private func finish(
    _ run: Run, on connection: Connection
  ) throws(TransportError) -> HTTPExchange {
    connection.eagerness = settings.eagerness
    // By way of a tunnel the request goes to the origin itself.
    let proxy = run.origin.scheme == .http ? settings.proxies?.proxy(for: run.origin) : nil
    let request = proxy?.forwarded(run.request, to: run.origin) ?? run.request
    let answer = try connection.answer(
      to: Serializer.bytes(of: request, to: run.origin), method: run.request.method,
      limits: settings.limits,
      deadlines: AnswerDeadlines(
        firstByte: .earliest(run.deadline, Deadline(after: settings.responseTimeout)),
        complete: run.deadline, silence: settings.responseTimeout),
      bodies: bodies)
    // Only a proxy may say this (RFC 9110, section 15.5.8).
    if proxy != nil, answer.response.status == 407 {
      throw TransportError(.proxy(run.origin.hostAndPort, "it answered 407 \(Status.reason(407))"))
    }
    var notes = run.notes
    for interim in answer.interim { notes.append("an interim answer came: \(interim.status)") }
    if answer.isEarly { notes.append("the service answered before the whole request was sent") }
    if answer.keepsConnection, !RequestCheck.asksToClose(run.request) {
      pool.keep(connection, for: run.origin)
    }
    return HTTPExchange(
      response: answer.response, notes: notes,
      duration: run.start.duration(to: .now) - bodies.waited)
  }
}

/// Time-outs, trust, proxies and limits of a client.
package struct ClientSettings: Sendable {
  /// For the way to a connection that can be written to: name, connection, proxy and TLS.
  package var connectTimeout: Duration
  /// From the request to the first byte of the answer, and from each byte to the next.
  package var responseTimeout: Duration
  package var tls: TLSSettings
  /// nil for none.
  package var proxies: ProxySettings?
  package var limits: HTTPLimits
  /// The limit on large bodies, where clients share one; nil for no limit.
  package var bodies: BodiesInFlight?
  /// How long to busy-poll for an answer before blocking. Waking a thread takes as long as a nearby
  /// service takes to answer; polling is worth it only where the processor has nothing else to do.
  package var eagerness: Duration

  package init(
    connectTimeout: Duration = .seconds(10), responseTimeout: Duration = .seconds(30),
    tls: TLSSettings = TLSSettings(), proxies: ProxySettings? = nil, limits: HTTPLimits = .standard,
    bodies: BodiesInFlight? = nil, eagerness: Duration = .zero
  ) {
    self.connectTimeout = connectTimeout
    self.responseTimeout = responseTimeout
    self.tls = tls
    self.proxies = proxies
    self.limits = limits
    self.bodies = bodies
    self.eagerness = eagerness
  }
}

/// An answer, and how it came.
package struct HTTPExchange: Sendable {
  package let response: HTTPResponse
  /// Events on the way that are no fault of the answer, a sentence each.
  package let notes: [String]
  /// From the start of the exchange, with the connection, to the last byte of the answer.
  package let duration: Duration
}
