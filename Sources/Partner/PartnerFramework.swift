// SPDX-License-Identifier: Apache-2.0
// The protocol of the partner's framework on a device, and why a call has no answer.

package import Formats
package import Text

/// The partner's framework on one device, as the streaming application sees it.
///
/// Every emulator conforms to it. An instance belongs to one device of one scenario on one thread.
/// Opening a state counts as a start of the application: it has silently asked for permission and
/// provider once, so its values are defined right away.
///
/// A call throws if it has no answer: for a mistake of the suite, or a fault of the emulator. A call
/// to a program or a real device may block until `deadline`.
package protocol PartnerFramework: AnyObject {
  /// Answers a call of the application. An error that the framework gives is an answer, too.
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer

  /// Does what the person does outside the application.
  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError)

  /// A declared value, as the application now sends it in its header; nil if it sends none.
  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String?
}

/// The moment at which a step gives up a call.
package typealias PartnerDeadline = ContinuousClock.Instant

/// The reason why a call of the partner's framework has no answer.
package enum PartnerError: Error, Sendable, Equatable {
  /// The suite made a call that a conforming application does not make.
  case misuse(PartnerMisuse)
  /// The call never answers, so the step fails at its deadline.
  case neverAnswers(call: String)
  /// A program or a recording gave no answer; a whole sentence says why.
  case failed(String)
  /// A program has said that it can't be in this state, in a sentence. The target is not to blame.
  case unsupported(String)
  /// The emulator does not know the state; `suggestion` is the nearest one that it knows.
  case unknownState(name: String, suggestion: String?)
  /// A step gives an unknown option, or an invalid value; `reason` completes "option 'expires' ".
  case invalidOption(name: String, reason: String)
}

extension PartnerError: CustomStringConvertible {
  package var description: String { description(in: nil) }

  /// A sentence about the error.
  ///
  /// - Parameter cookbook: The cookbook of the suite, whose requirements the sentence names.
  package func description(in cookbook: String?) -> String {
    switch self {
    case .misuse(let misuse): misuse.description(in: cookbook)
    case .neverAnswers(let call): "the framework never answered the \(call) call"
    case .failed(let sentence), .unsupported(let sentence): sentence
    case .unknownState(let name, let suggestion):
      "unknown state '\(name)'" + (suggestion.map { ", did you mean '\($0)'?" } ?? "")
        + " (sso-conformance partner lists them)"
    case .invalidOption(let name, let reason): "option '\(name)' \(reason)"
    }
  }
}

extension PartnerError {
  /// The error for an unknown state, with the nearest of the known ones.
  static func unknownState(_ name: String, among states: [String]) -> PartnerError {
    .unknownState(name: name, suggestion: Suggestion.nearest(to: name, among: states))
  }
}

/// A mistake in how a suite uses the framework, with the rule of the cookbooks that it breaks.
package struct PartnerMisuse: Error, Sendable, Equatable {
  /// nil if no requirement is about it.
  package let rule: CookbookRule?
  /// Says what was found and what to write instead.
  package let sentence: String

  package init(_ sentence: String, breaking rule: CookbookRule? = nil) {
    self.rule = rule
    self.sentence = sentence
  }
}

extension PartnerMisuse: CustomStringConvertible {
  package var description: String { description(in: nil) }

  /// The sentence with the ids of the requirements.
  ///
  /// - Parameter cookbook: The cookbook of the suite, whose requirements are named.
  package func description(in cookbook: String?) -> String {
    guard let rule else { return sentence }
    return "\(sentence) (\(rule.requirements(in: cookbook).joined(separator: ", ")))"
  }
}

/// The answer to one call in a state.
package struct FrameworkAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case json(JSONValue)
    /// The call never answers.
    case never
  }

  package let call: PartnerCall
  package let outcome: Outcome
  /// The declared values after the call, as they go on the wire.
  package let values: [String?]
}

/// The request of a step `partner: {state: …}`.
package struct FrameworkOpening: Sendable, Equatable {
  /// The partner's name in the paths of the service.
  package let partner: String
  /// The name of the framework, where a run has several; nil for the default.
  package var framework: String?
  package let state: String
  /// The members of the step besides `state`.
  package let options: JSONObject
  /// The device's fingerprint, as in `AP-Device-Identifier` before its encoding.
  package let deviceIdentifier: String

  /// The limit on times in options, and on distances between them: some 30,000 years.
  static let largestMilliseconds = 1_000_000_000_000_000

  package init(
    partner: String, state: String, options: JSONObject = JSONObject(),
    deviceIdentifier: String = "", framework: String? = nil
  ) {
    self.partner = partner
    self.framework = framework
    self.state = state
    self.options = options
    self.deviceIdentifier = deviceIdentifier
  }
}

/// The parts of the world outside that an emulator uses, as functions.
package struct FrameworkSurroundings: Sendable {
  /// The clock of the scenario; it decides what has expired, and dates what it makes.
  package let now: @Sendable () -> Timestamp
  /// Gives a number of random bytes.
  package let randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.now = now
    self.randomBytes = randomBytes
  }
}
