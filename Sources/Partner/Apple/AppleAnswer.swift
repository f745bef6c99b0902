// SPDX-License-Identifier: Apache-2.0
// The answers of the Apple emulator's machine.

/// The machine's answer to a metadata request.
enum AppleAnswer: Sendable, Equatable {
  /// There is no framework.
  case unavailable
  /// The completion handler is never called.
  case never
  /// An error; `saml` is the kind of the provider's error response in it, if there is one.
  case error(FrameworkError, saml: SAMLKind? = nil)
  /// Metadata, which may be empty.
  case account(AppleAccount)
}

/// The metadata of an answer, with the kind and the issuer of the SAML response.
struct AppleAccount: Sendable, Equatable {
  var provider: String?
  var expires: Int?
  var saml: SAMLKind?
  var issuer: String?
}
