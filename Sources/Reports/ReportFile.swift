// SPDX-License-Identifier: Apache-2.0
// A file of a report.

/// A file of a report, made only when it is written.
package struct ReportFile {
  /// The path below the folder of the reports.
  package let name: String
  private let body: (inout ReportOutput) -> Void

  /// - Parameters:
  ///   - name: The path below the folder of the reports.
  ///   - body: Writes the content.
  package init(name: String, _ body: @escaping (inout ReportOutput) -> Void) {
    self.name = name
    self.body = body
  }
}

extension ReportFile {
  package func write(to output: inout ReportOutput) { body(&output) }

  /// The whole content.
  package var bytes: [UInt8] {
    var output = ReportOutput()
    write(to: &output)
    return output.bytes
  }
}
