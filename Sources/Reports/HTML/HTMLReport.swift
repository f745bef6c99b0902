// SPDX-License-Identifier: Apache-2.0
// The report as one page for a browser.

package import Record

/// The run as one HTML page that works offline and asks for nothing else: the verdict and what to
/// fix, every requirement, every scenario with its evidence. It can be read without script; with it,
/// the page filters.
package struct HTMLReport: Report {
  /// What the page tells of requirements besides the record.

  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "report.html") { output in
        var page = HTMLPage(run: run, output: output)
        page.write()
        output = page.output
      }
    ]
  }
}
