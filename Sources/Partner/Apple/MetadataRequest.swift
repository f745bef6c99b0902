// SPDX-License-Identifier: Apache-2.0
// The requests of an application to the framework.

import Formats

/// A query for the user's account: `VSAccountMetadataRequest` without a verification token.
///
///     {"isInterruptionAllowed": false}                     a suite has to write at least this
///     {"channelIdentifier": "https://saml.sp.auth.adobe.com",
///      "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
///      "isInterruptionAllowed": true, "supportedAccountProviderIdentifiers": ["…"],
///      "featuredAccountProviderIdentifiers": ["…"]}
struct MetadataRequest: Sendable, Equatable {
  /// Whether the user may be shown a picker or a sign-in screen.
  var isInterruptionAllowed: Bool
  var channelIdentifier = MetadataRequest.cookbookChannelIdentifier
  var includeAccountProviderIdentifier = true
  var includeAuthenticationExpirationDate = true
  /// Only these providers can answer; an empty list stands for all.
  var supportedAccountProviderIdentifiers: [String] = []
}

extension MetadataRequest {
  /// The `channelIdentifier` of both cookbooks: the issuer of the service's SAML, not a TV channel.
  static let cookbookChannelIdentifier = "https://saml.sp.auth.adobe.com"

  /// Reads the members that both kinds of requests have.
  init(_ arguments: JSONObject, isInterruptionAllowed: Bool) {
    self.init(
      isInterruptionAllowed: isInterruptionAllowed,
      channelIdentifier: arguments["channelIdentifier"]?.string ?? Self.cookbookChannelIdentifier,
      includeAccountProviderIdentifier:
        arguments["includeAccountProviderIdentifier"]?.boolean ?? true,
      includeAuthenticationExpirationDate:
        arguments["includeAuthenticationExpirationDate"]?.boolean ?? true,
      supportedAccountProviderIdentifiers:
        arguments["supportedAccountProviderIdentifiers"].flatMap(FormReader.texts) ?? [])
  }
}

/// A request that carries the service's authentication request to the provider:
/// `VSAccountMetadataRequest` with `verificationToken` and `attributeNames`.
struct AuthenticationRequest: Sendable, Equatable {
  /// As the service gave it: V2 `authenticationRequest.request`, V1 a `profile-requests` body.
  var verificationToken: String
  /// V2 `authenticationRequest.attributesNames`, V1 `requiredMetadataFields`.
  var attributeNames: [String]
  /// The members that a query has too.
  var metadata: MetadataRequest
}
