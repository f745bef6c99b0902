// SPDX-License-Identifier: Apache-2.0
// Tests of reading answers: what is read, what is noted, what is refused.

import HTTP
import TestSupport
import Testing

@Suite struct ResponseReaderTests {
  /// An answer on the wire and what is to be made of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let wire: String
    var method = "GET"
    var isEnded = false
    var status = 200
    var reason = "OK"
    var body = ""
    /// The rules that are broken, in order.
    var rules: [String] = []
    var keeps = true

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "a length", wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", body: "hello"),
    Row(
      name: "a reason of several words",
      wire: "HTTP/1.1 200 All  is well\r\nContent-Length: 0\r\n\r\n", reason: "All  is well"),
    Row(name: "an empty reason", wire: "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", reason: ""),
    Row(
      name: "no blank for the reason", wire: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
      reason: "", rules: ["RFC 9112, section 4"]),
    Row(
      name: "two blanks", wire: "HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 4"]),
    Row(
      name: "HTTP in small letters", wire: "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"]),
    Row(
      name: "HTTP/2", wire: "HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"], keeps: false),
    Row(
      name: "HTTP/3.1", wire: "HTTP/3.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"], keeps: false),
    Row(
      name: "a code above 599", wire: "HTTP/1.1 999 OK\r\nContent-Length: 0\r\n\r\n", status: 999,
      rules: ["RFC 9110, section 15"]),
    Row(
      name: "a control character in the reason",
      wire: "HTTP/1.1 200 O\u{1}K\r\nContent-Length: 0\r\n\r\n", reason: "O\u{1}K",
      rules: ["RFC 9112, section 4"]),
    Row(
      name: "an empty line first", wire: "\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.1"]),
    Row(
      name: "bare line feeds", wire: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", body: "ok",
      rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "white space before the colon",
      wire: "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 5.1"]),
    Row(
      name: "a folded field",
      wire: "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 5.2"]),
    Row(
      name: "a line that is no field",
      wire: "HTTP/1.1 200 OK\r\ngarbage\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 5"]),
    Row(
      name: "a field without a name",
      wire: "HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9110, section 5.1"]),
    Row(
      name: "a name with a blank in it",
      wire: "HTTP/1.1 200 OK\r\nX Y: a\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9110, section 5.1"]),
    Row(
      name: "a NUL in a value",
      wire: "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9110, section 5.5"]),
    Row(
      name: "the same length twice",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 6.3"]),
    Row(
      name: "the same length as a list",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 6.3"]),
    Row(
      name: "two lengths, the greater true",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello",
      body: "hello", rules: ["RFC 9112, section 6.3"], keeps: false),
    Row(
      name: "two lengths, the lesser true",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 3\r\n\r\nhel", isEnded: true,
      body: "hel", rules: ["RFC 9112, section 6.3"], keeps: false),
    Row(
      name: "a length and chunks",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\nok\r\n0\r\n\r\n", body: "ok", rules: ["RFC 9112, section 6.2"], keeps: false),
    Row(
      name: "chunks",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0A\r\n0123456789\r\n"
        + "0\r\n\r\n", body: "ok0123456789"),
    Row(
      name: "chunk extensions and trailers",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2;a=b ; c=\"d;e\"\r\nok\r\n"
        + "000;last\r\nX-Sum: 1\r\n\r\n", body: "ok"),
    Row(
      name: "chunks with bare line feeds",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\n0\n\n", body: "ok",
      rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "a blank after a chunk size",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 7.1"]),
    Row(
      name: "chunks without the last line",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
      isEnded: true, body: "ok", rules: ["RFC 9112, section 7.1"], keeps: false),
    Row(
      name: "chunks before HTTP/1.1",
      wire: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 6.1"], keeps: false),
    Row(
      name: "a coding nobody asked for",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 7"], keeps: false),
    Row(
      name: "a body until the end", wire: "HTTP/1.1 200 OK\r\nX: y\r\n\r\nall of it",
      isEnded: true, body: "all of it", keeps: false),
    Row(
      name: "HTTP/1.0", wire: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      keeps: false),
    Row(
      name: "HTTP/1.0 that stays",
      wire: "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok",
      body: "ok"),
    Row(
      name: "an announced end",
      wire: "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      keeps: false),
    Row(
      name: "interim answers",
      wire: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", body: "ok"),
    Row(
      name: "204", wire: "HTTP/1.1 204 No Content\r\n\r\n", status: 204, reason: "No Content"),
    Row(
      name: "204 with a length", wire: "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n",
      status: 204, reason: "No Content", rules: ["RFC 9110, section 8.6"]),
    Row(
      name: "204 with a body",
      wire: "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok", status: 204,
      reason: "No Content", rules: ["RFC 9110, section 8.6", "RFC 9110, section 15.3.5"],
      keeps: false),
    Row(
      name: "304 with a length, which is allowed",
      wire: "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n", status: 304,
      reason: "Not Modified"),
    Row(
      name: "HEAD with a length, which is allowed",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", method: "HEAD"),
    Row(
      name: "HEAD with a whole connection of chunks announced",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", method: "HEAD"),
    Row(
      name: "101 unasked", wire: "HTTP/1.1 101 Switching Protocols\r\n\r\n", status: 101,
      reason: "Switching Protocols", rules: ["RFC 9110, section 7.8"], keeps: false),
    Row(
      name: "letters beyond ASCII in a value",
      wire: "HTTP/1.1 200 OK\r\nX: é\r\nContent-Length: 2\r\n\r\nok", body: "ok"),
    Row(
      name: "an interim answer that announces a body",
      wire:
        "HTTP/1.1 103 Early Hints\r\nContent-Length: 2\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      body: "ok", rules: ["RFC 9110, section 8.6"], keeps: false),
    Row(
      name: "the highest code", wire: "HTTP/1.1 599 OK\r\nContent-Length: 0\r\n\r\n", status: 599),
    Row(
      name: "the first code that is too high", wire: "HTTP/1.1 600 OK\r\nContent-Length: 0\r\n\r\n",
      status: 600, rules: ["RFC 9110, section 15"]),
    Row(
      name: "a tab before the code", wire: "HTTP/1.1\t200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 4"]),
    Row(name: "HTTP/1.2", wire: "HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n"),
    Row(
      name: "HTTP/1", wire: "HTTP/1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"], keeps: false),
    Row(
      name: "HTTP/2 that would stay",
      wire: "HTTP/2 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"], keeps: false),
    Row(
      name: "HTTP/2.1", wire: "HTTP/2.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.3"], keeps: false),
    Row(
      name: "a NUL and a CR in the reason",
      wire: "HTTP/1.1 200 O\0\rK\r\nContent-Length: 0\r\n\r\n", reason: "O  K",
      rules: ["RFC 9112, section 4"]),
    Row(
      name: "a line feed first", wire: "\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      rules: ["RFC 9112, section 2.1"]),
    Row(
      name: "a bare line feed after the first line alone",
      wire: "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "a bare line feed after a field alone",
      wire: "HTTP/1.1 200 OK\r\nX: y\nContent-Length: 0\r\n\r\n", rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "a line of one letter that ends with a bare line feed",
      wire: "HTTP/1.1 200 OK\r\nX\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9112, section 2.2", "RFC 9112, section 5"]),
    Row(
      name: "a DEL in a value",
      wire: "HTTP/1.1 200 OK\r\nX: a\u{7F}b\r\nContent-Length: 2\r\n\r\nok", body: "ok",
      rules: ["RFC 9110, section 5.5"]),
    Row(
      name: "a tab in a value", wire: "HTTP/1.1 200 OK\r\nX: a\tb\r\nContent-Length: 2\r\n\r\nok",
      body: "ok"),
    Row(
      name: "a length with zeros in front",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 00000000000000000000002\r\n\r\nok", body: "ok"),
    Row(
      name: "more lengths than are looked at",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 1,2,3,4,5,6,7,8,9\r\n\r\n12345678",
      body: "12345678", rules: ["RFC 9112, section 6.3"], keeps: false),
    Row(
      name: "chunks and a length that is none",
      wire:
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 6.2"], keeps: false),
    Row(
      name: "chunks and two lengths",
      wire:
        "HTTP/1.1 200 OK\r\nContent-Length: 1, 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 6.3", "RFC 9112, section 6.2"], keeps: false),
    Row(
      name: "a coding that does not say where it ends",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nall of it", isEnded: true,
      body: "all of it", rules: ["RFC 9112, section 7"], keeps: false),
    Row(
      name: "a bare line feed at the end of the trailers alone",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\n", body: "ok",
      rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "a bare line feed after a chunk alone",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\n0\r\n\r\n", body: "ok",
      rules: ["RFC 9112, section 2.2"]),
    Row(
      name: "a trailer with white space before the colon",
      wire: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX : y\r\n\r\n",
      body: "ok", rules: ["RFC 9112, section 5.1"]),
    Row(
      name: "a second Connection field",
      wire: "HTTP/1.1 200 OK\r\nConnection: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
      body: "ok", keeps: false),
    Row(
      name: "204 with chunks",
      wire: "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", isEnded: true,
      status: 204, reason: "No Content",
      rules: ["RFC 9112, section 6.1", "RFC 9110, section 15.3.5"], keeps: false),
    Row(
      name: "HEAD with a length that is none",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", method: "HEAD"),
    Row(
      name: "304 with two lengths",
      wire: "HTTP/1.1 304 Not Modified\r\nContent-Length: 2, 3\r\n\r\n", status: 304,
      reason: "Not Modified"),
    Row(
      name: "304 with chunks, which is allowed",
      wire: "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", status: 304,
      reason: "Not Modified"),
    Row(
      name: "CONNECT that leads to a tunnel", wire: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
      method: "CONNECT"),
    Row(
      name: "CONNECT with the highest code of success",
      wire: "HTTP/1.1 299 OK\r\nContent-Length: 2\r\n\r\n", method: "CONNECT", status: 299),
    Row(
      name: "CONNECT that is led elsewhere", wire: "HTTP/1.1 300 OK\r\nContent-Length: 2\r\n\r\nok",
      method: "CONNECT", status: 300, body: "ok"),
    Row(
      name: "200 to another method than CONNECT",
      wire: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", method: "connect", body: "ok"),
  ]

  @Test(arguments: rows)
  func `reads an answer, in one piece or byte by byte`(row: Row) throws {
    for size in [row.wire.utf8.count, 1, 3] {
      var reader = ResponseReader(method: row.method)
      var buffer = ByteBuffer()
      let bytes = Array(row.wire.utf8)
      var isComplete = false
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.append(bytes[start..<min(start + size, bytes.count)])
        isComplete = try reader.read(&buffer)
      }
      #expect(isComplete == !row.isEnded)
      if row.isEnded { try reader.end(buffer) }
      let response = try #require(reader.response)
      #expect(response.status == row.status)
      #expect(response.reason == row.reason)
      #expect(String(decoding: response.body, as: UTF8.self) == row.body)
      #expect(response.issues.map(\.rule) == row.rules, "\(response.issues)")
      #expect(reader.keepsConnection == row.keeps)
      #expect(buffer.isEmpty)
    }
  }

  @Test func `keeps fields in order and spelling, and trailers and interim answers apart`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(
      Array(
        ("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nx:  y z\t\r\nset-cookie: b\r\n"
          + "Transfer-Encoding: chunked\r\nE:\r\n\r\n0\r\nSum: 1\r\n\r\n").utf8))
    #expect(try reader.read(&buffer))
    let response = try #require(reader.response)
    #expect(
      response.headers.fields == [
        HeaderField("Set-Cookie", "a=1"), HeaderField("x", "y z"), HeaderField("set-cookie", "b"),
        HeaderField("Transfer-Encoding", "chunked"), HeaderField("E", ""),
      ])
    #expect(response.trailers.fields == [HeaderField("Sum", "1")])
    #expect(reader.interim.map(\.status) == [103])
    #expect(reader.interim.first?.headers.fields == [HeaderField("Link", "<a>")])
  }

  @Test(
    arguments: [
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1", "GET", "RFC 9112, section 6.3", 40
      ),
      ("HTTP/1.1 304 OK\r\n\r\nbody", "GET", "RFC 9110, section 15.4.5", nil),
      ("HTTP/1.1 204 OK\r\n\r\nbody", "GET", "RFC 9110, section 15.3.5", nil),
      ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", "HEAD", "RFC 9110, section 9.3.2", nil),
      ("HTTP/1.1 300 OK\r\nContent-Length: 0\r\n\r\nbody", "CONNECT", "RFC 9112, section 6.3", 38),
    ] as [(String, String, String, Int?)])
  func `notes bytes after the end`(wire: String, method: String, rule: String, offset: Int?) throws
  {
    var reader = ResponseReader(method: method)
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try reader.read(&buffer))
    let response = try #require(reader.response)
    #expect(response.issues.map(\.rule) == [rule])
    #expect(response.issues.first?.offset == offset)
    #expect(!reader.keepsConnection)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 204 OK\r\nA: b\r\nC : d\r\n\r\n", 23),
      ("HTTP/1.1 204 OK\nA: b\r\n\r\n", 15),
      ("HTTP/1.1 204 OK\r\nA: b\nC: d\r\n\r\n", 21),
      ("http/1.1 204 OK\r\n\r\n", 5),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\r\n0\r\n\r\n", 48),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n", 47),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\n0\r\n\r\n", 52),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n", 50),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\nC : d\r\n\r\n", 56
      ),
      // An answer counts from its own beginning.
      ("HTTP/1.1 102 OK\r\n\r\nHTTP/1.1 204 OK\r\nA : b\r\n\r\n", 17),
    ])
  func `says where in the answer an issue is`(wire: String, offset: Int) throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.issues.map(\.offset) == [offset])
  }

  @Test(
    arguments: [
      ("Content-Length: 1, 2\r\n\r\nab", true), ("Content-Length: 2, 2\r\n\r\nab", false),
      ("Content-Length : 2\r\n\r\nab", false),
      ("Content-Length: 1, 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false),
    ])
  func `has an answer thrown away for lengths that differ alone`(wire: String, isFatal: Bool) throws
  {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array("HTTP/1.1 200 OK\r\n\(wire)".utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.issues.first?.isFatal == isFatal)
  }

  @Test(arguments: [(200, 0), (299, 0), (300, 1)])
  func `leaves to a tunnel what follows the answer`(status: Int, issues: Int) throws {
    var reader = ResponseReader(method: "CONNECT")
    var buffer = ByteBuffer(
      Array("HTTP/1.1 \(status) OK\r\nContent-Length: 0\r\n\r\n\u{16}\u{3}".utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.issues.count == issues)
    #expect(reader.keepsConnection == (issues == 0))
    #expect(buffer.count == 2)
  }

  @Test func `makes blanks of a NUL and a CR in a value`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array("HTTP/1.1 204 OK\r\nA: b\0c\rd\u{1}\r\n\r\n".utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.headers.fields == [HeaderField("A", "b c d\u{1}")])
  }

  @Test func `finds twenty issues and no more`() throws {
    var reader = ResponseReader(method: "GET")
    let lines = (1...30).map { "x\($0)\r\n" }.joined()
    var buffer = ByteBuffer(Array("HTTP/1.1 204 OK\r\n\(lines)\r\n".utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.issues.count == 20)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe", 2, 5),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3, 5\r\n\r\nhe", 2, 5),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", 3, nil),
      ("HTTP/1.1 200 OK\r\n\r\nhel", 3, nil),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", nil, nil),
    ] as [(String, Int?, Int?)])
  func `says how much of a body has come`(wire: String, received: Int?, total: Int?) throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array(wire.utf8))
    _ = try reader.read(&buffer)
    #expect(reader.progress?.received == received)
    #expect(reader.progress?.of == total)
  }

  @Test func `joins the lines of a field with a blank`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(
      Array("HTTP/1.1 204 OK\r\n x\r\nA: b\r\n c \r\n\td\r\nE: f\r\n g\r\n\r\n".utf8))
    #expect(try reader.read(&buffer))
    #expect(
      reader.response?.headers.fields == [HeaderField("A", "b c d"), HeaderField("E", "f g")])
  }

  @Test func `finds a kind of issue once`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(
      Array(("HTTP/1.1 204 OK\n" + String(repeating: "a : b\n", count: 5000) + "\n").utf8))
    #expect(try reader.read(&buffer))
    #expect(reader.response?.issues.count == 2)
  }

  @Test func `may end early where two lengths differ`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(
      Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\n".utf8))
    #expect(try !reader.read(&buffer))
    #expect(!reader.canEnd)
    buffer.append(Array("okay".utf8))
    #expect(try !reader.read(&buffer))
    #expect(reader.canEnd)
    reader.complete(leaving: buffer)
    #expect(reader.response?.body == Array("okay".utf8))
  }

  @Test func `may end where two lengths differ as soon as the least has come`() throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(
      Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\no".utf8))
    #expect(try !reader.read(&buffer))
    #expect(!reader.canEnd)
    buffer.append(Array("k".utf8))
    #expect(try !reader.read(&buffer))
    #expect(reader.canEnd)
  }

  @Test(arguments: [
    ("HTTP/1.1 204 OK\r\nContent-Length: 2\r\n\r\n", true),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no", false),
    ("HTTP/1.1 200 OK\r\n\r\nok", false),
  ])
  func `may end where nothing is to come after the head`(wire: String, canEnd: Bool) throws {
    var reader = ResponseReader(method: "GET")
    var buffer = ByteBuffer(Array(wire.utf8))
    #expect(try !reader.read(&buffer))
    #expect(reader.canEnd == canEnd)
  }

  @Test(arguments: [1, 2, 3])
  func `never traps, and reads the same however the bytes arrive`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for round in 0..<1000 {
      var bytes = Array(Self.rows[Int(random.next() % UInt64(Self.rows.count))].wire.utf8)
      for _ in 0..<(random.next() % 6) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: "\r\n 0,:;".utf8.shuffled(using: &random), at: place)
        }
      }
      let whole = Self.outcome(bytes, by: max(bytes.count, 1))
      #expect(whole == Self.outcome(bytes, by: 1), "seed \(seed), round \(round): \(bytes)")
    }
  }

  /// What becomes of the bytes, read in pieces, then ended.
  private static func outcome(_ bytes: [UInt8], by size: Int) -> String {
    var reader = ResponseReader(method: "GET", limits: HTTPLimits(bodyBytes: 1000))
    var buffer = ByteBuffer()
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.append(bytes[start..<min(start + size, bytes.count)])
        // What comes after the end belongs to another read, where it comes in pieces.
        if try reader.read(&buffer) { return "\(reader.response?.status ?? 0)" }
      }
      try reader.end(buffer)
      return "\(reader.response?.status ?? 0)"
    } catch {
      return "unreadable"
    }
  }
}
