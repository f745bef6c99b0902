// SPDX-License-Identifier: Apache-2.0
// Tests of answers that go out piece by piece.

import Synchronization
import TestSupport
import Testing

@testable import HTTP

struct StreamedAnswerTests {
  private static func withServer(
    _ headers: HeaderList = HeaderList(), status: Int = 200, body: String = "",
    rest: @escaping @Sendable (BodyWriter) -> Bool, _ test: (UInt16) throws -> Void
  ) throws {
    let server = HTTPServer.streaming { _ in
      ServerAnswer(
        HTTPResponse(status: status, reason: "OK", headers: headers, body: Array(body.utf8)),
        rest: rest)
    }
    let port = try server.start()
    defer { server.stop() }
    try test(port)
  }

  private static let pieces: @Sendable (BodyWriter) -> Bool = { writer in
    ["one", "", "three"].allSatisfy { writer.write(Array($0.utf8)) }
  }

  private static let chunks = "1|a|3|one|5|three|0||"

  @Test(
    arguments: [
      (
        "GET / \(HTTPServerTests.closing)|", HeaderList(),
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Connection: close||\(chunks)"
      ),
      (
        "GET / HTTP/1.1|Host: a||GET / \(HTTPServerTests.closing)|", HeaderList(),
        "HTTP/1.1 200 OK|Transfer-Encoding: chunked||\(chunks)"
          + "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Connection: close||\(chunks)"
      ),
      (
        "GET / HTTP/1.1|Host: a||GET / HTTP/1.0||", HeaderList(["Content-Length": "9"]),
        "HTTP/1.1 200 OK|Content-Length: 9||aonethree"
          + "HTTP/1.1 200 OK|Content-Length: 9|Connection: close||aonethree"
      ),
      (
        "GET / HTTP/1.0|Connection: keep-alive||GET / HTTP/1.0||", HeaderList(),
        "HTTP/1.1 200 OK|Connection: close||aonethree"
      ),
    ] as [(String, HeaderList, String)])
  func `ends where the client sees it`(wire: String, headers: HeaderList, answers: String) throws {
    try Self.withServer(headers, body: "a", rest: Self.pieces) { port throws in
      #expect(try HTTPServerTests.answer(to: wire, on: port) == answers.onWire)
    }
  }

  @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
  func `has no body where there is none`(method: String, status: Int) throws {
    let isAsked = Atomic(false)
    try Self.withServer(
      status: status,
      rest: { _ in
        isAsked.store(true, ordering: .relaxed)
        return true
      }
    ) { port throws in
      let answer = try HTTPServerTests.answer(
        to: "\(method) / \(HTTPServerTests.closing)|", on: port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) OK\r\n") && answer.hasSuffix("\r\n\r\n"))
    }
    let wasAsked = isAsked.load(ordering: .relaxed)
    #expect(!wasAsked)
  }

  @Test(arguments: [HeaderList(), HeaderList(["Content-Length": "9"])])
  func `breaks off where it is not whole`(headers: HeaderList) throws {
    try Self.withServer(headers, rest: { !$0.write([0x78]) }) { port throws in
      let client = HTTPClient(settings: ClientSettings())
      defer { client.close() }
      #expect(client.error(from: port) != nil)
    }
  }

  @Test func `goes out before the next piece is there`() throws {
    let event = Cancellation()
    try Self.withServer(
      rest: { writer in
        _ = writer.write(Array("first".utf8))
        return event.wait(until: Deadline(after: .seconds(30))) == false
          && writer.write(Array("second".utf8))
      }
    ) { port throws in
      let client = try RawClient(port: port)
      try client.send(HTTPServerTests.get)
      let head = "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|first|".onWire
      #expect(try client.read(head.utf8.count) == head)
      event.cancel()
      #expect(try client.read(16) == "6|second|0||".onWire)
    }
  }

  @Test
  func `ends for a client that is gone, and for one that reads nothing when the server stops`()
    throws
  {
    let ended = Atomic(0)
    let rest: @Sendable (BodyWriter) -> Bool = { writer in
      let piece = [UInt8](repeating: 0x78, count: 100_000)
      while writer.write(piece) {}
      ended.add(1, ordering: .sequentiallyConsistent)
      return false
    }
    try Self.withServer(rest: rest) { port throws in
      let gone = try RawClient(port: port)
      try gone.send(HTTPServerTests.get)
      _ = try gone.read(10)
      gone.reset()
      try waitUntil { ended.load(ordering: .sequentiallyConsistent) == 1 }
      let silent = try RawClient(port: port)
      try silent.send(HTTPServerTests.get)
      _ = try silent.read(10)
    }
    let count = ended.load(ordering: .sequentiallyConsistent)
    #expect(count == 2)
  }
}
