// SPDX-License-Identifier: Apache-2.0
// The whole record as JSON.

package import Results

/// The record, for tools: `report merge` and `report diff` read it.
package struct JSONReport: Report {
  package init() {}

  package func write(_ run: RunJudgement, to output: inout ReportOutput) {
    RunRecord.write(run) { output.write($0) }
  }
}
