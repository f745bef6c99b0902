// SPDX-License-Identifier: Apache-2.0
// A server of HTTP/1.1: a listener and a thread a connection.

import Synchronization

/// Serves requests on a socket until it is stopped. It starts once.
package final class HTTPServer: Sendable {
  private let service: ServerThreads
  private let isStarted = Atomic(false)

  /// - Parameters:
  ///   - security: How it speaks TLS; nil for plain connections.
  ///   - hosts: The names by which it lets itself be called; nil for any.
  ///   - handler: Called on the thread of a connection, for several at once; it may block.
  package init(
    limits: ServerLimits = .standard, security: ServerSecurity? = nil, hosts: HostCheck? = nil,
    handler: @escaping @Sendable (ServerRequest) -> HTTPResponse
  ) {
    service = ServerThreads.answering(limits, security, hosts) { ServerAnswer(handler($0)) }
  }

  private init(_ service: ServerThreads) { self.service = service }

  /// A server some of whose answers go out piece by piece.
  package static func streaming(
    limits: ServerLimits = .standard, security: ServerSecurity? = nil, hosts: HostCheck? = nil,
    handler: @escaping @Sendable (ServerRequest) -> ServerAnswer
  ) -> HTTPServer {
    HTTPServer(ServerThreads.answering(limits, security, hosts, handler))
  }

  /// A server that passes the requests on instead of answering them. They may have bodies of any size.
  ///
  /// - Parameters:
  ///   - security: How it speaks TLS; nil for plain connections.
  ///   - hosts: The names by which it lets itself be called; nil for any.
  package init(
    limits: ServerLimits = .standard, security: ServerSecurity? = nil, hosts: HostCheck? = nil,
    passingBy proxy: ReverseProxy
  ) {
    var limits = limits
    limits.messages = .streamed
    service = ServerThreads(limits: limits, security: security) { [limits] connection, _ in
      let local = hosts == nil ? "" : connection.localHost
      var passing = ProxyConnection(ServerConnection(connection, limits: limits), proxy) {
        hosts?.refusal(of: $0, at: local)
      }
      passing.serve()
    }
  }

  deinit { service.cancellation.cancel() }

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
    if descriptor >= 0 { System.reuseAddress(descriptor) }
    guard descriptor >= 0, System.bindSocket(descriptor, to: socketAddress) == 0,
      System.startListening(descriptor) == 0, let bound = System.localAddress(descriptor)?.numbers
    else {
      let error = TransportError(.noListener(place, System.text(of: System.lastError)))
      System.closeDescriptor(descriptor)
      throw error
    }
    guard service.threads.startIfPossible({ [service] in service.accept(on: descriptor) }) else {
      System.closeDescriptor(descriptor)
      throw TransportError(.noListener(place, "the system allows no more threads"))
    }
    return UInt16(truncatingIfNeeded: bound.port)
  }

  /// Closes the listener and all connections, and blocks until the handlers have returned.
  package func stop() {
    service.cancellation.cancel()
    service.threads.wait()
  }
}

/// Takes connections in. The threads have it, and not the server, which ends them when it goes.
private struct ServerThreads: Sendable {
  let limits: ServerLimits
  let security: ServerSecurity?
  /// Serves a connection until it has ended.
  let serve: @Sendable (_ connection: Connection, _ peer: String) -> Void
  let cancellation = Cancellation()
  let threads = ThreadGroup()
  /// How long a client waits for a thread before its connection is closed.
  private static let patience = Duration.seconds(5)

  /// Those of a server that answers requests by a handler.
  static func answering(
    _ limits: ServerLimits, _ security: ServerSecurity?, _ hosts: HostCheck?,
    _ handler: @escaping @Sendable (ServerRequest) -> ServerAnswer
  ) -> ServerThreads {
    ServerThreads(limits: limits, security: security) { connection, peer in
      let local = hosts == nil ? "" : connection.localHost
      ServerConnection(connection, limits: limits).serve(peer) { request in
        hosts?.refusal(of: request.request, at: local).map { ServerAnswer($0) } ?? handler(request)
      }
    }
  }

