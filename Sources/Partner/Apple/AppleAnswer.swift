// SPDX-License-Identifier: Apache-2.0
// The request and the answer of the machine of the Apple emulator.

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

/// The metadata of an answer, and the kind and issuer of its SAML response, written later.
struct AppleAccount: Sendable, Equatable {
  var metadata = AccountMetadata()
  var saml: SAMLKind?
  var issuer: String?
}

/// A metadata request as the framework sees it: a query and an authentication are the same call.
struct AppleRequest: Sendable, Equatable {
  let metadata: MetadataRequest
  /// The attributes that an authentication asks for (none: no SAML response); nil for a query.
  var attributeNames: [String]?

  var isAuthentication: Bool { attributeNames != nil }
}
