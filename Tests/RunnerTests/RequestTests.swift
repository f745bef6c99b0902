// SPDX-License-Identifier: Apache-2.0
// Tests of what is sent: headers and their defaults, URLs from answers, devices, the user agent.

import Formats
import HTTP
import Partner
import Record
import Runner
import Suites
import Testing

@Suite struct RequestTests {
  @Test func `leaves out a default whose variable has no value yet, and what is null`() throws {
    let service = try Service { _, _ in .json(#"{"token": "t"}"#) }
    let record = try Bench().run(
      """
      suite: Headers
      defaults: {headers: {Authorization: "Bearer ${token}", X-Always: yes}}
      scenarios:
        - scenario: It
          steps:
            - {step: A, request: {GET: /a}, save: {token: $.token}}
            - {step: B, request: {GET: /b}, expect: {status: 200}}
            - {step: C, request: {POST: /c, query: {a: null, b: 1}, headers: {Authorization: null, Accept: null, Accept-Encoding: null, User-Agent: null, X-Always: [1, 2]}, form: {x: null, y: z}}, expect: {status: 200}}
            - {step: D, request: {POST: /d, headers: {Content-Type: null}, json: {a: 1}}, expect: {status: 200}}
      """, on: service)
    #expect(try record.onlyScenario().verdict == .passed)
    func shown(_ request: HTTPRequest) -> [String] {
      request.headers.fields.filter { $0.name != "Host" && $0.name != "Content-Length" }
        .map { "\($0.name): \($0.value)" }
    }
    let agent = "User-Agent: sso-conformance/test"
    let coding = "Accept-Encoding: identity"
    let requests = service.requests
    #expect(shown(requests[0]) == ["X-Always: yes", "Accept: application/json", coding, agent])
    #expect(
      shown(requests[1]) == [
        "Authorization: Bearer t", "X-Always: yes", "Accept: application/json", coding, agent,
      ])
    #expect(
      shown(requests[2]) == [
        "X-Always: 1", "X-Always: 2", "Content-Type: application/x-www-form-urlencoded",
      ])
    #expect(requests[2].target == "/c?b=1")
    #expect(String(decoding: requests[2].body, as: UTF8.self) == "y=z")
    #expect(requests[3].headers["Content-Type"] == nil)
  }

  @Test(arguments: [
    ("/next?x=1", "passed", "GET /next?x=1"), ("next", "passed", "GET /base/next"),
    ("http://127.0.0.1:PORT/there", "passed", "GET /there"),
    ("http://localhost:PORT/there", "error: suite", ""),
    ("https://127.0.0.1:PORT/there", "error: suite", ""),
    ("http://example.com/", "error: suite", ""), ("mailto:somebody", "error: suite", ""),
  ])
  func `sends a URL from an answer to the target's origin only`(
    url: String, verdict: String, sent: String
  ) throws {
    let port = Lock(0)
    let service = try Service { _, _ in
      .json(#"{"url": "\#(url.replacing("PORT", with: "\(port.read())"))"}"#)
    }
    port.write(service.port)
    var bench = Bench()
    let base = "http://127.0.0.1:\(service.port)/base"
    bench.profile = { if let url = try? BaseURL(base) { $0.baseURL = url } }
    let record = try bench.run(
      steps: """
        - {step: A, request: {GET: /a}, save: {url: $.url}}
        - {step: B, request: {GET: "${url}"}, expect: {status: 200}}
        """, on: service)
    #expect(try record.onlyScenario().verdict.outline == verdict)
    #expect(service.targets == ["GET /base/a"] + (sent.isEmpty ? [] : [sent]))
  }

  @Test func `adds a query to one that is there, and no header to one of the same name`() throws {
    let service = try Service { _, _ in .json("{}") }
    _ = try Bench().run(
      steps: """
        - {step: A, request: {GET: "/a?x=1", query: {b: 1}}, expect: {status: 200}}
        - {step: B, request: {GET: /a, query: {b: 1, c: [2, 3]}}, expect: {status: 200}}
        - {step: C, request: {GET: /a, headers: {accept: text/plain, USER-AGENT: me}}, expect: {status: 200}}
        """, on: service)
    #expect(service.targets == ["GET /a?x=1&b=1", "GET /a?b=1&c=2&c=3", "GET /a"])
    let headers = try #require(service.requests.last).headers
    #expect(headers.values(of: "Accept") == ["text/plain"])
    #expect(headers.values(of: "User-Agent") == ["me"])
  }

  @Test func `acts on the device that a step names, in defaults and fragments, too`() throws {
    let service = try Service { _, _ in .json("{}") }
    let record = try Bench().run(
      """
      suite: Devices
      defaults: {headers: {X-Id: "${device.id}", X-Platform: "${device.platform}"}}
      fragments:
        - {fragment: ask, gives: [], steps: [{step: Inner, request: {GET: /inner}, expect: {status: 200}}]}
      scenarios:
        - scenario: It
          devices: {phone: {platform: iOS}}
          steps:
            - {step: A, request: {GET: /a, headers: {X-Other: "${phone.id}"}}, expect: {status: 200}}
            - {step: B, device: phone, request: {GET: /b}, expect: {status: 200}}
            - {use: ask}
            - {use: ask, device: phone}
        - scenario: Other
          steps:
            - {step: A, request: {GET: /a}, expect: {status: 200}}
      """, on: service)
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
    let ids = service.requests.map { $0.headers["X-Id"] ?? "" }
    #expect(
      service.requests.map { $0.headers["X-Platform"] ?? "" } == [
        "tvOS", "iOS", "tvOS", "iOS", "tvOS",
      ])
    #expect(ids[0] == ids[2])
    #expect(ids[1] == ids[3])
    #expect(service.requests[0].headers["X-Other"] == ids[1])
    #expect(Set(ids).count == 3)
    #expect(record.scenarios[0].steps.map(\.device) == ["device", "phone", "device", "phone"])
    #expect(record.scenarios[0].steps[3].steps[0].device == "phone")
  }
}

