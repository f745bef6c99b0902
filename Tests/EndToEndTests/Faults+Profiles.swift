// SPDX-License-Identifier: Apache-2.0
// Faults of the profiles endpoints, and of who sees which profile for how long.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Fault {
  private static let sso = [
    "V2-C12", "V2-C13", "V2-C11", "V2-C10", "API-PROFILES-SSO", "API-OVERVIEW",
  ]

  private static func partner(
    _ name: String, covers: [String] = sso, suites: [String] = [],
    _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: [.partnerProfile], covers: covers, suites: suites) { json, _ in
      if json["profiles"]?.object?.isEmpty == false { change(&json) }
    }
  }

  static let partnerProfile: [Fault] = [
    .status("profiles/sso answers 202", at: [.partnerProfile], covers: sso, 201, 202),
    partner("a partner profile is regular", suites: ["c-4-partner-profile"]) {
      $0.set("profiles/*/type", "regular")
    },
    partner("a partner profile is of type apple") { $0.set("profiles/*/type", "apple") },
    partner("a partner profile is the MVPD's", suites: ["c-4-partner-profile"]) { json in
      let mvpd = json["profiles"]?.object?.names.first ?? ""
      json.set("profiles/*/issuer", .string(mvpd))
    },
    partner("a partner profile without issuer") { $0.set("profiles/*/issuer", nil) },
    partner("a partner profile under another MVPD") { json in
      json.replace("profiles") { profiles in
        .object((profiles.object?.members ?? []).map { (name: "Somebody", value: $0.value) })
      }
    },
    partner("a partner profile that is over") { $0.set("profiles/*/notAfter", 1_000_000_000_000) },
    partner("a partner profile in seconds", suites: ["c-4-partner-profile"]) { json in
      json.replace("profiles/*/notAfter") { .integer(($0.number?.integer ?? 0) / 1000) }
    },
    partner("a partner profile that begins tomorrow") { json in
      json.replace("profiles/*/notBefore") { .integer(($0.number?.integer ?? 0) + 86_400_000) }
    },
    partner("a partner profile without attributes") { $0.set("profiles/*/attributes", nil) },
    partner("a partner profile without userID") { $0.set("profiles/*/attributes/userID", nil) },
    partner("attributes without state") { $0.set("profiles/*/attributes/*/state", nil) },
    partner("a state of attributes that there is not") {
      $0.set("profiles/*/attributes/*/state", "clear")
    },
    partner("attributes are plain texts") { json in
      json.replace("profiles/*/attributes/*") { $0["value"] }
    },
    partner("tokenSource of another") {
      $0.replace("profiles/*/attributes/tokenSource/value") { _ in "MVPD" }
    },
    partner("no map of profiles") { json in json = json["profiles"] ?? .null },
    partner("a list of profiles") { json in
      json.replace("profiles") { .array(($0.object?.members ?? []).map(\.value)) }
    },
    .json(
      "a refused SAML response blamed on the MVPD", at: [.partnerProfile], covers: sso,
      status: 400...400
    ) { json, _ in
      if has(json, "code", "invalid_parameter_saml_response") {
        json.set("code", "invalid_parameter_mvpd")
      }
    },
    .status("a SAML response refused with 403", at: [.partnerProfile], covers: sso, 400, 403),
    .status("a SAML response refused with 500", at: [.partnerProfile], covers: sso, 400, 500),
    .behaviour(
      "a profile from any SAML response", [String: HTTPResponse](), covers: sso,
      suites: ["c-4-partner-profile"]
    ) { request, ask, good in
      let answer = ask(request)
      guard Endpoint(request) == .partnerProfile else { return answer }
      if answer.status == 201 { good[""] = answer }
      guard answer.json?["code"]?.string == "invalid_parameter_saml_response" else { return answer }
      return good[""] ?? answer
    },
    .behaviour(
      "a profile with any status of the framework", [String: HTTPResponse](), covers: sso
    ) { request, ask, good in
      let answer = ask(request)
      guard Endpoint(request) == .partnerProfile else { return answer }
      if answer.status == 201 { good[""] = answer }
      guard answer.json?["code"]?.string?.hasPrefix("invalid_header_pfs_") == true else {
        return answer
      }
      return good[""] ?? answer
    },
    .behaviour("an expired status makes a profile", 0, covers: sso) { request, ask, _ in
      guard Endpoint(request) == .partnerProfile else { return ask(request) }
      return ask(request.withFrameworkStatusProlonged)
    },
    Fault(
      .answer("the partner profile is not kept", at: [.profiles, .profile]) { response, _ in
        guard response.status == 200, var json = response.json else { return }
        json.replace("profiles") { profiles in
          .object(
            (profiles.object?.members ?? []).filter { $0.value["type"]?.string != "appleSSO" }
              .map { (name: $0.name, value: $0.value) })
        }
        response.json = json
      }, covers: sso + ["V2-B", "API-PROFILES"], suites: ["b-check-authentication"]),
  ]
}

extension Fault {
  private static let maps = [
    "V2-B", "API-PROFILES", "API-PROFILE", "API-OVERVIEW", "API-LOGOUT", "V2-E", "V2-C13",
  ]

