// SPDX-License-Identifier: Apache-2.0
// Reads the report.json of a run or an audit, and makes the page of one.

import Formats
import Record
import Reports
import Text

/// The report.json of a run or an audit.
struct RecordFile {
  let record: RunRecord
  /// All that it says.
  let root: JSONValue

  /// - Throws: `UsageError` for a file that is not one.
  init(_ path: String) throws(UsageError) {
    do {
      root = try JSONParser.document(Files.read(path, limit: Files.reportLimitBytes)).root
      record = try RunRecord(root)
    } catch {
      let why =
        switch error {
        case let error as FileError: error.message
        case let error as JSONError: error.description
        case let error as RecordError: error.description
        default: "\(error)"
        }
      throw UsageError("the report '\(path)': \(why)")
    }
  }
}

extension RunRecord {
  /// Reads the report.json of a run.
  init(reportAt path: String) throws(UsageError) { self = try RecordFile(path).record }
}

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
