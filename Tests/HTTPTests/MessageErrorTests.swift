// SPDX-License-Identifier: Apache-2.0
// Tests of answers that can't be read: the reason, and where.

import Testing

@testable import HTTP

@Suite struct MessageErrorTests {
  static let ok = "HTTP/1.1 200 OK\r\n"
  static let chunked = "\(ok)Transfer-Encoding: chunked\r\n\r\n"

  @Test(
    arguments: [
      ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP("\"SSH-2.0-OpenSSH_9.2\\x0d\\x0a\"")),
      ("\0\0\0", .notHTTP("\"\\x00\\x00\\x00\"")), ("<html>", .notHTTP("\"<html>\"")),
      (String(repeating: "x", count: 60), .notHTTP("\"\(String(repeating: "x", count: 60))\"")),
      (String(repeating: "x", count: 61), .notHTTP("\"\(String(repeating: "x", count: 60))…\"")),
      (" ~\u{7F}é", .notHTTP("\" ~\\x7f\\xc3\\xa9\"")),
      ("HTTQ/1.1 200 OK", .notHTTP("\"HTTQ/1.1 200 OK\"")),
      ("HTTP/9.9 200 OK\r\n\r\n", .otherVersion("9.9")),
      ("HTTP/0.9 200 OK\r\n\r\n", .otherVersion("0.9")),
      ("\0\0\u{12}\u{4}\0\0\0\0\0\0\u{3}\0\0\0\u{64}", .otherVersion("2")),
      ("\0\0\0\u{4}\0\0\0\0\0", .otherVersion("2")), ("\u{15}\u{3}\u{1}\0\u{2}", .secureAnswer),
      ("\0\0\u{7}\u{4}\0\0\0\0\0", .notHTTP("\"\\x00\\x00\\x07\\x04\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{1}\0\0\0\0\0", .notHTTP("\"\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{4}\0\0\0\0\u{1}", .notHTTP("\"\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x00\\x01\"")),
      ("\u{1}\0\0\u{4}\0\0\0\0\0", .notHTTP("\"\\x01\\x00\\x00\\x04\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{4}\0\0\0\0", .notHTTP("\"\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x00\"")),
      ("\u{16}\u{3}\u{3}\0\u{2}", .secureAnswer), ("\u{15}\u{2}", .notHTTP("\"\\x15\\x02\"")),
      ("\u{17}\u{3}", .notHTTP("\"\\x17\\x03\"")),
      ("HTTP/4.0 200 OK\r\n\r\n", .otherVersion("4.0")),
      ("HTTP/1.1 200OK\r\n\r\n", .statusLine("\"HTTP/1.1 200OK\"")),
      ("HTTP/1.1200 OK\r\n\r\n", .statusLine("\"HTTP/1.1200 OK\"")),
      ("HTTP/1. 200 OK\r\n\r\n", .statusLine("\"HTTP/1. 200 OK\"")),
      ("HTTP/1.1 abc OK\r\n\r\n", .statusLine("\"HTTP/1.1 abc OK\"")),
      ("HTTP/1.1 20 OK\r\n\r\n", .statusLine("\"HTTP/1.1 20 OK\"")),
      ("HTTP/1.1 2000 OK\r\n\r\n", .statusLine("\"HTTP/1.1 2000 OK\"")),
      ("HTTP/1.1 099 OK\r\n\r\n", .statusLine("\"HTTP/1.1 099 OK\"")),
      ("HTTP/x 200 OK\r\n\r\n", .statusLine("\"HTTP/x 200 OK\"")),
      ("HTTP/1.1\r\n\r\n", .statusLine("\"HTTP/1.1\"")),
      ("\(ok)Content-Length: x\r\n\r\n", .contentLength("\"x\"")),
      ("\(ok)Content-Length: -1\r\n\r\n", .contentLength("\"-1\"")),
      ("\(ok)Content-Length: +1\r\n\r\n", .contentLength("\"+1\"")),
      ("\(ok)Content-Length: 2,\r\n\r\n", .contentLength("\"2,\"")),
      ("\(ok)Content-Length:\r\n\r\n", .contentLength("\"\"")),
      ("\(ok)Content-Length: 2, x\r\n\r\n", .contentLength("\"2, x\"")),
      ("\(ok)Content-Length: 2\r\nContent-Length: x\r\n\r\n", .contentLength("\"x\"")),
      (
        "\(ok)Content-Length: 999999999999999999\r\n\r\n",
        .bodyTooLong(announced: "999999999999999999", limitBytes: 100)
      ),
      (
        "\(ok)Content-Length: 1000000000000000000\r\n\r\n",
        .bodyTooLong(announced: "more than 10^18", limitBytes: 100)
      ), ("\(ok)Content-Length: 101\r\n\r\n", .bodyTooLong(announced: "101", limitBytes: 100)),
      (
        "\(ok)Content-Length: 2\r\nContent-Length: 101\r\n\r\n",
        .bodyTooLong(announced: "101", limitBytes: 100)
      ),
      (
        "\(ok)Content-Length: 99999999999999999999999\r\n\r\n",
        .bodyTooLong(announced: "more than 10^18", limitBytes: 100)
      ),
      (
        "\(ok)\r\n" + String(repeating: "x", count: 101),
        .bodyTooLong(announced: nil, limitBytes: 100)
      ), ("\(chunked)65\r\n", .bodyTooLong(announced: nil, limitBytes: 100)),
      (
        "\(chunked)3c\r\n" + String(repeating: "x", count: 60) + "\r\n29\r\n",
        .bodyTooLong(announced: nil, limitBytes: 100)
      ), ("\(chunked)ffffffffffffffffffffff\r\n", .bodyTooLong(announced: nil, limitBytes: 100)),
      ("\(chunked)zz\r\n", .chunk("\"zz\" is not a chunk size", offset: 47)),
      ("\(chunked)-2\r\nok\r\n", .chunk("\"-2\" is not a chunk size", offset: 47)),
      ("\(chunked)0x2\r\nok\r\n", .chunk("\"0x2\" is not a chunk size", offset: 47)),
      ("\(chunked)2\r\nokay\r\n", .chunk("a chunk does not end in CRLF", offset: 52)),
      (
        "\(chunked)2;" + String(repeating: "x", count: 70),
        .chunk("an endless size line", offset: 47)
      ), ("\(chunked)2\r\nok\rX\r\n", .chunk("a chunk does not end in CRLF", offset: 52)),
      ("\(chunked)2x\r\nok", .chunk("\"2x\" is not a chunk size", offset: 47)),
      ("\(chunked)\r\n", .chunk("\"\" is not a chunk size", offset: 47)),
      ("\(chunked)2\r\nok\r\nx\r\n", .chunk("\"x\" is not a chunk size", offset: 54)),
      (
        "\(chunked)2;"
          + String(repeating: "x", count: 59) + "\r\n", .chunk("an endless size line", offset: 47)
      ),
      (
        "\(chunked)" + String(repeating: "1\r\nx\r\n", count: 19) + "0;;;\r\n",
        .chunk("more size lines than content", offset: 161)
      ),
      ("\(ok)X: " + String(repeating: "x", count: 377) + "\r\n\r\n", .headTooLong(limitBytes: 400)),
      ("\(ok)X: " + String(repeating: "x", count: 381), .headTooLong(limitBytes: 400)),
      (
        "\(chunked)0\r\nX: " + String(repeating: "x", count: 394) + "\r\n\r\n",
        .headTooLong(limitBytes: 400)
      ), ("\(chunked)0\r\nX: " + String(repeating: "x", count: 398), .headTooLong(limitBytes: 400)),
      ("\(ok)X: " + String(repeating: "x", count: 500), .headTooLong(limitBytes: 400)),
      ("\(chunked)0\r\nX: " + String(repeating: "x", count: 500), .headTooLong(limitBytes: 400)),
      (String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 5), .tooManyInterimResponses(4)),
      (String(repeating: "\r\n", count: 50), .notHTTP("empty lines")),
      (String(repeating: "\r\n", count: 32) + "\n", .notHTTP("empty lines")),
    ] as [(String, MessageError.Reason)])
  func `gives up what can't be read`(wire: String, reason: MessageError.Reason) {
    let limits = Self.limits
    #expect(throws: MessageError(reason)) { try Self.read(wire, by: wire.utf8.count, limits) }
    // The quoted part is as long as what has come.
    #expect(throws: MessageError.self) { try Self.read(wire, by: 1, limits) }
  }

  static let limits = HTTPLimits(
    headBytes: 400, bodyBytes: 100, interimResponses: 4, chunkLineBytes: 60)

  @Test(arguments: [
    "X: " + String(repeating: "x", count: 376) + "\r\n\r\n",
    "X: " + String(repeating: "x", count: 380),
    "Transfer-Encoding: chunked\r\n\r\n2;" + String(repeating: "x", count: 58) + "\r\nok\r\n",
    "Transfer-Encoding: chunked\r\n\r\n2;" + String(repeating: "x", count: 58),
    "Transfer-Encoding: chunked\r\n\r\n64\r\n",
    "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nx\r\n", count: 19)
      + "0;;\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + String(repeating: "x", count: 393) + "\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + String(repeating: "x", count: 397),
    "Content-Length: 100\r\n\r\n" + String(repeating: "x", count: 100),
    "\r\n" + String(repeating: "x", count: 100),
    "Transfer-Encoding: chunked\r\n\r\n3c\r\n" + String(repeating: "x", count: 60) + "\r\n28\r\n"
      + String(repeating: "x", count: 40) + "\r\n0\r\n\r\n",
  ])
  func `reads what is as long as it may be`(wire: String) {
    #expect(throws: Never.self) { try Self.read("\(Self.ok)\(wire)", by: 30, Self.limits) }
  }

