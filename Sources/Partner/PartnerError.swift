// SPDX-License-Identifier: Apache-2.0
// The reasons why a call of the framework has no answer.

import Formats
import Text

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
  /// A sentence about the error.
  package var description: String {
    switch self {
    case .misuse(let misuse): misuse.description
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

/// A mistake in how a suite uses the framework.
package struct PartnerMisuse: Error, Sendable, Equatable {
  /// Says what was found, which requirement it breaks, if any, and what to write instead.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

extension PartnerMisuse: CustomStringConvertible { package var description: String { sentence } }
