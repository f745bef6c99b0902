// SPDX-License-Identifier: Apache-2.0
// Rows of answers, each with what a deviation makes of it.

import HTTP
import Synchronization
import Testing
import Text

@testable import SelfTest

/// A request of the client, what the service answers to what it is asked, and what comes of it. In
/// a table:
///
///     REQUEST -> ANSWER[ | ANSWER …][ => CHANGED][ ?? REQUEST[ | REQUEST …]]
///
/// A request is `ENDPOINT[, FIELD=VALUE …][, status JSON][, body TEXT]`, an answer a status and a
/// body. The last answer of the service counts on.
struct AnswerRow: Sendable {
  let name: String
  let line: String
  let request: HTTPRequest
  let answers: [String]
  /// What the client gets: the first answer where the table has nothing else.
  let changed: String
  /// What the service is asked; nil where the table does not say it.
  let asked: [String]?

  private init(_ name: String, _ line: String) {
    (self.name, self.line) = (name, line)
    let parts = line.split(separator: " ?? ").map(String.init)
    asked = parts.count < 2 ? nil : parts[1].split(separator: " | ").compactMap { Self.asked($0) }
    let sides = parts[0].split(separator: " -> ", maxSplits: 1).map(String.init)
    request = Self.request(sides[0])
    let outcome = sides[1].split(separator: " => ").map(String.init)
    answers = outcome[0].split(separator: " | ").map { Self.answer(String($0)) }
    changed = outcome.count < 2 ? answers[0] : Self.answer(outcome[1])
  }

  /// The rows below each name of a table, in its order.
  static func table(_ text: String) -> [(name: String, rows: [AnswerRow])] {
    var groups: [(name: String, rows: [AnswerRow])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        groups[groups.count - 1].rows
          .append(AnswerRow(groups[groups.count - 1].name, String(line.dropFirst(2))))
      } else {
        groups.append((String(line), []))
      }
    }
    return groups
  }

  /// Checks what the client gets, and what the service is asked where that is said.
  func check(
    _ passage: Alteration.Passage, headers: HeaderList = HeaderList(), asked: [String]? = nil
  ) {
    let requests = Mutex<[String]>([])
    let first = Self.response(answers[0], headers)
    let changed = passage(request) { request in
      let count = requests.withLock { requests in
        requests.append(Self.text(request))
        return requests.count
      }
      return Self.response(answers[min(count, answers.count) - 1], headers)
    }
    let text = "\(changed.status) \(String(decoding: changed.body, as: UTF8.self))"
    #expect(text == self.changed, "\(name): \(line)")
    // An answer that stays has its headers, too.
    if !headers.fields.isEmpty, self.changed == answers[0] {
      #expect(changed == first, "\(name): \(line)")
    }
    if let asked { #expect(requests.withLock { $0 } == asked, "\(name): \(line)") }
  }
}

extension AnswerRow {
  static let endpoints = [
    "create": "POST /api/v2/ORCHARD/sessions",
    "resume": "POST /api/v2/ORCHARD/sessions/ABCDEFG",
    "retrieve": "GET /api/v2/ORCHARD/sessions/ABCDEFG",
    "partner": "POST /api/v2/ORCHARD/sessions/sso/Apple",
    "partnerProfile": "POST /api/v2/ORCHARD/profiles/sso/Apple",
    "profiles": "GET /api/v2/ORCHARD/profiles",
    "codeProfile": "GET /api/v2/ORCHARD/profiles/code/ABCDEFG",
    "authorize": "POST /api/v2/ORCHARD/decisions/authorize/Harbor",
    "preauthorize": "POST /api/v2/ORCHARD/decisions/preauthorize/Harbor",
    "logout": "GET /api/v2/ORCHARD/logout/Harbor",
    "configuration": "GET /api/v2/ORCHARD/configuration",
    "login": "GET /api/v2/authenticate/ORCHARD/ABCDEFG",
  ]

