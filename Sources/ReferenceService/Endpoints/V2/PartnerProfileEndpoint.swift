// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/profiles/sso/{partner}: a profile for a SAML response.

internal import Text

/// REST API V2: creates a profile from the response of the partner framework.
enum PartnerProfileEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    try call.checkPartner()
    let device = try CallingDevice(call, of: caller)
    let id: String
    switch FrameworkStatusHeader(call) {
    case .valid(let mvpd): id = mvpd
    case .invalid(_, let mvpd?) where call.has(.ignoresFrameworkStatus): id = mvpd
    case .invalid where call.has(.listsProfilesWithInvalidStatus):
      return .profiles(store.profiles(of: device.key, caller, .disregarded, at: call.now))
    case .invalid(let code, _): throw .enhanced(code)
    case .absent, .disregarded: return regularProfiles(call, caller, device, store)
    }
    let mvpd = try IntegratedMVPD(id, of: caller, call)
    if mvpd.bypassesAuthentication { return .profiles([.degraded(id, device.key, call)]) }
    guard mvpd.usesPartnerSignOn(device.information, call) else {
      return regularProfiles(call, caller, device, store)
    }
    let userID = try user(mvpd, call, device.key, store)
    let profile = UserProfile.partner(mvpd.mvpd, userID: userID, at: call.now)
    if call.has(.savesNoPartnerProfile) { return .profiles([profile], status: 201) }
    store.update(device.key) { known in
      known.access[id, default: KnownDevice.Access()].partner = profile
      // A request can be answered only once.
      known.requests[id] = nil
    }
    return .profiles([profile], status: 201)
  }

  /// The user of the SAML response, if it answers the last request that the device was given.
  private static func user(
    _ integrated: IntegratedMVPD, _ call: ServiceCall, _ device: DeviceKey, _ store: Store
  ) throws(Refusal) -> String {
    let mvpd = integrated.mvpd
    // Nobody has given such an MVPD a request that a response could be for.
    let isForeign = integrated.isAssumed || !integrated.hasPartnerSignOn
    if isForeign || call.has(.acceptsAnyResponse) { return mvpd.subscriber.userID }
    let parameter = call.request.form.text("SAMLResponse")
    if call.has(.acceptsFailedResponses), let parameter,
      ReceivedSAMLResponse.reportsFailure(parameter: parameter)
    {
      return mvpd.subscriber.userID
    }
    guard let response = parameter.flatMap({ ReceivedSAMLResponse(parameter: $0) }) else {
      throw .enhanced(.invalidParameterSAMLResponse)
    }
    let requests = store.devices[device]?.requests ?? [:]
    if let answered = requests.first(where: { $0.value.id == response.inResponseTo }),
      answered.key != mvpd.id
    {
      throw .enhanced(.providerMismatch)
    }
    guard let request = requests[mvpd.id], call.now < request.notAfter,
      let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: request.id, now: call.now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .enhanced(.invalidParameterSAMLResponse) }
    return userID
  }

  /// The answer of the basic flow: the profiles that the device has without the partner.
  private static func regularProfiles(
    _ call: ServiceCall, _ caller: Caller, _ device: CallingDevice, _ store: Store
  ) -> ServiceAnswer {
    .profiles(store.profiles(of: device.key, caller, nil, at: call.profileTime))
  }
}

extension ServiceCall {
  /// Checks the partner in the path.
  func checkPartner() throws(Refusal) {
    guard path[.partner].lowercased() == directory.data.partner.lowercased() else {
      throw .enhanced(.invalidParameterPartner)
    }
  }
}
