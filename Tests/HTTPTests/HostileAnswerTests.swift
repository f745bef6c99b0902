// SPDX-License-Identifier: Apache-2.0
// Tests of the client against servers that do anything a bad day brings, on real sockets.

import TestSupport
import Testing

@testable import HTTP

@Suite(.waits) struct HostileAnswerTests {
  typealias Act = ScriptedServer.Act

  /// What a server does, and the sentence it gets.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let script: [Act]
    let reason: TransportError.Reason
    let sentence: String

    var testDescription: String { name }
  }

  static let limits = HTTPLimits(headBytes: 8192, bodyBytes: 100_000)

  static let faults: [Fault] = [
    Fault(
      name: "closes after the request", script: [.readRequest],
      reason: .unreadable(MessageError(.closedBeforeAnswer)),
      sentence: "the service closed the connection without an answer"),
    Fault(
      name: "resets", script: [.readRequest, .reset], reason: .reset(.nothing),
      sentence: "the service reset the connection without an answer"),
    Fault(
      name: "closes within the head", script: [.readRequest, .send("HTTP/1.1 200 OK\r\nX")],
      reason: .unreadable(MessageError(.closedInHead(receivedBytes: 18))),
      sentence: "the service closed the connection after 18 bytes of the head"),
    Fault(
      name: "closes within the body",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 712\r\n\r\n"),
        .send(String(repeating: "x", count: 212)),
      ], reason: .unreadable(MessageError(.closedInBody(receivedBytes: 212, of: 712))),
      sentence: "the service closed the connection after 212 of 712 bytes of the body"),
    Fault(
      name: "closes within a chunk",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe"),
      ], reason: .unreadable(MessageError(.closedInBody(receivedBytes: 2, of: nil))),
      sentence: "the service closed the connection within a chunked body, after 2 bytes of it"),
    Fault(
      name: "sends a head without end",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n"), .sendForever("X-Y: z\r\n")],
      reason: .unreadable(MessageError(.headTooLong(limitBytes: 8192))),
      sentence: "the head of the answer is longer than 8192 bytes"),
    Fault(
      name: "sends a line without end", script: [.readRequest, .sendForever("HTTP/1.1 200 OK")],
      reason: .unreadable(MessageError(.headTooLong(limitBytes: 8192))),
      sentence: "the head of the answer is longer than 8192 bytes"),
    Fault(
      name: "sends a body without end",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("x")],
      reason: .unreadable(MessageError(.bodyTooLong(announced: nil, limitBytes: 100_000))),
      sentence: "the body of the answer is longer than the 100000 bytes that are read"),
    Fault(
      name: "sends chunks without end",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .sendForever("1\r\nx\r\n"),
      ], reason: .unreadable(MessageError(.chunk("more size lines than content", offset: 120_047))),
      sentence: "the chunked body of the answer is broken: more size lines than content"
        + " at byte 120047"),
    Fault(
      name: "sends interim answers without end",
      script: [.readRequest, .sendForever("HTTP/1.1 102 Processing\r\n\r\n")],
      reason: .unreadable(MessageError(.tooManyInterimResponses(16))),
      sentence: "more than 16 interim answers (1xx) came, and no final one"),
    Fault(
      name: "announces a body beyond the limit",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n"), .hang,
      ],
      reason: .unreadable(MessageError(.bodyTooLong(announced: "9999999999", limitBytes: 100_000))),
      sentence: "the service announced a body of 9999999999 bytes, more than the 100000 that are"
        + " read"),
    Fault(
      name: "sends a length that is none",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"), .hang],
      reason: .unreadable(MessageError(.contentLength("\"many\""))),
      sentence: "the answer has no readable length: Content-Length is \"many\""),
    Fault(
      name: "sends a broken chunk",
      script: [
        .readRequest,
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n0\r\n\r\n"),
        .hang,
      ], reason: .unreadable(MessageError(.chunk("\"five\" is not a chunk size", offset: 47))),
      sentence: "the chunked body of the answer is broken: \"five\" is not a chunk size at byte 47"),
    Fault(
      name: "sends garbage", script: [.readRequest, .send("\u{1B}[31mboo\r\n"), .hang],
      reason: .unreadable(MessageError(.notHTTP("\"\\x1b[31mboo\\x0d\\x0a\""))),
      sentence: "the answer is not HTTP; it begins with \"\\x1b[31mboo\\x0d\\x0a\""),
    Fault(
      name: "sends NULs", script: [.readRequest, .sendBytes([0, 0, 0]), .hang],
      reason: .unreadable(MessageError(.notHTTP("\"\\x00\\x00\\x00\""))),
      sentence: "the answer is not HTTP; it begins with \"\\x00\\x00\\x00\""),
    Fault(
      name: "answers with TLS", script: [.readRequest, .sendBytes([0x15, 3, 3, 0, 2, 2, 70])],
      reason: .unreadable(MessageError(.secureAnswer)),
      sentence: "the service answered with TLS: the URL has to begin with https"),
  ]

  @Test(arguments: faults) func `says in a sentence what was wrong`(fault: Fault) throws {
    let server = try ScriptedServer(fault.script)
    defer { server.stop() }
    let error = Self.error(server.port)
    #expect(error?.reason == fault.reason)
    #expect(error.map { "\($0)" } == fault.sentence)
    #expect(server.received.count == 1, "a request on a new connection is never repeated")
  }

  @Test func `says how far it came when the connection is reset`() throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .read(200), .reset,
    ])
    defer { server.stop() }
    // The reset comes once these 200 bytes and more of the request are there; the answer is read
    // by then or not, so either sentence is true.
    let error = Self.error(server.port, body: Array(repeating: 0x78, count: 300))
    #expect([.reset(.nothing), .reset(.body(receivedBytes: 5, of: 9))].contains(error?.reason))
  }

  @Test func `says that the service closed before the whole request was sent`() throws {
    let server = try ScriptedServer([.read(1), .reset])
    defer { server.stop() }
    // More than the system takes while nobody reads.
    let error = Self.error(server.port, body: Array(repeating: 0x78, count: 30_000_000))
    #expect(error?.reason == .closedWhileSending)
  }

  @Test func `says that the connection was refused`() throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200) }
    let port = try server.start()
    server.stop()
    let error = Self.error(port)
    #expect(error?.reason == .refused("127.0.0.1:\(port)"))
    #expect(error?.hasReachedTarget == false)
    #expect(error.map { "\($0)" } == "no connection to 127.0.0.1:\(port): connection refused")
  }

  @Test func `says that the host is not known`() throws {
    let client = HTTPClient()
    do throws(TransportError) {
      _ = try client.exchange(
        HTTPRequest(method: "GET", target: "/"),
        with: Origin(scheme: .http, host: "no-such-host.invalid"),
        deadline: Deadline(after: .seconds(30)))
    } catch {
      #expect("\(error)".hasPrefix("the host no-such-host.invalid is not known: "))
      return
    }
    Issue.record("there was an answer")
  }

  /// What is odd and legal, or wrong and readable: status, body, and the rules that are broken.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let name: String
    let script: [Act]
    var status = 200
    var body = "ok"
    var rules: [String] = []
    var notes: [String] = []

    var testDescription: String { name }
  }

  static let oddities: [Oddity] = [
    Oddity(
      name: "drips", script: [.readRequest, .drip("HTTP/1.1 200 OK\r\nA: b\r\n\r\nok", by: 1)]),
    Oddity(
      name: "drips chunks",
      script: [
        .readRequest,
        .drip(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1\r\nk\r\n0\r\nT: 1"
            + "\r\n\r\n", by: 1), .hang,
      ]),
    Oddity(
      name: "interim answers",
      script: [
        .readRequest,
        .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
        .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .hang,
      ], notes: ["an interim answer came: 100", "an interim answer came: 103"]),
    Oddity(
      name: "HTTP/1.0 until the end", script: [.readRequest, .send("HTTP/1.0 200 OK\r\n\r\nok")]),
    Oddity(
      name: "field names in any case",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh: 2\r\n\r\nok"), .hang]),
    Oddity(
      name: "two lengths, and the connection stays open",
      script: [
        .readRequest,
        .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\nok"), .hang,
      ], rules: ["RFC 9112, section 6.3"]),
    Oddity(
      name: "204 that announces a body, and sends it later",
      script: [
        .readRequest, .send("HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n"), .drip("ok", by: 1),
        .hang,
      ], status: 204, body: "", rules: ["RFC 9110, section 8.6", "RFC 9110, section 15.3.5"]),
    Oddity(
      name: "204 that announces a body, and sends none",
      script: [.readRequest, .send("HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n"), .hang],
      status: 204, body: "", rules: ["RFC 9110, section 8.6"]),
    Oddity(
      name: "white space before a colon, bare line feeds, a folded field",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\nContent-Length : 2\r\nX: a\r\n  b\r\n\r\nok"), .hang,
      ], rules: ["RFC 9112, section 2.2", "RFC 9112, section 5.1", "RFC 9112, section 5.2"]),
    Oddity(
      name: "an answer before the request is read",
      script: [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .readToEnd]),
    Oddity(
      name: "an answer 500 of HTML",
      script: [.readRequest, .send("HTTP/1.1 500 No\r\nContent-Length: 6\r\n\r\n<html>"), .hang],
      status: 500, body: "<html>"),
    Oddity(
      name: "an answer 407 of the service itself",
      script: [.readRequest, .send("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nok"), .hang],
      status: 407),
  ]

  @Test(arguments: oddities)
  func `reads what is odd, and notes what is wrong`(oddity: Oddity) throws {
    let server = try ScriptedServer(oddity.script)
    defer { server.stop() }
    let client = HTTPClient(settings: ClientSettings(limits: Self.limits))
    let exchange = try client.send(to: server.port)
    #expect(exchange.response.status == oddity.status)
    #expect(String(decoding: exchange.response.body, as: UTF8.self) == oddity.body)
    #expect(exchange.response.issues.map(\.rule) == oddity.rules)
    #expect(exchange.notes == oddity.notes)
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
    (.timedOut(.lookup("a"), .seconds(1)), false, "no address for a within 1s"),
    (.timedOut(.connecting("a:1"), .seconds(1)), false, "no connection to a:1 within 1s"),
    (.timedOut(.securing("a:1"), .seconds(1)), false, "no secure connection to a:1 within 1s"),
    (.timedOut(.tunnel("a:1"), .seconds(1)), false, "no connection to a:1 by the proxy within 1s"),
    (
      .timedOut(.sending(sentBytes: 1, of: 2), .seconds(1)), true,
      "the service took only 1 of 2 bytes of the request within 1s"
    ), (.timedOut(.waiting, .seconds(1)), true, "no answer within 1s"),
    (
      .timedOut(.head(receivedBytes: 1), .seconds(1)), true,
      "only 1 bytes of the head came within 1s"
    ),
    (
      .timedOut(.body(receivedBytes: 1, of: 2), .seconds(1)), true,
      "only 1 of 2 bytes of the body came within 1s"
    ), (.fellSilent(.nothing, .seconds(1)), true, "no answer within 1s"),
    (
      .fellSilent(.head(receivedBytes: 1), .seconds(1)), true,
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
  ]

  @Test(arguments: failures.indices)
  func `knows whether a service was reached that gave no answer`(index: Int) {
    let (reason, isReached, sentence) = Self.failures[index]
    let error = TransportError(reason)
    #expect(error.hasReachedTarget == isReached)
    #expect("\(error)" == sentence)
    #expect(error.isCancellation == (reason == .cancelled))
    #expect(error.isTimeout == "\(reason)".hasPrefix("timedOut"))
  }

  @Test(arguments: [
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X": "a\r\nY: b"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X": "a\nY: b"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X": "a\rY: b"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X": "a\0"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X:": "a"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["": "a"])),
    HTTPRequest(method: "GET /", target: "/"), HTTPRequest(method: "", target: "/"),
    HTTPRequest(method: "GET", target: ""), HTTPRequest(method: "GET", target: "/ HTTP/1.1\r\n"),
    HTTPRequest(method: "GET", target: "/a b"), HTTPRequest(method: "GET", target: "/\u{7F}"),
    HTTPRequest(method: "GET", target: "/\t"), HTTPRequest(method: "GET", target: " /"),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X": "a", "Y": "b\n"])),
    HTTPRequest(method: "GET", target: "/", headers: HeaderList(["X Y": "a"])),
  ])
  func `sends nothing that would be another request`(request: HTTPRequest) throws {
    let server = try ScriptedServer([.readRequest])
    defer { server.stop() }
    var reason: TransportError.Reason?
    do throws(TransportError) {
      _ = try HTTPClient().send(request, to: server.port)
    } catch {
      reason = error.reason
    }
    guard case .invalidRequest = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(server.received == [])
  }

  /// What an exchange with a server on that port ends with.
  static func error(_ port: UInt16, body: [UInt8] = []) -> TransportError? {
    do throws(TransportError) {
      _ = try HTTPClient(settings: ClientSettings(limits: limits)).send(
        HTTPRequest(method: "GET", target: "/", body: body), to: port)
      return nil
    } catch {
      return error
    }
  }
}
