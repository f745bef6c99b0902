// SPDX-License-Identifier: Apache-2.0
// Tests of the user agent: where it is sent, what it remembers, and what a record shows of it.

import Expectations
import Formats
import HTTP
import Partner
import Record
import Suites
import Testing
import Text

@testable import Runner

struct VisitTests {
  static let suite = """
    suite: Visit
    defaults: {headers: {Authorization: Bearer application}}
    scenarios:
      - scenario: It
        steps:
          - step: Login
            user: {visit: /login}
            save: {reached: $.reached}
            expect: {json: {reached: !starts-with "app://back"}}
          - {step: After, request: {GET: /after}, expect: {status: 200}}
          - {step: Again, user: {visit: /login}, expect: {json: {reached: "${reached}"}}}
    """

  static func bench(login: JSONValue = "redirects") -> Bench {
    Bench(facts: JSONObject([("redirect_url", "app://back"), ("login", login)]))
  }

  static func run(_ service: Service) throws -> RunRecord { try bench().run(suite, on: service) }

  static func redirect(_ location: String, cookie: String? = nil) -> HTTPResponse {
    var headers = HeaderList(["Location": location])
    if let cookie { headers.append("Set-Cookie", cookie) }
    return HTTPResponse(status: 302, reason: "Found", headers: headers, body: [])
  }

  @Test func `follows redirects with cookies to another origin, without the application's headers`()
    throws
  {
    let provider = try Service { request, _ in
      request.target == "/idp"
        ? Self.redirect("/idp/form?x=1", cookie: "session=abc; Path=/; HttpOnly")
        : Self.redirect("app://back?code=1")
    }
    let service = try Service { request, _ in
      request.target == "/login"
        ? Self.redirect("http://127.0.0.1:\(provider.port)/idp", cookie: "own=1") : .json("{}")
    }
    let record = try Self.run(service)
    provider.stop()
    let scenario = try record.onlyScenario()
    #expect(scenario.outline == ["Login: passed", "After: passed", "Again: passed"])
    #expect(provider.targets.prefix(2) == ["GET /idp", "GET /idp/form?x=1"])
    #expect(provider.requests[1].headers["Cookie"]?.contains("session=abc") == true)
    #expect(provider.requests.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(service.requests[0].headers["Authorization"] == nil)
    #expect(service.requests[1].headers["Cookie"] == nil)
    // The cookies last for the scenario.
    #expect(service.requests[2].headers["Cookie"]?.contains("own=1") == true)
    #expect(scenario.steps[0].exchanges.count == 3)
  }

