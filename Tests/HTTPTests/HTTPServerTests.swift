// SPDX-License-Identifier: Apache-2.0
// Tests of the server against clients that are slow, huge, broken or gone.

import Synchronization
import TestSupport
import Testing

@testable import HTTP

struct HTTPServerTests {
  /// A server that stops at the end; its handler answers with method, target and body by itself.
  static func withServer(
    _ limits: ServerLimits = .standard, host: String = "127.0.0.1",
    handler: @escaping @Sendable (ServerRequest) -> HTTPResponse = { incoming in
      let request = incoming.request
      return HTTPResponse(
        status: 200, reason: "OK",
        body: Array("\(request.method) \(request.target) ".utf8) + request.body)
    }, _ body: (UInt16) throws -> Void
  ) throws {
    let server = HTTPServer(limits: limits, handler: handler)
    let port = try server.start(host: host)
    defer { server.stop() }
    try body(port)
  }

  /// All that comes back for some bytes until the server closes.
  static func answer(
    to wire: String, on port: UInt16, in pieces: Int? = nil, endsSending: Bool = false
  ) throws -> String {
    let client = try RawClient(port: port)
    let bytes = wire.onWire.utf8
    for piece in bytes.pieces(of: pieces ?? max(bytes.count, 1)) { try client.send(piece) }
    if endsSending { client.endSending() }
    return try client.readToEnd()
  }

  static func answer(_ text: String, _ option: String? = nil) -> String {
    let head = "HTTP/1.1 200 OK|Content-Length: \(text.utf8.count)|"
    return (head + (option.map { "Connection: \($0)|" } ?? "") + "|" + text).onWire
  }

  static let closing = "HTTP/1.1|Host: a|Connection: close|"
  static let get = "GET /a HTTP/1.1|Host: a||"

  /// What goes in, and all that comes back until the server closes.
  @Test(
    arguments: [
      ("GET /a \(closing)|", answer("GET /a ", "close")),
      ("GET /a HTTP/1.0||", answer("GET /a ", "close")),
      (
        "GET /a HTTP/1.0|Connection: keep-alive||GET /b HTTP/1.0||",
        answer("GET /a ", "keep-alive") + answer("GET /b ", "close")
      ),
      (
        "GET /1 HTTP/1.1|Host: a||POST /2 HTTP/1.1|Host: a|Content-Length: 2||okGET /3 \(closing)|",
        answer("GET /1 ") + answer("POST /2 ok") + answer("GET /3 ", "close")
      ), ("HEAD / \(closing)|", "HTTP/1.1 200 OK|Content-Length: 7|Connection: close||".onWire),
      ("POST / \(closing)Transfer-Encoding: chunked||2|ok|0||", answer("POST / ok", "close")),
      (
        "POST / \(closing)Expect: 100-continue|Content-Length: 2||ok", answer("POST / ok", "close")
      ), ("|GET / \(closing)|", answer("GET / ", "close")),
    ] as [(String, String)])
  func `answers requests in their order`(wire: String, answers: String) throws {
    try Self.withServer { port in
      // What is there already is not asked for.
      #expect(try Self.answer(to: wire, on: port) == answers)
      // Byte by byte, the body waits for leave to go on.
      let text = try Self.answer(to: wire, on: port, in: 1)
      #expect(text.replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "") == answers)
    }
  }

  @Test func `answers a client that has closed its half more than fits in between`() throws {
    let body = [UInt8](repeating: 0x78, count: 8_000_000)
    try Self.withServer(handler: { _ in HTTPResponse(status: 200, body: body) }) { port throws in
      #expect(try Self.answer(to: Self.get, on: port, endsSending: true).utf8.count > 8_000_000)
    }
  }

