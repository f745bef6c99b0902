// SPDX-License-Identifier: Apache-2.0
// Tests of reading answers: what is read, what is noted, what is refused.

import HTTP
import TestSupport
import Testing

struct ResponseReaderTests {
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

  static let ok = "HTTP/1.1 200 OK|"
  static let empty = "Content-Length: 0||"
  static let two = "Content-Length: 2||ok"
  static let chunked = "Transfer-Encoding: chunked||"

  static let rows: [Row] = [
    Row("a length", "\(ok)Content-Length: 5||hello", body: "hello"),
    Row("a reason of several words", "HTTP/1.1 200 All  is well|\(empty)", reason: "All  is well"),
    Row("an empty reason", "HTTP/1.1 200 |\(empty)", reason: ""),
    Row("no blank for the reason", "HTTP/1.1 200|\(empty)", reason: "", rules: ["9112 4"]),
    Row("two blanks", "HTTP/1.1  200 OK|\(empty)", rules: ["9112 4"]),
    Row("HTTP in small letters", "http/1.1 200 OK|\(empty)", rules: ["9112 2.3"]),
    Row("HTTP/2", "HTTP/2 200 OK|\(empty)", rules: ["9112 2.3"], keeps: false),
    Row("HTTP/3.1", "HTTP/3.1 200 OK|\(empty)", rules: ["9112 2.3"], keeps: false),
    Row(
      "a control character in the reason", "HTTP/1.1 200 O\u{1}K|\(empty)", reason: "O\u{1}K",
      rules: ["9112 4"]), Row("an empty line first", "|\(ok)\(empty)", rules: ["9112 2.1"]),
    Row(
      "bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", body: "ok",
      rules: ["9112 2.2"]),
    Row(
      "white space before the colon", "\(ok)Content-Length : 2||ok", body: "ok",
      rules: ["9112 5.1"]),
    Row("a folded field", "\(ok)X: a| b|\(two)", body: "ok", rules: ["9112 5.2"]),
    Row("a line that is no field", "\(ok)garbage|\(two)", body: "ok", rules: ["9112 5"]),
    Row("a field without a name", "\(ok): a|\(two)", body: "ok", rules: ["9110 5.1"]),
    Row("a name with a blank in it", "\(ok)X Y: a|\(two)", body: "ok", rules: ["9110 5.1"]),
    Row("a NUL in a value", "\(ok)X: a\0b|\(two)", body: "ok", rules: ["9110 5.5"]),
    Row("the same length twice", "\(ok)Content-Length: 2|\(two)", body: "ok", rules: ["9112 6.3"]),
    Row(
      "the same length as a list", "\(ok)Content-Length: 2, 2||ok", body: "ok",
      rules: ["9112 6.3"]),
    Row(
      "two lengths, the greater true", "\(ok)Content-Length: 3|Content-Length: 5||hello",
      body: "hello", rules: ["9112 6.3"], keeps: false),
    Row(
      "two lengths, the lesser true", "\(ok)Content-Length: 5|Content-Length: 3||hel",
      isEnded: true, body: "hel", rules: ["9112 6.3"], keeps: false),
    Row(
      "a length and chunks", "\(ok)Content-Length: 3|\(chunked)2|ok|0||",
      body: "ok", rules: ["9112 6.2"], keeps: false),
    Row("chunks", "\(ok)\(chunked)2|ok|0A|0123456789|0||", body: "ok0123456789"),
    Row(
      "chunk extensions and trailers",
      "\(ok)Transfer-Encoding: Chunked||2;a=b ; c=\"d;e\"|ok|000;last|X-Sum: 1||",
      body: "ok"),
    Row(
      "chunks with bare line feeds", "\(ok)\(chunked)2\nok\n0\n\n", body: "ok", rules: ["9112 2.2"]),
    Row("a blank after a chunk size", "\(ok)\(chunked)2 |ok|0||", body: "ok", rules: ["9112 7.1"]),
    Row(
      "chunks without the last line", "\(ok)\(chunked)2|ok|0|", isEnded: true,
      body: "ok", rules: ["9112 7.1"], keeps: false),
    Row(
      "chunks before HTTP/1.1", "HTTP/1.0 200 OK|\(chunked)2|ok|0||", body: "ok",
      rules: ["9112 6.1"], keeps: false),
    Row(
      "a coding nobody asked for", "\(ok)Transfer-Encoding: gzip, chunked||2|ok|0||", body: "ok",
      rules: ["9112 7"], keeps: false),
    Row(
      "a body until the end", "\(ok)X: y||all of it", isEnded: true, body: "all of it",
      keeps: false), Row("HTTP/1.0", "HTTP/1.0 200 OK|\(two)", body: "ok", keeps: false),
    Row("HTTP/1.0 that stays", "HTTP/1.0 200 OK|Connection: Keep-Alive|\(two)", body: "ok"),
    Row("an announced end", "\(ok)Connection: x, Close|\(two)", body: "ok", keeps: false),
    Row(
      "interim answers", "HTTP/1.1 100 Continue||HTTP/1.1 103 Early Hints|Link: <a>||\(ok)\(two)",
      body: "ok"), Row("204", "HTTP/1.1 204 No Content||", status: 204, reason: "No Content"),
    Row(
      "204 with a length", "HTTP/1.1 204 No Content|\(empty)", status: 204,
      reason: "No Content", rules: ["9110 8.6"]),
    Row(
      "204 with a body", "HTTP/1.1 204 No Content|\(two)", status: 204, reason: "No Content",
      rules: ["9110 8.6", "9110 15.3.5"], keeps: false),
    Row(
      "304 with a length, which is allowed", "HTTP/1.1 304 Not Modified|Content-Length: 2||",
      status: 304, reason: "Not Modified"),
    Row("HEAD with a length, which is allowed", "\(ok)Content-Length: 2||", method: "HEAD"),
    Row("HEAD with a whole connection of chunks announced", "\(ok)\(chunked)", method: "HEAD"),
    Row(
      "101 unasked", "HTTP/1.1 101 Switching Protocols||", status: 101,
      reason: "Switching Protocols", rules: ["9110 7.8"], keeps: false),
    Row("letters beyond ASCII in a value", "\(ok)X: é|\(two)", body: "ok"),
    Row(
      "an interim answer that announces a body",
      "HTTP/1.1 103 Early Hints|Content-Length: 2||\(ok)\(two)", body: "ok",
      rules: ["9110 8.6"], keeps: false),
    Row("the highest code", "HTTP/1.1 599 OK|\(empty)", status: 599),
    Row(
      "the first code that is too high", "HTTP/1.1 600 OK|\(empty)", status: 600,
      rules: ["9110 15"]),
    Row("a tab before the code", "HTTP/1.1\t200 OK|\(empty)", rules: ["9112 4"]),
    Row("HTTP/1.2", "HTTP/1.2 200 OK|\(empty)"),
    Row("HTTP/1", "HTTP/1 200 OK|\(empty)", rules: ["9112 2.3"], keeps: false),
    Row(
      "HTTP/2 that would stay", "HTTP/2 200 OK|Connection: keep-alive|\(empty)",
      rules: ["9112 2.3"], keeps: false),
    Row("HTTP/2.1", "HTTP/2.1 200 OK|\(empty)", rules: ["9112 2.3"], keeps: false),
    Row(
      "a NUL and a CR in the reason", "HTTP/1.1 200 O\0\rK|\(empty)", reason: "O  K",
      rules: ["9112 4"]), Row("a line feed first", "\n\(ok)\(empty)", rules: ["9112 2.1"]),
    Row(
      "a bare line feed after the first line alone", "HTTP/1.1 200 OK\n\(empty)",
      rules: ["9112 2.2"]),
    Row("a bare line feed after a field alone", "\(ok)X: y\n\(empty)", rules: ["9112 2.2"]),
    Row(
      "a line of one letter that ends with a bare line feed", "\(ok)X\n\(two)", body: "ok",
      rules: ["9112 2.2", "9112 5"]),
    Row("a DEL in a value", "\(ok)X: a\u{7F}b|\(two)", body: "ok", rules: ["9110 5.5"]),
    Row("a tab in a value", "\(ok)X: a\tb|\(two)", body: "ok"),
    Row(
      "a length with zeros in front", "\(ok)Content-Length: 00000000000000000000002||ok",
      body: "ok"),
    Row(
      "more lengths than are looked at", "\(ok)Content-Length: 1,2,3,4,5,6,7,8,9||12345678",
      body: "12345678", rules: ["9112 6.3"], keeps: false),
    Row(
      "chunks and a length that is none", "\(ok)Content-Length: x|\(chunked)2|ok|0||", body: "ok",
      rules: ["9112 6.2"], keeps: false),
    Row(
      "chunks and two lengths", "\(ok)Content-Length: 1, 3|\(chunked)2|ok|0||",
      body: "ok", rules: ["9112 6.3", "9112 6.2"], keeps: false),
    Row(
      "a coding that does not say where it ends",
      "\(ok)Transfer-Encoding: chunked, gzip||all of it", isEnded: true, body: "all of it",
      rules: ["9112 7"], keeps: false),
    Row(
      "a bare line feed at the end of the trailers alone", "\(ok)\(chunked)2|ok|0|\n",
      body: "ok", rules: ["9112 2.2"]),
    Row(
      "a bare line feed after a chunk alone", "\(ok)\(chunked)2|ok\n0||", body: "ok",
      rules: ["9112 2.2"]),
    Row(
      "a trailer with white space before the colon", "\(ok)\(chunked)2|ok|0|X : y||", body: "ok",
      rules: ["9112 5.1"]),
    Row(
      "a second Connection field", "\(ok)Connection: x|Connection: close|\(two)",
      body: "ok", keeps: false),
    Row(
      "204 with chunks", "HTTP/1.1 204 No Content|\(chunked)0||", isEnded: true,
      status: 204, reason: "No Content", rules: ["9112 6.1", "9110 15.3.5"], keeps: false),
    Row("HEAD with a length that is none", "\(ok)Content-Length: x||", method: "HEAD"),
    Row(
      "304 with two lengths", "HTTP/1.1 304 Not Modified|Content-Length: 2, 3||",
      status: 304, reason: "Not Modified"),
    Row(
      "304 with chunks, which is allowed", "HTTP/1.1 304 Not Modified|\(chunked)", status: 304,
      reason: "Not Modified"),
    Row("CONNECT that leads to a tunnel", "\(ok)Content-Length: 2||", method: "CONNECT"),
    Row(
      "CONNECT with the highest code of success", "HTTP/1.1 299 OK|Content-Length: 2||",
      method: "CONNECT", status: 299),
    Row(
      "CONNECT that is led elsewhere", "HTTP/1.1 300 OK|\(two)", method: "CONNECT",
      status: 300, body: "ok"),
    Row("200 to another method than CONNECT", "\(ok)\(two)", method: "connect", body: "ok"),
  ]

