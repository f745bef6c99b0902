// SPDX-License-Identifier: Apache-2.0
// An emulator of a partner's framework: its name, what it can do, its states and platforms.

package import Formats
import Synchronization
package import Text

/// An emulator of a partner's framework.
package struct FrameworkEmulator: Sendable {
  package let name: String
  /// Says in a sentence which framework it emulates.
  package let summary: String
  package let declaration: FrameworkDeclaration
  /// The calls whose answers in a state are shown to people.
  let samples: @Sendable () -> [PartnerCall]
  /// How it answers applications that ask it themselves; nil if as it answers suites.
  var applications: FrameworkApplications? = nil
  /// Opens the framework of a device in a state.
  let open:
    @Sendable (FrameworkOpening, FrameworkEnvironment) throws(PartnerError) -> any PartnerFramework
}

/// An emulator as applications ask it by a stand-in for the framework: it answers as the partner
/// documents it, and refuses nothing that a cookbook forbids.
struct FrameworkApplications: Sendable {
  /// The file of the stand-in, in the folder of the shipped suites.
  let standIn: String
  /// Makes the declaration for applications from that for suites.
  let declaration: @Sendable (FrameworkDeclaration) -> FrameworkDeclaration
  /// Opens the framework of a device in a state.
  let open:
    @Sendable (FrameworkOpening, FrameworkEnvironment) throws(PartnerError) -> any PartnerFramework
}

extension FrameworkEmulator {
  /// The path of the file that an application compiles in place of the framework, in the folder of the
  /// shipped suites; nil without one.
  package var standIn: String? { applications?.standIn }

  /// The states that a step can name, in the order of the printed list.
  package var states: [FrameworkState] { declaration.states ?? [] }

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
    for call in samples() {
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
        FrameworkAnswer(call: call, outcome: outcome, values: try values(of: framework)))
    }
    return answers
  }

  /// The values right after a state was opened, or after an event, as they go on the wire.
  ///
  /// - Throws: the errors of `open`.
  package func values(
    of state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil, at clock: Timestamp
  ) throws(PartnerError) -> [String?] {
    try values(of: sample(of: state, options: options, after: event, at: clock))
  }

  private func values(of framework: any PartnerFramework) throws(PartnerError) -> [String?] {
    var values: [String?] = []
    for value in declaration.values {
      values.append(try framework.value(value.name, deadline: .now))
    }
    return values
  }

  private func sample(
    of state: FrameworkState, options: JSONObject, after event: FrameworkEvent?, at clock: Timestamp
  ) throws(PartnerError) -> any PartnerFramework {
    let elapsed = Mutex(0)
    let environment = FrameworkEnvironment(
      now: { clock + .milliseconds(elapsed.withLock { $0 }) },
      randomBytes: { [UInt8](repeating: 0, count: $0) })
    let framework = try open(
      FrameworkOpening(partner: "", state: state.name, options: options), environment)
    switch event {
    case .call(let call): _ = try framework.answer(to: call, deadline: .now)
    case .user(let action): try framework.user(action, deadline: .now)
    case .clock(let milliseconds): elapsed.withLock { $0 = milliseconds }
    case nil: break
    }
    return framework
  }
}
