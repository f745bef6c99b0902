// SPDX-License-Identifier: Apache-2.0
// Tests of URLs, of dates and media types, and of forms.

import HTTP
import Testing
import Text

struct URLReferenceTests {
  /// The examples of RFC 3986, section 5.4, for the base `http://a/b/c/d;p?q`.
  @Test(
    arguments: [
      ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
      ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"),
      (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
      ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"),
      ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"),
      ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."),
      ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"),
      ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
      ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"), ("g#s/../x", "/b/c/g"),
      ("http://a/x", "/x"), ("//a", "/"), ("HTTP://A/x", "/x"), ("~", "/b/c/~"), ("?", "/b/c/d;p?"),
      ("#", "/b/c/d;p?q"), ("/%2f?%41", "/%2f?%41"), ("http://a/x/../y/.", "/y/"),
      ("//a/x/./y", "/x/y"), ("?y#s", "/b/c/d;p?y"),
    ] as [(String, String)])
  func `resolves a reference as RFC 3986 has it`(reference: String, target: String) throws {
    let found = try #require(Self.resolve(reference, target: "/b/c/d;p?q"))
    #expect(found.origin == Self.base && found.target == target)
  }

  static let base = Origin(scheme: .http, host: "a")

  private static func resolve(
    _ reference: String, target: String = "/"
  ) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: base, target: target)
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
    let found = try #require(Self.resolve(reference))
    #expect(found.origin == origin && found.target == target)
  }

  @Test(arguments: [
    "ftp://a/", "mailto:a@b", "javascript:alert(1)", "http://user@a/", "http://a:b@c/", "http://",
    "http:///x", "http://a:0/", "http://a:65536/", "http://a:x/", "http://a b/", "/a b", "/a\nb",
    "/%", "/%1", "/%zz", "/\"", "/é", "http://[::1", "http://[x]/", "http://[1]/", "http://a]/",
    "1a:b", ":x", "http://a%20b/", "http://a\\b/", "/<", "/>", "/^", "/`", "/{", "/|", "/}", "/\\",
    "/\u{7F}", "/[", "/]", "/?[", "/#]", "/#a#b", "/%1g", "/%g1", "http:g", "http://[1:2]/",
    "http://[::1]x/", "http://[::1]:/[", "http://a:+1/", "http://a@b@c/",
    "http://[\(String(repeating: "1:", count: 22))11]/", "//user@a/", "//a:0",
  ])
  func `leads nowhere`(reference: String) { #expect(Self.resolve(reference) == nil) }

  @Test func `resolves against a base without a path`() {
    #expect(Self.resolve("g", target: "")?.target == "/g")
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
    #expect(url.scheme == "https" && url.authority?.userInfo == "me:pw")
    #expect(url.authority?.host == "example.com" && url.authority?.port == 8443)
    #expect(url.path == "/a%20b/" && url.query == "c=d&e")
    #expect(url.fragment == "f?g")
  }

  @Test func `takes time in proportion to the path`() throws {
    #expect(Self.resolve("/" + String(repeating: "a/../", count: 12_000)) != nil)
  }
}

struct BaseURLTests {
  @Test(arguments: [
    ("https://API.example.com", "https://api.example.com", ""),
    ("https://api.example.com:443/", "https://api.example.com", ""),
    ("http://127.0.0.1:8080/staging//", "http://127.0.0.1:8080", "/staging"),
    ("http://[::1]:80/a/../b", "http://[::1]", "/b"), ("https://a:80", "https://a:80", ""),
    ("http://a:443/b", "http://a:443", "/b"), ("HTTP://a/", "http://a", ""),
  ])
  func `reads a URL`(text: String, origin: String, path: String) throws {
    let url = try BaseURL(text)
    #expect("\(url.origin)" == origin)
    #expect(url.path == path)
    #expect("\(url)" == origin + path)
  }

  static let start = "the base URL has to begin with http:// or https://"
  static let user = "a base URL has no user name and no password"
  static let form = "the base URL is not a URL: it is written https://host or https://host/path"

  @Test(arguments: [
    ("localhost:8080", start), ("127.0.0.1:8080", start), ("example.com", start), ("", start),
    ("ftp://a", start), ("https:/a", start), ("https://u:secret@a", user), ("https://@a", user),
    ("https://a?b", "a base URL has no query"), ("https://a?", "a base URL has no query"),
    ("https://a#", "a base URL has no fragment"), ("https://a#b", "a base URL has no fragment"),
    ("https://", form), ("https://a b", form), ("https://a:99999", form),
  ])
  func `says what is wrong with another text`(text: String, message: String) {
    let error = #expect(throws: BaseURLError.self) { try BaseURL(text) }
    #expect(error.map { "\($0)" } == message)
  }
}

