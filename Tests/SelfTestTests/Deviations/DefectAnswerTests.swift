// SPDX-License-Identifier: Apache-2.0
// Services with defects, one call after the other.

import Formats
import HTTP
import ReferenceService
import TestSupport
import Testing
import Text

@testable import SelfTest

struct DefectAnswerTests {
  /// The rows of a defect come one after the other.
  static let table = AnswerRow.table(
    tableText("DefectAnswerTests").replacing("<BOM>", with: "\u{FEFF}"))

  @Test(arguments: table.map(\.name))
  func `makes other answers, or asks the service something else`(name: String) throws {
    let defect = try #require(Defect.named(name), "\(name)")
    let passage = Alteration.passage(defect.fault.alterations)
    for row in try #require(Self.table.first { $0.name == name }).rows {
      row.check(passage, asked: row.asked ?? [AnswerRow.text(row.request)])
    }
  }
}

struct DeviatingServiceTests {
  static func service(
    _ deviation: Deviation, pause: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> DeviatingService {
    DeviatingService(
      deviation, now: { Timestamp(milliseconds: 1_752_149_281_000) },
      randomBytes: { [UInt8](repeating: 7, count: $0) }, pause: pause)
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
    let service = Self.service(ServiceSetting.throttled.deviation)
    #expect((0..<30).contains { _ in Self.register(service).status == 429 })
  }

  @Test func `changes data`() throws {
    let variant = try #require(Variant.named("tokens-of-one-hour"))
    #expect(Self.token(Self.service(variant.deviation)).json?["expires_in"] == 3600)
  }

  /// The standard data as a setting has it.
  private static func data(of setting: ServiceSetting) -> ServiceData {
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
    #expect(ServiceSetting.throttled.deviation.isThrottled)
    #expect(!ServiceSetting.shortTemporaryAccess.deviation.isThrottled)
  }

  @Test func `has several deviations at once`() throws {
    let defect = try #require(Defect.named("register-answers-200")).deviation
    let variant = try #require(Variant.named("header-names-in-capitals")).deviation
    let answer = Self.register(Self.service(Deviation([variant, defect])))
    #expect(answer.status == 200)
    #expect(answer.headers.fields.map(\.name) == ["CONTENT-TYPE"])
  }
}
