// SPDX-License-Identifier: Apache-2.0
// Tests of sending: repetitions, clocks, user agents and their cookies.

import HTTP
import Suites
import Testing
import Text

@testable import Runner

@Suite struct SendingTests {
  /// Fri, 15 Jan 2027 08:00:00 GMT.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  @Test(
    arguments: [
      ([:], .zero), (["Retry-After": "2"], .seconds(2)), (["Retry-After": "0"], .zero),
      (["Retry-After": ""], .zero), (["Retry-After": "-1"], .zero), (["Retry-After": "1.5"], .zero),
      (["Retry-After": "86400"], .seconds(86_400)), (["Retry-After": "86401"], .seconds(86_400)),
      (["Retry-After": "99999999999999999999"], .seconds(86_400)), (["Retry-After": "soon"], .zero),
      (["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT"], .seconds(2)),
      (["Retry-After": "Sun, 17 Jan 2027 08:00:00 GMT"], .seconds(86_400)),
      (
        ["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT", "Date": "Fri, 15 Jan 2027 07:59:59 GMT"],
        .seconds(3)
      ),
    ] as [(KeyValuePairs<String, String>, Duration)])
  func `waits as long as the service asks for, a day at most`(
    headers: KeyValuePairs<String, String>, delay: Duration
  ) {
    #expect(RetryAfter.delay(HeaderList(headers), now: Self.now) == delay)
  }

  /// Answers by their dates, and when their requests were sent and they came, in milliseconds.
  @Test(
    arguments: [
      ([], 0), ([("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0)], 8000),
      ([("Fri, 15 Jan 2027 08:00:00 GMT", 0, 0)], 0),
      ([("Fri, 15 Jan 2027 08:00:01 GMT", 0, 999)], 1),
      ([("Fri, 15 Jan 2027 08:00:01 GMT", 0, 1000)], 0),
      ([("Fri, 15 Jan 2027 07:59:59 GMT", 0, 0)], -1000),
      ([("Fri, 15 Jan 2027 07:59:59 GMT", -1, 0)], 0), ([("yesterday", 0, 0)], 0),
      // Two answers leave less than one.
      (
        [("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:08 GMT", 500, 500)], 8000
      ),
      (
        [("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:09 GMT", 600, 600)], 8400
      ),
      // Where they contradict each other, the slower one counts.
      ([("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:03 GMT", 0, 0)], 3000),
      ([("Fri, 15 Jan 2027 08:00:03 GMT", 0, 0), ("Fri, 15 Jan 2027 08:00:08 GMT", 0, 0)], 3000),
    ] as [([(String, Int, Int)], Int)])
  func `knows the target's clock by the dates of its answers`(
    answers: [(String, Int, Int)], offset: Int
  ) {
    let clock = TargetClock()
    for (date, sent, received) in answers {
      clock.note(
        HeaderList(["Date": date]), sent: Self.now + .milliseconds(sent),
        received: Self.now + .milliseconds(received))
    }
    clock.note(HeaderList(), sent: Self.now, received: Self.now)
    #expect(clock.offset == .milliseconds(offset))
  }

  @Test func `sets the clock of a scenario forward, up to its limit`() {
    let clock = ScenarioClock({ Self.now }, target: TargetClock())
    clock.advance(by: .seconds(2))
    clock.advance(by: .seconds(3))
    #expect(clock.now == Self.now + .seconds(5))
    clock.advance(by: ScenarioClock.limit)
    #expect(clock.ownNow == Self.now + ScenarioClock.limit)
    clock.advance(by: .seconds(1))
    #expect(clock.ownNow == Self.now + ScenarioClock.limit)
  }

  /// Requests that got a 429 and were given up, or another answer, and for which repeating is in vain.
  @Test(
    arguments: [
      (["429 /a", "up /a"], ["/a", "/a?x", "/b"]),
      (["429 /a", "200 /b", "up /a"], ["/a", "/a?x"]),
      (["429 /a", "200 /a", "up /a"], []), (["429 /a", "200 /a?x", "up /a"], []),
      (["429 /a", "up /a", "200 /b"], ["/a", "/a?x"]), (["429 /a", "up /a", "200 /a"], []),
      (["429 /a?1", "200 /b", "up /a?1"], ["/a", "/a?x"]), (["429 /a"], []), (["200 /a"], []),
    ])
  func `repeats nothing that is in vain`(events: [String], inVain: [String]) {
    let throttling = Throttling()
    var marks: [Substring: Throttling.Mark] = [:]
    for event in events {
      let parts = event.split(separator: " ")
      let request = HTTPRequest(method: "GET", target: String(parts[1]))
      switch parts[0] {
      case "429": marks[parts[1]] = throttling.began(request)
      case "up": if let mark = marks[parts[1]] { throttling.gaveUp(mark) }
      default: throttling.passed(request)
      }
    }
    #expect(
      ["/a", "/a?x", "/b"].filter { throttling.isInVain(HTTPRequest(method: "GET", target: $0)) }
        == inVain)
  }

  static let late = TransportError(.timedOut(.connecting("h:1"), .seconds(1)))
  static let refused = TransportError(.refused("h:1"))
  static let reset = TransportError(.reset(.nothing))

  /// What became of the requests to the target; nil is an answer.
  @Test(
    arguments: [
      ([], false, nil), ([refused], true, nil), ([late], true, late),
      ([refused, late], true, late), ([late, nil], false, nil), ([nil, late], false, nil),
      ([late, reset], false, nil), ([reset, refused], false, nil),
    ] as [([TransportError?], Bool, TransportError?)])
  func `knows whether the target was ever reached`(
    results: [TransportError?], isUnreached: Bool, failure: TransportError?
  ) {
    let reachability = Reachability()
    for error in results {
      if let error { reachability.failed(error) } else { reachability.reached() }
    }
    #expect(reachability.isUnreached == isUnreached)
    #expect(reachability.failure == failure)
  }

  static let gzip: [UInt8] = [0x1F, 0x8B, 8]

  /// The codings of an answer, its body, what the request allows, and what comes of it.
  @Test(
    arguments: [
      ("gzip", gzip, nil, "unreadable"), ("x-gzip", gzip, nil, "unreadable"),
      ("GZIP", gzip, "gzip", "unreadable"), ("gzip", [0x1F], nil, "wrong"),
      ("gzip", [], nil, "none"),
      ("identity", gzip, "gzip", "none"), ("identity, gzip", gzip, "gzip", "unreadable"),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD], nil, "unreadable"),
      ("zstd", [0x28, 0xB5, 0x2F], nil, "wrong"),
      ("deflate", [0x78, 0x9C], nil, "unreadable"), ("deflate", [0x78, 0x9D], nil, "unreadable"),
      ("deflate", [0x78, 0x21], nil, "wrong"), ("deflate", Array("{}".utf8), nil, "wrong"),
      ("br", [0xFF, 0x00], nil, "unreadable"), ("br", Array("{}".utf8), nil, "wrong"),
      ("gzip", gzip, "identity", "refused"), ("gzip", gzip, "gzip;q=0", "refused"),
      ("gzip", gzip, "gzip;q=0.0, *", "refused"), ("gzip", gzip, "*;q=0", "refused"),
      ("gzip", gzip, "*", "unreadable"), ("gzip", gzip, "br, gzip;q=0.001", "unreadable"),
      ("gzip", gzip, "br", "refused"), ("br, gzip", gzip, "gzip", "refused"),
      ("gzip", gzip, "*;q=0, gzip", "unreadable"),
    ] as [(String, [UInt8], String?, String)])
  func `finds a coding that no client could use`(
    coding: String, body: [UInt8], accepted: String?, outcome: String
  ) {
    var request = HTTPRequest(method: "GET", target: "/")
    if let accepted { request.headers.append("Accept-Encoding", accepted) }
    let response = HTTPResponse(
      status: 200, headers: HeaderList(["Content-Encoding": coding]), body: body)
    let found =
      switch FramingFaults.coding(of: response, to: request, at: .start) {
      case .none: "none"
      case .unreadable: "unreadable"
      case .fault(let finding): finding.expected.contains("does not have") ? "wrong" : "refused"
      }
    #expect(found == outcome)
  }

  /// Where the service sends the user agent, and whether that is the redirect URL.
  @Test(arguments: [
    ("app://back", "app://back", true), ("app://back/x", "app://back", true),
    ("app://back?code=1", "app://back", true), ("app://back#x", "app://back", true),
    ("app://back&x", "app://back", true), ("app://back=x", "app://back", true),
    ("app://backdoor", "app://back", false), ("app://back", "app://back/", false),
    ("app://back/x", "app://back/", true), ("app://back?x=1", "app://back?x=", true),
    ("/done?x=1", "http://a.example/done", true), ("/donex", "http://a.example/done", false),
    ("http://a.example.evil/", "http://a.example", false), ("app://back", "", false),
  ])
  func `is back at the redirect URL, or what extends it`(
    location: String, redirectURL: String, isBack: Bool
  ) {
    let outcome = Self.follow(until: redirectURL) { number in
      HTTPResponse(status: number == 0 ? 302 : 204, headers: HeaderList(["Location": location]))
    }
    if case .reached(let reached) = outcome {
      #expect(isBack)
      #expect(reached.hasSuffix(location))
    } else {
      #expect(!isBack)
    }
  }

  static func follow(
    until redirectURL: String, _ answer: (Int) -> HTTPResponse?
  ) -> UserAgent.Outcome {
    var cookies = CookieJar()
    var number = 0
    let target = Origin(scheme: .http, host: "a.example")
    return UserAgent(name: "test").follow(
      "http://a.example/login", of: target, until: redirectURL, cookies: &cookies, now: { now }
    ) { _, _ in
      defer { number += 1 }
      return answer(number)
    }
  }

  @Test(arguments: [(19, true), (20, false)])
  func `takes twenty requests and no more`(hops: Int, isBack: Bool) {
    let outcome = Self.follow(until: "app://back") { number in
      HTTPResponse(
        status: 302,
        headers: HeaderList(["Location": number == hops ? "app://back" : "/\(number)"]))
    }
    if case .reached = outcome { #expect(isBack) } else { #expect(!isBack) }
  }

  @Test(arguments: [
    (200, false, "stuck: the page at http://a.example wants a person"),
    (201, true, "stuck: the page at http://a.example answered 201 and no redirect"),
    (299, true, "stuck: the page at http://a.example answered 299 and no redirect"),
    (300, true, "reached"), (399, true, "reached"),
    (302, false, "stuck: the page at http://a.example answered 302 and no redirect"),
    (400, true, "refused: 400 from /login"),
    (429, true, "stuck: the page at http://a.example answered 429"),
    (599, false, "refused: 599 from /login"), (0, false, "silent"),
  ])
  func `goes on with a redirect only`(status: Int, hasLocation: Bool, expected: String) {
    let outcome = Self.follow(until: "app://back") { _ in
      guard status > 0 else { return nil }
      return HTTPResponse(
        status: status, headers: hasLocation ? HeaderList(["Location": "app://back"]) : HeaderList()
      )
    }
    let found =
      switch outcome {
      case .reached: "reached"
      case .refused(let text): "refused: \(text)"
      case .stuck(let text): "stuck: \(text)"
      case .silent: "silent"
      }
    #expect(found.hasPrefix(expected), "\(found)")
  }

  /// So many notes come, and so many with a conclusion.
  @Test(
    arguments: [(20, nil), (21, "and 1 more note"), (22, "and 2 more notes")] as [(Int, String?)])
  func `keeps twenty notes, and the last one in any case`(count: Int, more: String?) {
    var notes = StepNotes()
    notes.append(contentsOf: (0..<count).map { "note \($0)" })
    notes.conclude("done")
    #expect(notes.all == (0..<20).map { "note \($0)" } + [more].compactMap(\.self) + ["done"])
    var both = StepNotes()
    both.append("first")
    both.add(notes)
    #expect(both.all.count == 21)
    #expect(both.all.last == "and \(count - 19) more note\(count == 20 ? "" : "s")")
  }
}

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
    ("a=1; Max-Age=10", 9, true), ("a=1; Max-Age=10", 10, false), ("a=1; Max-Age=0", 0, false),
    ("a=1; Max-Age=-99999999999999999999", 0, false),
    ("a=1; Max-Age=99999999999999999999", 1_000_000_000, true),
    ("a=1; Max-Age=+10", 1_000_000_000, true), ("a=1; Max-Age=x", 1_000_000_000, true),
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
    #expect(try Self.sent(jar, to: "http://example.com/", after: seconds) == (isSent ? "a=1" : nil))
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
