// SPDX-License-Identifier: Apache-2.0
// Tests of the proxy before a service: what passes, what is kept, and what becomes of faults.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// A proxy before a service that plays scripts.
private final class ProxyBench: Sendable {
  let service: ScriptedServer
  let port: UInt16
  private let server: HTTPServer
  private let list: Told

  /// - Parameter upstream: The port that requests are passed on to; nil for that of the service.
  init(
    _ scripts: [[ScriptedServer.Act]], path: String = "", upstream: UInt16? = nil,
    keptBodyBytes: Int = ReverseProxy.keptBodyBytes, responseTimeout: Duration = .seconds(30),
    limits: ServerLimits = .standard
  ) throws {
    service = try ScriptedServer(playing: scripts)
    let list = Told()
    let proxy = ReverseProxy(
      to: try BaseURL("http://127.0.0.1:\(upstream ?? service.port)\(path)"),
      settings: ClientSettings(responseTimeout: responseTimeout), keptBodyBytes: keptBodyBytes
    ) { list.add($0) }
    server = HTTPServer(limits: limits, passingBy: proxy)
    port = try server.start()
    self.list = list
  }

  private final class Told: Sendable {
    private let all = Mutex<[ProxiedExchange]>([])
    func add(_ exchange: ProxiedExchange) { all.withLock { $0.append(exchange) } }
    var exchanges: [ProxiedExchange] { all.withLock { $0 } }
  }

  /// Ends both; blocks until their threads have ended.
  func stop() {
    server.stop()
    service.stop()
  }

  /// What was told, once there are so many.
  func told(_ count: Int = 1) throws -> [ProxiedExchange] {
    try waitUntil { list.exchanges.count >= count }
    return list.exchanges
  }

  /// All that comes back for some bytes until the proxy closes.
  func answer(to wire: String, endsSending: Bool = false) throws -> String {
    try HTTPServerTests.answer(to: wire, on: port, endsSending: endsSending)
  }

  /// What the service got on a connection, with `SERVICE` for its host and port.
  func received(_ connection: Int = 0) -> String {
    let received = service.received
    guard received.indices.contains(connection) else { return "" }
    return received[connection].replacing("127.0.0.1:\(service.port)", with: "SERVICE")
  }
}

@Suite(.waits) struct ReverseProxyTests {
  private static let ok = "HTTP/1.1 200 OK|Content-Length: 2||ok".onWire
  private static let answersOnce: [ScriptedServer.Act] = [.readRequest, .send(ok), .hang]

  /// The parts of an answer that came until the proxy closed.
  private static func read(_ text: String, to method: String = "GET") throws -> HTTPResponse {
    var reader = ResponseReader(method: method)
    var buffer = ByteBuffer(Array(text.utf8))
    if try !reader.read(&buffer) { try reader.end(buffer) }
    return try #require(reader.response)
  }

  /// What an application sends, and what the service gets.
  @Test(
    arguments: [
      (
        "GET /a?b=%20c HTTP/1.1|Host: x|X-Kept: \u{e9}|accept-encoding: gzip|Connection: close||",
        "GET /base/a?b=%20c HTTP/1.1|Host: SERVICE|X-Kept: \u{e9}|accept-encoding: identity||"
      ),
      (
        "GET / HTTP/1.1|X-A: 1|Host: x|Connection: close, X-Hop|X-Hop: 1|Keep-Alive: 5|TE: trailers"
          + "|Upgrade: h2c|Proxy-Authorization: x|Expect: 100-continue||",
        "GET /base/ HTTP/1.1|X-A: 1|Host: SERVICE|Expect: 100-continue|Accept-Encoding: identity||"
      ),
      (
        "OPTIONS * HTTP/1.1|Host: x|Connection: close||",
        "OPTIONS * HTTP/1.1|Host: SERVICE|Accept-Encoding: identity||"
      ),
      (
        "GET http://x/y HTTP/1.1|Host: x|Connection: close||",
        "GET /base/y HTTP/1.1|Host: SERVICE|Accept-Encoding: identity||"
      ),
      ("GET /a HTTP/1.0||", "GET /base/a HTTP/1.1|Accept-Encoding: identity|Host: SERVICE||"),
      (
        "POST / HTTP/1.1|Host: x|Content-Length: 3|Connection: close, content-length||abc",
        "POST /base/ HTTP/1.1|Host: SERVICE|Content-Length: 3|Accept-Encoding: identity||abc"
      ),
    ] as [(String, String)])
  func `passes a request on, but for what concerns one connection`(
    wire: String, expected: String
  ) throws {
    let bench = try ProxyBench([Self.answersOnce], path: "/base/")
    defer { bench.stop() }
    #expect(try bench.answer(to: wire).hasSuffix("ok"))
    #expect(bench.received() == expected.onWire)
  }

