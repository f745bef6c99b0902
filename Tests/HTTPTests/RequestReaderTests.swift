// SPDX-License-Identifier: Apache-2.0
// Tests of reading requests, as a server does.

import HTTP
import TestSupport
import Testing

@Suite struct RequestReaderTests {
  static let host = "HTTP/1.1\r\nHost: a\r\n"
  static let chunked = "Transfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("\r\n\r\nGET /a?b HTTP/1.1\r\nhost:a\r\n\r\n", "GET /a?b", "", true),
    ("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok", "POST /p", "ok", true),
    ("POST /p \(host)\(chunked)2;x\r\nok\r\n0\r\nT: 1\r\n\r\n", "POST /p", "ok", true),
    ("PURGE /p HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "PURGE /p", "", false),
    ("GET / HTTP/1.0\r\n\r\n", "GET /", "", false),
    ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET /", "", true),
    ("GET http://a:1/b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /b?c", "", true),
    ("GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS *", "", true),
    (String(repeating: "\r\n", count: 32) + "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", "GET /", "", false),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: ,\tCLOSE\t,\r\n\r\n", "GET /", "", false),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n", "GET /", "", false),
    ("GET / HTTP/1.0\r\nHost: a\r\nConnection: x, Keep-Alive\r\n\r\n", "GET /", "", true),
    ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", "GET /", "", true),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST /", "", true),
    ("POST / \(host)Content-Length: 2\r\nContent-Length: 2\r\n\r\nok", "POST /", "ok", true),
    (
      "POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nok", "POST /",
      "ok", false
    ),
    ("GET /~!$ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /~!$", "", true),
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
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nrubbish\r\n\r\n", 400),
      ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET rubbish HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / http/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/11\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2, 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", 400),
      ("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT : 1\r\n\r\n", 400),
      ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      (String(repeating: "\r\n", count: 33) + "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", 400), (" / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET  HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.10\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.x\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/x.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505), ("GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET /\ta HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET http://me@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue, miracles\r\n\r\n", 417),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect:\r\n\r\n", 417),
      ("GET /" + String(repeating: "a", count: 16_371) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET / \(host)X: " + String(repeating: "a", count: 17_969) + "\r\n\r\n", 431),
      ("POST / \(host)Content-Length: 2\r\n\(chunked)", 400),
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

  @Test(arguments: [
    "GET /" + String(repeating: "a", count: 16_370) + " HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 17_968) + "\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
    "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n",
  ])
  func `reads a request that is as long as it may be`(wire: String) throws {
    var reader = RequestReader(limits: HTTPLimits(headBytes: 18_000, bodyBytes: 1000))
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try reader.read(&buffer) == wire.hasPrefix("GET"))
    #expect(reader.head != nil)
  }

  @Test func `knows when the client waits to go on`() throws {
    var reader = RequestReader()
    var buffer = ByteBuffer(
      Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n".utf8))
    #expect(try !reader.read(&buffer))
    #expect(reader.expectsContinue)
    buffer.append(Array("ok".utf8))
    #expect(try reader.read(&buffer))
    #expect(!reader.expectsContinue)
  }

  @Test(arguments: [
    "POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
  ])
  func `knows when the client does not wait`(wire: String) throws {
    var reader = RequestReader()
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try reader.read(&buffer) == wire.hasPrefix("GET"))
    #expect(!reader.expectsContinue)
  }
}

