// SPDX-License-Identifier: Apache-2.0
// Tests of what is sent: headers and their defaults, URLs from answers, devices.

import HTTP
import Record
import Suites
import Testing

struct RequestTests {
  @Test func `leaves out a default whose variable has no value yet, and what is null`() throws {
    let service = try Service { _, _ in .json(#"{"token": "t"}"#) }
    let defaults = #"{headers: {Authorization: "Bearer ${token}", X-Always: yes}}"#
    let record = try Bench(keys: "defaults: \(defaults)").run(
      steps: """
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
    ("http://example.com/", "error: suite", ""), ("mailto:somebody", "failed at save: url", ""),
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
