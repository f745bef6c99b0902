// SPDX-License-Identifier: Apache-2.0
// Which cookies a user agent keeps, and to whom it sends them (RFC 6265, section 5).

import HTTP
import Testing
import Text

@testable import Runner

@Suite struct CookieJarTests {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)

  private static func target(_ url: String) throws -> (Origin, String) {
    let reference = try #require(URLReference(url))
    return (try #require(reference.origin), try #require(reference.webTarget))
  }

  private static func jar(_ fields: [String], from url: String) throws -> CookieJar {
    var jar = CookieJar()
    let (origin, target) = try target(url)
    jar.store(fields, from: origin, target: target, now: now)
    return jar
  }

  private static func sent(
    _ jar: CookieJar, to url: String, after seconds: Int = 0
  ) throws -> String? {
    let (origin, target) = try target(url)
    return jar.header(to: origin, target: target, now: now + .seconds(seconds))
  }

  @Test(arguments: [
    // The domain: of the very host, of hosts below it, of nobody else.
    ("a=1", "http://example.com/", "http://example.com/", true),
    ("a=1", "http://example.com/", "http://www.example.com/", false),
    ("a=1; Domain=", "http://example.com/", "http://www.example.com/", false),
    ("a=1; Domain=example.com", "http://example.com/", "http://www.example.com/", true),
    ("a=1; domain=.EXAMPLE.com", "http://www.example.com/", "http://example.com/", true),
    ("a=1; Domain=example.com", "http://example.com/", "http://evilexample.com/", false),
    ("a=1; Domain=example.com", "http://evilexample.com/", "http://example.com/", false),
    ("a=1; Domain=example.com", "http://evilexample.com/", "http://evilexample.com/", false),
    ("a=1; Domain=www.example.com", "http://example.com/", "http://www.example.com/", false),
    ("a=1; Domain=..example.com", "http://example.com/", "http://example.com/", false),
    // No domain of many owners.
    ("a=1; Domain=com", "http://example.com/", "http://example.com/", false),
    ("a=1; Domain=.", "http://example.com/", "http://example.com/", true),
    ("a=1; Domain=co.uk", "http://example.co.uk/", "http://example.co.uk/", false),
    ("a=1; Domain=example.co.uk", "http://a.example.co.uk/", "http://example.co.uk/", true),
    ("a=1; Domain=localhost", "http://localhost/", "http://localhost/", true),
    ("a=1; Domain=localhost", "http://localhost/", "http://a.localhost/", false),
    ("a=1; Domain=co.com", "http://co.com/", "http://www.co.com/", true),
    ("a=1; Domain=com.au", "http://example.com.au/", "http://example.com.au/", false),
    ("a=1; Domain=co.uk", "http://co.uk/", "http://www.co.uk/", false),
    // No part of an address.
    ("a=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", false),
    ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", true),
    ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "http://7.127.0.0.1/", false),
    ("a=1; Domain=::1", "http://[::1]/", "http://[::1]/", true),
    // The port says nothing.
    ("a=1", "http://127.0.0.1:8080/", "http://127.0.0.1:9090/", true),
    // Only https, wherever it came from.
    ("a=1; Secure", "https://example.com/", "http://example.com/", false),
    ("a=1; secure=no", "http://example.com/", "https://example.com/", true),
    ("a=1; Secure", "http://example.com/", "http://example.com/", false),
    // The path: at a slash, of the request's folder by default.
    ("a=1; Path=/app", "http://example.com/", "http://example.com/app", true),
    ("a=1; Path=/app", "http://example.com/", "http://example.com/app/x?y", true),
    ("a=1; Path=/app", "http://example.com/", "http://example.com/application", false),
    ("a=1; Path=/app/", "http://example.com/", "http://example.com/app", false),
    ("a=1", "http://example.com/a/b?c=/d/", "http://example.com/a/x", true),
    ("a=1", "http://example.com/a/b", "http://example.com/", false),
    ("a=1; Path=app", "http://example.com/a/b", "http://example.com/b", false),
    ("a=1; Path=/x; Path=/", "http://example.com/a/b", "http://example.com/b", true),
    // Not cookies.
    ("a", "http://example.com/", "http://example.com/", false),
    ("=1", "http://example.com/", "http://example.com/", false),
  ])
  func `sends a cookie where it belongs`(
    field: String, from: String, to: String, isSent: Bool
  ) throws {
    let jar = try Self.jar([field], from: from)
    #expect(try Self.sent(jar, to: to) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    ("a=1; Max-Age=10", 9, true),
    ("a=1; Max-Age=10", 10, false),
    ("a=1; Max-Age=0", 0, false),
    ("a=1; Max-Age=-99999999999999999999", 0, false),
    ("a=1; Max-Age=99999999999999999999", 1_000_000_000, true),
    ("a=1; Max-Age=+10", 1_000_000_000, true),
    ("a=1; Max-Age=x", 1_000_000_000, true),
    // It comes before Expires, wherever it stands.
    ("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 9, true),
    ("a=1; Expires=Fri, 31 Dec 2100 00:00:00 GMT; Max-Age=0", 0, false),
    // Tue, 14 Nov 2023 22:13:20 GMT, and a second later.
    ("a=1; Expires=Tue, 14 Nov 2023 22:13:20 GMT", 0, false),
    ("a=1; Expires=Tue, 14 Nov 2023 22:13:21 GMT", 0, true),
    ("a=1; Expires=Tue, 14 Nov 2023 22:13:21 GMT", 1, false),
    ("a=1; Expires=Tuesday, 14-Nov-23 22:13:20 GMT", 0, false),
    ("a=1; Expires=Tue Nov 14 22:13:20 2023", 0, false),
    ("a=1; Expires=22:13:20x 2023 november 14th", 0, false),
    ("a=1; Expires=Thu, 01-Jan-70 00:00:01 GMT", 0, false),
    ("a=1; Expires=01-Jan-69 00:00:01", 1_000_000_000, true),
    ("a=1; Expires=Tue, 14 Nov 1601 22:13:20 GMT", 0, false),
    ("a=1; Expires=14 Nov 2023 23:59:59", 6_398, true),
    ("a=1; Expires=14 Nov 2023 23:59:59", 6_399, false),
    // Not dates, and so no end.
    ("a=1; Expires=14 Nov 2023 22:60:00", 1_000_000_000, true),
    ("a=1; Expires=14 Nov 2023 22:00:60", 1_000_000_000, true),
    ("a=1; Expires=0 Nov 2023 22:00:00", 1_000_000_000, true),
    ("a=1; Expires=32 Nov 2023 22:00:00", 1_000_000_000, true),
    ("a=1; Expires=14 Nev 2023 22:00:00", 1_000_000_000, true),
    ("a=1; Expires=14 Nov 2023 22:00", 1_000_000_000, true),
    ("a=1; Expires=Tue, 31 Feb 2023 22:13:20 GMT", 1_000_000_000, true),
    ("a=1; Expires=Tue, 14 Nov 1600 22:13:20 GMT", 1_000_000_000, true),
    ("a=1; Expires=14 Nov 2023", 1_000_000_000, true),
    ("a=1; Expires=14 Nov 2023 24:00:00", 1_000_000_000, true),
    ("a=1; Expires=", 1_000_000_000, true),
  ])
  func `sends a cookie until it ends`(field: String, seconds: Int, isSent: Bool) throws {
    let jar = try Self.jar([field], from: "http://example.com/")
    #expect(
      try Self.sent(jar, to: "http://example.com/", after: seconds) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    (["a=1", "b=2", "a=3"], "a=3; b=2"),
    (["a=1; Path=/", "a=2; Path=/x", "a=3; Path=/x/y"], "a=3; a=2; a=1"),
    (["a=1", "a=1; Max-Age=0"], nil),
    (["a=1; Path=/", "a=; Path=/x; Max-Age=0"], "a=1"),
    (["a=1; Path=/; Domain=example.com", "a=2; Path=/"], "a=2"),
    ([" a b = c d ;x"], "a b=c d"),
    (["a=\(String(repeating: "x", count: 8192))"], nil),
    (["a=\(String(repeating: "x", count: 8191))"], nil),
    (["a=\(String(repeating: "x", count: 8190))"], "a=\(String(repeating: "x", count: 8190))"),
  ])
  func `keeps one cookie of a name, a domain and a path`(fields: [String], sent: String?) throws {
    var jar = CookieJar()
    let (origin, target) = try Self.target("http://example.com/x/y/z")
    jar.store(fields, from: origin, target: target, now: Self.now)
    // A cookie without a path has that of the request's folder.
    #expect(try Self.sent(jar, to: "http://example.com/x/y/z") == sent)
  }

  @Test func `keeps a bounded number, and the newest of them`() throws {
    let jar = try Self.jar((0..<1000).map { "c\($0)=1" }, from: "http://example.com/")
    let names = try #require(try Self.sent(jar, to: "http://example.com/")).split(separator: "; ")
    #expect(names.count == 200)
    #expect(names.last == "c999=1")
  }
}
