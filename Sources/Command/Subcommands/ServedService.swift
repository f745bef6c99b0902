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
  /// By which it is steered while it runs, if it is asked for by `--control-port`.
  let control: ControlListener?
  /// Answers a request of a client, whose address is given without its port.
  let answer: @Sendable (HTTPRequest, _ peer: String) -> HTTPResponse

  package init(
    facts: JSONObject, deviations: [String] = [], control: ControlListener? = nil,
    answer: @escaping @Sendable (HTTPRequest, _ peer: String) -> HTTPResponse
  ) {
    self.facts = facts
    self.deviations = deviations
    self.control = control
    self.answer = answer
  }
}
