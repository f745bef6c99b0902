// SPDX-License-Identifier: Apache-2.0
// The profiles of users, how each kind is made, and their endpoints.

import Formats
import Text

extension ServiceCall {
  /// REST API V2: retrieves the profiles that count now.
  func retrieveProfiles(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let device = try CallingDevice(self, of: caller)
    let status = FrameworkStatusHeader(ofProfiles: self)
    if has(.enrolsProfilesLater) { store.enrol(device, caller, self) }
    var profiles = store.profiles(of: device, caller, status, self)
    if has(.listsDegradedProfiles) {
      for integration in caller.provider.provider.integrations
      where integration.isActive && integration.degradation == .authNAll
        && !profiles.contains(where: { $0.mvpd == integration.mvpd })
      { profiles.append(.degraded(integration.mvpd, device.key, self)) }
    }
    return .profiles(profiles)
  }

  /// REST API V2: retrieves the profile of one MVPD, if there is one.
  func retrieveProfile(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let mvpd = try IntegratedMVPD(path[.mvpd], of: caller, self)
    let device = try CallingDevice(self, of: caller)
    let access = store.access(of: device, to: mvpd.id, caller, self)
    if let profile = access?.profile(
      of: mvpd.id, FrameworkStatusHeader(ofProfiles: self), at: profileTime)
    {
      return .profiles([profile])
    }
    let other = try store.profileWithoutSignIn(mvpd, device.key, self)
    return .profiles(other.map { [$0] } ?? [])
  }
}

extension Store {
  /// The profile that a degraded MVPD or temporary access gives without a sign-in; nil for any other
  /// MVPD.
  mutating func profileWithoutSignIn(
    _ mvpd: IntegratedMVPD, _ device: DeviceKey, _ call: ServiceCall
  ) throws(ServiceError) -> UserProfile? {
    if mvpd.bypassesAuthentication { return .degraded(mvpd.id, device, call) }
    guard let temporary = mvpd.mvpd.temporary else { return nil }
    return try temporaryProfile(mvpd.id, temporary, device, call)
  }
}

extension ServiceCall {
  /// REST API V2: retrieves the profile of the sign-in that a code stands for, once there is one.
  func retrieveCodeProfile(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    let session = try store.session(self, caller)
    if has(.pollingUsesCodesUp) { store.sessions[session.code] = nil }
    guard let id = session.parameters.mvpd, let mvpd = directory.mvpd(id),
      let integration = caller.provider.integrations[id]
    else { return .profiles([]) }
    if session.isAuthenticated || has(.codesNeedNoLogin),
      let profile = store.access(of: session.device, to: id, at: now)?
        .regularProfile(at: profileTime)
    {
      return .profiles([profile])
    }
    let integrated = IntegratedMVPD(mvpd: mvpd, integration: integration)
    let other = try store.profileWithoutSignIn(integrated, session.device, self)
    return .profiles(other.map { [$0] } ?? [])
  }

  /// REST API V2: creates a profile from the response of the partner framework.
  func createPartnerProfile(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(self, store)
    try checkPartner()
    let device = try CallingDevice(self, of: caller)
    let id: String
    switch FrameworkStatusHeader(self) {
    case .valid(let mvpd): id = mvpd
    case .invalid(_, let mvpd?) where has(.ignoresFrameworkStatus): id = mvpd
    case .invalid where has(.listsProfilesWithInvalidStatus):
      return .profiles(store.profiles(of: device, caller, .disregarded, self))
    case .invalid(let code, _): throw .enhanced(code)
    case .absent, .disregarded: return regularProfiles(caller, device, store)
    }
    let mvpd = try IntegratedMVPD(id, of: caller, self)
    if mvpd.bypassesAuthentication { return .profiles([.degraded(id, device.key, self)]) }
    guard mvpd.usesPartnerSignOn(device.information, self) else {
      return regularProfiles(caller, device, store)
    }
    let userID = try user(mvpd, device.key, store)
    let profile = UserProfile.partner(mvpd.mvpd, userID: userID, at: now)
    if has(.savesNoPartnerProfile) { return .profiles([profile], status: 201) }
    store.update(device.key) { known in
      known.access[id, default: [:]][.partner] = profile
      // A request can be answered only once.
      known.requests[id] = nil
    }
    return .profiles([profile], status: 201)
  }

  /// The user of the SAML response, if it answers the last request that the device was given.
  private func user(
    _ integrated: IntegratedMVPD, _ device: DeviceKey, _ store: Store
  ) throws(ServiceError) -> String {
    let mvpd = integrated.mvpd
    // No application has given such an MVPD a request that a response could be for.
    let isForeign = integrated.isAssumed || !integrated.hasPartnerSignOn
    if isForeign || has(.acceptsAnyResponse) { return mvpd.subscriber.userID }
    let parameter = request.form.text("SAMLResponse")
    if has(.acceptsFailedResponses), let parameter,
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
    guard let request = requests[mvpd.id], now < request.notAfter,
      let issuer = mvpd.platformMappingID,
      response.isAcceptable(issuer: issuer, requestID: request.id, now: now),
      let userID = response.userID(attributeNames: mvpd.attributeNames)
    else { throw .enhanced(.invalidParameterSAMLResponse) }
    return userID
  }

