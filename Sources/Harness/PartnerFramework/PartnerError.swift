// SPDX-License-Identifier: Apache-2.0
// Why a call of the partner framework gave no metadata: what the framework said, or a fault.

/// Why a call has no answer of its own kind.
package enum PartnerError: Error, Sendable, Equatable {
  /// The framework answered with an error, or there is no framework: an answer that a suite sees.
  case framework(FrameworkError)
  /// The suite made a call that no conforming application makes.
  case misuse(PartnerMisuse)
  /// The call never answers: whoever waits does so until the step's deadline, and the step fails.
  case neverAnswers(call: String)
  /// A program, a recording or a conversation did something else than answer; a whole sentence.
  case failed(String)
  /// The emulator knows no state of that name; `suggestion` is the nearest one it knows.
  case unknownState(name: String, suggestion: String?)
  /// What a step gives besides `state` is not an option, or not a value that this one can have;
  /// `reason` completes "option 'expires' ".
  case invalidOption(name: String, reason: String)
}

extension PartnerError: CustomStringConvertible {
  package var description: String { description(in: nil) }

  /// - Parameter cookbook: The one that the suite is about.
  package func description(in cookbook: String?) -> String {
    switch self {
    case .framework(let error): "the framework answered with \(error)"
    case .misuse(let misuse): misuse.description(in: cookbook)
    case .neverAnswers(let call): "the framework never answered the \(call) call"
    case .failed(let sentence): sentence
    case .unknownState(let name, let suggestion):
      "unknown state '\(name)'"
        + (suggestion.map { ", did you mean '\($0)'?" } ?? "")
        + " (sso-conformance partner lists them)"
    case .invalidOption(let name, let reason): "option '\(name)' \(reason)"
    }
  }
}

/// A mistake of a suite in using the framework, with the rule of the cookbooks that an application
/// doing the same would break.
package struct PartnerMisuse: Error, Sendable, Equatable {
  /// nil where no requirement speaks of it.
  package let rule: CookbookRule?
  /// What was found and what to write instead.
  package let sentence: String

  package init(_ sentence: String, breaking rule: CookbookRule? = nil) {
    self.rule = rule
    self.sentence = sentence
  }
}

extension PartnerMisuse: CustomStringConvertible {
  package var description: String { description(in: nil) }

  /// The sentence, with the ids of the requirements.
  ///
  /// - Parameter cookbook: The one that the suite is about.
  package func description(in cookbook: String?) -> String {
    guard let rule else { return sentence }
    return "\(sentence) (\(rule.requirements(in: cookbook).joined(separator: ", ")))"
  }
}