@Suite struct VisitTests {
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

  static func run(_ service: Service) throws -> RunRecord {
    var bench = Bench()
    bench.facts = JSONObject([("redirect_url", "app://back"), ("login", "redirects")])
    return try bench.run(suite, on: service)
  }

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

  @Test func `shows no secret of a visit`() throws {
    let service = try Service { request, _ in
      switch request.target {
      case "/login?code=S3cr3tBegin": Self.redirect("/next", cookie: "session=S3cr3tCookie")
      case "/next": Self.redirect("app://back?code=S3cr3tCode")
      default: .json("{}")
      }
    }
    var bench = Bench()
    bench.facts = JSONObject([("redirect_url", "app://back"), ("login", "redirects")])
    let record = try bench.run(
      steps: """
        - {step: Begin, request: {GET: /begin}, expect: {status: 200}}
        - {step: Login, user: {visit: "/login?code=S3cr3t${part}"}, expect: {json: {reached: !starts-with "app://back"}}}
        - {step: After, request: {GET: /after}, expect: {status: 404}}
        """.replacing("${part}", with: "Begin"), on: service)
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
    ]
      as [(String?, String)])
  func `takes where a program has ended`(reached: String?, outline: String) throws {
    let asked = Lock<[String]>([])
    var bench = Bench()
    bench.facts = JSONObject([("redirect_url", "app://back"), ("login", "program")])
    bench.surroundings = { surroundings in
      surroundings.visit = { url, redirectURL, _ throws(PartnerError) in
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
      ("5", "app://back", "error: suite", "'visit' takes a URL"),
      (#"["/login"]"#, "app://back", "error: suite", "'visit' takes a URL"),
      (#""ftp://x/""#, "app://back", "error: suite", "'visit' takes a URL"),
      (
        #""/login""#, nil, "error: suite",
        "'visit' ends at the fact 'redirect_url', which the target's profile does not give"
      ),
    ] as [(String, String?, String, String)])
  func `begins at a URL of an answer, and needs one to end at`(
    value: String, redirectURL: String?, outline: String, sentence: String
  ) throws {
    var bench = Bench()
    bench.facts = JSONObject([("login", "redirects")])
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
    #expect(scenario.verdict.sentence.contains(sentence) || sentence.isEmpty)
  }

  @Test func `shows no secret of where a program has ended`() throws {
    var bench = Bench()
    bench.facts = JSONObject([("redirect_url", "app://back"), ("login", "program")])
    bench.surroundings = { surroundings in
      surroundings.visit = { _, _, _ throws(PartnerError) in "app://back?code=S3cr3tCode&state=1" }
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
      request.target == "/login" ? Self.redirect("/nowhere") : .text("", status: 404)
    }
    let scenario = try Self.run(service).onlyScenario()
    let findings = scenario.verdict.findings
    #expect(
      findings.map(\.found) == ["404 from /nowhere, where the service had sent the user agent"])
    let elsewhere = try Service { _, _ in Self.redirect("http://127.0.0.1:\(provider.port)/idp") }
    let other = try Self.run(elsewhere).onlyScenario()
    #expect(other.verdict.outline == "error: partner")
    #expect(other.verdict.sentence.contains("answered 403 and no redirect"))
  }

  @Test func `is an error where a hop gives no answer`() throws {
    let gone = try Service { _, _ in .json("{}") }
    gone.stop()
    let service = try Service { _, _ in Self.redirect("http://127.0.0.1:\(gone.port)/idp") }
    let scenario = try Self.run(service).onlyScenario()
    #expect(scenario.verdict.outline == "error: transport")
    #expect(scenario.steps[0].exchanges.map(\.status) == [302, 0])
    // The target itself was reached.
    guard case .broken(let problem) = scenario.verdict else { return }
    #expect(problem.isUnreachable == false)
  }
}
