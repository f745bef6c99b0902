// SPDX-License-Identifier: Apache-2.0
// Tests of threads, and that nothing is left open.

import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct ThreadsTests {
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
      ? 0
      : withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { _ in
        1 + deep(level - 1)
      }
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
      for port in [port, port, hostile.port, hostile.port] {
        _ = try? client.exchange(
          HTTPRequest(method: "GET", target: "/"),
          with: Origin(
            scheme: .http, host: round % 2 == 0 ? "localhost" : "127.0.0.1", port: Int(port)),
          deadline: Deadline(after: .seconds(20)))
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
