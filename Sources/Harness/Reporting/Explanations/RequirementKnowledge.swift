// SPDX-License-Identifier: Apache-2.0
// What is known of requirements besides their catalogue.

package import Findings
package import Results

/// What is known of one requirement besides its catalogue: what proves it, what is right, how it is
/// broken, what to do then.
package struct RequirementKnowledge: Sendable {
  /// The scenarios and rules that show it, each with its place.
  package var proofs: [Explanation.Item] = []
  /// Why nothing shows it; nil where something does, or where nobody asks.
  package var whyNoProof: String?
  package var example: Example?
  /// How services break it, or applications.
  package var breaks: [Explanation.Item] = []
  package var advice: [String] = []

  /// A step of a run that met the requirement, or one that makes the call that it is about.
  package struct Example: Sendable {
    package let step: StepRecord
    package let scenario: String
    /// Where in the answer the requirement shows. Of several lists the first counts that names
    /// something in the answer; none for the whole answer.
    package let places: [[PlacePattern]]

    package init(step: StepRecord, scenario: String, places: [[PlacePattern]]) {
      self.step = step
      self.scenario = scenario
      self.places = places
    }
  }

  package init() {}
}
