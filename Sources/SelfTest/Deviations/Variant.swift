// SPDX-License-Identifier: Apache-2.0
// A way in which a service can be right and differ from the reference service.

/// One way in which a service is right and differs from the reference service.
package struct Variant: Sendable {
  /// In words with hyphens, such as `header-names-in-capitals`; each variant has another.
  package let name: String
  /// The source of the freedom: the id of an ambiguity (`AMB-12`), or a document and its section.
  package let source: String
  /// The service's behaviour, in a sentence without a full stop.
  package let summary: String
  package let deviation: Deviation

  package init(name: String, source: String, summary: String, deviation: Deviation) {
    self.name = name
    self.source = source
    self.summary = summary
    self.deviation = deviation
  }
}
