// SPDX-License-Identifier: Apache-2.0
// DELETE /reggie/v1/{requestor}/regcode/{code}: the end of a registration code.

/// REST API V1: deletes a registration code.
enum V1CodeDeletionEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let key = try V1CodeRetrievalEndpoint.registration(call, store).key
    if !call.has(.v1DeletionLeavesCodes) { store.registrations[key] = nil }
    return .noContent
  }
}
