// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/authorize, …/tokens/authz and …/tokens/media: authorizations and media tokens.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import XML

/// The resource of a request.
private struct NamedResource {
  /// As it came, and goes back.
  let text: String

  /// What is decided about: the text, or the title of the channel in an MRSS fragment.
  var id: String {
    guard text.utf8.first == UInt8(ascii: "<"), let root = try? XMLReader.read(Array(text.utf8)),
      let title = root.first("channel")?.first("title")
    else { return text }
    return title.trimmedText
  }
}

extension Exchange {
  func authorizeV1(_ store: inout Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    let resource = NamedResource(text: try required("resource"))
    let authentication = try authentication(of: device, orElse: 403, store)
    let id = resource.id
    if let denial = directory.mvpd(authentication.mvpd)?.subscriber.denial(of: id) {
      throw .v1(
        status: 403, message: "User not authorized", details: denial.details,
        code: V1ErrorCode(denial, plain: .authorizationDeniedByMVPD))
    }
    let end = store.devicesV1.update(device, default: V1Device()) { state in
      var end = state.authorizations[id] ?? now
      if end <= now { end = now + directory.data.lifetimes.decision }
      state.authorizations[id] = end
      return end
    }
    return authorization(authentication, resource, device, end)
  }

  func authorizationToken(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    let resource = NamedResource(text: try required("resource"))
    let authentication = try authentication(of: device, orElse: 412, store)
    guard let end = store.devicesV1[device]?.authorizations[resource.id] else {
      throw .v1(status: 404, message: "Not Found", code: .authorizationNotFound)
    }
    guard now < end else {
      throw .v1(status: 410, message: "Gone", code: .authorizationExpired)
    }
    return authorization(authentication, resource, device, end)
  }

  func mediaToken(_ store: Store) throws(Refusal) -> ServiceAnswer {
    let device = try deviceV1(store).device
    let resource = NamedResource(text: try required("resource"))
    let authentication = try authentication(of: device, orElse: 403, store)
    guard let authorized = store.devicesV1[device]?.authorizations[resource.id], now < authorized
    else {
      throw .v1(status: 403, message: "User not authorized", code: .authorizationNotFound)
    }
    let end = now + directory.data.lifetimes.mediaToken
    let token = serializedMediaToken(
      resource.id, device.requestor, authentication.mvpd, notAfter: end)
    return answer(
      200, "play",
      JSONObject([
        (name: "resource", value: .string(resource.text)),
        (name: "requestor", value: .string(device.requestor)),
        (name: "expires", value: .milliseconds(end)),
        (name: "serializedToken", value: .string(token)),
        (name: "userId", value: .string(authentication.userID)),
        (name: "mvpdId", value: .string(authentication.mvpd)),
      ]))
  }

  private func authorization(
    _ authentication: UserProfile, _ resource: NamedResource, _ device: V1DeviceKey,
    _ end: Timestamp
  ) -> ServiceAnswer {
    answer(
      200, "authorization",
      JSONObject([
        (name: "mvpd", value: .string(authentication.mvpd)),
        (name: "resource", value: .string(resource.text)),
        (name: "requestor", value: .string(device.requestor)),
        (name: "expires", value: .milliseconds(end)),
      ]))
  }
}
