// SPDX-License-Identifier: Apache-2.0
// REST API V1: registration codes.

internal import Text

/// A registration code. Two requestors may have the same.
struct RegistrationKey: Hashable, Sendable {
  let requestor: String
  let code: String
}

/// The record of a registration code.
struct Registration: Sendable {
  let id: String
  let device: V1DeviceKey
  let mvpd: String?
  let generated: Timestamp
  let expires: Timestamp
  let client: String
  /// The device information as it came.
  let deviceInformation: String
  let deviceType: String?
  let userAgent: String?
  /// Whether a login with this code has been completed.
  var isAuthenticated = false
}

extension Store {
  /// The record of a code that has neither expired nor been deleted.
  func registration(_ key: RegistrationKey, at now: Timestamp) -> Registration? {
    registrations[key].flatMap { now < $0.expires ? $0 : nil }
  }

  /// The authentication, expired or not, of the device that registered the code in the path; nil
  /// until a login with the code has been completed.
  func authenticationOfCode(_ call: ServiceCall, _ caller: Caller) -> UserProfile? {
    let key = counting(RegistrationKey(requestor: caller.providerID, code: call.path[.code]))
    guard let registration = registration(key, at: call.now), registration.isAuthenticated else {
      return nil
    }
    return authentication(of: registration.device, at: call.now)
  }
}
