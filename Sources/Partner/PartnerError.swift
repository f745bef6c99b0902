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
