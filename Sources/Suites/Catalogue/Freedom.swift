// SPDX-License-Identifier: Apache-2.0
// The choices that the documents leave to a service.

package import Expectations

/// A freedom of services: an optional member, order or value. A mutant that uses one is harmless.
package struct Freedom: Sendable, Equatable {
  /// The freedom in one sentence.
  package let text: String
  /// Where the documents say so: a section, or an entry on contradictions such as `AMB-07`.
  package let source: String
  /// The requests whose answers it is about; empty for all.
  package let routes: [RoutePattern]
  /// The status codes of these answers; empty for all.
  package let statuses: [Int]
  /// The places that it is about, each exactly, not what is below it; empty for all.
  package let places: [PlacePattern]
  /// The names of the mutations that it allows; `*` for all.
  package let mutations: [String]

  /// Stands for all mutations.
  package static let all = "*"
  /// The names of all mutations; the self-test knows what each does.
  package static let mutationNames =
    [200, 201, 204, 302, 400, 401, 403, 404, 500].map { "status-\($0)" }
      + """
      header-removed header-emptied header-altered header-html body-emptied body-truncated
      body-html byte-order-mark removed null retyped emptied altered extended case-swapped
      borrowed another-word host-moved path-moved not-base64 incremented negative in-seconds
      long-past far-future flipped list-emptied list-reversed item-added item-repeated
      object-emptied unknown-added entries-emptied entry-removed entry-added entry-repeated
      entries-reversed element-removed element-emptied element-repeated text-altered text-borrowed
      text-extended text-flipped text-removed
      """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Whether it allows a mutation of an answer.
  ///
  /// - Parameter place: nil for a place that can't be written as one; no list has it then.
  package func allows(
    _ mutation: String, at place: PlacePattern?, method: String, path: String, status: Int
  ) -> Bool {
    (mutations.contains(mutation) || mutations == [Self.all])
      && (statuses.isEmpty || statuses.contains(status))
      && (places.isEmpty || places.contains { $0.isSame(as: place) })
      && (routes.isEmpty || routes.contains { $0.matches(method: method, path: path) })
  }
}

extension PlacePattern {
  /// Whether both name the same part, `*` standing for any name.
  fileprivate func isSame(as other: PlacePattern?) -> Bool {
    other.map { holds($0) && $0.holds(self) } ?? false
  }
}
