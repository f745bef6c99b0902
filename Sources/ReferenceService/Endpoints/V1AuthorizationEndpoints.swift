// SPDX-License-Identifier: Apache-2.0
// REST API V1: which resources a user may watch, and the right to play one.

import Formats
import HTTP
import Text

extension ServiceCall {
  /// REST API V1: authorizes a resource.
  func authorizeV1(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    let resource = try V1Resource(self)
    let authentication = try store.authentication(of: device, orElse: 403, at: now)
    let id = resource.id
    if let denial = directory.mvpd(authentication.mvpd)?.subscriber.denial(of: id) {
      if has(.v1DenialsEndTokens) { store.devicesV1[device] = nil }
      throw .v1(
        status: 403, message: "User not authorized", details: denial.details,
        code: V1ErrorCode(denial, plain: .authorizationDeniedByMVPD))
    }
    let end = store.devicesV1.update(device, default: V1Device()) { state in
      var end = state.authorizations[id] ?? now
      if end <= now { end = now + lifetimes.decision }
      state.authorizations[id] = end
      return end
    }
    return authorization(authentication, resource, device, end)
  }

  /// The answer that shows an authorization token.
  func authorization(
    _ authentication: UserProfile, _ resource: V1Resource, _ device: V1DeviceKey, _ end: Timestamp
  ) -> ServiceAnswer {
    request.answerFormat.answer(
      200, "authorization",
      [
        "mvpd": .string(authentication.mvpd), "resource": .string(resource.text),
        "requestor": .string(device.requestor), "expires": .milliseconds(end),
      ])
  }

  /// REST API V1: retrieves the authorization token of a resource.
  func retrieveV1Authorization(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    let resource = try V1Resource(self)
    let authentication = try store.authentication(of: device, orElse: 412, at: now)
    guard let end = store.authorization(of: device, for: resource.id) else {
      throw .v1(status: 404, message: "Not Found", code: .authorizationNotFound)
    }
    guard now < end else { throw .v1(status: 410, message: "Gone", code: .authorizationExpired) }
    return authorization(authentication, resource, device, end)
  }

  /// REST API V1: retrieves a media token.
  func retrieveV1MediaToken(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    let resource = try V1Resource(self)
    let authentication = try store.authentication(of: device, orElse: 403, at: now)
    guard let authorized = store.authorization(of: device, for: resource.id), now < authorized
    else { throw .v1(status: 403, message: "User not authorized", code: .authorizationNotFound) }
    let token = MediaToken(
      resource: resource.id, serviceProvider: device.requestor, mvpd: authentication.mvpd, self)
    return request.answerFormat.answer(
      200, "play",
      [
        "resource": .string(resource.text), "requestor": .string(device.requestor),
        "expires": .milliseconds(token.notAfter), "serializedToken": .string(token.serialized),
        "userId": .string(authentication.userID), "mvpdId": .string(authentication.mvpd),
      ])
  }

  /// REST API V1: preauthorizes a list of resources.
  func preauthorizeV1(_ store: inout Store) throws(ServiceError) -> ServiceAnswer {
    let device = try V1DeviceKey(self, store)
    let resources = try preauthorizedResources()
    return try preauthorization(of: resources, store.authentication(of: device, at: now))
  }

  /// The resources of the parameter, which are separated by commas.
  func preauthorizedResources() throws(ServiceError) -> [String] {
    let resources = try request.required("resource").split(separator: ",").map(String.init)
    if resources.isEmpty { throw .missing("resource") }
    guard resources.count <= directory.data.limits.preauthorize else {
      throw .v1(status: 403, message: "Too many resources", code: .tooManyResources)
    }
    return resources
  }

  /// The decision about each resource, for the user of an authentication.
  func preauthorization(
    of resources: [String], _ authentication: UserProfile?
  ) throws(ServiceError) -> ServiceAnswer {
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
        // The errors of items have a code even for accounts that haven't asked for codes.
        let error = ErrorPayload(
          V1ErrorCode(denial, plain: .preauthorizationDeniedByMVPD), status: 403,
          message: "User not authorized", details: denial.details)
        decision.append("error", .object(error.json(trace: random.uuid())))
      }
      return .object(decision)
    }
    let list = JSONValue.array(decisions)
    var answer = request.answerFormat.answer(200, ["resources": list]) {
      $0.write("resources", list)
    }
    answer.headers.append("Adobe-Request-Id", random.uuid())
    answer.headers.append("Adobe-Response-Confidence", "full")
    return answer
  }
}

/// The resource of a request.
struct V1Resource {
  /// The parameter `resource` as it came; the answer has the same text.
  let text: String

  init(_ call: ServiceCall) throws(ServiceError) { text = try call.request.required("resource") }

  /// The id to decide about: the text, or the title of the channel in an MRSS fragment.
  var id: String {
    guard text.utf8.first == UInt8(ascii: "<"), let root = try? XMLReader.read(Array(text.utf8)),
      let title = root.first("channel")?.first("title")
    else { return text }
    return title.trimmedText
  }
}
