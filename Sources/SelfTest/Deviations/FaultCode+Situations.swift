// SPDX-License-Identifier: Apache-2.0
// Behaviours of situations: identifiers nearly right, headers added, times near an end, once more.

import Formats
import HTTP
import Text

extension FaultCode {
  static let situations: [FaultCode] = [
    // An identifier counts as the first one that looks the same: one that an answer gave, or that some
    // request was served with.
    FaultCode("loose-identifier", with: ["part", "by"]) { scope in
      let (part, by) = (scope["part"], scope["by"])
      return .behaviour([String: String]()) { request, ask, known in
        let value = request.identifier(part)
        if scope.covers(request), let value, let first = known[value.loosely(by)], first != value {
          return ask(request.setting(identifier: part, first))
        }
        let answer = ask(request)
        guard answer.status < 400 else { return answer }
        let segments = Int(part) == nil ? [] : request.decodedSegments
        for right in [answer.json?[part]?.string, value].compactMap(\.self) + segments {
          known[right.loosely(by)] = known[right.loosely(by)] ?? right
        }
        return answer
      }
    },
    // A device is another one with another value of a field.
    FaultCode("device-by-field", with: ["field"]) { scope in
      scope.request { request in
        guard let value = request.headers[scope["field"]] else { return }
        request = request.setting(identifier: "device", "\(request.device) \(value)")
      }
    },
    FaultCode("refused-without", with: ["field"]) { scope in
      scope.exchange { request, ask in
        request.headers[scope["field"]] == nil
          ? HTTPResponse(status: 400, reason: "Bad Request") : ask(request)
      }
    },
    // Fields that hold JSON in another layout than the usual one.
    FaultCode("json-as-usual", with: ["field", "code"]) { scope in
      scope.exchange { request, ask in
        let text = request.headers[scope["field"]].flatMap { Base64.decode($0) }
          .map { String(decoding: $0, as: UTF8.self) }
        let isUnusual = text.map { $0.contains("{ ") || $0.contains("\": ") }
        return isUnusual == true ? .refusal(400, scope["code"]) : ask(request)
      }
    },
    FaultCode("status-order-counts") { scope in
      scope.request { request in
        if request.frameworkStatus?.object?.members.first?.name == "frameworkProviderInfo" {
          request.headers.set(frameworkStatus, "W10=")
        }
      }
    },
    // The end of the sign-in at the framework is moved by milliseconds.
    FaultCode("moved-expiry", with: ["by"]) { scope in
      scope.request { request in
        request.editFrameworkStatus { status in
          let path = "frameworkProviderInfo/expirationDate"
          let date = status["frameworkProviderInfo"]?["expirationDate"]?.string.flatMap { Int($0) }
          if let date { status.set(path, .string(String(date + (Int(scope["by"]) ?? 0)))) }
        }
      }
    },
    // A device whose request was refused is refused once more.
    FaultCode("refused-after-refusal") { scope in
      .behaviour(Set<String>()) { request, ask, refused in
        if scope.covers(request), refused.remove(request.device) != nil {
          return .refusal(500, "internal_server_error")
        }
        let answer = ask(request)
        if answer.status == 400 { refused.insert(request.device) }
        return answer
      }
    },
    // What a device has asked once it may not ask again.
    FaultCode("only-once", with: ["status"]) { scope in
      .behaviour(Set<String>()) { request, ask, asked in
        let key = "\(request.device) \(request.method) \(request.target)"
        guard scope.covers(request) else { return ask(request) }
        if asked.contains(key) {
          return HTTPResponse(status: Int(scope["status"]) ?? 400, reason: "Once more")
        }
        let answer = ask(request)
        if answer.status < 300, scope.holds(of: answer) { asked.insert(key) }
        return answer
      }
    },
    // A device that has logged out from an MVPD finds no profile of it again.
    FaultCode("no-way-back") { scope in
      .behaviour(Set<[String]>()) { request, ask, gone in
        var answer = ask(request)
        if ServiceEndpoint(request) == .logout, answer.status == 200 {
          gone.insert([request.device, request.decodedSegments.last ?? ""])
        }
        guard scope.covers(request), let profiles = answer.json?["profiles"]?.object else {
          return answer
        }
        let left = profiles.members.filter { !gone.contains([request.device, $0.name]) }
        answer.json = ["profiles": .object(JSONObject(left))]
        return answer
      }
    },
    // The profile of a logout is back when the device signs in elsewhere.
    FaultCode("comes-back") { scope in
      .behaviour([String: JSONObject]()) { request, ask, old in
        var answer = ask(request)
        guard scope.covers(request), let profiles = answer.json?["profiles"]?.object else {
          return answer
        }
        var all = old[request.device] ?? JSONObject()
        for member in profiles.members { all[member.name] = member.value }
        old[request.device] = all
        if !profiles.isEmpty { answer.json = ["profiles": .object(all)] }
        return answer
      }
    },
    // The configuration of a device that has signed in by a code lists no other MVPD.
    FaultCode("configuration-of-the-user") { scope in
      .behaviour([String: Set<String>]()) { request, ask, users in
        var answer = ask(request)
        let profiles = answer.json?["profiles"]?.object?.members.map(\.name) ?? []
        users[request.device, default: []].formUnion(profiles)
        guard scope.covers(request), let own = users[request.device], !own.isEmpty else {
          return answer
        }
        let left = (answer.json?["requestor"]?["mvpds"]?.array ?? []).filter {
          own.contains($0["id"]?.string ?? "")
        }
        answer.json?.set("requestor/mvpds", .array(left))
        return answer
      }
    },
    // A member has always the value that it had first.
    FaultCode("first-value", with: ["member"]) { scope in
      .behaviour(JSONValue?.none) { request, ask, first in
        var answer = ask(request)
        guard scope.covers(request), answer.status == 200, let value = answer.json?[scope["member"]]
        else { return answer }
        first = first ?? value
        if let first { answer.json?.set(scope["member"], first) }
        return answer
      }
    },
    // Only so many decisions are made; the others are as the first.
    FaultCode("decided-as-the-first", with: ["from"]) { scope in
      scope.json { json, _ in
        guard var items = json["decisions"]?.array, let first = items.first else { return }
        for index in items.indices where index >= Int(scope["from"]) ?? 1 {
          var item = first
          item.set("resource", items[index]["resource"])
          items[index] = item
        }
        json.set("decisions", .array(items))
      }
    },
    FaultCode("same-item-is-refused") { scope in
      scope.exchange { request, ask in
        let items = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
        let isRepeated = Set(items.compactMap(\.string)).count < items.count
        return isRepeated ? .refusal(400, "invalid_parameter_resources") : ask(request)
      }
    },
    FaultCode("same-item-once") { scope in
      scope.json { json, _ in
        var seen: Set<String> = []
        let items = json["decisions"]?.array ?? []
        json.set(
          "decisions",
          .array(items.filter { seen.insert($0["resource"]?.string ?? "").inserted }))
      }
    },
    // Access tokens, or codes, end so many milliseconds after they were made.
    FaultCode("ends-early", with: ["part", "after"]) { scope in
      .behaviour([String: ContinuousClock.Instant]()) { request, ask, made in
        let now = ContinuousClock.now
        if scope.covers(request), let value = request.identifier(scope["part"]),
          let start = made[value], now - start > .milliseconds(Int(scope["after"]) ?? 0)
        {
          return scope["part"] == "token"
            ? .refusal(401, "invalid_access_token_client_application")
            : .refusal(400, "invalid_authentication_session")
        }
        let answer = ask(request)
        for name in ["access_token", "code"] {
          if let value = answer.json?[name]?.string, answer.status < 300 {
            made[value] = made[value] ?? now
          }
        }
        return answer
      }
    },
  ]
}

