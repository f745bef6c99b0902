// SPDX-License-Identifier: Apache-2.0
// Which endpoint of the service a request is for.

package import HTTPMessages

/// The endpoints of Dynamic Client Registration and REST API V2.
package enum Endpoint: Sendable, CaseIterable {
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
}

extension Endpoint {
  package static let sessions: Set<Endpoint> = [.partnerSession, .createSession, .resumeSession]
  package static let profileMaps: Set<Endpoint> = [
    .partnerProfile, .profiles, .profile, .profileOfCode,
  ]
  package static let decisions: Set<Endpoint> = [.preauthorize, .authorize]
  /// All that wants an access token.
  package static let entitlement = Set(allCases).subtracting([.register, .token, .authenticate])

  /// Whatever the method, but where the method tells two of them apart.
  package init?(_ request: HTTPRequest) {
    var path = request.target.prefix { $0 != "?" }
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    if path.last == "" { path.removeLast() }
    if path == ["o", "client", "register"] {
      self = .register
    } else if path == [
      "o", "client", "token",
    ] {
      self = .token
    } else {
      guard path.count >= 4, path[0] == "api", path[1] == "v2" else { return nil }
      guard path[2] != "authenticate" else {
        self = .authenticate
        return
      }
      switch (path[3], path.count) {
      case ("configuration", 4): self = .configuration
      case ("sessions", 6): self = .partnerSession
      case ("sessions", 4): self = .createSession
      case ("sessions", 5): self = request.method == "GET" ? .retrieveSession : .resumeSession
      case ("profiles", 4): self = .profiles
      case ("profiles", 5): self = .profile
      case ("profiles", 6): self = path[4] == "sso" ? .partnerProfile : .profileOfCode
      case ("decisions", 6): self = path[4] == "authorize" ? .authorize : .preauthorize
      case ("logout", 5): self = .logout
      default: return nil
      }
    }
  }
}
