// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}: what a user may probably watch.

/// REST API V2: retrieves preauthorization decisions.
enum PreauthorizationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    try Decision.answer(.preauthorize, call, &store)
  }
}
