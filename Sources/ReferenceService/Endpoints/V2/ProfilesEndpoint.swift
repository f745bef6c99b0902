// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/profiles: all profiles of a device.

/// REST API V2: retrieves the profiles that count now.
enum ProfilesEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let device = try CallingDevice(call, of: caller)
    let status = FrameworkStatusHeader(ofProfiles: call)
    var profiles = store.profiles(of: device.key, caller, status, at: call.profileTime)
    if call.has(.listsDegradedProfiles) {
      for integration in caller.provider.provider.integrations
      where integration.isActive && integration.degradation == .authNAll
        && !profiles.contains(where: { $0.mvpd == integration.mvpd })
      {
        profiles.append(.degraded(integration.mvpd, device.key, call))
      }
    }
    return .profiles(profiles)
  }
}
