// SPDX-License-Identifier: Apache-2.0
// The requests of an application to the framework, with and without authentication.

package import Formats

/// A query for the user's account: `VSAccountMetadataRequest` without a verification token.
///
///     {"isInterruptionAllowed": false}                     a suite has to write at least this
///     {"channelIdentifier": "https://saml.sp.auth.adobe.com",
///      "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
///      "isInterruptionAllowed": true, "supportedAccountProviderIdentifiers": ["…"],
///      "featuredAccountProviderIdentifiers": ["…"]}
package struct MetadataRequest: Sendable, Equatable {
  /// Whether the user may be shown a picker or a sign-in screen.
  package var isInterruptionAllowed: Bool
  package var channelIdentifier: String
  package var includeAccountProviderIdentifier: Bool
  package var includeAuthenticationExpirationDate: Bool
  /// Only these providers can answer; an empty list stands for all.
  package var supportedAccountProviderIdentifiers: [String]
  /// Providers that the picker shows more prominently; they don't affect the answer.
  package var featuredAccountProviderIdentifiers: [String]

  package init(
    isInterruptionAllowed: Bool,
    channelIdentifier: String = MetadataRequest.cookbookChannelIdentifier,
    includeAccountProviderIdentifier: Bool = true,
    includeAuthenticationExpirationDate: Bool = true,
    supportedAccountProviderIdentifiers: [String] = [],
    featuredAccountProviderIdentifiers: [String] = []
  ) {
    self.isInterruptionAllowed = isInterruptionAllowed
    self.channelIdentifier = channelIdentifier
    self.includeAccountProviderIdentifier = includeAccountProviderIdentifier
    self.includeAuthenticationExpirationDate = includeAuthenticationExpirationDate
    self.supportedAccountProviderIdentifiers = supportedAccountProviderIdentifiers
    self.featuredAccountProviderIdentifiers = featuredAccountProviderIdentifiers
  }
}

extension MetadataRequest {
  /// The `channelIdentifier` of both cookbooks: the issuer of the service's SAML, not a TV channel.
  package static let cookbookChannelIdentifier = "https://saml.sp.auth.adobe.com"

  static let members = [
    "channelIdentifier", "includeAccountProviderIdentifier",
    "includeAuthenticationExpirationDate", "isInterruptionAllowed",
    "supportedAccountProviderIdentifiers", "featuredAccountProviderIdentifiers",
  ]

  /// All members in the order above, without empty lists.
  package var json: JSONValue {
    var object = JSONObject()
    object["channelIdentifier"] = .string(channelIdentifier)
    object["includeAccountProviderIdentifier"] = .boolean(includeAccountProviderIdentifier)
    object["includeAuthenticationExpirationDate"] = .boolean(includeAuthenticationExpirationDate)
    object["isInterruptionAllowed"] = .boolean(isInterruptionAllowed)
    if !supportedAccountProviderIdentifiers.isEmpty {
      object["supportedAccountProviderIdentifiers"] = .array(
        supportedAccountProviderIdentifiers.map(JSONValue.string))
    }
    if !featuredAccountProviderIdentifiers.isEmpty {
      object["featuredAccountProviderIdentifiers"] = .array(
        featuredAccountProviderIdentifiers.map(JSONValue.string))
    }
    return .object(object)
  }

  /// Reads the members that both kinds of requests have, except `isInterruptionAllowed`.
  init(_ reader: FormReader, isInterruptionAllowed: Bool) throws(FormError) {
    self.init(
      isInterruptionAllowed: isInterruptionAllowed,
      channelIdentifier: try reader.text("channelIdentifier") ?? Self.cookbookChannelIdentifier,
      includeAccountProviderIdentifier:
        try reader.boolean("includeAccountProviderIdentifier") ?? true,
      includeAuthenticationExpirationDate:
        try reader.boolean("includeAuthenticationExpirationDate") ?? true,
      supportedAccountProviderIdentifiers:
        try reader.texts("supportedAccountProviderIdentifiers") ?? [],
      featuredAccountProviderIdentifiers:
        try reader.texts("featuredAccountProviderIdentifiers") ?? [])
  }
}

/// A request that carries the service's authentication request to the provider:
/// `VSAccountMetadataRequest` with `verificationToken` and `attributeNames`.
package struct AuthenticationRequest: Sendable, Equatable {
  /// As the service gave it: V2 `authenticationRequest.request`, V1 the body of
  /// `profile-requests`.
  package var verificationToken: String
  /// V2 `authenticationRequest.attributesNames`, V1 `requiredMetadataFields`.
  package var attributeNames: [String]
  /// The members that a query has too.
  package var metadata: MetadataRequest

  package init(verificationToken: String, attributeNames: [String], metadata: MetadataRequest) {
    self.verificationToken = verificationToken
    self.attributeNames = attributeNames
    self.metadata = metadata
  }
}

extension AuthenticationRequest {
  /// The members `verificationToken`, `attributeNames` and `isInterruptionAllowed`, and those of the
  /// others that differ from their defaults.
  package var json: JSONValue {
    var object = JSONObject()
    object["verificationToken"] = .string(verificationToken)
    object["attributeNames"] = .array(attributeNames.map(JSONValue.string))
    object["isInterruptionAllowed"] = .boolean(metadata.isInterruptionAllowed)
    let plain = MetadataRequest(isInterruptionAllowed: metadata.isInterruptionAllowed).json
    for member in metadata.json.object?.members ?? [] where plain[member.name] != member.value {
      object[member.name] = member.value
    }
    return .object(object)
  }
}
