// SPDX-License-Identifier: Apache-2.0
// A service whose defects are switched on and off while it runs.

import Command
import Formats
import HTTP
import Synchronization
import Text

/// A deviating service in whose place another one comes at each switch, with all that it knows.
final class SwitchedService: Sendable {
  typealias Make = @Sendable (Deviation, _ earlier: DeviatingService?) -> DeviatingService

  private struct State {
    var deviations: DeviationChoice
    var service: DeviatingService
  }

  private let tables: DeviationTables
  private let make: Make
  private let state: Mutex<State>

  init(_ deviations: DeviationChoice, of tables: DeviationTables, _ make: @escaping Make) {
    self.tables = tables
    self.make = make
    state = Mutex(
      State(deviations: deviations, service: make(deviations.deviation(of: tables), nil)))
  }

  private var service: DeviatingService { state.withLock { $0.service } }

  /// That of the beginning.
  var facts: JSONObject { service.facts }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    service.answer(request, from: peer)
  }

  /// What may be sent to it by POST:
  ///
  ///     /defect   {"defect": "profiles-none-not-found", "on": true}
  var control: ControlListener {
    ControlListener(
      of: "the service", at: [(path: "/defect", respond: { [self] body, _ in turn(body) })])
  }

  /// Switches a defect.
  ///
  /// - Returns: 200 with those that are on; 400 with what is wrong with the body.
  private func turn(_ body: JSONValue) -> ControlListener.Answer {
    guard let members = body.object, Set(members.names) == ["defect", "on"],
      let name = members["defect"]?.string, let isOn = members["on"]?.boolean
    else { return .refusal(400, "the body is {\"defect\": \"NAME\", \"on\": true or false}") }
    let known = tables.defects.map(\.name)
    guard known.contains(name) else {
      return .refusal(
        400, "there is no defect '\(name)'\(Suggestion.hint(for: name, among: known))")
    }
    let names = state.withLock { state in
      let isChanged =
        isOn
        ? state.deviations.defects.insert(name).inserted
        : state.deviations.defects.remove(name) != nil
      if isChanged { state.service = make(state.deviations.deviation(of: tables), state.service) }
      return state.deviations.defects
    }
    return ControlListener.Answer(
      status: 200, body: ["defects": .array(known.filter(names.contains).map(JSONValue.string))])
  }
}
