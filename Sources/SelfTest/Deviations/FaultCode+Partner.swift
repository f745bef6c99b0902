// SPDX-License-Identifier: Apache-2.0
// Behaviours of the partner's single sign-on, and of its framework status.

internal import Formats
internal import HTTP
internal import Text

extension FaultCode {
  static let partner: [FaultCode] = [
    FaultCode("any-partner") { scope in scope.request { $0 = $0.replacing(segment: 5, by: "Apple") }
    },
    FaultCode("code-of-no-session") { scope in
      scope.json { json, _ in
        guard let code = json["code"]?.string else { return }
        JSONEdit.put("code", "ZZZZZZZ").apply(to: &json)
        JSONEdit.substitute("url", code, by: "ZZZZZZZ").apply(to: &json)
      }
    },
    // A request without a partner profile gets the last one that was made.
    FaultCode("earlier-partner-profile") { scope in
      .behaviour(HTTPResponse?.none) { request, ask, made in
        let answer = ask(request)
        guard scope.covers(request) else { return answer }
        if answer.status == 201 { made = answer }
        return answer.json?["profiles"]?.object?.isEmpty == true ? made ?? answer : answer
      }
    },
    FaultCode("issued-by-mvpd") { scope in
      scope.json { json, _ in
        let mvpd = json["profiles"]?.object?.names.first ?? ""
        json.set("profiles/*/issuer", .string(mvpd))
      }
    },
    // A profile is made by the last good status, though the answer is the refusal.
    FaultCode("kept-though-refused") { scope in
      .behaviour("") { request, ask, good in
        let answer = ask(request)
        guard scope.covers(request) else { return answer }
        if answer.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true {
          _ = ask(request.setting(frameworkStatus, good))
        } else if answer.status == 201 {
          good = request.headers[frameworkStatus] ?? ""
        }
        return answer
      }
    },
    // A call that goes on with the status of the device's request before.
    FaultCode("status-of-an-earlier-call") { scope in
      .behaviour([String: String]()) { request, ask, known in
        let device = request.headers["AP-Device-Identifier"] ?? ""
        if scope.covers(request), let before = known[device] {
          return ask(request.setting(frameworkStatus, before))
        }
        if let status = request.headers[frameworkStatus], known[device] == nil {
          known[device] = status
        }
        return ask(request)
      }
    },
    FaultCode("saml-request", with: ["old", "new"], orWith: ["declaration"]) { scope in
      scope.json { json, _ in
        json.replace("authenticationRequest/request") { request in
          guard let bytes = request.string.flatMap({ Base64.decode($0) }) else { return request }
          var text = String(decoding: bytes, as: UTF8.self)
            .replacing(scope["old"], with: scope["new"])
          if scope.words["declaration"] == true, !text.hasPrefix("<?xml") {
            text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n\(text)"
          }
          return .string(Base64.encode(Array(text.utf8)))
        }
      }
    },
    FaultCode("saml-response-is-decoded-twice") { scope in
      scope.request { request in
        request.editForm { fields in
          for index in fields.indices where fields[index].name == "SAMLResponse" {
            fields[index].value = PercentEncoding.decode(fields[index].value) ?? fields[index].value
          }
        }
      }
    },
    FaultCode("asks-for-mvpd", orWith: ["names-it"]) { scope in
      scope.json { json, _ in
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
        if scope.words["names-it"] != true { json.set("mvpd", nil) }
      }
    },
  ]

  static let frameworkStatus = "AP-Partner-Framework-Status"

  /// The effect of a framework status.
  static let statuses: [FaultCode] = [
    FaultCode("unknown-provider-by-configuration") { scope in
      scope.json { json, request in
        guard json["reasonType"] == "pfs_fallback", json["mvpd"] == nil,
          let status = request.frameworkStatus, status["frameworkProviderInfo"]?["id"] != nil,
          status["frameworkPermissionInfo"]?["accessStatus"] == "granted"
        else { return }
        json.set("reasonType", "configuration_fallback")
      }
    },
    FaultCode("unreadable-status-is-refused") { scope in
      scope.answer { response, request in
        guard response.json?["reasonType"] == "pfs_fallback",
          request.headers[frameworkStatus] != nil, request.frameworkStatus?.object?.isEmpty != false
        else { return }
        response = .refusal(400, "invalid_header_pfs_permission_access_not_present")
      }
    },
    // Some time in 2100 is taken for the date.
    FaultCode("status-without-date-counts") { scope in
      scope.request { request in
        request.editFrameworkStatus { status in
          guard status["frameworkPermissionInfo"]?["accessStatus"] == "granted",
            status["frameworkProviderInfo"]?["id"] != nil,
            status["frameworkProviderInfo"]?["expirationDate"] == nil
          else { return }
          status.set("frameworkProviderInfo/expirationDate", "4102444800000")
        }
      }
    },
    FaultCode("absent-status-is-refused") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        guard request.headers[frameworkStatus] == nil, answer.status < 300 else { return answer }
        return .refusal(400, "invalid_header_pfs_permission_access_not_present")
      }
    },
    FaultCode("refused-access-by-its-provider") { scope in
      scope.answer { response, request in
        guard var json = response.json,
          json["code"]?.string?.hasPrefix("invalid_header_pfs_permission_") == true,
          let status = request.frameworkStatus, status["frameworkProviderInfo"]?["id"] == nil
        else { return }
        json.set("code", "invalid_header_pfs_provider_id_not_determined")
        response.json = json
      }
    },
    FaultCode("faulty-status-is-refused") { scope in
      scope.answer { response, request in
        guard response.status == 200, request.headers[frameworkStatus] != nil,
          request.frameworkStatus?["frameworkPermissionInfo"]?["accessStatus"]?.string != "granted"
        else { return }
        response = .refusal(400, "invalid_header_pfs_permission_access_not_granted")
      }
    },
    FaultCode("expired-status-is-refused") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        guard answer.status == 200,
          let date = request.frameworkStatus?["frameworkProviderInfo"]?["expirationDate"]?.string,
          let milliseconds = Int(date), milliseconds < 1_600_000_000_000
        else { return answer }
        return .refusal(400, "invalid_header_pfs_provider_info_expired")
      }
    },
  ]
}
