// SPDX-License-Identifier: Apache-2.0
// Tests of the client against servers that do anything a bad day brings, on real sockets.

import TestSupport
import Testing

@testable import HTTP

@Suite(.waits) struct HostileAnswerTests {
  typealias Act = ScriptedServer.Act

  static let ok = "HTTP/1.1 200 OK\r\n"
  static let chunked = "\(ok)Transfer-Encoding: chunked\r\n\r\n"
  static let limits = HTTPLimits(headBytes: 8192, bodyBytes: 100_000)

  /// What a server does once it has the request, and what is unreadable then. `MessageErrorTests`
  /// has more of these, and their sentences.
  static let faults: [([Act], MessageError.Reason)] = [
    ([], .closedBeforeAnswer), ([.send("\(ok)X")], .closedInHead(receivedBytes: 18)),
    (
      [.send("\(ok)Content-Length: 712\r\n\r\n"), .send(String(repeating: "x", count: 212))],
      .closedInBody(receivedBytes: 212, of: 712)
    ), ([.send("\(chunked)5\r\nhe")], .closedInBody(receivedBytes: 2, of: nil)),
    ([.send(ok), .sendForever("X-Y: z\r\n")], .headTooLong(limitBytes: 8192)),
    ([.sendForever("HTTP/1.1 200 OK")], .headTooLong(limitBytes: 8192)),
    ([.send("\(ok)\r\n"), .sendForever("x")], .bodyTooLong(announced: nil, limitBytes: 100_000)),
    (
      [.send(chunked), .sendForever("1\r\nx\r\n")],
      .chunk("more size lines than content", offset: 120_047)
    ), ([.sendForever("HTTP/1.1 102 Processing\r\n\r\n")], .tooManyInterimResponses(16)),
    (
      [.send("\(ok)Content-Length: 9999999999\r\n\r\n"), .hang],
      .bodyTooLong(announced: "9999999999", limitBytes: 100_000)
    ), ([.send("\u{1B}[31mboo\r\n"), .hang], .notHTTP("\"\\x1b[31mboo\\x0d\\x0a\"")),
    ([.sendBytes([0x15, 3, 3, 0, 2, 2, 70])], .secureAnswer),
  ]

  @Test(arguments: faults.indices) func `says what was wrong`(index: Int) throws {
    let (script, reason) = Self.faults[index]
    let server = try ScriptedServer([.readRequest] + script)
    defer { server.stop() }
    #expect(Self.error(server.port)?.reason == .unreadable(MessageError(reason)))
    #expect(server.received.count == 1, "a request on a new connection is never repeated")
  }

  @Test func `says how far it came when the connection is reset`() throws {
    let answer = Act.send("\(Self.ok)Content-Length: 9\r\n\r\nhello")
    // The reset comes once these 200 bytes and more of the request are there; the answer is read
    // by then or not, so either sentence is true.
    for (script, size, reasons) in [
      ([.readRequest, .reset], 0, [.reset(.nothing)]),
      (
        [.readRequest, answer, .read(200), .reset], 300,
        [.reset(.nothing), .reset(.body(receivedBytes: 5, of: 9))]
      ),
      // More than the system takes while nobody reads.
      ([.read(1), .reset], 30_000_000, [.closedWhileSending]),
    ] as [([Act], Int, [TransportError.Reason])] {
      let server = try ScriptedServer(script)
      defer { server.stop() }
      let error = try #require(Self.error(server.port, body: Array(repeating: 0x78, count: size)))
      #expect(reasons.contains(error.reason))
      #expect(server.received.count == 1)
    }
  }

