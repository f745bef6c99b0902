// SPDX-License-Identifier: Apache-2.0
// The files that suites were read from, with their digests.

package import Record
package import Suites
import Text

extension SuiteCollection {
  /// The files that the suites were read from: the suites, and what they use.
  package var evidence: [EvidenceFile] {
    let suites = Set(suites.map(\.file))
    return files.values.map {
      EvidenceFile($0, as: suites.contains($0.name) ? .suite : .init(besideSuites: $0.name))
    }
  }
}

extension EvidenceFile.Kind {
  /// The kind of a file that suites use. One that could not be read as anything is taken for a suite.
  fileprivate init(besideSuites path: String) {
    self =
      switch SuitePath.name(of: path) {
      case "fragments.yaml": .fragments
      case "facts.yaml": .facts
      case let name where name.hasSuffix(".json"): .catalogue
      default: .suite
      }
  }
}
