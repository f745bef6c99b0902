// SPDX-License-Identifier: Apache-2.0
// The emulators by name, and the states of each for whoever writes suites.

package import Encodings
package import JSON
import SourceText
import Synchronization

/// The emulators that come with the product. Another partner's is one file that conforms to
/// `PartnerFramework`, and one line in `shipped`.
package struct FrameworkRegistry: Sendable {
  package let emulators: [FrameworkEmulator]

  package init(_ emulators: [FrameworkEmulator]) {
    self.emulators = emulators
  }

  package static let shipped = FrameworkRegistry([
    .apple,
    .generic,
  ])
}

extension FrameworkRegistry {
  package var names: [String] { emulators.map(\.name) }

  /// - Throws: `PartnerError.failed` for a name that is unknown.
  package func emulator(named name: String) throws(PartnerError) -> FrameworkEmulator {
    guard let emulator = emulators.first(where: { $0.name == name }) else {
      throw .failed(
        "there is no emulator '\(name)'\(Suggestion.hint(for: name, among: names));"
          + " there are \(names.joined(separator: ", "))")
    }
    return emulator
  }
}

/// An emulator by its name, with what it can do.
package struct FrameworkEmulator: Sendable {
  package let name: String
  /// What it emulates, in a sentence.
  package let summary: String
  /// In the order of the list.
  package let states: [FrameworkState]
  /// Names of what a step can give besides the state.
  package let options: [String]
  private let make:
    @Sendable (FrameworkOpening, FrameworkSurroundings) throws(PartnerError) -> any PartnerFramework

  package init(
    name: String, summary: String, states: [FrameworkState], options: [String],
    make:
      @escaping @Sendable (FrameworkOpening, FrameworkSurroundings) throws(PartnerError)
      -> any PartnerFramework
  ) {
    self.name = name
    self.summary = summary
    self.states = states
    self.options = options
    self.make = make
  }
}

extension FrameworkEmulator {
  /// The framework of a device, in the state that is asked for.
  ///
  /// - Throws: `PartnerError.unknownState` and `.invalidOption`.
  package func open(_ opening: FrameworkOpening, surroundings: FrameworkSurroundings)
    throws(PartnerError) -> any PartnerFramework
  {
    try make(opening, surroundings)
  }

  /// - Throws: `PartnerError.unknownState`.
  package func state(named name: String) throws(PartnerError) -> FrameworkState {
    guard let state = states.first(where: { $0.name == name }) else {
      throw .unknownState(name, among: states.map(\.name))
    }
    return state
  }

  /// What each call answers in a state, at a clock: for a person who chooses among them.
  ///
  /// - Parameters:
  ///   - options: As of a step.
  ///   - event: What happens before each call; nil: nothing.
  /// - Throws: as `open`.
  package func answers(
    in state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil,
    at clock: Timestamp
  ) throws(PartnerError) -> [FrameworkAnswer] {
    var answers: [FrameworkAnswer] = []
    for call in PartnerCall.samples {
      // Each call finds the device as it was opened.
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

  /// The header of a state as soon as it is opened, or once something has happened, as it goes on
  /// the wire.
  ///
  /// - Throws: as `open`.
  package func status(
    of state: FrameworkState, options: JSONObject = JSONObject(),
    after event: FrameworkEvent? = nil,
    at clock: Timestamp
  ) throws(PartnerError) -> String? {
    try sample(of: state, options: options, after: event, at: clock)
      .status(deadline: Self.noDeadline)
  }

  /// An emulator doesn't block, so any deadline will do.
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

/// A state that an emulator knows.
package struct FrameworkState: Sendable, Equatable {
  package let name: String
  package let title: String
  package let summary: String
  /// The part of the list that it belongs to.
  package let group: String
  /// What to know besides the answers, such as what the service should hold; whole sentences.
  package let notes: [String]
  /// What the state is there for, if something has to happen first: later answers differ.
  package let event: FrameworkEvent?

  package init(
    name: String, title: String, summary: String, group: String = "", notes: [String] = [],
    event: FrameworkEvent? = nil
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.group = group
    self.notes = notes
    self.event = event
  }
}

/// Something that makes later answers of a state differ.
package enum FrameworkEvent: Sendable, Equatable {
  case call(PartnerCall)
  case user(UserAction)
  /// The clock goes on by so many milliseconds.
  case clock(Int)
}

/// What one call answers in a state.
package struct FrameworkAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case json(JSONValue)
    case never
  }

  package let call: PartnerCall
  package let outcome: Outcome
  /// The header that the application sends afterwards, as it goes on the wire.
  package let status: String?
}

extension PartnerCall {
  /// The calls of the cookbook, silent and interactive.
  static let samples: [PartnerCall] =
    [true, false].map { .permission(prompting: $0) }
    + [false, true].map { .metadata(MetadataRequest(isInterruptionAllowed: $0)) }
    + [false, true].map {
      .authenticate(
        AuthenticationRequest(
          verificationToken: "opaque", attributeNames: ["uid"],
          metadata: MetadataRequest(isInterruptionAllowed: $0)))
    }
}

extension PartnerError {
  static func unknownState(_ name: String, among states: [String]) -> PartnerError {
    .unknownState(name: name, suggestion: Suggestion.nearest(to: name, among: states))
  }
}
