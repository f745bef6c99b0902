// SPDX-License-Identifier: Apache-2.0
// GET /reggie/v1/{requestor}/regcode/{code}: the record of a registration code.

/// REST API V1: retrieves the record of a registration code.
enum V1CodeRetrievalEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let (key, registration) = try registration(call, store)
    if call.has(.v1RetrievingUsesCodesUp) { store.registrations[key] = nil }
    return registration.answer(200, key, call)
  }

  /// The record of the code in the path.
  ///
  /// - Throws: 404, if there is none.
  static func registration(
    _ call: ServiceCall, _ store: Store
  ) throws(Refusal) -> (key: RegistrationKey, registration: Registration) {
    let caller = try Caller(v1: call, requestor: call.path[.requestor], store)
    let key = store.counting(
      RegistrationKey(requestor: caller.providerID, code: call.path[.code]))
    guard let registration = store.registration(key, at: call.now) else {
      throw .v1(status: 404, message: "Not Found")
    }
    return (key, registration)
  }
}
