// SPDX-License-Identifier: Apache-2.0
// Tests of TLS, on the client's side and on the server's.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// Needs the `openssl` command; the URLSession of macOS takes no certificates of the test's.
@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct TLSTests {
  /// Certificate, what the client trusts, and the host that it asks for.
  @Test(
    arguments: [
      ("good.pem", "ca.pem", "localhost", nil), ("good.pem", "ca.pem", "127.0.0.1", nil),
      ("expired.pem", "ca.pem", "localhost", .expired),
      ("early.pem", "ca.pem", "localhost", .notYetValid),
      ("self.pem", "ca.pem", "localhost", .selfSigned),
      ("good.pem", "other.pem", "localhost", .unknownIssuer),
      ("good.pem", nil, "localhost", .unknownIssuer),
      // Only the subject alternative names count.
      ("wrong.pem", "ca.pem", "localhost", .wrongHost("localhost")),
      ("wrong.pem", "ca.pem", "127.0.0.1", .wrongHost("127.0.0.1")),
      ("localhost.pem", "ca.pem", "localhost", .wrongHost("localhost")),
      ("mail.pem", "ca.pem", "localhost", .wrongHost("localhost")),
      ("127.0.0.1.pem", "ca.pem", "127.0.0.1", .wrongHost("127.0.0.1")),
    ] as [(String, String?, String, TLSError?)])
  func `speaks to a service whose certificate is right, and says what is wrong with another`(
    certificate: String, ca: String?, host: String, fault: TLSError?
  ) throws {
    let found = try Self.fault(
      ["-cert", certificate, "-key", "key.pem"], TLSSettings(caFile: ca.map(Self.file)), host: host)
    #expect(found == fault)
  }

  @Test func `ends a connection for whose host nothing can be checked`() throws {
    let proxy = try ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .hang])
    defer { proxy.stop() }
    let settings = ClientSettings(
      proxies: ProxySettings(https: try Proxy("http://127.0.0.1:\(proxy.port)")))
    #expect(throws: TransportError(.tls(".:443", .uncheckable(".")))) {
      try HTTPClient(settings: settings).send(to: Origin(scheme: .https, host: "."))
    }
  }

  @Test(arguments: ["expired.pem", "self.pem", "wrong.pem"])
  func `looks at no certificate where that is switched off`(certificate: String) throws {
    let exchange = try Self.exchange(
      ["-cert", certificate, "-key", "key.pem"], TLSSettings(isVerified: false))
    #expect(exchange.response.status == 200)
  }

  @Test(
    arguments: ["-tls1_2", "-tls1_3"],
    [
      (nil, .clientCertificateRequired), ("client.pem", nil),
      ("self.pem", .clientCertificateRefused),
    ] as [(certificate: String?, fault: TLSError?)])
  func `says that a client certificate is asked for, or refused`(
    version: String, row: (certificate: String?, fault: TLSError?)
  ) throws {
    let settings = try TLSSettings(
      caFile: Self.file("ca.pem"), certificateFile: row.certificate.map(Self.file),
      keyFile: row.certificate.map { _ in try Self.file("key.pem") })
    let server = ["-CAfile", "ca.pem", "-Verify", "1", "-verify_return_error", version]
    #expect(try Self.fault(Self.good + server, settings) == row.fault)
  }

  @Test func `speaks no old version`() throws {
    let fault = try Self.fault(
      Self.good + ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
      TLSSettings(caFile: Self.file("ca.pem")))
    #expect(fault == .oldVersion)
  }

  /// A file that is not there, a key that belongs to another certificate, and one with a password.
  @Test(
    arguments: [
      ("nowhere.pem", nil, nil), (nil, "nowhere.pem", nil), (nil, "client.pem", "otherkey.pem"),
      (nil, "client.pem", "locked.pem"),
    ] as [(String?, String?, String?)])
  func `names a file that can't be used`(ca: String?, certificate: String?, key: String?) throws {
    let files = try [ca, certificate, key].map { try $0.map(Self.file) }
    let settings = TLSSettings(caFile: files[0], certificateFile: files[1], keyFile: files[2])
    let fault = try Self.fault(Self.good, settings)
    let named = try #require(files.compactMap(\.self).last)
    guard case .file(named, _) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }

  @Test(
    arguments: [
      ("nowhere.pem", nil, nil), ("ca.pem", "nowhere.pem", nil),
      ("ca.pem", "client.pem", "nowhere.pem"), (nil, nil, "nowhere.pem"),
    ] as [(String?, String?, String?)])
  func `says of each file that it is gone`(ca: String?, certificate: String?, key: String?) throws {
    let settings = try TLSSettings(
      caFile: ca.map(Self.file), certificateFile: certificate.map(Self.file),
      keyFile: key.map(Self.file))
    let fault = TLSError.file(
      try Self.file("nowhere.pem"), "can't be read: no such file or directory")
    #expect(throws: fault) { try settings.checkFiles() }
  }

  @Test func `checks the files that it has`() throws {
    try TLSSettings().checkFiles()
    try TLSSettings(
      caFile: Self.file("ca.pem"), certificateFile: Self.file("client.pem"),
      keyFile: Self.file("key.pem")
    ).checkFiles()
    // The key may stand in the file of the certificate.
    let both = try ["client.pem", "key.pem"].map {
      try String(contentsOfFile: Self.file($0), encoding: .utf8)
    }
    try both.joined().write(toFile: Self.file("both.pem"), atomically: true, encoding: .utf8)
    try TLSSettings(certificateFile: Self.file("both.pem")).checkFiles()
    let (folder, key, ca) = try (Self.file("."), Self.file("key.pem"), Self.file("ca.pem"))
    for (settings, file, why) in [
      (TLSSettings(caFile: folder), folder, "is not a file that can be read"),
      (TLSSettings(caFile: key), key, "has no certificates in PEM form that can be read"),
      (
        TLSSettings(certificateFile: ca), ca,
        "has no key in PEM form that can be read without a password"
      ),
    ] { #expect(throws: TLSError.file(file, why)) { try settings.checkFiles() } }
  }

  @Test(
    arguments: [
      ([.read(1), .send("HTTP/1.1 400 Bad\r\n\r\n"), .hang], .notTLS), ([.read(1)], .closed),
    ] as [([ScriptedServer.Act], TLSError)])
  func `says that a service does not speak TLS, or hangs up on the handshake`(
    script: [ScriptedServer.Act], fault: TLSError
  ) throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    #expect(Self.fault(port: server.port, TLSSettings()) == fault)
  }

  @Test func `keeps the connect time-out in the handshake`() throws {
    let server = try ScriptedServer([.hang])
    defer { server.stop() }
    let settings = ClientSettings(connectTimeout: .milliseconds(150))
    let reason = TransportError.Reason.timedOut(
      .securing("localhost:\(server.port)"), .milliseconds(150))
    #expect(throws: TransportError(reason)) {
      try Self.exchange(Int(server.port), settings)
    }
  }

  @Test func `reads a large answer`() throws {
    let body = String(repeating: "0123456789abcdef", count: 200_000)
    try "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".write(
      toFile: Self.file("large.txt"), atomically: true, encoding: .utf8)
    let exchange = try Self.exchange(
      Self.good + ["-HTTP"], TLSSettings(caFile: Self.file("ca.pem")), target: "/large.txt")
    #expect(exchange.response.body == Array(body.utf8))
  }

  /// The words of a server whose certificate is right.
  static let good = ["-cert", "good.pem", "-key", "key.pem"]

  static func file(_ name: String) throws -> String {
    try OpenSSLCommand.certificates.get().appending(path: name).path
  }

  @discardableResult
  static func exchange(
    _ port: Int, _ settings: ClientSettings, host: String = "localhost", target: String = "/"
  ) throws(TransportError) -> HTTPExchange {
    try HTTPClient(settings: settings).send(
      HTTPRequest(method: "GET", target: target),
      to: Origin(scheme: .https, host: host, port: port))
  }

  static func exchange(
    _ arguments: [String], _ settings: TLSSettings, target: String = "/"
  ) throws -> HTTPExchange {
    let server = try TLSServer(arguments)
    defer { server.stop() }
    return try exchange(server.port, ClientSettings(tls: settings), target: target)
  }

  static func fault(
    _ arguments: [String], _ settings: TLSSettings, host: String = "localhost"
  ) throws -> TLSError? {
    let server = try TLSServer(arguments)
    defer { server.stop() }
    return fault(port: UInt16(server.port), settings, host: host)
  }

  /// What is wrong with the secure connection; nil where there is an answer.
  static func fault(
    port: UInt16, _ settings: TLSSettings, host: String = "localhost"
  ) -> TLSError? {
    do throws(TransportError) {
      let exchange = try exchange(Int(port), ClientSettings(tls: settings), host: host)
      #expect(exchange.response.status == 200)
      return nil
    } catch {
      switch error.reason {
      case .tls(_, let fault), .tlsDuringExchange(let fault): return fault
      default:
        Issue.record("\(error)")
        return nil
      }
    }
  }
}

