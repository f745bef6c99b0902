// SPDX-License-Identifier: Apache-2.0
// A server of HTTP/1.1: a listener and a thread a connection.

import Synchronization

/// Serves requests on a socket until it is stopped. It starts once.
package final class HTTPServer: Sendable {
  private let limits: ServerLimits
  private let handler: @Sendable (ServerRequest) -> HTTPResponse
  private let security: ServerSecurity?
  private let cancellation = Cancellation()
  private let threads = ThreadGroup()
  private let isStarted = Atomic(false)

  /// - Parameters:
  ///   - security: How it speaks TLS; nil for plain connections.
  ///   - handler: Called on the thread of a connection, for several at once; it may block.
  package init(
    limits: ServerLimits = .standard, security: ServerSecurity? = nil,
    handler: @escaping @Sendable (ServerRequest) -> HTTPResponse
  ) {
    self.limits = limits
    self.security = security
    self.handler = handler
  }

  deinit { cancellation.cancel() }

  /// Listens, and serves on threads of its own.
  ///
  /// - Parameters:
  ///   - host: An address in digits, or `localhost`, which is 127.0.0.1 here.
  ///   - port: 0 for any that is free.
  /// - Returns: The port.
  /// - Throws: `.noListener`.
  package func start(
    host: String = "127.0.0.1", port: UInt16 = 0
  ) throws(TransportError) -> UInt16 {
    let address = host == "localhost" ? "127.0.0.1" : host
    let place = Origin(scheme: .http, host: address, port: Int(port)).hostAndPort
    guard System.isNumeric(address),
      case .success(let found) = System.addresses(host: address, port: Int(port)),
      let socketAddress = found.first
    else { throw TransportError(.noListener(place, "that is not an address in digits")) }
    guard !isStarted.exchange(true, ordering: .sequentiallyConsistent) else {
      throw TransportError(.noListener(place, "the server was started before"))
    }
    let descriptor = System.openSocket(family: socketAddress.family)
    guard descriptor >= 0 else {
      throw TransportError(.noListener(place, System.text(of: System.lastError)))
    }
    let listener = Socket(descriptor)
    System.reuseAddress(listener.descriptor)
    guard System.bind(listener.descriptor, to: socketAddress) == 0,
      System.listen(listener.descriptor) == 0,
      let bound = System.localAddress(listener.descriptor)?.numbers
    else { throw TransportError(.noListener(place, System.text(of: System.lastError))) }
    let acceptor = Acceptor(
      listener: listener, limits: limits, security: security, handler: handler,
      cancellation: cancellation, threads: threads)
    guard threads.startIfPossible({ acceptor.run() }) else {
      throw TransportError(.noListener(place, "the system allows no more threads"))
    }
    return UInt16(truncatingIfNeeded: bound.port)
  }

  /// Closes the listener and all connections, and blocks until the handlers have returned.
  package func stop() {
    cancellation.cancel()
    threads.wait()
  }
}

/// Takes connections in.
private final class Acceptor: Sendable {
  private let listener: Mutex<Socket?>
  private let limits: ServerLimits
  private let security: ServerSecurity?
  private let handler: @Sendable (ServerRequest) -> HTTPResponse
  private let cancellation: Cancellation
  private let threads: ThreadGroup

  init(
    listener: Socket, limits: ServerLimits, security: ServerSecurity?,
    handler: @escaping @Sendable (ServerRequest) -> HTTPResponse, cancellation: Cancellation,
    threads: ThreadGroup
  ) {
    self.listener = Mutex(listener)
    self.limits = limits
    self.security = security
    self.handler = handler
    self.cancellation = cancellation
    self.threads = threads
  }

  func run() {
    // Out of the object, so that it is closed when this function returns.
    guard let socket = listener.withLock({ $0.take() }) else { return }
    withExtendedLifetime(socket) {
      while !cancellation.isCancelled { accept(on: socket.descriptor) }
    }
  }