  @Test func `tells a client to go on`() throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send("POST / \(Self.closing)Expect: 100-continue|Content-Length: 2||")
      #expect(try client.read(25) == "HTTP/1.1 100 Continue\r\n\r\n")
      try client.send("ok")
      #expect(try client.readToEnd() == Self.answer("POST / ok", "close"))
    }
  }

  @Test(
    arguments: [
      ("rubbish||", 400), ("\0\0\0||", 400), ("GET / HTTP/2.0|Host: a||", 505),
      ("GET /" + String(repeating: "x", count: 40_000), 414),
      ("GET / HTTP/1.1|X: " + String(repeating: "x", count: 80_000), 431),
      ("POST / HTTP/1.1|Host: a|Content-Length: 99999999999||", 413),
      (
        "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||ffffffff|"
          + String(repeating: "x", count: 200_000), 413
      ), ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}||", 400),
    ] as [(String, Int)])
  func `refuses with a status, and closes`(wire: String, status: Int) throws {
    try Self.withServer { port in
      let answer = try Self.answer(to: wire, on: port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  static let cut = "POST / HTTP/1.1|Host: a|Content-Length: 9||half"
  typealias Ends = (start: String, end: String)

  static let late: Ends = ("HTTP/1.1 408 Request Timeout|", "||the request took too long\n")
  static let short: Ends = (
    "HTTP/1.1 400 Bad Request|Content-Type: text/plain", "||the request is cut short\n"
  )

  /// What ends where a request does not: by the client's half, or by the server's time.
  @Test(
    arguments: [
      ("GET / HT", true, .standard, short), (cut, true, .standard, short),
      ("GET / HT", false, ServerLimits(headTimeout: .milliseconds(100)), late),
      (cut, false, ServerLimits(bodyTimeout: .milliseconds(100)), late),
      ("", true, .standard, ("", "")), ("|", true, .standard, ("", "")),
      (get, true, .standard, (answer("GET /a "), "")),
      (get, false, ServerLimits(idleTimeout: .milliseconds(100)), (answer("GET /a "), "")),
    ] as [(String, Bool, ServerLimits, Ends)])
  func `answers what is whole, and refuses what is not in time`(
    wire: String, endsSending: Bool, limits: ServerLimits, expected: Ends
  ) throws {
    try Self.withServer(limits) { port in
      let answer = try Self.answer(to: wire, on: port, endsSending: endsSending)
      if expected.end.isEmpty { #expect(answer == expected.start) }
      #expect(answer.hasPrefix(expected.start.onWire), "\(answer)")
      #expect(answer.hasSuffix(expected.end.onWire), "\(answer)")
    }
  }

  @Test func `gives up a client that takes no answer`() throws {
    let limits = ServerLimits(sendTimeout: .milliseconds(100))
    let isAsked = Atomic(false)
    let body = [UInt8](repeating: 0x78, count: 30_000_000)
    let server = HTTPServer(limits: limits) { _ in
      isAsked.store(true, ordering: .sequentiallyConsistent)
      return HTTPResponse(status: 200, body: body)
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send(Self.get)
    // It can only end by the server's time-out: nothing is read here until it has.
    while !isAsked.load(ordering: .sequentiallyConsistent) { Descriptors.yield() }
    try client.waitForEndOfPeer(port: port)
    #expect(try client.readToEnd().utf8.count < 30_000_000)
  }

  /// An answer as it is given, and what is on the wire.
  @Test(arguments: [
    (
      HTTPResponse(
        status: 299, reason: "", headers: HeaderList(["A": "1", "a": "", "Content-Length": "9"]),
        body: Array("ok".utf8)), "299 |A: 1|a: |Content-Length: 9|Connection: close||ok"
    ),
    (
      HTTPResponse(status: 204, headers: HeaderList(["Connection": "close"])),
      "204 |Connection: close||"
    ),
    (
      HTTPResponse(status: 204, headers: HeaderList(["Connection": "Close"])),
      "204 |Connection: Close||"
    ),
  ])
  func `serializes what a handler gives as it is, and closes where that says so`(
    response: HTTPResponse, wire: String
  ) throws {
    try Self.withServer(handler: { _ in response }) { port throws in
      let requests = wire.hasPrefix("204") ? Self.get + Self.get : Self.get
      #expect(try Self.answer(to: requests, on: port) == "HTTP/1.1 \(wire)".onWire)
    }
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `listens on this machine, and names the client's address`(host: String) throws {
    let peers = Mutex<[String]>([])
    let server = HTTPServer { request in
      peers.withLock { $0.append(request.peer) }
      return HTTPResponse(status: 204)
    }
    let port = try server.start(host: host)
    defer { server.stop() }
    let answer = try Self.answer(to: "GET /a \(Self.closing)|", on: port)
    #expect(answer == "HTTP/1.1 204 \r\nConnection: close\r\n\r\n")
    #expect(peers.withLock { $0 } == ["127.0.0.1"])
  }

  @Test func `stops with idle connections and with handlers that pause`() throws {
    let entered = Mutex(0)
    let wasCut = Mutex<[Bool]>([])
    let server = HTTPServer { request in
      entered.withLock { $0 += 1 }
      let isWhole = request.pause(for: .seconds(60))
      wasCut.withLock { $0.append(!isWhole) }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    let idle = try (0..<5).map { _ in try RawClient(port: port) }
    let busy = try RawClient(port: port)
    try busy.send(Self.get)
    while entered.withLock({ $0 }) == 0 { Descriptors.yield() }
    server.stop()
    #expect(wasCut.withLock { $0 } == [true])
    for client in idle { #expect(try client.readToEnd() == "") }
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }

  @Test func `says why it can't listen`() throws {
    let servers = (0..<3).map { _ in HTTPServer { _ in HTTPResponse(status: 200) } }
    let port = try servers[0].start()
    defer { servers[0].stop() }
    for (number, host, wanted, why) in [
      (1, "127.0.0.1", port, "address already in use"),
      (0, "127.0.0.1", 0, "the server was started before"),
      (2, "example.com", 0, "that is not an address in digits"),
    ] as [(Int, String, UInt16, String)] {
      #expect(throws: TransportError(.noListener("\(host):\(wanted)", why))) {
        try servers[number].start(host: host, port: wanted)
      }
    }
  }

  @Test func `pauses for as long as it may without a server`() {
    let request = ServerRequest(request: HTTPRequest(method: "GET", target: "/"), peer: "")
    #expect(request.pause(for: .zero))
    let cancellation = Cancellation()
    cancellation.cancel()
    let cut = ServerRequest(request: request.request, peer: "", cancellation: cancellation)
    #expect(!cut.pause(for: .seconds(60)))
  }

  /// Beyond some 1,300 open descriptors Foundation's `Process.run`, which tests beside this one call,
  /// reads past the end of the list of them and may crash.
  @Test(.enabled(if: Descriptors.allow(4096), "no 4096 descriptors are allowed here"))
  func `holds hundreds of connections, and lets go of all`() throws {
    let server = HTTPServer { request in
      HTTPResponse(status: 200, reason: "OK", body: Array(request.request.target.utf8))
    }
    let port = try server.start()
    var clients = try (0..<400).map { _ in try RawClient(port: port) }
    for (number, client) in clients.enumerated() {
      try client.send("GET /\(number) HTTP/1.1|Host: a||")
    }
    for (number, client) in clients.enumerated() {
      let answer = Self.answer("/\(number)")
      #expect(try client.read(answer.utf8.count) == answer)
    }
    #expect(Descriptors.sockets(ofPort: port) >= 800)
    server.stop()
    clients = []
    #expect(Descriptors.sockets(ofPort: port) == 0)
  }

  @Test func `lets a client wait until there is room`() throws {
    try Self.withServer(ServerLimits(connections: 2)) { port in
      var clients = try (0..<3).map { _ in try RawClient(port: port) }
      for client in clients { try client.send(Self.get) }
      let answer = Self.answer("GET /a ")
      for client in clients.prefix(2) { #expect(try client.read(answer.utf8.count) == answer) }
      clients.removeFirst()
      let last = try #require(clients.last)
      #expect(try last.read(answer.utf8.count) == answer)
    }
  }

  @Test func `survives clients that go away at any moment`() throws {
    try Self.withServer { port in
      let wire = "POST /a HTTP/1.1|Host: a|Content-Length: 2||ok".onWire
      for length in 0...wire.utf8.count {
        for isReset in [false, true] {
          let client = try RawClient(port: port)
          try client.send(Array(wire.utf8.prefix(length)))
          if isReset { client.reset() }
        }
      }
      let answer = try Self.answer(to: "GET /a \(Self.closing)|", on: port)
      #expect(answer == Self.answer("GET /a ", "close"))
    }
  }
}
