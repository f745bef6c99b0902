// SPDX-License-Identifier: Apache-2.0
// The data of a service: as JSON, with its mistakes, and the facts read off it.

import Formats
import TestSupport
import Testing

@testable import ReferenceService

struct ServiceDataTests {
  @Test func `reads every member`() throws {
    let text = """
      {"partner": "Pear", "limits": {"preauthorize": 3, "authorize": 2},
       "lifetimes": {"session": "1s", "mediaToken": "2s", "decision": "3s", "degradedProfile": "4s"},
       "enhancedErrorsInV1": true,
       "statements": [{"statement": "s", "serviceProviders": ["P"], "approved": false,
         "scopes": ["x"], "tokenLifetime": "5s"}],
       "serviceProviders": [{"id": "P", "name": "Pe", "domains": ["p.example"],
         "redirectUrl": "app://p", "integrations": [{"mvpd": "M", "active": false,
           "enablePlatformServices": true, "displayInPlatformPicker": true,
           "enforcePlatformPermissions": true, "degradation": "AuthZAll"}]}],
       "mvpds": [{"id": "M", "displayName": "Em", "logoUrl": "l", "platformMappingId": "m",
         "boardingStatus": "PICKER", "attributeNames": ["a"], "logout": false,
         "profileLifetime": "6s", "temporary": {"duration": "7s", "resources": 8,
           "promotional": true},
         "subscriber": {"userID": "u", "permitted": ["r"],
           "attributes": [{"name": "n", "value": ["v"], "encrypted": true}],
           "denied": ["d", {"resource": "q", "details": "why",
             "code": "authorization_denied_by_parental_controls"}]}}]}
      """
    var statement = ServiceData.Statement("s", serviceProviders: ["P"])
    (statement.isApproved, statement.scopes) = (false, ["x"])
    statement.tokenLifetime = .seconds(5)
    var integration = ServiceData.Integration("M")
    (integration.isActive, integration.enablePlatformServices) = (false, true)
    (integration.displayInPlatformPicker, integration.enforcePlatformPermissions) = (true, true)
    integration.degradation = .authZAll
    var mvpd = ServiceData.MVPD(id: "M", displayName: "Em")
    (mvpd.logoURL, mvpd.platformMappingID, mvpd.boardingStatus) = ("l", "m", .picker)
    (mvpd.attributeNames, mvpd.hasLogout, mvpd.profileLifetime) = (["a"], false, .seconds(6))
    mvpd.temporary = .init(duration: .seconds(7), resources: 8, isPromotional: true)
    var denial = ServiceData.Denial("q")
    (denial.code, denial.details) = (.authorizationDeniedByParentalControls, "why")
    mvpd.subscriber = .init(
      userID: "u", attributes: [.init("n", ["v"], isEncrypted: true)], permitted: ["r"],
      denied: [.init("d"), denial])
    let expected = ServiceData(
      partner: "Pear", limits: .init(preauthorize: 3, authorize: 2),
      lifetimes: .init(
        session: .seconds(1), mediaToken: .seconds(2), decision: .seconds(3),
        degradedProfile: .seconds(4)), hasEnhancedErrorsInV1: true, statements: [statement],
      serviceProviders: [
        .init(
          id: "P", name: "Pe", domains: ["p.example"], redirectURL: "app://p",
          integrations: [integration])
      ], mvpds: [mvpd])
    #expect(try ServiceData(json: JSONParser.document(text).root) == expected)
  }