  @Test func `passes a chunked request on, without its trailers`() throws {
    let bench = try ProxyBench([[.read(110), .send(Self.ok), .hang]])
    defer { bench.stop() }
    let wire =
      "POST / HTTP/1.1|Host: x|Connection: close|Trailer: T|Transfer-Encoding: chunked||"
      + "2;a=b|ok|1|!|0|T: 1||"
    #expect(try bench.answer(to: wire).hasSuffix("ok"))
    let received = bench.received()
    #expect(received.contains("\r\nTransfer-Encoding: chunked\r\n") && !received.contains("T: 1"))
    var reader = RequestReader()
    var buffer = ByteBuffer(Array(received.utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.request?.body == Array("ok!".utf8))
    #expect(try bench.told()[0].request.body == .whole(Array("ok!".utf8)))
    #expect(try bench.told()[0].request.target == "/")
  }

  /// A method and a version of HTTP, the service's answer, and what the application gets.
  @Test(
    arguments: [
      (
        "GET", "1.1", "HTTP/1.1 200 Fine|Content-Length: 2|X: 1||ok", "ok",
        "Content-Length: 2|X: 1|"
      ),
      (
        "GET", "1.1", "HTTP/1.1 404 No|Keep-Alive: 5|Connection: X|X: 1|Location: http://up/||", "",
        "Location: http://up/|Transfer-Encoding: chunked|"
      ),
      (
        "GET", "1.1",
        "HTTP/1.1 200 Fine|Transfer-Encoding: chunked|Trailer: T||2|ok|1|!|0|T: 1||", "ok!",
        "Transfer-Encoding: chunked|"
      ),
      ("GET", "1.0", "HTTP/1.1 200 Fine|Transfer-Encoding: chunked||2|ok|0||", "ok", ""),
      (
        "GET", "1.1", "HTTP/1.1 200 Fine||until the end", "until the end",
        "Transfer-Encoding: chunked|"
      ),
      ("GET", "1.1", "HTTP/1.0 200 Fine|Content-Length: 2||ok", "ok", "Content-Length: 2|"),
      ("HEAD", "1.1", "HTTP/1.1 200 Fine|Content-Length: 9||", "", "Content-Length: 9|"),
      ("GET", "1.1", "HTTP/1.1 204 Fine|X: 1||", "", "X: 1|"),
      ("GET", "1.1", "HTTP/1.1 304 Fine|Content-Length: 9||", "", "Content-Length: 9|"),
      (
        "GET", "1.1", "HTTP/1.1 200 Fine|X: a| b|Content-Length: 0||", "",
        "X: a b|Content-Length: 0|"
      ),
    ])
  func `passes an answer on, in a framing that the application knows`(
    method: String, version: String, answer: String, body: String, fields: String
  ) throws {
    let bench = try ProxyBench([[.readRequest, .send(answer.onWire)]])
    defer { bench.stop() }
    let text = try bench.answer(
      to: "\(method) / HTTP/\(version)|Host: x|\(version == "1.0" ? "" : "Connection: close|")|")
    let told = try bench.told()[0]
    let passed = try Self.read(text, to: method)
    #expect(String(decoding: passed.body, as: UTF8.self) == body && passed.trailers.fields.isEmpty)
    let head = text[..<(try #require(text.firstRange(of: "\r\n\r\n"))).lowerBound]
    let expected = (fields + "Connection: close").split(separator: "|").sorted()
    #expect(head.split(separator: "\r\n").dropFirst().sorted() == expected)
    #expect(told.fault == nil && told.answer?.body == .whole(Array(body.utf8)))
    #expect(told.answer?.status == passed.status)
  }

  @Test(arguments: [1, 3]) func `takes both messages in pieces`(size: Int) throws {
    let bench = try ProxyBench([
      [
        .readRequest,
        .drip("HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|2|de|0||".onWire, by: size),
      ]
    ])
    defer { bench.stop() }
    let wire = "POST / HTTP/1.1|Host: x|Connection: close|Content-Length: 5||12345"
    let text = try HTTPServerTests.answer(to: wire, on: bench.port, in: size)
    #expect(try Self.read(text).body == Array("abcde".utf8))
    #expect(bench.received().hasSuffix("\r\n\r\n12345"))
  }

  /// What a service does that is no answer, and what the application is told.
  @Test(
    arguments: [
      ([.readRequest], 502, "closed the connection without an answer"),
      ([.readRequest, .reset], 502, "reset the connection"),
      ([.readRequest, .send("HTTP/1.1 2")], 502, "bytes of the head"),
      ([.readRequest, .send("rubbish\r\n\r\n")], 502, "not HTTP"),
      (
        [
          .readRequest,
          .send("HTTP/1.1 200 OK|Content-Length: 3|Transfer-Encoding: chunked||".onWire), .hang,
        ],
        502, "both Content-Length and Transfer-Encoding"
      ),
      (
        [
          .readRequest, .send("HTTP/1.1 200 OK|Content-Length: 3|Content-Length: 4||abcd".onWire),
          .hang,
        ],
        502, "several lengths"
      ),
      (
        [.readRequest, .send("HTTP/1.1 200 OK|Transfer-Encoding: gzip, chunked||".onWire), .hang],
        502, "was not asked for"
      ),
      (
        [.readRequest, .send("HTTP/1.1 101 Go|Upgrade: x||".onWire), .hang], 502, "another protocol"
      ),
      ([.readRequest, .hang], 504, "no answer within"),
    ] as [([ScriptedServer.Act], Int, String)])
  func `says that the service gave no answer`(
    script: [ScriptedServer.Act], status: Int, text: String
  ) throws {
    let bench = try ProxyBench(
      [script], responseTimeout: status == 504 ? .milliseconds(200) : .seconds(30))
    defer { bench.stop() }
    let answer = try bench.answer(to: "GET / HTTP/1.1|Host: x|Connection: close||")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains(text), "\(answer)")
    let told = try bench.told()[0]
    #expect(told.answer == nil && told.fault?.contains(text) == true)
    #expect(told.request.body == .whole([]))
  }

  @Test func `says that nothing listens there, and goes on`() throws {
    let other = try ScriptedServer([.hang])
    other.stop()
    let bench = try ProxyBench([[.hang]], upstream: other.port)
    defer { bench.stop() }
    let get = "GET / HTTP/1.1|Host: x|"
    let answer = try bench.answer(to: "\(get)|\(get)Connection: close||")
    #expect(answer.components(separatedBy: "connection refused").count == 3, "\(answer)")
    #expect(try bench.told(2).allSatisfy { $0.answer == nil })
  }

  /// What is cut on the way is cut for the application, too.
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK|Content-Length: 9||abc", "Content-Length: 9|Connection: close||abc"),
      (
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|",
        "Transfer-Encoding: chunked|Connection: close||3|abc|"
      ),
    ])
  func `cuts an answer where the service does`(answer: String, passed: String) throws {
    let bench = try ProxyBench([[.readRequest, .send(answer.onWire)]])
    defer { bench.stop() }
    let text = try bench.answer(to: "GET / HTTP/1.1|Host: x|Connection: close||")
    #expect(text == "HTTP/1.1 200 OK|\(passed)".onWire)
    let told = try bench.told()[0]
    #expect(told.answer?.status == 200 && told.fault != nil)
    #expect(told.answer?.body == .missing(because: try #require(told.fault)))
  }