struct TLSErrorTests {
  @Test(
    arguments: [
      (.expired, "has expired"), (.notYetValid, "is not valid yet"),
      (.selfSigned, "is signed by itself"),
      (.unknownIssuer, "is signed by an issuer that is not known here"),
      (.wrongHost("a.example"), "is not for a.example"), (.uncheckable("."), "checked for '.'"),
      (.revoked, "has been revoked"), (.certificate("w"), "is not accepted: w"),
      (.clientCertificateRequired, "the service asks for a client certificate"),
      (.clientCertificateRefused, "the service does not accept the client certificate"),
      (.oldVersion, "the service speaks no version of TLS from 1.2 on"),
      (.notTLS, "the service does not speak TLS on that port"),
      (.closed, "the service closed the connection during the TLS handshake"),
      (.certificateRefused("w"), "the client does not accept the certificate (w)"),
      (.plainRequest, "the client does not speak TLS"),
      (.oldClient, "the client speaks no version of TLS from 1.2 on"),
      (.libraryMissing, "https needs OpenSSL"), (.libraryNotLoadable, "can load no OpenSSL"),
      (.file("p", "w"), "'p' w"), (.other("w"), "TLS failed: w"),
    ] as [(TLSError, String)])
  func `says what is wrong`(fault: TLSError, words: String) {
    #expect("\(fault)".contains(words))
  }
}

