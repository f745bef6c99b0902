// SPDX-License-Identifier: Apache-2.0
// Services with defects, one call after the other.

import Formats
import HTTP
import ReferenceService
import Synchronization
import TestSupport
import Testing
import Text

@testable import SelfTest

/// A request of the client, what the service answers to what it is asked, and what comes of it.
struct DefectStep: Sendable {
  let request: HTTPRequest
  /// The status and the body of each answer of the service; the last one counts on.
  let answers: [String]
  let changed: String
  /// What the service is asked: method, target, headers and body.
  let asked: [String]

  /// - Parameters:
  ///   - changed: nil for the first answer as it is.
  ///   - asked: nil for the request as it is.
  init(
    _ endpoint: String, _ answers: String..., to changed: String? = nil, asked: [String]? = nil,
    headers: [String: String] = [:], body: String = ""
  ) {
    request = VariantRow.request(endpoint, headers, body)
    self.answers = answers
    self.changed = changed ?? answers[0]
    self.asked = asked ?? [Self.text(request)]
  }

  static func text(_ request: HTTPRequest) -> String {
    let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(request.method) \(request.target)\(fields)\(body.isEmpty ? "" : " \(body)")"
  }
}

@Suite struct DefectAnswerTests {
  private static let profiles = VariantRow.profiles
  private static let unfit = #"401 {"code":"invalid_access_token_client_application"}"#
  private static let empty = #"200 {"profiles":{}}"#
  private static let filled = #"200 {"profiles":{"a":{}}}"#
  private static let ofCode = "GET /api/v2/ORCHARD/profiles/code/ABCDEFG"
  private static let login = "GET /api/v2/authenticate/ORCHARD/ABCDEFG"

