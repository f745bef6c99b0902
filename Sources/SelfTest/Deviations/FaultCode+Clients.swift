// SPDX-License-Identifier: Apache-2.0
// Behaviours of registration, V1, and edits of requests.

import Formats
package import HTTP
import Text

extension FaultCode {
  static let clients: [FaultCode] = [
    // Asks again with the last good token, where a token was refused.
    FaultCode("any-token") { scope in
      .behaviour("") { request, ask, good in
        let answer = ask(request)
        if answer.status < 400, let own = request.headers["Authorization"] { good = own }
        guard answer.status == 401, scope.covers(request), !good.isEmpty,
          answer.json?["code"] == "invalid_access_token_client_application"
        else { return answer }
        return ask(request.setting("Authorization", good))
      }
    },
    FaultCode("in-milliseconds", with: ["member"]) { scope in
      scope.json { json, _ in
        json.replace(scope["member"]) { .integer(($0.number?.integer ?? 0) * 1000) }
      }
    },
    FaultCode("long-access-tokens") { scope in
      let head = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9."
      let tail = ".\(String(repeating: "c2lnbmF0dXJl", count: 117))_-"
      return scope.exchange { request, ask in
        var request = request
        if let field = request.headers["Authorization"] {
          request.headers.set(
            "Authorization", field.replacing(head, with: "").replacing(tail, with: ""))
        }
        var answer = ask(request)
        if ServiceEndpoint(request) == .token, var json = answer.json {
          json.replace("access_token") { .string("\(head)\($0.string ?? "")\(tail)") }
          answer.json = json
        }
        return answer
      }
    },
    FaultCode("credentials-with-signs") { scope in
      let mark = "+/=&% ~"
      return scope.exchange { request, ask in
        var request = request
        if ServiceEndpoint(request) == .token {
          request.editForm { fields in
            for index in fields.indices where fields[index].name.hasPrefix("client_") {
              fields[index].value = fields[index].value.replacing(mark, with: "")
            }
          }
        }
        var answer = ask(request)
        if ServiceEndpoint(request) == .register, answer.status == 201, var json = answer.json {
          for name in ["client_id", "client_secret"] {
            json.replace(name) { .string("\($0.string ?? "")\(mark)") }
          }
          answer.json = json
        }
        return answer
      }
    },
    FaultCode("domains-as-names") { scope in
      scope.json { json, _ in json.replace("requestor/domains/*") { $0["name"] ?? $0 } }
    },
    FaultCode("device-information-is-derived") { scope in
      scope.request { request in
        if request.headers["X-Device-Info"] == nil {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }
    },
    FaultCode("unreadable-device-information") { scope in
      scope.request { request in
        if request.headers["X-Device-Info"].map({ Base64.decode($0) == nil }) == true {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }
    },
    FaultCode("device-identifier-is-needed") { scope in
      scope.exchange { request, ask in
        request.headers["AP-Device-Identifier"] == nil
          ? .refusal(400, "invalid_header_device_identifier") : ask(request)
      }
    },
    FaultCode("no-trailing-slashes") { scope in
      scope.exchange { request, ask in
        request.target.prefix { $0 != "?" }.hasSuffix("/")
          ? HTTPResponse(status: 404, reason: "Not Found") : ask(request)
      }
    },
    FaultCode("media-types-are-checked") { scope in
      scope.exchange { request, ask in
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        let isFit = type.hasPrefix("application/json") || type.hasPrefix("application/x-www-form")
        return isFit || request.method != "POST"
          ? ask(request) : HTTPResponse(status: 415, reason: "Unsupported Media Type")
      }
    },
  ]

  private static let deviceInformation = Base64.encode(
    #"{"primaryHardwareType":"SetTopBox","model":"AppleTV","version":"14","manufacturer":"Apple","#
      + #""vendor":"Apple","osName":"tvOS","osFamily":"tvOS","osVendor":"Apple","osVersion":"17","#
      + #""connectionType":"WiFi"}"#)

  static let v1: [FaultCode] = [
    FaultCode("accept-is-ignored") { scope in
      scope.request { request in
        if request.headers["Accept"] != nil { request.headers.set("Accept", "application/json") }
      }
    },
    FaultCode("addresses-are-ignored") { scope in
      scope.request { $0.headers.remove("X-Forwarded-For") }
    },
    FaultCode("any-device-type") { scope in
      scope.request { request in
        let path = request.target.prefix { $0 != "?" }
        request.target = "\(path)?deviceType=tvOS"
      }
    },
    FaultCode("exchange-of-nothing") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        let hasResponse = request.formValue("SAMLResponse")?.isEmpty == false
        return hasResponse ? answer : HTTPResponse(status: 204, reason: "No Content")
      }
    },
    // A call that goes on, after an exchange, as if no user were signed in.
    FaultCode("refused-after-exchange", with: ["message"]) { scope in
      .behaviour(Set<String>()) { request, ask, exchanged in
        let device = request.formValue("deviceId") ?? request.queryValue("deviceId") ?? ""
        let answer = ask(request)
        if ServiceEndpoint(request) == .v1TokenExchange, answer.status == 204 {
          exchanged.insert(device)
        } else if scope.covers(request), exchanged.contains(device) {
          return .json(403, ["status": 403, "message": .string(scope["message"])])
        }
        return answer
      }
    },
    FaultCode("any-time-to-live") { scope in
      scope.request { request in
        request.editForm { fields in
          for index in fields.indices where fields[index].name == "ttl" {
            fields[index].value = String(min(Int(fields[index].value) ?? 36_000, 36_000))
          }
        }
      }
    },
    FaultCode("device-is-assumed") { scope in
      scope.request { request in
        request.editForm { fields in
          fields.removeAll { $0.name == "deviceId" && $0.value.isEmpty }
          if !fields.contains(where: { $0.name == "deviceId" }) {
            fields.append((name: "deviceId", value: "nobody"))
          }
        }
      }
    },
    FaultCode("login-leads-back") { scope in
      scope.answer { response, request in
        if response.status == 302, let url = request.queryValue("redirect_url") {
          response.headers.set("Location", url)
        }
      }
    },
    FaultCode("logout-of-another-device") { scope in
      scope.request { request in
        request.target = request.target.replacing("deviceId=", with: "deviceId=no-")
      }
    },
  ]
}

extension HTTPRequest {
  /// The fields of a form in the body, changed.
  package mutating func editForm(_ change: (inout [(name: String, value: String)]) -> Void) {
    var fields = FormBody.decode(body) ?? []
    change(&fields)
    body = FormBody.encode(fields)
    headers.remove("Content-Length")
  }