  private static let statuses = [
    "granted":
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"p"}}"#,
    "nobody":
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#,
    "denied":
      #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{"id":"p"}}"#,
  ]

  static func request(_ text: String) -> HTTPRequest {
    let parts = text.split(separator: ", ").map(String.init)
    let words = (endpoints[parts[0]] ?? parts[0]).split(separator: " ").map(String.init)
    var request = HTTPRequest(method: words[0], target: words[1])
    for part in parts.dropFirst() {
      if part.hasPrefix("body ") {
        request.body = Array(part.dropFirst(5).utf8)
      } else if part.hasPrefix("status ") {
        let json = String(part.dropFirst(7))
        request.headers.append("AP-Partner-Framework-Status", Base64.encode(statuses[json] ?? json))
      } else {
        let field = part.split(separator: "=", maxSplits: 1).map(String.init)
        request.headers.append(field[0], field[1])
      }
    }
    return request
  }

  private static func asked(_ text: Substring) -> String? {
    text == "nothing" ? nil : Self.text(request(String(text)))
  }

  static func text(_ request: HTTPRequest) -> String {
    let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(request.method) \(request.target)\(fields) \(body)"
  }

  /// A status with nothing behind it has no body. `refused` is an error, `mvpds` a configuration, and
  /// `items` an error of each of two resources.
  private static func answer(_ text: String) -> String {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "refused":
      let action = words.count > 3 ? words[3] : "none"
      return
        #"\#(words[1]) {"action":"\#(action)","status":\#(words[1]),"code":"\#(words[2])","message":"no"}"#
    case "mvpds": return #"200 {"requestor":{"mvpds":[\#(words[1])]}}"#
    case "items":
      let items = ["a", "b"].map { resource in
        #"{"resource":"\#(resource)","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"code":"\#(words[1])"}}"#
      }
      return "200 {\"decisions\":[\(items.joined(separator: ","))]}"
    default: return words.count == 1 ? "\(text) " : text
    }
  }

  private static func response(_ answer: String, _ headers: HeaderList) -> HTTPResponse {
    let words = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPResponse(
      status: Int(words[0]) ?? 0, reason: "", headers: headers, body: Array(words[1].utf8))
  }
}

