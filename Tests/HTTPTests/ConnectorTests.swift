// SPDX-License-Identifier: Apache-2.0
// Tests of the way to a connection: names, families, addresses that fail or stay silent.

import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.waits) struct ConnectorTests {
  static func address(_ host: String, _ port: UInt16) throws -> SocketAddress {
    try #require(try System.addresses(host: host, port: Int(port)).get().first)
  }

  @discardableResult
  static func connect(
    _ addresses: [SocketAddress], within limit: Duration = .seconds(20),
    _ cancellation: Cancellation = Cancellation()
  ) throws(TransportError) -> Socket {
    try Connector(cancellation: cancellation).connect(
      to: addresses, place: "x", until: Deadline(after: limit))
  }

  static func exchange(_ host: String, _ port: UInt16) throws -> HTTPExchange {
    try HTTPClient().send(to: Origin(scheme: .http, host: host, port: Int(port)))
  }

  @Test(.enabled(if: SilentListener.hasIPv6, "there is no IPv6 here"))
  func `reaches a service by IPv6`() throws {
    let server = HTTPServer { request in
      HTTPResponse(status: 200, body: Array((request.request.headers["Host"] ?? "").utf8))
    }
    let port = try server.start(host: "::1")
    defer { server.stop() }
    let exchange = try Self.exchange("::1", port)
    #expect(String(decoding: exchange.response.body, as: UTF8.self) == "[::1]:\(port)")
  }

  @Test(arguments: ["127.0.0.1", "::1"].filter { $0 != "::1" || SilentListener.hasIPv6 })
  func `reaches a name by whichever of its addresses answers`(host: String) throws {
    // "localhost" may have both, and only one of them has a server.
    let addresses = try System.addresses(host: "localhost", port: 1).get().compactMap(\.numbers)
    guard addresses.contains(where: { $0.host == host }) else { return }
    try HTTPServerTests.withServer(host: host) { port in
      let exchange = try Self.exchange("localhost", port)
      #expect(exchange.response.status == 200)
    }
  }

  @Test func `tries the next address when one refuses or stays silent`() throws {
    let server = try ScriptedServer([.hang])
    defer { server.stop() }
    let good = try Self.address("127.0.0.1", server.port)
    let silent = try SilentListener()
    for bad in [try Self.refusing(), try Self.address("127.0.0.1", silent.port)] {
      #expect(throws: Never.self) { try Self.connect([bad, good]) }
    }
  }

  /// An address where a server was, and is no more.
  private static func refusing() throws -> SocketAddress {
    let closed = try ScriptedServer([.hang])
    closed.stop()
    return try address("127.0.0.1", closed.port)
  }

  @Test func `gives up a silent address in time, and when it is cancelled`() throws {
    let silent = try SilentListener()
    let address = try Self.address("127.0.0.1", silent.port)
    #expect(throws: TransportError(.timedOut(.connecting("x"), .milliseconds(300)))) {
      try Self.connect([address, address], within: .milliseconds(300))
    }
    let cancellation = Cancellation()
    startThread { cancellation.cancel() }
    #expect(throws: TransportError(.cancelled)) {
      try Self.connect([address], within: .seconds(60), cancellation)
    }
  }

  @Test func `says that all refused, or what the first said`() throws {
    let refusing = try Self.refusing()
    // The system sends nothing there.
    let nowhere = try Self.address("255.255.255.255", 1)
    for (addresses, reason) in [
      ([refusing, refusing], .refused("x")),
      ([refusing, nowhere], .noConnection("x", "connection refused")),
      ([], .noConnection("x", "there is no address")),
    ] as [([SocketAddress], TransportError.Reason)] {
      #expect(throws: TransportError(reason)) { try Self.connect(addresses) }
    }
    let error = #expect(throws: TransportError.self) { try Self.connect([nowhere]) }
    #expect(error.map { "\($0)".hasPrefix("no connection to x: ") } == true)
  }

  @Test(
    .enabled(if: SilentListener.hasIPv6, "there is no IPv6 here"),
    arguments: [
      ("::1 ::2 ::3 127.0.0.1 127.0.0.2", "::1 127.0.0.1 ::2 127.0.0.2 ::3"),
      ("::1 127.0.0.1 127.0.0.2", "::1 127.0.0.1 127.0.0.2"), ("", ""),
    ])
  func `lets the families take turns`(hosts: String, turns: String) throws {
    let list = try hosts.split(separator: " ").map { try Self.address(String($0), 1) }
    let found = Resolver.alternating(list).compactMap { $0.numbers?.host }
    #expect(found.joined(separator: " ") == turns)
  }
}

