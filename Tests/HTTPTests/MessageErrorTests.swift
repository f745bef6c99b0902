// SPDX-License-Identifier: Apache-2.0
// Tests of answers that can't be read: the reason, and where.

import Testing

@testable import HTTP

struct MessageErrorTests {
  static let ok = "HTTP/1.1 200 OK|"
  static let chunks = "Transfer-Encoding: chunked||"
  static let chunked = "\(ok)\(chunks)"

  @Test(
    arguments: [
      ("SSH-2.0-OpenSSH_9.2|", .notHTTP("\"SSH-2.0-OpenSSH_9.2\\x0d\\x0a\"")),
      ("\0\0\0", .notHTTP("\"\\x00\\x00\\x00\"")), ("<html>", .notHTTP("\"<html>\"")),
      (x(60), .notHTTP("\"\(x(60))\"")), (x(61), .notHTTP("\"\(x(60))…\"")),
      (" ~\u{7F}é", .notHTTP("\" ~\\x7f\\xc3\\xa9\"")),
      ("HTTQ/1.1 200 OK", .notHTTP("\"HTTQ/1.1 200 OK\"")),
      ("HTTP/9.9 200 OK||", .otherVersion("9.9")), ("HTTP/0.9 200 OK||", .otherVersion("0.9")),
      ("\0\0\u{12}\u{4}\0\0\0\0\0\0\u{3}\0\0\0\u{64}", .otherVersion("2")),
      ("\0\0\0\u{4}\0\0\0\0\0", .otherVersion("2")), ("\u{15}\u{3}\u{1}\0\u{2}", .secureAnswer),
      ("\0\0\u{7}\u{4}\0\0\0\0\0", .notHTTP("\"\\x00\\x00\\x07\\x04\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{1}\0\0\0\0\0", .notHTTP("\"\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{4}\0\0\0\0\u{1}", .notHTTP("\"\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x00\\x01\"")),
      ("\u{1}\0\0\u{4}\0\0\0\0\0", .notHTTP("\"\\x01\\x00\\x00\\x04\\x00\\x00\\x00\\x00\\x00\"")),
      ("\0\0\0\u{4}\0\0\0\0", .notHTTP("\"\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x00\"")),
      ("\u{16}\u{3}\u{3}\0\u{2}", .secureAnswer), ("\u{15}\u{2}", .notHTTP("\"\\x15\\x02\"")),
      ("\u{17}\u{3}", .notHTTP("\"\\x17\\x03\"")), ("HTTP/4.0 200 OK||", .otherVersion("4.0")),
      ("HTTP/1.1 200OK||", .statusLine("\"HTTP/1.1 200OK\"")),
      ("HTTP/1.1200 OK||", .statusLine("\"HTTP/1.1200 OK\"")),
      ("HTTP/1. 200 OK||", .statusLine("\"HTTP/1. 200 OK\"")),
      ("HTTP/1.1 abc OK||", .statusLine("\"HTTP/1.1 abc OK\"")),
      ("HTTP/1.1 20 OK||", .statusLine("\"HTTP/1.1 20 OK\"")),
      ("HTTP/1.1 2000 OK||", .statusLine("\"HTTP/1.1 2000 OK\"")),
      ("HTTP/1.1 099 OK||", .statusLine("\"HTTP/1.1 099 OK\"")),
      ("HTTP/x 200 OK||", .statusLine("\"HTTP/x 200 OK\"")),
      ("HTTP/1.1||", .statusLine("\"HTTP/1.1\"")),
      ("\(ok)Content-Length: x||", .contentLength("\"x\"")),
      ("\(ok)Content-Length: -1||", .contentLength("\"-1\"")),
      ("\(ok)Content-Length: +1||", .contentLength("\"+1\"")),
      ("\(ok)Content-Length: 2,||", .contentLength("\"2,\"")),
      ("\(ok)Content-Length:||", .contentLength("\"\"")),
      ("\(ok)Content-Length: 2, x||", .contentLength("\"2, x\"")),
      ("\(ok)Content-Length: 2|Content-Length: x||", .contentLength("\"x\"")),
      (
        "\(ok)Content-Length: 999999999999999999||",
        .bodyTooLong(announced: "999999999999999999", limitBytes: 100)
      ),
      (
        "\(ok)Content-Length: 1000000000000000000||",
        .bodyTooLong(announced: "more than 10^18", limitBytes: 100)
      ), ("\(ok)Content-Length: 101||", .bodyTooLong(announced: "101", limitBytes: 100)),
      (
        "\(ok)Content-Length: 2|Content-Length: 101||",
        .bodyTooLong(announced: "101", limitBytes: 100)
      ),
      (
        "\(ok)Content-Length: 99999999999999999999999||",
        .bodyTooLong(announced: "more than 10^18", limitBytes: 100)
      ),
      ("\(ok)|\(x(101))", .bodyTooLong(announced: nil, limitBytes: 100)),
      ("\(chunked)65|", .bodyTooLong(announced: nil, limitBytes: 100)),
      ("\(chunked)3c|\(x(60))|29|", .bodyTooLong(announced: nil, limitBytes: 100)),
      ("\(chunked)ffffffffffffffffffffff|", .bodyTooLong(announced: nil, limitBytes: 100)),
      ("\(chunked)zz|", .chunk("\"zz\" is not a chunk size", offset: 47)),
      ("\(chunked)-2|ok|", .chunk("\"-2\" is not a chunk size", offset: 47)),
      ("\(chunked)0x2|ok|", .chunk("\"0x2\" is not a chunk size", offset: 47)),
      ("\(chunked)2|okay|", .chunk("a chunk does not end in CRLF", offset: 52)),
      ("\(chunked)2;\(x(70))", .chunk("an endless size line", offset: 47)),
      ("\(chunked)2|ok\rX|", .chunk("a chunk does not end in CRLF", offset: 52)),
      ("\(chunked)2x|ok", .chunk("\"2x\" is not a chunk size", offset: 47)),
      ("\(chunked)|", .chunk("\"\" is not a chunk size", offset: 47)),
      ("\(chunked)2|ok|x|", .chunk("\"x\" is not a chunk size", offset: 54)),
      ("\(chunked)2;\(x(59))|", .chunk("an endless size line", offset: 47)),
      (
        "\(chunked)" + String(repeating: "1|x|", count: 19) + "0;;;|",
        .chunk("more size lines than content", offset: 161)
      ), ("\(ok)X: \(x(377))||", .headTooLong(limitBytes: 400)),
      ("\(ok)X: \(x(381))", .headTooLong(limitBytes: 400)),
      ("\(chunked)0|X: \(x(394))||", .headTooLong(limitBytes: 400)),
      ("\(chunked)0|X: \(x(398))", .headTooLong(limitBytes: 400)),
      ("\(ok)X: \(x(500))", .headTooLong(limitBytes: 400)),
      ("\(chunked)0|X: \(x(500))", .headTooLong(limitBytes: 400)),
      (String(repeating: "HTTP/1.1 102 Processing||", count: 5), .tooManyInterimResponses(4)),
      (String(repeating: "|", count: 50), .notHTTP("empty lines")),
      (String(repeating: "|", count: 32) + "\n", .notHTTP("empty lines")),
    ] as [(String, MessageError.Reason)])
  func `gives up what can't be read`(wire: String, reason: MessageError.Reason) {
    #expect(throws: MessageError(reason)) { try Self.read(wire, by: .max) }
    // The quoted part is as long as what has come.
    #expect(throws: MessageError.self) { try Self.read(wire, by: 1) }
  }

  static let limits = HTTPLimits(
    headBytes: 400, bodyBytes: 100, interimResponses: 4, chunkLineBytes: 60)

  static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: [
    "X: \(x(376))||", "X: \(x(380))", "\(chunks)2;\(x(58))|ok|", "\(chunks)2;\(x(58))",
    "\(chunks)64|", "\(chunks)" + String(repeating: "1|x|", count: 19) + "0;;||",
    "\(chunks)0|X: \(x(393))||", "\(chunks)0|X: \(x(397))", "Content-Length: 100||\(x(100))",
    "|\(x(100))", "\(chunks)3c|\(x(60))|28|\(x(40))|0||",
  ])
  func `reads what is as long as it may be`(wire: String) {
    #expect(throws: Never.self) { try Self.read("\(Self.ok)\(wire)", by: 30) }
  }

  @Test(arguments: [
    String(repeating: "HTTP/1.1 102 Processing||", count: 4),
    String(repeating: "|", count: 32),
  ])
  func `reads as much before the answer as there may be`(wire: String) throws {
    let reader = try Self.read("\(wire)HTTP/1.1 204 No Content||", by: .max)
    #expect(reader.response?.status == 204)
  }

  @discardableResult
  private static func read(_ wire: String, by size: Int) throws -> ResponseReader {
    var reader = ResponseReader(method: "GET", limits: limits)
    var buffer = ByteBuffer()
    for piece in wire.onWire.utf8.pieces(of: size) {
      buffer.append(piece)
      _ = try reader.read(&buffer)
    }
    return reader
  }

  @Test(
    arguments: [
      ("", .closedBeforeAnswer), ("HT", .closedInHead(receivedBytes: 2)),
      ("|", .closedInHead(receivedBytes: 0)), ("\(ok)X: y|", .closedInHead(receivedBytes: 23)),
      ("HTTP/1.1 100 Continue||", .closedInHead(receivedBytes: 0)),
      ("\(ok)Content-Length: 712||hello", .closedInBody(receivedBytes: 5, of: 712)),
      ("\(ok)Content-Length: 3|Content-Length: 5||he", .closedInBody(receivedBytes: 2, of: 3)),
      ("\(ok)Content-Length: 5|Content-Length: 3||he", .closedInBody(receivedBytes: 2, of: 3)),
      ("\(ok)Content-Length: 1||", .closedInBody(receivedBytes: 0, of: 1)),
      ("\(chunked)5|hel", .closedInBody(receivedBytes: 3, of: nil)),
      ("\(chunked)5|hello|", .closedInBody(receivedBytes: 5, of: nil)),
    ] as [(String, MessageError.Reason)])
  func `says how far a cut connection came`(wire: String, reason: MessageError.Reason) throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array(wire.onWire.utf8))
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
