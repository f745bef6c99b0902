// SPDX-License-Identifier: Apache-2.0
// A service that `serve` runs.

package import Formats
package import HTTP

/// A service that `serve` runs.
package struct ServedService: Sendable {
  /// Those of its target profile.
  let facts: JSONObject
  /// The names of what is changed in it.
  let deviations: [String]
  /// Answers a request of a client, whose address is given without its port.
  let answer: @Sendable (HTTPRequest, _ peer: String) -> HTTPResponse

  package init(
    facts: JSONObject, deviations: [String] = [],
    answer: @escaping @Sendable (HTTPRequest, _ peer: String) -> HTTPResponse
  ) {
    self.facts = facts
    self.deviations = deviations
    self.answer = answer
  }
}
