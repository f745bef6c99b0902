// SPDX-License-Identifier: Apache-2.0
// `report html`: the page of any record.

import Record
import Reports
import Text

/// Writes the HTML page of a record.
enum ReportPage {
  /// - Parameter path: The report.json. The page is put beside it, with `.html` instead of `.json`,
  ///   unless `--reports` names a folder.
  static func write(
    of path: String, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let record = try RunRecord(reportAt: path)
    guard let page = HTMLReport().files(of: RunJudgement(record)).first else { return .notWritten }
    let target: String
    if let folder = arguments.value("reports") {
      do throws(FileError) {
        try Files.prepareFolder(folder)
      } catch {
        throw UsageError("--reports '\(folder)': \(error.message)")
      }
      target = "\(folder)/\(page.name)"
    } else {
      target = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + ".html"
    }
    do throws(FileError) {
      try Files.write(to: target) { take in
        withoutActuallyEscaping(take) { take in
          var output = ReportOutput(handingTo: take)
          page.write(to: &output)
          output.finish()
        }
      }
    } catch {
      console.error("error: not written: \(target): \(error.message)\n")
      return .notWritten
    }
    console.output("Report: \(target)\n")
    return .success
  }
}
