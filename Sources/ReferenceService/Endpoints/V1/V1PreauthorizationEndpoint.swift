// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/preauthorize: which resources a user may probably watch.

internal import Formats
internal import HTTP

/// REST API V1: preauthorizes a list of resources.
enum V1PreauthorizationEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let device = try V1DeviceKey(call, store)
    let resources = try resources(call)
    return try answer(resources, store.authentication(of: device, at: call.now), call)
  }

  /// The resources of the parameter, which are separated by commas.
  static func resources(_ call: ServiceCall) throws(Refusal) -> [String] {
    let resources = try call.request.required("resource").split(separator: ",").map(String.init)
    if resources.isEmpty { throw .missing("resource") }
    guard resources.count <= call.directory.data.limits.preauthorize else {
      throw .v1(status: 403, message: "Too many resources", code: .tooManyResources)
    }
    return resources
  }

  /// The decision about each resource, for the user of an authentication.
  static func answer(
    _ resources: [String], _ authentication: UserProfile?, _ call: ServiceCall
  ) throws(Refusal) -> ServiceAnswer {
    guard let authentication, let mvpd = call.directory.mvpd(authentication.mvpd) else {
      throw .notAuthenticated(status: 412, .preauthorizationUnauthenticated)
    }
    guard authentication.isValid(at: call.now) else {
      throw .notAuthenticated(status: 412, .preauthorizationExpired)
    }
    let decisions: [JSONValue] = resources.map { resource in
      let denial = mvpd.subscriber.denial(of: resource)
      var decision = JSONObject([
        (name: "id", value: .string(resource)),
        (name: "authorized", value: .boolean(denial == nil)),
      ])
      if let denial {
        // The errors of items have a code even for accounts that haven't asked for codes.
        let error = ErrorPayload(
          V1ErrorCode(denial, plain: .preauthorizationDeniedByMVPD), status: 403,
          message: "User not authorized", details: denial.details)
        decision.append("error", .object(error.json(trace: call.random.uuid())))
      }
      return .object(decision)
    }
    let list = JSONValue.array(decisions)
    let body = JSONObject([(name: "resources", value: list)])
    var answer = call.request.answerFormat.answer(200, body) { $0.write("resources", list) }
    answer.headers.append("Adobe-Request-Id", call.random.uuid())
    answer.headers.append("Adobe-Response-Confidence", "full")
    return answer
  }
}
