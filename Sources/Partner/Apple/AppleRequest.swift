// SPDX-License-Identifier: Apache-2.0
// A metadata request as the Apple emulator's machine sees it.

/// A metadata request as the framework sees it: a query and an authentication are the same call.
struct AppleRequest: Sendable, Equatable {
  let isAuthentication: Bool
  let isInterruptionAllowed: Bool
  let supported: [String]
  let includesIdentifier: Bool
  let includesExpiration: Bool
  /// Whether the request names attributes; without them there is no SAML response.
  let asksForAttributes: Bool
}

extension AppleRequest {
  init(_ request: MetadataRequest) {
    self.init(request, isAuthentication: false, asksForAttributes: false)
  }

  init(_ request: AuthenticationRequest) {
    self.init(
      request.metadata, isAuthentication: true,
      asksForAttributes: !request.attributeNames.isEmpty)
  }

  private init(_ request: MetadataRequest, isAuthentication: Bool, asksForAttributes: Bool) {
    self.isAuthentication = isAuthentication
    self.asksForAttributes = asksForAttributes
    isInterruptionAllowed = request.isInterruptionAllowed
    supported = request.supportedAccountProviderIdentifiers
    includesIdentifier = request.includeAccountProviderIdentifier
    includesExpiration = request.includeAuthenticationExpirationDate
  }
}
