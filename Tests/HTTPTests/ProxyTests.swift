// SPDX-License-Identifier: Apache-2.0
// Tests of proxies: when one is used, what it is asked, what becomes of its answers.

import Foundation
import HTTP
import TestSupport
import Testing
import Text

struct ProxySettingsTests {
  static let target = "https://a.example"

  @Test(
    arguments: [
      ("http://proxy.example:3128", "http://proxy.example:3128", nil, []),
      ("proxy.example:3128", "http://proxy.example:3128", nil, []),
      (
        "http://me:p%40ss@a:1/", "http://a:1", "Basic bWU6cEBzcw==",
        ["bWU6cEBzcw==", "me:p@ss", "me:p%40ss", "p@ss"]
      ), ("http://me@a:1", "http://a:1", "Basic bWU6", ["bWU6", "me:", "me"]),
      ("http://[::1]:1", "http://[::1]:1", nil, []),
      (
        "http://me:p:w@a:1", "http://a:1", "Basic bWU6cDp3",
        ["bWU6cDp3", "me:p:w", "me:p:w", "p:w"]
      ), ("http://:p@a", "http://a", "Basic OnA=", ["OnA=", ":p", ":p", "p"]),
      ("http://me:@a", "http://a", "Basic bWU6", ["bWU6", "me:", "me:"]),
      ("http://a", "http://a", nil, []),
    ] as [(String, String, String?, [String])])
  func `name one`(text: String, origin: String, authorization: String?, secrets: [String]) throws {
    let proxy = try Proxy(text)
    #expect(proxy.place == origin && proxy.authorization == authorization)
    #expect(proxy.secrets == secrets)
  }

  @Test(
    arguments: [
      ([:], nil, nil), (["HTTPS_PROXY": ""], nil, nil), (["NO_PROXY": "*"], nil, nil),
      (["HTTPS_PROXY": "http://b:2"], nil, "http://b:2"),
      (["HTTP_PROXY": "http://a:1"], "http://a:1", nil),
      (["http_proxy": "http://a:1", "HTTP_PROXY": "http://b:2"], "http://a:1", nil),
      (["https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2"], nil, "http://a:1"),
      (["https_proxy": "", "HTTPS_PROXY": "http://b:2"], nil, nil),
      (["HTTP_PROXY": "http://a:1", "HTTPS_PROXY": "b:2"], "http://a:1", "http://b:2"),
      (["HTTP_PROXY": "http://a:1", "REQUEST_METHOD": "GET"], nil, nil),
      (["http_proxy": "http://a:1", "REQUEST_METHOD": "GET"], "http://a:1", nil),
      (["HTTPS_PROXY": "http://b:2", "REQUEST_METHOD": "GET"], nil, "http://b:2"),
      // What the target is not reached by may be wrong.
      (["HTTP_PROXY": "socks4://a:1", "HTTPS_PROXY": "b:2"], nil, "http://b:2"),
      (["HTTPS_PROXY": "socks4://a:1", "NO_PROXY": "a.example"], nil, nil),
      (["ALL_PROXY": "a:1"], "http://a:1", "http://a:1"),
      (["ALL_PROXY": "a:1", "HTTPS_PROXY": "b:2"], "http://a:1", "http://b:2"),
      (["all_proxy": "a:1", "ALL_PROXY": "b:2"], "http://a:1", "http://a:1"),
      (["ALL_PROXY": "a:1", "http_proxy": ""], nil, "http://a:1"),
      (["all_proxy": "", "ALL_PROXY": "b:2"], nil, nil), (["http_proxy": "socks4://a:1"], nil, nil),
      (
        ["all_proxy": "b:2", "HTTP_PROXY": "a:1", "REQUEST_METHOD": "GET"], "http://b:2",
        "http://b:2"
      ), (["HTTPS_PROXY": "socks4://a:1", "no_proxy": "a.example", "NO_PROXY": "b"], nil, nil),
    ] as [([String: String], String?, String?)])
  func `are read from an environment`(
    environment: [String: String], http: String?, https: String?
  ) throws {
    let settings = try ProxySettings.inEnvironment(
      environment, for: try BaseURL(Self.target).origin)
    #expect((settings?.http).map(\.place) == http && (settings?.https).map(\.place) == https)
  }

  @Test(arguments: [
    "https://a:1", "socks4://a:1", "http://", "http://a:x", "a b", "http://%@a:1",
    "socks5://me:s3cret@a:1", "socks5h://a:1", "http://m%3Ae:s3cret@a:1", "http://me:%ff@a:1",
    "ftp://a:1", "socks5:///x",
  ])
  func `refuse another text without showing it`(text: String) throws {
    let message = try Self.refusal(["HTTPS_PROXY": text])
    #expect(message.hasPrefix("HTTPS_PROXY: ") && !message.contains(text), "\(message)")
  }

