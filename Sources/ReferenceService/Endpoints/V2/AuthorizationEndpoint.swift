// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}: whether a user may watch now.

/// REST API V2: retrieves an authorization decision, with a media token if it is a permit.
enum AuthorizationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    try Decision.answer(.authorize, call, &store)
  }
}
