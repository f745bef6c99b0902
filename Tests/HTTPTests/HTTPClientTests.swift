// SPDX-License-Identifier: Apache-2.0
// Tests of the client against servers that behave, on real sockets.

import HTTP
import TestSupport
import Testing

@Suite struct HTTPClientTests {
  @Test func `exchanges with the server of this package on one connection`() throws {
    let server = HTTPServer { request in
      HTTPResponse(
        status: 200, reason: "Fine", headers: HeaderList(["X-A": "1", "x-a": "2"]),
        body: Array("\(request.request.method) \(request.request.target) ".utf8)
          + request.request.body)
    }
    let port = try server.start()
    defer { server.stop() }
    let client = HTTPClient()
    for round in 1...3 {
      let exchange = try client.exchange(
        HTTPRequest(method: "POST", target: "/a?b=\(round)", body: Array("hello".utf8)),
        with: Origin(scheme: .http, host: "127.0.0.1", port: Int(port)),
        deadline: Deadline(after: .seconds(10)))
      #expect(exchange.response.status == 200)
      #expect(exchange.response.reason == "Fine")
      #expect(
        exchange.response.headers.fields.prefix(2) == [
          HeaderField("X-A", "1"), HeaderField("x-a", "2"),
        ])
      #expect(String(decoding: exchange.response.body, as: UTF8.self) == "POST /a?b=\(round) hello")
      #expect(exchange.response.issues == [])
      #expect(exchange.notes == [])
    }
  }

  @Test func `sends what the caller chose, with Host and Content-Length`() throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .hang,
    ])
    defer { server.stop() }
    let client = HTTPClient()
    _ = try client.exchange(
      HTTPRequest(
        method: "PUT", target: "/p", headers: HeaderList(["X-b": "1", "x-B": " 2"]),
        body: Array("abc".utf8)),
      with: Origin(scheme: .http, host: "127.0.0.1", port: Int(server.port)),
      deadline: Deadline(after: .seconds(10)))
    #expect(
      server.received == [
        "PUT /p HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-b: 1\r\nx-B:  2\r\n"
          + "Content-Length: 3\r\n\r\nabc"
      ])
  }
}
