// SPDX-License-Identifier: Apache-2.0
// The record of a run as JSON, for tools.

package import Record
import Text

/// The record as JSON, for tools; `report merge` and `report diff` read it.
package struct JSONReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [ReportFile(name: "report.json") { output in RunRecord.write(run) { output.write($0) } }]
  }
}