#if canImport(Glibc)
  struct OpenSSLFaultTests {
    /// The numbers of `X509_V_ERR_…`.
    @Test(
      arguments: [
        (2, .unknownIssuer), (9, .notYetValid), (10, .expired), (18, .selfSigned),
        (19, .unknownIssuer), (20, .unknownIssuer), (21, .unknownIssuer), (23, .revoked),
        (62, .wrongHost("a")), (64, .wrongHost("a")), (26, .certificate("v")),
        (11, .certificate("v")), (63, .certificate("v")),
      ] as [(Int, TLSError)])
    func `says what is wrong with a certificate`(verification: Int, fault: TLSError) {
      // What the library says of the handshake itself does not count then.
      let found = OpenSSLErrors.fault(
        reason: 1116, text: "t", verification: verification, verificationText: "v", host: "a",
        wasAskedForCertificate: false, hasCertificate: false)
      #expect(found == fault)
    }

    /// The numbers of `SSL_R_…`, and of the alerts of the other side from 1000 on.
    @Test(
      arguments: [
        (1116, false, false, .clientCertificateRequired),
        (1116, true, true, .clientCertificateRequired),
        (1040, true, false, .clientCertificateRequired),
        (1049, true, false, .clientCertificateRequired), (1039, true, false, .other("t")),
        (1050, true, false, .other("t")), (1040, false, false, .other("t")),
        (1040, true, true, .other("t")), (1041, true, true, .clientCertificateRefused),
        (1049, false, true, .clientCertificateRefused), (1050, true, true, .other("t")),
        (258, false, false, .oldVersion), (1070, false, false, .oldVersion),
        (156, false, false, .notTLS), (198, false, false, .notTLS), (267, false, false, .notTLS),
        (155, false, false, .other("t")),
      ] as [(Int, Bool, Bool, TLSError)])
    func `says what a service did not like`(
      reason: Int, wasAsked: Bool, hasCertificate: Bool, fault: TLSError
    ) {
      let found = OpenSSLErrors.fault(
        reason: reason, text: "t", verification: 0, verificationText: nil, host: "a",
        wasAskedForCertificate: wasAsked, hasCertificate: hasCertificate)
      #expect(found == fault)
    }

    @Test(
      arguments: [
        (155, .plainRequest), (156, .plainRequest), (267, .plainRequest),
        (1042, .certificateRefused("t")), (1049, .certificateRefused("t")), (1041, .other("t")),
        (1050, .other("t")), (258, .oldClient), (1070, .oldClient), (1, .other("t")),
      ] as [(Int, TLSError)])
    func `says what a client did not like`(reason: Int, fault: TLSError) {
      #expect(OpenSSLErrors.serverFault(reason: reason, text: "t") == fault)
    }

    @Test func `numbers what the library has no words for`() {
      #expect(OpenSSLErrors.serverFault(reason: 7, text: nil) == .other("error 7"))
      #expect(OpenSSLErrors.serverFault(reason: 1048, text: nil) == .certificateRefused("alert 48"))
      let found = [0, 99].map { verification in
        OpenSSLErrors.fault(
          reason: 7, text: nil, verification: verification, verificationText: nil, host: "a",
          wasAskedForCertificate: false, hasCertificate: false)
      }
      #expect(found == [.other("error 7"), .certificate("fault 99")])
    }
  }
