// SPDX-License-Identifier: Apache-2.0
// The words that the partner's framework understands: states, options, platforms.

/// The words that the partner's framework understands, for checking suites before a run.
package struct PartnerVocabulary: Sendable, Equatable {
  /// The beginning of messages, such as `the framework 'apple (emulated)' does not know`.
  package let refusal: String
  /// The states that a step can open; nil if only the run can tell.
  package let states: [String]?
  /// The options that a step can give besides the state; nil if only the run can tell.
  package let options: [String]?
  /// The platforms of devices.
  package let platforms: [String]

  package init(
    refusal: String, states: [String]?, options: [String]?, platforms: [String]
  ) {
    self.refusal = refusal
    self.states = states
    self.options = options
    self.platforms = platforms
  }
}

extension SuiteCollection {
  /// The collection with an error for each state, option and platform that the framework does not
  /// know.
  package func checked(against vocabulary: PartnerVocabulary) -> SuiteCollection {
    var check = PartnerCheck(vocabulary: vocabulary, fragments: fragments)
    for suite in suites {
      for scenario in suite.scenarios { check.visit(scenario, of: suite) }
    }
    return adding(check.diagnostics)
  }
}
