// SPDX-License-Identifier: Apache-2.0
// Tests of a server that speaks TLS, with certificates made for the test.

import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct ServerTLSTests {
  /// A server with a certificate, and what it said of its clients.
  final class SecureServer {
    let port: UInt16
    private let server: HTTPServer
    private let faults: Faults

    private final class Faults: Sendable {
      let list = Mutex<[TLSFault]>([])
    }

    init() throws {
      let faults = Faults()
      let identity = try TLSIdentity(
        certificateFile: TLSTests.file("good.pem"), keyFile: TLSTests.file("key.pem"))
      server = HTTPServer(
        security: ServerSecurity(identity) { _, fault in faults.list.withLock { $0.append(fault) } }
      ) { request in
        HTTPResponse(status: 200, body: request.request.body)
      }
      self.faults = faults
      port = try server.start()
    }

    /// Stops it once it has said something, and returns all that it said.
    func stop(afterFaults count: Int) throws -> [TLSFault] {
      try waitUntil { faults.list.withLock { $0.count } >= count }
      return stop()
    }

    /// Stops it, and returns what it said.
    func stop() -> [TLSFault] {
      server.stop()
      return faults.list.withLock { $0 }
    }

    func exchange(
      _ settings: TLSSettings, scheme: Scheme = .https, bodies: [[UInt8]] = [[1]]
    ) throws -> [HTTPResponse] {
      let client = HTTPClient(settings: ClientSettings(tls: settings))
      defer { client.close() }
      return try bodies.map { body in
        try client.exchange(
          HTTPRequest(method: "POST", target: "/", body: body),
          with: Origin(scheme: scheme, host: "localhost", port: Int(port)),
          deadline: Deadline(after: .seconds(20))
        ).response
      }
    }
  }

  @Test func `answers a client that trusts its issuer, on one connection`() throws {
    let server = try SecureServer()
    let bodies: [[UInt8]] = [[1], [2, 3], Array(repeating: 7, count: 300_000)]
    let answers = try server.exchange(
      TLSSettings(caFile: TLSTests.file("ca.pem")), bodies: bodies)
    #expect(answers.map(\.body) == bodies)
    #expect(answers.allSatisfy { $0.issues.isEmpty })
    #expect(server.stop() == [])
  }

  @Test func `tells of a client that does not trust its certificate`() throws {
    let server = try SecureServer()
    #expect(throws: TransportError.self) { try server.exchange(TLSSettings()) }
    let faults = try server.stop(afterFaults: 1)
    guard case .certificateRefused? = faults.first, faults.count == 1 else {
      Issue.record("\(faults)")
      return
    }
  }

  @Test func `tells of a client that speaks no TLS, and serves the next one`() throws {
    let server = try SecureServer()
    #expect(throws: TransportError.self) {
      try server.exchange(TLSSettings(), scheme: .http)
    }
    let answers = try server.exchange(TLSSettings(caFile: TLSTests.file("ca.pem")))
    #expect(answers.map(\.status) == [200])
    #expect(try server.stop(afterFaults: 1) == [.plainRequest])
  }

  /// What is between may have cut off what only ends with the connection.
  @Test(arguments: [
    (HeaderList(["Transfer-Encoding": "gzip"]), ["RFC 9112, section 7", "RFC 9112, section 9.8"]),
    (HeaderList(["Connection": "close"]), []),
  ])
  func `says no goodbye, which a client notes where it matters`(
    headers: HeaderList, rules: [String]
  ) throws {
    let identity = try TLSIdentity(
      certificateFile: TLSTests.file("good.pem"), keyFile: TLSTests.file("key.pem"))
    let server = HTTPServer(security: ServerSecurity(identity)) { _ in
      HTTPResponse(status: 200, headers: headers, body: [1])
    }
    let port = try server.start()
    defer { server.stop() }
    let settings = try TLSSettings(caFile: TLSTests.file("ca.pem"))
    let exchange = try HTTPClient(settings: ClientSettings(tls: settings)).exchange(
      HTTPRequest(method: "GET", target: "/"),
      with: Origin(scheme: .https, host: "localhost", port: Int(port)),
      deadline: Deadline(after: .seconds(20)))
    #expect(exchange.response.issues.map(\.rule) == rules)
  }

  @Test func `says nothing of who only looks whether somebody listens`() throws {
    let server = try SecureServer()
    let client = try RawClient(port: server.port)
    client.endSending()
    #expect(try client.readToEnd() == "")
    #expect(server.stop() == [])
  }

  @Test(arguments: [
    ("nowhere.pem", "key.pem", "nowhere.pem"), ("good.pem", "nowhere.pem", "nowhere.pem"),
    ("key.pem", "key.pem", "key.pem"), ("good.pem", "good.pem", "good.pem"),
    ("good.pem", "locked.pem", "locked.pem"), ("good.pem", "otherkey.pem", "otherkey.pem"),
  ])
  func `names a file that can't be used`(certificate: String, key: String, named: String) throws {
    let (certificate, key) = (try TLSTests.file(certificate), try TLSTests.file(key))
    let fault = #expect(throws: TLSFault.self) {
      try TLSIdentity(certificateFile: certificate, keyFile: key)
    }
    guard case .file(try TLSTests.file(named), _)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }
}
