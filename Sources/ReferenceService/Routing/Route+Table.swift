// SPDX-License-Identifier: Apache-2.0
// The table of routes: each path of the service, and the endpoint of each of its methods.

extension Route {
  /// All routes. The first whose path fits is taken.
  static let table: [Route] = registration + v2 + v1 + mvpdPages

  /// Dynamic Client Registration.
  private static let registration = [
    Route("/o/client/register", post: RegistrationEndpoint.self),
    Route("/o/client/token", post: TokenEndpoint.self),
  ]

  private static let v2 = [
    Route(
      "/api/v2/authenticate/{serviceProvider}/{code}", .userAgent,
      get: AuthenticationEndpoint.self),
    Route("/api/v2/{serviceProvider}/configuration", get: ConfigurationEndpoint.self),
    Route("/api/v2/{serviceProvider}/profiles", get: ProfilesEndpoint.self),
    Route("/api/v2/{serviceProvider}/profiles/{mvpd}", get: ProfileEndpoint.self),
    Route("/api/v2/{serviceProvider}/profiles/sso/{partner}", post: PartnerProfileEndpoint.self),
    Route("/api/v2/{serviceProvider}/profiles/code/{code}", get: CodeProfileEndpoint.self),
    Route("/api/v2/{serviceProvider}/sessions", post: SessionCreationEndpoint.self),
    Route(
      "/api/v2/{serviceProvider}/sessions/{code}", get: SessionRetrievalEndpoint.self,
      post: SessionResumptionEndpoint.self),
    Route("/api/v2/{serviceProvider}/sessions/sso/{partner}", post: PartnerSessionEndpoint.self),
    Route(
      "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}",
      post: PreauthorizationEndpoint.self),
    Route("/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", post: AuthorizationEndpoint.self),
    Route("/api/v2/{serviceProvider}/logout/{mvpd}", get: LogoutEndpoint.self),
  ]

  private static let v1 = [
    Route("/api/v1/config/{requestor}", get: V1ConfigurationEndpoint.self),
    Route("/api/v1/checkauthn", get: V1AuthenticationCheckEndpoint.self),
    Route("/api/v1/checkauthn/{code}", get: V1CodeCheckEndpoint.self),
    Route("/api/v1/{requestor}/profile-requests/{mvpd}", get: V1ProfileRequestEndpoint.self),
    Route(
      "/api/v1/tokens/authn", get: V1AuthenticationTokenEndpoint.self,
      post: V1TokenExchangeEndpoint.self),
    Route("/api/v1/tokens/authz", get: V1AuthorizationTokenEndpoint.self),
    Route("/api/v1/tokens/media", get: V1MediaTokenEndpoint.self),
    Route("/api/v1/mediatoken", get: V1MediaTokenEndpoint.self),
    Route("/api/v1/tokens/usermetadata", get: V1UserMetadataEndpoint.self),
    Route("/api/v1/authenticate", .userAgent, get: V1LoginEndpoint.self),
    Route("/api/v1/preauthorize", get: V1PreauthorizationEndpoint.self),
    Route("/api/v1/preauthorize/{code}", get: V1CodePreauthorizationEndpoint.self),
    Route("/api/v1/authorize", get: V1AuthorizationEndpoint.self),
    Route("/api/v1/logout", delete: V1LogoutEndpoint.self),
    Route("/reggie/v1/{requestor}/regcode", post: V1CodeCreationEndpoint.self),
    Route(
      "/reggie/v1/{requestor}/regcode/{code}", get: V1CodeRetrievalEndpoint.self,
      delete: V1CodeDeletionEndpoint.self),
  ]

  private static let mvpdPages = [
    Route("/mvpd/{mvpd}/login", .mvpd, get: LoginPage.self),
    Route("/mvpd/{mvpd}/return", .mvpd, get: LoginReturnPage.self),
    Route("/mvpd/{mvpd}/logout", .mvpd, get: LogoutPage.self),
  ]
}
