// SPDX-License-Identifier: Apache-2.0
// Tests of reading requests, as a server does.

import HTTP
import TestSupport
import Testing

struct RequestReaderTests {
  static let host = "HTTP/1.1|Host: a|"
  static let chunked = "Transfer-Encoding: chunked||"

  @Test(arguments: [
    ("GET / \(host)|", "GET /", "", true), ("||GET /a?b HTTP/1.1|host:a||", "GET /a?b", "", true),
    ("POST /p \(host)Content-Length: 2||ok", "POST /p", "ok", true),
    ("POST /p \(host)\(chunked)2;x|ok|0|T: 1||", "POST /p", "ok", true),
    ("PURGE /p \(host)Connection: close||", "PURGE /p", "", false),
    ("GET / HTTP/1.0||", "GET /", "", false),
    ("GET / HTTP/1.0|Connection: keep-alive||", "GET /", "", true),
    ("GET http://a:1/b?c \(host)|", "GET /b?c", "", true),
    ("GET http://a \(host)|", "GET /", "", true), ("OPTIONS * \(host)|", "OPTIONS *", "", true),
    (String(repeating: "|", count: 32) + "GET / \(host)|", "GET /", "", true),
    ("GET / \(host)Connection: x, Close||", "GET /", "", false),
    ("GET / \(host)Connection: ,\tCLOSE\t,||", "GET /", "", false),
    ("GET / \(host)Connection: x|Connection: close||", "GET /", "", false),
    ("GET / HTTP/1.0|Host: a|Connection: x, Keep-Alive||", "GET /", "", true),
    ("GET / HTTP/1.2|Host: a||", "GET /", "", true),
    ("POST / \(host)Content-Length: 0||", "POST /", "", true),
    ("POST / \(host)Content-Length: 2|Content-Length: 2||ok", "POST /", "ok", true),
    (
      "POST / HTTP/1.0|Host: a|Content-Length: 2|Expect: 100-continue||ok", "POST /", "ok", false
    ), ("GET /~!$ \(host)|", "GET /~!$", "", true),
  ])
  func `reads a request, in one piece or byte by byte`(
    wire: String, line: String, body: String, keeps: Bool
  ) throws {
    for size in [.max, 1] {
      var reader = RequestReader()
      var buffer = ByteBuffer()
      var isRead = false
      for piece in wire.onWire.utf8.pieces(of: size) {
        #expect(!isRead)
        buffer.append(piece)
        isRead = try reader.read(&buffer)
      }
      #expect(isRead)
      let request = try #require(reader.request)
      #expect("\(request.method) \(request.target)" == line)
      #expect(String(decoding: request.body, as: UTF8.self) == body)
      #expect(reader.keepsConnection == keeps)
    }
  }

  /// What a reader makes of some bytes.
  private static func read(
    _ wire: String, limits: HTTPLimits = .standard
  ) throws(RequestError) -> (isRead: Bool, reader: RequestReader, rest: ByteBuffer) {
    var reader = RequestReader(limits: limits)
    var buffer = ByteBuffer(Array(wire.onWire.utf8))
    return (try reader.read(&buffer), reader, buffer)
  }

  private static let limits = HTTPLimits(headBytes: 18_000, bodyBytes: 1000)

