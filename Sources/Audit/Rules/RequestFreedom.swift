// SPDX-License-Identifier: Apache-2.0
// What the documents leave to an application, so that no rule may judge it.

package import Suites

/// A freedom that the documents leave to an application. A mutant that only makes use of one is
/// harmless.
package struct RequestFreedom: Sendable {
  /// What is free, in one sentence.
  let text: String
  /// Where the documents say so.
  let source: String
  /// The exchanges that it is about; nil for all.
  let pattern: ExchangePattern?
  /// The places in the document of the exchange, each exactly; empty for all.
  let places: [PlacePattern]
  let mutations: Set<RequestMutation>
}

extension RequestFreedom {
  /// Whether it allows a mutation of an exchange.
  ///
  /// - Parameter place: nil where the exchange as a whole is changed.
  package func allows(
    _ mutation: RequestMutation, at place: PlacePattern?, of document: ExchangeDocument, kind: Int,
    time: Int
  ) -> Bool {
    guard mutations.contains(mutation),
      places.isEmpty
        || place.map({ place in places.contains { $0.holds(place) && place.holds($0) } }) ?? false
    else { return false }
    guard let pattern else { return true }
    guard pattern.kinds.contains(kind) else { return false }
    guard case .yes? = try? BoundPattern(pattern, in: .unknown).match(document, end: nil, at: time)
    else { return false }
    return true
  }
}
