// SPDX-License-Identifier: Apache-2.0
// A single fault of a service, and the requirements that it breaks.

import HTTPMessages
import JSON
import TestSupport

/// A single fault of a service.
struct Fault: Sendable, CustomStringConvertible {
  let alteration: NamedAlteration
  /// How the ids of the requirements begin that the report may name for it.
  let covers: [String]
  /// The suites that are enough to find it, for the run that is always made; none for a fault
  /// that is tried only with all suites, in the long run.
  let suites: [String]

  var description: String { alteration.name }

  init(_ alteration: NamedAlteration, covers: [String], suites: [String] = []) {
    self.alteration = alteration
    self.covers = covers
    self.suites = suites
  }
}

extension Fault {
  /// A fault in the JSON of answers.
  static func json(
    _ name: String, at endpoints: Set<Endpoint>, covers: [String], suites: [String] = [],
    status: ClosedRange<Int> = 200...299,
    _ change: @escaping @Sendable (inout JSONValue, HTTPRequest) -> Void
  ) -> Fault {
    Fault(
      .json(name, at: endpoints, status: status, change), covers: covers, suites: suites)
  }

  /// A fault in answers beside their JSON.
  static func answer(
    _ name: String, at endpoints: Set<Endpoint>, covers: [String], suites: [String] = [],
    _ change: @escaping @Sendable (inout HTTPResponse, HTTPRequest) -> Void
  ) -> Fault {
    Fault(.answer(name, at: endpoints, change), covers: covers, suites: suites)
  }

  /// Another status, where it has this one.
  static func status(
    _ name: String, at endpoints: Set<Endpoint>, covers: [String], suites: [String] = [],
    _ old: Int, _ new: Int
  ) -> Fault {
    answer(name, at: endpoints, covers: covers, suites: suites) { response, _ in
      guard response.status == old else { return }
      response.status = new
      response.reason = Status.reason(new)
    }
  }

  /// A fault in what is done.
  static func behaviour<State: Sendable>(
    _ name: String, _ initial: State, covers: [String], suites: [String] = [],
    _ answer:
      @escaping @Sendable (HTTPRequest, (HTTPRequest) -> HTTPResponse, inout State) -> HTTPResponse
  ) -> Fault {
    Fault(.behaviour(name, initial, answer), covers: covers, suites: suites)
  }

  /// Whether the member has the value, before something is changed.
  static func has(_ json: JSONValue, _ name: String, _ value: String) -> Bool {
    json[name]?.string == value
  }

  /// All faults, each with the suites that should find it first.
  static let groups: [(faults: [Fault], suites: [String])] = [
    (registration, ["a-registration"]),
    (configuration, ["c-2-configuration", "p-account"]),
    (partnerSession, ["c-3-partner-session"]),
    (sessions, ["x-6-basic-authentication"]),
    (partnerProfile, ["b-check-authentication", "c-4-partner-profile"]),
    (profiles, ["b-check-authentication", "e-logout", "x-6-basic-authentication"]),
    (decisions, ["d-decisions"]),
    (logout, ["e-logout"]),
    (
      access,
      [
        "x-1-device-identifier", "x-3-access-tokens", "x-4-methods", "x-5-service-providers",
      ]
    ),
    (errors, ["x-5-service-providers", "x-7-errors"]),
    (
      isolation,
      ["b-check-authentication", "d-decisions", "e-logout", "x-6-basic-authentication"]
    ),
  ]

  static let all: [Fault] = groups.flatMap(\.faults)

  /// Those that are tried in each run of the tests.
  static var quick: [Fault] { all.filter { !$0.suites.isEmpty } }
}