  @Test func `sends one trace a scenario to the target, and none to others`() throws {
    let provider = try Service { _, _ in Self.redirect("app://back?code=1") }
    let service = try Service { request, _ in
      request.target == "/login"
        ? Self.redirect("http://127.0.0.1:\(provider.port)/idp") : .json("{}", status: 404)
    }
    var bench = Self.bench()
    bench.profile = { $0.isTraced = true }
    let other = """

        - scenario: Own
          steps:
            - step: With its own
              request: {GET: /own, headers: {traceparent: 00-own}}
              expect: {status: 404}
            - {step: Without, request: {GET: /plain}, expect: {status: 404}}
      """
    let record = try bench.run(Self.suite + other, on: service)
    provider.stop()
    #expect(provider.requests.count == 1)
    #expect(provider.requests.allSatisfy { $0.headers["traceparent"] == nil })
    let parents = service.requests.filter { $0.target != "/own" }.map {
      $0.headers["traceparent"] ?? ""
    }
    #expect(service.requests.first { $0.target == "/own" }?.headers["traceparent"] == "00-own")
    for parent in parents {
      #expect(parent.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-01/) != nil, "\(parent)")
    }
    #expect(Set(parents).count == parents.count)
    #expect(Set(parents.map { $0.split(separator: "-")[1] }).count == 2)
    // Nothing masks it in the record of what failed.
    let failed = try #require(record.scenarios.first?.steps.first { $0.name == "After" })
    let shown = try #require(failed.exchanges.last?.detail?.requestHeaders).filter {
      $0.name == "traceparent"
    }
    #expect(shown.count == 1 && parents.contains(shown[0].value), "\(shown)")
  }

  @Test func `shows no secret of a visit`() throws {
    let service = try Service { request, _ in
      switch request.target {
      case "/login?code=S3cr3tBegin": Self.redirect("/next", cookie: "session=S3cr3tCookie")
      case "/next": Self.redirect("app://back?code=S3cr3tCode")
      default: .json("{}")
      }
    }
    let record = try Self.bench().run(
      steps: """
        - {step: Begin, request: {GET: /begin}, expect: {status: 200}}
        - {step: Login, user: {visit: "/login?code=S3cr3tBegin"}, expect: {json: {reached: !starts-with "app://back"}}}
        - {step: After, request: {GET: /after}, expect: {status: 404}}
        """, on: service)
    #expect(
      try record.onlyScenario().outline == [
        "Begin: passed", "Login: passed", "After: failed at status",
      ])
    let text = RecordMaskingTests.text(record)
    #expect(!text.contains("S3cr3tCookie") && !text.contains("S3cr3tCode"))
  }

  @Test(
    arguments: [
      ("app://back?x=1", "passed"), ("elsewhere", "failed at /reached"), (nil, "error: partner"),
    ] as [(String?, String)])
  func `takes where a program has ended`(reached: String?, outline: String) throws {
    let asked = Lock<[String]>([])
    var bench = Self.bench(login: "program")
    bench.environment = { environment in
      environment.visit = { url, redirectURL, _ throws(PartnerError) in
        asked.change { $0 += [url, redirectURL] }
        guard let reached else { throw .failed("it died") }
        return reached
      }
    }
    let service = try Service { _, _ in .json("{}") }
    let port = service.port
    let suite = Self.suite.split(separator: "\n").dropLast().joined(separator: "\n")
    let scenario = try bench.run(suite, on: service).onlyScenario()
    #expect(scenario.steps[0].verdict.outline == outline)
    #expect(scenario.steps[1].verdict.outline == (outline == "passed" ? "passed" : "not-reached"))
    #expect(asked.read() == ["http://127.0.0.1:\(port)/login", "app://back"])
  }

  @Test(
    arguments: [
      (#""/login""#, "app://back", "passed", ""), (#""login?a=b""#, "app://back", "passed", ""),
      ("5", "app://back", "skipped", "'visit' takes a URL"),
      (#"["/login"]"#, "app://back", "skipped", "'visit' takes a URL"),
      (#""ftp://x/""#, "app://back", "skipped", "'visit' takes a URL"),
      (
        #""/login""#, nil, "not-reached",
        "needs the fact redirect_url, which the target's profile does not give"
      ),
    ] as [(String, String?, String, String)])
  func `begins at a URL of an answer, and needs one to end at`(
    value: String, redirectURL: String?, outline: String, sentence: String
  ) throws {
    var bench = Bench(facts: JSONObject([("login", "redirects")]))
    if let redirectURL { bench.facts.append("redirect_url", .string(redirectURL)) }
    let scenario = try bench.run(
      steps: """
        - {step: Ask, request: {GET: /ask}, save: {there: $.there}}
        - {step: Login, user: {visit: "${there}"}, expect: {json: {reached: app://back}}}
        """
    ) { request, _ in
      request.target == "/ask" ? .json(#"{"there": \#(value)}"#) : Self.redirect("app://back")
    }.onlyScenario()
    #expect(scenario.steps[1].verdict.outline == outline)
    let told = [scenario.verdict.sentence] + scenario.verdict.findings.compactMap(\.nearest)
    #expect(told.contains { $0.contains(sentence) } || sentence.isEmpty)
  }

  @Test func `shows no secret of where a program has ended`() throws {
    var bench = Self.bench(login: "program")
    bench.environment = { environment in
      environment.visit = { _, _, _ throws(PartnerError) in "app://back?code=S3cr3tCode&state=1" }
    }
    let record = try bench.run(
      steps: """
        - {step: Login, user: {visit: /login}, expect: {json: {reached: !starts-with "app://back"}}}
        - {step: After, request: {GET: /after}, expect: {text: nothing}}
        """
    ) { _, _ in .text("it was S3cr3tCode.") }
    #expect(try record.onlyScenario().outline == ["Login: passed", "After: failed at text"])
    let text = RecordMaskingTests.text(record)
    #expect(text.contains("it was") && !text.contains("S3cr3tCode"))
  }

  @Test(arguments: [
    ("a page", HTTPResponse.text("<form>"), "wants a person"),
    (
      "a circle", VisitTests.redirect("/login"),
      "it did not reach the redirect URL within 20 requests"
    ),
    ("another scheme", VisitTests.redirect("ftp://x/"), "is not an http URL"),
    ("a host that begins alike", VisitTests.redirect("app://backdoor"), "is not an http URL"),
  ])
  func `is an error where it does not come back`(
    what: String, answer: HTTPResponse, sentence: String
  ) throws {
    let service = try Service { _, _ in answer }
    let scenario = try Self.run(service).onlyScenario()
    #expect(scenario.verdict.outline == "error: partner")
    #expect(scenario.verdict.sentence.contains(sentence))
    #expect(service.requests.count <= 20)
  }

  @Test func `fails where the target itself refuses on the way, and not where another does`() throws
  {
    let provider = try Service { _, _ in .text("", status: 403) }
    defer { provider.stop() }
    let service = try Service { request, _ in
      request.target == "/login" ? Self.redirect("/nowhere?x=1") : .text("", status: 404)
    }
    let scenario = try Self.run(service).onlyScenario()
    let findings = scenario.verdict.findings
    #expect(findings.map(\.found) == ["sent to /nowhere (404)"])
    let elsewhere = try Service { _, _ in Self.redirect("http://127.0.0.1:\(provider.port)/idp") }
    let other = try Self.run(elsewhere).onlyScenario()
    #expect(other.verdict.outline == "error: partner")
    #expect(other.verdict.sentence.contains("answered 403 and no redirect"))
  }

  @Test func `fails where the target leads to a host that there is not`() throws {
    let service = try Service { _, _ in Self.redirect("http://nowhere.invalid/idp") }
    let finding = try #require(Self.run(service).onlyScenario().verdict.findings.first)
    #expect(finding.place == .visit)
    #expect(finding.found == "sent to http://nowhere.invalid/idp")
  }

  @Test func `is an error where a hop gives no answer`() throws {
    let gone = try Service { _, _ in .json("{}") }
    gone.stop()
    let service = try Service { _, _ in Self.redirect("http://127.0.0.1:\(gone.port)/idp") }
    let scenario = try Self.run(service).onlyScenario()
    #expect(scenario.verdict.outline == "error: transport")
    #expect(scenario.steps[0].exchanges.map(\.status) == [302, 0])
    // The target itself was reached.
    #expect(scenario.verdict.problem?.isUnreachable == false)
  }
}

struct UserAgentTests {
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

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
    (400, true, "refused: answered with 400"),
    (429, true, "stuck: the page at http://a.example answered 429"),
    (599, false, "refused: answered with 599"), (0, false, "silent"),
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
}

struct CookieJarTests {
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

  @Test(
    arguments: [
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
      ("a=1\u{1}", "http://example.com/", "http://example.com/", false),
      ("a=1; Path=\u{7F}", "http://example.com/", "http://example.com/", false),
    ] as [(String, String, String, Bool)])
  func `sends a cookie where it belongs`(
    field: String, from: String, to: String, isSent: Bool
  ) throws {
    let jar = try Self.jar([field], from: from)
    #expect(try Self.sent(jar, to: to) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    ("__Secure-a=1; Secure", "https", true), ("__Secure-a=1", "https", false),
    ("__secure-a=1; Secure", "http", false), ("__Host-a=1; Secure; Path=/", "https", true),
    ("__Host-a=1; Secure; Path=/x", "https", false),
    ("__Host-a=1; Secure; Path=/; Domain=example.com", "https", false),
  ])
  func `keeps a cookie with a prefix only if it is as that says`(
    field: String, scheme: String, isKept: Bool
  ) throws {
    let jar = try Self.jar([field], from: "\(scheme)://example.com/")
    #expect(try (Self.sent(jar, to: "https://example.com/x") != nil) == isKept)
  }

  @Test(
    arguments: [
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
    ] as [(String, Int, Bool)])
  func `sends a cookie until it ends`(field: String, seconds: Int, isSent: Bool) throws {
    let jar = try Self.jar([field], from: "http://example.com/")
    #expect(try Self.sent(jar, to: "http://example.com/", after: seconds) == (isSent ? "a=1" : nil))
  }

  @Test(arguments: [
    (["a=1", "b=2", "a=3"], "a=3; b=2"),
    (["a=1; Path=/", "a=2; Path=/x", "a=3; Path=/x/y"], "a=3; a=2; a=1"),
    (["a=1", "a=1; Max-Age=0"], nil), (["a=1; Path=/", "a=; Path=/x; Max-Age=0"], "a=1"),
    (["a=1; Path=/; Domain=example.com", "a=2; Path=/"], "a=2"), ([" a b = c d ;x"], "a b=c d"),
    (["a=\(String(repeating: "x", count: 8192))"], nil),
    (["a=\(String(repeating: "x", count: 8191))"], nil),
    (["a=\(String(repeating: "x", count: 8190))"], "a=\(String(repeating: "x", count: 8190))"),
  ])
  func `keeps one cookie of a name, a domain and a path`(fields: [String], sent: String?) throws {
    let jar = try Self.jar(fields, from: "http://example.com/x/y/z")
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
