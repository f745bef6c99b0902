// SPDX-License-Identifier: Apache-2.0
// The rules of an audit as reports show them, without what they match.

package import Suites
package import Text

/// The rules of an audit as reports show them, without what they match.
package struct AuditOutline: Sendable {
  package struct File: Sendable {
    package var name: String
    package var about: String?
    package var file: String
    /// SHA-256 of the file, in hexadecimal.
    package var digest: String
    package var cookbook: String?
    package var phase: String?
    package var rules: [Rule]

    package init(
      name: String, about: String? = nil, file: String, digest: String, cookbook: String?,
      phase: String? = nil, rules: [Rule]
    ) {
      self.name = name
      self.about = about
      self.file = file
      self.digest = digest
      self.cookbook = cookbook
      self.phase = phase
      self.rules = rules
    }
  }

  package struct Rule: Sendable {
    package var name: String
    package var about: String?
    package var advice: String?
    package var covers: [Cover]
    package var position: Position

    package init(
      name: String, about: String? = nil, advice: String? = nil, covers: [Cover],
      position: Position
    ) {
      self.name = name
      self.about = about
      self.advice = advice
      self.covers = covers
      self.position = position
    }
  }

  package var files: [File]
  /// In the order of the first files that name them.
  package var catalogues: [Catalogue]
  /// What the files of rules say, which is no secret.
  package var texts: [[UInt8]]
  /// The segments of an exchange's path that the rules have names for.
  package var segments: @Sendable (RecordedExchange) -> [(name: String, value: String)]

  package init(
    files: [File], catalogues: [Catalogue], texts: [[UInt8]] = [],
    segments: @escaping @Sendable (RecordedExchange) -> [(name: String, value: String)] = { _ in []
    }
  ) {
    self.files = files
    self.catalogues = catalogues
    self.texts = texts
    self.segments = segments
  }
}
