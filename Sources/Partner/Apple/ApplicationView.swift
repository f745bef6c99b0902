// SPDX-License-Identifier: Apache-2.0
// The application's knowledge of the framework.

import Formats
import Text

/// The application's knowledge of the framework from the answers so far.
struct ApplicationView: Sendable, Equatable {
  /// The last answer to a permission call; nil if there is no framework.
  var permission: PermissionAnswer?
  var providerID: String?
  var expirationDate: Timestamp?
  private(set) var providerError: FrameworkError?

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

  /// Remembers an answer: that to a query replaces the provider, others only what they name.
  mutating func learn(_ metadata: AccountMetadata, isAuthentication: Bool = false) {
    if !isAuthentication || metadata.accountProviderIdentifier != nil {
      providerID = metadata.accountProviderIdentifier
      expirationDate = metadata.authenticationExpirationDate
    }
    providerError = nil
  }

  mutating func learn(_ error: FrameworkError, isAuthentication: Bool = false) {
    if !isAuthentication { (providerID, expirationDate) = (nil, nil) }
    providerError = error
  }

  /// Remembers the answer to a call of another source; one of another form says nothing.
  mutating func learn(_ answer: PartnerAnswer, to call: String) {
    let isAuthentication = call == "authenticate"
    switch answer {
    case .result(let result, _) where call == "permission":
      permission = PermissionAnswer(result) ?? permission
    case .result(let result, _): learn(AccountMetadata(result), isAuthentication: isAuthentication)
    case .error(let error):
      if call != "permission" { learn(FrameworkError(error), isAuthentication: isAuthentication) }
    }
  }
}
