// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/preauthorize/{code}: which resources the user of a code may probably watch.

/// REST API V1: preauthorizes resources for the second screen, which has no device id but a
/// registration code.
enum V1CodePreauthorizationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(v1: call, store)
    let resources = try V1PreauthorizationEndpoint.resources(call)
    return try V1PreauthorizationEndpoint.answer(
      resources, store.authenticationOfCode(call, caller), call)
  }
}
