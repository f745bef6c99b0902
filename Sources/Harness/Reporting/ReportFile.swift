// SPDX-License-Identifier: Apache-2.0
// A report as a file, written when there is a place for it.

/// A file of a report.
package struct ReportFile {
  /// Relative to the folder of the reports.
  package let name: String
  private let body: (inout ReportOutput) -> Void

  package init(name: String, _ body: @escaping (inout ReportOutput) -> Void) {
    self.name = name
    self.body = body
  }
}

extension ReportFile {
  package func write(to output: inout ReportOutput) { body(&output) }

  /// The whole file.
  package var bytes: [UInt8] {
    var output = ReportOutput()
    write(to: &output)
    return output.bytes
  }
}
