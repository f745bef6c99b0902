// SPDX-License-Identifier: Apache-2.0
// The whole record as JSON.

package import Record

/// The record as JSON, for tools; `report merge` and `report diff` read it.
package struct JSONReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [ReportFile(name: "report.json") { output in RunRecord.write(run) { output.write($0) } }]
  }
}
