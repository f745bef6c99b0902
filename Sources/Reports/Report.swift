// SPDX-License-Identifier: Apache-2.0
// A report: a pure function from the record of a run to files and what is printed.

package import Record
package import Text

/// A form in which a run is reported.
package protocol Report: Sendable {
  /// The files of the report.
  func files(of run: RunJudgement) -> [ReportFile]

  /// What the report prints; empty for one that is only in files.
  func printed(of run: RunJudgement) -> Printed

  /// The folders, below the folder of the reports, that the report writes files to.
  var folders: [String] { get }

  /// Whether a file may have been left by an earlier run of this report.
  ///
  /// - Parameter name: The path below the folder of the reports.
  func owns(_ name: String) -> Bool
}

extension Report {
  package func files(of run: RunJudgement) -> [ReportFile] { [] }

  package func printed(of run: RunJudgement) -> Printed { Printed() }

  package var folders: [String] { [] }

  package func owns(_ name: String) -> Bool { false }
}

extension Report {
  /// The bytes of all files, one after the other, and of what is printed.
  package func bytes(of run: RunJudgement) -> [UInt8] {
    files(of: run).flatMap(\.bytes) + Array(printed(of: run).rendered.utf8)
  }

  package func bytes(of record: RunRecord) -> [UInt8] { bytes(of: RunJudgement(record)) }
}
