// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/logout/{mvpd}: the end of a profile.

internal import Encodings
internal import JSON

/// REST API V2: removes the profiles of an MVPD, and says what the application has to do then.
enum LogoutEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let mvpd = try IntegratedMVPD(call.path[.mvpd], of: caller, call)
    let device = try CallingDevice(call, of: caller)
    let assumed =
      call.has(.assumesRedirectURL) ? caller.provider.provider.redirectURL : nil
    guard let redirectURL = call.request.query.text("redirectUrl") ?? assumed,
      redirectURL.isAbsoluteURL
    else {
      throw .enhanced(.invalidParameterRedirectURL)
    }
    let access = removeProfiles(of: mvpd.id, device.key, call, &store)
    let actionName: String
    var actionType = "none"
    var url: String?
    if let partner = access?.partner, partner.isValid(at: call.profileTime) {
      actionName = "partner_logout"
      actionType = "partner_interactive"
    } else if access?.regularProfile(at: call.profileTime) != nil {
      actionName = mvpd.mvpd.hasLogout ? "logout" : "complete"
      if mvpd.mvpd.hasLogout {
        actionType = "interactive"
        url =
          "\(call.request.origin)/mvpd/\(PercentEncoding.encode(mvpd.id))/logout"
          + "?requestor_id=\(caller.providerPath)"
          + "&redirect_url=\(PercentEncoding.encode(redirectURL))"
      }
    } else {
      let needsNoProfile = mvpd.bypassesAuthentication || mvpd.mvpd.temporary != nil
      actionName = needsNoProfile ? "complete" : "invalid"
    }
    var entry = JSONObject([
      (name: "actionName", value: .string(actionName)),
      (name: "actionType", value: .string(actionType)),
      (name: "mvpd", value: .string(mvpd.id)),
    ])
    if let url { entry.append("url", .string(url)) }
    return .json(200, ["logouts": .object([(name: mvpd.id, value: .object(entry))])])
  }

  /// Removes the profiles of a device at an MVPD, and returns them.
  private static func removeProfiles(
    of mvpd: String, _ device: DeviceKey, _ call: ServiceCall, _ store: inout Store
  ) -> KnownDevice.Access? {
    guard store.devices[device] != nil else { return nil }
    if call.has(.keepsProfilesAtLogout) { return store.access(of: device, to: mvpd) }
    return store.update(device) { known in
      defer { if call.has(.endsAllProfilesAtLogout) { known.access = [:] } }
      return known.access.removeValue(forKey: mvpd)
    }
  }
}
