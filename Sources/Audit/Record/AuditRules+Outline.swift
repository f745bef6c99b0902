// SPDX-License-Identifier: Apache-2.0
// The outline of rules that were read.

import Suites
import Text

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
      },
      catalogues: cookbooks.compactMap { catalogues[$0] },
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
