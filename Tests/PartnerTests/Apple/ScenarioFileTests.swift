// SPDX-License-Identifier: Apache-2.0
// All states of the shared scenarios file, call by call.

import Formats
import TestSupport
import Testing
import Text

@testable import Partner

@Suite(.enabled(if: SharedFolder.has(ScenarioFile.path), SharedFolder.missing))
struct ScenarioFileTests {
  @Test func `knows the states of the file, in its order`() throws {
    let named = try ScenarioFile.scenarios().map(\.name)
    #expect(named.count == 73)
    #expect(AppleState.all.map(\.name) == named)
  }

  @Test func `starts from the parameters of the file`() throws {
    for scenario in try ScenarioFile.scenarios() {
      let state = try scenario.state()
      let setup = try AppleSetup(state, options: JSONObject(), start: clock)
      #expect(setup.parameters == scenario.parameters, "\(scenario.name)")
    }
  }

  /// Once with no options, once with those that the file names.
  @Test(arguments: [false, true])
  func `answers each call of each state as the file says`(withOptions: Bool) throws {
    var calls = 0
    for scenario in try ScenarioFile.scenarios() {
      for expected in scenario.calls {
        let framework = try open(scenario.name, withOptions ? scenario.options : JSONObject())
        expected.check(framework, "\(scenario.name)")
        calls += 1
      }
    }
    #expect(calls == 73 * 6)
  }

  @Test func `answers each call after the event of a state as the file says`() throws {
    var events = 0
    for scenario in try ScenarioFile.scenarios() {
      guard let event = try scenario.state().event else {
        #expect(scenario.callsAfterEvent.isEmpty)
        continue
      }
      events += 1
      for expected in scenario.callsAfterEvent {
        let clock = TestClock()
        let framework = try open(scenario.name, scenario.options, clock: clock)
        try event.happen(to: framework, clock: clock)
        expected.check(framework, "\(scenario.name) after \(event)")
      }
    }
    #expect(events == 9)
  }

  @Test func `gives the header of each state at once, decoded and encoded`() throws {
    for scenario in try ScenarioFile.scenarios() {
      let framework = try open(scenario.name, scenario.options)
      if let raw = scenario.options["headerValues"]?.array {
        #expect(try framework.status(deadline: never) == raw.first?.string)
        continue
      }
      #expect(try framework.status(deadline: never) == scenario.statusBase64, "\(scenario.name)")
      #expect(try framework.decodedStatus() == scenario.status, "\(scenario.name)")
    }
  }

  @Test func `keeps the header after a silent permission call and a query`() throws {
    for scenario in try ScenarioFile.scenarios()
    where try !scenario.state().asksInteractively && scenario.options["headerValues"] == nil {
      let framework = try open(scenario.name, scenario.options)
      try framework.askSilently()
      #expect(try framework.decodedStatus() == scenario.status, "\(scenario.name)")
    }
  }

  @Test func `gives the header afterwards, decoded and encoded`() throws {
    var checked = 0
    for scenario in try ScenarioFile.scenarios() {
      guard let expected = scenario.statusAfter else { continue }
      checked += 1
      let clock = TestClock()
      let framework = try open(scenario.name, scenario.options, clock: clock)
      if let event = try scenario.state().event {
        try event.happen(to: framework, clock: clock)
      } else {
        _ = try framework.call("authenticate", authentication())
      }
      #expect(try framework.decodedStatus() == expected, "\(scenario.name)")
      #expect(try framework.status(deadline: never) == scenario.statusAfterBase64)
      if try scenario.state().event != nil {
        try framework.askSilently()
        #expect(try framework.decodedStatus() == expected, "\(scenario.name)")
      }
    }
    #expect(checked == 14)
  }
}

extension PartnerFramework {
  fileprivate func askSilently() throws {
    _ = try? call("permission", ["prompting": false])
    _ = try? call("metadata", ["isInterruptionAllowed": false])
  }
}

extension FrameworkEvent {
  fileprivate func happen(to framework: any PartnerFramework, clock: TestClock) throws {
    switch self {
    case .call(let call): _ = try call.answer(of: framework, deadline: never)
    case .user(let action): try framework.user(action)
    case .clock(let milliseconds): clock.advance(by: .milliseconds(milliseconds))
    }
  }
}
