// SPDX-License-Identifier: Apache-2.0
// The first screen of the certificate, for the page of a job on GitHub.

import Expectations
package import Record
import Suites

/// The first screen of the certificate, for the page of a job on GitHub.
///
/// Nothing in it is a link: the reports are not on that page.
package enum StepSummary {
  /// GitHub shows nothing of a step whose summaries are longer together.
  package static let limitBytes = 1 << 20

  /// The verdict, the numbers and what to fix; the verdict and the numbers alone where there is room
  /// for no more; nil where there is no room at all.
  ///
  /// - Parameter room: How many bytes there may be.
  package static func text(of run: RunJudgement, room: Int) -> [UInt8]? {
    for isWhole in [true, false] {
      var page = MarkdownPage(run: run, output: ReportOutput(), hasEvidence: false)
      // The text of another step may not end with a line break.
      page.line()
      if isWhole { page.writeFirstScreen() } else { page.writeVerdict() }
      page.line()
      let bytes = page.output.bytes
      if bytes.count <= room { return bytes }
    }
    return nil
  }
}
