// SPDX-License-Identifier: Apache-2.0
// A change of what passes between a client and the service.

package import Formats
package import HTTP
import Synchronization

/// A change of what passes between a client and the service: of answers as data says, or of whole
/// exchanges as a closure says.
package struct Alteration: Sendable {
  /// From a request to its answer; the function asks the true service, as often as it likes.
  package typealias Passage = @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse) -> HTTPResponse

  private enum Kind {
    case change(AnswerChange)
    /// Makes what one service does, with a memory of its own.
    case passage(@Sendable () -> Passage)
  }

  private let kind: Kind
}

extension Alteration {
  package init(_ change: AnswerChange) { kind = .change(change) }

  /// The change as data; nil for a closure.
  package var change: AnswerChange? {
    if case .change(let change) = kind { change } else { nil }
  }

  /// The alteration at work in one service, with a memory of its own.
  package func passage() -> Passage {
    switch kind {
    case .change(let change):
      { request, ask in
        var response = ask(request)
        change.apply(to: &response, of: request)
        return response
      }
    case .passage(let make): make()
    }
  }

  /// One after the other: the last is nearest to the client.
  package static func passage(_ alterations: [Alteration]) -> Passage {
    var whole: Passage = { request, ask in ask(request) }
    for alteration in alterations {
      let (inner, outer) = (whole, alteration.passage())
      whole = { request, ask in outer(request) { inner($0, ask) } }
    }
    return whole
  }

  /// Nothing is changed.
  package static let none = all([])

  /// One after the other: the last is nearest to the client.
  package static func all(_ parts: [Alteration]) -> Alteration {
    Alteration(kind: .passage { passage(parts) })
  }

  /// Changes what is done. The state is the service's own, and guarded: one request after the
  /// other.
  package static func behaviour<State: Sendable>(
    _ initial: State,
    _ answer:
      @escaping @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse, inout State) -> HTTPResponse
  ) -> Alteration {
    Alteration(
      kind: .passage {
        let memory = AlterationMemory(initial)
        return { request, ask in memory.state.withLock { answer(request, ask, &$0) } }
      })
  }

  /// Changes what is done, with nothing to remember.
  package static func exchange(
    at endpoints: Set<ServiceEndpoint>, _ answer: @escaping Passage
  ) -> Alteration {
    Alteration(
      kind: .passage {
        { request, ask in
          guard let endpoint = ServiceEndpoint(request), endpoints.contains(endpoint) else {
            return ask(request)
          }
          return answer(request, ask)
        }
      })
  }

  /// Changes requests of some endpoints before they are answered.
  package static func request(
    at endpoints: Set<ServiceEndpoint>, _ change: @escaping @Sendable (inout HTTPRequest) -> Void
  ) -> Alteration {
    exchange(at: endpoints) { request, ask in
      var request = request
      change(&request)
      return ask(request)
    }
  }

  /// Changes answers of some endpoints.
  package static func answer(
    at endpoints: Set<ServiceEndpoint>,
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Alteration {
    exchange(at: endpoints) { request, ask in
      var response = ask(request)
      change(&response, request)
      return response
    }
  }
}

private final class AlterationMemory<State: Sendable>: Sendable {
  let state: Mutex<State>

  init(_ state: State) { self.state = Mutex(state) }
}

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
  ) -> Alteration { json(at: endpoints, status: statuses, .each(path, where: conditions, edits)) }

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
      AnswerChange(endpoints: endpoints, statuses: old, conditions: conditions, edit: .status(new)))
  }

  /// Gives another status to answers that have this one.
  package static func status(
    at endpoints: Set<ServiceEndpoint>, _ old: Int, to new: Int,
    where conditions: [JSONCondition] = []
  ) -> Alteration { status(at: endpoints, old...old, to: new, where: conditions) }

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
        edit: .replacement(.json(status, json))))
  }
}