  @Test func `keeps the connections on both sides`() throws {
    let bench = try ProxyBench([
      [.readRequest, .send(Self.ok), .readRequest, .send(Self.ok), .hang]
    ])
    defer { bench.stop() }
    let get = "GET / HTTP/1.1|Host: x|"
    let answer = try bench.answer(to: "\(get)|\(get)Connection: close||")
    #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    #expect(bench.service.received.count == 1)
  }

  /// A kept connection that the service closes in the moment in which the next request is on its way.
  @Test(arguments: [
    ("GET / HTTP/1.1|Host: x|", 200), ("POST / HTTP/1.1|Host: x|Content-Length: 1|", 502),
  ])
  func `sends a request again only where that does no harm`(head: String, status: Int) throws {
    let bench = try ProxyBench([[.readRequest, .send(Self.ok), .readRequest], Self.answersOnce])
    defer { bench.stop() }
    let first = "GET / HTTP/1.1|Host: x||"
    let answer = try bench.answer(to: "\(first)\(head)Connection: close||x")
    #expect(answer.contains("\r\n\r\nokHTTP/1.1 \(status) "), "\(answer)")
    #expect(bench.service.received.count == (status == 200 ? 2 : 1))
  }

  @Test func `takes a new connection where the kept one has ended`() throws {
    let bench = try ProxyBench([
      [.readRequest, .send(Self.ok), .endSending, .hang], Self.answersOnce,
    ])
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send("GET / HTTP/1.1|Host: x||")
    #expect(try client.read(Self.ok.utf8.count) == Self.ok)
    try bench.service.waitUntilPlayed(3, of: 0)
    try client.send("POST / HTTP/1.1|Host: x|Connection: close|Content-Length: 1||x")
    #expect(try client.readToEnd().hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `passes interim answers and leave to go on`() throws {
    let bench = try ProxyBench([
      [
        .read(90), .send("HTTP/1.1 103 Early Hints|Link: </a>||HTTP/1.1 100 Continue||".onWire),
        .readRequest, .send(Self.ok), .hang,
      ]
    ])
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send(
      "POST / HTTP/1.1|Host: x|Connection: close|Expect: 100-continue|Content-Length: 4||")
    let interim = "HTTP/1.1 103 Early Hints|Link: </a>||HTTP/1.1 100 Continue||".onWire
    #expect(try client.read(interim.utf8.count) == interim)
    try client.send("body")
    #expect(try client.readToEnd().hasSuffix("ok"))
    #expect(bench.received().hasSuffix("\r\n\r\nbody"))
  }

