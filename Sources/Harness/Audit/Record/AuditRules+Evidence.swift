// SPDX-License-Identifier: Apache-2.0
// The files that rules were read from, with their digests.

import Encodings
package import Results
import SourceText
import SuiteModel

extension AuditRules {
  /// The files that the rules were read from: the rules, their exchanges and catalogues.
  package var evidence: [EvidenceFile] {
    let digests = Dictionary(
      files.map { ($0.file, $0.digest) }, uniquingKeysWith: { first, _ in first })
    return sources.values.map { file in
      EvidenceFile(
        kind: digests[file.name] == nil ? .init(besideRules: file.name) : .rules, path: file.name,
        digest: digests[file.name] ?? SHA256.hexadecimal(file.bytes))
    }.sorted { $0.path < $1.path }
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
