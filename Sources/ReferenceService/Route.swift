// SPDX-License-Identifier: Apache-2.0
// The paths of the service, and the endpoints that answer there.

/// A path with the endpoints of its methods.
struct Route: Sendable {
  /// Who calls a path. This decides what its errors look like, and whether requests are limited.
  enum Audience {
    case application
    /// The user agent of a person who signs in.
    case userAgent
    /// A user agent on a page of an emulated MVPD: it is not part of the API, so it has no limit.
    case mvpd
  }

  private enum Segment {
    case literal(String)
    case name(PathName)
  }

  private let segments: [Segment]
  private let audience: Audience
  private let endpoints: [(method: String, endpoint: Endpoint)]

  /// - Parameter path: `/api/v2/{serviceProvider}/profiles`: names in braces stand for one segment
  ///   each, and have to be a `PathName`.
  init(
    _ path: String, _ audience: Audience = .application, get: Endpoint? = nil,
    post: Endpoint? = nil, delete: Endpoint? = nil
  ) {
    segments = path.split(separator: "/").map { segment in
      guard segment.hasPrefix("{") else { return .literal(String(segment)) }
      guard let name = PathName(rawValue: String(segment.dropFirst().dropLast())) else {
        preconditionFailure("\(path) has a name that is not a PathName: \(segment)")
      }
      return .name(name)
    }
    self.audience = audience
    endpoints = [("GET", get), ("POST", post), ("DELETE", delete)].compactMap { method, endpoint in
      endpoint.map { (method, $0) }
    }
  }
}

extension Route {
  /// Looks a path up in the table of routes.
  ///
  /// - Parameter path: The decoded segments; an empty one at the end is ignored. In REST API V1 the
  ///   last segment may end in `.json` or `.xml`.
  /// - Returns: The route and the values of its names; nil if no route has this path.
  static func find(_ path: [String]) -> (route: Route, names: PathNames)? {
    var path = path
    if path.last == "" { path.removeLast() }
    if isV1(path), let last = path.popLast() { path.append(AnswerFormat.removingSuffix(of: last)) }
    for route in table {
      if let names = route.names(in: path) { return (route, names) }
    }
    return nil
  }

  static func nothing(at path: [String]) -> ServiceError {
    isV1(path)
      ? .v1(status: 404, message: "Not Found")
      : .uncatalogued(404, code: "not_found", message: "There is nothing at this path.")
  }

  /// The values of the route's names in a path; nil if the path is another one.
  private func names(in path: [String]) -> PathNames? {
    guard path.count == segments.count else { return nil }
    var names = PathNames()
    for (segment, value) in zip(segments, path) {
      switch segment {
      case .literal(let literal): guard literal == value else { return nil }
      case .name(let name): names.values[name] = value
      }
    }
    return names
  }

  private static func isV1(_ path: [String]) -> Bool {
    path.count >= 2 && path[1] == "v1" && (path[0] == "api" || path[0] == "reggie")
  }

  /// The methods of the path, in the order of the field Allow.
  var methods: [String] { endpoints.map(\.method) }

  func endpoint(for method: String) -> Endpoint? {
    endpoints.first { $0.method == method }?.endpoint
  }

  /// The error for a method that the path does not have.
  var wrongMethod: ServiceError {
    switch audience {
    case .userAgent, .mvpd: .page(status: 405)
    case .application where isV1: .v1(status: 405, message: "Method Not Allowed")
    case .application:
      .uncatalogued(
        405, code: "method_not_allowed", message: "The resource does not have this method.")
    }
  }

  /// Whether the requests to this path count against the limit of an address.
  var isThrottled: Bool { audience != .mvpd }

  private var isV1: Bool {
    guard segments.count >= 2, case .literal("v1") = segments[1] else { return false }
    return true
  }

  /// All routes. The first whose path fits is taken.
  static let table: [Route] = registration + v2 + v1 + mvpdPages + ssoService

  /// Dynamic Client Registration.
  private static let registration = [
    Route("/o/client/register", post: ServiceCall.registerClient),
    Route("/o/client/token", post: ServiceCall.issueToken),
  ]

