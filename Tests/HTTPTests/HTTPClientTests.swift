// SPDX-License-Identifier: Apache-2.0
// Tests of the client: connections that are kept, and large answers.

import Dispatch
import TestSupport
import Testing

@testable import HTTP

struct HTTPClientTests {
  @Test func `sends what the caller chose, with Host and Content-Length`() throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .hang,
    ])
    defer { server.stop() }
    let client = HTTPClient()
    _ = try client.send(
      HTTPRequest(
        method: "PUT", target: "/p", headers: HeaderList(["X-b": "1", "x-B": " 2"]),
        body: Array("abc".utf8)), to: server.port)
    #expect(
      server.received == [
        "PUT /p HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-b: 1\r\nx-B:  2\r\n"
          + "Content-Length: 3\r\n\r\nabc"
      ])
  }
}

struct KeepAliveTests {
  typealias Act = ScriptedServer.Act

  static let answer = Act.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  static let closed =
    "the kept connection had been closed by the service; the request was sent again on a new one"

  @Test(arguments: [true, false])
  func `keeps a connection until it is to be closed`(isKept: Bool) throws {
    let server = try ScriptedServer([.readRequest, Self.answer, .readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try Self.exchange(client, server).notes == [])
    if !isKept { client.close() }
    #expect(try Self.exchange(client, server).notes == [])
    #expect(server.received.count == (isKept ? 1 : 2))
  }

  /// An answer, and fields of the request.
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok", [:]),
      ("HTTP/1.0 200 OK|Content-Length: 2||ok", [:]),
      ("HTTP/1.1 200 OK|Content-Length: 2||okay", [:]),
      ("HTTP/1.1 200 OK|Content-Length: 2|Content-Length: 4||okay", [:]),
      ("HTTP/1.1 200 OK|Content-Length: 2||ok", ["Connection": "x, Close"]),
    ] as [(String, KeyValuePairs<String, String>)])
  func `opens a new connection where the answer or the request demands it`(
    answer: String, fields: KeyValuePairs<String, String>
  ) throws {
    let server = try ScriptedServer([.readRequest, .send(answer.onWire), .hang])
    defer { server.stop() }
    let client = HTTPClient()
    let request = HTTPRequest(
      method: "POST", target: "/", headers: HeaderList(fields), body: Array("{}".utf8))
    for _ in 0..<2 { #expect(try client.send(request, to: server.port).notes == []) }
    #expect(server.received.count == 2)
  }

  @Test func `opens a new connection where the request was sent in part`() throws {
    let server = try ScriptedServer(
      [.read(1), Self.answer, .hangWithoutReading], [.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    // More than the system takes while nobody reads.
    let request = HTTPRequest(
      method: "POST", target: "/", body: Array(repeating: 0x78, count: 30_000_000))
    let first = try client.send(request, to: server.port)
    #expect(first.notes == ["the service answered before the whole request was sent"])
    #expect(try Self.exchange(client, server).response.status == 200)
    #expect(server.received.count == 2)
  }

  @Test(arguments: [[], [.reset], [.readRequest], [.readRequest, .reset]] as [[Act]])
  func `sends a request once more where the kept connection was closed`(end: [Act]) throws {
    let server = try ScriptedServer(
      [.readRequest, Self.answer] + end, [.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    _ = try Self.exchange(client, server)
    let exchange = try Self.exchange(client, server)
    #expect(exchange.response.status == 200 && exchange.notes == [Self.closed])
    #expect(server.received.count == 2)
  }

  @Test func `sends it no more than once more`() throws {
    let server = try ScriptedServer([.readRequest, Self.answer, .readRequest], [.readRequest])
    defer { server.stop() }
    let client = HTTPClient()
    _ = try Self.exchange(client, server)
    #expect(throws: TransportError(.unreadable(MessageError(.closedBeforeAnswer)))) {
      try Self.exchange(client, server)
    }
    #expect(server.received.count == 2)
  }

  @Test(
    arguments: [
      [.send("H")], [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok")],
      [.send("H"), .reset], [.send("rubbish")],
    ] as [[Act]])
  func `never sends again once a byte of the answer came`(end: [Act]) throws {
    let server = try ScriptedServer(
      [.readRequest, Self.answer, .readRequest] + end, [.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    _ = try Self.exchange(client, server)
    #expect(throws: TransportError.self) { try Self.exchange(client, server) }
    #expect(server.received.count == 1)
  }

  @Test func `does not read bytes as an answer that came before the request`() throws {
    let isRead = DispatchSemaphore(value: 0)
    let server = try ScriptedServer(
      [.readRequest, Self.answer, .wait(isRead), .send("stray"), .arrive, .hang],
      [.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try Self.exchange(client, server).response.issues == [])
    isRead.signal()
    try server.waitUntilPlayed(5, of: 0)
    #expect(
      try Self.exchange(client, server).notes == [
        "the service sent bytes on the kept connection that no request had asked for; "
          + "a new connection was opened"
      ])
    #expect(server.received.count == 2)
  }

  static func exchange(_ client: HTTPClient, _ server: ScriptedServer) throws -> HTTPExchange {
    try client.send(
      HTTPRequest(method: "POST", target: "/", body: Array("{}".utf8)), to: server.port)
  }
}

struct LargeAnswerTests {
  static let large = 2 * BodiesInFlight.smallBytes

  /// A server that answers all requests with bodies of so many bytes.
  static func withServer(
    _ count: Int, isChunked: Bool = false, _ body: (UInt16) throws -> Void
  ) throws {
    let answer = HTTPResponse(
      status: 200, headers: HeaderList(isChunked ? ["Transfer-Encoding": "chunked"] : [:]),
      body: Array(repeating: 0x78, count: count))
    try HTTPServerTests.withServer(handler: { _ in answer }, body)
  }

  static func exchange(_ client: HTTPClient, _ port: UInt16) throws(TransportError) -> Int {
    try client.send(to: port, within: .seconds(60)).response.body.count
  }

  /// Two clients with one limit; no room is waited for.
  static func clients(limitBytes: Int) -> [HTTPClient] {
    let bodies = BodiesInFlight(until: Deadline(after: .zero), limitBytes: limitBytes)
    return (0..<2).map { _ in HTTPClient(settings: ClientSettings(bodies: bodies)) }
  }

  /// A length that is not known counts as the largest that is read.
  @Test(arguments: [(false, 2 * large - 1), (true, large + HTTPLimits.standard.bodyBytes - 1)])
  func `count for one client until it releases them`(isChunked: Bool, limitBytes: Int) throws {
    try Self.withServer(Self.large, isChunked: isChunked) { port throws in
      let clients = Self.clients(limitBytes: limitBytes)
      // What it holds already is not waited for.
      for _ in 0..<3 { #expect(try Self.exchange(clients[0], port) == Self.large) }
      let error = #expect(throws: TransportError.self) { try Self.exchange(clients[1], port) }
      #expect(error?.isTimeout == true)
      clients[0].releaseBodies()
      clients[0].releaseBodies()
      #expect(try Self.exchange(clients[1], port) == Self.large)
      #expect(throws: TransportError.self) { try Self.exchange(clients[0], port) }
    }
  }

  @Test func `are read together where there is room for them`() throws {
    try Self.withServer(Self.large) { port throws in
      for client in Self.clients(limitBytes: 2 * Self.large) {
        #expect(try Self.exchange(client, port) == Self.large)
      }
    }
  }

  /// The last bytes of a body that is hardly large come when nothing more has to be read. One that is
  /// larger than the limit is read alone.
  @Test(arguments: [(0, [true, true]), (1, [true, false])])
  func `need room, and none where they are small`(extra: Int, isRead: [Bool]) throws {
    let count = BodiesInFlight.smallBytes + extra
    try Self.withServer(count) { port in
      let read = Self.clients(limitBytes: 1).map { (try? Self.exchange($0, port)) == count }
      #expect(read == isRead)
    }
  }

  @Test func `wait for room, and the time for that is nobody's`() throws {
    try Self.withServer(Self.large) { port throws in
      let bodies = BodiesInFlight(until: Deadline(after: .seconds(60)), limitBytes: Self.large)
      let settings = ClientSettings(bodies: bodies)
      let first = HTTPClient(settings: settings)
      #expect(try Self.exchange(first, port) == Self.large)
      #expect(first.waited == .zero)
      let threads = ThreadGroup()
      let found = Found()
      for _ in 0..<4 {
        threads.start {
          let client = HTTPClient(settings: settings)
          let error = client.error(from: port, within: .seconds(60))
          found.add(client.waited > .zero ? error : TransportError(.closedWhileSending))
          client.releaseBodies()
        }
      }
      // None of them gets it before.
      _ = Cancellation().wait(until: Deadline(after: .milliseconds(50)))
      #expect(found.reasons.isEmpty)
      first.releaseBodies()
      try waitForEnd(of: threads)
      #expect(found.reasons == [nil, nil, nil, nil])
    }
  }

  @Test func `end their wait when cancelled`() throws {
    let cancellation = Cancellation()
    let bodies = BodiesInFlight(until: Deadline(after: .seconds(60)), limitBytes: Self.large)
    let first = HTTPClient(settings: ClientSettings(bodies: bodies))
    let client = HTTPClient(settings: ClientSettings(bodies: bodies), cancellation: cancellation)
    let threads = ThreadGroup()
    try Self.withServer(Self.large) { port throws in
      #expect(try Self.exchange(first, port) == Self.large)
      threads.start {
        _ = Cancellation().wait(until: Deadline(after: .milliseconds(20)))
        cancellation.cancel()
      }
      #expect(throws: TransportError(.cancelled)) { try Self.exchange(client, port) }
    }
    try waitForEnd(of: threads)
  }
}
