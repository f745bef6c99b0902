// SPDX-License-Identifier: Apache-2.0
// Tests of the names by which a server lets itself be called, by real connections.

import TestSupport
import Testing

@testable import HTTP

struct HostCheckTests {
  /// What a server answers to a request with that `Host`, on one line each: status and body.
  static func answer(
    _ host: String?, _ check: HostCheck = HostCheck(), on address: String = "127.0.0.1"
  ) throws -> String {
    let server = HTTPServer(hosts: check) { _ in HTTPResponse(status: 200, body: Array("in".utf8)) }
    let port = try server.start(host: address)
    defer { server.stop() }
    let head = host.map { "GET / HTTP/1.1|Host: \($0)|" } ?? "GET / HTTP/1.0|"
    let client = try RawClient(port: port)
    try client.send("\(head.replacing("PORT", with: String(port)))Connection: close||")
    let wire = try client.readToEnd()
    return String(wire.dropFirst("HTTP/1.1 ".count).prefix(3))
      + (wire.hasSuffix("\r\n\r\nin") ? " in" : "")
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:PORT", "localhost:80", "api.localhost", "127.0.0.1", "127.0.0.1:PORT",
    "127.1.2.3:1", "[::1]", "[::1]:PORT", "[0:0:0:0:0:0:0:1]", "localhost:",
  ])
  func `answers to loopback, with any port`(host: String) throws {
    #expect(try Self.answer(host) == "200 in")
  }

  @Test(arguments: [
    "evil.example", "evil.example:PORT", "localhost.evil.example", "evil-localhost",
    "127.0.0.1.evil.example",
    "192.0.2.7", "0.0.0.0", "[::2]", "[::ffff:192.0.2.7]", "10.0.0.1:PORT", "",
    "localhost:80:90", "localhost:x", "localhost/", "user@localhost", "[localhost]", "[::1",
    "[::1]x", "2130706433", "0x7f.1", "127.1", "lokalhöst", "::1", "localhost, evil.example",
  ])
  func `refuses every other name`(host: String) throws {
    #expect(try Self.answer(host) == "421")
  }

  @Test func `refuses a request without a name`() throws { #expect(try Self.answer(nil) == "421") }

  @Test(arguments: [
    ("127.0.0.1", "0.0.0.0", "421"), ("127.0.0.1", "127.0.0.1", "200 in"),
  ])
  func `does not answer to the address of all addresses`(
    address: String, host: String, answer: String
  ) throws {
    #expect(try Self.answer(host, on: address) == answer)
  }

  /// A connection comes in on one address also where all are listened on.
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7:80", "192.0.2.7", true),
    ("192.0.2.7", "::ffff:192.0.2.7", true), ("[::ffff:192.0.2.7]", "192.0.2.7", true),
    ("[2001:db8::7]", "2001:db8:0::7", true), ("[fe80::1]:80", "fe80::1%eth0", true),
    ("192.0.2.8", "192.0.2.7", false), ("[2001:db8::8]", "2001:db8::7", false),
    ("elsewhere.example", "", false), ("192.0.2.7", "", false),
  ])
  func `answers to the address that a connection came in on`(
    host: String, local: String, isAccepted: Bool
  ) {
    let request = HTTPRequest(method: "GET", target: "/", headers: HeaderList(["Host": host]))
    #expect((HostCheck().refusal(of: request, at: local) == nil) == isAccepted)
  }

  @Test(arguments: [
    ("studio.local", ["studio.local"], "200 in"), ("Studio.Local:8080", ["studio.local"], "200 in"),
    ("studio.local", ["STUDIO.local"], "200 in"),
    ("b.example", ["a.example", "b.example"], "200 in"),
    ("[2001:db8::1]:80", ["[2001:DB8::1]"], "200 in"), ("[2001:db8::1]", ["2001:db8::1"], "200 in"),
    ("x.studio.local", ["studio.local"], "421"), ("studio.local", ["localhost"], "421"),
  ])
  func `answers to the names that it is told`(
    host: String, names: [String], answer: String
  ) throws {
    #expect(try Self.answer(host, HostCheck(allowing: names)) == answer)
  }

  @Test(arguments: [
    ("studio.local", true), ("192.0.2.7", true), ("[::1]", true), ("::1", true), ("a_b", true),
    ("", false), ("http://studio.local", false), ("studio.local:80", false), ("a/b", false),
    ("a b", false), ("*", false),
  ])
  func `knows a host by its form`(text: String, isHost: Bool) {
    #expect(HostCheck.isHost(text) == isHost)
  }

  @Test func `says what to do`() throws {
    let request = HTTPRequest(
      method: "GET", target: "/", headers: HeaderList(["Host": "Evil.example:80"]))
    let answer = try #require(HostCheck().refusal(of: request, at: "127.0.0.1"))
    #expect(answer.reason == "Misdirected Request")
    #expect(
      String(decoding: answer.body, as: UTF8.self) == """
        This server does not answer to the name 'Evil.example:80': a web page of that name could use it.
        Call it localhost, or by the address that it listens on; if the name is yours, start the server \
        with --allow-host evil.example.

        """)
  }

  @Test(
    .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"),
    arguments: [
      ("wrong.pem", "elsewhere.example:PORT", 200), ("wrong.pem", "here.example", 421),
      ("wrong.pem", "localhost", 200), ("good.pem", "elsewhere.example", 421),
    ])
  func `answers to the names of its certificate`(
    certificate: String, host: String, status: Int
  ) throws {
    let identity = try TLSIdentity(
      certificateFile: TLSTests.file(certificate), keyFile: TLSTests.file("key.pem"))
    let server = HTTPServer(
      security: ServerSecurity(identity), hosts: HostCheck(identity: identity)
    ) { _ in HTTPResponse(status: 200) }
    let port = try server.start()
    defer { server.stop() }
    let client = HTTPClient(settings: ClientSettings(tls: TLSSettings(isVerified: false)))
    defer { client.close() }
    let headers = HeaderList(["Host": host.replacing("PORT", with: String(port))])
    let answer = try client.send(
      HTTPRequest(method: "GET", target: "/", headers: headers),
      to: Origin(scheme: .https, host: "localhost", port: Int(port)))
    #expect(answer.response.status == status)
  }
}
