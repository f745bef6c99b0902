// SPDX-License-Identifier: Apache-2.0
// Judges a service by its answers in recorded traffic.

package import HTTP
import Record
import Suites
import Text

/// Judges a service by its answers in recorded traffic, each by itself.
package struct AnswerAudit: Sendable {
  let expectations: AnswerExpectations
  /// The rules that judge the application by the same traffic: they know its calls.
  let rules: AuditRules
  /// The origin to which URLs of the service lead; nil for that of each request.
  let target: Origin?

  package init(_ expectations: AnswerExpectations, _ rules: AuditRules, target: Origin? = nil) {
    self.expectations = expectations
    self.rules = rules
    self.target = target
  }
}

extension AnswerAudit {
  /// Judges the answers of a service.
  ///
  /// - Parameters:
  ///   - origins: Those of the service.
  ///   - followed: The cookbooks that the traffic follows, with those that they extend.
  package func judge(
    _ source: any TrafficSource, of origins: [String], following followed: [String]
  ) throws(TrafficError) -> AnswerResult {
    var reading = AnswerReading(self, following: followed)
    let chosen = Set(origins)
    try source.read({ reading.isCall($0, $1) }) { entry in
      guard case .exchange(let exchange) = entry,
        chosen.contains(RecordedURL(exchange.request.url).origin)
      else { return }
      reading.add(exchange)
    }
    return reading.result
  }
}