  static let rows: [(String, [DefectStep])] = [
    (
      "profiles-with-any-token",
      [
        DefectStep(profiles, unfit, headers: ["Authorization": "bad"]),
        DefectStep(profiles, "200 {}", headers: ["Authorization": "good"]),
        DefectStep(profiles, "400 {}", headers: ["Authorization": "other"]),
        DefectStep(
          profiles, unfit, "200 {}", to: "200 {}",
          asked: ["\(profiles) Authorization=bad", "\(profiles) Authorization=good"],
          headers: ["Authorization": "bad"]),
        DefectStep(profiles, #"401 {"code":"x"}"#, headers: ["Authorization": "bad"]),
        DefectStep(VariantRow.logout, unfit, headers: ["Authorization": "bad"]),
      ]
    ),
    (
      "code-profile-of-the-last-login",
      [
        DefectStep(ofCode, empty), DefectStep(profiles, filled), DefectStep(ofCode, empty),
        DefectStep(ofCode, filled), DefectStep(ofCode, empty, to: filled),
        DefectStep(profiles, empty), DefectStep(ofCode, "400 {}"),
      ]
    ),
    (
      "login-by-code-that-is-over",
      [
        DefectStep(login, "400 "),
        DefectStep(
          VariantRow.create, #"200 {"url":"/api/v2/authenticate/ORCHARD/ABCDEFG"}"#, "302 ",
          asked: [VariantRow.create, "\(login) Host=localhost"]),
        DefectStep(VariantRow.create, #"200 {"url":"/api/v2/ORCHARD/sessions/ABCDEFG"}"#),
        DefectStep(login, "400 ", to: "302 "), DefectStep(login, "200 "),
        DefectStep("GET /api/v2/authenticate/ORCHARD/OTHER", "400 "),
        DefectStep("HEAD /api/v2/authenticate/ORCHARD/ABCDEFG", "400 "),
      ]
    ),
    (
      "status-of-an-earlier-call-at-partner-session",
      [
        DefectStep(
          profiles, "200 {}",
          headers: ["AP-Device-Identifier": "d", "AP-Partner-Framework-Status": "1"]),
        DefectStep(
          profiles, "200 {}",
          headers: ["AP-Device-Identifier": "d", "AP-Partner-Framework-Status": "2"]),
        DefectStep(
          VariantRow.partner, "200 {}",
          asked: ["\(VariantRow.partner) AP-Device-Identifier=d AP-Partner-Framework-Status=1"],
          headers: ["AP-Device-Identifier": "d", "AP-Partner-Framework-Status": "3"]),
        DefectStep(
          VariantRow.partner, "200 {}",
          headers: ["AP-Device-Identifier": "e", "AP-Partner-Framework-Status": "3"]),
      ]
    ),
    (
      "authorization-with-case",
      [
        DefectStep(
          profiles, "200 {}", asked: ["\(profiles) X-A=b"],
          headers: ["X-A": "b", "authorization": "c"]),
        DefectStep(profiles, "200 {}", headers: ["Authorization": "c", "X-A": "b"]),
        DefectStep("POST /o/client/token", "200 {}", headers: ["authorization": "c"]),
      ]
    ),
    (
      "byte-order-mark-at-profiles",
      [
        DefectStep(profiles, "200 {}", to: "200 \u{FEFF}{}"), DefectStep(profiles, "200 x"),
        DefectStep(VariantRow.logout, "200 {}"),
      ]
    ),
    (
      "json-with-a-comma-too-much",
      [
        DefectStep(profiles, #"200 {"a":1}"#, to: #"200 {"a":1,}"#), DefectStep(profiles, "400 {}"),
        DefectStep(profiles, "200 []"),
      ]
    ),
    (
      "login-answers-200",
      [DefectStep(login, "302 ", to: "200 <html></html>"), DefectStep(login, "400 ")]
    ),
    (
      "login-by-unknown-code", [DefectStep(login, "400 x", to: "302 "), DefectStep(login, "302 x")]
    ),
    (
      "login-errors-as-json",
      [
        DefectStep(
          login, "400 x",
          to:
            #"400 {"action":"none","status":400,"code":"invalid_authentication_session","message":"The session is over."}"#
        ), DefectStep(login, "302 x"),
      ]
    ),
    (
      "cached-profiles",
      [
        DefectStep(profiles, empty), DefectStep(profiles, #"400 {"profiles":{"a":{}}}"#),
        DefectStep(profiles, filled),
        DefectStep(profiles, empty, to: filled, asked: []), DefectStep(ofCode, empty),
        DefectStep(profiles, empty, headers: ["AP-Device-Identifier": "e"]),
        DefectStep(profiles, empty, headers: ["Authorization": "e"]),
        DefectStep(profiles, empty, headers: ["AP-Partner-Framework-Status": "e"]),
        DefectStep("\(profiles)?a=b", empty), DefectStep(profiles, empty, body: "a"),
      ]
    ),
    (
      "cached-authorization",
      [
        DefectStep(VariantRow.authorize, #"200 {"decisions":[{"authorized":false}]}"#),
        DefectStep(VariantRow.authorize, #"200 {"decisions":[{"authorized":true}]}"#),
        DefectStep(
          VariantRow.authorize, #"200 {"decisions":[]}"#,
          to: #"200 {"decisions":[{"authorized":true}]}"#, asked: []),
      ]
    ),
    (
      "partner-profile-kept-though-refused",
      [
        DefectStep(
          VariantRow.partnerProfile, "201 {}", headers: ["AP-Partner-Framework-Status": "good"]),
        DefectStep(
          VariantRow.partnerProfile, #"400 {"code":"x"}"#,
          headers: ["AP-Partner-Framework-Status": "bad"]),
        DefectStep(
          VariantRow.partnerProfile, #"400 {"code":"invalid_header_pfs_x"}"#, "201 {}",
          asked: [
            "\(VariantRow.partnerProfile) AP-Partner-Framework-Status=bad",
            "\(VariantRow.partnerProfile) AP-Partner-Framework-Status=good",
          ], headers: ["AP-Partner-Framework-Status": "bad"]),
        DefectStep(profiles, #"400 {"code":"invalid_header_pfs_x"}"#),
      ]
    ),
    (
      "partner-profile-instead-of-basic",
      [
        DefectStep(VariantRow.partnerProfile, empty),
        DefectStep(VariantRow.partnerProfile, #"201 {"profiles":{"a":{}}}"#),
        DefectStep(VariantRow.partnerProfile, empty, to: #"201 {"profiles":{"a":{}}}"#),
        DefectStep(VariantRow.partnerProfile, filled), DefectStep(profiles, empty),
      ]
    ),
    (
      "partner-profile-any-partner",
      [
        DefectStep(
          "POST /api/v2/ORCHARD/profiles/sso/Nobody?a", "200 {}",
          asked: ["POST /api/v2/ORCHARD/profiles/sso/Apple?a"])
      ]
    ),
    (
      "partner-session-any-partner",
      [
        DefectStep(
          "POST /api/v2/ORCHARD/sessions/sso/Nobody", "200 {}", asked: [VariantRow.partner])
      ]
    ),
    (
      "partner-fallback-opens-no-login",
      [
        DefectStep(
          VariantRow.partner,
          #"200 {"reasonType":"configuration_fallback","code":"AB","url":"/x/AB"}"#,
          to: #"200 {"reasonType":"configuration_fallback","code":"ZZZZZZZ","url":"/x/ZZZZZZZ"}"#),
        DefectStep(
          VariantRow.partner, #"200 {"reasonType":"pfs_fallback","code":"AB","url":"/x/AB"}"#),
      ]
    ),
    (
      "logout-removes-all-devices",
      [
        DefectStep(profiles, "200 {}", headers: ["AP-Device-Identifier": "d"]),
        DefectStep(
          VariantRow.logout, "200 {}",
          asked: [
            "\(VariantRow.logout) AP-Device-Identifier=d",
            "\(VariantRow.logout) AP-Device-Identifier=d",
          ], headers: ["AP-Device-Identifier": "d"]),
        DefectStep(VariantRow.logout, "400 {}", headers: ["AP-Device-Identifier": "d"]),
      ]
    ),
    (
      "profile-of-all",
      [
        DefectStep(
          "GET /api/v2/ORCHARD/profiles/Harbor?a", "200 {}", filled, to: filled,
          asked: ["GET /api/v2/ORCHARD/profiles/Harbor?a", profiles]),
        DefectStep("GET /api/v2/ORCHARD/profiles/Harbor", "400 {}"),
      ]
    ),
    (
      "session-despite-profile",
      [
        DefectStep(
          VariantRow.create, #"200 {"reasonType":"authenticated"}"#, "200 {}", to: "200 {}",
          asked: [
            "\(VariantRow.create) AP-Device-Identifier=d",
            "\(VariantRow.create) AP-Device-Identifier=fingerprint b3RoZXItZGV2aWNlLTE3LW90aGVy",
          ], headers: ["AP-Device-Identifier": "d"]),
        DefectStep(VariantRow.create, #"200 {"reasonType":"none"}"#),
        DefectStep(VariantRow.resume, #"200 {"reasonType":"authenticated"}"#),
      ]
    ),
    (
      "retrieved-session-without-what-came-later",
      [
        DefectStep(VariantRow.retrieve, #"200 {"existingParameters":{"mvpd":"m","a":1}}"#),
        DefectStep(VariantRow.resume, "200 {}"),
        DefectStep(
          VariantRow.retrieve, #"200 {"existingParameters":{"mvpd":"m","a":1}}"#,
          to: #"200 {"existingParameters":{"a":1}}"#),
        DefectStep(
          "GET /api/v2/ORCHARD/sessions/OTHER", #"200 {"existingParameters":{"mvpd":"m"}}"#),
      ]
    ),
    (
      "retrieved-session-ended-by-another-device",
      [
        DefectStep(VariantRow.create, #"200 {"code":"ABCDEFG"}"#),
        DefectStep(VariantRow.retrieve, "200 {}"),
        DefectStep(VariantRow.create, #"200 {"code":"OTHER"}"#),
        DefectStep(
          VariantRow.retrieve, "200 {}", "400 {}", to: "400 {}",
          asked: [VariantRow.retrieve, "GET /api/v2/ORCHARD/sessions/AAAAAAA"]),
        DefectStep(VariantRow.retrieve, "401 {}"),
      ]
    ),
    (
      "one-permit-for-all",
      [
        DefectStep(
          VariantRow.authorize, #"200 {"decisions":[{"resource":"a","authorized":false}]}"#,
          headers: ["AP-Device-Identifier": "d"]),
        DefectStep(
          VariantRow.authorize, #"200 {"decisions":[{"resource":"b","authorized":true}]}"#,
          headers: ["AP-Device-Identifier": "d"]),
        DefectStep(
          VariantRow.authorize, #"200 {"decisions":[{"resource":"a","authorized":false}]}"#,
          to: #"200 {"decisions":[{"resource":"a","authorized":true}]}"#,
          headers: ["AP-Device-Identifier": "d"]),
        DefectStep(
          VariantRow.authorize, #"200 {"decisions":[{"resource":"a","authorized":false}]}"#,
          headers: ["AP-Device-Identifier": "e"]),
      ]
    ),
    (
      "v1-exchange-of-nothing",
      [
        DefectStep("POST /api/v1/tokens/authn", "400 {}", to: "204 ", body: "a=b"),
        DefectStep("POST /api/v1/tokens/authn", "400 {}", to: "204 ", body: "SAMLResponse="),
        DefectStep("POST /api/v1/tokens/authn", "400 {}", body: "SAMLResponse=x"),
      ]
    ),
    (
      "v1-exchange-makes-no-token",
      [
        DefectStep("GET /api/v1/checkauthn?deviceId=d", "200 "),
        DefectStep("POST /api/v1/tokens/authn", "400 {}", body: "deviceId=d"),
        DefectStep("GET /api/v1/checkauthn?deviceId=d", "200 "),
        DefectStep("POST /api/v1/tokens/authn", "204 ", body: "deviceId=d"),
        DefectStep(
          "GET /api/v1/checkauthn?deviceId=d", "200 ",
          to: #"403 {"status":403,"message":"Authentication token expired"}"#),
        DefectStep("GET /api/v1/checkauthn?deviceId=e", "200 "),
      ]
    ),
    (
      "v1-any-device-type",
      [
        DefectStep(
          "GET /api/v1/R/profile-requests/M?deviceType=x", "200 ",
          asked: ["GET /api/v1/R/profile-requests/M?deviceType=tvOS"])
      ]
    ),
    (
      "v1-any-time-to-live",
      [
        DefectStep(
          "POST /reggie/v1/R/regcode", "201 {}",
          asked: ["POST /reggie/v1/R/regcode ttl=36000&a=99999"], body: "ttl=36001&a=99999"),
        DefectStep("POST /reggie/v1/R/regcode", "201 {}", body: "ttl=35999"),
      ]
    ),
    (
      "v1-code-without-a-device",
      [
        DefectStep(
          "POST /reggie/v1/R/regcode", "201 {}",
          asked: ["POST /reggie/v1/R/regcode a=b&deviceId=nobody"], body: "deviceId=&a=b"),
        DefectStep("POST /reggie/v1/R/regcode", "201 {}", body: "deviceId=d&a=b"),
      ]
    ),
    (
      "v1-logout-without-effect",
      [
        DefectStep(
          "DELETE /api/v1/logout?deviceId=d", "204 ", asked: ["DELETE /api/v1/logout?deviceId=no-d"]
        )
      ]
    ),
  ]

  @Test(arguments: rows.indices)
  func `makes other answers, or asks the service something else`(index: Int) throws {
    let (name, steps) = Self.rows[index]
    let defect = try #require(Defect.named(name), "\(name)")
    let passage = Alteration.passage(defect.fault.alterations)
    for (number, step) in steps.enumerated() {
      let asked = Mutex<[String]>([])
      let answer = passage(step.request) { request in
        let count = asked.withLock { asked in
          asked.append(DefectStep.text(request))
          return asked.count
        }
        let text = step.answers[min(count, step.answers.count) - 1]
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPResponse(
          status: Int(words[0]) ?? 0, reason: "", headers: HeaderList(), body: Array(words[1].utf8))
      }
      let body = String(decoding: answer.body, as: UTF8.self)
      #expect("\(answer.status) \(body)" == step.changed, "\(name), step \(number)")
      #expect(asked.withLock { $0 } == step.asked, "\(name), step \(number)")
    }
  }
}

@Suite struct DeviatingServiceTests {
  private static func service(_ deviation: Deviation) -> DeviatingService {
    DeviatingService(
      deviation, now: { Timestamp(milliseconds: 1_752_149_281_000) },
      randomBytes: { [UInt8](repeating: 7, count: $0) }, pause: { _ in })
  }

  private static func post(_ path: String, _ type: String, _ body: String) -> HTTPRequest {
    HTTPRequest(
      method: "POST", target: path, headers: HeaderList(["Content-Type": type]),
      body: Array(body.utf8))
  }

  private static func register(_ service: DeviatingService) -> HTTPResponse {
    let statement = service.facts["software_statement"]?.string ?? ""
    return service.answer(
      post("/o/client/register", "application/json", "{\"software_statement\": \"\(statement)\"}"),
      from: "127.0.0.1")
  }

  @Test func `is the reference service without deviations`() {
    #expect(Self.register(Self.service(Deviation())).status == 201)
  }

  @Test func `alters answers as data says`() throws {
    let defect = try #require(Defect.named("register-answers-200"))
    #expect(Self.register(Self.service(defect.deviation)).status == 200)
  }

  @Test func `turns switches`() throws {
    let defect = try #require(Defect.named("token-any-secret"))
    for (deviation, status) in [(Deviation(), 400), (defect.deviation, 201)] {
      let service = Self.service(deviation)
      let id = Self.register(service).json?["client_id"]?.string ?? ""
      let answer = service.answer(
        Self.post(
          "/o/client/token", "application/x-www-form-urlencoded",
          "client_id=\(id)&client_secret=wrong&grant_type=client_credentials"), from: "127.0.0.1")
      #expect(answer.status == status)
    }
  }

  @Test func `turns switches at some endpoints only`() throws {
    let elsewhere = Deviation(switches: [.acceptsAnySecret], at: [.register])
    for (deviation, status) in [
      (Deviation(switches: [.acceptsAnySecret], at: [.token]), 201), (elsewhere, 400),
    ] {
      let service = Self.service(deviation)
      let id = Self.register(service).json?["client_id"]?.string ?? ""
      let answer = service.answer(
        Self.post(
          "/o/client/token", "application/x-www-form-urlencoded",
          "client_id=\(id)&client_secret=wrong&grant_type=client_credentials"), from: "127.0.0.1")
      #expect(answer.status == status)
    }
  }

  @Test func `limits requests where a deviation is one of limits`() {
    var deviation = Deviation()
    deviation.isThrottled = true
    let service = Self.service(deviation)
    let statuses = (0..<30).map { _ in Self.register(service).status }
    #expect(statuses.contains(429))
  }

  @Test func `changes data`() throws {
    let variant = try #require(Variant.named("tokens-of-one-hour"))
    let service = Self.service(variant.deviation)
    let client = Self.register(service).json
    let id = client?["client_id"]?.string ?? ""
    let secret = client?["client_secret"]?.string ?? ""
    let answer = service.answer(
      Self.post(
        "/o/client/token", "application/x-www-form-urlencoded",
        "client_id=\(id)&client_secret=\(secret)&grant_type=client_credentials"), from: "127.0.0.1")
    #expect(answer.json?["expires_in"] == 3600)
  }

  /// The standard data as a setting has it.
  private static func data(of setting: Setting) -> ServiceData {
    setting.deviation.dataChanges.reduce(into: ServiceData.standard) { $1(&$0) }
  }

  @Test func `has settings that change what they are named for, and nothing else`() {
    #expect(Self.data(of: .standard) == .standard)
    #expect(Self.data(of: .throttled) == .standard)
    var data = Self.data(of: .shortTemporaryAccess)
    for (index, mvpd) in ServiceData.standard.mvpds.enumerated() {
      // A pass that asks for an identity lasts as long as ever.
      let isShort = mvpd.temporary?.isPromotional == false
      let usual = mvpd.temporary?.duration
      #expect(
        data.mvpds[index].temporary?.duration == (isShort ? .seconds(3) : usual), "\(mvpd.id)")
      if let usual { data.mvpds[index].temporary?.duration = usual }
    }
    #expect(data == .standard)
    let temporary = ServiceData.standard.mvpds.compactMap(\.temporary)
    #expect(Set(temporary.map(\.isPromotional)) == [true, false])
    #expect(Setting.throttled.deviation.isThrottled)
    #expect(!Setting.shortTemporaryAccess.deviation.isThrottled)
  }

  @Test func `has several deviations at once`() throws {
    let defect = try #require(Defect.named("register-answers-200"))
    let variant = try #require(Variant.named("header-names-in-capitals"))
    let answer = Self.register(Self.service(Deviation([variant.deviation, defect.deviation])))
    #expect(answer.status == 200)
    #expect(answer.headers.fields.map(\.name) == ["CONTENT-TYPE"])
  }
}
