// SPDX-License-Identifier: Apache-2.0
// Faults of a service that mixes up whom a profile, a code or a logout belongs to.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let decided = ["API-PREAUTHORIZE", "API-AUTHORIZE", "V2-D"]

  static let isolation: [Fault] = [
    .behaviour(
      "profiles/{mvpd} gives all where it has one", 0,
      covers: ["API-PROFILES-MVPD", "V2-B"], suites: ["b-check-authentication"]
    ) { request, ask, _ in
      let one = ask(request)
      guard Endpoint(request) == .profile, one.json?["profiles"]?.object?.isEmpty == false else {
        return one
      }
      var all = request
      all.target = "/\(request.pathSegments.dropLast().joined(separator: "/"))"
      return ask(all)
    },
    .behaviour(
      "profiles/code gives all where it has one", 0, covers: ["API-PROFILES-CODE"],
      suites: ["b-check-authentication"]
    ) { request, ask, _ in
      let one = ask(request)
      guard Endpoint(request) == .profileOfCode, one.json?["profiles"]?.object?.isEmpty == false
      else { return one }
      var all = request
      all.target = "/\(request.pathSegments.dropLast(2).joined(separator: "/"))"
      all.headers.set("AP-Partner-Framework-Status", harborStatus)
      return ask(all)
    },
    .behaviour(
      "profiles/code gives the last login's", HTTPResponse?.none, covers: ["API-PROFILES-CODE"],
      suites: ["x-6-basic-authentication"]
    ) { request, ask, last in
      let answer = ask(request)
      guard Endpoint(request) == .profileOfCode, let profiles = answer.json?["profiles"]?.object
      else { return answer }
      if profiles.isEmpty { return last ?? answer }
      last = answer
      return answer
    },
    .behaviour(
      "a session ends those of other devices", "", covers: ["API-SESSIONS"],
      suites: ["x-6-basic-authentication"]
    ) { request, ask, last in
      let answer = ask(request)
      switch Endpoint(request) {
      case .createSession?: last = answer.json?["code"]?.string ?? last
      case .retrieveSession? where answer.status == 200 && request.pathSegments.last != last:
        var other = request
        other.target = "/api/v2/\(request.pathSegments[2])/sessions/AAAAAAA"
        return ask(other)
      default: break
      }
      return answer
    },
    .behaviour(
      "a resumed session does not show what came later", Set<String>(),
      covers: ["API-SESSIONS-GET"], suites: ["x-6-basic-authentication"]
    ) { request, ask, resumed in
      var answer = ask(request)
      switch Endpoint(request) {
      case .resumeSession?: resumed.insert(request.pathSegments.last ?? "")
      case .retrieveSession? where resumed.contains(request.pathSegments.last ?? ""):
        answer.json?.set("existingParameters/mvpd", nil)
      default: break
      }
      return answer
    },
    .json(
      "a fallback whose code opens no login", at: [.partnerSession],
      covers: ["API-AUTHENTICATE", "API-SESSIONS-RESUME", "V2-C8"],
      suites: ["x-6-basic-authentication"]
    ) { json, _ in
      guard json["reasonType"] == "configuration_fallback", let code = json["code"]?.string else {
        return
      }
      json.set("code", "ZZZZZZZ")
      json.replace("url") { .string(($0.string ?? "").replacing(code, with: "ZZZZZZZ")) }
    },
    decidedFor("decisions for another client") { request, owner in
      guard request.pathSegments[2] == owner.pathSegments[2] else { return nil }
      var again = request
      again.headers.set("Authorization", owner.headers["Authorization"] ?? "")
      return again
    },
    decidedFor("decisions at another service provider") { request, owner in
      request.replacing(segment: 2, by: owner.pathSegments[2])
    },
    .behaviour(
      "decisions by the profile of another MVPD", [String: String](), covers: decided,
      suites: ["d-decisions"]
    ) { request, ask, owned in
      let answer = ask(request)
      let device = request.headers["AP-Device-Identifier"] ?? ""
      switch Endpoint(request) {
      case .partnerProfile? where answer.status == 201:
        owned[device] = answer.json?["profiles"]?.object?.names.first
      case .preauthorize?, .authorize?:
        guard answer.json?["code"] == "authenticated_profile_missing", let mvpd = owned[device]
        else { break }
        var other = ask(request.replacing(segment: 5, by: mvpd))
        other.json?.replace("decisions/*/mvpd") { _ in .string(request.pathSegments[5]) }
        return other
      default: break
      }
      return answer
    },
    .behaviour(
      "one Permit is a Permit for all", [String: JSONValue](), covers: ["API-AUTHORIZE", "V2-D8"],
      suites: ["d-decisions"]
    ) { request, ask, permits in
      var answer = ask(request)
      guard Endpoint(request) == .authorize, let decision = answer.json?["decisions"]?.array?.first
      else { return answer }
      let device = request.headers["AP-Device-Identifier"] ?? ""
      if decision["authorized"] == true {
        permits[device] = decision
      } else if var permit = permits[device], let resource = decision["resource"] {
        permit.set("resource", resource)
        answer.json = ["decisions": [permit]]
      }
      return answer
    },
    .behaviour(
      "a code that is over opens a login", [String: HTTPResponse](), covers: ["API-AUTHENTICATE"],
      suites: ["x-6-basic-authentication"]
    ) { request, ask, logins in
      let answer = ask(request)
      switch Endpoint(request) {
      case .createSession?:
        if let url = answer.json?["url"]?.string, url.contains("/authenticate/") {
          logins[url] = ask(
            HTTPRequest(method: "GET", target: url, headers: HeaderList(["Host": "localhost"])))
        }
      case .authenticate? where answer.status == 400 && request.method == "GET":
        return logins[request.target] ?? answer
      default: break
      }
      return answer
    },
    .behaviour(
      "a profile that is over spares the session", Set<String>(), covers: ["API-SESSIONS"]
    ) { request, ask, devices in
      var answer = ask(request)
      let device = request.headers["AP-Device-Identifier"] ?? ""
      guard Endpoint(request) == .createSession, request.formValue("mvpd") == "Mayfly",
        !devices.insert(device).inserted
      else { return answer }
      answer.json?.set("actionName", "authorize")
      answer.json?.set("actionType", "direct")
      answer.json?.set("reasonType", "authenticated")
      return answer
    },
    .behaviour(
      "a profile of another MVPD spares the session", Set<String>(), covers: ["API-SESSIONS"],
      suites: ["x-6-basic-authentication"]
    ) { request, ask, owners in
      var answer = ask(request)
      let device = request.headers["AP-Device-Identifier"] ?? ""
      switch Endpoint(request) {
      case .partnerProfile? where answer.status == 201: owners.insert(device)
      case .createSession? where owners.contains(device) && request.formValue("mvpd") != "Harbor":
        answer.json?.set("actionName", "authorize")
        answer.json?.set("actionType", "direct")
        answer.json?.set("reasonType", "authenticatedSSO")
      default: break
      }
      return answer
    },
    .behaviour(
      "a logout at every service provider", 0, covers: ["API-LOGOUT"], suites: ["e-logout"]
    ) { request, ask, _ in
      if Endpoint(request) == .logout {
        for provider in ["ORCHARD", "MEADOW"] where provider != request.pathSegments[2] {
          _ = ask(request.replacing(segment: 2, by: provider))
        }
      }
      return ask(request)
    },
    .behaviour(
      "preauthorization goes on after the logout", [String: HTTPResponse](),
      covers: ["API-LOGOUT", "API-PREAUTHORIZE"], suites: ["e-logout"]
    ) { request, ask, kept in
      let device = request.headers["AP-Device-Identifier"] ?? ""
      switch Endpoint(request) {
      case .partnerProfile?:
        let answer = ask(request)
        var preauthorization = request
        preauthorization.target =
          "/api/v2/\(request.pathSegments[2])/decisions/preauthorize/Harbor"
        preauthorization.headers.set("Content-Type", "application/json")
        preauthorization.headers.remove("Content-Length")
        preauthorization.body = JSONWriter.bytes(["resources": ["orchard-live"]])
        kept[device] = ask(preauthorization)
        return answer
      case .preauthorize?:
        let answer = ask(request)
        return answer.status == 403 ? kept[device] ?? answer : answer
      default: return ask(request)
      }
    },
  ]

  /// A decision for the one who made the profile of the device, where the one who asks has none.
  private static func decidedFor(
    _ name: String, as other: @escaping @Sendable (HTTPRequest, HTTPRequest) -> HTTPRequest?
  ) -> Fault {
    .behaviour(name, [String: HTTPRequest](), covers: decided, suites: ["d-decisions"]) {
      request, ask, owners in
      let answer = ask(request)
      let device = request.headers["AP-Device-Identifier"] ?? ""
      switch Endpoint(request) {
      case .partnerProfile? where answer.status == 201: owners[device] = request
      case .preauthorize?, .authorize?:
        guard answer.json?["code"] == "authenticated_profile_missing",
          let again = owners[device].flatMap({ other(request, $0) })
        else { break }
        return ask(again)
      default: break
      }
      return answer
    }
  }

  private static let harborStatus = Base64Text.encode(
    JSONWriter.bytes([
      "frameworkPermissionInfo": ["accessStatus": "granted"],
      "frameworkProviderInfo": ["id": "tvp-harbor-2201", "expirationDate": "4102444800000"],
    ]))
}
