// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd} and …/authorize/{mvpd}.

internal import Encodings
internal import HTTPMessages
internal import JSON

/// Which of the two decisions endpoints is asked.
private enum Purpose {
  case preauthorize
  case authorize
}

/// What is decided about one resource.
private struct Decision {
  /// Who decided: `mvpd`, `degradation` or `temppass`.
  let source: String
  /// nil for a permit.
  let error: JSONObject?
  /// Whether the decision itself has a time in which it holds.
  let hasTimes: Bool
}

extension Exchange {
  func preauthorize(
    _ providerID: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    try decide(.preauthorize, providerID, mvpdID, &store)
  }

  func authorize(
    _ providerID: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    try decide(.authorize, providerID, mvpdID, &store)
  }

  private func decide(
    _ purpose: Purpose, _ providerID: String, _ mvpdID: String, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try caller(of: providerID, store)
    let (mvpd, integration) = try integration(of: mvpdID, caller)
    let device = try device(of: caller)
    let resources = try resources(purpose)
    if integration.degradation == nil, mvpd.temporary == nil {
      try checkProfile(mvpdID, device.key, store)
    }
    var decisions: [JSONValue] = []
    for resource in resources {
      let decision: Decision
      if let rule = integration.degradation {
        let isDenied = rule == .authZNone
        decision = Decision(
          source: "degradation",
          error: isDenied ? error(.authorizationDeniedByDegradationRule) : nil, hasTimes: false)
      } else if let temporary = mvpd.temporary {
        decision = temporaryDecision(mvpd, temporary, resource, purpose, device.key, &store)
      } else {
        decision = subscriberDecision(mvpd, resource, purpose)
      }
      decisions.append(json(decision, of: resource, purpose, caller, mvpdID))
    }
    return .json(200, ["decisions": .array(decisions)])
  }

  /// The resources that the body names.
  private func resources(_ purpose: Purpose) throws(Refusal) -> [String] {
    guard let document = try? JSONParser.document(request.body), document.duplicates.isEmpty,
      let items = document.root["resources"]?.array, !items.isEmpty
    else { throw .enhanced(.invalidParameterResources) }
    let resources = items.compactMap(\.string).filter { !$0.isEmpty }
    guard resources.count == items.count else { throw .enhanced(.invalidParameterResources) }
    let limits = directory.data.limits
    guard resources.count <= (purpose == .authorize ? limits.authorize : limits.preauthorize)
    else { throw .enhanced(.tooManyResources) }
    return resources
  }

  /// Refuses a device without a profile that counts.
  private func checkProfile(
    _ mvpd: String, _ device: DeviceKey, _ store: Store
  ) throws(Refusal) {
    let access = store.devices[device]?.access[mvpd] ?? KnownDevice.Access()
    let status = frameworkStatus
    if access.profile(of: mvpd, status, at: now) != nil { return }
    if let partner = access.partner, partner.isValid(at: now) {
      switch status {
      case .invalid(let code, _): throw .enhanced(code)
      case .valid: throw .enhanced(.providerMismatch)
      case .absent: throw .enhanced(.profileMissing)
      }
    }
    let hasExpired = access.regular != nil || access.partner != nil
    throw .enhanced(hasExpired ? .profileExpired : .profileMissing)
  }

  private func subscriberDecision(
    _ mvpd: ServiceData.MVPD, _ resource: String, _ purpose: Purpose
  ) -> Decision {
    guard let denial = mvpd.subscriber.denial(of: resource) else {
      return Decision(source: "mvpd", error: nil, hasTimes: true)
    }
    let isPlain = denial.code == .authorizationDeniedByMVPD
    let code =
      purpose == .preauthorize && isPlain ? .preauthorizationDeniedByMVPD : denial.code
    return Decision(
      source: "mvpd", error: error(code, details: denial.details), hasTimes: true)
  }

  private func temporaryDecision(
    _ mvpd: ServiceData.MVPD, _ temporary: ServiceData.TemporaryAccess, _ resource: String,
    _ purpose: Purpose, _ device: DeviceKey, _ store: inout Store
  ) -> Decision {
    let played = purpose == .authorize ? resource : nil
    switch temporaryPass(mvpd, temporary, device, resource: played, &store) {
    case .success: return Decision(source: "temppass", error: nil, hasTimes: false)
    case .failure(.enhanced(let code)):
      return Decision(source: "temppass", error: error(code), hasTimes: false)
    case .failure:
      return Decision(source: "temppass", error: error(.internalServerError), hasTimes: false)
    }
  }

  private func json(
    _ decision: Decision, of resource: String, _ purpose: Purpose, _ caller: Caller,
    _ mvpd: String
  ) -> JSONValue {
    var members = JSONObject([
      (name: "resource", value: .string(resource)),
      (name: "serviceProvider", value: .string(caller.providerID)),
      (name: "mvpd", value: .string(mvpd)),
      (name: "source", value: .string(decision.source)),
      (name: "authorized", value: .boolean(decision.error == nil)),
    ])
    if let error = decision.error { members.append("error", .object(error)) }
    guard purpose == .authorize else { return .object(members) }
    if decision.error == nil {
      members.append("token", mediaToken(resource, caller.providerID, mvpd))
    }
    if decision.hasTimes {
      let end = now + directory.data.lifetimes.decision
      members.append("notBefore", .integer(now.milliseconds))
      members.append("notAfter", .integer(end.milliseconds))
    }
    return .object(members)
  }

  private func mediaToken(_ resource: String, _ provider: String, _ mvpd: String) -> JSONValue {
    let end = now + directory.data.lifetimes.mediaToken
    return [
      "notBefore": .integer(now.milliseconds),
      "notAfter": .integer(end.milliseconds),
      "serializedToken": .string(serializedMediaToken(resource, provider, mvpd, notAfter: end)),
    ]
  }

  /// A media token: opaque to all but its verifier, which the made-up world does not have.
  func serializedMediaToken(
    _ resource: String, _ provider: String, _ mvpd: String, notAfter end: Timestamp
  ) -> String {
    Base64.encode(
      JSONWriter.text([
        "resource": .string(resource), "serviceProvider": .string(provider),
        "mvpd": .string(mvpd), "notAfter": .integer(end.milliseconds),
        "signature": .string(randomText(bytes: 32)),
      ]))
  }
}
