// SPDX-License-Identifier: Apache-2.0
// From method and path to what is asked for.

/// A resource of the service, with what its path names.
enum Route: Equatable {
  case register
  case token
  case configuration(provider: String)
  case partnerSession(provider: String, partner: String)
  case partnerProfile(provider: String, partner: String)
  case profiles(provider: String)
  case profile(provider: String, mvpd: String)
  case profileOfCode(provider: String, code: String)
  case sessions(provider: String)
  case session(provider: String, code: String)
  case authenticate(provider: String, code: String)
  case preauthorize(provider: String, mvpd: String)
  case authorize(provider: String, mvpd: String)
  case logout(provider: String, mvpd: String)
  case v1(V1Route)
  /// The pages of the emulated MVPDs, outside of the API.
  case mvpdLogin(mvpd: String)
  case mvpdReturn(mvpd: String)
  case mvpdLogout(mvpd: String)
}

extension Route {
  /// - Parameter path: The segments of the path, decoded; an empty one at the end is ignored.
  /// - Returns: nil for a path that nothing stands at.
  init?(_ path: [String]) {
    let path = path.last == "" ? path.dropLast() : path[...]
    switch (path.first, path.count) {
    case ("o", 3) where path[1] == "client" && path[2] == "register": self = .register
    case ("o", 3) where path[1] == "client" && path[2] == "token": self = .token
    case ("mvpd", 3):
      switch path[2] {
      case "login": self = .mvpdLogin(mvpd: path[1])
      case "return": self = .mvpdReturn(mvpd: path[1])
      case "logout": self = .mvpdLogout(mvpd: path[1])
      default: return nil
      }
    case ("api", 4...6) where path[1] == "v2": self.init(api: Array(path[2...]))
    case ("api", 3...5) where path[1] == "v1", ("reggie", 4...5) where path[1] == "v1":
      guard let route = V1Route(path) else { return nil }
      self = .v1(route)
    default: return nil
    }
  }

  /// What follows `/api/v2/`.
  private init?(api path: [String]) {
    if path.count == 3, path[0] == "authenticate" {
      self = .authenticate(provider: path[1], code: path[2])
      return
    }
    let provider = path[0]
    switch (path[1], path.count) {
    case ("configuration", 2): self = .configuration(provider: provider)
    case ("profiles", 2): self = .profiles(provider: provider)
    case ("profiles", 3): self = .profile(provider: provider, mvpd: path[2])
    case ("profiles", 4) where path[2] == "sso":
      self = .partnerProfile(provider: provider, partner: path[3])
    case ("profiles", 4) where path[2] == "code":
      self = .profileOfCode(provider: provider, code: path[3])
    case ("sessions", 2): self = .sessions(provider: provider)
    case ("sessions", 3): self = .session(provider: provider, code: path[2])
    case ("sessions", 4) where path[2] == "sso":
      self = .partnerSession(provider: provider, partner: path[3])
    case ("decisions", 4) where path[2] == "preauthorize":
      self = .preauthorize(provider: provider, mvpd: path[3])
    case ("decisions", 4) where path[2] == "authorize":
      self = .authorize(provider: provider, mvpd: path[3])
    case ("logout", 3): self = .logout(provider: provider, mvpd: path[2])
    default: return nil
    }
  }

  /// The methods that the resource has.
  var methods: [String] {
    switch self {
    case .register, .token, .partnerSession, .partnerProfile, .sessions, .preauthorize, .authorize:
      ["POST"]
    case .session: ["GET", "POST"]
    case .v1(let route): route.methods
    case .configuration, .profiles, .profile, .profileOfCode, .authenticate, .logout, .mvpdLogin,
      .mvpdReturn, .mvpdLogout:
      ["GET"]
    }
  }

  /// Whether its errors are pages for a user agent.
  var isForUserAgent: Bool {
    switch self {
    case .authenticate, .v1(.authenticate), .mvpdLogin, .mvpdReturn, .mvpdLogout: true
    default: false
    }
  }

  /// Whether the number of requests is limited.
  var isThrottled: Bool {
    switch self {
    case .mvpdLogin, .mvpdReturn, .mvpdLogout: false
    default: true
    }
  }
}
