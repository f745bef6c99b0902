// SPDX-License-Identifier: Apache-2.0
// A forced answer to the requests of an application.

import Formats

/// A forced answer to metadata requests.
enum FrameworkFault: Sendable, Equatable {
  /// The request is never answered.
  case never
  /// Neither metadata nor error.
  case nothing
  /// Metadata with all fields nil.
  case empty
  /// The error, with the SAML error response of the provider where a kind is named.
  case error(FrameworkError, saml: SAMLKind? = nil)
}

/// The requests that a fault affects.
enum FaultScope: String, Sendable, CaseIterable { case all, authentication }
