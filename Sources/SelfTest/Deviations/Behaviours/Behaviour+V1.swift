// SPDX-License-Identifier: Apache-2.0
// Behaviours of REST API V1.

internal import Formats
internal import HTTP

extension Behaviour {
  static let v1: [Behaviour] = [
    Behaviour("accept-is-ignored") { scope in
      scope.request { request in
        if request.headers["Accept"] != nil { request.headers.set("Accept", "application/json") }
      }
    },
    Behaviour("addresses-are-ignored") { scope in
      scope.request { $0.headers.remove("X-Forwarded-For") }
    },
    Behaviour("any-device-type") { scope in
      scope.request { request in
        let path = request.target.prefix { $0 != "?" }
        request.target = "\(path)?deviceType=tvOS"
      }
    },
    Behaviour("exchange-of-nothing") { scope in
      scope.exchange { request, ask in
        let answer = ask(request)
        let hasResponse = request.formValue("SAMLResponse")?.isEmpty == false
        return hasResponse ? answer : HTTPResponse(status: 204, reason: "No Content")
      }
    },
    // A call that goes on, after an exchange, as if nobody were signed in.
    Behaviour("refused-after-exchange", with: ["message"]) { scope in
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
    Behaviour("any-time-to-live") { scope in
      scope.request { request in
        request.editForm { fields in
          for index in fields.indices where fields[index].name == "ttl" {
            fields[index].value = String(min(Int(fields[index].value) ?? 36_000, 36_000))
          }
        }
      }
    },
    Behaviour("device-is-assumed") { scope in
      scope.request { request in
        request.editForm { fields in
          fields.removeAll { $0.name == "deviceId" && $0.value.isEmpty }
          if !fields.contains(where: { $0.name == "deviceId" }) {
            fields.append((name: "deviceId", value: "nobody"))
          }
        }
      }
    },
    Behaviour("login-leads-back") { scope in
      scope.answer { response, request in
        if response.status == 302, let url = request.queryValue("redirect_url") {
          response.headers.set("Location", url)
        }
      }
    },
    Behaviour("logout-of-another-device") { scope in
      scope.request { request in
        request.target = request.target.replacing("deviceId=", with: "deviceId=no-")
      }
    },
  ]
}