  @Test(arguments: [
    (["HTTPS_PROXY": "ftp://a"], "HTTPS_PROXY: "), (["https_proxy": "ftp://a"], "https_proxy: "),
    (["ALL_PROXY": "ftp://a"], "ALL_PROXY: "), (["all_proxy": "ftp://a"], "all_proxy: "),
    (["HTTPS_PROXY": "ftp://a", "no_proxy": "b", "NO_PROXY": "a.example"], "HTTPS_PROXY: "),
  ])
  func `say which variable is wrong`(environment: [String: String], start: String) throws {
    #expect(try Self.refusal(environment).hasPrefix(start))
  }

  /// What is wrong with an environment.
  private static func refusal(_ environment: [String: String]) throws -> String {
    let origin = try BaseURL(target).origin
    let error = #expect(throws: ProxyError.self) {
      try ProxySettings.inEnvironment(environment, for: origin)
    }
    return error?.description ?? ""
  }

  @Test(arguments: [
    ([:], ""), (["NO_PROXY": "b"], "b"), (["no_proxy": "a"], "a"),
    (["no_proxy": "a", "NO_PROXY": "b"], "a"), (["no_proxy": "", "NO_PROXY": "b"], ""),
  ])
  func `take exceptions in small letters first`(environment: [String: String], text: String) {
    #expect(ProxySettings.exceptions(in: environment) == text)
  }

  @Test func `are one for each scheme, and cover this machine where they are to`() throws {
    let (a, b) = (try Proxy("a:1"), try Proxy("b:2"))
    let (http, https) = (Origin(scheme: .http, host: "c"), Origin(scheme: .https, host: "c"))
    let local = Origin(scheme: .http, host: "localhost")
    for (settings, origin, proxy) in [
      (ProxySettings(http: a, https: b), http, a), (ProxySettings(http: a, https: b), https, b),
      (ProxySettings(http: a), https, nil), (ProxySettings(https: b), http, nil),
      (ProxySettings(http: a, coversLoopback: true), local, a),
      (ProxySettings(http: a, exceptions: "localhost", coversLoopback: true), local, nil),
    ] as [(ProxySettings, Origin, Proxy?)] { #expect(settings.proxy(for: origin) == proxy) }
  }

  @Test(
    arguments: [
      ("", "https://a.example", true), ("", "http://a.example", true),
      ("a.example", "http://a.example", false), ("a.example:80", "http://a.example", false),
      ("", "http://localhost", false), ("b.example a.example", "http://a.example", false),
      ("a.example.org", "http://a.example", true), ("a.example", "http://xa.example", true),
      ("", "https://localhost:8443", false), ("", "https://127.0.0.9", false),
      ("", "https://[::1]", false), ("*", "https://a.example", false),
      ("b.example,a.example", "https://a.example", false), ("example", "https://a.example", false),
      (".example", "https://a.example", false), ("A.Example", "https://a.example", false),
      ("xample", "https://a.example", true), ("a.example:443", "https://a.example", false),
      ("a.example:444", "https://a.example", true), ("10.0.0.0/8", "https://10.1.2.3", false),
      ("10.0.0.0/8", "https://11.1.2.3", true), ("0.0.0.0/0", "https://11.1.2.3", false),
      ("10.1.2.3", "https://10.1.2.3", false), ("fd00::/8", "https://[fd12:3456::1]", false),
      ("fd00::/8", "https://[fe80::1]", true), ("[fd00::]/8", "https://[fdff::1]", false),
      ("fd00::/9", "https://[fd80::1]", true),
      ("2001:db8::/33", "https://[2001:db8:7fff::1]", false),
      ("2001:db8::/33", "https://[2001:db8:8000::1]", true),
      ("2001:DB8:0::0001", "https://[2001:db8::1]", false),
      ("[2001:db8::1]:443", "https://[2001:db8::1]", false),
      ("2001:db8::1", "https://[2001:db8::2]", true), ("::/0", "https://[2001:db8::1]", false),
      ("::/0", "https://10.1.2.3", true), ("0.0.0.0/0", "https://[2001:db8::1]", true),
      ("fd00::/129,fd00::/,fd00::/8/9", "https://[fd00::1]", true),
      ("10.0.0.0/8", "https://a.example", true), ("10.0.0.0/33,x/8,,", "https://10.1.2.3", true),
      ("a.example:80", "https://a.example", true), (".", "https://a.example", true),
      ("10.1.2.3/32", "https://10.1.2.3", false), ("10.1.2.3/32", "https://10.1.2.2", true),
      ("10.1.2.2/31", "https://10.1.2.3", false), ("10.1.2.2/31", "https://10.1.2.4", true),
      ("2001:db8::1/128", "https://[2001:db8::1]", false),
      ("2001:db8::1/128", "https://[2001:db8::]", true),
      ("10.1.2.3:443", "https://10.1.2.3", false), ("10.1.2.3:80", "https://10.1.2.3", true),
      ("a.example.", "https://a.example", true),
    ] as [(String, String, Bool)])
  func `apply to what is no exception`(exceptions: String, origin: String, applies: Bool) throws {
    let proxy = try Proxy("http://proxy.example:1")
    let settings = ProxySettings(http: proxy, https: proxy, exceptions: exceptions)
    #expect((settings.proxy(for: try BaseURL(origin).origin) != nil) == applies)
  }
}

