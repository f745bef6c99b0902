// SPDX-License-Identifier: Apache-2.0
// An emulator: its name, what it can do, and how it is opened.

package import Formats
import Synchronization
package import Text

/// An emulator of a partner's framework.
package struct FrameworkEmulator: Sendable {
  package let name: String
  /// What it emulates, in a sentence.
  package let summary: String
  /// The platforms of the devices on which the framework exists; the first one is the default.
  package let platforms: [DevicePlatform]
  /// The states that a step can name, in the order of the printed list.
  package let states: [FrameworkState]
  /// The names of the options that a step can give besides the state.
  package let options: [String]
  private let make:
    @Sendable (FrameworkOpening, FrameworkSurroundings) throws(PartnerError) -> any PartnerFramework

  package init(
    name: String, summary: String, platforms: [DevicePlatform], states: [FrameworkState],
    options: [String],
    make:
      @escaping @Sendable (FrameworkOpening, FrameworkSurroundings) throws(PartnerError)
      -> any PartnerFramework
  ) {
    self.name = name
    self.summary = summary
    self.platforms = platforms
    self.states = states
    self.options = options
    self.make = make
  }
}

extension FrameworkEmulator {
  /// Opens the framework of a device in a state.
  ///
  /// - Throws: `PartnerError.unknownState` and `.invalidOption`.
  package func open(_ opening: FrameworkOpening, surroundings: FrameworkSurroundings)
    throws(PartnerError) -> any PartnerFramework
  {
    try make(opening, surroundings)
  }

  /// The state of a name.
  ///
  /// - Throws: `PartnerError.unknownState`.
  package func state(named name: String) throws(PartnerError) -> FrameworkState {
    guard let state = states.first(where: { $0.name == name }) else {
      throw .unknownState(name, among: states.map(\.name))
    }
    return state
  }
}

extension FrameworkEmulator {
  /// The answers to all calls in a state, for people who choose among the states.
  ///
  /// - Parameters:
  ///   - options: The options of a step.
  ///   - event: What happens before each call; nil if nothing happens.
  ///   - clock: The time of the calls.
  /// - Throws: the errors of `open`.
  package func answers(
    in state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil,
    at clock: Timestamp
  ) throws(PartnerError) -> [FrameworkAnswer] {
    var answers: [FrameworkAnswer] = []
    for call in PartnerCall.samples {
      // Every call finds the device as it was opened.
      let framework = try sample(of: state, options: options, after: event, at: clock)
      let outcome: FrameworkAnswer.Outcome
      do throws(PartnerError) {
        outcome = .json(try call.answer(of: framework, deadline: Self.noDeadline).json)
      } catch {
        guard case .neverAnswers = error else { throw error }
        outcome = .never
      }
      answers.append(
        FrameworkAnswer(
          call: call, outcome: outcome, status: try framework.status(deadline: Self.noDeadline)))
    }
    return answers
  }

  /// The status header right after a state was opened, or after an event, as it goes on the wire.
  ///
  /// - Throws: the errors of `open`.
  package func status(
    of state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil,
    at clock: Timestamp
  ) throws(PartnerError) -> String? {
    try sample(of: state, options: options, after: event, at: clock)
      .status(deadline: Self.noDeadline)
  }

  /// Emulators don't block, so any deadline will do.
  private static var noDeadline: PartnerDeadline { PartnerDeadline(.now) }

  private func sample(
    of state: FrameworkState, options: JSONObject, after event: FrameworkEvent?,
    at clock: Timestamp
  ) throws(PartnerError) -> any PartnerFramework {
    let elapsed = Mutex(0)
    let surroundings = FrameworkSurroundings(
      now: { clock + .milliseconds(elapsed.withLock { $0 }) },
      randomBytes: { [UInt8](repeating: 0, count: $0) })
    let framework = try make(
      FrameworkOpening(partner: "", state: state.name, options: options), surroundings)
    switch event {
    case .call(let call): _ = try call.answer(of: framework, deadline: Self.noDeadline)
    case .user(let action): try framework.user(action, deadline: Self.noDeadline)
    case .clock(let milliseconds): elapsed.withLock { $0 = milliseconds }
    case nil: break
    }
    return framework
  }
}
