// SPDX-License-Identifier: Apache-2.0
// Variants of profiles.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let profiles: [Variant] = [
    Variant(
      "profile-of-another-mvpd", by: "REST API V2, profiles: type",
      summary: "A device that has a profile has one of the platform's sign-on, too",
      .json(
        at: [.profiles], where: [.isFilled("profiles")],
        .put(
          "profiles/Elsewhere",
          [
            "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000, "issuer": "Elsewhere",
            "type": "platformSSO",
            "attributes": ["userID": ["value": "a-user", "state": "plain"]],
          ]))),
    Variant(
      "more-attributes", by: "AMB-29", summary: "Profiles have attributes of every kind",
      .json(
        at: ServiceEndpoint.profileMaps, each: "profiles/*",
        .put("attributes/onNet", ["value": true, "state": "plain"]),
        .put("attributes/age", ["value": 17, "state": "plain"]),
        .put("attributes/list", ["value": [1, "two"], "state": "enc"]),
        .put("attributes/mvpd", ["value": "Somebody", "state": "plain"]))),
    Variant(
      "proxied-issuer", by: "AMB-29",
      summary: "A regular profile has the proxy of its MVPD as its issuer",
      .json(
        at: ServiceEndpoint.profileMaps, each: "profiles/*", where: [.equals("type", "regular")],
        .put("issuer", "Proxy"))),
    Variant(
      "profiles-without-sign-in", by: "AMB-29",
      summary: "The list of profiles has the degraded ones as well",
      switches: [.listsDegradedProfiles]),
    Variant(
      "expired-status-does-not-matter", by: "AMB-53",
      summary: "An appleSSO profile counts where the framework status is absent or expired",
      switches: [.countsPartnerProfileWithExpiredStatus]),
    Variant(
      "status-does-not-matter", by: "AMB-53",
      summary: "An appleSSO profile counts whatever the framework status says",
      switches: [.countsPartnerProfileWithAnyStatus]),
    Variant(
      "faulty-status-is-refused", by: "AMB-53",
      summary: "Profiles refuse a framework status without access",
      .answer(at: [.profiles, .profile]) { response, request in
        guard response.status == 200, request.headers["AP-Partner-Framework-Status"] != nil,
          request.frameworkStatus?["frameworkPermissionInfo"]?["accessStatus"]?.string
            != "granted"
        else { return }
        response = refusal(400, "invalid_header_pfs_permission_access_not_granted")
      }),
    Variant(
      "expired-status-is-refused", by: "AMB-53",
      summary: "Profiles refuse a framework status that has expired",
      .exchange(at: [.profiles, .profile]) { request, ask in
        let answer = ask(request)
        guard answer.status == 200,
          let date = request.frameworkStatus?["frameworkProviderInfo"]?["expirationDate"]?.string,
          let milliseconds = Int(date), milliseconds < 1_600_000_000_000
        else { return answer }
        return refusal(400, "invalid_header_pfs_provider_info_expired")
      }),
    Variant(
      "device-information-is-derived", by: "AMB-12",
      summary: "The device is derived from other fields where X-Device-Info is absent",
      .request(at: ServiceEndpoint.v2) { request in
        if request.headers["X-Device-Info"] == nil {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }),
    Variant(
      "unreadable-device-information", by: "AMB-12",
      summary: "A field X-Device-Info that can't be read does not matter",
      .request(at: ServiceEndpoint.v2) { request in
        if request.headers["X-Device-Info"].map({ Base64.decode($0) == nil }) == true {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }),
    Variant(
      "device-identifier-everywhere", by: "AMB-11",
      summary: "Every request has to name its device",
      .exchange(at: [.configuration, .resumeSession, .retrieveSession, .profileOfCode]) {
        request, ask in
        request.headers["AP-Device-Identifier"] == nil
          ? refusal(400, "invalid_header_device_identifier") : ask(request)
      }),
    Variant(
      "no-trailing-slashes", by: "AMB-08",
      summary: "A path with a slash at its end is another one",
      .exchange(at: ServiceEndpoint.v2) { request, ask in
        request.target.prefix { $0 != "?" }.hasSuffix("/")
          ? HTTPResponse(status: 404, reason: "Not Found", headers: HeaderList([:]), body: [])
          : ask(request)
      }),
    Variant(
      "media-types-are-checked", by: "AMB-60",
      summary: "A body of an unfit type is refused with 415",
      .exchange(at: ServiceEndpoint.decisions.union(ServiceEndpoint.sessions)) { request, ask in
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        let isFit = type.hasPrefix("application/json") || type.hasPrefix("application/x-www-form")
        return isFit || request.method != "POST"
          ? ask(request)
          : HTTPResponse(
            status: 415, reason: "Unsupported Media Type", headers: HeaderList([:]), body: [])
      }),
  ]

  private static let deviceInformation = Base64.encode(
    #"{"primaryHardwareType":"SetTopBox","model":"AppleTV","version":"14","manufacturer":"Apple","#
      + #""vendor":"Apple","osName":"tvOS","osFamily":"tvOS","osVendor":"Apple","osVersion":"17","#
      + #""connectionType":"WiFi"}"#)
}