struct ConnectionPoolTests {
  /// To nowhere.
  static func connection() -> Connection {
    Connection(PlainStream(Socket(-1)), cancellation: Cancellation())
  }

  static func origin(_ port: Int) -> Origin { Origin(scheme: .http, host: "a", port: port) }

  @Test func `keeps eight connections, and lets go of the one used first`() {
    var pool = ConnectionPool()
    for port in 1...8 { pool.keep(Self.connection(), for: Self.origin(port)) }
    #expect(pool.take(Self.origin(1)) != nil)
    pool.keep(Self.connection(), for: Self.origin(1))
    pool.keep(Self.connection(), for: Self.origin(9))
    #expect((1...9).filter { pool.take(Self.origin($0)) != nil } == [1, 3, 4, 5, 6, 7, 8, 9])
    #expect((1...9).filter { pool.take(Self.origin($0)) != nil } == [])
  }

  @Test func `keeps the last connection to an origin`() {
    var pool = ConnectionPool()
    let (first, last) = (Self.connection(), Self.connection())
    pool.keep(first, for: Self.origin(1))
    pool.keep(last, for: Self.origin(1))
    #expect(pool.take(Origin(scheme: .https, host: "a", port: 1)) == nil)
    #expect(pool.take(Self.origin(1)) === last && pool.take(Self.origin(1)) == nil)
  }

  @Test(arguments: [
    (["close"], true), (["x, Close"], true), (["x", "close"], true), (["x,close,y"], true),
    ([], false), (["keep-alive"], false), (["closed"], false), (["x"], false), (["unclose"], false),
  ])
  func `closes where the request says so`(options: [String], closes: Bool) {
    let headers = HeaderList(options.map { HeaderField("connection", $0) })
    let request = HTTPRequest(method: "GET", target: "/", headers: headers)
    #expect(RequestCheck.asksToClose(request) == closes)
  }
}

struct ConnectionFaultTests {
  @Test(
    arguments: [
      (.failed(.ended), true), (.failed(.system(ECONNRESET)), true),
      (.failed(.system(EPIPE)), true), (.failed(.system(ECONNABORTED)), true),
      (.failed(.system(ECONNREFUSED)), false), (.failed(.system(ETIMEDOUT)), false),
      (.failed(.tls(.closed)), false), (.timedOut, false), (.cancelled, false),
    ] as [(ConnectionError, Bool)])
  func `knows whether the other side ended the connection`(fault: ConnectionError, ended: Bool) {
    #expect(fault.isDisconnection == ended)
  }

  @Test func `knows what passes by itself`() {
    #expect(
      [EAGAIN, EWOULDBLOCK, EINTR, ECONNRESET].map(System.isTransient) == [true, true, true, false])
    #expect(
      [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED].map(System.isShortage)
        == [true, true, true, true, false])
  }

  @Test(
    arguments: [
      (.reset(.nothing), true), (.closedWhileSending, true),
      (.unreadable(MessageError(.closedBeforeAnswer)), true),
      (.reset(.head(receivedBytes: 1)), false), (.reset(.body(receivedBytes: 0, of: 1)), false),
      (.unreadable(MessageError(.closedInHead(receivedBytes: 0))), false),
      (.fellSilent(.nothing, .zero), false), (.timedOut(.waiting, .zero), false),
      (.cancelled, false), (.system("x"), false), (.shortage("x"), false),
    ] as [(TransportError.Reason, Bool)])
  func `knows whether a request may be sent again`(reason: TransportError.Reason, may: Bool) {
    #expect(TransportError(reason).isEndWithoutAnswer == may)
  }

  @Test(
    arguments: [
      (.ended, .unreadable(MessageError(.closedBeforeAnswer))),
      (.system(ENETUNREACH), .system("network is unreachable")),
      (.system(ENOMEM), .shortage("cannot allocate memory")),
      (.tls(.closed), .tlsDuringExchange(.closed)),
    ] as [(ByteStreamError, TransportError.Reason)])
  func `says why a stream can't go on`(fault: ByteStreamError, reason: TransportError.Reason) {
    #expect(TransportError(fault).reason == reason)
  }

  @Test(arguments: [
    (Duration.zero, 0...0), (.seconds(-1), 0...0), (.seconds(7200), 3_600_000...3_600_000),
    (.seconds(3600), 1...3_600_000), (.seconds(60), 1...60_000),
  ])
  func `waits in milliseconds, for an hour at most`(allowed: Duration, range: ClosedRange<Int32>) {
    let found = Cancellation().milliseconds(until: Deadline(after: allowed))
    #expect(range.contains(found), "\(found)")
  }
}
