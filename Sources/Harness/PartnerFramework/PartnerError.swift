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
  package var description: String {
    switch self {
    case .framework(let error): "the framework answered with \(error)"
    case .misuse(let misuse): misuse.description
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

/// A mistake of a suite in using the framework, with the requirements of the cookbook that an
/// application doing the same would break.
package struct PartnerMisuse: Error, Sendable, Equatable {
  /// Ids of requirements, such as `V2-B1-08`; empty where no requirement speaks of it.
  package let requirements: [String]
  /// What was found and what to write instead.
  package let sentence: String

  package init(_ sentence: String, breaking requirements: [String] = []) {
    self.requirements = requirements
    self.sentence = sentence
  }
}

extension PartnerMisuse: CustomStringConvertible {
  package var description: String {
    requirements.isEmpty ? sentence : "\(sentence) (\(requirements.joined(separator: ", ")))"
  }
}
