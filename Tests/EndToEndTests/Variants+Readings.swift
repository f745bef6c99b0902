// SPDX-License-Identifier: Apache-2.0
// Right services: readings of the documents that suites once held to be wrong.

import Deviations
import Foundation
import HTTPMessages
import JSON
import TestSupport

extension Variant {
  /// Each is a reading that the documents show where they disagree, or a freedom that the tables of
  /// the calls give.
  static let readings: [Variant] = [
    Variant(fallbackThatAsksForNothing(namesMVPD: true)),
    .json("MVPDs inside and beside the requestor", at: [.configuration]) { json, _ in
      json.set("mvpds", json["requestor"]?["mvpds"])
    },
    .answer("a login by a location beside the url", at: [.authenticate]) { response, _ in
      if response.status == 302, let location = response.headers["Location"],
        let start = location.range(of: "/mvpd/")
      {
        response.headers.set("Location", "../../../..\(location[start.lowerBound...])")
      }
    },
    .json("domain and domainName", at: [.retrieveSession]) { json, _ in
      if let domain = json["existingParameters"]?["domainName"] {
        json.set("existingParameters/domain", domain)
      }
    },
    .answer("too many resources told with 400", at: Endpoint.decisions) { response, _ in
      guard response.json?["code"] == "too_many_resources" else { return }
      response.status = 400
    },
    .answer("a status without access named for its provider", at: [.partnerProfile]) {
      response, request in
      guard response.json?["code"]?.string?.hasPrefix("invalid_header_pfs_permission_") == true,
        var json = response.json, let header = request.headers["AP-Partner-Framework-Status"],
        let status = Base64Text.decode(header).flatMap({ try? JSONParser.document($0).root }),
        status["frameworkProviderInfo"]?["id"] == nil
      else { return }
      json.set("code", "invalid_header_pfs_provider_id_not_determined")
      response.json = json
    },
    .answer("401 with JSON that has no code", at: Endpoint.entitlement) { response, _ in
      if response.status == 401 {
        response = .json(401, ["message": "Unauthorized", "status": 401])
      }
    },

    Variant(fallbackThatAsksForNothing(namesMVPD: false)),
    .json("no attribute to ask for", at: [.partnerSession]) { json, _ in
      json.replace("authenticationRequest/attributesNames") { _ in [] }
    },
    .json("every flag as a text", at: [.configuration]) { json, _ in
      json.replace("requestor/mvpds/*") { mvpd in
        guard let object = mvpd.object else { return mvpd }
        return .object(
          object.members.map { member in
            let flag = member.value.boolean.map { $0 ? "true" : "false" }
            return (name: member.name, value: flag.map { .string($0) } ?? member.value)
          })
      }
    },
    .json("existing and missing", at: [.retrieveSession]) { json, _ in
      json.set("existing", json["existingParameters"])
      json.set("missing", json["missingParameters"])
      json.set("existingParameters", nil)
      json.set("missingParameters", nil)
    },
    .answer("faults of a request told item by item", at: Endpoint.decisions) { response, request in
      let codes = ["invalid_header_device_identifier", "invalid_parameter_service_provider"]
      guard let error = response.json, let code = error["code"]?.string, codes.contains(code)
      else { return }
      response = refusedItemByItem(error, request)
    },
    .answer("a pass that wants an identity first", at: [.profile, .logout]) { response, request in
      guard request.pathSegments.last?.hasPrefix("FreeHour") == true else { return }
      guard Endpoint(request) == .profile else {
        return response = .json(
          200,
          [
            "logouts": [
              "FreeHour": ["actionName": "invalid", "actionType": "none", "mvpd": "FreeHour"]
            ]
          ])
      }
      response = .json(
        400,
        [
          "action": "none", "status": 400, "code": "invalid_header_identity_for_temporary_access",
          "message": "no",
        ])
    },

    .json("a picker without its members", at: [.configuration]) { json, _ in
      json.replace("requestor/mvpds/*") { mvpd in
        guard mvpd["boardingStatus"] == "PICKER" else { return mvpd }
        var mvpd = mvpd
        for name in ["enablePlatformServices", "displayInPlatformPicker", "platformMappingId"] {
          mvpd.set(name, nil)
        }
        return mvpd
      }
    },
    .json("nothing missing, and a list that says so", at: [.resumeSession]) { json, _ in
      if json["actionName"] == "authenticate" { json.set("missingParameters", ["device"]) }
    },
  ]

  /// Those of which a suite does not even warn: the documents say plainly that they are right.
  static let silent: [Variant] = all.filter { variant in
    [
      "errors with no more than is required", "members that no document has",
      "members in the other order", "urls that are absolute", "times as texts",
      "decisions in another order", "logout urls that are relative",
    ].contains(variant.description)
  }

  /// Opens a login after a refused permission too, as the documents' own sample does (AMB-25).
  private static func fallbackThatAsksForNothing(namesMVPD: Bool) -> NamedAlteration {
    .behaviour("a fallback that asks for nothing, \(namesMVPD ? "with" : "without") MVPD", 0) {
      request, ask, _ in
      var answer = ask(request)
      guard Endpoint(request) == .partnerSession, var json = answer.json,
        let reason = json["reasonType"]?.string,
        ["pfs_fallback", "configuration_fallback"].contains(
          reason)
      else { return answer }
      if json["actionName"] == "resume", json["missingParameters"] == ["mvpd"],
        let code = json["code"]?.string
      {
        var resumption = request
        resumption.target = "/api/v2/\(request.pathSegments[2])/sessions/\(code)"
        resumption.editForm { $0 = [(name: "mvpd", value: "Harbor")] }
        guard let resumed = ask(resumption).json else { return answer }
        json = resumed
        json.set("reasonType", .string(reason))
      }
      if json["actionName"] == "authenticate", !namesMVPD { json.set("mvpd", nil) }
      answer.json = json
      return answer
    }
  }

  static func refusedItemByItem(_ error: JSONValue, _ request: HTTPRequest) -> HTTPResponse {
    let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
    let path = request.pathSegments
    return .json(
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
  }
}
