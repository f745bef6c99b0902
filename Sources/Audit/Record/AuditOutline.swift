// SPDX-License-Identifier: Apache-2.0
// The rules of an audit as reports show them, and the files they were read from.

package import Record
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
  }

  package struct Rule: Sendable {
    package var name: String
    package var about: String?
    package var advice: String?
    package var covers: [Cover]
    package var position: Position
  }

  package var files: [File]
  /// In the order of the first files that name them.
  package var catalogues: [Catalogue]
  /// What the files of rules say, which is no secret.
  package var texts: [[UInt8]] = []
  /// The segments of an exchange's path that the rules have names for.
  package var segments: @Sendable (RecordedExchange) -> [(name: String, value: String)] = { _ in
    []
  }
}

extension AuditRules {
  /// What reports show of the rules.
  package var outline: AuditOutline {
    var cookbooks: [String] = []
    for case let cookbook? in files.map(\.cookbook) where !cookbooks.contains(cookbook) {
      cookbooks.append(cookbook)
    }
    return AuditOutline(
      files: files.map { file in
        AuditOutline.File(
          name: file.name, about: file.about, file: file.file, digest: file.digest,
          cookbook: file.cookbook, phase: file.phase,
          rules: file.rules.map { rule in
            AuditOutline.Rule(
              name: rule.name, about: rule.about, advice: rule.advice, covers: rule.covers,
              position: rule.position)
          })
      }, catalogues: cookbooks.compactMap { catalogues[$0] },
      texts: files.compactMap { sources[$0.file]?.bytes },
      segments: { [vocabularies] exchange in
        let url = RecordedURL(exchange.request.url)
        let method = exchange.request.method
        return vocabularies.flatMap { vocabulary in
          vocabulary.kind(method, url.segments)
            .map { vocabulary.parameters(of: $0, method, url) } ?? []
        }
      })
  }
}

extension AuditRules {
  /// The files that the rules were read from: the rules, their exchanges and catalogues.
  package var evidence: [EvidenceFile] {
    let rules = Set(files.map(\.file))
    return sources.values.map {
      EvidenceFile($0, as: rules.contains($0.name) ? .rules : .init(besideRules: $0.name))
    }
  }
}

extension EvidenceFile.Kind {
  /// The kind of a file that rules use.
  fileprivate init(besideRules path: String) {
    self =
      switch SuitePath.name(of: path) {
      case RuleLoader.exchangesName: .exchanges
      case let name where name.hasSuffix(".json"): .catalogue
      default: .rules
      }
  }
}
