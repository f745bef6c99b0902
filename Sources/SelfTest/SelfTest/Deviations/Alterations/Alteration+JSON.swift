// SPDX-License-Identifier: Apache-2.0
// Alterations of one kind of answer, as the tables write them.

package import HTTPMessages
package import JSON

extension Alteration {
  /// Edits the JSON of answers.
  ///
  /// - Parameters:
  ///   - statuses: Of the answers that are edited.
  ///   - conditions: What the JSON has to be like before it is edited; all of them.
  package static func json(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 200...299,
    where conditions: [JSONCondition] = [], _ edits: JSONEdit...
  ) -> Alteration {
    Alteration(
      AnswerChange(
        endpoints: endpoints, statuses: statuses, conditions: conditions, edit: .json(edits)))
  }

  /// Edits each value of a path in the JSON of answers.
  ///
  ///     .json(at: [.authorize], each: "decisions/*", where: [.equals("authorized", true)],
  ///       .remove("token"))
  ///
  /// - Parameter conditions: What a value has to be like before it is edited; all of them.
  package static func json(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 200...299,
    each path: String, where conditions: [JSONCondition] = [], _ edits: JSONEdit...
  ) -> Alteration {
    json(at: endpoints, status: statuses, .each(path, where: conditions, edits))
  }

  /// Changes the JSON of answers by a closure.
  package static func json(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 200...299,
    _ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void
  ) -> Alteration {
    answer(at: endpoints) { response, request in
      guard statuses.contains(response.status), var json = response.json else { return }
      change(&json, request)
      response.json = json
    }
  }

  /// Gives another status to answers that have one of these.
  package static func status(
    at endpoints: Set<ServiceEndpoint>, _ old: ClosedRange<Int>, to new: Int,
    where conditions: [JSONCondition] = []
  ) -> Alteration {
    Alteration(
      AnswerChange(
        endpoints: endpoints, statuses: old, conditions: conditions, edit: .status(new)))
  }

  /// Gives another status to answers that have this one.
  package static func status(
    at endpoints: Set<ServiceEndpoint>, _ old: Int, to new: Int,
    where conditions: [JSONCondition] = []
  ) -> Alteration {
    status(at: endpoints, old...old, to: new, where: conditions)
  }

  /// Sets a header of answers; nil removes it.
  package static func header(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 100...599,
    where conditions: [JSONCondition] = [], _ name: String, _ value: String?
  ) -> Alteration {
    Alteration(
      AnswerChange(
        endpoints: endpoints, statuses: statuses, conditions: conditions,
        edit: .header(name, value)))
  }

  /// Replaces the body of answers.
  ///
  /// - Parameter type: Of the new body; nil leaves the field as it is.
  package static func body(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 100...599,
    where conditions: [JSONCondition] = [], type: String? = nil, _ text: String
  ) -> Alteration {
    Alteration(
      AnswerChange(
        endpoints: endpoints, statuses: statuses, conditions: conditions,
        edit: .body(text, type: type)))
  }

  /// Puts another answer in the place of one.
  package static func replacement(
    at endpoints: Set<ServiceEndpoint>, status statuses: ClosedRange<Int> = 100...599,
    where conditions: [JSONCondition] = [], by status: Int, _ json: JSONValue
  ) -> Alteration {
    Alteration(
      AnswerChange(
        endpoints: endpoints, statuses: statuses, conditions: conditions,
        edit: .replacement(status, json)))
  }
}
