// SPDX-License-Identifier: Apache-2.0
// The certificate: the report that a person reads and hands in.

package import Record

/// The run as Markdown that also reads well as plain text.
///
/// In this order: the verdict and what to fix, what was certified, the requirements phase by
/// phase, each failure, what was skipped, the alternatives that the service chose, warnings,
/// violations of HTTP itself, how to read the report.
package struct MarkdownReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "report.md") { output in
        var page = MarkdownPage(run: run, output: output)
        page.write()
        output = page.output
      }
    ]
  }
}
