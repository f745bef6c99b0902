// SPDX-License-Identifier: Apache-2.0
// Tests of URLs, references, origins and targets.

import HTTP
import Testing

@Suite struct URLReferenceTests {
  /// The examples of RFC 3986, section 5.4, for the base `http://a/b/c/d;p?q`.
  @Test(arguments: [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"),
    (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
    ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"),
    ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"),
    ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."),
    ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"),
    ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
    ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/../x", "/b/c/g"),
    ("http://a/x", "/x"), ("//a", "/"), ("HTTP://A/x", "/x"),
    ("~", "/b/c/~"), ("?", "/b/c/d;p?"), ("#", "/b/c/d;p?q"), ("/%2f?%41", "/%2f?%41"),
    ("http://a/x/../y/.", "/y/"), ("//a/x/./y", "/x/y"), ("?y#s", "/b/c/d;p?y"),
  ])
  func `resolves a reference as RFC 3986 has it`(reference: String, target: String) throws {
    let origin = Origin(scheme: .http, host: "a")
    let found = try #require(
      URLReference.resolve(reference, against: origin, target: "/b/c/d;p?q"))
    #expect(found.origin == origin)
    #expect(found.target == target)
  }

  @Test(arguments: [
    ("https://b.example/x", Origin(scheme: .https, host: "b.example", port: 443), "/x"),
    ("//B:81?q", Origin(scheme: .http, host: "b", port: 81), "/?q"),
    ("http://[::1]:8080/a", Origin(scheme: .http, host: "::1", port: 8080), "/a"),
    ("http://a:/x", Origin(scheme: .http, host: "a", port: 80), "/x"),
    ("http://a:1/x", Origin(scheme: .http, host: "a", port: 1), "/x"),
    ("http://a:065535/x", Origin(scheme: .http, host: "a", port: 65535), "/x"),
    ("http://[::]/", Origin(scheme: .http, host: "::"), "/"),
    ("http://[::FFFF:1.2.3.4]", Origin(scheme: .http, host: "::ffff:1.2.3.4"), "/"),
    ("//[::1]:81?q", Origin(scheme: .http, host: "::1", port: 81), "/?q"),
    ("//a-b._~1", Origin(scheme: .http, host: "a-b._~1"), "/"),
  ])
  func `finds another origin`(reference: String, origin: Origin, target: String) throws {
    let base = Origin(scheme: .http, host: "a")
    let found = try #require(URLReference.resolve(reference, against: base, target: "/"))
    #expect(found.origin == origin)
    #expect(found.target == target)
  }

  @Test(arguments: [
    "ftp://a/", "mailto:a@b", "javascript:alert(1)", "http://user@a/", "http://a:b@c/", "http://",
    "http:///x", "http://a:0/", "http://a:65536/", "http://a:x/", "http://a b/", "/a b", "/a\nb",
    "/%", "/%1", "/%zz", "/\"", "/é", "http://[::1", "http://[x]/", "http://[1]/", "http://a]/",
    "1a:b", ":x", "http://a%20b/", "http://a\\b/",
    "/<", "/>", "/^", "/`", "/{", "/|", "/}", "/\\", "/\u{7F}", "/[", "/]", "/?[", "/#]", "/#a#b",
    "/%1g", "/%g1", "http:g", "http://[1:2]/", "http://[::1]x/", "http://[::1]:/[", "http://a:+1/",
    "http://a@b@c/", "http://[\(String(repeating: "1:", count: 22))11]/", "//user@a/", "//a:0",
  ])
  func `leads nowhere`(reference: String) {
    let base = Origin(scheme: .http, host: "a")
    #expect(URLReference.resolve(reference, against: base, target: "/") == nil)
  }

  @Test func `resolves against a base without a path`() {
    let found = URLReference.resolve("g", against: Origin(scheme: .http, host: "a"), target: "")
    #expect(found?.target == "/g")
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func `reads a reference of at most 64 KiB`(length: Int, isRead: Bool) {
    #expect((URLReference(String(repeating: "a", count: length)) != nil) == isRead)
  }

  @Test(
    arguments: [
      ("a+b-c.1:d", "a+b-c.1"), ("A:", "a"), ("./a:b", nil), ("a/b:c", nil), ("?a:b", nil),
    ] as [(String, String?)])
  func `finds the scheme`(text: String, scheme: String?) throws {
    #expect(try #require(URLReference(text)).scheme == scheme)
  }

  @Test func `takes a URL apart`() throws {
    let url = try #require(URLReference("HTTPS://me:pw@Example.com:8443/a%20b/?c=d&e#f?g"))
    #expect(url.scheme == "https")
    #expect(url.authority?.userInfo == "me:pw")
    #expect(url.authority?.host == "example.com")
    #expect(url.authority?.port == 8443)
    #expect(url.path == "/a%20b/")
    #expect(url.query == "c=d&e")
    #expect(url.fragment == "f?g")
  }

  @Test func `takes time in proportion to the path`() throws {
    let path = "/" + String(repeating: "a/../", count: 12_000)
    #expect(
      URLReference.resolve(path, against: Origin(scheme: .http, host: "a"), target: "/") != nil)
  }
}

