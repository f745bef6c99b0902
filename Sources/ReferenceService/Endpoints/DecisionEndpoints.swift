// SPDX-License-Identifier: Apache-2.0
// The decisions about resources: who decides, what the answer says, media tokens.

import Formats
import Text

/// The decision about one resource.
struct Decision {
  /// Which of the two decisions endpoints is asked.
  enum Purpose {
    case preauthorize
    case authorize
  }

  /// Who decided: `mvpd`, `degradation` or `temppass`.
  let source: String
  /// Why the resource is denied; nil for a permit.
  let error: ErrorPayload?
  /// Whether the answer says how long the decision holds.
  var hasTimes = false
}

extension Decision {
  /// The answer of either endpoint: a decision for each resource of the body.
  static func answer(
    _ purpose: Purpose, _ call: ServiceCall, _ store: inout Store
  ) throws(ServiceError) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let mvpd = try IntegratedMVPD(call.path[.mvpd], of: caller, call)
    let device = try CallingDevice(call, of: caller)
    let resources = try resources(purpose, call)
    if mvpd.integration.degradation == nil, mvpd.mvpd.temporary == nil,
      !call.has(.decidesWithoutProfile)
    {
      try checkProfile(mvpd.id, device, caller, call, store)
    }
    var decisions: [JSONValue] = []
    for resource in resources {
      let decision: Decision
      if let rule = mvpd.integration.degradation {
        let isDenied = rule == .authZNone
        decision = Decision(
          source: "degradation",
          error: isDenied ? ErrorPayload(.authorizationDeniedByDegradationRule) : nil)
      } else if let temporary = mvpd.mvpd.temporary {
        let played = purpose == .authorize ? resource : nil
        let pass = store.temporaryPass(mvpd.id, temporary, device.key, resource: played, call)
        decision = Decision(temporary: pass)
      } else {
        var subscriber = mvpd.mvpd.subscriber
        if call.has(.permitsEverything) { subscriber.permitted = resources }
        decision = Decision(subscriber, resource, purpose)
      }
      decisions.append(decision.json(of: resource, purpose, caller, mvpd.id, call))
      if decision.error != nil, call.has(.denialsEndProfiles) { store.devices[device.key] = nil }
    }
    return .json(200, ["decisions": .array(decisions)])
  }

  /// The resources that the body names.
  private static func resources(
    _ purpose: Purpose, _ call: ServiceCall
  ) throws(ServiceError) -> [String] {
    guard let document = try? JSONParser.document(call.request.body), document.duplicates.isEmpty,
      let items = document.root["resources"]?.array,
      !items.isEmpty || call.has(.decidesAboutNothing)
    else { throw .enhanced(.invalidParameterResources) }
    let resources = items.compactMap(\.string).filter { !$0.isEmpty }
    guard resources.count == items.count else { throw .enhanced(.invalidParameterResources) }
    let limits = call.directory.data.limits
    guard
      resources.count <= (purpose == .authorize ? limits.authorize : limits.preauthorize)
        || call.has(.decidesAboutAnyNumber)
    else { throw .enhanced(.tooManyResources) }
    return resources
  }

  /// Refuses a device that has no profile to use now.
  private static func checkProfile(
    _ mvpd: String, _ device: CallingDevice, _ caller: Caller, _ call: ServiceCall, _ store: Store
  ) throws(ServiceError) {
    let access = store.access(of: device, to: mvpd, caller, call) ?? [:]
    let status = FrameworkStatusHeader(ofProfiles: call)
    if access.profile(of: mvpd, status, at: call.profileTime) != nil { return }
    if let partner = access[.partner], partner.isValid(at: call.profileTime) {
      switch status {
      case .invalid(let code, _): throw .enhanced(code)
      case .valid: throw .enhanced(.providerMismatch)
      case .absent, .disregarded: throw .enhanced(.profileMissing)
      }
    }
    throw .enhanced(access.isEmpty ? .profileMissing : .profileExpired)
  }

  private init(_ subscriber: ServiceData.Subscriber, _ resource: String, _ purpose: Purpose) {
    guard let denial = subscriber.denial(of: resource) else {
      self.init(source: "mvpd", error: nil, hasTimes: true)
      return
    }
    let isPlain = denial.code == .authorizationDeniedByMVPD
    let code = purpose == .preauthorize && isPlain ? .preauthorizationDeniedByMVPD : denial.code
    self.init(source: "mvpd", error: ErrorPayload(code, details: denial.details), hasTimes: true)
  }

  /// The decision about temporary access.
  private init(temporary pass: Result<KnownDevice.TemporaryPass, ErrorCode>) {
    switch pass {
    case .success: self.init(source: "temppass", error: nil)
    case .failure(let code): self.init(source: "temppass", error: ErrorPayload(code))
    }
  }

  private func json(
    of resource: String, _ purpose: Purpose, _ caller: Caller, _ mvpd: String, _ call: ServiceCall
  ) -> JSONValue {
    var members = JSONObject([
      (name: "resource", value: .string(resource)),
      (name: "serviceProvider", value: .string(caller.providerID)),
      (name: "mvpd", value: .string(mvpd)), (name: "source", value: .string(source)),
      (name: "authorized", value: .boolean(error == nil)),
    ])
    if let error { members.append("error", .object(error.json(trace: call.random.uuid()))) }
    guard purpose == .authorize else { return .object(members) }
    if error == nil {
      let token = MediaToken(
        resource: resource, serviceProvider: caller.providerID, mvpd: mvpd, call)
      members.append("token", token.json)
    }
    if hasTimes {
      let end = call.now + call.lifetimes.decision
      members.append("notBefore", .integer(call.now.milliseconds))
      members.append("notAfter", .integer(end.milliseconds))
    }
    return .object(members)
  }
}

extension ServiceCall {
  /// REST API V2: retrieves an authorization decision, with a media token if it is a permit.
  func authorize(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    try Decision.answer(.authorize, self, &store)
  }

  /// REST API V2: retrieves preauthorization decisions.
  func preauthorize(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    try Decision.answer(.preauthorize, self, &store)
  }
}
