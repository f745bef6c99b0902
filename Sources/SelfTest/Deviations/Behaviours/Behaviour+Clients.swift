// SPDX-License-Identifier: Apache-2.0
// Behaviours of registration, of tokens and of what requests need.

internal import Formats
internal import HTTP
internal import Text

extension Behaviour {
  static let clients: [Behaviour] = [
    // Asks again with the last good token, where a token was refused.
    Behaviour("any-token") { scope in
      .behaviour("") { request, ask, good in
        let answer = ask(request)
        if answer.status < 400, let own = request.headers["Authorization"] { good = own }
        guard answer.status == 401, scope.covers(request), !good.isEmpty,
          answer.json?["code"] == "invalid_access_token_client_application"
        else { return answer }
        return ask(request.setting("Authorization", good))
      }
    },
    Behaviour("in-milliseconds", with: ["member"]) { scope in
      scope.json { json, _ in
        json.replace(scope["member"]) { .integer(($0.number?.integer ?? 0) * 1000) }
      }
    },
    Behaviour("long-access-tokens") { scope in
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
    Behaviour("credentials-with-signs") { scope in
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
    Behaviour("domains-as-names") { scope in
      scope.json { json, _ in json.replace("requestor/domains/*") { $0["name"] ?? $0 } }
    },
    Behaviour("device-information-is-derived") { scope in
      scope.request { request in
        if request.headers["X-Device-Info"] == nil {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }
    },
    Behaviour("unreadable-device-information") { scope in
      scope.request { request in
        if request.headers["X-Device-Info"].map({ Base64.decode($0) == nil }) == true {
          request.headers.set("X-Device-Info", deviceInformation)
        }
      }
    },
    Behaviour("device-identifier-is-needed") { scope in
      scope.exchange { request, ask in
        request.headers["AP-Device-Identifier"] == nil
          ? .refusal(400, "invalid_header_device_identifier") : ask(request)
      }
    },
    Behaviour("no-trailing-slashes") { scope in
      scope.exchange { request, ask in
        request.target.prefix { $0 != "?" }.hasSuffix("/")
          ? HTTPResponse(status: 404, reason: "Not Found") : ask(request)
      }
    },
    Behaviour("media-types-are-checked") { scope in
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
}
