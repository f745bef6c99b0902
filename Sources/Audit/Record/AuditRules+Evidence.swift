// SPDX-License-Identifier: Apache-2.0
// The files that rules were read from, with their digests.

package import Record
import Suites
import Text

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
