// SPDX-License-Identifier: Apache-2.0
// Makes the page of a report.json anew.

import Record
import Reports
import Suites
import Text

/// The page that `report html` makes of a report.json.
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
      try UsageError.naming("--reports '\(folder)'") { () throws(FileError) in
        try Files.prepareFolder(folder)
      }
      target = "\(folder)/\(page.name)"
    } else {
      target = (path.hasSuffix(".json") ? String(path.dropLast(5)) : path) + ".html"
    }
    let isWritten = console.saves(target) { () throws(FileError) in
      try Files.write(to: target) { page.write($0) }
    }
    guard isWritten else { return .notWritten }
    console.output("Report: \(target)\n")
    return .success
  }
}