  @Test func `says that the connection was refused, or the host is not known`() throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200) }
    let port = try server.start()
    server.stop()
    #expect(Self.error(port)?.reason == .refused("127.0.0.1:\(port)"))
    let error = #expect(throws: TransportError.self) {
      try HTTPClient().send(
        to: Origin(scheme: .http, host: "no-such-host.invalid"), within: .seconds(30))
    }
    let start = "the host no-such-host.invalid is not known: "
    #expect(error.map { "\($0)".hasPrefix(start) } == true)
  }

  /// What is odd and legal, or wrong and readable: status, body, and the rules that are broken.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: [Act]
    var status = 200
    var body = "ok"
    var rules: [String] = []
    var notes: [String] = []

    init(
      _ name: String, _ script: [Act], status: Int = 200, body: String = "ok",
      rules: [String] = [], notes: [String] = []
    ) {
      (testDescription, self.script, self.status, self.body) = (name, script, status, body)
      (self.rules, self.notes) = (rules, notes)
    }
  }

  static let oddities: [Oddity] = [
    Oddity("drips", [.readRequest, .drip("\(ok)A: b\r\n\r\nok", by: 1)]),
    Oddity(
      "drips chunks",
      [.readRequest, .drip("\(chunked)1;x=y\r\no\r\n1\r\nk\r\n0\r\nT: 1\r\n\r\n", by: 1), .hang]),
    Oddity(
      "interim answers",
      [
        .readRequest,
        .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
        .send("\(ok)Content-Length: 2\r\n\r\nok"), .hang,
      ], notes: ["an interim answer came: 100", "an interim answer came: 103"]),
    Oddity(
      "field names in any case", [.readRequest, .send("\(ok)cOnTeNt-LeNgTh: 2\r\n\r\nok"), .hang]),
    Oddity(
      "two lengths, and the connection stays open",
      [.readRequest, .send("\(ok)Content-Length: 9\r\nContent-Length: 2\r\n\r\nok"), .hang],
      rules: ["RFC 9112, section 6.3"]),
    Oddity(
      "204 that announces a body, and sends it later",
      [
        .readRequest, .send("HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n"), .drip("ok", by: 1),
        .hang,
      ], status: 204, body: "", rules: ["RFC 9110, section 8.6", "RFC 9110, section 15.3.5"]),
    Oddity(
      "204 that announces a body, and sends none",
      [.readRequest, .send("HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n"), .hang],
      status: 204, body: "", rules: ["RFC 9110, section 8.6"]),
    Oddity(
      "an answer before the request is read",
      [.send("\(ok)Content-Length: 2\r\n\r\nok"), .readToEnd]),
    Oddity(
      "an answer 407 of the service itself",
      [.readRequest, .send("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nok"), .hang], status: 407),
  ]

  @Test(arguments: oddities)
  func `reads what is odd, and notes what is wrong`(oddity: Oddity) throws {
    let server = try ScriptedServer(oddity.script)
    defer { server.stop() }
    let client = HTTPClient(settings: ClientSettings(limits: Self.limits))
    let exchange = try client.send(to: server.port)
    #expect(exchange.response.status == oddity.status)
    #expect(String(decoding: exchange.response.body, as: UTF8.self) == oddity.body)
    #expect(exchange.response.issues.map(\.rule) == oddity.rules && exchange.notes == oddity.notes)
    client.close()
  }

  @Test func `takes an answer that comes before the whole request is sent`() throws {
    let server = try ScriptedServer([
      .read(1), .send("HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"),
      .endSending, .hang,
    ])
    defer { server.stop() }
    let client = HTTPClient()
    let exchange = try client.send(
      HTTPRequest(method: "POST", target: "/", body: Array(repeating: 0x78, count: 9_000_000)),
      to: server.port)
    #expect(exchange.response.status == 413)
  }

  /// What went wrong, whether the service was reached by then, and the sentence.
  static let failures: [(TransportError.Reason, Bool, String)] = [
    (.invalidRequest("it is odd"), false, "the request can't be sent: it is odd"),
    (.unknownHost("a", "no"), false, "the host a is not known: no"),
    (.noConnection("a:1", "no"), false, "no connection to a:1: no"),
    (.refused("a:1"), false, "no connection to a:1: connection refused"),
    (
      .tls("a:1", .revoked), false,
      "no secure connection to a:1: the certificate of the service has been revoked"
    ),
    (
      .tlsDuringExchange(.clientCertificateRefused), false,
      "the secure connection failed: the service does not accept the client certificate"
    ), (.proxy("a:1", "no"), false, "the proxy gave no connection to a:1: no"),
    (.timedOut(.lookup("a"), s), false, "no address for a within 1s"),
    (.timedOut(.connecting("a:1"), s), false, "no connection to a:1 within 1s"),
    (.timedOut(.securing("a:1"), s), false, "no secure connection to a:1 within 1s"),
    (.timedOut(.tunnel("a:1"), s), false, "no connection to a:1 by the proxy within 1s"),
    (
      .timedOut(.sending(sentBytes: 1, of: 2), s), true,
      "the service took only 1 of 2 bytes of the request within 1s"
    ), (.timedOut(.waiting, s), true, "no answer within 1s"),
    (.timedOut(.head(receivedBytes: 1), s), true, "only 1 bytes of the head came within 1s"),
    (
      .timedOut(.body(receivedBytes: 1, of: 2), s), true,
      "only 1 of 2 bytes of the body came within 1s"
    ),
    (
      .timedOut(.body(receivedBytes: 1, of: nil), s), true,
      "only 1 bytes of the body came within 1s"
    ), (.fellSilent(.nothing, s), true, "no answer within 1s"),
    (
      .fellSilent(.head(receivedBytes: 1), s), true,
      "after 1 bytes of the head nothing more came for 1s"
    ),
    (
      .closedWhileSending, true,
      "the service closed the connection before the whole request was sent"
    ), (.reset(.nothing), true, "the service reset the connection without an answer"),
    (
      .reset(.head(receivedBytes: 1)), true,
      "the service reset the connection after 1 bytes of the head"
    ),
    (
      .reset(.body(receivedBytes: 1, of: nil)), true,
      "the service reset the connection after 1 bytes of the body"
    ),
    (
      .unreadable(MessageError(.closedBeforeAnswer)), true,
      "the service closed the connection without an answer"
    ), (.cancelled, false, "the exchange was interrupted"),
    (.noListener("a:1", "no"), false, "can't listen on a:1: no"),
    (.system("no"), false, "the connection failed: no"),
    (.shortage("no"), false, "the system allows no further connection: no"),
  ]

  private static let s = Duration.seconds(1)

  @Test(arguments: failures.indices)
  func `knows whether a service was reached that gave no answer`(index: Int) {
    let (reason, isReached, sentence) = Self.failures[index]
    let error = TransportError(reason)
    #expect(error.hasReachedTarget == isReached)
    #expect("\(error)" == sentence)
    #expect(error.isCancellation == (reason == .cancelled))
    #expect(error.isTimeout == "\(reason)".hasPrefix("timedOut"))
  }

  @Test(
    arguments: [
      ("GET", "/", ["X": "a\r\nY: b"]), ("GET", "/", ["X": "a\nY: b"]),
      ("GET", "/", ["X": "a\rY: b"]), ("GET", "/", ["X": "a\0"]), ("GET", "/", ["X:": "a"]),
      ("GET", "/", ["": "a"]), ("GET /", "/", [:]), ("", "/", [:]), ("GET", "", [:]),
      ("GET", "/ HTTP/1.1\r\n", [:]), ("GET", "/a b", [:]), ("GET", "/\u{7F}", [:]),
      ("GET", "/\t", [:]), ("GET", " /", [:]), ("GET", "/", ["X": "a", "Y": "b\n"]),
      ("GET", "/", ["X Y": "a"]),
    ] as [(String, String, KeyValuePairs<String, String>)])
  func `sends nothing that would be another request`(
    method: String, target: String, headers: KeyValuePairs<String, String>
  ) throws {
    let server = try ScriptedServer([.readRequest])
    defer { server.stop() }
    let request = HTTPRequest(method: method, target: target, headers: HeaderList(headers))
    let error = #expect(throws: TransportError.self) {
      try HTTPClient().send(request, to: server.port)
    }
    #expect(error.map { "\($0)".hasPrefix("the request can't be sent: ") } == true)
    #expect(server.received == [])
  }

  /// What an exchange with a server on that port ends with.
  static func error(_ port: UInt16, body: [UInt8] = []) -> TransportError? {
    HTTPClient(settings: ClientSettings(limits: limits)).error(
      HTTPRequest(method: "GET", target: "/", body: body), from: port)
  }
}