@Suite struct BaseURLTests {
  @Test(arguments: [
    ("https://API.example.com", "https://api.example.com", ""),
    ("https://api.example.com:443/", "https://api.example.com", ""),
    ("http://127.0.0.1:8080/staging//", "http://127.0.0.1:8080", "/staging"),
    ("http://[::1]:80/a/../b", "http://[::1]", "/b"),
    ("https://a:80", "https://a:80", ""), ("http://a:443/b", "http://a:443", "/b"),
    ("HTTP://a/", "http://a", ""),
  ])
  func `reads a URL`(text: String, origin: String, path: String) throws {
    let url = try BaseURL(text)
    #expect("\(url.origin)" == origin)
    #expect(url.path == path)
    #expect("\(url)" == origin + path)
  }

  @Test(arguments: [
    ("localhost:8080", "the base URL has to begin with http:// or https://"),
    ("127.0.0.1:8080", "the base URL has to begin with http:// or https://"),
    ("example.com", "the base URL has to begin with http:// or https://"),
    ("", "the base URL has to begin with http:// or https://"),
    ("ftp://a", "the base URL has to begin with http:// or https://"),
    ("https://u:secret@a", "a base URL has no user name and no password"),
    ("https://a?b", "a base URL has no query"),
    ("https://a?", "a base URL has no query"), ("https://a#", "a base URL has no fragment"),
    ("https://@a", "a base URL has no user name and no password"),
    ("https:/a", "the base URL has to begin with http:// or https://"),
    ("https://a#b", "a base URL has no fragment"),
    ("https://", "the base URL is not a URL: it is written https://host or https://host/path"),
    ("https://a b", "the base URL is not a URL: it is written https://host or https://host/path"),
    (
      "https://a:99999",
      "the base URL is not a URL: it is written https://host or https://host/path"
    ),
  ])
  func `says what is wrong with another text`(text: String, message: String) {
    var found = ""
    do throws(BaseURLError) {
      _ = try BaseURL(text)
    } catch {
      found = "\(error)"
    }
    #expect(found == message)
  }
}

@Suite struct OriginTests {
  @Test(arguments: [
    ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.1.2.3", true),
    ("::1", true), ("128.0.0.1", false), ("localhost.example.com", false), ("127.0.0.1.com", false),
    ("::2", false),
    ("evillocalhost", false), ("LOCALHOST", true), ("127.255.255.255", true), ("126.0.0.1", false),
    ("::ffff:127.0.0.1", true), ("::ffff:128.0.0.1", false), ("0:0:0:0:0:0:0:1", true),
    ("0:0:0:0:0:0:0:2", false), ("127.0.0", false), ("127.0.0.256", false), ("127.0.0.1.", false),
    ("127.0.0.0001", false), ("127..0.1", false), ("127.0.0.x", false), ("localhost.", false),
  ])
  func `knows this machine`(host: String, isLoopback: Bool) {
    #expect(Origin(scheme: .https, host: host).isLoopback == isLoopback)
  }

  @Test func `has an authority for Host and for CONNECT`() {
    let plain = Origin(scheme: .https, host: "A", port: 443)
    #expect(plain.authority == "a")
    #expect(plain.hostAndPort == "a:443")
    #expect(Origin(scheme: .http, host: "::1", port: 1).authority == "[::1]:1")
    #expect(Origin(scheme: .http, host: "::1", port: 80).authority == "[::1]")
    #expect(Origin(scheme: .http, host: "::1").hostAndPort == "[::1]:80")
    #expect(Origin(scheme: .https, host: "a", port: 80).authority == "a:80")
    #expect(Origin(scheme: .http, host: "a", port: 443).authority == "a:443")
  }
}

@Suite struct TargetTests {
  @Test(
    arguments: [
      ("/", "/", nil, [""]), ("/a/b%2Fc/", "/a/b%2Fc/", nil, ["a", "b/c", ""]),
      ("/a?b=c?d", "/a", "b=c?d", ["a"]), ("/a?", "/a", "", ["a"]),
    ] as [(String, String, String?, [String])])
  func `takes a target apart`(text: String, path: String, query: String?, segments: [String]) throws
  {
    let target = try #require(Target(text))
    #expect(target.path == path)
    #expect(target.query == query)
    #expect(target.segments == segments)
  }

  @Test(arguments: ["", "a", "*", "/%", "/%ff", "/a/%", "?a"])
  func `refuses another text`(text: String) {
    #expect(Target(text) == nil)
  }

  @Test func `reads the parameters of a query`() throws {
    let parameters = try #require(Target("/?a=1&b=x+y%26&a=2")?.parameters)
    #expect(parameters.map(\.name) == ["a", "b", "a"])
    #expect(parameters.map(\.value) == ["1", "x y&", "2"])
    #expect(Target("/")?.parameters?.isEmpty == true)
    #expect(Target("/?a=%")?.parameters == nil)
  }
}