struct OriginTests {
  @Test(arguments: [
    ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.1.2.3", true),
    ("::1", true), ("128.0.0.1", false), ("localhost.example.com", false), ("127.0.0.1.com", false),
    ("::2", false), ("evillocalhost", false), ("LOCALHOST", true), ("127.255.255.255", true),
    ("126.0.0.1", false), ("::ffff:127.0.0.1", true), ("::ffff:128.0.0.1", false),
    ("0:0:0:0:0:0:0:1", true), ("0:0:0:0:0:0:0:2", false), ("127.0.0", false),
    ("127.0.0.256", false), ("127.0.0.1.", false), ("127.0.0.0001", false), ("127..0.1", false),
    ("127.0.0.x", false), ("localhost.", false),
  ])
  func `knows this machine`(host: String, isLoopback: Bool) {
    #expect(Origin(scheme: .https, host: host).isLoopback == isLoopback)
  }

  @Test func `has an authority for Host and for CONNECT`() {
    let plain = Origin(scheme: .https, host: "A", port: 443)
    #expect(plain.authority == "a" && plain.hostAndPort == "a:443")
    #expect(Origin(scheme: .http, host: "::1", port: 1).authority == "[::1]:1")
    #expect(Origin(scheme: .http, host: "::1", port: 80).authority == "[::1]")
    #expect(Origin(scheme: .http, host: "::1").hostAndPort == "[::1]:80")
    #expect(Origin(scheme: .https, host: "a", port: 80).authority == "a:80")
    #expect(Origin(scheme: .http, host: "a", port: 443).authority == "a:443")
  }
}

struct HTTPDateTests {
  /// 2026-11-21T00:00:00Z
  static let now = Timestamp(milliseconds: 1_795_219_200_000)

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 06 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Wed Nov 30 00:00:00 2022", 1_669_766_400),
    ("Saturday, 21-Nov-76 00:00:00 GMT", 3_373_142_400),
    ("Monday, 21-Nov-77 00:00:00 GMT", 248_918_400), ("Sat, 31 Dec 1994 23:59:59 GMT", 788918399),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951782400), ("Sun, 30 Apr 1995 00:00:00 GMT", 799200000),
    ("Thu, 01 Jan 2026 00:00:00 GMT", 1767225600),
  ])
  func `reads each of the three forms`(text: String, seconds: Int) {
    #expect(HTTPDate.timestamp(text, now: Self.now)?.milliseconds == seconds * 1000)
  }

  @Test func `knows each month and each day`() {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let starts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    for (month, days) in zip(months, starts) {
      let date = HTTPDate.timestamp("Thu, 02 \(month) 1970 00:00:01 GMT", now: Self.now)
      #expect(date?.milliseconds == ((days + 1) * 86_400 + 1) * 1000, "\(month)")
    }
    for day in ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"] {
      let texts = [
        "\(day.prefix(3)), 02 Jan 1990 00:00:01 GMT", "\(day)day, 02-Jan-90 00:00:01 GMT",
      ]
      for text in texts {
        #expect(HTTPDate.timestamp(text, now: Self.now)?.milliseconds == 631_238_401_000, "\(text)")
      }
      #expect(HTTPDate.timestamp("\(day.prefix(3)) Jan  2 00:00:01 1990", now: Self.now) != nil)
    }
  }

  @Test(arguments: [
    "", "0", "Sun", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Day, 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
    "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 +8:49:37 GMT", "Fri, 32 Jan 1970 00:00:00 GMT",
    "Fri, 32 Mar 1970 00:00:00 GMT", "Fri, 32 May 1970 00:00:00 GMT",
    "Fri, 31 Jun 1970 00:00:00 GMT", "Fri, 32 Jul 1970 00:00:00 GMT",
    "Fri, 32 Aug 1970 00:00:00 GMT", "Fri, 31 Sep 1970 00:00:00 GMT",
    "Fri, 32 Oct 1970 00:00:00 GMT", "Fri, 30 Feb 2024 00:00:00 GMT",
    "Mon, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 1900 00:00:00 GMT",
    "Sun, 31 Apr 1995 00:00:00 GMT", "Sun, 32 Dec 1994 00:00:00 GMT",
    "Sunday, 06-Nov-94 08:49:37 UTC", "Someday, 06-Nov-94 08:49:37 GMT", "Day Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sunday, 06-Nov-94-1 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sunday 06-Nov-94 08:49:37 GMT", "Sun, Nov  6 08:49:37 1994",
  ])
  func `reads nothing else`(text: String) {
    #expect(HTTPDate.timestamp(text, now: Self.now) == nil)
  }
}

