// SPDX-License-Identifier: Apache-2.0
// What the framework says, as the service and the application judge it.

import Foundation

/// An error of the framework.
struct FrameworkError: Error, Sendable {
  let code: Int
  let message: String
  /// The provider that the user picked, with an error that says that it is not supported.
  let unsupportedProvider: String?

  init(_ error: any Error) {
    let error = error as NSError
    code = error.code
    message = error.localizedDescription
    unsupportedProvider =
      code == VSError.Code.unsupportedProvider.rawValue
      ? error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String : nil
  }
}

/// What the framework said last: the content of `AP-Partner-Framework-Status`.
struct FrameworkStatus: Sendable {
  var access: VSAccountAccessStatus
  var accessError: FrameworkError?
  var provider: String?
  var expiration: Date?
  var error: FrameworkError?

  /// Whether the service can use it: there is permission, a provider, and time left.
  func isValid(at now: Date) -> Bool {
    access == .granted && provider != nil && error == nil && expiration.map { $0 > now } ?? true
  }

  /// The value of the header.
  func header() throws -> String {
    let content = Content(
      frameworkPermissionInfo: Content.Permission(
        accessStatus: accessStatus, error: accessError.map(Content.Trouble.init)),
      frameworkProviderInfo: Content.Provider(
        id: provider,
        expirationDate: expiration.map { String(Int(($0.timeIntervalSince1970 * 1000).rounded())) },
        error: error.map(Content.Trouble.init)))
    return try JSONEncoder().encode(content).base64EncodedString()
  }

  private var accessStatus: String {
    switch access {
    case .granted: "granted"
    case .denied: "denied"
    case .restricted: "restricted"
    case .notDetermined: "notDetermined"
    }
  }

  private struct Content: Encodable {
    struct Trouble: Encodable {
      let code: String
      let message: String

      init(_ error: FrameworkError) {
        code = String(error.code)
        message = error.message
      }
    }

    struct Permission: Encodable {
      let accessStatus: String
      let error: Trouble?
    }

    struct Provider: Encodable {
      let id: String?
      let expirationDate: String?
      let error: Trouble?
    }

    let frameworkPermissionInfo: Permission
    let frameworkProviderInfo: Provider
  }
}

/// An answer of the framework.
struct FrameworkAnswer: Sendable {
  let status: FrameworkStatus
  /// The provider's response to the request of the service.
  var response: String?
}
