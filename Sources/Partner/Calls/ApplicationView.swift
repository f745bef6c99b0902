// SPDX-License-Identifier: Apache-2.0
// What an application learns about the framework from its answers.

import Text

/// What the application knows about the framework from the answers so far.
struct ApplicationView: Sendable, Equatable {
  /// The last answer to a permission call; nil if there is no framework.
  private(set) var permission: PermissionAnswer?
  private(set) var providerID: String?
  private(set) var expirationDate: Timestamp?
  private(set) var providerError: FrameworkError?
}

extension ApplicationView {
  /// The status that the application sends; nil if there is no framework.
  var status: FrameworkStatus? {
    guard let permission else { return nil }
    guard permission.accessStatus == .granted else {
      return FrameworkStatus(permission: permission)
    }
    return FrameworkStatus(
      permission: permission, providerID: providerID, expirationDate: expirationDate,
      providerError: providerError)
  }

  /// Remembers the answer to a permission call.
  mutating func learn(permission answer: PermissionAnswer?) {
    permission = answer
  }

  /// Remembers the answer to a query, which replaces everything known about the provider.
  mutating func learn(query metadata: AccountMetadata) {
    providerID = metadata.accountProviderIdentifier
    expirationDate = metadata.authenticationExpirationDate
    providerError = nil
  }

  /// Remembers the error of a query.
  mutating func learn(queryFailed error: FrameworkError) {
    (providerID, expirationDate) = (nil, nil)
    providerError = error
  }

  /// Remembers the answer to an authentication; a provider in it replaces the known one.
  mutating func learn(authentication metadata: AccountMetadata) {
    if let identifier = metadata.accountProviderIdentifier {
      providerID = identifier
      expirationDate = metadata.authenticationExpirationDate
    }
    providerError = nil
  }

  /// Remembers the error of an authentication.
  mutating func learn(authenticationFailed error: FrameworkError) {
    providerError = error
  }

  /// Keeps the provider of an earlier query beside an error.
  mutating func keep(providerID: String?, expirationDate: Timestamp?) {
    self.providerID = providerID
    self.expirationDate = expirationDate
  }
}
