// SPDX-License-Identifier: Apache-2.0
// Answers, requests and data that variants change.

import Formats
import HTTP
import ReferenceService
import Synchronization
import TestSupport
import Testing
import Text

@testable import SelfTest

struct VariantAnswerTests {
  static func passage(_ name: String) throws -> Alteration.Passage {
    Alteration.passage(try #require(Variant.named(name)).deviation.alterations)
  }

  /// What a variant makes of the answer to a request.
  static func changed(
    _ name: String, _ request: String, _ answer: HTTPResponse
  ) throws -> HTTPResponse {
    try passage(name)(AnswerRow.request(request)) { _ in answer }
  }

  @Test(
    arguments: ["sessions", "configurations", "errors", "requests"].flatMap {
      AnswerRow.table(tableText("VariantRows.\($0)"))
    }.map { ($0.name, $0.rows) })
  func `makes another answer of one, or leaves it`(name: String, rows: [AnswerRow]) throws {
    for row in rows {
      row.check(
        try Self.passage(name), headers: HeaderList(["Content-Type": "application/json"]),
        asked: row.asked)
    }
  }

  /// What the service is asked instead of a request.
  private static func asked(_ name: String, _ request: String) throws -> HTTPRequest {
    let asked = Mutex(HTTPRequest(method: "", target: ""))
    _ = try passage(name)(AnswerRow.request(request)) { request in
      asked.withLock { $0 = request }
      return .json(404, [:])
    }
    return asked.withLock { $0 }
  }

  @Test(arguments: [
    ("profiles, status granted", true), ("profiles, status nobody", false),
    ("profiles, status denied", false), ("profiles", false),
    (
      #"profiles, status {"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"p","expirationDate":"5"}}"#,
      false
    ),
  ])
  func `takes a status without a date for one that holds`(request: String, isChanged: Bool) throws {
    let field = "AP-Partner-Framework-Status"
    let status = try Self.asked("status-without-date-counts", request).headers[field]
    #expect((status != AnswerRow.request(request).headers[field]) == isChanged)
    if isChanged {
      let json = try JSONParser.document(try #require(status.flatMap { Base64.decode($0) })).root
      #expect(json["frameworkProviderInfo"]?["expirationDate"] == "4102444800000")
      #expect(json["frameworkProviderInfo"]?["id"] == "p")
    }
  }

  @Test(arguments: [
    ("device-information-is-derived", nil, true), ("device-information-is-derived", "!", false),
    ("unreadable-device-information", nil, false), ("unreadable-device-information", "!", true),
    ("unreadable-device-information", "e30=", false),
  ])
  func `supposes a device`(name: String, header: String?, isSupposed: Bool) throws {
    let request = "profiles" + (header.map { ", X-Device-Info=\($0)" } ?? "")
    #expect((try Self.asked(name, request).headers["X-Device-Info"] != header) == isSupposed)
  }

  @Test(arguments: [
    ("relative-login-location", 302, "http://h/mvpd/M/login?a=/mvpd/", "/mvpd/M/login?a=/mvpd/"),
    ("login-location-beside-the-url", 302, "http://h/mvpd/M", "../../../../mvpd/M"),
    ("relative-login-location", 200, "http://h/mvpd/M", "http://h/mvpd/M"),
    ("relative-login-location", 302, "http://h/other", "http://h/other"),
  ])
  func `shows the way to the login otherwise`(
    name: String, status: Int, location: String, changed: String
  ) throws {
    let response = HTTPResponse(status: status, headers: HeaderList(["Location": location]))
    let answer = try Self.changed(name, "login", response)
    #expect(answer.headers["Location"] == changed)
  }

  @Test func `changes the way of an answer`() throws {
    func changed(_ name: String, _ body: String = "x") throws -> HTTPResponse {
      let response = HTTPResponse(
        status: 200, reason: "OK", headers: HeaderList(["X-Ab": "Cd"]), body: Array(body.utf8))
      return try Self.changed(name, "profiles", response)
    }
    #expect(try changed("connection-for-each-request").headers["Connection"] == "close")
    #expect(try changed("chunked-bodies").headers["Transfer-Encoding"] == "chunked")
    #expect(try changed("chunked-bodies", "").headers["Transfer-Encoding"] == nil)
    #expect(try changed("no-reason-phrase").reason == "")
    #expect(try changed("other-reason-phrases").reason == "Answer 200")
    #expect(try changed("header-names-in-capitals").headers.fields == [HeaderField("X-AB", "Cd")])
    #expect(try changed("header-names-in-lower-case").headers.fields == [HeaderField("x-ab", "Cd")])
    #expect(try changed("more-headers").headers.values(of: "Set-Cookie").count == 2)
    let other = try Self.changed("no-reason-phrase", "GET /elsewhere", .json(200, [:]))
    #expect(other.reason == "OK")
  }

  private static func data(
    _ name: String, of data: ServiceData = .standard
  ) throws -> ServiceData {
    try #require(Variant.named(name)).deviation.dataChanges.reduce(into: data) { $1(&$0) }
  }

  @Test func `changes the account, in all places that name a thing`() throws {
    let standard = ServiceData.standard
    let mapped = try Self.data("mapping-ids-like-mvpd-ids")
    for (mvpd, old) in zip(mapped.mvpds, standard.mvpds) {
      #expect(mvpd.platformMappingID == (old.platformMappingID == nil ? nil : mvpd.id))
    }
    let renamed = try Self.data("mvpd-ids-with-blanks")
    #expect(renamed.mvpds.map(\.id) == standard.mvpds.map { "\($0.id) & Söhne (1+1)" })
    #expect(
      renamed.serviceProviders.map { $0.integrations.map(\.mvpd) }
        == standard.serviceProviders.map { $0.integrations.map { "\($0.mvpd) & Söhne (1+1)" } })
    let numbered = try Self.data("mvpd-ids-of-digits")
    #expect(Set(numbered.mvpds.map(\.id)).count == standard.mvpds.count)
    #expect(
      Set(numbered.serviceProviders.flatMap { $0.integrations.map(\.mvpd) })
        .isSubset(of: numbered.mvpds.map(\.id)))
    let providers = try Self.data("service-providers-in-lower-case")
    #expect(providers.serviceProviders[0].id == "orchard-tv.2030_x")
    #expect(
      providers.statements.map(\.serviceProviders)
        == standard.statements.map { $0.serviceProviders.map { "\($0.lowercased())-tv.2030_x" } })
    let resources = try Self.data("resources-with-signs")
    for (mvpd, old) in zip(resources.mvpds, standard.mvpds) {
      let sign = "/é \"17\" <&>#%2F"
      #expect(mvpd.subscriber.permitted == old.subscriber.permitted.map { "\($0)\(sign)" })
      #expect(
        mvpd.subscriber.denied.map(\.resource)
          == old.subscriber.denied.map { "\($0.resource)\(sign)" })
    }
    let large = try Self.data("large-configuration")
    #expect(large.mvpds.count == standard.mvpds.count + 500)
    #expect(large.mvpds.last?.boardingStatus == .supported)
    #expect(
      large.serviceProviders.map(\.integrations.count)
        == standard.serviceProviders.map { $0.integrations.count + 500 })
    let enforced = try Self.data("permissions-are-enforced")
    #expect(
      enforced.serviceProviders.allSatisfy {
        $0.integrations.allSatisfy(\.enforcePlatformPermissions)
      })
    #expect(try Self.data("few-user-metadata").mvpds.allSatisfy(\.subscriber.attributes.isEmpty))
    #expect(try Self.data("raised-limit-of-resources").limits.preauthorize == 8)
    let domains = try Self.data("many-domains").serviceProviders.map(\.domains.count)
    #expect(domains == standard.serviceProviders.map { $0.domains.count + 20 })
    let lifetimes = try Self.data("other-lifetimes").lifetimes
    #expect(lifetimes.mediaToken == .seconds(300))
    #expect(lifetimes.decision == .seconds(86_400))
    #expect(lifetimes.degradedProfile == .seconds(3600))
  }

  @Test(arguments: [
    ("profiles-of-a-year", 365 * 86_400), ("profiles-of-an-hour", 3600),
    ("tokens-of-one-hour", 3600), ("tokens-of-a-day", 86_400),
  ])
  func `changes how long profiles or tokens last, but not those that are to end soon`(
    name: String, seconds: Int
  ) throws {
    let ends: [Duration] = [.seconds(61), .seconds(60)]
    var data = ServiceData.standard
    for (index, end) in ends.enumerated() {
      data.mvpds[index].profileLifetime = end
      data.statements[index].tokenLifetime = end
    }
    data = try Self.data(name, of: data)
    let changed: [Duration] = [.seconds(seconds), .seconds(60)]
    let ofProfiles = name.hasPrefix("profiles")
    #expect(data.mvpds.prefix(2).map(\.profileLifetime) == (ofProfiles ? changed : ends))
    #expect(data.statements.prefix(2).map(\.tokenLifetime) == (ofProfiles ? ends : changed))
  }
}