  @Test func `needs little`() throws {
    let text = """
      {"statements": [{"statement": "s", "serviceProviders": ["P"]}],
       "serviceProviders": [{"id": "P", "domains": ["p.example"], "redirectUrl": "app://p",
         "integrations": [{"mvpd": "M"}]}],
       "mvpds": [{"id": "M"}]}
      """
    let data = try ServiceData(json: JSONParser.document(text).root)
    #expect(data.partner == "Apple" && data.mvpds[0].displayName == "M")
    var walk = Walk.ready(statement: "s", data: data)
    walk.provider = "P"
    #expect(walk.get("configuration")["requestor.mvpds.0.id"] == "M")
    #expect(
      walk.service.facts.names == [
        "software_statement", "service_provider", "partner", "domain", "redirect_url", "basic_mvpd",
        "login", "preauthorize_limit", "authorize_limit", "identity_key", "sso_service",
      ])
  }

  /// Documents, and below each where its mistakes are.
  static let mistakes = blocks(
    """
    1
      : expected an object, found number
    {}
      /statements: is missing: expected an array
      /serviceProviders: is missing: expected an array
      /mvpds: is missing: expected an array
    'x/y': 1
      /x~1y: unknown member
    'partner': ''
      /partner: expected a string that is not empty
    'limits': {'authorize': 0}
      /limits/authorize: expected an integer from 1
    'limits': {'preauthorize': 10001, 'authorize': 1.5}
      /limits/preauthorize: expected an integer from 1 to 10000, found 10001
      /limits/authorize: expected an integer from 1 to 10000, found 1.5
    'lifetimes': {'mediaToken': 1, 'decision': 'x', 'degradedProfile': ''}
      /lifetimes/mediaToken: expected an integer
      /lifetimes/decision: expected an integer
      /lifetimes/degradedProfile: expected an integer
    'lifetimes': []
      /lifetimes: expected an object, found array
    'enhancedErrorsInV1': 1
      /enhancedErrorsInV1: expected true or false, found 1
    'statements': [{'statement': 's', 'serviceProviders': []}, {'statement': 's', 'serviceProviders': [], 'scopes': ['']}]
      /statements/1/scopes/0: expected a string that is not empty, found string
      /statements/1/statement: the same as /statements/0/statement
    'serviceProviders': [{PROVIDER, 'integrations': []}, {PROVIDER, 'integrations': [{'mvpd': 'M'}, {'mvpd': 'M', 'active': 1}]}], 'mvpds': [{'id': 'M'}]
      /serviceProviders/1/integrations/1/active: expected true or false, found 1
      /serviceProviders/1/id: the same as /serviceProviders/0/id
      /serviceProviders/1/integrations/1/mvpd: the same as /serviceProviders/1/integrations/0/mvpd
    'statements': [{'statement': 's', 'serviceProviders': ['P', 'Q']}], 'serviceProviders': [{PROVIDER, 'integrations': []}]
      /statements/0/serviceProviders/1: there is no such service provider
    'mvpds': [{'id': 'M', 'profileLifetime': '0s', 'temporary': {'duration': '1h', 'resources': 0, 'promotional': 2}}]
      /mvpds/0/profileLifetime: expected at least 1ms
      /mvpds/0/temporary/resources: expected an integer from 1 to 10000, found 0
      /mvpds/0/temporary/promotional: expected true or false, found 2
    'mvpds': [{'id': 'M', 'subscriber': {'attributes': [{'name': 'a'}, {'value': 1}], 'permitted': [''], 'denied': ['', {}]}}]
      /mvpds/0/subscriber/attributes/0/value: is missing
      /mvpds/0/subscriber/attributes/1/name: is missing: expected a string
      /mvpds/0/subscriber/permitted/0: expected a string that is not empty
      /mvpds/0/subscriber/denied/0: expected an object, found string
      /mvpds/0/subscriber/denied/0/resource: is missing
      /mvpds/0/subscriber/denied/1/resource: is missing
    'lifetimes': {'session': 'soon'}
      /lifetimes/session: expected an integer
    'mvpds': [{'id': 'M', 'id': 'N'}]
      /mvpds/0/id: the member occurs twice
    'mvpds': [{'id': 'M'}, {'id': 'M'}]
      /mvpds/1/id: the same as /mvpds/0/id
    'mvpds': [{'id': 'M', 'platformMappingId': 'x'}, {'id': 'N', 'platformMappingId': 'x'}]
      /mvpds/1/platformMappingId: the same as /mvpds/0/platformMappingId
    'mvpds': [{'id': 1, 'boardingStatus': 'ON', 'logout': 'yes'}]
      /mvpds/0/id: expected a string that is not empty, found 1
      /mvpds/0/boardingStatus: expected one of: SUPPORTED, PICKER
      /mvpds/0/logout: expected true or false, found string
    'mvpds': [{'id': 'M', 'temporary': {}}]
      /mvpds/0/temporary/duration: is missing
    'mvpds': [{'id': 'M', 'subscriber': {'denied': [{'resource': 'r', 'code': 'none'}]}}]
      /mvpds/0/subscriber/denied/0/code: expected one of: invalid_parameter_service_provider, invalid_parameter_mvpd
    'mvpds': [{'id': 'M', 'subscriber': {'denied': [{'resource': 'r', 'code': 'invalid_integration'}]}}]
      /mvpds/0/subscriber/denied/0/code: expected a code of status 403
    'statements': [{'statement': 's', 'serviceProviders': ['Q'], 'tokenLifetime': '1ms'}]
      /statements/0/tokenLifetime: expected at least 1s
      /statements/0/serviceProviders/0: there is no such service provider
    'serviceProviders': [{'id': 'P', 'domains': [1], 'redirectUrl': 'x', 'integrations': [{'mvpd': 'M'}]}]
      /serviceProviders/0/redirectUrl: expected an absolute URL
      /serviceProviders/0/domains/0: expected a string that is not empty, found 1
      /serviceProviders/0/integrations/0/mvpd: there is no such MVPD
    """)

  /// A document as a whole, or of members in apostrophes; the lists that these lack are empty.
  private static func document(_ text: String) throws -> JSONValue {
    let text = text.replacing("PROVIDER", with: "'id': 'P', 'domains': [], 'redirectUrl': 'a:b'")
      .replacing("'", with: "\"")
    guard text.hasPrefix("\"") else { return try JSONParser.document(text).root }
    var document = try #require(try JSONParser.document("{\(text)}").root.object)
    for name in ["statements", "serviceProviders", "mvpds"] where document[name] == nil {
      document[name] = []
    }
    return .object(document)
  }

  @Test(arguments: mistakes)
  func `names every mistake by its place`(text: String, expected: [String]) throws {
    let root = try Self.document(text)
    let error = #expect(throws: ServiceDataError.self) { try ServiceData(json: root) }
    let found = (error?.mistakes ?? []).map { "\($0.pointer): \($0.message)" }
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected)) }
  }

  @Test func `takes values up to their bounds`() throws {
    let document = try Self.document(
      """
      'limits': {'preauthorize': 10000, 'authorize': 1},
      'statements': [{'statement': 's', 'serviceProviders': [], 'tokenLifetime': '1s'}],
      'mvpds': [{'id': 'M', 'profileLifetime': '1ms', 'platformMappingId': null,
        'boardingStatus': null, 'temporary': null}]
      """)
    let data = try ServiceData(json: document)
    #expect(data.limits.preauthorize == 10_000 && data.limits.authorize == 1)
    #expect(data.statements[0].tokenLifetime == .seconds(1))
    #expect(data.mvpds[0].profileLifetime == .milliseconds(1) && data.mvpds[0].temporary == nil)
  }

  @Test func `reads the facts of the standard world off its data`() {
    let facts = Walk().service.facts
    let texts = facts.members.compactMap { member in member.value.string.map { (member.name, $0) } }
    let expected = [
      ("service_provider", "ORCHARD"), ("partner", "Apple"), ("domain", "orchard.example"),
      ("redirect_url", "https://orchard.example/signed-in"), ("mvpd", "Harbor"),
      ("basic_mvpd", "Quarry"), ("picker_mvpd", "Pinewood"), ("no_logout_mvpd", "Lantern"),
      ("degraded_mvpd", "Driftwood"), ("degraded_authz_all_mvpd", "Overpass"),
      ("degraded_authz_none_mvpd", "Barrier"), ("temporary_mvpd", "FreeHour"),
      ("unintegrated_mvpd", "Closed"), ("unintegrated_provider_id", "tvp-closed-2210"),
      ("short_lived_mvpd", "Mayfly"), ("other_service_provider", "MEADOW"), ("login", "redirects"),
      ("identity_key", "the key of all emulated identities"),
    ]
    for (name, value) in expected { #expect(facts[name]?.string == value, "\(name)") }
    let statements = texts.filter { $0.0.hasSuffix("software_statement") }
    #expect(Set(statements.map(\.1)) == Set(ServiceData.standard.statements.map(\.statement)))
    #expect(texts.count == expected.count + 4)
    let numbers = ["short_lived_ms", "preauthorize_limit", "authorize_limit"]
    #expect(numbers.map { facts[$0] } == [1500, 5, 1])
    #expect(
      facts["resources"] == [
        "permitted": ["orchard-live", "orchard-archive", "orchard-kids"],
        "denied": ["orchard-premium", "orchard-stadium"],
      ])
  }
}