struct ProxyTests {
  static let target = Origin(scheme: .https, host: "elsewhere.example", port: 8443)

  /// An exchange by a proxy on that port.
  @discardableResult
  static func exchange(
    _ port: UInt16, user: String = "", with target: Origin = target, tls: TLSSettings = .init()
  ) throws -> HTTPExchange {
    let proxy = try Proxy("http://\(user)127.0.0.1:\(port)")
    let settings = ClientSettings(
      connectTimeout: .seconds(5), tls: tls, proxies: ProxySettings(http: proxy, https: proxy))
    return try HTTPClient(settings: settings).send(to: target)
  }

  @Test(
    arguments: [
      ("GET", "/a?b=c", 80, "http://elsewhere.example/a?b=c"),
      ("GET", "/", 8080, "http://elsewhere.example:8080/"),
      ("OPTIONS", "*", 80, "http://elsewhere.example"),
    ] as [(String, String, Int, String)])
  func `are given whole requests to services without TLS`(
    method: String, target: String, port: Int, url: String
  ) throws {
    let server = try ScriptedServer([
      .readRequest, .send("HTTP/1.1 204 No\r\n\r\n"), .readRequest,
      .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ])
    defer { server.stop() }
    let proxy = try Proxy("http://me:secret@127.0.0.1:\(server.port)")
    let client = HTTPClient(settings: ClientSettings(proxies: ProxySettings(http: proxy)))
    let origin = Origin(scheme: .http, host: "elsewhere.example", port: port)
    let request = HTTPRequest(method: method, target: target)
    // The connection to the proxy is kept.
    for status in [204, 200] {
      #expect(try client.send(request, to: origin).response.status == status)
    }
    let head =
      "\(method) \(url) HTTP/1.1\r\nHost: \(origin.authority)\r\n"
      + "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n"
    #expect(server.received == [head + head])
  }

  @Test func `are asked by CONNECT with credentials`() throws {
    let server = try ScriptedServer([.readRequest, .send("HTTP/1.1 407 Who?\r\n\r\n")])
    defer { server.stop() }
    #expect(throws: TransportError.self) { try Self.exchange(server.port, user: "me:secret@") }
    #expect(
      server.received == [
        "CONNECT elsewhere.example:8443 HTTP/1.1\r\nHost: elsewhere.example:8443\r\n"
          + "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n"
      ])
  }

  @Test(
    arguments: [
      (target, [], "it hung up"), (target, [.reset], "it hung up"),
      (target, [.send("HTTP/1.1 502 Bad\r\n\r\n")], "it answered 502 Bad Gateway"),
      (target, [.send("HTTP/1.1 300 X\r\n\r\n")], "it answered 300 Multiple Choices"),
      (
        target, [.send("HTTP/1.1 407 Who?\r\n\r\n")],
        "it answered 407 Proxy Authentication Required"
      ),
      // It did not come from the service.
      (
        Origin(scheme: .http, host: "elsewhere.example"),
        [.send("HTTP/1.1 407 Who?\r\nContent-Length: 0\r\n\r\n")],
        "it answered 407 Proxy Authentication Required"
      ),
    ] as [(Origin, [ScriptedServer.Act], String)])
  func `have faults named`(target: Origin, script: [ScriptedServer.Act], what: String) throws {
    let server = try ScriptedServer([.readRequest] + script)
    defer { server.stop() }
    #expect(throws: TransportError(.proxy(target.hostAndPort, what))) {
      try Self.exchange(server.port, with: target)
    }
  }

  /// The dot of the root is no part of a name in a certificate.
  @Test(
    .enabled(if: OpenSSLCommand.isUsable, "there is no openssl command here"),
    arguments: [
      ("elsewhere.example", nil), ("elsewhere.example.", nil),
      ("somewhere.example", .wrongHost("somewhere.example")),
    ] as [(String, TLSError?)])
  func `give a way to a secure service`(host: String, fault: TLSError?) throws {
    let service = try TLSServer(["-cert", "wrong.pem", "-key", "key.pem"])
    defer { service.stop() }
    let proxy = try RelayProxy(to: UInt16(service.port))
    defer { proxy.stop() }
    let tls = TLSSettings(caFile: try TLSTests.file("ca.pem"))
    func exchange() throws -> HTTPExchange {
      try Self.exchange(proxy.port, with: Origin(scheme: .https, host: host, port: 8443), tls: tls)
    }
    if let fault {
      #expect(throws: TransportError(.tls("\(host):8443", fault))) { try exchange() }
    } else {
      #expect(try exchange().response.status == 200)
    }
  }

  @Test func `are never asked for this machine`() throws {
    let server = HTTPServer { _ in HTTPResponse(status: 204) }
    let port = try server.start()
    defer { server.stop() }
    let proxy = try ScriptedServer([.readRequest])
    defer { proxy.stop() }
    try Self.exchange(proxy.port, with: Origin(scheme: .http, host: "127.0.0.1", port: Int(port)))
    #expect(proxy.received == [])
  }
}
