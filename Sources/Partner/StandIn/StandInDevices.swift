// SPDX-License-Identifier: Apache-2.0
// The emulated frameworks of devices whose applications ask by a stand-in.

package import Formats
import Synchronization
import Text

/// The frameworks of the devices on which applications run with a stand-in for the framework.
///
/// A device is there once it is named; one without a name is there from the start. A new one is in the
/// state that was last given to all.
package final class StandInDevices: Sendable {
  private let emulator: FrameworkEmulator
  /// Of the framework as applications ask it.
  package let declaration: FrameworkDeclaration
  private let environment: FrameworkEnvironment
  private let devices: Mutex<Devices>

  /// Unchecked, because the compiler can't know that only the thread with the lock uses the frameworks.
  private struct Devices: @unchecked Sendable {
    /// The state of devices that are still to come.
    var opening: FrameworkOpening
    /// Those that are used, the one that was used last at the end.
    var known: [(name: String, framework: any PartnerFramework)] = []
  }

  /// Devices at a time; one more takes the place of the one that was not used for longest.
  private static let limit = 256
  private static let nameLimitBytes = 128

  /// - Parameter state: The state of all devices; nil for the first of the emulator.
  /// - Throws: `.unknownState`, `.failed` for a state that no framework makes.
  package init(
    _ emulator: FrameworkEmulator, state: String?, environment: FrameworkEnvironment
  ) throws(PartnerError) {
    self.emulator = emulator
    self.environment = environment
    declaration =
      emulator.applications?.declaration(emulator.declaration) ?? emulator.declaration
    let state = state ?? emulator.states.first?.name ?? ""
    let opening = FrameworkOpening(partner: "", state: state)
    try Self.check(opening, of: emulator, declaration)
    devices = Mutex(Devices(opening: opening))
    _ = try use("") { (_) throws(PartnerError) in }
  }
}

/// The answer to a request of a stand-in, or of who steers it.
package struct StandInAnswer: Sendable {
  /// The status of HTTP: 200; 202 for a call that waits; 400 and 404 for a mistake.
  package let status: Int
  package let body: JSONValue
  /// Whether other calls may have another answer now.
  package var hasChanged = false
  /// The call of the framework that was understood, with its defaults; nil for another request.
  package fileprivate(set) var call: PartnerCall?

  /// Whether it is a call whose answer is up to the person.
  package private(set) var isWaiting = false

  /// The answer to a mistake.
  package init(_ status: Int, refusing message: String) {
    self.status = status
    body = ["message": .string(message)]
  }

  fileprivate init(_ body: JSONValue, hasChanged: Bool = false) {
    status = 200
    self.body = body
    self.hasChanged = hasChanged
  }

  fileprivate init(waitingFor awaited: AwaitedChoice) {
    status = 202
    body = ["awaits": .object(awaited.members)]
    isWaiting = !awaited.isOfApplication
  }
}

extension StandInDevices {
  /// The requests by the last part of their path.
  ///
  ///     call    {"call": "metadata", "with": {"isInterruptionAllowed": true}, "device": "a",
  ///              "id": "the same where it is asked again"}
  ///     values  {"device": "a"}
  ///     state   {"state": "denied", "options": {}, "device": "a"}
  ///     user    {"action": "sign-in", "provider": "ID", "device": "a"}
  ///
  /// Without a device, `state` and `user` act on all.
  package enum Request: String, Sendable, CaseIterable {
    case call, values, state, user

    fileprivate var members: [String] {
      switch self {
      case .call: ["call", "with", "device", "wait", "id"]
      case .values: ["device"]
      case .state: ["state", "options", "device"]
      case .user: ["action", "provider", "device"]
      }
    }
  }

  /// Answers at once, also a call that has to wait.
  package func answer(_ request: Request, _ body: JSONValue) -> StandInAnswer {
    do throws(StandInRefusal) {
      let reader = try read { () throws(FormError) in
        try FormReader(body, of: "the request", members: request.members)
      }
      let device = try read { () throws(FormError) in try reader.text("device") }
      if let device, device.utf8.count > Self.nameLimitBytes {
        throw StandInRefusal("the name of a device has \(Self.nameLimitBytes) bytes at most")
      }
      switch request {
      case .call: return try call(reader, on: device ?? "")
      case .values: return try values(on: device ?? "")
      case .state: return try change(reader, of: device)
      case .user: return try act(reader, on: device)
      }
    } catch {
      return StandInAnswer(400, refusing: error.message)
    }
  }
}

/// Why a request is refused, in a sentence.
private struct StandInRefusal: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension StandInDevices {
  private func call(_ reader: FormReader, on device: String) throws(StandInRefusal) -> StandInAnswer
  {
    let name = try text("call", reader, among: declaration.calls.map(\.name))
    let call: PartnerCall
    do throws(PartnerMisuse) {
      call = try PartnerCall(name: name, arguments: reader.value("with") ?? [:], of: declaration)
    } catch {
      throw StandInRefusal(error.sentence)
    }
    do throws(PartnerError) {
      var answer = try use(device) { (framework) throws(PartnerError) in
        if let awaited = try framework.awaited(by: call) {
          return StandInAnswer(waitingFor: awaited)
        }
        // A permission or a sign-in that one call brought about is an answer to others.
        switch try framework.answer(to: call, deadline: .now) {
        case .result(let result, _):
          return StandInAnswer(["result": .object(result)], hasChanged: true)
        case .error(let error): return StandInAnswer(["error": .object(error)], hasChanged: true)
        }
      }
      answer.call = call
      return answer
    } catch {
      // The person can't help it, but the state can.
      if case .neverAnswers = error {
        var answer = StandInAnswer(waitingFor: AwaitedChoice())
        answer.call = call
        return answer
      }
      throw StandInRefusal(error.description)
    }
  }

