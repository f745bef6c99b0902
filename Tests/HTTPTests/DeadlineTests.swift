// SPDX-License-Identifier: Apache-2.0
// Tests of deadlines and of threads, and that nothing is left open.

import HTTP
import Synchronization
import TestSupport
import Testing

@Suite(.waits) struct DeadlineTests {
  static let allowed = Duration.milliseconds(150)
  static let long = "HTTP/1.1 200 OK\r\nContent-Length: 712\r\n\r\nhello"

  @Test(
    arguments: [
      ([.hang], .waiting), ([.readRequest, .send("HTTP/1.1 2"), .hang], .head(receivedBytes: 10)),
      ([.readRequest, .send(long), .hang], .body(receivedBytes: 5, of: 712)),
      (
        [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nhello"), .hang],
        .body(receivedBytes: 5, of: nil)
      ), ([.readRequest, .send("HTTP/1.1 100 Continue\r\n\r\n"), .hang], .waiting),
    ] as [([ScriptedServer.Act], TransportError.Phase)])
  func `gives up at the deadline and says what had come`(
    script: [ScriptedServer.Act], phase: TransportError.Phase
  ) throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    let error = HTTPClient().error(from: server.port, within: Self.allowed)
    #expect(error?.reason == .timedOut(phase, Self.allowed))
  }

  @Test(arguments: [
    ("HTTP/1.1 2", "after 10 bytes of the head nothing more came for 100ms"),
    (long, "after 5 of 712 bytes of the body nothing more came for 100ms"),
    ("HTTP/1.1 200 OK\r\n\r\nhello", "after 5 bytes of the body nothing more came for 100ms"),
  ])
  func `gives up where nothing more comes`(start: String, sentence: String) throws {
    let server = try ScriptedServer([.readRequest, .send(start), .hang])
    defer { server.stop() }
    let client = HTTPClient(settings: ClientSettings(responseTimeout: .milliseconds(100)))
    let error = client.error(from: server.port)
    #expect(error.map { "\($0)" } == sentence)
    #expect(error?.hasReachedTarget == true)
  }