  package func formValue(_ name: String) -> String? {
    FormBody.decode(body)?.first { $0.name == name }?.value
  }

  /// The segments of the path, undecoded.
  package var pathSegments: [String] {
    target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
  }

  /// The segments of the path, decoded.
  package var decodedSegments: [String] { pathSegments.map { PercentEncoding.decode($0) ?? $0 } }

  /// With another segment of the path.
  package func replacing(segment index: Int, by text: String) -> HTTPRequest {
    var segments = pathSegments
    guard segments.indices.contains(index) else { return self }
    segments[index] = text
    let query = target.drop { $0 != "?" }
    var request = self
    request.target = "/\(segments.joined(separator: "/"))\(query)"
    return request
  }

  /// With another value of a field.
  func setting(_ field: String, _ value: String) -> HTTPRequest {
    var request = self
    request.headers.set(field, value)
    return request
  }

  /// A value of the query, decoded.
  func queryValue(_ name: String) -> String? {
    let query = target.drop { $0 != "?" }.dropFirst()
    return FormBody.decode(Array(query.utf8))?.first { $0.name == name }?.value
  }

  /// The content of the field AP-Partner-Framework-Status; nil where it is absent or not JSON in Base64.
  var frameworkStatus: JSONValue? {
    headers["AP-Partner-Framework-Status"].flatMap { Base64.decode($0) }
      .flatMap { try? JSONParser.document($0).root }
  }

  /// Changes what the field says, if it can be read.
  mutating func editFrameworkStatus(_ change: (inout JSONValue) -> Void) {
    guard var status = frameworkStatus else { return }
    change(&status)
    headers.set("AP-Partner-Framework-Status", Base64.encode(JSONWriter.bytes(status)))
  }
}

extension HTTPResponse {
  /// An error of REST API V2.
  static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
    .json(
      status,
      ["action": "none", "status": .integer(status), "code": .string(code), "message": "no"])
  }
}
