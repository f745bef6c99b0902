// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/sessions/{code}: what a session has and what it lacks.

internal import Formats

/// REST API V2: retrieves a session.
enum SessionRetrievalEndpoint: Endpoint {
  static func answer(
    _ call: ServiceCall, _ store: inout Store
  ) throws(Refusal) -> ServiceAnswer {
    let caller = try Caller(call, store)
    let session = try store.session(call, caller)
    if call.has(.retrievingUsesCodesUp) { store.sessions[session.code] = nil }
    var existing = session.parameters.known
    existing.append("serviceProvider", .string(caller.providerID))
    var body = JSONObject([(name: "existingParameters", value: .object(existing))])
    let missing = session.parameters.missing
    if !missing.isEmpty {
      body.append("missingParameters", .array(missing.map(JSONValue.string)))
    }
    body.append(
      "device", session.deviceInformation?.json(address: call.request.deviceAddress) ?? [:])
    body.append("notBefore", .milliseconds(session.notBefore))
    body.append("notAfter", .milliseconds(session.notAfter))
    return .json(200, .object(body))
  }
}
