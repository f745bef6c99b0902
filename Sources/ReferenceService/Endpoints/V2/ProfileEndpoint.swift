// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/profiles/{mvpd}: the profile of one MVPD.

/// REST API V2: retrieves the profile of one MVPD, if there is one.
enum ProfileEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let mvpd = try IntegratedMVPD(call.path[.mvpd], of: caller, call)
    let device = try CallingDevice(call, of: caller)
    let access = store.access(of: device.key, to: mvpd.id, at: call.now)
    if let profile = access?.profile(
      of: mvpd.id, FrameworkStatusHeader(ofProfiles: call), at: call.profileTime)
    {
      return .profiles([profile])
    }
    let other = try store.profileWithoutSignIn(mvpd, device.key, call)
    return .profiles(other.map { [$0] } ?? [])
  }
}

extension Store {
  /// The profile that a degraded MVPD or temporary access gives without a sign-in; nil for any other
  /// MVPD.
  mutating func profileWithoutSignIn(
    _ mvpd: IntegratedMVPD, _ device: DeviceKey, _ call: ServiceCall
  ) throws(Refusal) -> UserProfile? {
    if mvpd.bypassesAuthentication { return .degraded(mvpd.id, device, call) }
    guard let temporary = mvpd.mvpd.temporary else { return nil }
    return try temporaryProfile(mvpd.id, temporary, device, call)
  }
}