  /// The answer of the basic flow: the profiles that the device has without the partner.
  private func regularProfiles(
    _ caller: Caller, _ device: CallingDevice, _ store: Store
  ) -> ServiceAnswer {
    .profiles(store.profiles(of: device, caller, nil, self))
  }

  func checkPartner() throws(ServiceError) {
    guard path[.partner].lowercased() == directory.data.partner.lowercased() else {
      throw .enhanced(.invalidParameterPartner)
    }
  }
}

/// A profile ("Profiles"): a sign-in leaves it behind, or degraded or temporary access gives it.
struct UserProfile: Sendable {
  enum Kind: String, Sendable {
    case regular
    case appleSSO
    case platformSSO
    case serviceTokenSSO
    case degraded
    case temporary
  }

  var mvpd: String
  let kind: Kind
  let notBefore: Timestamp
  var notAfter: Timestamp
  let attributes: JSONObject
}

extension UserProfile {
  /// Whether the profile counts: until the millisecond before its `notAfter`.
  func isValid(at now: Timestamp) -> Bool { now < notAfter }

  /// The user's id, as the service shows it.
  var userID: String { attributes["userID"]?["value"]?.string ?? "" }

  var json: JSONValue {
    let issuer =
      switch kind {
      case .regular, .platformSSO, .serviceTokenSSO: mvpd
      case .appleSSO: "Apple"
      case .degraded, .temporary: "Adobe"
      }
    return [
      "notBefore": .integer(notBefore.milliseconds), "notAfter": .integer(notAfter.milliseconds),
      "issuer": .string(issuer), "type": .string(kind.rawValue), "attributes": .object(attributes),
    ]
  }

  /// A metadata attribute.
  static func attribute(_ value: JSONValue, isEncrypted: Bool = false) -> JSONValue {
    ["value": value, "state": isEncrypted ? "enc" : "plain"]
  }

  /// The profile of a sign-in at the MVPD's own page.
  static func regular(_ mvpd: ServiceData.MVPD, at now: Timestamp) -> UserProfile {
    UserProfile(
      mvpd: mvpd.id, kind: .regular, notBefore: now, notAfter: now + mvpd.profileLifetime,
      attributes: attributes(of: mvpd.subscriber, userID: mvpd.subscriber.userID))
  }

  /// The profile of a SAML response from the partner framework.
  static func partner(_ mvpd: ServiceData.MVPD, userID: String, at now: Timestamp) -> UserProfile {
    var attributes = attributes(of: mvpd.subscriber, userID: userID)
    attributes["tokenSource"] = attribute("Apple")
    return UserProfile(
      mvpd: mvpd.id, kind: .appleSSO, notBefore: now, notAfter: now + mvpd.profileLifetime,
      attributes: attributes)
  }

  /// The profile of an MVPD whose authentication is bypassed.
  static func degraded(_ mvpd: String, _ device: DeviceKey, _ call: ServiceCall) -> UserProfile {
    let userID = "95cf93bcd183214a\(digest(of: device))"
    return UserProfile(
      mvpd: mvpd, kind: .degraded, notBefore: call.now,
      notAfter: call.now + call.lifetimes.degradedProfile,
      attributes: JSONObject([(name: "userID", value: attribute(.string(userID)))]))
  }

  /// The profile of temporary access: it lasts as long as the pass.
  static func temporary(
    _ mvpd: String, _ pass: KnownDevice.TemporaryPass, _ access: ServiceData.TemporaryAccess,
    _ device: DeviceKey
  ) -> UserProfile {
    var attributes = JSONObject([
      (name: "expiration_date", value: attribute(.integer(pass.notAfter.milliseconds))),
      (name: "userID", value: attribute(.string("temppass_\(digest(of: device))"))),
    ])
    if let limit = access.resources {
      attributes.append(
        "remaining_resources", attribute(.integer(max(0, limit - pass.resources.count))))
      attributes.append(
        "used_assets", attribute(.array(pass.resources.sorted().map(JSONValue.string))))
    }
    return UserProfile(
      mvpd: mvpd, kind: .temporary, notBefore: pass.notBefore, notAfter: pass.notAfter,
      attributes: attributes)
  }

  /// 40 characters that stand for a device with an unknown user.
  private static func digest(of device: DeviceKey) -> Substring {
    SHA256.hexadecimal(Array(device.identifier.utf8)).prefix(40)
  }

  private static func attributes(
    of subscriber: ServiceData.Subscriber, userID: String
  ) -> JSONObject {
    var attributes = JSONObject([
      (name: "userID", value: attribute(.string(Base64.encode(userID))))
    ])
    for item in subscriber.attributes {
      attributes[item.name] = attribute(item.value, isEncrypted: item.isEncrypted)
    }
    return attributes
  }
}
