// SPDX-License-Identifier: Apache-2.0
// Rows of answers, each with what a variant makes of it.

import HTTP
import Testing
import Text

@testable import SelfTest

/// An answer of the service to a request, and what the client of the variant gets.
struct VariantRow: Sendable, CustomTestStringConvertible {
  let name: String
  let request: HTTPRequest
  /// The status and the JSON.
  let answer: String
  let changed: String
  var testDescription: String { "\(name): \(answer)" }

  /// - Parameter changed: nil for an answer that stays.
  init(
    _ name: String, _ endpoint: String, _ answer: String, _ changed: String? = nil,
    headers: [String: String] = [:], body: String = ""
  ) {
    self.name = name
    request = Self.request(endpoint, headers, body)
    self.answer = answer
    self.changed = changed ?? answer
  }
}

extension VariantRow {
  typealias Row = VariantRow

  static func request(
    _ endpoint: String, _ headers: [String: String] = [:], _ body: String = ""
  ) -> HTTPRequest {
    let words = endpoint.split(separator: " ").map(String.init)
    return HTTPRequest(
      method: words[0], target: words[1],
      headers: HeaderList(headers.sorted { $0.key < $1.key }.map { HeaderField($0, $1) }),
      body: Array(body.utf8))
  }

  static let create = "POST /api/v2/ORCHARD/sessions"
  static let resume = "POST /api/v2/ORCHARD/sessions/ABCDEFG"
  static let retrieve = "GET /api/v2/ORCHARD/sessions/ABCDEFG"
  static let partner = "POST /api/v2/ORCHARD/sessions/sso/Apple"
  static let partnerProfile = "POST /api/v2/ORCHARD/profiles/sso/Apple"
  static let profiles = "GET /api/v2/ORCHARD/profiles"
  static let authorize = "POST /api/v2/ORCHARD/decisions/authorize/Harbor"
  static let preauthorize = "POST /api/v2/ORCHARD/decisions/preauthorize/Harbor"
  static let logout = "GET /api/v2/ORCHARD/logout/Harbor"
  static let configuration = "GET /api/v2/ORCHARD/configuration"

  static func status(_ json: String) -> [String: String] {
    ["AP-Partner-Framework-Status": Base64.encode(json)]
  }

  static let granted = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"p"}}"#)
  static let nobody = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#)
  static let denied = status(
    #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{"id":"p"}}"#)

  static func refusal(_ status: Int, _ code: String, action: String = "none") -> String {
    #"\#(status) {"action":"\#(action)","status":\#(status),"code":"\#(code)","message":"no"}"#
  }
}

