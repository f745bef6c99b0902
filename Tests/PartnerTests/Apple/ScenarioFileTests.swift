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

  @Test func `gives the header of each state at once, and after silent calls`() throws {
    for scenario in try ScenarioFile.scenarios() {
      let framework = try open(scenario.name, scenario.options)
      if let raw = scenario.options["headerValues"]?.array {
        #expect(try framework.status(deadline: never) == raw.first?.string)
        continue
      }
      #expect(try framework.status(deadline: never) == scenario.statusBase64, "\(scenario.name)")
      #expect(try framework.decodedStatus() == scenario.status, "\(scenario.name)")
      guard try !scenario.state().asksInteractively else { continue }
      let asked = try open(scenario.name, scenario.options)
      try asked.askSilently()
      #expect(try asked.decodedStatus() == scenario.status, "\(scenario.name)")
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
    case .call(let call): _ = try framework.answer(to: call, deadline: never)
    case .user(let action): try framework.user(action)
    case .clock(let milliseconds): clock.advance(by: .milliseconds(milliseconds))
    }
  }
}

/// `reference/emulator-scenarios.json`.
enum ScenarioFile {
  static let path = "reference/emulator-scenarios.json"

  static func scenarios() throws -> [Scenario] {
    let root = try JSONParser.document(SharedFolder.bytes(path)).root
    let defaults = try #require(root["stateDefaults"]?.object)
    return try #require(root["scenarios"]?.array).map { Scenario(value: $0, defaults: defaults) }
  }
}

struct Scenario {
  let value: JSONValue
  let defaults: JSONObject

  var name: String { value["id"]?.string ?? "" }
  var options: JSONObject { value["options"]?.object ?? JSONObject() }
  var status: JSONValue? { value["status"] == .null ? nil : value["status"] }
  var statusBase64: String? { value["statusBase64"]?.string }
  var statusAfter: JSONValue? { value["statusAfter"] }
  var statusAfterBase64: String? { value["statusAfterBase64"]?.string }

  func state() throws -> AppleState { try #require(AppleState.all.first { $0.name == name }) }

  /// The six calls with what they answer.
  var calls: [ExpectedCall] { Self.calls(of: value["framework"] ?? .null) }

  var callsAfterEvent: [ExpectedCall] {
    Self.calls(of: value["timeline"]?.array?.first?["then"] ?? .null)
  }

  private static func calls(of framework: JSONValue) -> [ExpectedCall] {
    func call(_ name: String, _ arguments: JSONValue) -> PartnerCall {
      guard let call = try? PartnerCall.written(name, arguments) else {
        preconditionFailure("\(name) is declared")
      }
      return call
    }
    var calls: [ExpectedCall] = []
    for kind in ["silent", "prompting"] {
      guard let answer = framework["permission"]?[kind] else { continue }
      calls.append(
        ExpectedCall(
          call: call("permission", ["prompting": .boolean(kind == "prompting")]), answer: answer))
    }
    for kind in ["silent", "interactive"] {
      if let answer = framework["metadata"]?[kind] {
        calls.append(
          ExpectedCall(
            call: call("metadata", ["isInterruptionAllowed": .boolean(kind == "interactive")]),
            answer: answer))
      }
      if let answer = framework["authenticate"]?[kind] {
        let arguments = authentication(silent: kind == "silent", attributes: ["uid"])
        calls.append(ExpectedCall(call: call("authenticate", arguments), answer: answer))
      }
    }
    return calls
  }
}

/// A call with the answer that the file has for it.
struct ExpectedCall {
  let call: PartnerCall
  let answer: JSONValue

