// SPDX-License-Identifier: Apache-2.0
// Switches of who may call.

extension Switch {
  /// Access tokens do not run out.
  package static let acceptsExpiredTokens = Switch("accepts-expired-tokens")
  /// A token is good for every service provider.
  package static let acceptsTokensOfOtherProviders = Switch("accepts-tokens-of-other-providers")
  /// A token is good for every API.
  package static let acceptsTokensOfAnyScope = Switch("accepts-tokens-of-any-scope")
  /// An unknown service provider is taken for one of the client's.
  package static let acceptsAnyServiceProvider = Switch("accepts-any-service-provider")
  /// A missing or invalid device identifier is taken for some device's.
  package static let assumesDeviceIdentifier = Switch("assumes-device-identifier")
  /// An MVPD need not be integrated.
  package static let servesMVPDsWithoutIntegration = Switch("serves-mvpds-without-integration")
  /// Degradation rules are not applied.
  package static let ignoresDegradation = Switch("ignores-degradation")
  /// The limit of requests is one for all addresses.
  package static let countsAllDevicesTogether = Switch("counts-all-devices-together")
}
