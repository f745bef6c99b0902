// SPDX-License-Identifier: Apache-2.0
// What a device may use of an MVPD: profiles, degradation, temporary access.

internal import Encodings
internal import HTTPMessages
internal import JSON

extension KnownDevice.Access {
  /// The profile that counts now: that of the partner only together with a status that names the
  /// same MVPD, so that it is withheld in all other cases.
  func profile(of mvpd: String, _ status: FrameworkStatusHeader, at now: Timestamp) -> UserProfile?
  {
    if let partner, partner.isValid(at: now), status == .valid(mvpd: mvpd) { return partner }
    return regularProfile(at: now)
  }

  func regularProfile(at now: Timestamp) -> UserProfile? {
    regular.flatMap { $0.isValid(at: now) ? $0 : nil }
  }
}

extension Exchange {
  /// The profile of an MVPD whose authentication is bypassed.
  func degradedProfile(_ mvpd: String, _ device: DeviceKey) -> UserProfile {
    let digest = SHA256.hexadecimal(Array(device.identifier.utf8)).prefix(40)
    return UserProfile(
      mvpd: mvpd, kind: .degraded, notBefore: now,
      notAfter: now + directory.data.lifetimes.degradedProfile,
      attributes: JSONObject([
        (name: "userID", value: UserProfile.attribute(.string("95cf93bcd183214a\(digest)")))
      ]))
  }

  /// Why temporary access can't be used, or the pass, which begins with its first use.
  ///
  /// - Parameter resource: Counts against the limit of resources; nil where nothing is played.
  func temporaryPass(
    _ mvpd: ServiceData.MVPD, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey,
    resource: String? = nil, _ store: inout Store
  ) -> Result<KnownDevice.TemporaryPass, Refusal> {
    if access.duration <= .zero {
      return .failure(.enhanced(.invalidConfigurationTemporaryAccess))
    }
    if access.isPromotional, !hasIdentity { return .failure(.enhanced(.invalidHeaderIdentity)) }
    return store.devices.update(device, default: KnownDevice()) { state in
      var pass =
        state.passes[mvpd.id]
        ?? KnownDevice.TemporaryPass(notBefore: now, notAfter: now + access.duration)
      defer { state.passes[mvpd.id] = pass }
      guard now < pass.notAfter else {
        return .failure(.enhanced(.temporaryDurationExceeded))
      }
      guard let limit = access.resources else { return .success(pass) }
      if let resource, !pass.resources.contains(resource) {
        guard pass.resources.count < limit else {
          return .failure(.enhanced(.temporaryResourcesExceeded))
        }
        pass.resources.insert(resource)
      }
      return .success(pass)
    }
  }

  func temporaryProfile(
    _ mvpd: ServiceData.MVPD, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey,
    _ store: inout Store
  ) throws(Refusal) -> UserProfile {
    let pass = try temporaryPass(mvpd, access, device, &store).get()
    let user = SHA256.hexadecimal(Array(device.identifier.utf8)).prefix(40)
    var attributes = JSONObject([
      (
        name: "expiration_date",
        value: UserProfile.attribute(.integer(pass.notAfter.milliseconds))
      ),
      (name: "userID", value: UserProfile.attribute(.string("temppass_\(user)"))),
    ])
    if let limit = access.resources {
      attributes.append(
        "remaining_resources",
        UserProfile.attribute(.integer(max(0, limit - pass.resources.count))))
      attributes.append(
        "used_assets", UserProfile.attribute(.array(pass.resources.sorted().map(JSONValue.string))))
    }
    return UserProfile(
      mvpd: mvpd.id, kind: .temporary, notBefore: pass.notBefore, notAfter: pass.notAfter,
      attributes: attributes)
  }

  /// Whether AP-TempPass-Identity names a user: Base64 of a text.
  private var hasIdentity: Bool {
    guard let header = header("AP-TempPass-Identity"), let bytes = Base64.decode(header) else {
      return false
    }
    return !bytes.isEmpty && String(validating: bytes, as: UTF8.self) != nil
  }
}

extension UserProfile {
  /// The answer of the profiles endpoints.
  static func answer(_ status: Int, _ profiles: [UserProfile]) -> ServiceAnswer {
    let members = profiles.map { (name: $0.mvpd, value: $0.json) }
    return .json(status, ["profiles": .object(members)])
  }
}
