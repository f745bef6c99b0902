// SPDX-License-Identifier: Apache-2.0
// Whole runs whose way to the target is not the plain one: certificates, proxies, IPv6.

import Foundation
import HTTP
import Record
import TestSupport
import Testing

@Suite(.waits, .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"))
struct InsecureRunTests {
  @Test(arguments: [
    ("self.pem", "the certificate of the service is signed by itself"),
    ("good.pem", "the certificate of the service is signed by an issuer that is not known here"),
  ])
  func `speaks to a service with a faulty certificate only where it is told to`(
    certificate: String, fault: String
  ) throws {
    let server = try TLSServer(["-cert", certificate, "-key", "key.pem"])
    defer { server.stop() }
    let profile = "base-url: https://localhost:\(server.port)\n"
    let warning = "certificates were not checked (--insecure): anybody could have answered"
    let careful = try ReportedRun(profile: profile)
    #expect(careful.finished.status == 3, "\(careful.finished)")
    #expect(
      try careful.problem().hasPrefix("no secure connection to localhost:\(server.port): \(fault)"))
    try careful.checkEachReport(contains: fault)
    for name in ReportedRun.names { #expect(try !careful.report(name).contains("--insecure")) }

    let careless = try ReportedRun(profile: profile, ["--insecure"])
    #expect(careless.finished.status == 0, "\(careless.finished)")
    try careless.checkEachReport(contains: warning)
  }
}

struct ProxiedRunTests {
  static let place = "elsewhere.example:8443"

  static func run(_ proxy: UInt16, connect: String = "5s") throws -> ReportedRun {
    try ReportedRun(
      profile: "base-url: https://\(place)\ntimeouts: {connect: \(connect)}\n",
      environment: ["HTTPS_PROXY": "http://me:s3cret-of-proxy@127.0.0.1:\(proxy)"])
  }

  @Test(
    arguments: [
      ([], "the proxy gave no connection", "it hung up"),
      (
        [.send("SSH-2.0-Go\r\n"), .hang], "the proxy gave no connection",
        "the answer is not HTTP; it begins with \"SSH-2.0"
      ),
      (
        [.send("HTTP/1.1 200 OK\r\n"), .sendForever("X-More: y\r\n")],
        "the proxy gave no connection", "the head of the answer"
      ),
      // What it leads to speaks no TLS.
      (
        [.send("HTTP/1.1 200 OK\r\n\r\n"), .read(200), .send("220 mail ESMTP\r\n"), .hang],
        "no secure connection", "the service does not speak TLS on that port"
      ),
    ] as [([ScriptedServer.Act], String, String)])
  func `say what the proxy did`(script: [ScriptedServer.Act], what: String, why: String) throws {
    let proxy = try ScriptedServer([.readRequest] + script)
    defer { proxy.stop() }
    let run = try Self.run(proxy.port)
    #expect(run.finished.status == 3, "\(run.finished)")
    let problem = try run.problem()
    #expect(problem.hasPrefix("\(what) to \(Self.place): \(why)"), "\(problem)")
    #expect(proxy.received.allSatisfy { $0.hasPrefix("CONNECT \(Self.place) HTTP/1.1\r\n") })
    try run.checkEachReport(contains: "\(what) to \(Self.place)")
    for name in ReportedRun.names { #expect(try !run.report(name).contains("s3cret-of-proxy")) }
  }

  /// The embedded service, reached by a proxy that the command line names.
  @Test(arguments: [(nil, 1), ("127.0.0.1", 0), ("10.0.0.0/8", 1)] as [(String?, Int)])
  func `are led by the proxy of the command line`(exceptions: String?, count: Int) throws {
    let proxy = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\ns3cret-of-proxy"),
    ])
    defer { proxy.stop() }
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ])
    defer { server.stop() }
    let port = server.port
    let run = try ReportedRun(
      profile: "base-url: http://127.0.0.1:\(port)\n",
      ["--proxy", "http://me:s3cret-of-proxy@127.0.0.1:\(proxy.port)", "--verbose"],
      environment: exceptions.map { ["NO_PROXY": $0] } ?? [:])
    #expect(run.finished.status == 0, "\(run.finished)")
    #expect(proxy.received.count == count)
    for request in proxy.received {
      #expect(request.hasPrefix("GET http://127.0.0.1:\(port)/ HTTP/1.1\r\n"))
      #expect(request.contains("\r\nProxy-Authorization: Basic "))
    }
    let remark = "the requests went by the proxy http://127.0.0.1:\(proxy.port)"
    for name in ["report.md", "report.html", "report.json"] {
      // Markdown has a comment in an address, so that it is no link.
      let text = try run.report(name).replacing("\\", with: "").replacing("<!-- -->", with: "")
      #expect(text.contains(remark) == (count > 0))
    }
    let said = try ReportedRun.names.map { try run.report($0) } + ["\(run.finished)"]
    for text in said { #expect(!text.contains("s3cret-of") && !text.contains("bWU6czNjcmV0")) }
  }

  @Test func `go straight where the command line wants that`() throws {
    let run = try ReportedRun(
      profile: "base-url: http://elsewhere.invalid\n", ["--proxy", "none"],
      environment: ["HTTP_PROXY": "http://127.0.0.1:9"])
    #expect(try run.problem().hasPrefix("the host elsewhere.invalid is not known"))
  }

  @Test(arguments: [
    (["--proxy", "socks5://me:s3cret@a:1"], [:], "--proxy: SOCKS is not supported"),
    ([], ["ALL_PROXY": "socks5h://me:s3cret@a:1"], "ALL_PROXY: SOCKS is not supported"),
    ([], ["ALL_PROXY": "ftp://me:s3cret@a:1"], "ALL_PROXY: only a proxy"),
    ([], ["http_proxy": "https://me:s3cret@a:1"], "http_proxy: only a proxy"),
  ])
  func `refuse another proxy without showing it`(
    words: [String], environment: [String: String], message: String
  ) throws {
    let run = try ReportedRun(
      profile: "base-url: http://elsewhere.invalid\n", words, environment: environment)
    #expect(run.finished.status == 2)
    #expect("\(run.finished)".contains("error: \(message)"))
    #expect(!"\(run.finished)".contains("s3cret"))
  }

  @Test func `end at the connect time-out where the proxy hangs`() throws {
    let proxy = try ScriptedServer([.readRequest, .hang])
    defer { proxy.stop() }
    let run = try Self.run(proxy.port, connect: "200ms")
    #expect(run.finished.status == 3, "\(run.finished)")
    let sentence = "no connection to \(Self.place) by the proxy within 200ms"
    #expect(try run.problem() == sentence)
    try run.checkEachReport(contains: sentence)
  }

  @Test func `end at the connect time-out where a secure service is silent`() throws {
    let server = try ScriptedServer([.hang])
    defer { server.stop() }
    let run = try ReportedRun(
      profile: "base-url: https://localhost:\(server.port)\ntimeouts: {connect: 200ms}\n")
    #expect(run.finished.status == 3, "\(run.finished)")
    #expect(try run.problem() == "no secure connection to localhost:\(server.port) within 200ms")
  }
}

struct IPv6RunTests {
  static let hasIPv6: Bool = {
    guard let server = try? ScriptedServer([.hang], host: "::1") else { return false }
    server.stop()
    return true
  }()

  @Test(.enabled(if: Self.hasIPv6, "there is no IPv6 here"))
  func `reach a target that has IPv6 only`() throws {
    let server = try AlteringServer(host: "::1")
    defer { server.stop() }
    #expect(server.url == "http://[::1]:\(server.port)")
    let run = try SuiteRun(server, suites: ["c-1-partner-authentication", "e-logout"])
    #expect(run.status == 0, "\(run.finished)")
    #expect(try run.judgement().totals[.passed] > 10)
    let hosts = Set(server.exchanges.compactMap { $0.request.headers["Host"] })
    #expect(hosts == ["[::1]:\(server.port)"])
    try HostileTests.checkReports(of: run)
    #expect(try run.report("report.md").contains("http://[::1]:\(server.port)"))
  }
}
