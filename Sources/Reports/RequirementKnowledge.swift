// SPDX-License-Identifier: Apache-2.0
// What is known of a requirement besides its catalogue.

import Expectations
import Formats
import Record
import Suites
import Text

/// The knowledge about one requirement besides its catalogue: its proofs, a right example, how it is
/// broken, what to do then.
package struct RequirementKnowledge: Sendable {
  /// The scenarios and rules that show it, each with its place.
  package var proofs: [Explanation.Item] = []
  /// Why nothing shows it; nil where something does, or where no caller asks.
  package var whyNoProof: String?
  var example: Example?
  /// How services break it, or applications.
  package var breaks: [Explanation.Item] = []
  package var advice: [String] = []

  /// An exchange of a run that met the requirement.
  struct Example {
    let exchange: ExchangeRecord
    /// The places in the answer at which the requirement shows; empty for the whole answer.
    let places: [PlacePattern]
  }

  package init() {}
}