#endif

@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct ServerTLSTests {
  /// A server with a certificate, and what it said of its clients.
  final class SecureServer {
    let port: UInt16
    private let server: HTTPServer
    private let faults: Faults

    private final class Faults: Sendable { let list = Mutex<[TLSError]>([]) }

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
    func stop(afterFaults count: Int) throws -> [TLSError] {
      try waitUntil { faults.list.withLock { $0.count } >= count }
      return stop()
    }

    /// Stops it, and returns what it said.
    func stop() -> [TLSError] {
      server.stop()
      return faults.list.withLock { $0 }
    }

    func exchange(
      _ settings: TLSSettings, scheme: Scheme = .https, bodies: [[UInt8]] = [[1]]
    ) throws -> [HTTPResponse] {
      let client = HTTPClient(settings: ClientSettings(tls: settings))
      defer { client.close() }
      let origin = Origin(scheme: scheme, host: "localhost", port: Int(port))
      return try bodies.map {
        try client.send(HTTPRequest(method: "POST", target: "/", body: $0), to: origin).response
      }
    }
  }

  @Test func `answers a client that trusts its issuer, on one connection`() throws {
    let server = try SecureServer()
    let bodies: [[UInt8]] = [[1], [2, 3], Array(repeating: 7, count: 300_000)]
    let answers = try server.exchange(TLSSettings(caFile: TLSTests.file("ca.pem")), bodies: bodies)
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
    #expect(throws: TransportError.self) { try server.exchange(TLSSettings(), scheme: .http) }
    let answers = try server.exchange(TLSSettings(caFile: TLSTests.file("ca.pem")))
    #expect(answers.map(\.status) == [200])
    #expect(try server.stop(afterFaults: 1) == [.plainRequest])
  }

  /// What is between may have cut off what only ends with the connection.
  @Test(arguments: [
    (HeaderList(["Transfer-Encoding": "gzip"]), ["RFC 9112, section 7", "RFC 9112, section 9.8"]),
    (HeaderList(["Connection": "close"]), []),
  ])
  func `says no goodbye, and a client notes it`(headers: HeaderList, rules: [String]) throws {
    let identity = try TLSIdentity(
      certificateFile: TLSTests.file("good.pem"), keyFile: TLSTests.file("key.pem"))
    let server = HTTPServer(security: ServerSecurity(identity)) { _ in
      HTTPResponse(status: 200, headers: headers, body: [1])
    }
    let port = try server.start()
    defer { server.stop() }
    let settings = try TLSSettings(caFile: TLSTests.file("ca.pem"))
    let exchange = try TLSTests.exchange(Int(port), ClientSettings(tls: settings))
    #expect(exchange.response.issues.map(\.rule) == rules)
    // Nobody may use an answer that may be cut.
    #expect(exchange.response.issues.contains(where: \.isFatal) == (rules.count > 1))
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
    let fault = #expect(throws: TLSError.self) {
      try TLSIdentity(certificateFile: certificate, keyFile: key)
    }
    guard case .file(try TLSTests.file(named), _)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }
}
