// SPDX-License-Identifier: Apache-2.0
// Variants of the two calls of partner single sign-on.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let partnerSessions: [Variant] = [
    Variant(
      "saml-in-capitals", by: "AMB-20", summary: "The type of the request is SAML",
      .json(at: [.partnerSession], .replace("authenticationRequest/type", "SAML"))),
    Variant(
      "partner-in-lower-case", by: "AMB-19", summary: "Urls name the partner apple",
      .json(at: [.partnerSession], .substitute("url", "/sso/Apple", by: "/sso/apple"))),
    Variant(
      "no-attribute-names", by: "AMB-62", summary: "The MVPD needs no attribute",
      .json(at: [.partnerSession], .replace("authenticationRequest/attributesNames", []))),
    Variant(
      "saml-attribute-query", by: "AMB-52",
      summary: "The request is an AttributeQuery", samlRequest("AuthnRequest", "AttributeQuery")),
    Variant(
      "saml-of-another-namespace", by: "AMB-52",
      summary: "The request is XML of a namespace of its own",
      samlRequest("urn:oasis:names:tc:SAML:2.0:protocol", "urn:example:sign-on:1")),
    Variant(
      "saml-with-declaration", by: "AMB-52",
      summary: "The request has an XML declaration, a comment and line breaks",
      samlRequest(
        "<samlp:AuthnRequest", "<!-- 17 -->\r\n<samlp:AuthnRequest", withDeclaration: true)),
    Variant(
      "doubly-encoded-saml-response", by: "AMB-33",
      summary: "A SAML response that is percent-encoded twice is read all the same",
      .request(at: [.partnerProfile]) { request in
        request.editForm { fields in
          for index in fields.indices where fields[index].name == "SAMLResponse" {
            fields[index].value =
              PercentEncoding.decode(fields[index].value) ?? fields[index].value
          }
        }
      }),
    Variant(
      "fallback-asks-for-mvpd", by: "AMB-25",
      summary: "A fallback asks for the MVPD even where the status names one",
      asksForMVPD(naming: false)),
    Variant(
      "fallback-asks-for-mvpd-and-names-it", by: "AMB-25",
      summary: "A fallback asks for the MVPD and names one",
      asksForMVPD(naming: true)),
    Variant(
      "fallback-opens-login", by: "AMB-25",
      summary: "A fallback opens the login of some MVPD where the status names none",
      switches: [.opensLoginInFallback]),
    Variant(
      "fallback-opens-login-of-nobody", by: "AMB-25",
      summary: "A fallback opens a login and does not say of which MVPD",
      switches: [.opensLoginInFallback],
      .json(
        at: [.partnerSession], where: [.equals("actionName", "authenticate")], .remove("mvpd"))),
    Variant(
      "unknown-provider-by-configuration", by: "AMB-35",
      summary: "A provider that the service does not know gives configuration_fallback",
      .answer(at: [.partnerSession]) { response, request in
        guard var json = response.json, json["reasonType"] == "pfs_fallback", json["mvpd"] == nil,
          let status = request.frameworkStatus, status["frameworkProviderInfo"]?["id"] != nil,
          status["frameworkPermissionInfo"]?["accessStatus"] == "granted"
        else { return }
        json.set("reasonType", "configuration_fallback")
        response.json = json
      }),
    Variant(
      "not-integrated-falls-back", by: "AMB-35",
      summary: "An MVPD that is not integrated gives configuration_fallback",
      switches: [.fallsBackWithoutIntegration]),
    Variant(
      "unreadable-status-is-refused", by: "AMB-05",
      summary: "A partner session refuses a framework status that can't be decoded",
      .answer(at: [.partnerSession]) { response, request in
        guard response.json?["reasonType"] == "pfs_fallback",
          request.headers["AP-Partner-Framework-Status"] != nil,
          request.frameworkStatus?.object?.isEmpty != false
        else { return }
        response = refusal(400, "invalid_header_pfs_permission_access_not_present")
      }),
    Variant(
      "profile-counts-with-invalid-status", by: "AMB-05",
      summary: "A partner session answers authorize for an appleSSO profile whatever the status",
      switches: [.countsPartnerProfileWithoutStatus]),
    Variant(
      "no-degradation-with-invalid-status", by: "AMB-05",
      summary: "A partner session falls back under degradation where the status is invalid",
      switches: [.checksStatusBeforeDegradation]),
    Variant(
      "status-without-date-counts", by: "AMB-31",
      summary: "A granted status without an expiration date is valid",
      .request(at: ServiceEndpoint.entitlement) { request in
        request.editFrameworkStatus { status in
          guard status["frameworkPermissionInfo"]?["accessStatus"] == "granted",
            status["frameworkProviderInfo"]?["id"] != nil,
            status["frameworkProviderInfo"]?["expirationDate"] == nil
          else { return }
          status.set("frameworkProviderInfo/expirationDate", farFuture)
        }
      }),
    Variant(
      "created-with-200", by: "AMB-06",
      summary: "A partner profile that was made is answered with 200",
      .status(at: [.partnerProfile], 201, to: 200)),
    Variant(
      "found-with-201", by: "AMB-06",
      summary: "Profiles that were there before are answered with 201",
      .status(at: [.partnerProfile], 200, to: 201)),
    Variant(
      "invalid-status-gives-no-profiles", by: "AMB-04",
      summary: "Without a valid status no profile is made, and the map is empty",
      .replacement(
        at: [.partnerProfile], where: [.begins("code", "invalid_header_pfs_")], by: 200,
        ["profiles": [:]])),
    Variant(
      "invalid-status-creates-nothing", by: "AMB-04",
      summary: "Without a valid status the map is empty, with 201",
      .replacement(
        at: [.partnerProfile], where: [.begins("code", "invalid_header_pfs_")], by: 201,
        ["profiles": [:]])),
    Variant(
      "invalid-status-lists-profiles", by: "AMB-04",
      summary: "Without a valid status the profiles of before are listed",
      switches: [.listsProfilesWithInvalidStatus]),
    Variant(
      "absent-status-is-refused", by: "AMB-04",
      summary: "A partner profile without a framework status is refused",
      .exchange(at: [.partnerProfile]) { request, ask in
        let answer = ask(request)
        guard request.headers["AP-Partner-Framework-Status"] == nil, answer.status < 300 else {
          return answer
        }
        return refusal(400, "invalid_header_pfs_permission_access_not_present")
      }),
    Variant(
      "refused-access-by-its-provider", by: "AMB-04",
      summary: "A status without access is refused for the provider that it lacks",
      .answer(at: [.partnerProfile]) { response, request in
        guard var json = response.json,
          json["code"]?.string?.hasPrefix("invalid_header_pfs_permission_") == true,
          let status = request.frameworkStatus, status["frameworkProviderInfo"]?["id"] == nil
        else { return }
        json.set("code", "invalid_header_pfs_provider_id_not_determined")
        response.json = json
      }),
  ]

  /// Some time in 2100.
  static let farFuture: JSONValue = "4102444800000"

  private static func samlRequest(
    _ old: String, _ new: String, withDeclaration: Bool = false
  ) -> Alteration {
    .json(at: [.partnerSession]) { json, _ in
      json.replace("authenticationRequest/request") { request in
        guard let bytes = request.string.flatMap({ Base64.decode($0) }) else { return request }
        var text = String(decoding: bytes, as: UTF8.self).replacing(old, with: new)
        if withDeclaration, !text.hasPrefix("<?xml") {
          text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n\(text)"
        }
        return .string(Base64.encode(Array(text.utf8)))
      }
    }
  }

  private static func asksForMVPD(naming namesMVPD: Bool) -> Alteration {
    .json(at: [.partnerSession]) { json, _ in
      guard let reason = json["reasonType"]?.string, reason.hasSuffix("_fallback"),
        json["actionName"] == "authenticate"
      else { return }
      json.set("actionName", "resume")
      json.set("actionType", "direct")
      json.replace("url") { url in
        let parts = (url.string ?? "").split(separator: "/")
        return .string("/api/v2/\(parts[3])/sessions/\(parts[4])")
      }
      json.set("missingParameters", ["mvpd"])
      if !namesMVPD { json.set("mvpd", nil) }
    }
  }
}
