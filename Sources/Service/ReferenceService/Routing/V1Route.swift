// SPDX-License-Identifier: Apache-2.0
// REST API V1: from the path to what is asked for.

internal import HTTPMessages

/// A resource of REST API V1, with what its path names.
enum V1Route: Equatable {
  case configuration(requestor: String)
  case checkAuthentication
  case checkAuthenticationOfCode(String)
  case profileRequest(requestor: String, mvpd: String)
  case authenticationToken
  case authorizationToken
  case mediaToken
  case userMetadata
  case registrationCodes(requestor: String)
  case registrationCode(requestor: String, code: String)
  case authenticate
  case preauthorize
  case preauthorizeOfCode(String)
  case authorize
  case logout
}

extension V1Route {
  /// Whether a path belongs to this version, whatever stands there.
  static func isPrefix(of path: [String]) -> Bool {
    path.starts(with: ["api", "v1"]) || path.starts(with: ["reggie", "v1"])
  }

  /// - Parameter path: The decoded segments from `api` or `reggie` on, without an empty one at the
  ///   end; the last may end in the name of a format.
  /// - Returns: nil for a path that nothing stands at.
  init?(_ path: ArraySlice<String>) {
    guard let service = path.first, let last = path.last else { return nil }
    let names = path.dropFirst(2).dropLast() + [AnswerFormat.removingSuffix(of: last)]
    switch service {
    case "api": self.init(api: Array(names))
    case "reggie": self.init(codes: Array(names))
    default: return nil
    }
  }

  /// What follows `/api/v1/`.
  private init?(api path: [String]) {
    switch (path[0], path.count) {
    case ("config", 2): self = .configuration(requestor: path[1])
    case ("checkauthn", 1): self = .checkAuthentication
    case ("checkauthn", 2): self = .checkAuthenticationOfCode(path[1])
    case ("tokens", 2):
      switch path[1] {
      case "authn": self = .authenticationToken
      case "authz": self = .authorizationToken
      case "media": self = .mediaToken
      case "usermetadata": self = .userMetadata
      default: return nil
      }
    case ("mediatoken", 1): self = .mediaToken
    case ("authenticate", 1): self = .authenticate
    case ("preauthorize", 1): self = .preauthorize
    case ("preauthorize", 2): self = .preauthorizeOfCode(path[1])
    case ("authorize", 1): self = .authorize
    case ("logout", 1): self = .logout
    case (_, 3) where path[1] == "profile-requests":
      self = .profileRequest(requestor: path[0], mvpd: path[2])
    default: return nil
    }
  }

  /// What follows `/reggie/v1/`.
  private init?(codes path: [String]) {
    switch path.count {
    case 2 where path[1] == "regcode": self = .registrationCodes(requestor: path[0])
    case 3 where path[1] == "regcode":
      self = .registrationCode(requestor: path[0], code: path[2])
    default: return nil
    }
  }

  /// The methods that the resource has.
  var methods: [String] {
    switch self {
    case .authenticationToken: ["GET", "POST"]
    case .registrationCodes: ["POST"]
    case .registrationCode: ["GET", "DELETE"]
    case .logout: ["DELETE"]
    default: ["GET"]
    }
  }
}

extension Exchange {
  func serve(_ route: V1Route, _ store: inout Store) throws(Refusal) -> ServiceAnswer {
    switch route {
    case .configuration(let requestor): try configurationV1(requestor, store)
    case .checkAuthentication: try checkAuthentication(store)
    case .checkAuthenticationOfCode(let code): try checkAuthentication(code: code, store)
    case .profileRequest(let requestor, let mvpd): try profileRequest(requestor, mvpd, &store)
    case .authenticationToken:
      request.method == "GET" ? try authenticationToken(store) : try exchangeToken(&store)
    case .authorizationToken: try authorizationToken(store)
    case .mediaToken: try mediaToken(store)
    case .userMetadata: try userMetadata(store)
    case .registrationCodes(let requestor): try createRegistration(requestor, &store)
    case .registrationCode(let requestor, let code):
      request.method == "GET"
        ? try retrieveRegistration(requestor, code, store)
        : try deleteRegistration(requestor, code, &store)
    case .authenticate: try authenticateV1(&store)
    case .preauthorize: try preauthorizeV1(store)
    case .preauthorizeOfCode(let code): try preauthorizeV1(code: code, store)
    case .authorize: try authorizeV1(&store)
    case .logout: try logoutV1(&store)
    }
  }
}