  private static let v2 = [
    Route("/api/v2/authenticate/{serviceProvider}/{code}", .userAgent, get: ServiceCall.openLogin),
    Route("/api/v2/{serviceProvider}/configuration", get: ServiceCall.retrieveConfiguration),
    Route("/api/v2/{serviceProvider}/profiles", get: ServiceCall.retrieveProfiles),
    Route("/api/v2/{serviceProvider}/profiles/{mvpd}", get: ServiceCall.retrieveProfile),
    Route(
      "/api/v2/{serviceProvider}/profiles/sso/{partner}", post: ServiceCall.createPartnerProfile),
    Route("/api/v2/{serviceProvider}/profiles/code/{code}", get: ServiceCall.retrieveCodeProfile),
    Route("/api/v2/{serviceProvider}/sessions", post: ServiceCall.createSession),
    Route(
      "/api/v2/{serviceProvider}/sessions/{code}", get: ServiceCall.retrieveSession,
      post: ServiceCall.resumeSession),
    Route(
      "/api/v2/{serviceProvider}/sessions/sso/{partner}", post: ServiceCall.createPartnerSession),
    Route(
      "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", post: ServiceCall.preauthorize),
    Route("/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", post: ServiceCall.authorize),
    Route("/api/v2/{serviceProvider}/logout/{mvpd}", get: ServiceCall.logOut),
  ]

  private static let v1 = [
    Route("/api/v1/config/{requestor}", get: ServiceCall.retrieveV1Configuration),
    Route("/api/v1/checkauthn", get: ServiceCall.checkV1Authentication),
    Route("/api/v1/checkauthn/{code}", get: ServiceCall.checkV1Code),
    Route("/api/v1/{requestor}/profile-requests/{mvpd}", get: ServiceCall.requestV1Profile),
    Route(
      "/api/v1/tokens/authn", get: ServiceCall.retrieveV1Authentication,
      post: ServiceCall.exchangeV1Token),
    Route("/api/v1/tokens/authz", get: ServiceCall.retrieveV1Authorization),
    Route("/api/v1/tokens/media", get: ServiceCall.retrieveV1MediaToken),
    Route("/api/v1/mediatoken", get: ServiceCall.retrieveV1MediaToken),
    Route("/api/v1/tokens/usermetadata", get: ServiceCall.retrieveV1UserMetadata),
    Route("/api/v1/authenticate", .userAgent, get: ServiceCall.openV1Login),
    Route("/api/v1/preauthorize", get: ServiceCall.preauthorizeV1),
    Route("/api/v1/preauthorize/{code}", get: ServiceCall.preauthorizeV1Code),
    Route("/api/v1/authorize", get: ServiceCall.authorizeV1),
    Route("/api/v1/logout", delete: ServiceCall.logOutV1),
    Route("/reggie/v1/{requestor}/regcode", post: ServiceCall.createV1Code),
    Route(
      "/reggie/v1/{requestor}/regcode/{code}", get: ServiceCall.retrieveV1Code,
      delete: ServiceCall.deleteV1Code),
  ]

  /// The premium service for service tokens ("Adobe SSO Service").
  private static let ssoService = [
    Route(
      "/api/{serviceProvider}/serviceToken", get: ServiceCall.renewServiceToken,
      post: ServiceCall.createServiceToken),
    Route("/api/{serviceProvider}/link", post: ServiceCall.createLink),
    Route("/api/{serviceProvider}/unlink", post: ServiceCall.unlinkDevices),
    Route("/api/{serviceProvider}/list", get: ServiceCall.listDevices),
  ]

  private static let mvpdPages = [
    Route("/mvpd/{mvpd}/login", .mvpd, get: ServiceCall.showLogin),
    Route("/mvpd/{mvpd}/return", .mvpd, get: ServiceCall.finishLogin),
    Route("/mvpd/{mvpd}/logout", .mvpd, get: ServiceCall.showLogout),
  ]
}

/// Does what a request asks for, or throws the error that is sent instead. The store holds all
/// that the service remembers; no other request changes it meanwhile.
///
/// An endpoint is a method of `ServiceCall` in `Endpoints/` and one line in the table of routes.
typealias Endpoint = @Sendable (ServiceCall) -> (inout Store) throws(ServiceError) -> ServiceAnswer
