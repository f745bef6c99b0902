// SPDX-License-Identifier: Apache-2.0
// Right services: other readings of configuration, profiles, decisions, logout and errors.

import Deviations
import Foundation
import HTTPMessages
import JSON
import TestSupport

extension Variant {
  static let profiles: [Variant] = [
    .json("MVPDs beside the requestor", at: [.configuration]) { json, _ in
      json.set("mvpds", json["requestor"]?["mvpds"])
      json.set("requestor/mvpds", nil)
    },
    .json("MVPDs of which the account knows nothing", at: [.configuration]) { json, _ in
      json.replace("requestor/mvpds") { mvpds in
        .array(
          [
            [
              "id": "Elsewhere", "displayName": "Elsewhere", "logoUrl": "https://example.com/e.png",
              "boardingStatus": .null,
            ],
            [
              "id": "Nowhere", "displayName": "Nowhere", "logoUrl": "https://example.com/n.png",
              "isProxy": true, "enablePlatformServices": false,
            ],
          ] + (mvpds.array ?? []))
      }
    },
    .json("a configuration with no more than it needs", at: [.configuration]) { json, _ in
      for name in ["device", "time", "clientType", "os"] { json.set(name, nil) }
      json.set("errorReporting", [:])
    },
    .json("domains as names", at: [.configuration]) { json, _ in
      json.replace("requestor/domains/*") { $0["name"] }
    },
    .json("flags as texts", at: [.configuration]) { json, _ in
      for name in ["displayInPlatformPicker", "enforcePlatformPermissions", "isTempPass"] {
        json.replace("requestor/mvpds/*/\(name)") { .string($0.boolean == true ? "true" : "false") }
      }
    },
    .json("no platform fields for MVPDs that are off", at: [.configuration]) { json, _ in
      json.replace("requestor/mvpds/*") { mvpd in
        guard mvpd["enablePlatformServices"]?.boolean != true else { return mvpd }
        var mvpd = mvpd
        for name in [
          "enablePlatformServices", "displayInPlatformPicker", "enforcePlatformPermissions",
        ] {
          mvpd.set(name, nil)
        }
        return mvpd
      }
    },
    .answer("200 where a partner profile is made", at: [.partnerProfile]) { response, _ in
      if response.status == 201 {
        response.status = 200
        response.reason = "OK"
      }
    },
    .answer("201 where nothing was made", at: [.partnerProfile]) { response, _ in
      if response.status == 200 {
        response.status = 201
        response.reason = "Created"
      }
    },
    .answer("an invalid status on profiles/sso falls back", at: [.partnerProfile]) { response, _ in
      if response.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true {
        response = .json(200, ["profiles": [:]])
      }
    },
    Variant(partnerProfileList),
    .json("a profile of another MVPD beside", at: [.profiles]) { json, _ in
      guard json["profiles"]?.object?.isEmpty == false else { return }
      json.set(
        "profiles/Elsewhere",
        [
          "notBefore": 1_752_149_281_000, "notAfter": 4_102_444_800_000, "issuer": "Elsewhere",
          "type": "platformSSO",
          "attributes": ["userID": ["value": "a-user", "state": "plain"]],
        ])
    },
    .json("more attributes, and of every kind", at: Endpoint.profileMaps) { json, _ in
      json.replace("profiles/*/attributes") { attributes in
        var attributes = attributes
        attributes.set("onNet", ["value": true, "state": "plain"])
        attributes.set("age", ["value": 17, "state": "plain"])
        attributes.set("list", ["value": [1, "two"], "state": "enc"])
        attributes.set("mvpd", ["value": "Harbor", "state": "plain"])
        return attributes
      }
    },
    .json("a regular profile of a proxied MVPD", at: Endpoint.profileMaps) { json, _ in
      json.replace("profiles/*") { profile in
        guard profile["type"] == "regular" else { return profile }
        var profile = profile
        profile.set("issuer", "Proxy")
        return profile
      }
    },
    Variant(
      .request("an absent or expired status does not matter", at: [.profiles, .profile]) {
        request in
        if request.headers["AP-Partner-Framework-Status"] != nil {
          request = request.withFrameworkStatusProlonged
        }
      }),
    .answer("a faulty status on profiles is refused", at: [.profiles, .profile]) {
      response, request in
      guard response.status == 200, let header = request.headers["AP-Partner-Framework-Status"]
      else { return }
      let status = Base64Text.decode(header).flatMap { try? JSONParser.document($0).root }
      guard status?["frameworkPermissionInfo"]?["accessStatus"]?.string != "granted" else { return }
      response = .json(
        400,
        [
          "action": "none", "status": 400,
          "code": "invalid_header_pfs_permission_access_not_granted", "message": "no",
        ])
    },
    Variant(
      .request("device information is derived", at: everywhere) { request in
        if request.headers["X-Device-Info"] == nil {
          request.headers.set(
            "X-Device-Info",
            Base64Text.encode(
              Array(
                #"{"primaryHardwareType":"SetTopBox","model":"AppleTV","version":"14","manufacturer":"Apple","vendor":"Apple","osName":"tvOS","osFamily":"tvOS","osVendor":"Apple","osVersion":"17","connectionType":"WiFi"}"#
                  .utf8)))
        }
      }),
  ]

