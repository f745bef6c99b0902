// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/profiles/code/{code}: the profile of the sign-in with a code.

/// REST API V2: retrieves the profile of the sign-in that a code stands for, once there is one.
enum CodeProfileEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let session = try store.session(call, caller)
    if call.has(.pollingUsesCodesUp) { store.sessions[session.code] = nil }
    guard let id = session.parameters.mvpd, let mvpd = call.directory.mvpd(id),
      let integration = caller.provider.integrations[id]
    else { return .profiles([]) }
    if session.isAuthenticated || call.has(.codesNeedNoLogin),
      let profile = store.access(of: session.device, to: id, at: call.now)?
        .regularProfile(at: call.profileTime)
    {
      return .profiles([profile])
    }
    let integrated = IntegratedMVPD(mvpd: mvpd, integration: integration)
    let other = try store.profileWithoutSignIn(integrated, session.device, call)
    return .profiles(other.map { [$0] } ?? [])
  }
}