  private func accept(on descriptor: Int32) {
    let day = Deadline(after: .seconds(86_400))
    guard cancellation.wait(for: System.readable, on: descriptor, until: day) == .ready else {
      return
    }
    // The acceptor is itself one of the threads.
    guard threads.count <= limits.connections else { return pause() }
    guard let (accepted, address) = System.accept(descriptor) else {
      if System.isShortage(System.lastError) { pause() }
      return
    }
    let peer = address.numbers?.host ?? ""
    let serve: @Sendable () -> Void = { [limits, security, handler, cancellation] in
      let plain = PlainStream(Socket(accepted))
      let made: Connection? =
        if let security {
          security.connection(over: plain, from: peer, limits, cancellation)
        } else {
          Connection(plain, cancellation: cancellation)
        }
      guard let connection = made else { return }
      let server = ServerConnection(connection, peer: peer, limits: limits, handler: handler)
      server.serve()
    }
    let deadline = Deadline(after: Self.patience)
    while !threads.startIfPossible(serve) {
      guard !deadline.isPast, !cancellation.isCancelled else { return System.close(accepted) }
      pause()
    }
  }

  /// How long a client waits for a thread before its connection is closed.
  private static let patience = Duration.seconds(5)

  /// Leaves the clients waiting for a moment, for want of room.
  private func pause() {
    _ = cancellation.wait(until: Deadline(after: .milliseconds(10)))
  }
}

/// Bounds on what clients may take from a server.
package struct ServerLimits: Sendable {
  package var messages: HTTPLimits
  /// Connections at once; more wait until one ends.
  package var connections: Int
  /// Between two requests on a connection.
  package var idleTimeout: Duration
  /// From the first byte of a request to the end of its head.
  package var headTimeout: Duration
  /// From the first byte of a request to the end of its body.
  package var bodyTimeout: Duration
  /// For a client to take an answer.
  package var sendTimeout: Duration

  package init(
    messages: HTTPLimits = .standard, connections: Int = 4096,
    idleTimeout: Duration = .seconds(60), headTimeout: Duration = .seconds(15),
    bodyTimeout: Duration = .seconds(60), sendTimeout: Duration = .seconds(60)
  ) {
    self.messages = messages
    self.connections = connections
    self.idleTimeout = idleTimeout
    self.headTimeout = headTimeout
    self.bodyTimeout = bodyTimeout
    self.sendTimeout = sendTimeout
  }

  package static let standard = ServerLimits()
}

/// A request and who sent it.
package struct ServerRequest: Sendable {
  package let request: HTTPRequest
  /// The address of the client in digits, without the port.
  package let peer: String
  private let cancellation: Cancellation?

  /// - Parameter cancellation: Of the server; nil where there is none.
  package init(request: HTTPRequest, peer: String, cancellation: Cancellation? = nil) {
    self.request = request
    self.peer = peer
    self.cancellation = cancellation
  }

  /// Blocks the handler, as a slow service would.
  ///
  /// - Returns: false where it was cut short because the server stops.
  package func pause(for duration: Duration) -> Bool {
    (cancellation ?? Cancellation()).wait(until: Deadline(after: duration))
  }
}

/// How a server speaks TLS, and whom it tells about clients that don't.
package struct ServerSecurity: Sendable {
  private let identity: TLSIdentity
  private let failed: @Sendable (_ peer: String, _ fault: TLSFault) -> Void

  /// - Parameter failed: Called on any thread for each client with which no secure connection came
  ///   about.
  package init(
    _ identity: TLSIdentity,
    failed: @escaping @Sendable (_ peer: String, _ fault: TLSFault) -> Void = { _, _ in }
  ) {
    self.identity = identity
    self.failed = failed
  }

  /// Blocks until a client has shaken hands; nil where it did not.
  func connection(
    over plain: PlainStream, from peer: String, _ limits: ServerLimits,
    _ cancellation: Cancellation
  ) -> Connection? {
    do throws(TLSFault) {
      let connection = Connection(
        try identity.context.stream(over: plain), cancellation: cancellation)
      do throws(ConnectionFault) {
        try connection.handshake(until: Deadline(after: limits.headTimeout))
        return connection
      } catch {
        // Whoever only looks whether somebody listens sends nothing.
        if case .failed(.tls(let fault)) = error { throw fault }
        return nil
      }
    } catch {
      failed(peer, error)
      return nil
    }
  }
}
