// SPDX-License-Identifier: Apache-2.0
// The ways to alter what passes that the tables name under `behaviour`.

import Formats
import HTTP

/// A way to alter what passes, by its name in the tables under `behaviour`.
struct FaultCode: Sendable {
  let name: String
  /// The words that it needs under `with`.
  let words: [String]
  /// The words that may stand there, too.
  let otherWords: [String]
  let make: @Sendable (FaultCodeScope) -> Alteration

  init(
    _ name: String, with words: [String] = [], orWith otherWords: [String] = [],
    _ make: @escaping @Sendable (FaultCodeScope) -> Alteration
  ) {
    self.name = name
    self.words = words
    self.otherWords = otherWords
    self.make = make
  }

  static let all: [FaultCode] =
    general + clients + partner + statuses + sessions + decisions + situations + v1 + errors + form
    + wire
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// The members of an entry that say where and how a behaviour is on.
struct FaultCodeScope: Sendable {
  let endpoints: Set<ServiceEndpoint>
  /// Of the answers that are changed; nil for all, but for JSON only those of success.
  let statuses: ClosedRange<Int>?
  /// On the JSON of an answer.
  let conditions: [JSONCondition]
  /// The members under `with`.
  let words: JSONObject
}

extension FaultCodeScope {
  /// The text of a word; empty where the entry has none.
  subscript(word: String) -> String { words[word]?.string ?? "" }

  /// The texts of a word.
  func texts(_ word: String) -> [String] { (words[word]?.array ?? []).compactMap(\.string) }

  func covers(_ request: HTTPRequest) -> Bool {
    ServiceEndpoint(request).map(endpoints.contains) ?? false
  }

  /// Whether the conditions hold of an answer.
  func holds(of response: HTTPResponse) -> Bool {
    conditions.isEmpty
      || response.json.map { json in conditions.allSatisfy { $0.holds(of: json) } } ?? false
  }

  func exchange(_ answer: @escaping Alteration.Passage) -> Alteration {
    .exchange(at: endpoints, answer)
  }

  func request(_ change: @escaping @Sendable (inout HTTPRequest) -> Void) -> Alteration {
    .request(at: endpoints, change)
  }

  /// Changes the answers that the entry means.
  func answer(
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Alteration {
    .answer(at: endpoints) { response, request in
      guard statuses?.contains(response.status) ?? true, holds(of: response) else { return }
      change(&response, request)
    }
  }

  /// Changes the JSON of the answers that the entry means.
  func json(_ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void) -> Alteration {
    answer { response, request in
      guard (statuses ?? 200...299).contains(response.status), var json = response.json else {
        return
      }
      change(&json, request)
      response.json = json
    }
  }

  /// Changes every object in the JSON of the answers that the entry means.
  func objects(_ change: @escaping @Sendable (JSONObject) -> JSONObject) -> Alteration {
    json { json, _ in
      json = json.mapped { value in value.object.map { .object(change($0)) } ?? value }
    }
  }
}

extension FaultCode {
  static let decisions: [FaultCode] = [
    FaultCode("unasked-decision") { scope in
      scope.json { json, _ in
        guard var extra = json["decisions"]?.array?.first else { return }
        extra.set("resource", "unasked")
        JSONEdit.append("decisions", extra).apply(to: &json)
      }
    },
    FaultCode("denial-as-a-whole") { scope in
      scope.answer { response, _ in
        guard response.status == 200, let items = response.json?["decisions"]?.array,
          let error = items.lazy.compactMap({ $0["error"] }).first,
          error["code"]?.string?.hasSuffix("denied_by_mvpd") == true
        else { return }
        response = .json(403, error)
      }
    },
    // Once a resource is permitted to a device, all are.
    FaultCode("one-permit-for-all") { scope in
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
    FaultCode("refusal-by-item") { scope in
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
    FaultCode("logout-of-all-devices") { scope in
      .behaviour(Set<String>()) { request, ask, devices in
        if let device = request.headers["AP-Device-Identifier"] { devices.insert(device) }
        let answer = ask(request)
        guard scope.covers(request), answer.status == 200 else { return answer }
        for device in devices { _ = ask(request.setting("AP-Device-Identifier", device)) }
        return answer
      }
    },
    FaultCode("relative-logout-urls") { scope in
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
