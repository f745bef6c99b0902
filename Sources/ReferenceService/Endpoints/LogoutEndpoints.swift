// SPDX-License-Identifier: Apache-2.0
// The end of a profile, and of an authentication of REST API V1.

import Formats
import Text

extension ServiceCall {
  /// REST API V2: removes the profiles of an MVPD, and says what the application has to do then.
  func logOut(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let mvpd = try IntegratedMVPD(path[.mvpd], of: caller, self)
    let device = try CallingDevice(self, of: caller)
    let assumed = has(.assumesRedirectURL) ? caller.provider.provider.redirectURL : nil
    guard let redirectURL = request.query.text("redirectUrl") ?? assumed, redirectURL.isAbsoluteURL
    else { throw .enhanced(.invalidParameterRedirectURL) }
    let shared = store.access(of: device, to: mvpd.id, caller, self)?.identityProfile(
      at: profileTime)
    let access = removeProfiles(of: mvpd.id, device.key, &store)
    store.removeShared(of: mvpd.id, device.identities, self)
    let actionName: String
    var actionType = "none"
    var url: String?
    if let partner = access?[.partner], partner.isValid(at: profileTime) {
      actionName = "partner_logout"
      actionType = "partner_interactive"
    } else if access?.regularProfile(at: profileTime) ?? shared != nil {
      actionName = mvpd.mvpd.hasLogout ? "logout" : "complete"
      if mvpd.mvpd.hasLogout {
        actionType = "interactive"
        url =
          "\(request.origin)/mvpd/\(PercentEncoding.encode(mvpd.id))/logout"
          + "?requestor_id=\(caller.providerPath)"
          + "&redirect_url=\(PercentEncoding.encode(redirectURL))"
      }
    } else {
      let needsNoProfile = mvpd.bypassesAuthentication || mvpd.mvpd.temporary != nil
      actionName = needsNoProfile ? "complete" : "invalid"
    }
    var entry = JSONObject([
      (name: "actionName", value: .string(actionName)),
      (name: "actionType", value: .string(actionType)), (name: "mvpd", value: .string(mvpd.id)),
    ])
    if let url { entry.append("url", .string(url)) }
    return .json(200, ["logouts": .object([(name: mvpd.id, value: .object(entry))])])
  }

  private func removeProfiles(
    of mvpd: String, _ device: DeviceKey, _ store: inout Store
  ) -> KnownDevice.Access? {
    guard store.isAsBuilt else { return removeAlso(of: mvpd, device, &store) }
    return store.removeProfiles(of: mvpd, device)
  }

  /// Removes those of others as well, where rules work otherwise.
  private func removeAlso(
    of mvpd: String, _ device: DeviceKey, _ store: inout Store
  ) -> KnownDevice.Access? {
    let access = store.access(of: device, to: mvpd, at: now)
    if has(.keepsProfilesAtLogout) { return access }
    let own = store.devices[device]?.access[mvpd]
    for binding in ProfileBinding.allCases {
      let isForAll = store.has(.logoutEnds(across: binding))
      for signIn in SignIn.allCases
      where isForAll || (own == nil && store.has(.shared(signIn, across: binding))) {
        while let found = store.profile(signIn, of: device, to: mvpd, across: binding, now) {
          if binding == .mvpd {
            store.update(device) { $0.access = $0.access.filter { $0.key == mvpd } }
          } else {
            _ = store.removeProfiles(of: mvpd, found.owner)
          }
          if !isForAll { break }
        }
      }
    }
    _ = store.removeProfiles(of: mvpd, device)
    if has(.endsAllProfilesAtLogout), store.devices[device] != nil {
      store.update(device) { $0.access = [:] }
    }
    return access
  }
}

extension Store {
  mutating func removeProfiles(of mvpd: String, _ device: DeviceKey) -> KnownDevice.Access? {
    guard devices[device] != nil else { return nil }
    return update(device) { known in
      let access = known.access.removeValue(forKey: mvpd)
      known.ended[mvpd] = access
      return access
    }
  }
}

extension ServiceCall {
  /// REST API V1: removes all tokens of a device for the requestor. The MVPD is not told.
  func logOutV1(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    let others = store.devicesV1.keys { key in
      TokenBinding.allCases.contains { binding in
        has(.v1LogoutEnds(across: binding)) && key.differs(from: device, in: binding)
      }
    }
    for other in others { store.devicesV1[other] = nil }
    var ended = V1Device()
    ended.ended = store.devicesV1[device]?.authentication
    if has(.v1LogoutLeavesAuthorizations) {
      ended.authorizations = store.devicesV1[device]?.authorizations ?? [:]
    }
    store.devicesV1[device] = ended
    return .noContent
  }
}