  static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `leaves the next request in the buffer`() throws {
    let (isRead, _, rest) = try Self.read("POST / \(Self.host)Content-Length: 2||okGET /2")
    #expect(isRead && rest.count == 6)
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1||", 400), ("GET / \(host)Host: a||", 400),
      ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET / HTTP/1.1|Host: a\n|", 400),
      ("GET / HTTP/1.1|Host : a||", 400), ("GET / \(host)X: a| b||", 400),
      ("GET / \(host)X: a\0b||", 400), ("GET / \(host)rubbish||", 400), ("GET  / \(host)|", 400),
      ("GET /||", 400), ("G(T / \(host)|", 400), ("GET rubbish \(host)|", 400),
      ("GET /é \(host)|", 400), ("GET /#f \(host)|", 400), ("GET / http/1.1|Host: a||", 400),
      ("GET / HTTP/11|Host: a||", 400), ("GET / HTTP/2.0|Host: a||", 505),
      ("CONNECT a:1 \(host)|", 501), ("POST / \(host)Content-Length: 2|Content-Length: 3||", 400),
      ("POST / \(host)Content-Length: x||", 400), ("POST / \(host)Content-Length: 2, 2||", 400),
      ("POST / \(host)Content-Length: +2||", 400), ("POST / \(host)Content-Length:||", 400),
      ("POST / \(host)Transfer-Encoding:||", 400),
      ("POST / \(host)Transfer-Encoding: chunked, gzip||", 400),
      ("POST / HTTP/1.0|Host: a|Transfer-Encoding: chunked||", 400),
      ("POST / \(host)\(chunked)3e9|", 413), ("POST / \(host)\(chunked)0|T : 1||", 400),
      ("GET / HTTP/1.0|Host: a|Host: b||", 400), ("\rGET / \(host)|", 400),
      (String(repeating: "|", count: 33) + "GET / \(host)|", 400),
      ("GET / HTTP/1.1 x|Host: a||", 400), (" / \(host)|", 400), ("GET  \(host)|", 400),
      ("GET / HTTP/1.10|Host: a||", 400), ("GET / HTTP/1.x|Host: a||", 400),
      ("GET / HTTP/x.1|Host: a||", 400), ("GET / HTTP/0.9|Host: a||", 505),
      ("GET /\u{7F} \(host)|", 400), ("GET /\ta \(host)|", 400), ("GET * \(host)|", 400),
      ("GET http://me@a/ \(host)|", 400), ("GET ftp://a/ \(host)|", 400),
      ("POST / \(host)Expect: 100-continue, miracles||", 417), ("POST / \(host)Expect:||", 417),
      ("GET /\(x(16_371)) \(host)|", 414), ("GET / \(host)X: \(x(17_969))||", 431),
      ("POST / \(host)Content-Length: 2|\(chunked)", 400),
      ("POST / \(host)Transfer-Encoding: gzip||", 400),
      ("POST / \(host)Transfer-Encoding: gzip, chunked||", 501),
      ("POST / \(host)\(chunked)xx|", 400), ("POST / \(host)\(chunked)2\nok\n0\n\n", 400),
      ("POST / \(host)\(chunked)fff|", 413), ("POST / \(host)Content-Length: 1001||", 413),
      ("POST / \(host)Expect: miracles||", 417), ("GET /\(x(20_000))", 414),
      ("GET / HTTP/1.1|X: \(x(20_000))", 431),
    ] as [(String, Int)])
  func `refuses what is not the grammar, with a status`(wire: String, status: Int) {
    let refusal = #expect(throws: RequestError.self) {
      _ = try Self.read(wire, limits: Self.limits)
    }
    #expect(refusal?.status == status, "\(refusal?.message ?? "")")
  }

  @Test(arguments: [
    "GET /\(x(16_370)) \(host)|", "GET / \(host)X: \(x(17_968))||",
    "PUT / \(host)Content-Length: 1000||", "PUT / \(host)\(chunked)3e8|",
  ])
  func `reads a request that is as long as it may be`(wire: String) throws {
    let (isRead, reader, _) = try Self.read(wire, limits: Self.limits)
    #expect(isRead == wire.hasPrefix("GET"))
    #expect(reader.head != nil)
  }

  @Test func `knows when the client waits to go on`() throws {
    var (isRead, reader, buffer) = try Self.read(
      "POST / \(Self.host)Content-Length: 2|Expect: 100-Continue||")
    #expect(!isRead && reader.expectsContinue)
    buffer.append(Array("ok".utf8))
    isRead = try reader.read(&buffer)
    #expect(isRead && !reader.expectsContinue)
  }

  @Test(arguments: [
    "POST / HTTP/1.0|Content-Length: 2|Expect: 100-continue||", "POST / \(host)Content-Length: 2||",
    "GET / \(host)Expect: 100-continue||",
  ])
  func `knows when the client does not wait`(wire: String) throws {
    let (isRead, reader, _) = try Self.read(wire)
    #expect(isRead == wire.hasPrefix("GET"))
    #expect(!reader.expectsContinue)
  }
}