  @Test(arguments: rows) func `reads an answer, in one piece or byte by byte`(row: Row) throws {
    for size in [.max, 1, 3] {
      var reader = ResponseReader(method: row.method)
      var buffer = ByteBuffer()
      var isComplete = false
      for piece in row.wire.onWire.utf8.pieces(of: size) {
        buffer.append(piece)
        isComplete = try reader.read(&buffer)
      }
      #expect(isComplete == !row.isEnded)
      if row.isEnded { try reader.end(buffer) }
      let response = try #require(reader.response)
      #expect("\(response.status) \(response.reason)" == "\(row.status) \(row.reason)")
      #expect(String(decoding: response.body, as: UTF8.self) == row.body)
      #expect(response.issues.map(\.rule) == row.rules, "\(response.issues)")
      #expect(reader.keepsConnection == row.keeps)
      #expect(buffer.isEmpty)
    }
  }

  /// What a reader makes of an answer on the wire, and what it leaves.
  private static func read(
    _ wire: String, method: String = "GET", isComplete: Bool = true
  ) throws -> (reader: ResponseReader, buffer: ByteBuffer) {
    var reader = ResponseReader(method: method)
    var buffer = ByteBuffer(Array(wire.onWire.utf8))
    #expect(try reader.read(&buffer) == isComplete)
    return (reader, buffer)
  }

