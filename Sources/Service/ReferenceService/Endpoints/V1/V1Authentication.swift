// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/checkauthn, …/checkauthn/{code}, …/tokens/authn, and DELETE /api/v1/logout.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func checkAuthentication(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    guard store.validAuthentication(of: device, at: now) != nil else {
      throw .v1(status: 403, message: "Authentication token expired")
    }
    return .empty
  }

  /// The check of the second screen.
  func checkAuthentication(code: String, _ store: Store) throws(Refusal) -> ServiceAnswer {
    let caller = try callerV1(nil, store)
    guard let authentication = authentication(ofCode: code, caller, store),
      authentication.isValid(at: now)
    else {
      throw .v1(status: 403, message: "Forbidden")
    }
    return .empty
  }

  func authenticationToken(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    guard let authentication = store.authentication(of: device) else {
      throw .v1(status: 404, message: "Not Found")
    }
    guard authentication.isValid(at: now) else { throw .v1(status: 410, message: "Gone") }
    return answer(
      200, "authentication",
      JSONObject([
        (name: "requestor", value: .string(device.requestor)),
        (name: "mvpd", value: .string(authentication.mvpd)),
        (name: "userId", value: .string(authentication.userID)),
        (name: "expires", value: .milliseconds(authentication.notAfter)),
      ]))
  }

  /// Ends what the device has for the requestor; the MVPD hears nothing of it.
  func logoutV1(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    store.devicesV1[device] = nil
    return .noContent
  }

  /// The authentication, expired or not, of the device that has the code, once a login with it is
  /// done.
  func authentication(ofCode code: String, _ caller: Caller, _ store: Store) -> UserProfile? {
    let key = RegistrationKey(requestor: caller.providerID, code: code)
    guard let registration = store.registration(key, at: now), registration.isAuthenticated else {
      return nil
    }
    return store.authentication(of: registration.device)
  }

  /// The authentication that a decision needs.
  ///
  /// - Throws: that status where there is none.
  func authentication(
    of device: V1DeviceKey, orElse status: Int, _ store: Store
  ) throws(Refusal) -> UserProfile {
    guard let authentication = store.authentication(of: device) else {
      throw .notAuthenticated(status: status, .authenticationMissing)
    }
    guard authentication.isValid(at: now) else {
      throw .notAuthenticated(status: status, .authenticationExpired)
    }
    return authentication
  }
}

extension JSONValue {
  /// A time as tokens have it: milliseconds since 1970, as a string.
  static func milliseconds(_ time: Timestamp) -> JSONValue { .string(String(time.milliseconds)) }
}

extension ServiceAnswer {
  static let noContent = ServiceAnswer(status: 204, reason: "No Content")
  /// A success without a word.
  static let empty = ServiceAnswer(status: 200, reason: "OK")
}
