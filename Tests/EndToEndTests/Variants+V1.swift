// SPDX-License-Identifier: Apache-2.0
// Right services of the legacy API: readings of its documents.

import Deviations
import HTTPMessages
import JSON
import TestSupport

extension Variant {
  static let legacy: [Variant] = [
    v1("V1: every flag as a text", "/api/v1/config/") { json in
      json.replace("requestor/mvpds/*") { mvpd in
        guard let object = mvpd.object else { return mvpd }
        return .object(
          object.members.map { member in
            let flag = member.value.boolean.map { $0 ? "true" : "false" }
            return (name: member.name, value: flag.map { .string($0) } ?? member.value)
          })
      }
    },
    v1("V1: MVPDs inside and beside the requestor", "/api/v1/config/") { json in
      json.set("mvpds", json["requestor"]?["mvpds"])
    },
    v1("V1: no attribute to ask for", "/api/v1/config/") { json in
      json.replace("requestor/mvpds/*/requiredMetadataFields") { _ in [] }
    },
    v1("V1: decisions as texts, and errors of the plain form", "/api/v1/preauthorize") { json in
      json.replace("resources/*/authorized") { .string($0.boolean == true ? "true" : "false") }
      json.replace("resources/*/error") { _ in ["status": 403, "message": "User not authorized"] }
    },
  ]

  /// As many items as one likes, where the profile of the target tells no limit (AMB-46).
  static let legacyWithoutLimit = Variant(
    .behaviour("V1: any number of items", 0) { request, ask, _ in
      guard let resources = parameter("resource", of: request),
        request.pathSegments == ["api", "v1", "preauthorize"]
      else { return ask(request) }
      var answers = resources.split(separator: "%2C").map { resource in
        var part = request
        part.target = request.target.replacing(
          "resource=\(resources)", with: "resource=\(resource)")
        return ask(part)
      }
      guard var answer = answers.popLast(), answer.status == 200 else { return ask(request) }
      answer.json = [
        "resources": .array(
          (answers + [answer]).flatMap { $0.json?["resources"]?.array ?? [] })
      ]
      return answer
    })

  private static func parameter(_ name: String, of request: HTTPRequest) -> String? {
    let query = request.target.split(separator: "?").dropFirst().first ?? ""
    let pairs = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
    return pairs.first { $0.first == name[...] }?.last.map(String.init)
  }

  /// Changes the JSON of successful answers under a path.
  private static func v1(
    _ name: String, _ path: String, _ change: @escaping @Sendable (inout JSONValue) -> Void
  ) -> Variant {
    Variant(
      .behaviour(name, 0) { request, ask, _ in
        var answer = ask(request)
        guard request.target.hasPrefix(path), answer.status == 200, var json = answer.json else {
          return answer
        }
        change(&json)
        answer.json = json
        return answer
      })
  }
}