  @Test(arguments: [
    String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 4),
    String(repeating: "\r\n", count: 32),
  ])
  func `reads as much before the answer as there may be`(wire: String) throws {
    var reader = ResponseReader(method: "GET", limits: Self.limits)
    var buffer = ByteBuffer(Array("\(wire)HTTP/1.1 204 No Content\r\n\r\n".utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.status == 204)
  }

  private static func read(_ wire: String, by size: Int, _ limits: HTTPLimits) throws {
    var reader = ResponseReader(method: "GET", limits: limits)
    var buffer = ByteBuffer()
    let bytes = Array(wire.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(bytes[start..<min(start + size, bytes.count)])
      _ = try reader.read(&buffer)
    }
  }

  @Test(
    arguments: [
      ("", .closedBeforeAnswer), ("HT", .closedInHead(receivedBytes: 2)),
      ("\r\n", .closedInHead(receivedBytes: 0)),
      ("\(ok)X: y\r\n", .closedInHead(receivedBytes: 23)),
      ("HTTP/1.1 100 Continue\r\n\r\n", .closedInHead(receivedBytes: 0)),
      ("\(ok)Content-Length: 712\r\n\r\nhello", .closedInBody(receivedBytes: 5, of: 712)),
      (
        "\(ok)Content-Length: 3\r\nContent-Length: 5\r\n\r\nhe",
        .closedInBody(receivedBytes: 2, of: 3)
      ),
      (
        "\(ok)Content-Length: 5\r\nContent-Length: 3\r\n\r\nhe",
        .closedInBody(receivedBytes: 2, of: 3)
      ), ("\(ok)Content-Length: 1\r\n\r\n", .closedInBody(receivedBytes: 0, of: 1)),
      ("\(chunked)5\r\nhel", .closedInBody(receivedBytes: 3, of: nil)),
      ("\(chunked)5\r\nhello\r\n", .closedInBody(receivedBytes: 5, of: nil)),
    ] as [(String, MessageError.Reason)])
  func `says how far a connection came that was cut`(wire: String, reason: MessageError.Reason)
    throws
  {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try !reader.read(&buffer))
    #expect(throws: MessageError(reason)) { try reader.end(buffer) }
  }

  @Test(
    arguments: [
      (.notHTTP("\"x\""), "the answer is not HTTP; it begins with \"x\""),
      (.secureAnswer, "the service answered with TLS: the URL has to begin with https"),
      (.otherVersion("2"), "the service answered with HTTP/2 to a request of HTTP/1.1"),
      (.statusLine("\"x\""), "the status line of the answer can't be read: \"x\""),
      (.headTooLong(limitBytes: 9), "the head of the answer is longer than 9 bytes"),
      (.tooManyInterimResponses(9), "more than 9 interim answers (1xx) came, and no final one"),
      (.contentLength("\"x\""), "the answer has no readable length: Content-Length is \"x\""),
      (
        .bodyTooLong(announced: "10", limitBytes: 9),
        "the service announced a body of 10 bytes, more than the 9 that are read"
      ),
      (
        .bodyTooLong(announced: nil, limitBytes: 9),
        "the body of the answer is longer than the 9 bytes that are read"
      ), (.chunk("odd", offset: 9), "the chunked body of the answer is broken: odd at byte 9"),
      (.closedBeforeAnswer, "the service closed the connection without an answer"),
      (
        .closedInHead(receivedBytes: 9),
        "the service closed the connection after 9 bytes of the head"
      ),
      (
        .closedInBody(receivedBytes: 212, of: 712),
        "the service closed the connection after 212 of 712 bytes of the body"
      ),
      (
        .closedInBody(receivedBytes: 9, of: nil),
        "the service closed the connection within a chunked body, after 9 bytes of it"
      ),
    ] as [(MessageError.Reason, String)])
  func `has a sentence for each reason`(reason: MessageError.Reason, sentence: String) {
    #expect("\(MessageError(reason))" == sentence)
  }
}
