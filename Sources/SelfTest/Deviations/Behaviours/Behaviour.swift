// SPDX-License-Identifier: Apache-2.0
// What a service does otherwise in a way that the tables name and code describes.

internal import Formats
internal import HTTP

/// A way to alter what passes, by its name in the tables under `behaviour`.
struct Behaviour: Sendable {
  let name: String
  /// The words that it needs under `with`.
  let words: [String]
  /// The words that may stand there, too.
  let otherWords: [String]
  let make: @Sendable (BehaviourScope) -> Alteration

  init(
    _ name: String, with words: [String] = [], orWith otherWords: [String] = [],
    _ make: @escaping @Sendable (BehaviourScope) -> Alteration
  ) {
    self.name = name
    self.words = words
    self.otherWords = otherWords
    self.make = make
  }

  static let all: [Behaviour] =
    general + clients + partner + statuses + sessions + decisions + v1 + errors + form + wire
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// What an entry says of where and how a behaviour is on.
struct BehaviourScope: Sendable {
  let endpoints: Set<ServiceEndpoint>
  /// Of the answers that are changed; nil for all, but for JSON only those of success.
  let statuses: ClosedRange<Int>?
  /// On the JSON of an answer.
  let conditions: [JSONCondition]
  /// What stands under `with`.
  let words: JSONObject
}

extension BehaviourScope {
  /// The text of a word; empty where the entry has none.
  subscript(word: String) -> String { words[word]?.string ?? "" }

  /// The texts of a word.
  func texts(_ word: String) -> [String] {
    (words[word]?.array ?? []).compactMap(\.string)
  }

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

extension Behaviour {
  /// Those that entries of several areas name.
  static let general: [Behaviour] = [
    Behaviour("byte-order-mark") { scope in
      scope.answer { response, _ in
        if response.json != nil { response.body = [0xEF, 0xBB, 0xBF] + response.body }
      }
    },
    // Answers of one media type are sent as another.
    Behaviour("media-type", with: ["old", "new"]) { scope in
      scope.answer { response, _ in
        if response.headers["Content-Type"] == scope["old"] {
          response.headers.set("Content-Type", scope["new"])
        }
      }
    },
    // A call that repeats what it has answered before to a request that is the same by these fields.
    Behaviour("cache", with: ["by"]) { scope in
      let fields = scope.texts("by")
      return .behaviour([String: HTTPResponse]()) { request, ask, kept in
        guard scope.covers(request) else { return ask(request) }
        let key =
          ([request.target]
          + fields.map { field in
            field == "body"
              ? String(decoding: request.body, as: UTF8.self) : request.headers[field] ?? ""
          }).joined(separator: "\n")
        if let answer = kept[key] { return answer }
        let answer = ask(request)
        if answer.status == 200, scope.holds(of: answer) { kept[key] = answer }
        return answer
      }
    },
    // Drops a field of requests whose name is not written like this.
    Behaviour("field-by-case", with: ["field"]) { scope in
      let name = scope["field"]
      return scope.request { request in
        request.headers = HeaderList(
          request.headers.fields.filter { field in
            field.name == name || !HeaderList.isSame(field.name, name)
          })
      }
    },
    // The booleans of MVPDs as texts.
    Behaviour("flags-as-texts") { scope in
      scope.json { json, _ in
        json.replace("requestor/mvpds/*") { value in
          guard let object = value.object else { return value }
          return .object(
            object.members.map { member in
              let flag = member.value.boolean.map { $0 ? "true" : "false" }
              return (name: member.name, value: flag.map { .string($0) } ?? member.value)
            })
        }
      }
    },
  ]
}
