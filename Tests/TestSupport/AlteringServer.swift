// SPDX-License-Identifier: Apache-2.0
// A real server in front of the reference service, that answers a little differently.

import Encodings
import Foundation
package import HTTPMessages
import HTTPTransport
package import JSON
package import ReferenceService
import Synchronization

/// One way to be different: in an answer, or in what is done.
package struct Alteration: Sendable, CustomStringConvertible {
  /// From a request to its answer; the function asks the true service, as often as it likes.
  package typealias Passage = @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse) -> HTTPResponse

  package let name: String
  /// Makes what one server does, with a memory of its own.
  let passage: @Sendable () -> Passage

  package var description: String { name }
}

extension Alteration {
  package static let none = Alteration(name: "none") { { request, ask in ask(request) } }

  /// Changes what is done. The state is the server's own, and guarded.
  package static func behaviour<State: Sendable>(
    _ name: String, _ initial: State,
    _ answer:
      @escaping @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse, inout State) -> HTTPResponse
  ) -> Alteration {
    Alteration(name: name) {
      let memory = Memory(initial)
      return { request, ask in
        memory.state.withLock { answer(request, ask, &$0) }
      }
    }
  }

  /// Changes requests of some endpoints before they are answered.
  package static func request(
    _ name: String, at endpoints: Set<Endpoint>,
    _ change: @escaping @Sendable (inout HTTPRequest) -> Void
  ) -> Alteration {
    Alteration(name: name) {
      { request, ask in
        var request = request
        if let endpoint = Endpoint(request), endpoints.contains(endpoint) { change(&request) }
        return ask(request)
      }
    }
  }

  /// Changes answers of some endpoints.
  package static func answer(
    _ name: String, at endpoints: Set<Endpoint>,
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Alteration {
    Alteration(name: name) {
      { request, ask in
        var response = ask(request)
        if let endpoint = Endpoint(request), endpoints.contains(endpoint) {
          change(&response, request)
        }
        return response
      }
    }
  }

  /// Changes the JSON of answers of some endpoints.
  ///
  /// - Parameter statuses: Of the answers that are changed.
  package static func json(
    _ name: String, at endpoints: Set<Endpoint>, status statuses: ClosedRange<Int> = 200...299,
    _ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void
  ) -> Alteration {
    answer(name, at: endpoints) { response, request in
      guard statuses.contains(response.status), var json = response.json else { return }
      change(&json, request)
      response.json = json
    }
  }

  /// One after the other: the last is nearest to the client.
  package static func all(_ name: String, _ parts: [Alteration]) -> Alteration {
    Alteration(name: name) {
      var whole: Passage = { request, ask in ask(request) }
      for part in parts {
        let (inner, outer) = (whole, part.passage())
        whole = { request, ask in outer(request) { inner($0, ask) } }
      }
      return whole
    }
  }
}

private final class Memory<State: Sendable>: Sendable {
  let state: Mutex<State>

  init(_ state: State) { self.state = Mutex(state) }
}

/// A reference service on a loopback socket, with an alteration, and a list of all that passed.
package final class AlteringServer: Sendable {
  package struct Exchange: Sendable {
    package let request: HTTPRequest
    package let response: HTTPResponse
  }

  package let port: UInt16
  package let facts: JSONObject
  private let host: String
  private let server: HTTPServer
  private let memory = Memory<[Exchange]>([])

  /// - Parameter host: The address of loopback that it listens on, in digits.
  package init(
    _ alteration: Alteration = .none, data: ServiceData = .standard,
    settings: ServiceSettings = ServiceSettings(), host: String = "127.0.0.1"
  ) throws {
    self.host = host
    let service = ReferenceService(
      data: data,
      now: { Timestamp(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) },
      randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
      settings: settings)
    let answer = alteration.passage()
    facts = service.facts
    server = HTTPServer { [memory] incoming in
      let response = answer(incoming.request) { service.answer($0, from: incoming.peer) }
      memory.state.withLock { exchanges in
        exchanges.append(Exchange(request: incoming.request, response: response))
      }
      return response
    }
    port = try server.start(host: host)
  }

  package func stop() { server.stop() }

  /// The facts of every server with the standard data.
  package static var standardFacts: JSONObject {
    ReferenceService(
      now: { Timestamp(milliseconds: 0) }, randomBytes: { [UInt8](repeating: 0, count: $0) }
    ).facts
  }

  package var url: String {
    "\(Origin(scheme: .http, host: host, port: Int(port)))"
  }

  /// All that passed so far.
  package var exchanges: [Exchange] { memory.state.withLock { $0 } }

  /// The facts of what runs out while a suite waits: without them nothing waits for that.
  private static let factsOfWaiting: Set<String> = [
    "short_lived_mvpd", "short_lived_ms", "short_lived_software_statement",
  ]

  /// The target profile by which the service is used, as a suite author would write it.
  package var profile: String { profile(waits: true) }

  /// - Parameter waits: Whether scenarios that wait until something runs out find it here.
  package func profile(waits: Bool) -> String {
    let lines = facts.members.filter { waits || !Self.factsOfWaiting.contains($0.name) }
      .map { "  \($0.name): \(JSONWriter.text($0.value))" }
    return "target: altered\nbase-url: \(url)\nfacts:\n\(lines.joined(separator: "\n"))\n"
  }
}
