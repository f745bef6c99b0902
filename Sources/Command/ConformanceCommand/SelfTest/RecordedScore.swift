// SPDX-License-Identifier: Apache-2.0
// Reads the least score that a folder of suites accepts.

import Host
import JSON
import SourceText

/// The score that is recorded beside suites: `selftest.json` in their folder, `{"score": 0.95}`.
enum RecordedScore {
  static let file = "selftest.json"

  /// The recorded score; nil where none is recorded. That of a folder does not hold for a part of its
  /// suites.
  ///
  /// - Throws: `UsageError` for a file that can't be read.
  static func of(_ arguments: Arguments, _ console: Console) throws(UsageError) -> Double? {
    guard arguments.all("tag").isEmpty, arguments.all("scenario").isEmpty,
      arguments.positional.count < 2,
      let folder = arguments.positional.first ?? SuiteLocation.shipped(console),
      Files.kind(folder) == .folder
    else { return nil }
    let path = "\(folder)/\(file)"
    guard Files.kind(path) == .file else { return nil }
    do {
      let value = try JSONParser.document(try Files.read(path)).root
      if let score = value["score"]?.number?.double, 0...1 ~= score { return score }
      throw UsageError("\(path): expected a score from 0 to 1, as in {\"score\": 0.95}")
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(path): \(error)")
    }
  }
}