struct AnyBytesTests {
  @Test(arguments: [1, 2, 3]) func `no reader traps on any bytes`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let parts = [
      "GET ", "POST ", "/a?b", " HTTP/1.1|", "Host: a|", "|", "Content-Length: 3|",
      "Transfer-Encoding: chunked|", "Expect: 100-continue|", "3|", "abc", "0", ";", ":", "\n",
      "//", "[", "]", "@", "%", "%4", "\"", "\\", ",", "é", "\0", "text/x", "=", "..", "#",
    ]
    for _ in 0..<3000 {
      let text = (0..<(random.next() % 12)).map { _ in
        parts[Int(random.next() % UInt64(parts.count))]
      }.joined()
      var buffer = ByteBuffer(Array(text.utf8))
      var reader = RequestReader()
      _ = try? reader.read(&buffer)
      _ = MediaType(text)
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

struct SerializerTests {
  static let origin = Origin(scheme: .https, host: "Example.com")

  private static func written(
    _ method: String, _ headers: KeyValuePairs<String, String> = [:], _ body: String = ""
  ) -> String {
    let request = HTTPRequest(
      method: method, target: "/", headers: HeaderList(headers), body: Array(body.utf8))
    return String(decoding: Serializer.bytes(of: request, to: origin), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("GET", [:], "", "Host: example.com|"),
      ("POST", [:], "", "Host: example.com|Content-Length: 0|"),
      ("GET", [:], "ok", "Host: example.com|Content-Length: 2|"),
      ("PUT", ["host": "x", "content-length": "7"], "ok", "host: x|content-length: 7|"),
      ("PUT", [:], "", "Host: example.com|Content-Length: 0|"),
      ("PATCH", [:], "", "Host: example.com|Content-Length: 0|"),
      (
        "POST", ["Transfer-Encoding": "chunked"], "0||",
        "Host: example.com|Transfer-Encoding: chunked|"
      ),
    ] as [(String, KeyValuePairs<String, String>, String, String)])
  func `writes a request`(
    method: String, headers: KeyValuePairs<String, String>, body: String, fields: String
  ) {
    let wire = "\(method) / HTTP/1.1|\(fields)|\(body)"
    #expect(Self.written(method, headers, body.onWire) == wire.onWire)
  }

  @Test(arguments: [
    (HTTPResponse(status: 200), "GET", "HTTP/1.1 200 |Content-Length: 0||"),
    (HTTPResponse(status: 204, reason: "No"), "GET", "HTTP/1.1 204 No||"),
    (
      HTTPResponse(status: 204, body: Array("ok".utf8)), "GET",
      "HTTP/1.1 204 |Content-Length: 2||ok"
    ),
    (
      HTTPResponse(status: 200, body: Array("ok".utf8)), "HEAD", "HTTP/1.1 200 |Content-Length: 2||"
    ),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["transfer-encoding": "chunked"]),
        body: Array("ok".utf8), trailers: HeaderList(["T": "1"])), "GET",
      "HTTP/1.1 200 |transfer-encoding: chunked||2|ok|0|T: 1||"
    ),
    (
      HTTPResponse(status: 200, headers: HeaderList(["Transfer-Encoding": "chunked"])), "GET",
      "HTTP/1.1 200 |Transfer-Encoding: chunked||0||"
    ),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["Transfer-Encoding": "chunked"]),
        body: Array(repeating: 0x78, count: 16)), "GET",
      "HTTP/1.1 200 |Transfer-Encoding: chunked||10|xxxxxxxxxxxxxxxx|0||"
    ), (HTTPResponse(status: 304), "GET", "HTTP/1.1 304 ||"),
    (HTTPResponse(status: 199), "GET", "HTTP/1.1 199 ||"),
    (
      HTTPResponse(
        status: 200, headers: HeaderList(["content-length": "7"]), body: Array("ok".utf8)), "GET",
      "HTTP/1.1 200 |content-length: 7||ok"
    ),
  ])
  func `writes an answer`(response: HTTPResponse, method: String, wire: String) {
    let bytes = Serializer.bytes(of: response, to: method)
    #expect(String(decoding: bytes, as: UTF8.self) == wire.onWire)
  }

  @Test(arguments: [
    (HeaderList(), "HTTP/1.1 204 |Connection: close||"),
    (HeaderList(["connection": "x"]), "HTTP/1.1 204 |connection: x||"),
  ])
  func `tells of the connection, unless the answer does`(headers: HeaderList, wire: String) {
    let response = HTTPResponse(status: 204, headers: headers)
    let bytes = Serializer.bytes(of: response, to: "GET", connection: "close")
    #expect(String(decoding: bytes, as: UTF8.self) == wire.onWire)
  }

  @Test(arguments: [
    (HTTPResponse(status: 200, body: [1]), true), (HTTPResponse(status: 204, body: [1]), false),
    (HTTPResponse(status: 304, body: [1]), false),
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

struct HeaderListTests {
  static let list = HeaderList(["A": "1", "b": "2", "a": "3"])

  @Test func `finds fields whatever the case of their name`() {
    #expect(Self.list["a"] == "1" && Self.list["B"] == "2")
    #expect(Self.list["c"] == nil && Self.list.values(of: "a") == ["1", "3"])
    #expect(HeaderList(["@": "1"])["`"] == nil && HeaderList(["ab": "1"])["a"] == nil)
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

struct OctetsTests {
  @Test func `knows the characters of tokens`() {
    let letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let tokens = Set("!#$%&'*+-.^_`|~\(letters)".utf8)
    for byte in UInt8(0)..<0x80 {
      #expect(Octets.isToken(String(Unicode.Scalar(byte))) == tokens.contains(byte), "\(byte)")
    }
    #expect(!Octets.isToken("") && !Octets.isToken("é"))
    #expect(!Octets.isToken("a b"))
  }

  @Test(arguments: [
    (100, "Continue"), (200, "OK"), (204, "No Content"), (302, "Found"), (400, "Bad Request"),
    (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found"), (405, "Method Not Allowed"),
    (410, "Gone"), (412, "Precondition Failed"), (429, "Too Many Requests"),
    (500, "Internal Server Error"), (502, "Bad Gateway"), (503, "Service Unavailable"),
    (504, "Gateway Timeout"), (299, ""), (0, ""),
  ])
  func `knows the phrases of statuses`(status: Int, phrase: String) {
    #expect(Status.reason(status) == phrase)
  }

  @Test func `takes blanks off, and makes letters small`() {
    #expect(Octets.trimmed(" \t a \tb\t ") == "a \tb" && Octets.trimmed("\na\n") == "\na\n")
    #expect(Octets.trimmed(" \t").isEmpty && Octets.lowercased("AZ@[É") == "az@[É")
    #expect(Octets.list(["A, ,b\t", "", "C"]) == ["a", "b", "c"])
  }
}
