// SPDX-License-Identifier: Apache-2.0
// The ways in which the application can be made wrong.

/// A mistake that integrators make. The application makes one only if an argument names it.
enum Mistake: String, Sendable, CaseIterable {
  /// Asks the framework for a provider without asking for permission.
  case noPermissionAsked = "no-permission-asked"
  /// Asks the framework for a provider though the user has refused.
  case denialIgnored = "denial-ignored"
  /// Lets the framework interrupt the user while it checks the authentication.
  case interruptionInCheck = "interruption-in-check"
  /// Lets the framework interrupt the user while it asks for a decision.
  case interruptionInDecision = "interruption-in-decision"
  /// Doesn't let the framework show its picker.
  case noInterruptionInPicker = "no-interruption-in-picker"
  case noDelegate = "no-delegate"
  /// Sends its own id where the issuer of the SAML request belongs.
  case wrongChannel = "wrong-channel"
  case noIdentifierRequested = "no-identifier-requested"
  case noExpirationRequested = "no-expiration-requested"
  /// Gives the picker a list of providers that is built in.
  case ownProviderList = "own-provider-list"
  /// Goes on to the service while the picker is open.
  case pickerNotAwaited = "picker-not-awaited"
  /// Gives the framework the request of an earlier partner session.
  case olderVerificationToken = "older-verification-token"
  /// Asks for attributes of its own choice.
  case ownAttributeNames = "own-attribute-names"
  /// Sends the response with its line breaks and indentation.
  case responseNotFolded = "response-not-folded"
  case responseEncodedTwice = "response-encoded-twice"
  case responseSentTwice = "response-sent-twice"
  /// Signs in through the partner with a provider that the configuration has as off.
  case switchedOffProvider = "switched-off-provider"
  /// Takes the first answer of the framework for good.
  case staleStatus = "stale-status"
  /// Doesn't look at the end of the sign-in.
  case expiredStatus = "expired-status"
}
