// SPDX-License-Identifier: Apache-2.0
// An emulator: its name, what it can do, its states and platforms, and its registry.

package import Formats
import Synchronization
package import Text

/// An emulator of a partner's framework.
package struct FrameworkEmulator: Sendable {
  package let name: String
  /// Says in a sentence which framework it emulates.
  package let summary: String
  /// The platforms of the devices on which the framework exists; the first one is the default.
  package let platforms: [DevicePlatform]
  /// The states that a step can name, in the order of the printed list.
  package let states: [FrameworkState]
  /// The names of the options that a step can give besides the state.
  package let options: [String]
  /// Opens the framework of a device in a state.
  let open:
    @Sendable (FrameworkOpening, FrameworkSurroundings) throws(PartnerError) -> any PartnerFramework
}

extension FrameworkEmulator {
  /// The state of a name.
  ///
  /// - Throws: `PartnerError.unknownState`.
  package func state(named name: String) throws(PartnerError) -> FrameworkState {
    guard let state = states.first(where: { $0.name == name }) else {
      throw .unknownState(name, among: states.map(\.name))
    }
    return state
  }

  /// The answers to all calls in a state, for people who choose among the states. Emulators don't
  /// block, so any deadline will do.
  ///
  /// - Parameters:
  ///   - options: The options of a step.
  ///   - event: What happens before each call; nil if nothing happens.
  ///   - clock: The time of the calls.
  /// - Throws: `PartnerError.unknownState` and `.invalidOption`.
  package func answers(
    in state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil, at clock: Timestamp
  ) throws(PartnerError) -> [FrameworkAnswer] {
    var answers: [FrameworkAnswer] = []
    for call in PartnerCall.samples {
      // Every call finds the device as it was opened.
      let framework = try sample(of: state, options: options, after: event, at: clock)
      let outcome: FrameworkAnswer.Outcome
      do throws(PartnerError) {
        outcome = .json(try framework.answer(to: call, deadline: .now).json)
      } catch {
        guard case .neverAnswers = error else { throw error }
        outcome = .never
      }
      answers.append(
        FrameworkAnswer(
          call: call, outcome: outcome, status: try framework.status(deadline: .now)))
    }
    return answers
  }

  /// The status header right after a state was opened, or after an event, as it goes on the wire.
  ///
  /// - Throws: the errors of `open`.
  package func status(
    of state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil, at clock: Timestamp
  ) throws(PartnerError) -> String? {
    try sample(of: state, options: options, after: event, at: clock)
      .status(deadline: .now)
  }

  private func sample(
    of state: FrameworkState, options: JSONObject, after event: FrameworkEvent?, at clock: Timestamp
  ) throws(PartnerError) -> any PartnerFramework {
    let elapsed = Mutex(0)
    let surroundings = FrameworkSurroundings(
      now: { clock + .milliseconds(elapsed.withLock { $0 }) },
      randomBytes: { [UInt8](repeating: 0, count: $0) })
    let framework = try open(
      FrameworkOpening(partner: "", state: state.name, options: options), surroundings)
    switch event {
    case .call(let call): _ = try framework.answer(to: call, deadline: .now)
    case .user(let action): try framework.user(action, deadline: .now)
    case .clock(let milliseconds): elapsed.withLock { $0 = milliseconds }
    case nil: break
    }
    return framework
  }
}

/// A state that an emulator knows, described for people who write suites.
package struct FrameworkState: Sendable, Equatable {
  package let name: String
  package let title: String
  package let summary: String
  /// The heading under which the state is listed; empty for no heading.
  package var group = ""
  /// Further facts in whole sentences, such as what the service should hold for the device.
  package var notes: [String] = []
  /// The event that makes later answers differ; nil if the state is not about an event.
  package var event: FrameworkEvent?
}

/// An event that makes later answers of a state differ.
package enum FrameworkEvent: Sendable, Equatable {
  case call(PartnerCall)
  case user(UserAction)
  /// The clock goes on by this many milliseconds.
  case clock(Int)
}

/// A platform of devices, such as `tvOS`, as a suite names it and as the service sees it.
package struct DevicePlatform: Sendable, Equatable {
  package let name: String
  /// The value of `X-Device-Info` (Adobe Pass, REST API V2, header reference): JSON in Base64.
  package let info: String

  /// - Parameter information: The members of the object, such as `model` and `osName`.
  package init(_ name: String, information: [(name: String, value: JSONValue)]) {
    self.name = name
    info = Base64.encode(JSONWriter.bytes(.object(information)))
  }
}

/// The emulators that come with the product.
///
/// Another emulator is a type that conforms to `PartnerFramework`, and one line in `shipped`.
package struct FrameworkRegistry: Sendable {
  package let emulators: [FrameworkEmulator]

  package static let shipped = FrameworkRegistry(emulators: [.apple, .generic])

  package var names: [String] { emulators.map(\.name) }

  /// The platforms of all emulators, those of the first emulator first; each name once.
  package var platforms: [DevicePlatform] {
    emulators.flatMap(\.platforms).reduce(into: []) { all, platform in
      if !all.contains(where: { $0.name == platform.name }) { all.append(platform) }
    }
  }

  /// The emulator of a name.
  ///
  /// - Throws: `PartnerError.failed` for an unknown name.
  package func emulator(named name: String) throws(PartnerError) -> FrameworkEmulator {
    guard let emulator = emulators.first(where: { $0.name == name }) else {
      throw .failed(
        "there is no emulator '\(name)'\(Suggestion.hint(for: name, among: names));"
          + " there are \(names.joined(separator: ", "))")
    }
    return emulator
  }
}