  /// With a SAML response refused, and a profile of before, the answer may list the old one.
  private static let partnerProfileList = NamedAlteration.behaviour(
    "an invalid status on profiles/sso lists what there is", [String: HTTPResponse]()
  ) { request, ask, kept in
    let answer = ask(request)
    guard Endpoint(request) == .partnerProfile else { return answer }
    let device = request.headers["AP-Device-Identifier"] ?? ""
    if answer.status == 201 { kept[device] = answer }
    guard answer.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true else {
      return answer
    }
    return kept[device].map { .json(200, $0.json ?? .null) } ?? answer
  }

  static let decisions: [Variant] = [
    .json("permits and denials as texts", at: Endpoint.decisions) { json, _ in
      json.replace("decisions/*/authorized") { .string($0.boolean == true ? "true" : "false") }
    },
    .json("decisions in another order", at: Endpoint.decisions) { json, _ in
      json.replace("decisions") { .array(($0.array ?? []).reversed()) }
    },
    .json("a blank after the resource", at: Endpoint.decisions) { json, _ in
      json.replace("decisions/*/resource") { .string("\($0.string ?? "") ") }
    },
    .json("decisions without times, tokens with another", at: [.authorize]) { json, _ in
      json.set("decisions/*/notBefore", nil)
      json.set("decisions/*/notAfter", nil)
      json.replace("decisions/*/token") { token in
        var token = token
        token.set("issuedAt", token["notBefore"])
        return token
      }
    },
    .json("times also where nothing says so", at: Endpoint.decisions) { json, _ in
      json.replace("decisions/*") { decision in
        var decision = decision
        decision.set("notBefore", 1_752_149_281_000)
        decision.set("notAfter", 4_102_444_800_000)
        return decision
      }
    },
    .answer("a missing profile told item by item", at: Endpoint.decisions) { response, request in
      guard let error = response.json,
        error["code"]?.string?.hasPrefix("authenticated_profile_")
          == true
      else { return }
      let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
      let path = request.pathSegments
      response = .json(
        200,
        [
          "decisions": .array(
            resources.map { resource in
              [
                "resource": resource, "serviceProvider": .string(path[2]),
                "mvpd": .string(path[5]), "source": "mvpd", "authorized": false, "error": error,
              ]
            })
        ])
    },
    .answer("a missing profile told at the top, with 200", at: Endpoint.decisions) { response, _ in
      if response.json?["code"]?.string?.hasPrefix("authenticated_profile_") == true {
        response.status = 200
        response.reason = "OK"
      }
    },
    .answer("too many resources told item by item", at: Endpoint.decisions) { response, request in
      guard let error = response.json, error["code"] == "too_many_resources" else { return }
      let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
      let path = request.pathSegments
      response = .json(
        200,
        [
          "decisions": .array(
            resources.map { resource in
              [
                "resource": resource, "serviceProvider": .string(path[2]),
                "mvpd": .string(path[5]), "source": "mvpd", "authorized": false, "error": error,
              ]
            })
        ])
    },
    .json("no logouts where there was no profile", at: [.logout]) { json, _ in
      json.replace("logouts") { logouts in
        .object(
          (logouts.object?.members ?? []).filter { $0.value["actionName"] != "invalid" }
            .map { (name: $0.name, value: $0.value) })
      }
    },
    .json("logout urls that are relative", at: [.logout]) { json, _ in
      json.replace("logouts/*/url") { url in
        let text = url.string ?? ""
        guard let start = text.range(of: "/mvpd/") else { return url }
        return .string(String(text[start.lowerBound...]))
      }
    },
    .json("logout urls that are null", at: [.logout]) { json, _ in
      json.edit("logouts/*/url") { $0 ?? .null }
    },
  ]

  static let errors: [Variant] = [
    .answer("errors wrapped in error", at: Endpoint.entitlement) { response, _ in
      if response.status >= 400, let json = response.json { response.json = ["error": json] }
    },
    .json("errors with no more than is required", at: Endpoint.entitlement, status: 200...499) {
      json, _ in
      json = json.mapped { value in
        guard var object = value.object, object["helpUrl"] != nil else { return value }
        for name in ["helpUrl", "trace", "details"] { object[name] = nil }
        return .object(object)
      }
    },
    .json("errors with details", at: Endpoint.entitlement, status: 400...499) { json, _ in
      json.set("details", "Ask your \"provider\".")
    },
    .answer("401 and 405 without a body", at: Endpoint.entitlement) { response, _ in
      if response.status == 401 || response.status == 405 {
        response.body = []
        response.headers.remove("Content-Type")
      }
    },
    .answer("401 and 405 as pages", at: Endpoint.entitlement) { response, _ in
      if response.status == 401 || response.status == 405 {
        response.headers.set("Content-Type", "text/html")
        response.body = Array("<html><body>\(response.status)</body></html>".utf8)
      }
    },
    .answer("an unknown service provider by the token", at: Endpoint.entitlement) { response, _ in
      if response.json?["code"] == "invalid_parameter_service_provider" {
        response = .json(
          401,
          [
            "action": "application-registration", "status": 401,
            "code": "invalid_access_token_service_provider", "message": "no",
          ])
      }
    },
    .json("messages in another language", at: Endpoint.entitlement, status: 400...499) { json, _ in
      json.set("message", "Der Wert fehlt oder ist ungültig.")
    },
    .json("temporary access used up, with action none", at: everywhere, status: 200...499) {
      json, _ in
      json = json.mapped { value in
        guard var object = value.object,
          object["code"]?.string?.hasPrefix("temporary_access_") == true
        else { return value }
        object["action"] = "none"
        return .object(object)
      }
    },
  ]
}