  /// Blocks until the server is stopped, and closes the listener then.
  func accept(on listener: Int32) {
    defer { System.closeDescriptor(listener) }
    while !cancellation.isCancelled { acceptOne(on: listener) }
  }

  private func acceptOne(on listener: Int32) {
    let day = Deadline(after: .seconds(86_400))
    guard cancellation.wait(for: System.readable, on: listener, until: day) == .ready else {
      return
    }
    // The acceptor is itself one of the threads.
    guard threads.count <= limits.connections else { return pause() }
    guard let (accepted, address) = System.acceptConnection(listener) else {
      if System.isShortage(System.lastError) { pause() }
      return
    }
    let peer = address.numbers?.host ?? ""
    let serve: @Sendable () -> Void = { [self] in
      let plain = PlainStream(Socket(accepted))
      let made: Connection? =
        if let security {
          security.connection(over: plain, from: peer, limits, cancellation)
        } else {
          Connection(plain, cancellation: cancellation)
        }
      if let made { self.serve(made, peer) }
    }
    let deadline = Deadline(after: Self.patience)
    while !threads.startIfPossible(serve) {
      guard !deadline.isPast, !cancellation.isCancelled else {
        return System.closeDescriptor(accepted)
      }
      pause()
    }
  }

  /// Leaves the clients waiting for a moment, for want of room.
  private func pause() { _ = cancellation.wait(until: Deadline(after: .milliseconds(10))) }
}

/// Bounds on what clients may take from a server.
package struct ServerLimits: Sendable {
  package var messages = HTTPLimits.standard
  /// Connections at once; more wait until one ends.
  package var connections = 4096
  /// Between two requests on a connection.
  package var idleTimeout = Duration.seconds(60)
  /// From the first byte of a request to the end of its head.
  package var headTimeout = Duration.seconds(15)
  /// From the first byte of a request to the end of its body.
  package var bodyTimeout = Duration.seconds(60)
  /// For a client to take an answer.
  package var sendTimeout = Duration.seconds(60)

  package static let standard = ServerLimits()
}

/// A request and who sent it.
package struct ServerRequest: Sendable {
  package let request: HTTPRequest
  /// The address of the client in digits, without the port.
  package let peer: String
  private let cancellation: Cancellation?
  private let descriptor: Int32

  /// - Parameters:
  ///   - cancellation: Of the server; nil if the server has no cancellation.
  ///   - descriptor: Of the connection; below zero where there is none.
  package init(
    request: HTTPRequest, peer: String, cancellation: Cancellation? = nil, descriptor: Int32 = -1
  ) {
    self.request = request
    self.peer = peer
    self.cancellation = cancellation
    self.descriptor = descriptor
  }

  /// Blocks the handler until something has happened elsewhere. A server that stops does not end it.
  ///
  /// - Returns: false where the deadline came before it, or the client has gone or says more.
  package func wait(for event: Cancellation, until deadline: Deadline) -> Bool {
    event.wait(for: System.readable, on: descriptor, until: deadline) == .cancelled
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
  private let failed: @Sendable (_ peer: String, _ fault: TLSError) -> Void

  /// - Parameter failed: Called on any thread for each client with which no secure connection came
  ///   about.
  package init(
    _ identity: TLSIdentity,
    failed: @escaping @Sendable (_ peer: String, _ fault: TLSError) -> Void = { _, _ in }
  ) {
    self.identity = identity
    self.failed = failed
  }

  /// Blocks until a client has shaken hands; nil where it did not.
  func connection(
    over plain: PlainStream, from peer: String, _ limits: ServerLimits, _ cancellation: Cancellation
  ) -> Connection? {
    do throws(TLSError) {
      let connection = Connection(
        try identity.context.stream(over: plain, host: nil), cancellation: cancellation)
      do throws(ConnectionError) {
        try connection.handshake(until: Deadline(after: limits.headTimeout))
        return connection
      } catch {
        // A client that only looks whether a server listens sends nothing.
        if case .failed(.tls(let fault)) = error { throw fault }
        return nil
      }
    } catch {
      failed(peer, error)
      return nil
    }
  }
}
