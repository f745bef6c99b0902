// SPDX-License-Identifier: Apache-2.0
// A report: a pure function from the record of a run to files.

package import Results

/// A form in which a run is reported.
package protocol Report: Sendable {
  /// The files of the report, and what it prints.
  func files(of run: RunJudgement) -> [ReportFile]

  /// The folders, below the folder of the reports, that the report writes files to.
  var folders: [String] { get }

  /// Whether a file may have been left by an earlier run of this report.
  ///
  /// - Parameter name: The path below the folder of the reports.
  func owns(_ name: String) -> Bool
}

extension Report {
  package var folders: [String] { [] }

  package func owns(_ name: String) -> Bool { false }
}

extension Report {
  /// The bytes of all files, one after the other.
  package func bytes(of run: RunJudgement) -> [UInt8] { files(of: run).flatMap(\.bytes) }

  package func bytes(of record: RunRecord) -> [UInt8] { bytes(of: RunJudgement(record)) }
}