@Suite struct AnyBytesTests {
  @Test(arguments: [1, 2, 3]) func `no reader traps on any bytes`(seed: UInt64) {
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
    (
      HTTPRequest(method: "PUT", target: "/"),
      "PUT / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n"
    ),
    (
      HTTPRequest(method: "PATCH", target: "/"),
      "PATCH / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n"
    ),
    (
      HTTPRequest(
        method: "POST", target: "/", headers: HeaderList(["Transfer-Encoding": "chunked"]),
        body: Array("0\r\n\r\n".utf8)),
      "POST / HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
  ])
  func `writes a request`(request: HTTPRequest, wire: String) {
    #expect(String(decoding: Serializer.bytes(of: request, to: Self.origin), as: UTF8.self) == wire)
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
    (
      HTTPResponse(status: 200, headers: HeaderList(["Transfer-Encoding": "chunked"])), "GET",
      "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["Transfer-Encoding": "chunked"]),
        body: Array(repeating: 0x78, count: 16)), "GET",
      "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n10\r\nxxxxxxxxxxxxxxxx\r\n0\r\n\r\n"
    ), (HTTPResponse(status: 304), "GET", "HTTP/1.1 304 \r\n\r\n"),
    (HTTPResponse(status: 199), "GET", "HTTP/1.1 199 \r\n\r\n"),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["content-length": "7"]), body: Array("ok".utf8)), "GET",
      "HTTP/1.1 200 \r\ncontent-length: 7\r\n\r\nok"
    ),
  ])
  func `writes an answer`(response: HTTPResponse, method: String, wire: String) {
    let bytes = Serializer.bytes(of: response, to: method)
    #expect(String(decoding: bytes, as: UTF8.self) == wire)
  }

  @Test(arguments: [
    (HeaderList(), "HTTP/1.1 204 \r\nConnection: close\r\n\r\n"),
    (HeaderList(["connection": "x"]), "HTTP/1.1 204 \r\nconnection: x\r\n\r\n"),
  ])
  func `says what becomes of the connection, unless the answer does`(
    headers: HeaderList, wire: String
  ) {
    let response = HTTPResponse(status: 204, headers: headers)
    let bytes = Serializer.bytes(of: response, to: "GET", connection: "close")
    #expect(String(decoding: bytes, as: UTF8.self) == wire)
  }

  @Test(arguments: [
    (HTTPResponse(status: 200, body: [1]), true),
    (HTTPResponse(status: 204, body: [1]), false), (HTTPResponse(status: 304, body: [1]), false),
    (HTTPResponse(status: 304, headers: HeaderList(["Content-Length": "7"])), true),
    (HTTPResponse(status: 204), true), (HTTPResponse(status: 199, body: [1]), false),
    (HTTPResponse(status: 200, headers: HeaderList(["Transfer-Encoding": "chunked"])), true),
    (HTTPResponse(status: 200, headers: HeaderList(["Transfer-Encoding": "gzip, chunked"])), false),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["Content-Length": "1", "content-length": "1"]), body: [1]),
      false
    ), (HTTPResponse(status: 200, headers: HeaderList(["Content-Length": "1"]), body: [1]), true),
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

@Suite struct HeaderListTests {
  static let list = HeaderList(["A": "1", "b": "2", "a": "3"])

  @Test func `finds fields whatever the case of their name`() {
    #expect(Self.list["a"] == "1")
    #expect(Self.list["B"] == "2")
    #expect(Self.list["c"] == nil)
    #expect(Self.list.values(of: "a") == ["1", "3"])
    #expect(HeaderList(["@": "1"])["`"] == nil)
    #expect(HeaderList(["ab": "1"])["a"] == nil)
  }

  @Test(arguments: [
    ("a", ["a: 4", "b: 2"]), ("B", ["A: 1", "B: 4", "a: 3"]),
    ("c", ["A: 1", "b: 2", "a: 3", "c: 4"]),
  ])
  func `puts one field in the place of the first of its name`(name: String, fields: [String]) {
    var list = Self.list
    list.set(name, "4")
    #expect(list.fields.map { "\($0.name): \($0.value)" } == fields)
  }

  @Test func `takes all fields of a name out`() {
    var list = Self.list
    list.remove("a")
    #expect(list.fields == [HeaderField("b", "2")])
  }
}

@Suite struct OctetsTests {
  @Test func `knows the characters of tokens`() {
    let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let tokens = Set("!#$%&'*+-.^_`|~\(letters)".utf8)
    for byte in UInt8(0)..<0x80 {
      #expect(Octets.isToken(String(Unicode.Scalar(byte))) == tokens.contains(byte), "\(byte)")
    }
    #expect(!Octets.isToken(""))
    #expect(!Octets.isToken("é"))
    #expect(!Octets.isToken("a b"))
  }

  @Test(arguments: [
    (100, "Continue"), (200, "OK"), (204, "No Content"), (302, "Found"), (400, "Bad Request"),
    (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found"), (405, "Method Not Allowed"),
    (410, "Gone"), (412, "Precondition Failed"), (429, "Too Many Requests"),
    (500, "Internal Server Error"),
    (502, "Bad Gateway"), (503, "Service Unavailable"), (504, "Gateway Timeout"), (299, ""),
    (0, ""),
  ])
  func `knows the phrases of statuses`(status: Int, phrase: String) {
    #expect(Status.reason(status) == phrase)
  }

  @Test func `takes blanks off, and makes letters small`() {
    #expect(Octets.trimmed(" \t a \tb\t ") == "a \tb")
    #expect(Octets.trimmed("\na\n") == "\na\n")
    #expect(Octets.trimmed(" \t").isEmpty)
    #expect(Octets.lowercased("AZ@[É") == "az@[É")
    #expect(Octets.list(["A, ,b\t", "", "C"]) == ["a", "b", "c"])
  }
}