  private static func map(
    _ name: String, at endpoints: Set<Endpoint> = [.profiles, .profile, .profileOfCode],
    suites: [String] = [], _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Fault {
    .json(name, at: endpoints, covers: maps, suites: suites) { json, _ in change(&json) }
  }

  /// Asks once more in the name of another, where there is nothing for the one who asks.
  private static func shared(
    _ name: String, as other: @escaping @Sendable (HTTPRequest, HTTPRequest) -> HTTPRequest?
  ) -> Fault {
    .behaviour(name, [HTTPRequest](), covers: maps + ["V2-D", "API-"]) { request, ask, owners in
      let answer = ask(request)
      switch Endpoint(request) {
      case .partnerProfile? where answer.status == 201: owners.append(request)
      case .profiles?, .profile?:
        guard answer.json?["profiles"]?.object?.isEmpty == true else { break }
        for again in owners.reversed().lazy.compactMap({ other(request, $0) }).prefix(10) {
          let second = ask(again)
          if second.json?["profiles"]?.object?.isEmpty == false { return second }
        }
      default: break
      }
      return answer
    }
  }

  static let profiles: [Fault] = [
    map("profiles is null") { $0.set("profiles", .null) },
    map("profiles is a list", at: [.profiles], suites: ["b-check-authentication"]) { json in
      json.replace("profiles") { .array(($0.object?.members ?? []).map(\.value)) }
    },
    map("profiles by another name") { json in
      json.set("profile", json["profiles"])
      json.set("profiles", nil)
    },
    map("a listed partner profile is the MVPD's", at: [.profiles, .profile]) { json in
      json.edit("profiles/*/issuer") { $0 == "Apple" ? "Harbor" : $0 }
    },
    map("a listed partner profile is regular", at: [.profiles, .profile]) { json in
      json.edit("profiles/*/type") { $0 == "appleSSO" ? "regular" : $0 }
    },
    map("a regular profile is Adobe's", at: [.profiles, .profile, .profileOfCode]) { json in
      json.replace("profiles/*") { profile in
        guard has(profile, "type", "regular") else { return profile }
        var profile = profile
        profile.set("issuer", "Adobe")
        return profile
      }
    },
    map("a temporary profile is regular", at: [.profile, .profileOfCode]) { json in
      json.edit("profiles/*/type") { $0 == "temporary" ? "regular" : $0 }
    },
    map("a degraded profile is the MVPD's", at: [.profile, .partnerProfile]) { json in
      json.replace("profiles/*") { profile in
        guard has(profile, "type", "degraded") else { return profile }
        var profile = profile
        profile.set("issuer", "Driftwood")
        return profile
      }
    },
    map("a listed profile in seconds", at: [.profiles]) { json in
      json.replace("profiles/*/notAfter") { .integer(($0.number?.integer ?? 0) / 1000) }
    },
    map("a listed profile lasts longer than made", at: [.profiles, .profile]) { json in
      json.replace("profiles/*/notAfter") { .integer(($0.number?.integer ?? 0) + 1000) }
    },
    map("a listed profile without attributes", at: [.profiles]) {
      $0.set("profiles/*/attributes", nil)
    },
    .status("profiles answers 404 for none", at: [.profiles], covers: maps, 200, 404),
    .answer("no profile for an MVPD is a 404", at: [.profile], covers: maps) { response, _ in
      guard response.json?["profiles"]?.object?.isEmpty == true else { return }
      response.status = 404
    },
    .behaviour("profiles/{mvpd} gives all", 0, covers: maps) { request, ask, _ in
      guard Endpoint(request) == .profile else { return ask(request) }
      let one = ask(request)
      guard one.status == 200 else { return one }
      var all = request
      all.target = "/\(request.pathSegments.dropLast().joined(separator: "/"))"
      return ask(all)
    },
    .json("profiles/{mvpd} gives none", at: [.profile], covers: maps) { json, _ in
      json.set("profiles", [:])
    },
    .json("profiles/code stays empty", at: [.profileOfCode], covers: maps + ["API-AUTHENTICATE"]) {
      json, _ in json.set("profiles", [:])
    },
    .answer(
      "an unknown code has no profile yet", at: [.profileOfCode], covers: maps + ["API-ERRORS"]
    ) { response, _ in
      if response.status == 400 { response = .json(200, ["profiles": [:]]) }
    },
    shared("a profile is seen by another device") { request, owner in
      var again = request
      again.headers.set("AP-Device-Identifier", owner.headers["AP-Device-Identifier"] ?? "")
      return again
    },
    shared("a profile is seen by another client") { request, owner in
      guard
        request.headers["AP-Device-Identifier"] == owner.headers["AP-Device-Identifier"]
      else { return nil }
      var again = request
      again.headers.set("Authorization", owner.headers["Authorization"] ?? "")
      return again
    },
    shared("a profile is seen at another service provider") { request, owner in
      guard request.headers["AP-Device-Identifier"] == owner.headers["AP-Device-Identifier"]
      else { return nil }
      return request.replacing(segment: 2, by: owner.pathSegments[2])
    },
    .behaviour("a profile stays when it has run out", [String: HTTPResponse](), covers: maps) {
      request, ask, kept in
      let answer = ask(request)
      let device = request.headers["AP-Device-Identifier"] ?? ""
      switch Endpoint(request) {
      case .profiles?, .profile?:
        let key = "\(device) \(request.target)"
        guard let profiles = answer.json?["profiles"]?.object else { break }
        if !profiles.isEmpty { kept[key] = answer } else if let old = kept[key] { return old }
      case .partnerProfile? where answer.status == 201:
        let path = request.pathSegments.prefix(4).joined(separator: "/")
        kept["\(device) /\(path)"] = .json(200, answer.json ?? .null)
      case .logout?: kept = kept.filter { !$0.key.hasPrefix(device) }
      default: break
      }
      return answer
    },
  ]
}