  @Test func `keeps the deadline and reads the answer where it asks before it is woken`() throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .readRequest, .hang,
    ])
    defer { server.stop() }
    let client = HTTPClient(settings: ClientSettings(eagerness: .seconds(60)))
    #expect(try client.send(to: server.port).response.body == Array("ok".utf8))
    #expect(throws: TransportError(.timedOut(.waiting, Self.allowed))) {
      try client.send(to: server.port, within: Self.allowed)
    }
  }

  @Test(
    arguments: [
      (
        [
          .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n"),
          .drip(String(repeating: "x", count: 60_000), by: 1),
        ], allowed
      ), ([.readRequest, .hang], .seconds(-1)),
    ] as [([ScriptedServer.Act], Duration)])
  func `gives up a drip that would take for ever, and does not begin past the deadline`(
    script: [ScriptedServer.Act], limit: Duration
  ) throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    #expect(HTTPClient().error(from: server.port, within: limit)?.isTimeout == true)
  }

  @Test func `gives up a request that is not taken`() throws {
    let server = try ScriptedServer([.read(1), .hangWithoutReading])
    defer { server.stop() }
    let request = HTTPRequest(
      method: "POST", target: "/", body: Array(repeating: 0x78, count: 20_000_000))
    let error = HTTPClient().error(request, from: server.port, within: Self.allowed)
    guard case .timedOut(.sending(_, of: let total), Self.allowed) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(total > 20_000_000)
  }

  @Test func `has a time-out for the first byte alone`() throws {
    let settings = ClientSettings(responseTimeout: Self.allowed)
    let silent = try ScriptedServer([.hang])
    defer { silent.stop() }
    let error = HTTPClient(settings: settings).error(from: silent.port, within: .seconds(60))
    #expect(error?.reason == .timedOut(.waiting, Self.allowed))
    // Once a byte has come, only the deadline counts: 400 bytes at more than 1 ms each.
    let slow = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n"),
      .drip(String(repeating: "x", count: 400), by: 1), .hang,
    ])
    defer { slow.stop() }
    let exchange = try HTTPClient(settings: settings).send(to: slow.port, within: .seconds(60))
    #expect(exchange.response.body.count == 400 && exchange.duration > Self.allowed)
  }

  @Test func `ends every wait at once when cancelled`() throws {
    let server = try ScriptedServer([.hang])
    defer { server.stop() }
    let cancellation = Cancellation()
    let threads = ThreadGroup()
    let found = Found()
    for _ in 0..<8 {
      threads.start { [port = server.port] in
        found.add(HTTPClient(cancellation: cancellation).error(from: port, within: .seconds(60)))
      }
    }
    threads.start {
      _ = cancellation.wait(until: Deadline(after: .seconds(60)))
      found.add(nil)
    }
    cancellation.cancel()
    try waitForEnd(of: threads)
    #expect(found.reasons.count == 9)
    #expect(found.reasons.count { $0 == .cancelled } == 8)
  }

  @Test func `gives up a proxy that stays silent`() throws {
    let server = try ScriptedServer([.hang])
    defer { server.stop() }
    let proxy = try Proxy("http://127.0.0.1:\(server.port)")
    let client = HTTPClient(
      settings: ClientSettings(connectTimeout: Self.allowed, proxies: ProxySettings(https: proxy)))
    #expect(throws: TransportError(.timedOut(.tunnel("a.example:443"), Self.allowed))) {
      try client.send(to: Origin(scheme: .https, host: "a.example"))
    }
  }

  @Test func `comes later by what is given back, and the earlier of two counts`() {
    let early = Deadline(after: .seconds(2))
    let late = early.postponed(by: .seconds(3))
    #expect(early.instant.duration(to: late.instant) == .seconds(3))
    #expect(late.allowance == .seconds(2) && early.postponed(by: .seconds(-1)) == early)
    #expect(Deadline.earliest(early, late) == early && Deadline.earliest(late, early) == early)
    #expect(Deadline(after: .seconds(Int64.max)).allowance == .seconds(86_400_000))
    #expect(Deadline(after: .seconds(-5)).isPast)
    #expect(Deadline(after: .seconds(-5)).remaining == .zero)
  }
}

struct ThreadsTests {
  @Test func `waits for all threads of a group`() {
    let group = ThreadGroup()
    let count = Atomic(0)
    for _ in 0..<100 { group.start { count.add(1, ordering: .relaxed) } }
    group.wait()
    #expect(count.load(ordering: .sequentiallyConsistent) == 100)
    #expect(group.count == 0)
    group.wait()
  }

  @Test func `has room on the stack for deep work`() {
    let group = ThreadGroup()
    let sum = Mutex(0)
    group.start { sum.withLock { $0 = Self.deep(500) } }
    group.wait()
    #expect(sum.withLock { $0 } == 500)
  }

  private static func deep(_ level: Int) -> Int {
    level == 0
      ? 0 : withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { _ in 1 + deep(level - 1) }
  }

  /// 300 rounds of what may go wrong: a descriptor lost in each would be 300 and more.
  @Test(.enabled(if: Descriptors.allow(4096), "no 4096 descriptors are allowed here"))
  func `leaves no descriptor behind`() throws {
    let before = Descriptors.pipes()
    let hostile = try ScriptedServer(
      [.readRequest, .reset],
      [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")],
      [.readRequest, .send("SSH")], [.readRequest, .send("HTTP/1.1 204 OK\r\n\r\n")])
    for round in 0..<300 {
      let server = HTTPServer { _ in HTTPResponse(status: 204) }
      let port = try server.start()
      let client = HTTPClient()
      let host = round % 2 == 0 ? "localhost" : "127.0.0.1"
      for port in [port, port, hostile.port, hostile.port] {
        _ = try? client.send(to: Origin(scheme: .http, host: host, port: Int(port)))
      }
      server.stop()
      client.close()
      if round % 50 == 0 { #expect(Descriptors.sockets(ofPort: port) == 0) }
    }
    hostile.stop()
    #expect(Descriptors.sockets(ofPort: hostile.port) == 0)
    // Other tests run beside this one and have pipes of their own.
    #expect(Descriptors.pipes() - before < 200)
  }
}