  @Test func `passes an answer that comes before the whole request`() throws {
    let answer = "HTTP/1.1 413 Content Too Large|Content-Length: 0||"
    let bench = try ProxyBench([[.read(60), .send(answer.onWire), .endSending, .hang]])
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send("POST / HTTP/1.1|Host: x|Content-Length: 1000000||only this")
    let text = try client.read(60)
    #expect(text.hasPrefix("HTTP/1.1 413 "))
    client.reset()
    guard case .missing(let reason) = try bench.told()[0].request.body else {
      Issue.record("it was not whole")
      return
    }
    #expect(reason.contains("before the whole request"))
  }

  @Test func `answers an application that has closed its half`() throws {
    let bench = try ProxyBench([Self.answersOnce])
    defer { bench.stop() }
    #expect(
      try bench.answer(to: "GET / HTTP/1.1|Host: x||", endsSending: true).hasPrefix(
        "HTTP/1.1 200 OK"))
  }

  @Test func `gives up where the application is gone, and lets the service go`() throws {
    let bench = try ProxyBench([[.readRequest, .hang]])
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send("GET / HTTP/1.1|Host: x||")
    try bench.service.waitUntilPlayed(1, of: 0)
    client.reset()
    #expect(try bench.told()[0].fault?.contains("application ended the connection") == true)
    try bench.service.waitUntilPlayed(2, of: 0)
  }

  @Test func `gives up an application that takes nothing`() throws {
    let bench = try ProxyBench(
      [[.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("x")]],
      limits: ServerLimits(sendTimeout: .milliseconds(200)))
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send("GET / HTTP/1.1|Host: x||")
    #expect(try bench.told()[0].fault?.contains("took or sent nothing") == true)
    client.reset()
  }

  @Test func `ends with a service that is stalled`() throws {
    let bench = try ProxyBench([[.readRequest, .hang]])
    let client = try RawClient(port: bench.port)
    try client.send("GET / HTTP/1.1|Host: x||")
    try bench.service.waitUntilPlayed(1, of: 0)
    bench.stop()
    #expect(try bench.told()[0].fault?.contains("interrupted") == true)
    #expect(try client.readToEnd() == "")
  }

  /// Bodies of so many bytes where ten are kept, the fields of both messages, and what is kept.
  @Test(
    arguments: [
      (10, "", .whole(Array("0123456789".utf8))),
      (11, "", .missing(because: "the body is too large: it has more than 10 bytes")),
      (3, "Content-Encoding: gzip|", .missing(because: "the body is coded (gzip)")),
      (3, "Content-Encoding: identity|", .whole(Array("012".utf8))),
    ] as [(Int, String, PassedBody)])
  func `keeps what can be judged`(count: Int, field: String, kept: PassedBody) throws {
    let body = String("0123456789a".prefix(count))
    let message = "Content-Length: \(count)|\(field)|\(body)"
    let bench = try ProxyBench(
      [[.readRequest, .send("HTTP/1.1 200 OK|\(message)".onWire), .hang]], keptBodyBytes: 10)
    defer { bench.stop() }
    let answer = try bench.answer(to: "POST / HTTP/1.1|Host: x|Connection: close|\(message)")
    #expect(answer.hasSuffix("\r\n\r\n\(body)"))
    #expect(bench.received().hasSuffix("\r\n\r\n\(body)"))
    let told = try bench.told()[0]
    #expect(told.request.body == kept && told.answer?.body == kept)
  }

  /// Both messages are larger than what is taken ahead, and neither side reads before it has sent.
  @Test func `moves large messages both ways at once`() throws {
    let body = [UInt8](repeating: 0x78, count: 20_000_000)
    let bench = try ProxyBench([
      [
        .read(100), .send("HTTP/1.1 200 OK|Content-Length: 20000000||".onWire), .sendBytes(body),
        .readToEnd,
      ]
    ])
    defer { bench.stop() }
    let client = try RawClient(port: bench.port)
    try client.send("POST / HTTP/1.1|Host: x|Content-Length: 20000000||")
    try client.send(Array(body.prefix(1_000_000)))
    let head = "HTTP/1.1 200 OK|Content-Length: 20000000|Connection: close||".onWire
    #expect(
      try client.read(head.utf8.count + body.count).utf8.count == head.utf8.count + body.count)
    client.reset()
    guard case .missing? = try bench.told()[0].answer?.body else {
      Issue.record("so much is not kept")
      return
    }
  }

  /// Requests that the service never sees.
  @Test(
    arguments: [
      ("POST / HTTP/1.1|Host: x|Content-Length: 3|Transfer-Encoding: chunked||0||", 400),
      ("CONNECT x:1 HTTP/1.1|Host: x||", 501), ("GET / HTTP/1.1||", 400),
    ])
  func `refuses what is no clear request`(wire: String, status: Int) throws {
    let bench = try ProxyBench([[.hang]])
    defer { bench.stop() }
    #expect(try bench.answer(to: wire).hasPrefix("HTTP/1.1 \(status) "))
    #expect(bench.service.received.isEmpty)
  }

  @Test func `lets a request wait until it is admitted`() throws {
    let service = try ScriptedServer(Self.answersOnce)
    defer { service.stop() }
    let (asked, admitted) = (Cancellation(), Cancellation())
    let proxy = ReverseProxy(
      to: try BaseURL("http://127.0.0.1:\(service.port)"),
      admission: {
        asked.cancel()
        _ = admitted.wait(until: Deadline(after: .seconds(60)))
      }
    ) { _ in }
    let server = HTTPServer(passingBy: proxy)
    let port = try server.start()
    defer { server.stop() }
    let answer = Answer()
    Thread {
      answer.text.withLock {
        $0 = try? HTTPServerTests.answer(
          to: "GET / HTTP/1.1|Host: x|Connection: close||", on: port)
      }
    }.start()
    #expect(!asked.wait(until: Deadline(after: .seconds(60))))
    #expect(service.received.isEmpty)
    admitted.cancel()
    try waitUntil { answer.text.withLock { $0 != nil } }
    #expect(answer.text.withLock { $0 }?.hasPrefix("HTTP/1.1 200 ") == true)
  }

  private final class Answer: Sendable {
    let text = Mutex<String?>(nil)
  }

  @Test func `refuses another name than its own, and passes nothing on`() throws {
    let service = try ScriptedServer(Self.answersOnce)
    defer { service.stop() }
    let proxy = ReverseProxy(to: try BaseURL("http://127.0.0.1:\(service.port)")) { _ in }
    let server = HTTPServer(hosts: HostCheck(), passingBy: proxy)
    let port = try server.start()
    defer { server.stop() }
    let answer = try HTTPServerTests.answer(
      to: "GET / HTTP/1.1|Host: evil.example|Connection: close||", on: port)
    #expect(answer.hasPrefix("HTTP/1.1 421 "))
    #expect(service.received.isEmpty)
  }
}