  @Test func `keeps trailers and interim answers apart`() throws {
    let (reader, _) = try Self.read(
      "HTTP/1.1 103 Early Hints|Link: <a>||\(Self.ok)\(Self.chunked)0|Sum: 1||")
    #expect(reader.response?.trailers.fields == [HeaderField("Sum", "1")])
    #expect(reader.interim.map(\.status) == [103])
    #expect(reader.interim.first?.headers.fields == [HeaderField("Link", "<a>")])
  }

  @Test(arguments: [
    (
      "Set-Cookie: a=1|x:  y z\t|set-cookie: b|E:",
      ["Set-Cookie: a=1", "x: y z", "set-cookie: b", "E: "]
    ), ("A: b\0c\rd\u{1}", ["A: b c d\u{1}"]), (" x|A: b| c |\td|E: f| g", ["A: b c d", "E: f g"]),
  ])
  func `keeps fields and spelling, each as one line`(wire: String, fields: [String]) throws {
    let (reader, _) = try Self.read("HTTP/1.1 204 OK|\(wire)||")
    #expect(reader.response?.headers.fields.map { "\($0.name): \($0.value)" } == fields)
  }

  @Test(
    arguments: [
      ("\(ok)\(two)HTTP/1.1", "GET", "RFC 9112, section 6.3", 40),
      ("HTTP/1.1 304 OK||body", "GET", "RFC 9110, section 15.4.5", nil),
      ("HTTP/1.1 204 OK||body", "GET", "RFC 9110, section 15.3.5", nil),
      ("\(ok)Content-Length: 4||body", "HEAD", "RFC 9110, section 9.3.2", nil),
      ("HTTP/1.1 300 OK|\(empty)body", "CONNECT", "RFC 9112, section 6.3", 38),
    ] as [(String, String, String, Int?)])
  func `notes bytes behind it`(wire: String, method: String, rule: String, offset: Int?) throws {
    let (reader, _) = try Self.read(wire, method: method)
    let response = try #require(reader.response)
    #expect(response.issues.map(\.rule) == [rule] && response.issues.first?.offset == offset)
    #expect(!reader.keepsConnection)
  }

