// SPDX-License-Identifier: Apache-2.0
// Alterations with names, for the tables of the tests.

import Formats
import HTTP
import SelfTest

typealias Endpoint = ServiceEndpoint

/// An alteration that a table of tests names.
struct NamedAlteration: Sendable, CustomStringConvertible {
  let name: String
  let alteration: Alteration

  var description: String { name }

  init(_ name: String, _ alteration: Alteration) {
    self.name = name
    self.alteration = alteration
  }
}

extension NamedAlteration {
  static let none = NamedAlteration("none", .none)

  static func behaviour<State: Sendable>(
    _ name: String, _ initial: State,
    _ answer:
      @escaping @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse, inout State) -> HTTPResponse
  ) -> NamedAlteration {
    NamedAlteration(name, .behaviour(initial, answer))
  }

  static func request(
    _ name: String, at endpoints: Set<Endpoint>,
    _ change: @escaping @Sendable (inout HTTPRequest) -> Void
  ) -> NamedAlteration {
    NamedAlteration(name, .request(at: endpoints, change))
  }

  static func answer(
    _ name: String, at endpoints: Set<Endpoint>,
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> NamedAlteration {
    NamedAlteration(name, .answer(at: endpoints, change))
  }

  static func json(
    _ name: String, at endpoints: Set<Endpoint>, status statuses: ClosedRange<Int> = 200...299,
    _ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void
  ) -> NamedAlteration {
    NamedAlteration(name, .json(at: endpoints, status: statuses, change))
  }

  static func all(_ name: String, _ parts: [NamedAlteration]) -> NamedAlteration {
    NamedAlteration(name, .all(parts.map(\.alteration)))
  }
}
