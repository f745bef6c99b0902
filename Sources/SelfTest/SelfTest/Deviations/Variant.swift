// SPDX-License-Identifier: Apache-2.0
// A way in which a service can be right, other than the reference service's.

package import ReferenceService

/// One way in which a service is right and differs from the reference service.
package struct Variant: Sendable {
  /// In words with hyphens, such as `header-names-in-capitals`; each variant has another.
  package let name: String
  /// What grants the freedom: the id of an ambiguity (`AMB-12`), or a document and its section.
  package let source: String
  /// What the service does, in a sentence without a full stop.
  package let summary: String
  package let deviation: Deviation
}

extension Variant {
  /// - Parameters:
  ///   - switches: The rules of the service that work otherwise.
  ///   - data: Changes the data of the service.
  ///   - delay: How long each answer is kept back.
  ///   - alterations: The last is nearest to the client.
  package init(
    _ name: String, by source: String, summary: String, switches: Set<Switch> = [],
    data: (@Sendable (inout ServiceData) -> Void)? = nil, delay: Duration = .zero,
    _ alterations: Alteration...
  ) {
    self.init(
      name: name, source: source, summary: summary,
      deviation: Deviation(switches: switches, alterations: alterations, data: data, delay: delay))
  }
}
