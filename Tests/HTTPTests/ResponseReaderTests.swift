// SPDX-License-Identifier: Apache-2.0
// Tests of reading answers: what is read, what is noted, what is refused.

import HTTP
import TestSupport
import Testing

@Suite struct ResponseReaderTests {
  /// An answer on the wire and what is to be made of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wire: String
    let method: String
    let isEnded: Bool
    let status: Int
    let reason: String
    let body: String
    /// The rules that are broken, in order.
    let rules: [String]
    let keeps: Bool

    /// - Parameter rules: Each by the number of its RFC and its section.
    init(
      _ name: String, _ wire: String, method: String = "GET", isEnded: Bool = false,
      status: Int = 200, reason: String = "OK", body: String = "", rules: [String] = [],
      keeps: Bool = true
    ) {
      (testDescription, self.wire, self.method, self.isEnded) = (name, wire, method, isEnded)
      (self.status, self.reason, self.body, self.keeps) = (status, reason, body, keeps)
      self.rules = rules.map { "RFC \($0.replacing(" ", with: ", section "))" }
    }
  }

  static let ok = "HTTP/1.1 200 OK\r\n"
  static let empty = "Content-Length: 0\r\n\r\n"
  static let two = "Content-Length: 2\r\n\r\nok"
  static let chunked = "Transfer-Encoding: chunked\r\n\r\n"

  static let rows: [Row] = [
    Row("a length", "\(ok)Content-Length: 5\r\n\r\nhello", body: "hello"),
    Row(
      "a reason of several words", "HTTP/1.1 200 All  is well\r\n\(empty)", reason: "All  is well"),
    Row("an empty reason", "HTTP/1.1 200 \r\n\(empty)", reason: ""),
    Row("no blank for the reason", "HTTP/1.1 200\r\n\(empty)", reason: "", rules: ["9112 4"]),
    Row("two blanks", "HTTP/1.1  200 OK\r\n\(empty)", rules: ["9112 4"]),
    Row("HTTP in small letters", "http/1.1 200 OK\r\n\(empty)", rules: ["9112 2.3"]),
    Row("HTTP/2", "HTTP/2 200 OK\r\n\(empty)", rules: ["9112 2.3"], keeps: false),
    Row("HTTP/3.1", "HTTP/3.1 200 OK\r\n\(empty)", rules: ["9112 2.3"], keeps: false),
    Row("a code above 599", "HTTP/1.1 999 OK\r\n\(empty)", status: 999, rules: ["9110 15"]),
    Row(
      "a control character in the reason", "HTTP/1.1 200 O\u{1}K\r\n\(empty)", reason: "O\u{1}K",
      rules: ["9112 4"]), Row("an empty line first", "\r\n\(ok)\(empty)", rules: ["9112 2.1"]),
    Row(
      "bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", body: "ok",
      rules: ["9112 2.2"]),
    Row(
      "white space before the colon", "\(ok)Content-Length : 2\r\n\r\nok", body: "ok",
      rules: ["9112 5.1"]),
    Row("a folded field", "\(ok)X: a\r\n b\r\n\(two)", body: "ok", rules: ["9112 5.2"]),
    Row("a line that is no field", "\(ok)garbage\r\n\(two)", body: "ok", rules: ["9112 5"]),
    Row("a field without a name", "\(ok): a\r\n\(two)", body: "ok", rules: ["9110 5.1"]),
    Row("a name with a blank in it", "\(ok)X Y: a\r\n\(two)", body: "ok", rules: ["9110 5.1"]),
    Row("a NUL in a value", "\(ok)X: a\0b\r\n\(two)", body: "ok", rules: ["9110 5.5"]),
    Row(
      "the same length twice", "\(ok)Content-Length: 2\r\n\(two)", body: "ok", rules: ["9112 6.3"]),
    Row(
      "the same length as a list", "\(ok)Content-Length: 2, 2\r\n\r\nok", body: "ok",
      rules: ["9112 6.3"]),
    Row(
      "two lengths, the greater true", "\(ok)Content-Length: 3\r\nContent-Length: 5\r\n\r\nhello",
      body: "hello", rules: ["9112 6.3"], keeps: false),
    Row(
      "two lengths, the lesser true", "\(ok)Content-Length: 5\r\nContent-Length: 3\r\n\r\nhel",
      isEnded: true, body: "hel", rules: ["9112 6.3"], keeps: false),
    Row(
      "a length and chunks", "\(ok)Content-Length: 3\r\n\(chunked)2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["9112 6.2"], keeps: false),
    Row("chunks", "\(ok)\(chunked)2\r\nok\r\n0A\r\n0123456789\r\n0\r\n\r\n", body: "ok0123456789"),
    Row(
      "chunk extensions and trailers",
      "\(ok)Transfer-Encoding: Chunked\r\n\r\n2;a=b ; c=\"d;e\"\r\nok\r\n000;last\r\nX-Sum: 1\r\n\r\n",
      body: "ok"),
    Row(
      "chunks with bare line feeds", "\(ok)\(chunked)2\nok\n0\n\n", body: "ok", rules: ["9112 2.2"]),
    Row(
      "a blank after a chunk size", "\(ok)\(chunked)2 \r\nok\r\n0\r\n\r\n", body: "ok",
      rules: ["9112 7.1"]),
    Row(
      "chunks without the last line", "\(ok)\(chunked)2\r\nok\r\n0\r\n", isEnded: true,
      body: "ok", rules: ["9112 7.1"], keeps: false),
    Row(
      "chunks before HTTP/1.1", "HTTP/1.0 200 OK\r\n\(chunked)2\r\nok\r\n0\r\n\r\n", body: "ok",
      rules: ["9112 6.1"], keeps: false),
    Row(
      "a coding nobody asked for",
      "\(ok)Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", body: "ok",
      rules: ["9112 7"], keeps: false),
    Row(
      "a body until the end", "\(ok)X: y\r\n\r\nall of it", isEnded: true, body: "all of it",
      keeps: false), Row("HTTP/1.0", "HTTP/1.0 200 OK\r\n\(two)", body: "ok", keeps: false),
    Row("HTTP/1.0 that stays", "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n\(two)", body: "ok"),
    Row("an announced end", "\(ok)Connection: x, Close\r\n\(two)", body: "ok", keeps: false),
    Row(
      "interim answers",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n\(ok)\(two)",
      body: "ok"), Row("204", "HTTP/1.1 204 No Content\r\n\r\n", status: 204, reason: "No Content"),
    Row(
      "204 with a length", "HTTP/1.1 204 No Content\r\n\(empty)", status: 204,
      reason: "No Content", rules: ["9110 8.6"]),
    Row(
      "204 with a body", "HTTP/1.1 204 No Content\r\n\(two)", status: 204, reason: "No Content",
      rules: ["9110 8.6", "9110 15.3.5"], keeps: false),
    Row(
      "304 with a length, which is allowed",
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n", status: 304, reason: "Not Modified"),
    Row("HEAD with a length, which is allowed", "\(ok)Content-Length: 2\r\n\r\n", method: "HEAD"),
    Row("HEAD with a whole connection of chunks announced", "\(ok)\(chunked)", method: "HEAD"),
    Row(
      "101 unasked", "HTTP/1.1 101 Switching Protocols\r\n\r\n", status: 101,
      reason: "Switching Protocols", rules: ["9110 7.8"], keeps: false),
    Row("letters beyond ASCII in a value", "\(ok)X: é\r\n\(two)", body: "ok"),
    Row(
      "an interim answer that announces a body",
      "HTTP/1.1 103 Early Hints\r\nContent-Length: 2\r\n\r\n\(ok)\(two)", body: "ok",
      rules: ["9110 8.6"], keeps: false),
    Row("the highest code", "HTTP/1.1 599 OK\r\n\(empty)", status: 599),
    Row(
      "the first code that is too high", "HTTP/1.1 600 OK\r\n\(empty)", status: 600,
      rules: ["9110 15"]),
    Row("a tab before the code", "HTTP/1.1\t200 OK\r\n\(empty)", rules: ["9112 4"]),
    Row("HTTP/1.2", "HTTP/1.2 200 OK\r\n\(empty)"),
    Row("HTTP/1", "HTTP/1 200 OK\r\n\(empty)", rules: ["9112 2.3"], keeps: false),
    Row(
      "HTTP/2 that would stay", "HTTP/2 200 OK\r\nConnection: keep-alive\r\n\(empty)",
      rules: ["9112 2.3"], keeps: false),
    Row("HTTP/2.1", "HTTP/2.1 200 OK\r\n\(empty)", rules: ["9112 2.3"], keeps: false),
    Row(
      "a NUL and a CR in the reason", "HTTP/1.1 200 O\0\rK\r\n\(empty)", reason: "O  K",
      rules: ["9112 4"]), Row("a line feed first", "\n\(ok)\(empty)", rules: ["9112 2.1"]),
    Row(
      "a bare line feed after the first line alone", "HTTP/1.1 200 OK\n\(empty)",
      rules: ["9112 2.2"]),
    Row("a bare line feed after a field alone", "\(ok)X: y\n\(empty)", rules: ["9112 2.2"]),
    Row(
      "a line of one letter that ends with a bare line feed", "\(ok)X\n\(two)", body: "ok",
      rules: ["9112 2.2", "9112 5"]),
    Row("a DEL in a value", "\(ok)X: a\u{7F}b\r\n\(two)", body: "ok", rules: ["9110 5.5"]),
    Row("a tab in a value", "\(ok)X: a\tb\r\n\(two)", body: "ok"),
    Row(
      "a length with zeros in front", "\(ok)Content-Length: 00000000000000000000002\r\n\r\nok",
      body: "ok"),
    Row(
      "more lengths than are looked at", "\(ok)Content-Length: 1,2,3,4,5,6,7,8,9\r\n\r\n12345678",
      body: "12345678", rules: ["9112 6.3"], keeps: false),
    Row(
      "chunks and a length that is none",
      "\(ok)Content-Length: x\r\n\(chunked)2\r\nok\r\n0\r\n\r\n", body: "ok", rules: ["9112 6.2"],
      keeps: false),
    Row(
      "chunks and two lengths", "\(ok)Content-Length: 1, 3\r\n\(chunked)2\r\nok\r\n0\r\n\r\n",
      body: "ok", rules: ["9112 6.3", "9112 6.2"], keeps: false),
    Row(
      "a coding that does not say where it ends",
      "\(ok)Transfer-Encoding: chunked, gzip\r\n\r\nall of it", isEnded: true, body: "all of it",
      rules: ["9112 7"], keeps: false),
    Row(
      "a bare line feed at the end of the trailers alone", "\(ok)\(chunked)2\r\nok\r\n0\r\n\n",
      body: "ok", rules: ["9112 2.2"]),
    Row(
      "a bare line feed after a chunk alone", "\(ok)\(chunked)2\r\nok\n0\r\n\r\n", body: "ok",
      rules: ["9112 2.2"]),
    Row(
      "a trailer with white space before the colon",
      "\(ok)\(chunked)2\r\nok\r\n0\r\nX : y\r\n\r\n", body: "ok", rules: ["9112 5.1"]),
    Row(
      "a second Connection field", "\(ok)Connection: x\r\nConnection: close\r\n\(two)",
      body: "ok", keeps: false),
    Row(
      "204 with chunks", "HTTP/1.1 204 No Content\r\n\(chunked)0\r\n\r\n", isEnded: true,
      status: 204, reason: "No Content", rules: ["9112 6.1", "9110 15.3.5"], keeps: false),
    Row("HEAD with a length that is none", "\(ok)Content-Length: x\r\n\r\n", method: "HEAD"),
    Row(
      "304 with two lengths", "HTTP/1.1 304 Not Modified\r\nContent-Length: 2, 3\r\n\r\n",
      status: 304, reason: "Not Modified"),
    Row(
      "304 with chunks, which is allowed", "HTTP/1.1 304 Not Modified\r\n\(chunked)", status: 304,
      reason: "Not Modified"),
    Row("CONNECT that leads to a tunnel", "\(ok)Content-Length: 2\r\n\r\n", method: "CONNECT"),
    Row(
      "CONNECT with the highest code of success", "HTTP/1.1 299 OK\r\nContent-Length: 2\r\n\r\n",
      method: "CONNECT", status: 299),
    Row(
      "CONNECT that is led elsewhere", "HTTP/1.1 300 OK\r\n\(two)", method: "CONNECT",
      status: 300, body: "ok"),
    Row("200 to another method than CONNECT", "\(ok)\(two)", method: "connect", body: "ok"),
  ]

  @Test(arguments: rows) func `reads an answer, in one piece or byte by byte`(row: Row) throws {
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
      ), ("HTTP/1.1 304 OK\r\n\r\nbody", "GET", "RFC 9110, section 15.4.5", nil),
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
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\nC : d\r\n\r\n", 56),
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
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no", false), ("HTTP/1.1 200 OK\r\n\r\nok", false),
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