struct MediaTypeTests {
  @Test(arguments: [
    ("application/json", "application/json"),
    ("Application/JSON ; Charset=UTF-8", "application/json; charset=UTF-8"),
    ("text/html;charset=\"utf-8\"", "text/html; charset=utf-8"),
    ("text/x;a=\"b;\\\"c\\\\\"", "text/x; a=\"b;\\\"c\\\\\""), ("text/x;;a=b;", "text/x; a=b"),
    ("application/vnd.x+json", "application/vnd.x+json"), ("a/b\t;\tc=d", "a/b; c=d"),
    ("a/b; c=\"\"", "a/b; c=\"\""), ("a/b; c=\"d e\"", "a/b; c=\"d e\""),
  ])
  func `reads a media type`(text: String, canonical: String) throws {
    #expect(try "\(#require(MediaType(text)))" == canonical)
  }

  @Test(arguments: [
    "", "json", "application/", "/json", "application /json", "application/json charset=utf-8",
    "a/b; c", "a/b; c=", "a/b; c =d", "a/b; c=\"d", "a/b; c=\"d\\", "a/b, c/d", "é/b",
    "a/b; c=\"\u{1}\"", "a/b; c=\"\\\u{7F}\"", "a/b; c=\"d\"e", "a/b c", "a/b/c", "a/b; =d",
  ])
  func `refuses another text`(text: String) { #expect(MediaType(text) == nil) }

  @Test(arguments: [
    ("a/b; charset=UTF-8", "A/B;CHARSET=\"utf-8\"", true), ("a/b; x=1; y=2", "a/b; y=2; x=1", true),
    ("a/b; x=A", "a/b; x=a", false), ("a/b", "a/c", false), ("a/b", "a/b; x=1", false),
    ("a/b", "c/b", false), ("a/b; x=1", "a/b; y=1", false), ("a/b; x=1", "a/b; x=2", false),
    ("a/b; x=1; x=2", "a/b; x=2; x=1", true), ("a/b; charset=a; x=B", "a/b; charset=A; x=b", false),
  ])
  func `compares without the case that has no meaning`(left: String, right: String, same: Bool) {
    #expect((MediaType(left) == MediaType(right)) == same)
  }

  @Test func `finds a parameter`() {
    #expect(MediaType("a/b; X=1; x=2")?[parameter: "x"] == "1")
    #expect(MediaType("a/b")?[parameter: "x"] == nil)
  }
}

struct FormBodyTests {
  @Test func `encodes fields in their order`() {
    let body = FormBody.encode([("grant_type", "client credentials"), ("a&b", "c=d+é"), ("e", "")])
    #expect(
      String(decoding: body, as: UTF8.self)
        == "grant_type=client+credentials&a%26b=c%3Dd%2B%C3%A9&e=")
  }

  @Test(
    arguments: [
      ("", [], []), ("a=1&b=2", ["a", "b"], ["1", "2"]), ("a&b=", ["a", "b"], ["", ""]),
      ("&&a=1&", ["a"], ["1"]), ("a=b=c", ["a"], ["b=c"]), ("a+b=%26", ["a b"], ["&"]),
    ] as [(String, [String], [String])])
  func `decodes`(text: String, names: [String], values: [String]) throws {
    let fields = try #require(FormBody.decode(Array(text.utf8)))
    #expect(fields.map(\.name) == names && fields.map(\.value) == values)
  }

  @Test(
    arguments: [
      Array("a=%".utf8), Array("a=%zz".utf8), Array("%ff=1".utf8), [0xFF, 0x3D],
      [0x61, 0x3D, 0xFF], Array("%=a".utf8), Array("a=1&b=%".utf8),
    ] as [[UInt8]])
  func `refuses what stands for no text`(bytes: [UInt8]) {
    #expect(FormBody.decode(bytes) == nil)
  }
}
