// SPDX-License-Identifier: Apache-2.0
// Why a call of the partner's framework has no answer of its own kind.

import Text

/// Why a call of the partner's framework has no answer of its own kind.
package enum PartnerError: Error, Sendable, Equatable {
  /// The framework answered with an error, or there is no framework. A suite sees this as an answer.
  case framework(FrameworkError)
  /// The suite made a call that a conforming application does not make.
  case misuse(PartnerMisuse)
  /// The call never answers, so the step fails at its deadline.
  case neverAnswers(call: String)
  /// A program or a recording gave no answer; a whole sentence says why.
  case failed(String)
  /// A program can't be in this state, and has said so; a whole sentence says which. Nothing follows
  /// about the target.
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
    case .framework(let error): "the framework answered with \(error)"
    case .misuse(let misuse): misuse.description(in: cookbook)
    case .neverAnswers(let call): "the framework never answered the \(call) call"
    case .failed(let sentence), .unsupported(let sentence): sentence
    case .unknownState(let name, let suggestion):
      "unknown state '\(name)'"
        + (suggestion.map { ", did you mean '\($0)'?" } ?? "")
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
