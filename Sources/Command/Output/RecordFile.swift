// SPDX-License-Identifier: Apache-2.0
// Reads the report.json of a run or an audit.

import Formats
import Record
import Suites
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
