// SPDX-License-Identifier: Apache-2.0
// The scores that a self-test must reach.

import Command
import Formats
import Suites
import Text

/// The scores that are recorded beside suites and rules: `selftest.json` in their folder,
/// `{"score": 0.95, "recordings": 0.9}`.
struct RecordedScore {
  /// The least score of the suites; nil where any is accepted.
  var mutants: Double?
  /// The least score of the rules.
  var recordings: Double?

  static let file = "selftest.json"
}

extension RecordedScore {
  /// The recorded scores. That of a folder does not hold for a part of its suites, nor that of rules
  /// for another recording than the run.
  ///
  /// - Throws: `UsageError` for a file that can't be read.
  static func of(_ arguments: Arguments, _ console: Console) throws(UsageError) -> RecordedScore {
    guard arguments.all("tag").isEmpty, arguments.all("scenario").isEmpty else {
      return RecordedScore()
    }
    let rules = arguments.all(AuditOptions.rulesOption.name)
    if RecordingChoice.isAll(arguments) {
      guard rules.count == 1 else { return RecordedScore() }
      return RecordedScore(recordings: try read(rules[0])?.recordings)
    }
    guard arguments.positional.count < 2,
      let folder = arguments.positional.first ?? SuiteLocation.shipped(console)
    else { return RecordedScore() }
    return try read(folder) ?? RecordedScore()
  }

  /// The scores of a folder; nil where none are recorded.
  private static func read(_ folder: String) throws(UsageError) -> RecordedScore? {
    guard Files.kind(folder) == .folder else { return nil }
    let path = "\(folder)/\(file)"
    guard Files.kind(path) == .file else { return nil }
    do {
      let value = try JSONParser.document(try Files.read(path)).root
      let score = RecordedScore(
        mutants: try score("score", of: value, path),
        recordings: try score("recordings", of: value, path))
      guard score.mutants != nil || score.recordings != nil else { throw mistake(path) }
      return score
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(path): \(error)")
    }
  }

  private static func score(
    _ name: String, of value: JSONValue, _ path: String
  ) throws(UsageError) -> Double? {
    guard let member = value[name] else { return nil }
    guard let score = member.number?.double, 0...1 ~= score else { throw mistake(path) }
    return score
  }

  private static func mistake(_ path: String) -> UsageError {
    UsageError("\(path): expected scores from 0 to 1, as in {\"score\": 0.95, \"recordings\": 0.9}")
  }
}