  func check(_ framework: any PartnerFramework, _ what: Comment) {
    let what: Comment = "\(what.rawValue) \(call.name) \(JSONWriter.text(.object(call.arguments)))"
    let answered: PartnerAnswer
    do throws(PartnerError) {
      answered = try framework.answer(to: call, deadline: never)
    } catch {
      #expect(error == .neverAnswers(call: call.name), what)
      #expect(answer["never"] == true, what)
      return
    }
    #expect(answer["never"] == nil, what)
    if answer["unavailable"] == true {
      #expect(answered.json == ["error": ["domain": "unavailable"]], what)
    } else if let accessStatus = answer["accessStatus"] {
      #expect(answered.json["accessStatus"] == accessStatus, what)
      #expect(answered.json["error"] == Self.error(answer["error"]), what)
    } else if let error = answer["error"], error != .null {
      let code = error["code"]?.number?.integer
      var sent = answered.json["error"]?.object
      let response = sent?["samlResponse"]?.string
      sent?["samlResponse"] = nil
      sent?["samlResponseStatus"] = nil
      #expect(sent.map(JSONValue.object) == Self.error(error), what)
      let isSAML = error["userInfo"]?["VSErrorInfoKeySAMLResponse"] != nil
      #expect((response != nil) == isSAML, what)
      #expect(code != nil, what)
    } else {
      checkMetadata(answered.json, what)
    }
  }

  private func checkMetadata(_ json: JSONValue, _ what: Comment) {
    let expected = answer["metadata"] ?? .null
    #expect(json["error"] == nil, what)
    #expect(json["accountProviderIdentifier"] == expected["accountProviderIdentifier"], what)
    let expiration = expected["authenticationExpirationDate"]
    #expect(json["authenticationExpirationDate"] == (expiration == .null ? nil : expiration), what)
    let isExpected = (expected["samlAttributeQueryResponse"] ?? .null) != .null
    #expect((json["samlAttributeQueryResponse"] != nil) == isExpected, what)
    if isExpected {
      // What the kinds are is tested with the SAML response; here, that they are told apart.
      let kind = expected["samlAttributeQueryResponse"]
      #expect((json["samlAttributeQueryResponse"] == "") == (kind == "saml:empty"), what)
    }
  }

  /// The error as a suite sees it. The file has one error in two wordings; we have the first.
  private static func error(_ value: JSONValue?) -> JSONValue? {
    guard let value, value != .null, var object = value.object else { return nil }
    object["userInfo"] = nil
    object["unsupportedProviderIdentifier"] =
      value["userInfo"]?["VSErrorInfoKeyUnsupportedProviderIdentifier"]
    if object["message"] == "Reauthentication required" {
      object["message"] = "Interactive reauthentication is required"
    }
    return .object(object)
  }
}

extension Scenario {
  /// The parameters that the state starts from, by the file.
  var parameters: AppleParameters {
    let start = self.value["state"]?["start"]?.object ?? JSONObject()
    func value(_ name: String) -> JSONValue {
      start[name] ?? defaults[name] ?? .string("missing \(name)")
    }
    func text(_ name: String) -> String { value(name).string ?? "" }
    func error(_ value: JSONValue) -> FrameworkError? {
      guard let code = value["code"]?.number?.integer else { return nil }
      return FrameworkError(
        code: code, message: value["message"]?.string ?? AppleErrors.message(of: code),
        samlResponseStatus: value["userInfo"]?["VSErrorInfoKeySAMLResponseStatus"]?.string)
    }
    let choice: PickerChoice =
      switch text("pickerChoice") {
      case "cancel": .cancel
      case "other": .other
      case let id: .provider(id)
      }
    let fault: FrameworkFault? =
      switch value("fault") {
      case "never": .never
      case "nil": .nothing
      case "empty": .empty
      case let fault:
        error(fault).map { .error($0, saml: fault["userInfo"] == nil ? nil : .statusResponder) }
      }
    return AppleParameters(
      permission: DevicePermission(rawValue: text("permission")) ?? .unavailable,
      promptChoice: PromptChoice(rawValue: text("promptChoice")) ?? .dismiss,
      permissionError: error(value("permissionError")), provider: value("provider").string,
      expires: value("expires").number?.integer, needsUser: value("needsUser").boolean ?? true,
      pickerChoice: choice, signIn: SignInOutcome(rawValue: text("signIn")) ?? .reject,
      delegate: DelegateAnswer(rawValue: text("delegate")) ?? .none,
      requestSupported: value("requestSupported").array?.compactMap(\.string) ?? ["missing"],
      saml: value("saml").string.flatMap(SAMLKind.init),
      answeringProvider: value("answeringProvider").string, fault: fault,
      faultOn: FaultScope(rawValue: text("faultOn")) ?? .authentication,
      elapsed: value("elapsed").number?.integer ?? -1,
      clockOffset: value("clockOffset").number?.integer ?? -1)
  }
}
