// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/logout/{mvpd}: the end of a profile.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension Exchange {
  func logout(
    _ providerID: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let (mvpd, integration) = try integration(of: mvpdID, caller)
    let device = try device(of: caller)
    guard let redirectURL = query.text("redirectUrl"), Self.isURL(redirectURL) else {
      throw .enhanced(.invalidParameterRedirectURL)
    }
    let access = removeProfiles(of: mvpdID, device.key, &store)
    let actionName: String
    var actionType = "none"
    var url: String?
    if let partner = access?.partner, partner.isValid(at: now) {
      actionName = "partner_logout"
      actionType = "partner_interactive"
    } else if access?.regularProfile(at: now) != nil {
      actionName = mvpd.hasLogout ? "logout" : "complete"
      if mvpd.hasLogout {
        actionType = "interactive"
        url =
          "\(origin)/mvpd/\(PercentEncoding.encode(mvpdID))/logout"
          + "?requestor_id=\(caller.providerPath)"
          + "&redirect_url=\(PercentEncoding.encode(redirectURL))"
      }
    } else {
      let isWithoutProfile = integration.degradation == .authNAll || mvpd.temporary != nil
      actionName = isWithoutProfile ? "complete" : "invalid"
    }
    var entry = JSONObject([
      (name: "actionName", value: .string(actionName)),
      (name: "actionType", value: .string(actionType)),
      (name: "mvpd", value: .string(mvpdID)),
    ])
    if let url { entry.append("url", .string(url)) }
    return .json(200, ["logouts": .object([(name: mvpdID, value: .object(entry))])])
  }

  private func removeProfiles(
    of mvpd: String, _ device: DeviceKey, _ store: inout Store
  ) -> KnownDevice.Access? {
    guard store.devices[device] != nil else { return nil }
    return store.devices.update(device, default: KnownDevice()) { state in
      state.access.removeValue(forKey: mvpd)
    }
  }
}