/// Each row by itself.
enum VariantRows {
  static let sessions = AnswerRow.table(
    #"""
    absolute-session-urls
      create, Host=h -> 200 {"url":"/a"} => 200 {"url":"http://h/a"}
      create -> 200 {"x":1}
    urls-only-to-authenticate
      create -> 200 {"actionName":"resume","url":"/a"} => 200 {"actionName":"resume"}
      partner -> 200 {"actionName":"authenticate","url":"/a"}
    domain-for-domainname
      retrieve -> 200 {"missingParameters":["mvpd","domainName"],"existingParameters":{"domainName":"d","mvpd":"m"}} => 200 {"missingParameters":["mvpd","domain"],"existingParameters":{"mvpd":"m","domain":"d"}}
      create -> 200 {"missingParameters":["domainName"]} => 200 {"missingParameters":["domain"]}
    domain-and-domainname
      retrieve -> 200 {"existingParameters":{"domainName":"d"}} => 200 {"existingParameters":{"domainName":"d","domain":"d"}}
    existing-and-missing
      retrieve -> 200 {"existingParameters":{},"missingParameters":[]} => 200 {"existing":{},"missing":[]}
    long-codes
      create -> 200 {"code":"AB","url":"/x/AB"} => 200 {"code":"AB-long-17","url":"/x/AB-long-17"}
      create -> 400 {"code":"AB","url":"/x/AB"}
    another-code-after-resume
      resume -> 200 {"code":"AB","url":"/x/AB"} => 200 {"code":"AB99","url":"/x/AB99"}
      resume -> 400 {"code":"AB"}
      create -> 200 {"code":"AB"}
    no-mvpd-where-signed-in
      create -> 200 {"actionName":"authorize","mvpd":"m"} => 200 {"actionName":"authorize"}
      create -> 200 {"actionName":"resume","mvpd":"m"}
    code-where-signed-in
      resume -> 200 {"actionName":"authorize"} => 200 {"actionName":"authorize","code":"ABCDEFG"}
      partner -> 200 {"actionName":"authorize"}
      create -> 200 {"actionName":"resume"}
    missing-parameters-where-none-is
      create -> 200 {"a":1} => 200 {"a":1,"missingParameters":[]}
      retrieve -> 200 {"missingParameters":["a"]}
    surplus-missing-parameters
      resume -> 200 {"actionName":"authenticate"} => 200 {"actionName":"authenticate","missingParameters":["device"]}
      create -> 200 {"actionName":"authenticate"}
    null-device-members
      retrieve -> 200 {"device":{"a":1,"b":{}},"c":2} => 200 {"device":{"a":null,"b":null},"c":2}
    session-ids-of-another-form
      create -> 200 {"sessionId":"a"} => 200 {"sessionId":"session:17/a"}
    sessions-of-an-hour
      create -> 200 {"notAfter":"5","notBefore":"5"} => 200 {"notAfter":"1800005","notBefore":"5"}
    malformed-redirect-url-is-refused
      partner, body redirectUrl=nowhere -> 200 {"reasonType":"missing_parameters_fallback"} => refused 400 invalid_parameter_redirect_url
      partner, body redirectUrl=nowhere -> 200 {"reasonType":"pfs_fallback"}
      partner, body redirectUrl=a%3A%2F%2Fb -> 200 {"reasonType":"missing_parameters_fallback"}
    saml-in-capitals
      partner -> 200 {"authenticationRequest":{"type":"saml"}} => 200 {"authenticationRequest":{"type":"SAML"}}
    partner-in-lower-case
      partner -> 200 {"url":"/a/sso/Apple"} => 200 {"url":"/a/sso/apple"}
    no-attribute-names
      partner -> 200 {"authenticationRequest":{"attributesNames":["a"]}} => 200 {"authenticationRequest":{"attributesNames":[]}}
    fallback-asks-for-mvpd
      partner -> 200 {"reasonType":"pfs_fallback","actionName":"authenticate","actionType":"interactive","url":"/api/v2/authenticate/ORCHARD/AB","mvpd":"m"} => 200 {"reasonType":"pfs_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","missingParameters":["mvpd"]}
      partner -> 200 {"reasonType":"none","actionName":"authenticate","actionType":"interactive","url":"/api/v2/authenticate/ORCHARD/AB","mvpd":"m"}
      partner -> 200 {"reasonType":"pfs_fallback","actionName":"resume","url":"/a/b/c/d/e"}
    fallback-asks-for-mvpd-and-names-it
      partner -> 200 {"reasonType":"configuration_fallback","actionName":"authenticate","actionType":"interactive","url":"/api/v2/authenticate/ORCHARD/AB","mvpd":"m"} => 200 {"reasonType":"configuration_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","mvpd":"m","missingParameters":["mvpd"]}
    unknown-provider-by-configuration
      partner, status granted -> 200 {"reasonType":"pfs_fallback"} => 200 {"reasonType":"configuration_fallback"}
      partner, status granted -> 200 {"reasonType":"pfs_fallback","mvpd":"m"}
      partner, status granted -> 200 {"reasonType":"none"}
      partner, status nobody -> 200 {"reasonType":"pfs_fallback"}
      partner, status denied -> 200 {"reasonType":"pfs_fallback"}
      partner -> 200 {"reasonType":"pfs_fallback"}
    unreadable-status-is-refused
      partner, AP-Partner-Framework-Status=! -> 200 {"reasonType":"pfs_fallback"} => refused 400 invalid_header_pfs_permission_access_not_present
      partner, status {} -> 200 {"reasonType":"pfs_fallback"} => refused 400 invalid_header_pfs_permission_access_not_present
      partner, status denied -> 200 {"reasonType":"pfs_fallback"}
      partner -> 200 {"reasonType":"pfs_fallback"}
      partner, status {} -> 200 {"reasonType":"none"}
    created-with-200
      partnerProfile -> 201 {} => 200 {}
    found-with-201
      partnerProfile -> 200 {} => 201 {}
    invalid-status-gives-no-profiles
      partnerProfile -> 400 {"code":"invalid_header_pfs_x"} => 200 {"profiles":{}}
      partnerProfile -> 400 {"code":"x"}
    invalid-status-creates-nothing
      partnerProfile -> 400 {"code":"invalid_header_pfs_x"} => 201 {"profiles":{}}
    absent-status-is-refused
      partnerProfile -> 200 {} => refused 400 invalid_header_pfs_permission_access_not_present
      partnerProfile, status granted -> 200 {}
      partnerProfile -> 400 {"code":"x"}
    refused-access-by-its-provider
      partnerProfile, status nobody -> 400 {"code":"invalid_header_pfs_permission_x"} => 400 {"code":"invalid_header_pfs_provider_id_not_determined"}
      partnerProfile, status denied -> 400 {"code":"invalid_header_pfs_permission_x"}
      partnerProfile, status nobody -> 400 {"code":"invalid_header_pfs_provider_x"}
    """#)

  static let configurations = AnswerRow.table(
    #"""
    mvpds-beside-requestor
      configuration -> mvpds 1 => 200 {"requestor":{},"mvpds":[1]}
    mvpds-in-both-places
      configuration -> mvpds 1 => 200 {"requestor":{"mvpds":[1]},"mvpds":[1]}
    short-configuration
      configuration -> 200 {"device":1,"time":2,"clientType":3,"os":4,"a":5} => 200 {"a":5,"errorReporting":{}}
    domains-as-names
      configuration -> 200 {"requestor":{"domains":[{"name":"a"},{"x":1}]}} => 200 {"requestor":{"domains":["a",{"x":1}]}}
    flags-as-texts
      configuration -> mvpds {"a":true,"b":false,"c":1} => mvpds {"a":"true","b":"false","c":1}
    no-platform-fields-where-off
      configuration -> mvpds {"enablePlatformServices":false,"displayInPlatformPicker":true,"enforcePlatformPermissions":true,"id":"a"},{"enablePlatformServices":true,"id":"b"} => mvpds {"id":"a"},{"enablePlatformServices":true,"id":"b"}
    picker-without-platform-fields
      configuration -> mvpds {"boardingStatus":"PICKER","enablePlatformServices":false,"displayInPlatformPicker":true,"platformMappingId":"x"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"} => mvpds {"boardingStatus":"PICKER"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"}
    null-boarding-status
      configuration -> mvpds {"id":"a"},{"boardingStatus":"PICKER"} => mvpds {"id":"a","boardingStatus":null},{"boardingStatus":"PICKER"}
    mvpds-reversed
      configuration -> mvpds 1,2 => mvpds 2,1
      GET /api/v1/config/ORCHARD -> mvpds 1,2
    profile-of-another-mvpd
      profiles -> 200 {"profiles":{}}
    proxied-issuer
      profiles -> 200 {"profiles":{"a":{"type":"regular","issuer":"a"},"b":{"type":"appleSSO","issuer":"b"}}} => 200 {"profiles":{"a":{"type":"regular","issuer":"Proxy"},"b":{"type":"appleSSO","issuer":"b"}}}
    faulty-status-is-refused
      profiles, status denied -> 200 {} => refused 400 invalid_header_pfs_permission_access_not_granted
      profiles, status [] -> 200 {} => refused 400 invalid_header_pfs_permission_access_not_granted
      profiles, status granted -> 200 {}
      profiles -> 200 {}
      profiles, status denied -> 401 {}
    expired-status-is-refused
      profiles, status {"frameworkProviderInfo":{"expirationDate":"1599999999999"}} -> 200 {} => refused 400 invalid_header_pfs_provider_info_expired
      profiles, status {"frameworkProviderInfo":{"expirationDate":"1600000000000"}} -> 200 {}
      profiles, status granted -> 200 {}
      profiles, status {"frameworkProviderInfo":{"expirationDate":"1"}} -> 400 {}
    device-identifier-everywhere
      configuration -> 200 {} => refused 400 invalid_header_device_identifier
      configuration, AP-Device-Identifier=x -> 200 {}
      profiles -> 200 {}
    no-trailing-slashes
      GET /api/v2/ORCHARD/profiles/?a=b -> 200 {} => 404
      GET /api/v2/ORCHARD/profiles?a=/ -> 200 {}
    media-types-are-checked
      create, Content-Type=text/plain -> 200 {} => 415
      authorize -> 200 {} => 415
      authorize, Content-Type=Application/JSON; charset=utf-8 -> 200 {}
      create, Content-Type=application/x-www-form-urlencoded -> 200 {}
      retrieve -> 200 {}
    v1-null-details
      GET /api/v1/authorize -> 403 {"a":1} => 403 {"a":1,"details":null}
      GET /api/v1/authorize -> 403 {"details":"d"}
      GET /api/v1/authorize -> 200 {"a":1}
      profiles -> 403 {"a":1}
    v1-403-for-401
      GET /api/v1/authorize -> 401 {} => 403 {}
      profiles -> 401 {}
    v1-expiries-as-numbers
      GET /api/v1/tokens/media -> 200 {"expires":"5"} => 200 {"expires":5}
      GET /api/v1/tokens/authn -> 200 {"expires":"5"} => 200 {"expires":5}
      GET /api/v1/tokens/authz -> 200 {"expires":"5"} => 200 {"expires":5}
      GET /api/v1/authorize -> 200 {"expires":"5"} => 200 {"expires":5}
    v1-code-times-as-texts
      POST /reggie/v1/R/regcode -> 201 {"generated":1,"expires":2} => 201 {"generated":"1","expires":"2"}
    v1-null-mvpd-of-codes
      GET /reggie/v1/R/regcode/C -> 200 {"a":1} => 200 {"a":1,"mvpd":null}
    v1-empty-mvpd-of-codes
      GET /reggie/v1/R/regcode/C -> 200 {"mvpd":"m"}
    v1-no-metadata-is-404
      GET /api/v1/tokens/usermetadata -> 412 {} => 404 {}
      GET /api/v1/tokens/usermetadata -> 403 {}
    v1-bodies-of-success
      GET /api/v1/checkauthn -> 200 => 200 {"status":200,"message":"Success"}
      GET /api/v1/checkauthn/C -> 200 => 200 {"status":200,"message":"Success"}
      GET /api/v1/checkauthn -> 403 {}
    v1-deleted-codes-are-refused
      DELETE /reggie/v1/R/regcode/C -> 404 {} => 400 {}
    v1-plain-errors-of-items
      GET /api/v1/preauthorize -> 200 {"resources":[{"error":{"a":1}},{"id":"b"}]} => 200 {"resources":[{"error":{"status":403,"message":"User not authorized"}},{"id":"b"}]}
    v1-decisions-reversed
      GET /api/v1/preauthorize/C -> 200 {"resources":[1,2]} => 200 {"resources":[2,1]}
    """#)

  static let errors = AnswerRow.table(
    #"""
    integration-codes-exchanged
      profiles -> 400 {"code":"invalid_integration"} => 400 {"code":"invalid_parameter_mvpd"}
      profiles -> 400 {"code":"invalid_parameter_mvpd"} => 400 {"code":"invalid_integration"}
      profiles -> 400 {"code":"x"}
      profiles -> 401 {"code":"invalid_integration"}
    code-errors-exchanged
      retrieve -> 400 {"code":"invalid_parameter_code"} => 400 {"code":"invalid_authentication_session"}
    unknown-service-provider-by-token
      profiles -> 400 {"code":"invalid_parameter_service_provider"} => refused 401 invalid_access_token_service_provider application-registration
      profiles -> 400 {"code":"x"}
    pass-errors-without-action
      authorize -> 200 {"d":[{"code":"temporary_access_x","action":"a"},{"code":"invalid_configuration_temporary_access","action":"b"},{"code":"x","action":"c"}]} => 200 {"d":[{"code":"temporary_access_x","action":"none"},{"code":"invalid_configuration_temporary_access","action":"none"},{"code":"x","action":"c"}]}
    short-errors
      profiles -> 400 {"code":"x","helpUrl":"h","trace":"t","details":"d"} => 400 {"code":"x"}
      profiles -> 200 {"trace":"t","details":"d"}
    errors-with-details
      profiles -> 400 {"code":"x"} => 400 {"code":"x","details":"Ask your \"provider\"."}
      profiles -> 200 {"code":"x"}
    other-traces
      profiles -> 499 {"trace":"x"} => 499 {"trace":"1-67891233-abcdef"}
      profiles -> 500 {"trace":"x"}
    no-body-of-401-and-405
      profiles -> 401 {"code":"x"} => 401
      profiles -> 405 {"code":"x"} => 405
      profiles -> 403 {"code":"x"}
    pages-of-401-and-405
      profiles -> 405 {"code":"x"} => 405 <html><body>405</body></html>
      profiles -> 401 {"code":"x"} => 401 <html><body>401</body></html>
      profiles -> 400 {"code":"x"}
    json-of-401-without-code
      profiles -> 401 {"code":"x"} => 401 {"message":"Unauthorized","status":401}
      profiles -> 405 {"code":"x"}
    wrapped-errors
      profiles -> 400 {"code":"x"} => 400 {"error":{"code":"x"}}
      profiles -> 399 {"code":"x"}
    decisions-reversed
      authorize -> 200 {"decisions":[1,2]} => 200 {"decisions":[2,1]}
    permits-as-texts
      preauthorize -> 200 {"decisions":[{"authorized":true},{"authorized":false}]} => 200 {"decisions":[{"authorized":"true"},{"authorized":"false"}]}
    blank-after-the-resource
      authorize -> 200 {"decisions":[{"resource":"a"}]} => 200 {"decisions":[{"resource":"a "}]}
    decisions-without-times
      authorize -> 200 {"decisions":[{"notBefore":1,"notAfter":2,"token":{"notAfter":3}}]} => 200 {"decisions":[{"token":{"notAfter":3}}]}
    tokens-with-issue-time
      authorize -> 200 {"decisions":[{"token":{"notBefore":1}},{}]} => 200 {"decisions":[{"token":{"notBefore":1,"issuedAt":1}},{}]}
    times-of-all-decisions
      preauthorize -> 200 {"decisions":[{}]} => 200 {"decisions":[{"notBefore":1752149281000,"notAfter":4102444800000}]}
    missing-profile-with-200
      authorize -> 403 {"code":"authenticated_profile_x"} => 200 {"code":"authenticated_profile_x"}
      authorize -> 403 {"code":"x"}
    too-many-resources-with-400
      authorize -> 403 {"code":"too_many_resources"} => 400 {"code":"too_many_resources"}
      authorize -> 403 {"code":"x"}
    withheld-profile-with-403
      authorize -> 400 {"code":"invalid_header_pfs_x"} => 403 {"code":"invalid_header_pfs_x"}
      authorize -> 400 {"code":"x"}
    withheld-profile-is-missing
      authorize -> 400 {"code":"invalid_header_pfs_x"} => refused 403 authenticated_profile_missing authentication
      authorize -> 400 {"code":"x"}
    withheld-profile-has-expired
      authorize -> 400 {"code":"invalid_header_pfs_x"} => refused 403 authenticated_profile_expired authentication
    no-logout-without-profile
      logout -> 200 {"logouts":{"a":{"actionName":"invalid"},"b":{"actionName":"logout"}}} => 200 {"logouts":{"b":{"actionName":"logout"}}}
    relative-logout-urls
      logout -> 200 {"logouts":{"a":{"url":"http://h/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}} => 200 {"logouts":{"a":{"url":"/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}}
    null-logout-urls
      logout -> 200 {"logouts":{"a":{},"b":{"url":"u"}}} => 200 {"logouts":{"a":{"url":null},"b":{"url":"u"}}}
    missing-profile-by-item
      preauthorize, body {"resources":["a","b"]} -> 403 {"code":"x"}
      authorize, body {"resources":["a","b"]} -> 403 {"code":"authenticated_profile_x"} => items authenticated_profile_x
    request-faults-by-item
      preauthorize, body {"resources":["a","b"]} -> 403 {"code":"x"}
      authorize, body {"resources":["a","b"]} -> 403 {"code":"invalid_header_device_identifier"} => items invalid_header_device_identifier
      authorize, body {"resources":["a","b"]} -> 403 {"code":"invalid_parameter_service_provider"} => items invalid_parameter_service_provider
    integration-by-item
      preauthorize, body {"resources":["a","b"]} -> 403 {"code":"x"}
      authorize, body {"resources":["a","b"]} -> 403 {"code":"invalid_integration"} => items invalid_integration
      authorize, body {"resources":["a","b"]} -> 403 {"code":"invalid_parameter_mvpd"} => items invalid_parameter_mvpd
    too-many-resources-by-item
      preauthorize, body {"resources":["a","b"]} -> 403 {"code":"x"}
      authorize, body {"resources":["a","b"]} -> 403 {"code":"too_many_resources"} => items too_many_resources
    withheld-profile-by-item
      preauthorize, body {"resources":["a","b"]} -> 403 {"code":"x"}
      authorize, body {"resources":["a","b"]} -> 403 {"code":"invalid_header_pfs_x"} => items invalid_header_pfs_x
    """#)

  /// What the service is asked instead.
  static let requests = AnswerRow.table(
    #"""
    long-codes
      GET /api/v2/ORCHARD/sessions/ABCDEFG-long-17?a -> 404 {} ?? GET /api/v2/ORCHARD/sessions/ABCDEFG?a
    another-code-after-resume
      GET /api/v2/ORCHARD/sessions/ABCDEFG99?a -> 404 {} ?? GET /api/v2/ORCHARD/sessions/ABCDEFG?a
      GET /api/v2/ORCHARD/profiles/code/ABCDEFG99 -> 404 {} ?? codeProfile
      GET /api/v2/authenticate/ORCHARD/ABCDEFG99 -> 404 {} ?? login
      GET /api/v2/ORCHARD/sessions/ABCDEF99 -> 404 {} ?? GET /api/v2/ORCHARD/sessions/ABCDEF99
      GET /api/v2/ORCHARD/profiles/Channel99 -> 404 {} ?? GET /api/v2/ORCHARD/profiles/Channel99
    malformed-redirect-url-is-missing
      create, body redirectUrl=nowhere&mvpd=a -> 404 {} ?? create, body mvpd=a
      resume, body redirectUrl=nowhere&mvpd=a -> 404 {} ?? resume, body mvpd=a
      partner, body redirectUrl=nowhere&mvpd=a -> 404 {} ?? partner, body redirectUrl=nowhere&mvpd=a
      create, body redirectUrl=a%3A%2F%2Fb -> 404 {} ?? create, body redirectUrl=a%3A%2F%2Fb
    malformed-redirect-url-is-taken
      partner, body redirectUrl=nowhere&a=b -> 404 {} ?? partner, body redirectUrl=https%3A%2F%2Forchard.example%2Fmalformed&a=b
      create, body mvpd=a -> 404 {} ?? create, body mvpd=a
    doubly-encoded-saml-response
      partnerProfile, body SAMLResponse=%2541&a=%2541 -> 404 {} ?? partnerProfile, body SAMLResponse=A&a=%2541
    """#)
}