extension VariantRow {
  static let sessions = [
    Row(
      "absolute-session-urls", create, #"200 {"url":"/a"}"#, #"200 {"url":"http://h/a"}"#,
      headers: ["Host": "h"]), Row("absolute-session-urls", create, #"200 {"x":1}"#),
    Row(
      "urls-only-to-authenticate", create, #"200 {"actionName":"resume","url":"/a"}"#,
      #"200 {"actionName":"resume"}"#),
    Row("urls-only-to-authenticate", partner, #"200 {"actionName":"authenticate","url":"/a"}"#),
    Row(
      "domain-for-domainname", retrieve,
      #"200 {"missingParameters":["mvpd","domainName"],"existingParameters":{"domainName":"d","mvpd":"m"}}"#,
      #"200 {"missingParameters":["mvpd","domain"],"existingParameters":{"mvpd":"m","domain":"d"}}"#
    ),
    Row(
      "domain-for-domainname", create, #"200 {"missingParameters":["domainName"]}"#,
      #"200 {"missingParameters":["domain"]}"#),
    Row(
      "domain-and-domainname", retrieve, #"200 {"existingParameters":{"domainName":"d"}}"#,
      #"200 {"existingParameters":{"domainName":"d","domain":"d"}}"#),
    Row(
      "existing-and-missing", retrieve, #"200 {"existingParameters":{},"missingParameters":[]}"#,
      #"200 {"existing":{},"missing":[]}"#),
    Row(
      "long-codes", create, #"200 {"code":"AB","url":"/x/AB"}"#,
      #"200 {"code":"AB-long-17","url":"/x/AB-long-17"}"#),
    Row("long-codes", create, #"400 {"code":"AB","url":"/x/AB"}"#),
    Row(
      "another-code-after-resume", resume, #"200 {"code":"AB","url":"/x/AB"}"#,
      #"200 {"code":"AB99","url":"/x/AB99"}"#),
    Row("another-code-after-resume", resume, #"400 {"code":"AB"}"#),
    Row("another-code-after-resume", create, #"200 {"code":"AB"}"#),
    Row(
      "no-mvpd-where-signed-in", create, #"200 {"actionName":"authorize","mvpd":"m"}"#,
      #"200 {"actionName":"authorize"}"#),
    Row("no-mvpd-where-signed-in", create, #"200 {"actionName":"resume","mvpd":"m"}"#),
    Row(
      "code-where-signed-in", resume, #"200 {"actionName":"authorize"}"#,
      #"200 {"actionName":"authorize","code":"ABCDEFG"}"#),
    Row("code-where-signed-in", partner, #"200 {"actionName":"authorize"}"#),
    Row("code-where-signed-in", create, #"200 {"actionName":"resume"}"#),
    Row(
      "missing-parameters-where-none-is", create, #"200 {"a":1}"#,
      #"200 {"a":1,"missingParameters":[]}"#),
    Row("missing-parameters-where-none-is", retrieve, #"200 {"missingParameters":["a"]}"#),
    Row(
      "surplus-missing-parameters", resume, #"200 {"actionName":"authenticate"}"#,
      #"200 {"actionName":"authenticate","missingParameters":["device"]}"#),
    Row("surplus-missing-parameters", create, #"200 {"actionName":"authenticate"}"#),
    Row(
      "null-device-members", retrieve, #"200 {"device":{"a":1,"b":{}},"c":2}"#,
      #"200 {"device":{"a":null,"b":null},"c":2}"#),
    Row(
      "session-ids-of-another-form", create, #"200 {"sessionId":"a"}"#,
      #"200 {"sessionId":"session:17/a"}"#),
    Row(
      "sessions-of-an-hour", create, #"200 {"notAfter":"5","notBefore":"5"}"#,
      #"200 {"notAfter":"1800005","notBefore":"5"}"#),
    Row(
      "malformed-redirect-url-is-refused", partner,
      #"200 {"reasonType":"missing_parameters_fallback"}"#,
      refusal(400, "invalid_parameter_redirect_url"), body: "redirectUrl=nowhere"),
    Row(
      "malformed-redirect-url-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      body: "redirectUrl=nowhere"),
    Row(
      "malformed-redirect-url-is-refused", partner,
      #"200 {"reasonType":"missing_parameters_fallback"}"#, body: "redirectUrl=a%3A%2F%2Fb"),
  ]

  private static let fallback =
    #""actionName":"authenticate","actionType":"interactive","url":"/api/v2/authenticate/ORCHARD/AB","mvpd":"m"}"#

  static let partnerSessions = [
    Row(
      "saml-in-capitals", partner, #"200 {"authenticationRequest":{"type":"saml"}}"#,
      #"200 {"authenticationRequest":{"type":"SAML"}}"#),
    Row(
      "partner-in-lower-case", partner, #"200 {"url":"/a/sso/Apple"}"#,
      #"200 {"url":"/a/sso/apple"}"#),
    Row(
      "no-attribute-names", partner, #"200 {"authenticationRequest":{"attributesNames":["a"]}}"#,
      #"200 {"authenticationRequest":{"attributesNames":[]}}"#),
    Row(
      "fallback-asks-for-mvpd", partner, "200 {\"reasonType\":\"pfs_fallback\",\(fallback)",
      #"200 {"reasonType":"pfs_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","missingParameters":["mvpd"]}"#
    ),
    Row(
      "fallback-asks-for-mvpd-and-names-it", partner,
      "200 {\"reasonType\":\"configuration_fallback\",\(fallback)",
      #"200 {"reasonType":"configuration_fallback","actionName":"resume","actionType":"direct","url":"/api/v2/ORCHARD/sessions/AB","mvpd":"m","missingParameters":["mvpd"]}"#
    ), Row("fallback-asks-for-mvpd", partner, "200 {\"reasonType\":\"none\",\(fallback)"),
    Row(
      "fallback-asks-for-mvpd", partner,
      #"200 {"reasonType":"pfs_fallback","actionName":"resume","url":"/a/b/c/d/e"}"#),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      #"200 {"reasonType":"configuration_fallback"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner,
      #"200 {"reasonType":"pfs_fallback","mvpd":"m"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"none"}"#, headers: granted),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: nobody),
    Row(
      "unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: denied),
    Row("unknown-provider-by-configuration", partner, #"200 {"reasonType":"pfs_fallback"}"#),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      refusal(400, "invalid_header_pfs_permission_access_not_present"),
      headers: ["AP-Partner-Framework-Status": "!"]),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      refusal(400, "invalid_header_pfs_permission_access_not_present"), headers: status("{}")),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#,
      headers: denied),
    Row("unreadable-status-is-refused", partner, #"200 {"reasonType":"pfs_fallback"}"#),
    Row(
      "unreadable-status-is-refused", partner, #"200 {"reasonType":"none"}"#, headers: status("{}")),
    Row("created-with-200", partnerProfile, "201 {}", "200 {}"),
    Row("found-with-201", partnerProfile, "200 {}", "201 {}"),
    Row(
      "invalid-status-gives-no-profiles", partnerProfile, #"400 {"code":"invalid_header_pfs_x"}"#,
      #"200 {"profiles":{}}"#),
    Row("invalid-status-gives-no-profiles", partnerProfile, #"400 {"code":"x"}"#),
    Row(
      "invalid-status-creates-nothing", partnerProfile, #"400 {"code":"invalid_header_pfs_x"}"#,
      #"201 {"profiles":{}}"#),
    Row(
      "absent-status-is-refused", partnerProfile, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_present")),
    Row("absent-status-is-refused", partnerProfile, "200 {}", headers: granted),
    Row("absent-status-is-refused", partnerProfile, #"400 {"code":"x"}"#),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_permission_x"}"#,
      #"400 {"code":"invalid_header_pfs_provider_id_not_determined"}"#, headers: nobody),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_permission_x"}"#, headers: denied),
    Row(
      "refused-access-by-its-provider", partnerProfile,
      #"400 {"code":"invalid_header_pfs_provider_x"}"#, headers: nobody),
  ]
}

extension VariantRow {
  private static func mvpds(_ list: String) -> String {
    "200 {\"requestor\":{\"mvpds\":[\(list)]}}"
  }

  static let configurations = [
    Row("mvpds-beside-requestor", configuration, mvpds("1"), #"200 {"requestor":{},"mvpds":[1]}"#),
    Row(
      "mvpds-in-both-places", configuration, mvpds("1"),
      #"200 {"requestor":{"mvpds":[1]},"mvpds":[1]}"#),
    Row(
      "short-configuration", configuration,
      #"200 {"device":1,"time":2,"clientType":3,"os":4,"a":5}"#, #"200 {"a":5,"errorReporting":{}}"#
    ),
    Row(
      "domains-as-names", configuration, #"200 {"requestor":{"domains":[{"name":"a"},{"x":1}]}}"#,
      #"200 {"requestor":{"domains":["a",{"x":1}]}}"#),
    Row(
      "flags-as-texts", configuration, mvpds(#"{"a":true,"b":false,"c":1}"#),
      mvpds(#"{"a":"true","b":"false","c":1}"#)),
    Row(
      "no-platform-fields-where-off", configuration,
      mvpds(
        #"{"enablePlatformServices":false,"displayInPlatformPicker":true,"enforcePlatformPermissions":true,"id":"a"},{"enablePlatformServices":true,"id":"b"}"#
      ), mvpds(#"{"id":"a"},{"enablePlatformServices":true,"id":"b"}"#)),
    Row(
      "picker-without-platform-fields", configuration,
      mvpds(
        #"{"boardingStatus":"PICKER","enablePlatformServices":false,"displayInPlatformPicker":true,"platformMappingId":"x"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"}"#
      ),
      mvpds(#"{"boardingStatus":"PICKER"},{"boardingStatus":"SUPPORTED","platformMappingId":"y"}"#)),
    Row(
      "null-boarding-status", configuration, mvpds(#"{"id":"a"},{"boardingStatus":"PICKER"}"#),
      mvpds(#"{"id":"a","boardingStatus":null},{"boardingStatus":"PICKER"}"#)),
    Row("mvpds-reversed", configuration, mvpds("1,2"), mvpds("2,1")),
    Row("mvpds-reversed", "GET /api/v1/config/ORCHARD", mvpds("1,2")),
    Row("profile-of-another-mvpd", profiles, #"200 {"profiles":{}}"#),
    Row(
      "proxied-issuer", profiles,
      #"200 {"profiles":{"a":{"type":"regular","issuer":"a"},"b":{"type":"appleSSO","issuer":"b"}}}"#,
      #"200 {"profiles":{"a":{"type":"regular","issuer":"Proxy"},"b":{"type":"appleSSO","issuer":"b"}}}"#
    ),
    Row(
      "faulty-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_granted"), headers: denied),
    Row(
      "faulty-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_permission_access_not_granted"), headers: status("[]")),
    Row("faulty-status-is-refused", profiles, "200 {}", headers: granted),
    Row("faulty-status-is-refused", profiles, "200 {}"),
    Row("faulty-status-is-refused", profiles, "401 {}", headers: denied),
    Row(
      "expired-status-is-refused", profiles, "200 {}",
      refusal(400, "invalid_header_pfs_provider_info_expired"),
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1599999999999"}}"#)),
    Row(
      "expired-status-is-refused", profiles, "200 {}",
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1600000000000"}}"#)),
    Row("expired-status-is-refused", profiles, "200 {}", headers: granted),
    Row(
      "expired-status-is-refused", profiles, "400 {}",
      headers: status(#"{"frameworkProviderInfo":{"expirationDate":"1"}}"#)),
    Row(
      "device-identifier-everywhere", configuration, "200 {}",
      refusal(400, "invalid_header_device_identifier")),
    Row(
      "device-identifier-everywhere", configuration, "200 {}",
      headers: ["AP-Device-Identifier": "x"]),
    Row("device-identifier-everywhere", profiles, "200 {}"),
    Row("no-trailing-slashes", "GET /api/v2/ORCHARD/profiles/?a=b", "200 {}", "404 "),
    Row("no-trailing-slashes", "GET /api/v2/ORCHARD/profiles?a=/", "200 {}"),
    Row(
      "media-types-are-checked", create, "200 {}", "415 ", headers: ["Content-Type": "text/plain"]),
    Row("media-types-are-checked", authorize, "200 {}", "415 "),
    Row(
      "media-types-are-checked", authorize, "200 {}",
      headers: ["Content-Type": "Application/JSON; charset=utf-8"]),
    Row(
      "media-types-are-checked", create, "200 {}",
      headers: ["Content-Type": "application/x-www-form-urlencoded"]),
    Row("media-types-are-checked", retrieve, "200 {}"),
  ]

  static let v1 = [
    Row(
      "v1-null-details", "GET /api/v1/authorize", #"403 {"a":1}"#, #"403 {"a":1,"details":null}"#),
    Row("v1-null-details", "GET /api/v1/authorize", #"403 {"details":"d"}"#),
    Row("v1-null-details", "GET /api/v1/authorize", #"200 {"a":1}"#),
    Row("v1-null-details", profiles, #"403 {"a":1}"#),
    Row("v1-403-for-401", "GET /api/v1/authorize", "401 {}", "403 {}"),
    Row("v1-403-for-401", profiles, "401 {}"),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/media", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/authn", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/tokens/authz", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-expiries-as-numbers", "GET /api/v1/authorize", #"200 {"expires":"5"}"#,
      #"200 {"expires":5}"#),
    Row(
      "v1-code-times-as-texts", "POST /reggie/v1/R/regcode", #"201 {"generated":1,"expires":2}"#,
      #"201 {"generated":"1","expires":"2"}"#),
    Row(
      "v1-null-mvpd-of-codes", "GET /reggie/v1/R/regcode/C", #"200 {"a":1}"#,
      #"200 {"a":1,"mvpd":null}"#),
    Row("v1-empty-mvpd-of-codes", "GET /reggie/v1/R/regcode/C", #"200 {"mvpd":"m"}"#),
    Row("v1-no-metadata-is-404", "GET /api/v1/tokens/usermetadata", "412 {}", "404 {}"),
    Row("v1-no-metadata-is-404", "GET /api/v1/tokens/usermetadata", "403 {}"),
    Row(
      "v1-bodies-of-success", "GET /api/v1/checkauthn", "200 ",
      #"200 {"status":200,"message":"Success"}"#),
    Row(
      "v1-bodies-of-success", "GET /api/v1/checkauthn/C", "200 ",
      #"200 {"status":200,"message":"Success"}"#),
    Row("v1-bodies-of-success", "GET /api/v1/checkauthn", "403 {}"),
    Row("v1-deleted-codes-are-refused", "DELETE /reggie/v1/R/regcode/C", "404 {}", "400 {}"),
    Row(
      "v1-plain-errors-of-items", "GET /api/v1/preauthorize",
      #"200 {"resources":[{"error":{"a":1}},{"id":"b"}]}"#,
      #"200 {"resources":[{"error":{"status":403,"message":"User not authorized"}},{"id":"b"}]}"#),
    Row(
      "v1-decisions-reversed", "GET /api/v1/preauthorize/C", #"200 {"resources":[1,2]}"#,
      #"200 {"resources":[2,1]}"#),
  ]
}

extension VariantRow {
  static let errors = [
    Row(
      "integration-codes-exchanged", profiles, #"400 {"code":"invalid_integration"}"#,
      #"400 {"code":"invalid_parameter_mvpd"}"#),
    Row(
      "integration-codes-exchanged", profiles, #"400 {"code":"invalid_parameter_mvpd"}"#,
      #"400 {"code":"invalid_integration"}"#),
    Row("integration-codes-exchanged", profiles, #"400 {"code":"x"}"#),
    Row("integration-codes-exchanged", profiles, #"401 {"code":"invalid_integration"}"#),
    Row(
      "code-errors-exchanged", retrieve, #"400 {"code":"invalid_parameter_code"}"#,
      #"400 {"code":"invalid_authentication_session"}"#),
    Row(
      "unknown-service-provider-by-token", profiles,
      #"400 {"code":"invalid_parameter_service_provider"}"#,
      refusal(401, "invalid_access_token_service_provider", action: "application-registration")),
    Row("unknown-service-provider-by-token", profiles, #"400 {"code":"x"}"#),
    Row(
      "pass-errors-without-action", authorize,
      #"200 {"d":[{"code":"temporary_access_x","action":"a"},{"code":"invalid_configuration_temporary_access","action":"b"},{"code":"x","action":"c"}]}"#,
      #"200 {"d":[{"code":"temporary_access_x","action":"none"},{"code":"invalid_configuration_temporary_access","action":"none"},{"code":"x","action":"c"}]}"#
    ),
    Row(
      "short-errors", profiles, #"400 {"code":"x","helpUrl":"h","trace":"t","details":"d"}"#,
      #"400 {"code":"x"}"#), Row("short-errors", profiles, #"200 {"trace":"t","details":"d"}"#),
    Row(
      "errors-with-details", profiles, #"400 {"code":"x"}"#,
      #"400 {"code":"x","details":"Ask your \"provider\"."}"#),
    Row("errors-with-details", profiles, #"200 {"code":"x"}"#),
    Row("other-traces", profiles, #"499 {"trace":"x"}"#, #"499 {"trace":"1-67891233-abcdef"}"#),
    Row("other-traces", profiles, #"500 {"trace":"x"}"#),
    Row("no-body-of-401-and-405", profiles, #"401 {"code":"x"}"#, "401 "),
    Row("no-body-of-401-and-405", profiles, #"405 {"code":"x"}"#, "405 "),
    Row("no-body-of-401-and-405", profiles, #"403 {"code":"x"}"#),
    Row(
      "pages-of-401-and-405", profiles, #"405 {"code":"x"}"#, "405 <html><body>405</body></html>"),
    Row(
      "pages-of-401-and-405", profiles, #"401 {"code":"x"}"#, "401 <html><body>401</body></html>"),
    Row("pages-of-401-and-405", profiles, #"400 {"code":"x"}"#),
    Row(
      "json-of-401-without-code", profiles, #"401 {"code":"x"}"#,
      #"401 {"message":"Unauthorized","status":401}"#),
    Row("json-of-401-without-code", profiles, #"405 {"code":"x"}"#),
    Row("wrapped-errors", profiles, #"400 {"code":"x"}"#, #"400 {"error":{"code":"x"}}"#),
    Row("wrapped-errors", profiles, #"399 {"code":"x"}"#),
  ]

  /// Each resource of the request with an error.
  private static func byItem(_ code: String) -> String {
    let items = ["a", "b"].map { resource in
      #"{"resource":"\#(resource)","serviceProvider":"ORCHARD","mvpd":"Harbor","source":"mvpd","authorized":false,"error":{"code":"\#(code)"}}"#
    }
    return "200 {\"decisions\":[\(items.joined(separator: ","))]}"
  }

  static let decisions =
    [
      Row(
        "decisions-reversed", authorize, #"200 {"decisions":[1,2]}"#, #"200 {"decisions":[2,1]}"#),
      Row(
        "permits-as-texts", preauthorize,
        #"200 {"decisions":[{"authorized":true},{"authorized":false}]}"#,
        #"200 {"decisions":[{"authorized":"true"},{"authorized":"false"}]}"#),
      Row(
        "blank-after-the-resource", authorize, #"200 {"decisions":[{"resource":"a"}]}"#,
        #"200 {"decisions":[{"resource":"a "}]}"#),
      Row(
        "decisions-without-times", authorize,
        #"200 {"decisions":[{"notBefore":1,"notAfter":2,"token":{"notAfter":3}}]}"#,
        #"200 {"decisions":[{"token":{"notAfter":3}}]}"#),
      Row(
        "tokens-with-issue-time", authorize, #"200 {"decisions":[{"token":{"notBefore":1}},{}]}"#,
        #"200 {"decisions":[{"token":{"notBefore":1,"issuedAt":1}},{}]}"#),
      Row(
        "times-of-all-decisions", preauthorize, #"200 {"decisions":[{}]}"#,
        #"200 {"decisions":[{"notBefore":1752149281000,"notAfter":4102444800000}]}"#),
      Row(
        "missing-profile-with-200", authorize, #"403 {"code":"authenticated_profile_x"}"#,
        #"200 {"code":"authenticated_profile_x"}"#),
      Row("missing-profile-with-200", authorize, #"403 {"code":"x"}"#),
      Row(
        "too-many-resources-with-400", authorize, #"403 {"code":"too_many_resources"}"#,
        #"400 {"code":"too_many_resources"}"#),
      Row("too-many-resources-with-400", authorize, #"403 {"code":"x"}"#),
      Row(
        "withheld-profile-with-403", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        #"403 {"code":"invalid_header_pfs_x"}"#),
      Row("withheld-profile-with-403", authorize, #"400 {"code":"x"}"#),
      Row(
        "withheld-profile-is-missing", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        refusal(403, "authenticated_profile_missing", action: "authentication")),
      Row(
        "withheld-profile-has-expired", authorize, #"400 {"code":"invalid_header_pfs_x"}"#,
        refusal(403, "authenticated_profile_expired", action: "authentication")),
      Row("withheld-profile-is-missing", authorize, #"400 {"code":"x"}"#),
      Row(
        "no-logout-without-profile", logout,
        #"200 {"logouts":{"a":{"actionName":"invalid"},"b":{"actionName":"logout"}}}"#,
        #"200 {"logouts":{"b":{"actionName":"logout"}}}"#),
      Row(
        "relative-logout-urls", logout,
        #"200 {"logouts":{"a":{"url":"http://h/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}}"#,
        #"200 {"logouts":{"a":{"url":"/mvpd/x?y=/mvpd/"},"b":{"url":"http://h/z"}}}"#),
      Row(
        "null-logout-urls", logout, #"200 {"logouts":{"a":{},"b":{"url":"u"}}}"#,
        #"200 {"logouts":{"a":{"url":null},"b":{"url":"u"}}}"#),
    ]
    + [
      ("missing-profile-by-item", "authenticated_profile_x"),
      ("request-faults-by-item", "invalid_header_device_identifier"),
      ("request-faults-by-item", "invalid_parameter_service_provider"),
      ("integration-by-item", "invalid_integration"),
      ("integration-by-item", "invalid_parameter_mvpd"),
      ("too-many-resources-by-item", "too_many_resources"),
      ("withheld-profile-by-item", "invalid_header_pfs_x"),
    ].flatMap { name, code in
      [
        Row(
          name, authorize, #"403 {"code":"\#(code)"}"#, byItem(code),
          body: #"{"resources":["a","b"]}"#),
        Row(name, preauthorize, #"403 {"code":"x"}"#, body: #"{"resources":["a","b"]}"#),
      ]
    }
}