  @Test(arguments: [
    ("HTTP/1.1 204 OK|A: b|C : d||", 23), ("HTTP/1.1 204 OK\nA: b||", 15),
    ("HTTP/1.1 204 OK|A: b\nC: d||", 21), ("http/1.1 204 OK||", 5),
    ("\(ok)\(chunked)2\nok|0||", 48), ("\(ok)\(chunked)2 |ok|0||", 47),
    ("\(ok)\(chunked)2|ok\n0||", 52), ("\(ok)\(chunked)0|\n", 50),
    ("\(ok)\(chunked)0|A: b|C : d||", 56),
    // An answer counts from its own beginning.
    ("HTTP/1.1 102 OK||HTTP/1.1 204 OK|A : b||", 17),
  ])
  func `says where in the answer an issue is`(wire: String, offset: Int) throws {
    #expect(try Self.read(wire).reader.response?.issues.map(\.offset) == [offset])
  }

  @Test(
    arguments: [
      ("Content-Length: 1, 2||ab", true), ("Content-Length: 2, 2||ab", false),
      ("Content-Length : 2||ab", false), ("Content-Length: 1, 2|\(chunked)0||", false),
    ])
  func `throws an answer away for lengths that differ`(wire: String, isFatal: Bool) throws {
    #expect(try Self.read("\(Self.ok)\(wire)").reader.response?.issues.first?.isFatal == isFatal)
  }

