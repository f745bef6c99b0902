// SPDX-License-Identifier: Apache-2.0
// Temporary access: begins with its first use and ends with its duration or its resources.

internal import Text

extension Store {
  /// The temporary pass of a device, which begins with its first use; or the reason why temporary
  /// access is denied.
  ///
  /// - Parameter resource: The resource to play, which counts against the limit of resources; nil
  ///   if nothing is played.
  mutating func temporaryPass(
    _ mvpd: String, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey,
    resource: String? = nil, _ call: ServiceCall
  ) -> Result<KnownDevice.TemporaryPass, ErrorCode> {
    if access.duration <= .zero { return .failure(.invalidConfigurationTemporaryAccess) }
    if access.isPromotional || call.has(.asksForIdentityOfEveryPass), !call.request.hasIdentity {
      return .failure(.invalidHeaderIdentity)
    }
    return update(device) { known in
      var pass =
        known.passes[mvpd]
        ?? KnownDevice.TemporaryPass(notBefore: call.now, notAfter: call.now + access.duration)
      defer { known.passes[mvpd] = pass }
      guard call.now < pass.notAfter || call.has(.temporaryAccessNeverEnds) else {
        return .failure(.temporaryDurationExceeded)
      }
      guard let limit = access.resources else { return .success(pass) }
      if let resource, !pass.resources.contains(resource) {
        guard pass.resources.count < limit else { return .failure(.temporaryResourcesExceeded) }
        pass.resources.insert(resource)
      }
      return .success(pass)
    }
  }

  /// The profile of temporary access.
  mutating func temporaryProfile(
    _ mvpd: String, _ access: ServiceData.TemporaryAccess, _ device: DeviceKey, _ call: ServiceCall
  ) throws(Refusal) -> UserProfile {
    switch temporaryPass(mvpd, access, device, call) {
    case .success(let pass): return .temporary(mvpd, pass, access, device)
    case .failure(let code): throw .enhanced(code)
    }
  }
}
