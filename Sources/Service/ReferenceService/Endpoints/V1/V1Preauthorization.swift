// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/preauthorize and …/preauthorize/{code}: what a user may probably watch.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import XML

extension Exchange {
  func preauthorizeV1(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    let resources = try listedResources()
    return try preauthorize(resources, store.authentication(of: device))
  }

  /// As asked by the second screen, which has no device id.
  func preauthorizeV1(code: String, _ store: Store) throws(Refusal) -> ServiceAnswer {
    let caller = try callerV1(nil, store)
    let resources = try listedResources()
    return try preauthorize(resources, authentication(ofCode: code, caller, store))
  }

  private func listedResources() throws(Refusal) -> [String] {
    let resources = try required("resource").split(separator: ",").map(String.init)
    if resources.isEmpty { throw .missing("resource") }
    guard resources.count <= directory.data.limits.preauthorize else {
      throw .v1(status: 403, message: "Too many resources", code: .tooManyResources)
    }
    return resources
  }

  private func preauthorize(
    _ resources: [String], _ authentication: UserProfile?
  ) throws(Refusal) -> ServiceAnswer {
    guard let authentication, let mvpd = directory.mvpd(authentication.mvpd) else {
      throw .notAuthenticated(status: 412, .preauthorizationUnauthenticated)
    }
    guard authentication.isValid(at: now) else {
      throw .notAuthenticated(status: 412, .preauthorizationExpired)
    }
    let decisions: [JSONValue] = resources.map { resource in
      let denial = mvpd.subscriber.denial(of: resource)
      var decision = JSONObject([
        (name: "id", value: .string(resource)),
        (name: "authorized", value: .boolean(denial == nil)),
      ])
      if let denial {
        let code = V1ErrorCode(denial, plain: .preauthorizationDeniedByMVPD)
        let error = itemError(
          code, status: 403, message: "User not authorized", details: denial.details)
        decision.append("error", .object(error))
      }
      return .object(decision)
    }
    let list = JSONValue.array(decisions)
    var answer = answer(200, JSONObject([(name: "resources", value: list)])) { writer in
      writer.write("resources", list)
    }
    answer.headers.append("Adobe-Request-Id", UUIDText.random(randomBytes))
    answer.headers.append("Adobe-Response-Confidence", "full")
    return answer
  }
}