  private func values(on device: String) throws(StandInRefusal) -> StandInAnswer {
    do throws(PartnerError) {
      return try use(device) { (framework) throws(PartnerError) in
        var values = JSONObject()
        for value in self.declaration.values {
          let text = try framework.value(value.name, deadline: .now)
          values[value.name] = [
            "header": .string(value.header), "value": text.map(JSONValue.string) ?? .null,
          ]
        }
        return StandInAnswer(.object(values))
      }
    } catch {
      throw StandInRefusal(error.description)
    }
  }

  private func change(
    _ reader: FormReader, of device: String?
  ) throws(StandInRefusal) -> StandInAnswer {
    let state = try text("state", reader, among: emulator.states.map(\.name))
    let options = try read { () throws(FormError) in try reader.object("options") } ?? JSONObject()
    let opening = FrameworkOpening(partner: "", state: state, options: options)
    do throws(PartnerError) {
      try Self.check(opening, of: emulator, declaration)
      try devices.withLock { (devices) throws(PartnerError) in
        let names = device.map { [$0] } ?? devices.known.map(\.name)
        // A mistake in the options shows when it is opened: before anything is changed.
        var opened: [(name: String, framework: any PartnerFramework)] = []
        for name in names { opened.append((name, try open(opening, name))) }
        if device == nil { devices.opening = opening }
        devices.known.removeAll { names.contains($0.name) }
        devices.known += opened
        if devices.known.count > Self.limit { devices.known.removeFirst() }
      }
    } catch {
      throw StandInRefusal(error.description)
    }
    return StandInAnswer(["state": .string(state)], hasChanged: true)
  }

  private func act(_ reader: FormReader, on device: String?) throws(StandInRefusal) -> StandInAnswer
  {
    let name = try text("action", reader, among: declaration.user.map(\.name))
    let provider = try read { () throws(FormError) in try reader.text("provider") }
    let argument = declaration.user.first { $0.name == name }?.argument
    switch (argument, provider) {
    case (let argument?, nil): throw StandInRefusal("'\(name)' needs \(argument) as 'provider'")
    case (nil, _?): throw StandInRefusal("'\(name)' has no 'provider'")
    default: break
    }
    let action = UserAction(name, provider: provider)
    do throws(PartnerError) {
      if let device {
        try use(device) { (framework) throws(PartnerError) in
          try framework.user(action, deadline: .now)
        }
      } else {
        try devices.withLock { (devices) throws(PartnerError) in
          for device in devices.known { try device.framework.user(action, deadline: .now) }
        }
      }
    } catch {
      throw StandInRefusal(error.description)
    }
    return StandInAnswer(["action": .string(name)], hasChanged: true)
  }

  /// The text of a member that has to be one of some words.
  private func text(
    _ name: String, _ reader: FormReader, among words: [String]
  ) throws(StandInRefusal) -> String {
    guard let word = try read({ () throws(FormError) in try reader.text(name) }) else {
      throw StandInRefusal("the request has no '\(name)'")
    }
    guard words.contains(word) else {
      throw StandInRefusal(
        "there is no \(name) '\(word)'\(Suggestion.hint(for: word, among: words))")
    }
    return word
  }

  private func read<Value>(
    _ body: () throws(FormError) -> Value
  ) throws(StandInRefusal) -> Value {
    do throws(FormError) {
      return try body()
    } catch {
      throw StandInRefusal(error.sentence)
    }
  }
}

extension StandInDevices {
  /// Calls with the framework of a device, and makes it at the first call.
  private func use<Value>(
    _ name: String, _ body: (any PartnerFramework) throws(PartnerError) -> Value
  ) throws(PartnerError) -> Value {
    try devices.withLock { (devices) throws(PartnerError) in
      let framework: any PartnerFramework
      if let index = devices.known.firstIndex(where: { $0.name == name }) {
        framework = devices.known.remove(at: index).framework
      } else {
        framework = try open(devices.opening, name)
      }
      devices.known.append((name, framework))
      if devices.known.count > Self.limit { devices.known.removeFirst() }
      return try body(framework)
    }
  }

  private func open(
    _ opening: FrameworkOpening, _ device: String
  ) throws(PartnerError) -> any PartnerFramework {
    let opening = FrameworkOpening(
      partner: "", state: opening.state, options: opening.options, deviceIdentifier: device)
    return try (emulator.applications?.open ?? emulator.open)(opening, environment)
  }

  /// - Throws: for an unknown state or option, and for those that no framework makes.
  private static func check(
    _ opening: FrameworkOpening, of emulator: FrameworkEmulator, _ declaration: FrameworkDeclaration
  ) throws(PartnerError) {
    let state = try emulator.state(named: opening.state)
    switch state.maker {
    case .framework: break
    case .application:
      throw .failed(
        "the state '\(state.name)' is the application's doing, so have the application do it: "
          + "\(state.summary)")
    case .service:
      throw .failed(
        "the state '\(state.name)' is the service's, so bring it about at the service: "
          + "\(state.title)")
    }
    guard let form = declaration.options else { return }
    for name in opening.options.names where form[name] == nil {
      guard emulator.declaration.options?[name] == nil else {
        throw .invalidOption(
          name: name, reason: "is for suites: it is the application or the service that decides it")
      }
    }
    do throws(FormError) {
      _ = try form.completed(.object(opening.options), "'options'")
    } catch {
      throw .failed(error.sentence)
    }
  }
}
