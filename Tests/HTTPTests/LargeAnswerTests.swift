// SPDX-License-Identifier: Apache-2.0
// Tests of the turns that large answers take.

import HTTP
import TestSupport
import Testing

@Suite struct LargeAnswerTests {
  static let large = 2 * LargeAnswers.smallBytes

  /// One that answers all requests with bodies of so many bytes.
  static func server(_ count: Int, isChunked: Bool) throws -> HTTPServer {
    HTTPServer { _ in
      HTTPResponse(
        status: 200,
        headers: HeaderList(isChunked ? ["Transfer-Encoding": "chunked"] : [:]),
        body: Array(repeating: 0x78, count: count))
    }
  }

  static func exchange(_ client: HTTPClient, _ port: UInt16) throws(TransportError) -> Int {
    try client.exchange(
      HTTPRequest(method: "GET", target: "/"),
      with: Origin(scheme: .http, host: "127.0.0.1", port: Int(port)),
      deadline: Deadline(after: .seconds(60))
    ).response.body.count
  }

  /// No turn is waited for.
  static func clients(reading: Int, judging: Int) -> [HTTPClient] {
    let turns = LargeAnswers(
      until: Deadline(after: .zero), reading: reading, judging: judging)
    return (0..<2).map { _ in HTTPClient(settings: ClientSettings(largeAnswers: turns)) }
  }

  @Test(arguments: [true, false], [(1, 2), (2, 1)])
  func `are held by one client until it lets go`(isChunked: Bool, turns: (Int, Int)) throws {
    let server = try Self.server(Self.large, isChunked: isChunked)
    let port = try server.start()
    defer { server.stop() }
    let clients = Self.clients(reading: turns.0, judging: turns.1)
    // It needs one turn for all its answers.
    for _ in 0..<3 { #expect(try Self.exchange(clients[0], port) == Self.large) }
    let error = #expect(throws: TransportError.self) { try Self.exchange(clients[1], port) }
    #expect(error?.isTimeout == true)
    clients[0].letGo()
    clients[0].letGo()
    #expect(try Self.exchange(clients[1], port) == Self.large)
    #expect(throws: TransportError.self) { try Self.exchange(clients[0], port) }
  }

  @Test func `need no turn where they are small`() throws {
    let server = try Self.server(LargeAnswers.smallBytes, isChunked: false)
    let port = try server.start()
    defer { server.stop() }
    let clients = Self.clients(reading: 0, judging: 0)
    for client in clients { #expect(try Self.exchange(client, port) == LargeAnswers.smallBytes) }
  }

  /// The last bytes of such a body come when nothing more has to be read.
  @Test(arguments: [(0, 1), (1, 0)])
  func `need both turns where they are hardly large`(turns: (Int, Int)) throws {
    let server = try Self.server(LargeAnswers.smallBytes + 1, isChunked: false)
    let port = try server.start()
    defer { server.stop() }
    let clients = Self.clients(reading: turns.0, judging: turns.1)
    #expect(throws: TransportError.self) { try Self.exchange(clients[0], port) }
  }

  @Test func `take turns, and the time for that is nobody's`() throws {
    let server = try Self.server(Self.large, isChunked: false)
    let port = try server.start()
    defer { server.stop() }
    let turns = LargeAnswers(until: Deadline(after: .seconds(60)), reading: 1)
    let settings = ClientSettings(largeAnswers: turns)
    let first = HTTPClient(settings: settings)
    _ = try Self.exchange(first, port)
    #expect(first.waited == .zero)
    let threads = ThreadGroup()
    let found = Found()
    for _ in 0..<4 {
      threads.start {
        let client = HTTPClient(settings: settings)
        do throws(TransportError) {
          _ = try Self.exchange(client, port)
          found.add(client.waited > .zero ? nil : TransportError(.closedWhileSending))
        } catch {
          found.add(error)
        }
        client.letGo()
      }
    }
    // None of them gets it before.
    _ = Cancellation().wait(until: Deadline(after: .milliseconds(50)))
    #expect(found.reasons.isEmpty)
    first.letGo()
    try waitForEnd(of: threads)
    #expect(found.reasons == [nil, nil, nil, nil])
  }

  @Test func `end their wait when cancelled`() throws {
    let server = try Self.server(Self.large, isChunked: false)
    let port = try server.start()
    defer { server.stop() }
    let cancellation = Cancellation()
    let client = HTTPClient(
      settings: ClientSettings(
        largeAnswers: LargeAnswers(until: Deadline(after: .seconds(60)), reading: 0)),
      cancellation: cancellation)
    let threads = ThreadGroup()
    threads.start {
      _ = Cancellation().wait(until: Deadline(after: .milliseconds(20)))
      cancellation.cancel()
    }
    #expect(throws: TransportError(.cancelled)) { try Self.exchange(client, port) }
    try waitForEnd(of: threads)
  }
}
