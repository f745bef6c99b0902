// SPDX-License-Identifier: Apache-2.0
// Behaviours of decisions and of logout.

internal import Formats
internal import HTTP

extension Behaviour {
  static let decisions: [Behaviour] = [
    Behaviour("unasked-decision") { scope in
      scope.json { json, _ in
        guard var extra = json["decisions"]?.array?.first else { return }
        extra.set("resource", "unasked")
        JSONEdit.append("decisions", extra).apply(to: &json)
      }
    },
    Behaviour("denial-as-a-whole") { scope in
      scope.answer { response, _ in
        guard response.status == 200, let items = response.json?["decisions"]?.array,
          let error = items.lazy.compactMap({ $0["error"] }).first,
          error["code"]?.string?.hasSuffix("denied_by_mvpd") == true
        else { return }
        response = .json(403, error)
      }
    },
    // Once a resource is permitted to a device, all are.
    Behaviour("one-permit-for-all") { scope in
      .behaviour([String: JSONValue]()) { request, ask, permits in
        var answer = ask(request)
        guard scope.covers(request), let decision = answer.json?["decisions"]?.array?.first else {
          return answer
        }
        let device = request.headers["AP-Device-Identifier"] ?? ""
        if decision["authorized"] == true {
          permits[device] = decision
        } else if var permit = permits[device], let resource = decision["resource"] {
          permit.set("resource", resource)
          answer.json = ["decisions": [permit]]
        }
        return answer
      }
    },
    // Refusals as the errors of items, with 200.
    Behaviour("refusal-by-item") { scope in
      scope.answer { response, request in
        guard let error = response.json else { return }
        let resources = (try? JSONParser.document(request.body).root)?["resources"]?.array ?? []
        let path = request.decodedSegments
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
      }
    },
    Behaviour("logout-of-all-devices") { scope in
      .behaviour(Set<String>()) { request, ask, devices in
        if let device = request.headers["AP-Device-Identifier"] { devices.insert(device) }
        let answer = ask(request)
        guard scope.covers(request), answer.status == 200 else { return answer }
        for device in devices { _ = ask(request.setting("AP-Device-Identifier", device)) }
        return answer
      }
    },
    Behaviour("relative-logout-urls") { scope in
      scope.json { json, _ in
        json.replace("logouts/*/url") { url in
          let text = url.string ?? ""
          guard let path = text.firstRange(of: "/mvpd/") else { return url }
          return .string(String(text[path.lowerBound...]))
        }
      }
    },
  ]
}
