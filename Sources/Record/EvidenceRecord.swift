// SPDX-License-Identifier: Apache-2.0
// The files and settings behind a verdict, with their digests.

import Formats
import Suites
package import Text

/// The files and settings behind a verdict, so that others can tell whether they used the same.
package struct EvidenceRecord: Sendable, Equatable {
  /// The files that were read, in the order of their kinds and names.
  package var files: [EvidenceFile]
  /// How the target was described and treated; nil for an audit, which talks to no target.
  package var profile: ProfileRecord?

  package init(files: [EvidenceFile], profile: ProfileRecord? = nil) {
    self.files = files.sorted { ($0.kind.rank, $0.path) < ($1.kind.rank, $1.path) }
    self.profile = profile
  }
}

/// A file that a verdict rests on.
package struct EvidenceFile: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case suite
    case fragments
    case facts
    case catalogue
    case rules
    case exchanges
    case recording
  }

  package var kind: Kind
  /// As the program has read it: `Suites/apple-v2/e-logout.yaml`.
  package var path: String
  /// SHA-256 of its bytes, in hexadecimal.
  package var digest: String

  package init(kind: Kind, path: String, digest: String) {
    self.kind = kind
    self.path = path
    self.digest = digest
  }

  package init(_ file: SourceFile, as kind: Kind) {
    self.init(kind: kind, path: file.name, digest: SHA256.hexadecimal(file.bytes))
  }
}

extension EvidenceFile.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension EvidenceRecord {
  /// One digest of all files and of the tool: SHA-256 of a line for each, sorted by their bytes. A line
  /// has the kind of a file and its digest, so it makes no difference where the files are.
  package func digest(_ tool: ToolRecord) -> String {
    let lines =
      files.map { "\($0.kind.rawValue) \($0.digest)\n" } + ["\(tool.name) \(tool.version)\n"]
    let sorted = lines.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return SHA256.hexadecimal(Array(sorted.joined()))
  }

  /// The evidence of two records together. Of a file that both have, there is one.
  func adding(_ other: EvidenceRecord) -> EvidenceRecord {
    EvidenceRecord(
      files: files + other.files.filter { !files.contains($0) }, profile: profile ?? other.profile)
  }
}