extension HTTPRequest {
  fileprivate var device: String {
    headers["AP-Device-Identifier"].map { String($0.dropFirst("fingerprint ".count)) }
      .flatMap { Base64.decode($0) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// An identifier in the request: `device`, `token`, `client_secret` and other fields of the form,
  /// or a number, the segment of the path.
  fileprivate func identifier(_ part: String) -> String? {
    switch part {
    case "device": device.isEmpty ? nil : device
    case "token": headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    case "code": decodedSegments.last
    case "provider": frameworkStatus?["frameworkProviderInfo"]?["id"]?.string
    case let part:
      Int(part).map { decodedSegments.indices.contains($0) ? decodedSegments[$0] : "" }
        ?? formValue(part)
    }
  }

  /// The same with another identifier.
  fileprivate func setting(identifier part: String, _ value: String) -> HTTPRequest {
    switch part {
    case "device": return setting("AP-Device-Identifier", "fingerprint \(Base64.encode(value))")
    case "token": return setting("Authorization", "Bearer \(value)")
    case "code":
      return replacing(segment: pathSegments.count - 1, by: PercentEncoding.encode(value))
    case "provider":
      var request = self
      request.editFrameworkStatus { $0.set("frameworkProviderInfo/id", .string(value)) }
      return request
    case let part:
      if let index = Int(part) {
        return replacing(segment: index, by: PercentEncoding.encode(value))
      }
      var request = self
      request.editForm { fields in
        for index in fields.indices where fields[index].name == part { fields[index].value = value }
      }
      return request
    }
  }
}

extension String {
  /// The text as a loose comparison sees it: `8` for its first 8 characters, `-1` for all but
  /// the last, `case` and `space` without these.
  fileprivate func loosely(_ way: String) -> String {
    switch way {
    case "case": lowercased()
    case "space": filter { $0 != " " }
    default:
      Int(way).map { $0 < 0 ? String(dropLast(-$0)) : String(prefix($0)) } ?? self
    }
  }
}
