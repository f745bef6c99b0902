// SPDX-License-Identifier: Apache-2.0
// Reads the file that `selftest --json` writes.

import Host
import JSON
import Results
import SourceText

/// The file of a score, for `run --selftest`.
enum ScoreFile {
  /// - Throws: `UsageError` for a file that is not one.
  static func read(_ path: String) throws(UsageError) -> Sharpness {
    let hint = "'selftest --json FILE' writes such a file"
    do {
      return try Sharpness(try JSONParser.document(try Files.read(path)).root)
    } catch let error as FileError {
      throw UsageError("--selftest '\(path)': \(error.message); \(hint)")
    } catch {
      throw UsageError("--selftest '\(path)': \(error); \(hint)")
    }
  }
}