  @Test(arguments: [(200, 0), (299, 0), (300, 1)])
  func `leaves to a tunnel what follows the answer`(status: Int, issues: Int) throws {
    let (reader, buffer) = try Self.read(
      "HTTP/1.1 \(status) OK|\(Self.empty)\u{16}\u{3}", method: "CONNECT")
    #expect(reader.response?.issues.count == issues && reader.keepsConnection == (issues == 0))
    #expect(buffer.count == 2)
  }

  @Test(arguments: [
    ("|" + (1...30).map { "x\($0)|" }.joined(), 20),
    ("\n" + String(repeating: "a : b\n", count: 5000), 2),
  ])
  func `finds a kind of issue once, and twenty issues at most`(lines: String, count: Int) throws {
    let (reader, _) = try Self.read("HTTP/1.1 204 OK\(lines)|")
    #expect(reader.response?.issues.count == count)
  }

  @Test(
    arguments: [
      ("", nil, nil, false), ("\(ok)Content-Length: 5||he", 2, 5, false),
      ("\(ok)Content-Length: 3, 5||he", 2, 5, false), ("\(ok)\(chunked)5|hel", 3, nil, false),
      ("\(ok)|hel", 3, nil, false), ("\(ok)Content-Length: 1||x", nil, nil, true),
    ] as [(String, Int?, Int?, Bool)])
  func `says how much of a body has come`(
    wire: String, received: Int?, total: Int?, isComplete: Bool
  ) throws {
    let (reader, _) = try Self.read(wire, isComplete: isComplete)
    #expect(reader.progress?.received == received && reader.progress?.of == total)
  }

  /// It may end where two lengths differ and the lesser has come, and where nothing is to come.
  @Test(arguments: [
    ("\(ok)Content-Length: 9|\(two)ay", true), ("\(ok)Content-Length: 9|\(two)", true),
    ("\(ok)Content-Length: 9|Content-Length: 2||o", false),
    ("\(ok)Content-Length: 9|Content-Length: 2||", false),
    ("HTTP/1.1 204 OK|Content-Length: 2||", true), ("\(ok)Content-Length: 2||o", false),
    ("\(ok)|ok", false),
  ])
  func `may end early`(wire: String, canEnd: Bool) throws {
    let (found, buffer) = try Self.read(wire, isComplete: false)
    #expect(found.canEnd == canEnd)
    guard canEnd else { return }
    var reader = found
    reader.complete(leaving: buffer)
    let body = wire.onWire.split(separator: "\r\n\r\n").dropFirst().joined()
    #expect(reader.response.map { String(decoding: $0.body, as: UTF8.self) } == body)
  }

  @Test(arguments: [1, 2, 3])
  func `never traps, and reads the same however the bytes arrive`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for round in 0..<1000 {
      let row = Self.rows[Int(random.next() % UInt64(Self.rows.count))]
      var bytes = Array(row.wire.onWire.utf8)
      for _ in 0..<(random.next() % 6) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: "| 0,:;".utf8.shuffled(using: &random), at: place)
        }
      }
      let whole = Self.outcome(bytes, by: .max)
      #expect(whole == Self.outcome(bytes, by: 1), "seed \(seed), round \(round): \(bytes)")
    }
  }

  /// What becomes of the bytes, read in pieces, then ended.
  private static func outcome(_ bytes: [UInt8], by size: Int) -> String {
    var reader = ResponseReader(method: "GET", limits: HTTPLimits(bodyBytes: 1000))
    var buffer = ByteBuffer()
    do {
      for piece in bytes.pieces(of: size) {
        buffer.append(piece)
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
