// SPDX-License-Identifier: Apache-2.0
// The endpoint of a request.

import HTTP
import Testing

@testable import SelfTest

@Suite struct ServiceEndpointTests {
  @Test(arguments: [
    ("POST", "/o/client/register", ServiceEndpoint.register),
    ("POST", "/o/client/token", .token),
    ("GET", "/api/v2/ORCHARD/configuration?x=1", .configuration),
    ("POST", "/api/v2/ORCHARD/sessions/sso/Apple", .partnerSession),
    ("POST", "/api/v2/ORCHARD/sessions", .createSession),
    ("POST", "/api/v2/ORCHARD/sessions/ABC", .resumeSession),
    ("GET", "/api/v2/ORCHARD/sessions/ABC", .retrieveSession),
    ("GET", "/api/v2/authenticate/ORCHARD/ABC", .authenticate),
    ("GET", "/api/v2/ORCHARD/profiles/", .profiles),
    ("GET", "/api/v2/ORCHARD/profiles/Harbor", .profile),
    ("GET", "/api/v2/ORCHARD/profiles/code/ABC", .profileOfCode),
    ("POST", "/api/v2/ORCHARD/profiles/sso/Apple", .partnerProfile),
    ("POST", "/api/v2/ORCHARD/decisions/authorize/Harbor", .authorize),
    ("POST", "/api/v2/ORCHARD/decisions/preauthorize/Harbor", .preauthorize),
    ("GET", "/api/v2/ORCHARD/logout/Harbor?redirectUrl=x", .logout),
    ("GET", "/api/v1/config/ORCHARD.json", .v1Configuration),
    ("GET", "/api/v1/checkauthn.xml?x=1", .v1CheckAuthentication),
    ("GET", "/api/v1/checkauthn/ABC", .v1CheckCode),
    ("GET", "/api/v1/ORCHARD/profile-requests/Harbor", .v1ProfileRequest),
    ("POST", "/api/v1/tokens/authn", .v1TokenExchange),
    ("GET", "/api/v1/tokens/authn.json", .v1AuthenticationToken),
    ("GET", "/api/v1/tokens/authz", .v1AuthorizationToken),
    ("GET", "/api/v1/tokens/media", .v1MediaToken),
    ("GET", "/api/v1/mediatoken.json", .v1MediaToken),
    ("GET", "/api/v1/tokens/usermetadata", .v1UserMetadata),
    ("GET", "/api/v1/authenticate", .v1Authenticate),
    ("GET", "/api/v1/preauthorize?resource=a", .v1Preauthorize),
    ("GET", "/api/v1/preauthorize/ABC", .v1PreauthorizeCode),
    ("GET", "/api/v1/authorize", .v1Authorize),
    ("DELETE", "/api/v1/logout", .v1Logout),
    ("POST", "/reggie/v1/ORCHARD/regcode.json", .v1CreateCode),
    ("GET", "/reggie/v1/ORCHARD/regcode/ABC.json", .v1RetrieveCode),
    ("DELETE", "/reggie/v1/ORCHARD/regcode/ABC", .v1DeleteCode),
  ])
  func `is known by its path`(method: String, target: String, endpoint: ServiceEndpoint) {
    #expect(ServiceEndpoint(HTTPRequest(method: method, target: target)) == endpoint)
    #expect(ServiceEndpoint.registration.contains(endpoint) == target.hasPrefix("/o/"))
    #expect(ServiceEndpoint.v2.contains(endpoint) == target.hasPrefix("/api/v2/"))
    #expect(ServiceEndpoint.v1.contains(endpoint) == target.contains("/v1/"))
    #expect(ServiceEndpoint.decisions.contains(endpoint) == target.contains("/decisions/"))
    #expect(
      ServiceEndpoint.profileMaps.contains(endpoint) == target.contains("ORCHARD/profiles/"))
    #expect(
      ServiceEndpoint.sessions.contains(endpoint)
        == (method == "POST" && target.contains("/sessions")))
    #expect(
      ServiceEndpoint.entitlement.contains(endpoint)
        == (target.hasPrefix("/api/v2/") && endpoint != .authenticate))
  }

  @Test(arguments: [
    "/", "/o/client/other", "/api/v2/ORCHARD", "/mvpd/Harbor/login", "/api/v1",
    "/api/v2/authenticate", "/api/v2/ORCHARD/other", "/api/v2/ORCHARD/sessions/a/b/c",
    "/api/v2/ORCHARD/profiles/a/b/c", "/api/v2/ORCHARD/decisions/authorize",
    "/api/v2/ORCHARD/logout", "/api/v1/config", "/api/v1/tokens/other", "/api/v1/tokens",
    "/api/v1/checkauthn/a/b", "/api/v1/ORCHARD/other/Harbor", "/reggie/v1/ORCHARD",
    "/reggie/v1/ORCHARD/other", "/reggie/v1/ORCHARD/regcode/a/b", "/o/v1/register",
  ])
  func `is none for another path`(target: String) {
    #expect(ServiceEndpoint(HTTPRequest(method: "GET", target: target)) == nil)
  }

  @Test func `is in one of the three parts`() {
    #expect(
      ServiceEndpoint.registration.count + ServiceEndpoint.v2.count + ServiceEndpoint.v1.count
        == ServiceEndpoint.allCases.count)
  }
}
