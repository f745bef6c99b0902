// SPDX-License-Identifier: Apache-2.0
// Tests of reading requests, as a server does.

import HTTPMessages
import TestSupport
import Testing

@Suite struct RequestReaderTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("\r\n\r\nGET /a?b HTTP/1.1\r\nhost:a\r\n\r\n", "GET /a?b", "", true),
    ("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok", "POST /p", "ok", true),
    (
      "POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nok\r\n0\r\nT: 1\r\n\r\n",
      "POST /p", "ok", true
    ),
    ("PURGE /p HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "PURGE /p", "", false),
    ("GET / HTTP/1.0\r\n\r\n", "GET /", "", false),
    ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /", "", true),
    ("GET http://a:1/b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /b?c", "", true),
    ("GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS *", "", true),
  ])
  func `reads a request, in one piece or byte by byte`(
    wire: String, line: String, body: String, keeps: Bool
  ) throws {
    for size in [wire.utf8.count, 1] {
      var reader = RequestReader()
      var buffer = ByteBuffer()
      let bytes = Array(wire.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.append(bytes[start..<min(start + size, bytes.count)])
        let isLast = start + size >= bytes.count
        #expect(try reader.read(&buffer) == isLast)
      }
      let request = try #require(reader.request)
      #expect("\(request.method) \(request.target)" == line)
      #expect(String(decoding: request.body, as: UTF8.self) == body)
      #expect(reader.keepsConnection == keeps)
    }
  }

  @Test func `leaves the next request in the buffer`() throws {
    var reader = RequestReader()
    var buffer = ByteBuffer(
      Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nokGET /2".utf8))
    #expect(try reader.read(&buffer))
    #expect(buffer.count == 6)
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\nHost: a\n\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nrubbish\r\n\r\n", 400),
      ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /\r\n\r\n", 400),
      ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET rubbish HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/11\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
      ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        400
      ),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxx\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\n0\n\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", 417),
      ("GET /" + String(repeating: "a", count: 20_000), 414),
      ("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 20_000), 431),
    ] as [(String, Int)])
  func `refuses what is not the grammar, with a status`(wire: String, status: Int) {
    var refusal: RequestRefusal?
    var reader = RequestReader(limits: HTTPLimits(headBytes: 18_000, bodyBytes: 1000))
    var buffer = ByteBuffer(Array(wire.utf8))
    do throws(RequestRefusal) {
      _ = try reader.read(&buffer)
    } catch {
      refusal = error
    }
    #expect(refusal?.status == status, "\(refusal?.message ?? "")")
  }

  @Test func `knows when the client waits to go on`() throws {
    var reader = RequestReader()
    var buffer = ByteBuffer(
      Array(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n".utf8))
    #expect(try !reader.read(&buffer))
    #expect(reader.expectsContinue)
    buffer.append(Array("ok".utf8))
    #expect(try reader.read(&buffer))
    #expect(!reader.expectsContinue)
  }
}

@Suite struct AnyBytesTests {
  @Test(arguments: [1, 2, 3])
  func `no reader traps on any bytes`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let parts = [
      "GET ", "POST ", "/a?b", " HTTP/1.1\r\n", "Host: a\r\n", "\r\n", "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "3\r\n", "abc", "0", ";", ":",
      "\n", "//", "[", "]", "@", "%", "%4", "\"", "\\", ",", "é", "\0", "text/x", "=", "..", "#",
    ]
    for _ in 0..<3000 {
      let text = (0..<(random.next() % 12)).map { _ in
        parts[Int(random.next() % UInt64(parts.count))]
      }.joined()
      var buffer = ByteBuffer(Array(text.utf8))
      var reader = RequestReader()
      _ = try? reader.read(&buffer)
      _ = MediaType(text)
      _ = Target(text)
      _ = FormBody.decode(Array(text.utf8))
      _ = try? BaseURL(text)
      if let found = URLReference.resolve(
        text, against: Origin(scheme: .http, host: "a"), target: "/b")
      {
        #expect(found.target.hasPrefix("/"), "seed \(seed): \(text)")
        #expect(!found.origin.host.isEmpty, "seed \(seed): \(text)")
      }
    }
  }
}

@Suite struct SerializerTests {
  static let origin = Origin(scheme: .https, host: "Example.com")

  @Test(arguments: [
    (HTTPRequest(method: "GET", target: "/"), "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"),
    (
      HTTPRequest(method: "POST", target: "/"),
      "POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n"
    ),
    (
      HTTPRequest(method: "GET", target: "/", body: Array("ok".utf8)),
      "GET / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 2\r\n\r\nok"
    ),
    (
      HTTPRequest(
        method: "PUT", target: "/", headers: HeaderList(["host": "x", "content-length": "7"]),
        body: Array("ok".utf8)), "PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: 7\r\n\r\nok"
    ),
  ])
  func `writes a request`(request: HTTPRequest, wire: String) {
    #expect(
      String(decoding: Serializer.bytes(of: request, to: Self.origin), as: UTF8.self) == wire)
  }

  @Test(arguments: [
    (HTTPResponse(status: 200), "GET", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"),
    (HTTPResponse(status: 204, reason: "No"), "GET", "HTTP/1.1 204 No\r\n\r\n"),
    (
      HTTPResponse(status: 204, body: Array("ok".utf8)), "GET",
      "HTTP/1.1 204 \r\nContent-Length: 2\r\n\r\nok"
    ),
    (
      HTTPResponse(status: 200, body: Array("ok".utf8)), "HEAD",
      "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\n"
    ),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["transfer-encoding": "chunked"]),
        body: Array("ok".utf8), trailers: HeaderList(["T": "1"])), "GET",
      "HTTP/1.1 200 \r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nT: 1\r\n\r\n"
    ),
  ])
  func `writes an answer`(response: HTTPResponse, method: String, wire: String) {
    let bytes = Serializer.bytes(of: response, to: method)
    #expect(String(decoding: bytes, as: UTF8.self) == wire)
  }

  @Test(arguments: [
    (HTTPResponse(status: 200, body: [1]), true),
    (HTTPResponse(status: 204, body: [1]), false),
    (HTTPResponse(status: 200, headers: HeaderList(["Content-Length": "1"]), body: [1]), true),
    (HTTPResponse(status: 200, headers: HeaderList(["Content-Length": "2"]), body: [1]), false),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["Content-Length": "1", "Transfer-Encoding": "chunked"]),
        body: [1]), false
    ),
  ])
  func `knows whether a connection can stay`(response: HTTPResponse, isTrue: Bool) {
    #expect(Serializer.hasTrueFraming(response) == isTrue)
  }
}
