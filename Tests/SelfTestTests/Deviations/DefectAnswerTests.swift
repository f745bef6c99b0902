// SPDX-License-Identifier: Apache-2.0
// Services with defects, one call after the other.

import Formats
import HTTP
import ReferenceService
import TestSupport
import Testing
import Text

@testable import SelfTest

@Suite struct DefectAnswerTests {
  /// The rows of a defect come one after the other.
  static let table = AnswerRow.table(
    #"""
    profiles-with-any-token
      profiles, Authorization=bad -> 401 {"code":"invalid_access_token_client_application"}
      profiles, Authorization=good -> 200 {}
      profiles, Authorization=other -> 400 {}
      profiles, Authorization=bad -> 401 {"code":"invalid_access_token_client_application"} | 200 {} => 200 {} ?? profiles, Authorization=bad | profiles, Authorization=good
      profiles, Authorization=bad -> 401 {"code":"x"}
      logout, Authorization=bad -> 401 {"code":"invalid_access_token_client_application"}
    code-profile-of-the-last-login
      codeProfile -> 200 {"profiles":{}}
      profiles -> 200 {"profiles":{"a":{}}}
      codeProfile -> 200 {"profiles":{}}
      codeProfile -> 200 {"profiles":{"a":{}}}
      codeProfile -> 200 {"profiles":{}} => 200 {"profiles":{"a":{}}}
      profiles -> 200 {"profiles":{}}
      codeProfile -> 400 {}
    login-by-code-that-is-over
      login -> 400
      create -> 200 {"url":"/api/v2/authenticate/ORCHARD/ABCDEFG"} | 302 ?? create | login, Host=localhost
      create -> 200 {"url":"/api/v2/ORCHARD/sessions/ABCDEFG"}
      login -> 400 => 302
      login -> 200
      GET /api/v2/authenticate/ORCHARD/OTHER -> 400
      HEAD /api/v2/authenticate/ORCHARD/ABCDEFG -> 400
    status-of-an-earlier-call-at-partner-session
      profiles, AP-Device-Identifier=d, AP-Partner-Framework-Status=1 -> 200 {}
      profiles, AP-Device-Identifier=d, AP-Partner-Framework-Status=2 -> 200 {}
      partner, AP-Device-Identifier=d, AP-Partner-Framework-Status=3 -> 200 {} ?? partner, AP-Device-Identifier=d, AP-Partner-Framework-Status=1
      partner, AP-Device-Identifier=e, AP-Partner-Framework-Status=3 -> 200 {}
    authorization-with-case
      profiles, X-A=b, authorization=c -> 200 {} ?? profiles, X-A=b
      profiles, Authorization=c, X-A=b -> 200 {}
      POST /o/client/token, authorization=c -> 200 {}
    byte-order-mark-at-profiles
      profiles -> 200 {} => 200 \#u{FEFF}{}
      profiles -> 200 x
      logout -> 200 {}
    json-with-a-comma-too-much
      profiles -> 200 {"a":1} => 200 {"a":1,}
      profiles -> 400 {}
      profiles -> 200 []
    login-answers-200
      login -> 302 => 200 <html></html>
      login -> 400
    login-by-unknown-code
      login -> 400 x => 302
      login -> 302 x
    login-errors-as-json
      login -> 400 x => 400 {"action":"none","status":400,"code":"invalid_authentication_session","message":"The session is over."}
      login -> 302 x
    cached-profiles
      profiles -> 200 {"profiles":{}}
      profiles -> 400 {"profiles":{"a":{}}}
      profiles -> 200 {"profiles":{"a":{}}}
      profiles -> 200 {"profiles":{}} => 200 {"profiles":{"a":{}}} ?? nothing
      codeProfile -> 200 {"profiles":{}}
      profiles, AP-Device-Identifier=e -> 200 {"profiles":{}}
      profiles, Authorization=e -> 200 {"profiles":{}}
      profiles, AP-Partner-Framework-Status=e -> 200 {"profiles":{}}
      GET /api/v2/ORCHARD/profiles?a=b -> 200 {"profiles":{}}
      profiles, body a -> 200 {"profiles":{}}
    cached-authorization
      authorize -> 200 {"decisions":[{"authorized":false}]}
      authorize -> 200 {"decisions":[{"authorized":true}]}
      authorize -> 200 {"decisions":[]} => 200 {"decisions":[{"authorized":true}]} ?? nothing
    partner-profile-kept-though-refused
      partnerProfile, AP-Partner-Framework-Status=good -> 201 {}
      partnerProfile, AP-Partner-Framework-Status=bad -> 400 {"code":"x"}
      partnerProfile, AP-Partner-Framework-Status=bad -> 400 {"code":"invalid_header_pfs_x"} | 201 {} ?? partnerProfile, AP-Partner-Framework-Status=bad | partnerProfile, AP-Partner-Framework-Status=good
      profiles -> 400 {"code":"invalid_header_pfs_x"}
    partner-profile-instead-of-basic
      partnerProfile -> 200 {"profiles":{}}
      partnerProfile -> 201 {"profiles":{"a":{}}}
      partnerProfile -> 200 {"profiles":{}} => 201 {"profiles":{"a":{}}}
      partnerProfile -> 200 {"profiles":{"a":{}}}
      profiles -> 200 {"profiles":{}}
    partner-profile-any-partner
      POST /api/v2/ORCHARD/profiles/sso/Nobody?a -> 200 {} ?? POST /api/v2/ORCHARD/profiles/sso/Apple?a
    partner-session-any-partner
      POST /api/v2/ORCHARD/sessions/sso/Nobody -> 200 {} ?? partner
    partner-fallback-opens-no-login
      partner -> 200 {"reasonType":"configuration_fallback","code":"AB","url":"/x/AB"} => 200 {"reasonType":"configuration_fallback","code":"ZZZZZZZ","url":"/x/ZZZZZZZ"}
      partner -> 200 {"reasonType":"pfs_fallback","code":"AB","url":"/x/AB"}
    logout-removes-all-devices
      profiles, AP-Device-Identifier=d -> 200 {}
      logout, AP-Device-Identifier=d -> 200 {} ?? logout, AP-Device-Identifier=d | logout, AP-Device-Identifier=d
      logout, AP-Device-Identifier=d -> 400 {}
    profile-of-all
      GET /api/v2/ORCHARD/profiles/Harbor?a -> 200 {} | 200 {"profiles":{"a":{}}} => 200 {"profiles":{"a":{}}} ?? GET /api/v2/ORCHARD/profiles/Harbor?a | profiles
      GET /api/v2/ORCHARD/profiles/Harbor -> 400 {}
    session-despite-profile
      create, AP-Device-Identifier=d -> 200 {"reasonType":"authenticated"} | 200 {} => 200 {} ?? create, AP-Device-Identifier=d | create, AP-Device-Identifier=fingerprint b3RoZXItZGV2aWNlLTE3LW90aGVy
      create -> 200 {"reasonType":"none"}
      resume -> 200 {"reasonType":"authenticated"}
    retrieved-session-without-what-came-later
      retrieve -> 200 {"existingParameters":{"mvpd":"m","a":1}}
      resume -> 200 {}
      retrieve -> 200 {"existingParameters":{"mvpd":"m","a":1}} => 200 {"existingParameters":{"a":1}}
      GET /api/v2/ORCHARD/sessions/OTHER -> 200 {"existingParameters":{"mvpd":"m"}}
    retrieved-session-ended-by-another-device
      create -> 200 {"code":"ABCDEFG"}
      retrieve -> 200 {}
      create -> 200 {"code":"OTHER"}
      retrieve -> 200 {} | 400 {} => 400 {} ?? retrieve | GET /api/v2/ORCHARD/sessions/AAAAAAA
      retrieve -> 401 {}
    one-permit-for-all
      authorize, AP-Device-Identifier=d -> 200 {"decisions":[{"resource":"a","authorized":false}]}
      authorize, AP-Device-Identifier=d -> 200 {"decisions":[{"resource":"b","authorized":true}]}
      authorize, AP-Device-Identifier=d -> 200 {"decisions":[{"resource":"a","authorized":false}]} => 200 {"decisions":[{"resource":"a","authorized":true}]}
      authorize, AP-Device-Identifier=e -> 200 {"decisions":[{"resource":"a","authorized":false}]}
    v1-exchange-of-nothing
      POST /api/v1/tokens/authn, body a=b -> 400 {} => 204
      POST /api/v1/tokens/authn, body SAMLResponse= -> 400 {} => 204
      POST /api/v1/tokens/authn, body SAMLResponse=x -> 400 {}
    v1-exchange-makes-no-token
      GET /api/v1/checkauthn?deviceId=d -> 200
      POST /api/v1/tokens/authn, body deviceId=d -> 400 {}
      GET /api/v1/checkauthn?deviceId=d -> 200
      POST /api/v1/tokens/authn, body deviceId=d -> 204
      GET /api/v1/checkauthn?deviceId=d -> 200 => 403 {"status":403,"message":"Authentication token expired"}
      GET /api/v1/checkauthn?deviceId=e -> 200
    v1-any-device-type
      GET /api/v1/R/profile-requests/M?deviceType=x -> 200 ?? GET /api/v1/R/profile-requests/M?deviceType=tvOS
    v1-any-time-to-live
      POST /reggie/v1/R/regcode, body ttl=36001&a=99999 -> 201 {} ?? POST /reggie/v1/R/regcode, body ttl=36000&a=99999
      POST /reggie/v1/R/regcode, body ttl=35999 -> 201 {}
    v1-code-without-a-device
      POST /reggie/v1/R/regcode, body deviceId=&a=b -> 201 {} ?? POST /reggie/v1/R/regcode, body a=b&deviceId=nobody
      POST /reggie/v1/R/regcode, body deviceId=d&a=b -> 201 {}
    v1-logout-without-effect
      DELETE /api/v1/logout?deviceId=d -> 204 ?? DELETE /api/v1/logout?deviceId=no-d
    """#)

  @Test(arguments: table.map(\.name))
  func `makes other answers, or asks the service something else`(name: String) throws {
    let defect = try #require(Defect.named(name), "\(name)")
    let passage = Alteration.passage(defect.fault.alterations)
    for row in try #require(Self.table.first { $0.name == name }).rows {
      row.check(passage, asked: row.asked ?? [AnswerRow.text(row.request)])
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

  /// The answer to a registered client that asks for a token.
  private static func token(_ service: DeviatingService, secret: String? = nil) -> HTTPResponse {
    let client = register(service).json
    let id = client?["client_id"]?.string ?? ""
    let secret = secret ?? client?["client_secret"]?.string ?? ""
    return service.answer(
      post(
        "/o/client/token", "application/x-www-form-urlencoded",
        "client_id=\(id)&client_secret=\(secret)&grant_type=client_credentials"), from: "127.0.0.1")
  }

  @Test func `turns switches, at some endpoints only`() throws {
    let defect = try #require(Defect.named("token-any-secret"))
    for (deviation, status) in [
      (Deviation(), 400), (defect.deviation, 201),
      (Deviation(switches: [.acceptsAnySecret], at: [.token]), 201),
      (Deviation(switches: [.acceptsAnySecret], at: [.register]), 400),
    ] {
      #expect(Self.token(Self.service(deviation), secret: "wrong").status == status)
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
    #expect(Self.token(Self.service(variant.deviation)).json?["expires_in"] == 3600)
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
