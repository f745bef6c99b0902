// SPDX-License-Identifier: Apache-2.0
// Tests of the server against clients that are slow, huge, broken or gone.

import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite struct HTTPServerTests {
  /// A server that answers with method, target and body, and stops at the end.
  static func withServer(
    _ limits: ServerLimits = .standard, _ body: (UInt16) throws -> Void
  ) throws {
    let server = HTTPServer(limits: limits) { request in
      HTTPResponse(
        status: 200, reason: "OK",
        body: Array("\(request.request.method) \(request.request.target) ".utf8)
          + request.request.body)
    }
    let port = try server.start()
    defer { server.stop() }
    try body(port)
  }

  static func answer(_ text: String, _ option: String? = nil) -> String {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n"
    return head + (option.map { "Connection: \($0)\r\n" } ?? "") + "\r\n" + text
  }

  /// What goes in, and all that comes back until the server closes.
  @Test(
    arguments: [
      ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", answer("GET /a ", "close")),
      ("GET /a HTTP/1.0\r\n\r\n", answer("GET /a ", "close")),
      (
        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n",
        answer("GET /a ", "keep-alive") + answer("GET /b ", "close")
      ),
      (
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok"
          + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        answer("GET /1 ") + answer("POST /2 ok") + answer("GET /3 ", "close")
      ),
      (
        "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"
      ),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "2\r\nok\r\n0\r\n\r\n", answer("POST / ok", "close")
      ),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n"
          + "Content-Length: 2\r\n\r\nok", answer("POST / ok", "close")
      ),
      ("\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", answer("GET / ", "close")),
    ] as [(String, String)])
  func `answers requests in their order`(wire: String, answers: String) throws {
    try Self.withServer { port in
      for size in [wire.utf8.count, 1] {
        let client = try RawClient(port: port)
        for piece in wire.utf8.pieces(of: size) { try client.send(piece) }
        // Byte by byte, the body waits for leave to go on.
        let text = try client.readToEnd().replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "")
        #expect(text == answers)
      }
    }
  }

  @Test func `answers a client that has closed its half`() throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      client.endSending()
      #expect(try client.readToEnd() == Self.answer("GET /a "))
    }
  }

  @Test func `answers a client that has closed its half more than fits in between`() throws {
    let server = HTTPServer { _ in
      HTTPResponse(status: 200, body: Array(repeating: 0x78, count: 8_000_000))
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    client.endSending()
    #expect(try client.readToEnd().utf8.count > 8_000_000)
  }

  @Test func `tells a client to go on`() throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n"
          + "Content-Length: 2\r\n\r\n")
      #expect(try client.read(25) == "HTTP/1.1 100 Continue\r\n\r\n")
      try client.send("ok")
      #expect(try client.readToEnd() == Self.answer("POST / ok", "close"))
    }
  }

  @Test(
    arguments: [
      ("rubbish\r\n\r\n", 400), ("\0\0\0\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET /" + String(repeating: "x", count: 40_000), 414),
      ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 80_000), 431),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n"
          + String(repeating: "x", count: 200_000), 413
      ), ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
      ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}\r\n\r\n", 400),
    ] as [(String, Int)])
  func `refuses with a status, and closes`(wire: String, status: Int) throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send(wire)
      let answer = try client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"])
  func `refuses a request that is cut short`(wire: String) throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send(wire)
      client.endSending()
      let answer = try client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain"))
      #expect(answer.hasSuffix("\r\n\r\nthe request is cut short\n"))
    }
  }

  @Test(arguments: [
    ("GET / HT", Duration.milliseconds(100), Duration.seconds(60)),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", .seconds(60),
      .milliseconds(100)
    ),
  ])
  func `refuses a request that takes too long`(wire: String, head: Duration, body: Duration) throws
  {
    let limits = ServerLimits(headTimeout: head, bodyTimeout: body)
    try Self.withServer(limits) { port in
      let client = try RawClient(port: port)
      try client.send(wire)
      let answer = try client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
      #expect(answer.hasSuffix("\r\n\r\nthe request took too long\n"))
    }
  }

  @Test(arguments: ["", "\r\n"]) func `says nothing to who asks nothing`(wire: String) throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send(wire)
      client.endSending()
      #expect(try client.readToEnd() == "")
    }
  }

  @Test func `asks for no body that is there`() throws {
    try Self.withServer { port in
      let client = try RawClient(port: port)
      try client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n"
          + "Content-Length: 2\r\n\r\nok")
      #expect(try client.readToEnd() == Self.answer("POST / ok", "close"))
    }
  }

  @Test func `closes a connection that is idle`() throws {
    try Self.withServer(ServerLimits(idleTimeout: .milliseconds(100))) { port in
      let client = try RawClient(port: port)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.readToEnd() == Self.answer("GET /a "))
    }
  }

  @Test func `gives up a client that takes no answer`() throws {
    let limits = ServerLimits(sendTimeout: .milliseconds(100))
    let isAsked = Atomic(false)
    let server = HTTPServer(limits: limits) { _ in
      isAsked.store(true, ordering: .sequentiallyConsistent)
      return HTTPResponse(status: 200, body: Array(repeating: 0x78, count: 30_000_000))
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    // It can only end by the server's time-out: nothing is read here until it has.
    while !isAsked.load(ordering: .sequentiallyConsistent) { Descriptors.yield() }
    try client.waitForEndOfPeer(port: port)
    #expect(try client.readToEnd().utf8.count < 30_000_000)
  }

  @Test func `serializes what a handler gives as it is`() throws {
    let server = HTTPServer { _ in
      HTTPResponse(
        status: 299, reason: "", headers: HeaderList(["A": "1", "a": "", "Content-Length": "9"]),
        body: Array("ok".utf8))
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(
      try client.readToEnd()
        == "HTTP/1.1 299 \r\nA: 1\r\na: \r\nContent-Length: 9\r\nConnection: close\r\n\r\nok")
  }

  @Test(arguments: ["close", "Close"])
  func `closes where the handler says so`(option: String) throws {
    let server = HTTPServer { _ in
      HTTPResponse(status: 204, headers: HeaderList(["Connection": option]))
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.readToEnd() == "HTTP/1.1 204 \r\nConnection: \(option)\r\n\r\n")
  }

  @Test func `names the client's address`() throws {
    let peers = Mutex<[String]>([])
    let server = HTTPServer { request in
      peers.withLock { $0.append(request.peer) }
      return HTTPResponse(status: 204)
    }
    let port = try server.start()
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try client.readToEnd() == "HTTP/1.1 204 \r\nConnection: close\r\n\r\n")
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
    try busy.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    while entered.withLock({ $0 }) == 0 { Descriptors.yield() }
    server.stop()
    #expect(wasCut.withLock { $0 } == [true])
    for client in idle { #expect(try client.readToEnd() == "") }
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }

  @Test func `says why it can't listen`() throws {
    let first = HTTPServer { _ in HTTPResponse(status: 200) }
    let port = try first.start()
    defer { first.stop() }
    let second = HTTPServer { _ in HTTPResponse(status: 200) }
    #expect(
      throws: TransportError(.noListener("127.0.0.1:\(port)", "address already in use"))
    ) { try second.start(port: port) }
    #expect(
      throws: TransportError(.noListener("127.0.0.1:0", "the server was started before"))
    ) { try first.start() }
    #expect(
      throws: TransportError(.noListener("example.com:0", "that is not an address in digits"))
    ) { try HTTPServer { _ in HTTPResponse(status: 200) }.start(host: "example.com") }
  }

  @Test func `listens on this machine by its name`() throws {
    let server = HTTPServer { _ in HTTPResponse(status: 204) }
    let port = try server.start(host: "localhost")
    defer { server.stop() }
    let client = try RawClient(port: port)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try client.readToEnd() == "HTTP/1.1 204 \r\nConnection: close\r\n\r\n")
  }

  @Test func `pauses for as long as it may without a server`() {
    let request = ServerRequest(request: HTTPRequest(method: "GET", target: "/"), peer: "")
    #expect(request.pause(for: .zero))
    let cancellation = Cancellation()
    cancellation.cancel()
    let cut = ServerRequest(
      request: HTTPRequest(method: "GET", target: "/"), peer: "", cancellation: cancellation)
    #expect(!cut.pause(for: .seconds(60)))
  }

  @Test(.enabled(if: Descriptors.allow(4096), "no 4096 descriptors are allowed here"))
  func `holds a thousand connections, and lets go of all`() throws {
    let server = HTTPServer { request in
      HTTPResponse(status: 200, reason: "OK", body: Array(request.request.target.utf8))
    }
    let port = try server.start()
    var clients = try (0..<1000).map { _ in try RawClient(port: port) }
    for (number, client) in clients.enumerated() {
      try client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    for (number, client) in clients.enumerated() {
      let answer = Self.answer("/\(number)")
      #expect(try client.read(answer.utf8.count) == answer)
    }
    #expect(Descriptors.sockets(ofPort: port) >= 2000)
    server.stop()
    clients = []
    #expect(Descriptors.sockets(ofPort: port) == 0)
  }

  @Test func `lets a client wait until there is room`() throws {
    try Self.withServer(ServerLimits(connections: 2)) { port in
      var clients = try (0..<3).map { _ in try RawClient(port: port) }
      for client in clients { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
      let answer = Self.answer("GET /a ")
      for client in clients.prefix(2) { #expect(try client.read(answer.utf8.count) == answer) }
      clients.removeFirst()
      let last = try #require(clients.last)
      #expect(try last.read(answer.utf8.count) == answer)
    }
  }

  @Test func `survives clients that go away at any moment`() throws {
    try Self.withServer { port in
      let wire = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok"
      for length in 0...wire.utf8.count {
        for isReset in [false, true] {
          let client = try RawClient(port: port)
          try client.send(String(wire.prefix(length)))
          if isReset { client.reset() }
        }
      }
      let client = try RawClient(port: port)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.readToEnd() == Self.answer("GET /a ", "close"))
    }
  }
}
