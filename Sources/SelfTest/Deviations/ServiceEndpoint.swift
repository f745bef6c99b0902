// SPDX-License-Identifier: Apache-2.0
// Which endpoint of the service a request is for.

package import HTTP

/// An endpoint of the service: of Dynamic Client Registration, of REST API V2 or of REST API V1.
package enum ServiceEndpoint: Sendable, CaseIterable {
  case register
  case token
  case configuration
  case partnerSession
  case partnerProfile
  case profiles
  case profile
  case profileOfCode
  case createSession
  case resumeSession
  case retrieveSession
  case authenticate
  case preauthorize
  case authorize
  case logout
  case v1Configuration
  case v1CheckAuthentication
  case v1CheckCode
  case v1ProfileRequest
  case v1TokenExchange
  case v1AuthenticationToken
  case v1AuthorizationToken
  case v1MediaToken
  case v1UserMetadata
  case v1Authenticate
  case v1Preauthorize
  case v1PreauthorizeCode
  case v1Authorize
  case v1Logout
  case v1CreateCode
  case v1RetrieveCode
  case v1DeleteCode
  case createServiceToken
  case renewServiceToken
  case link
  case unlink
  case listDevices
}

extension ServiceEndpoint {
  package static let everywhere = Set(allCases)
  package static let registration: Set<ServiceEndpoint> = [.register, .token]
  /// REST API V2, with the page that opens a login.
  package static let v2: Set<ServiceEndpoint> = [
    .configuration, .partnerSession, .partnerProfile, .profiles, .profile, .profileOfCode,
    .createSession, .resumeSession, .retrieveSession, .authenticate, .preauthorize, .authorize,
    .logout,
  ]
  package static let registrationAndV2 = registration.union(v2)
  /// The SSO Service for service tokens.
  package static let ssoService: Set<ServiceEndpoint> = [
    .createServiceToken, .renewServiceToken, .link, .unlink, .listDevices,
  ]
  package static let v1 = everywhere.subtracting(registrationAndV2).subtracting(ssoService)
  /// All that wants an access token of REST API V2.
  package static let entitlement = v2.subtracting([.authenticate])
  package static let sessions: Set<ServiceEndpoint> = [
    .partnerSession, .createSession, .resumeSession,
  ]
  package static let profileMaps: Set<ServiceEndpoint> = [
    .partnerProfile, .profiles, .profile, .profileOfCode,
  ]
  package static let decisions: Set<ServiceEndpoint> = [.preauthorize, .authorize]

  /// The words of the tables: each endpoint in words with hyphens, and the sets above.
  package static let named: [String: Set<ServiceEndpoint>] = {
    var named: [String: Set<ServiceEndpoint>] = [
      "everywhere": everywhere, "registration": registration, "v1": v1, "v2": v2,
      "entitlement": entitlement, "sessions": sessions, "profile-maps": profileMaps,
      "decisions": decisions, "sso-service": ssoService,
    ]
    for endpoint in allCases {
      let name = "\(endpoint)".reduce(into: "") { text, letter in
        text += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
      }
      named[name] = [endpoint]
    }
    return named
  }()

  /// The endpoint of a request with any method, but where the method tells two of them apart;
  /// nil for a path that none has.
  package init?(_ request: HTTPRequest) {
    var path = request.target.prefix { $0 != "?" }
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    if path.last == "" { path.removeLast() }
    guard path.count >= 3 else { return nil }
    let endpoint: ServiceEndpoint? =
      switch (path[0], path[1]) {
      case ("o", "client"): Self.registration(path)
      case ("api", "v2"): Self.v2(path, request.method)
      case ("api", "v1"): Self.v1(path, request.method)
      case ("reggie", "v1"): Self.codes(path, request.method)
      case ("api", _): Self.ssoService(path, request.method)
      default: nil
      }
    guard let endpoint else { return nil }
    self = endpoint
  }

  private static func registration(_ path: [String]) -> ServiceEndpoint? {
    switch path[2...] {
    case ["register"]: .register
    case ["token"]: .token
    default: nil
    }
  }

  private static func v2(_ path: [String], _ method: String) -> ServiceEndpoint? {
    if path[2] == "authenticate" { return path.count >= 4 ? .authenticate : nil }
    guard path.count >= 4 else { return nil }
    return switch (path[3], path.count) {
    case ("configuration", 4): .configuration
    case ("sessions", 6): .partnerSession
    case ("sessions", 4): .createSession
    case ("sessions", 5): method == "GET" ? .retrieveSession : .resumeSession
    case ("profiles", 4): .profiles
    case ("profiles", 5): .profile
    case ("profiles", 6): path[4] == "sso" ? .partnerProfile : .profileOfCode
    case ("decisions", 6): path[4] == "authorize" ? .authorize : .preauthorize
    case ("logout", 5): .logout
    default: nil
    }
  }

  private static func v1(_ path: [String], _ method: String) -> ServiceEndpoint? {
    func name(_ index: Int) -> String { String(path[index].prefix { $0 != "." }) }
    return switch (name(2), path.count) {
    case ("config", 4): .v1Configuration
    case ("checkauthn", 3): .v1CheckAuthentication
    case ("checkauthn", 4): .v1CheckCode
    case ("tokens", 4):
      switch name(3) {
      case "authn": method == "POST" ? .v1TokenExchange : .v1AuthenticationToken
      case "authz": .v1AuthorizationToken
      case "media": .v1MediaToken
      case "usermetadata": .v1UserMetadata
      default: nil
      }
    case ("mediatoken", 3): .v1MediaToken
    case ("authenticate", 3): .v1Authenticate
    case ("preauthorize", 3): .v1Preauthorize
    case ("preauthorize", 4): .v1PreauthorizeCode
    case ("authorize", 3): .v1Authorize
    case ("logout", 3): .v1Logout
    case (_, 5) where path[3] == "profile-requests": .v1ProfileRequest
    default: nil
    }
  }

  private static func ssoService(_ path: [String], _ method: String) -> ServiceEndpoint? {
    switch (path[2], path.count) {
    case ("serviceToken", 3): method == "GET" ? .renewServiceToken : .createServiceToken
    case ("link", 3): .link
    case ("unlink", 3): .unlink
    case ("list", 3): .listDevices
    default: nil
    }
  }

  private static func codes(_ path: [String], _ method: String) -> ServiceEndpoint? {
    guard path.count >= 4, path[3].prefix(while: { $0 != "." }) == "regcode" else { return nil }
    return switch (path.count, method) {
    case (4, _): .v1CreateCode
    case (5, "DELETE"): .v1DeleteCode
    case (5, _): .v1RetrieveCode
    default: nil
    }
  }
}
