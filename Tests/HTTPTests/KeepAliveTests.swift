// SPDX-License-Identifier: Apache-2.0
// Tests of kept connections, and of those that turn out closed.

import Dispatch
@testable import HTTP
import TestSupport
import Testing

@Suite struct KeepAliveTests {
  typealias Act = ScriptedServer.Act

  static let answer = Act.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  static let closed =
    "the kept connection had been closed by the service; the request was sent again on a new one"

  @Test func `keeps a connection`() throws {
    let server = try ScriptedServer([.readRequest, Self.answer, .readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try Self.exchange(client, server).notes == [])
    #expect(try Self.exchange(client, server).notes == [])
    #expect(server.received.count == 1)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
    "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nokay",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay",
  ])
  func `opens a new connection where the answer demands it`(answer: String) throws {
    let server = try ScriptedServer([.readRequest, .send(answer), .hang])
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try Self.exchange(client, server).notes == [])
    #expect(try Self.exchange(client, server).notes == [])
    #expect(server.received.count == 2)
  }

  @Test func `opens a new connection once it was closed`() throws {
    let server = try ScriptedServer([.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    #expect(try Self.exchange(client, server).notes == [])
    client.close()
    #expect(try Self.exchange(client, server).notes == [])
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
    let first = try client.exchange(
      request, with: Origin(scheme: .http, host: "127.0.0.1", port: Int(server.port)),
      deadline: Deadline(after: .seconds(20)))
    #expect(first.notes == ["the service answered before the whole request was sent"])
    #expect(try Self.exchange(client, server).response.status == 200)
    #expect(server.received.count == 2)
  }

  @Test func `opens a new connection where the request said that it was the last`() throws {
    let server = try ScriptedServer([.readRequest, Self.answer, .hang])
    defer { server.stop() }
    let client = HTTPClient()
    let origin = Origin(scheme: .http, host: "127.0.0.1", port: Int(server.port))
    for _ in 0..<2 {
      _ = try client.exchange(
        HTTPRequest(method: "GET", target: "/", headers: HeaderList(["Connection": "x, Close"])),
        with: origin, deadline: Deadline(after: .seconds(20)))
    }
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
    #expect(exchange.response.status == 200)
    #expect(exchange.notes == [Self.closed])
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
    try client.exchange(
      HTTPRequest(method: "POST", target: "/", body: Array("{}".utf8)),
      with: Origin(scheme: .http, host: "127.0.0.1", port: Int(server.port)),
      deadline: Deadline(after: .seconds(20)))
  }
}
