// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/checkauthn/{code}: whether the login with a code is done.

/// REST API V1: checks the authentication of the device with a registration code, as the second
/// screen does.
enum V1CodeCheckEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: call, store)
    guard let authentication = store.authenticationOfCode(call, caller),
      authentication.isValid(at: call.now)
    else {
      throw .v1(status: 403, message: "Forbidden")
    }
    return .empty
  }
}
