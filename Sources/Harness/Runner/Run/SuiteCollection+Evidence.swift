// SPDX-License-Identifier: Apache-2.0
// The files that suites were read from, with their digests.

import Encodings
package import Results
import SourceText
package import SuiteModel

extension SuiteCollection {
  /// The files that the suites were read from: the suites, and what they use.
  package var evidence: [EvidenceFile] {
    let digests = Dictionary(
      suites.map { ($0.file, $0.digest) }, uniquingKeysWith: { first, _ in first })
    return files.values.map { file in
      EvidenceFile(
        kind: digests[file.name] == nil ? .init(besideSuites: file.name) : .suite, path: file.name,
        digest: digests[file.name] ?? SHA256.hexadecimal(file.bytes))
    }.sorted { $0.path < $1.path }
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