struct VariantFormTests {
  private static func response(_ type: String, _ body: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, reason: "OK", headers: HeaderList(["Content-Type": type]), body: Array(body.utf8)
    )
  }

  private static let more = #""x-release":{"number":17,"features":[null,true,"profiles"]}"#

  @Test(arguments: [
    ("more-members", #"{"a":1}"#, "{\"a\":1,\(more)}"), ("more-members", "{}", "{}"),
    ("more-members", #"{"m":{"a":1}}"#, "{\"m\":{\"a\":1,\(more)}}"),
    ("more-members", #"{"m":{"a":{}},"b":[{}]}"#, "{\"m\":{\"a\":{}},\"b\":[{}],\(more)}"),
    ("members-reversed", #"{"a":1,"b":{"c":2,"d":[3,4]}}"#, #"{"b":{"d":[3,4],"c":2},"a":1}"#),
    (
      "times-as-texts", #"{"notBefore":5,"b":[{"notAfter":6,"after":7}]}"#,
      #"{"notBefore":"5","b":[{"notAfter":"6","after":7}]}"#
    ),
    (
      "times-as-numbers", #"{"notBefore":"5","b":[{"notAfter":"6","after":"7"}],"c":"x"}"#,
      #"{"notBefore":5,"b":[{"notAfter":6,"after":"7"}],"c":"x"}"#
    ), ("times-as-numbers", #"{"notBefore":"soon"}"#, #"{"notBefore":"soon"}"#),
    (
      "absent-members-as-null", #"{"code":"a","notAfter":1}"#,
      #"{"code":"a","notAfter":1,"missingParameters":null,"authenticationRequest":null,"notBefore":null}"#
    ), ("escaped-slashes", #"{"a":"/b/"}"#, #"{"a":"\/b\/"}"#),
    (
      "escaped-letters", #"{"a":"Bz\"\\c1","d":true}"#,
      #"{"\u0061":"B\u007a\"\\\u00631","\u0064":true}"#
    ),
    ("indented-json", "[1]", "[\n  1\n]\r\n"),
  ])
  func `writes answers in another form`(name: String, json: String, written: String) throws {
    let answer = try VariantAnswerTests.changed(
      name, "create", Self.response("application/json", json))
    #expect(String(decoding: answer.body, as: UTF8.self) == written)
  }

  @Test(arguments: ["escaped-slashes", "escaped-letters", "indented-json", "json-with-charset"])
  func `leaves what is no JSON`(name: String) throws {
    let response = Self.response("text/html", #"{"a":"/b/"}"#)
    #expect(try VariantAnswerTests.changed(name, "create", response) == response)
  }
}
