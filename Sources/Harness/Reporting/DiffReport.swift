// SPDX-License-Identifier: Apache-2.0
// What changed since the last run, as text.

package import Results

/// The difference of two runs, for a terminal or a log.
package enum DiffReport {
  /// A line for each scenario and requirement that changed, regressions first; the last line sums
  /// it up.
  package static func text(_ diff: RecordDiff) -> String {
    var text = ""
    let lists = [
      ("Regressions:", diff.regressions), ("Mended:", diff.mended), ("Changed:", diff.others),
      ("New:", diff.new), ("Gone:", diff.gone),
    ]
    for (title, changes) in lists where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes { text += "  \(line(change))\n" }
    }
    if !diff.requirements.isEmpty {
      text += "Requirements:\n"
      for change in diff.requirements {
        text += "  \(Visible.line(change.id)): \(change.before.words) → \(change.after.words)\n"
      }
    }
    return text + "\(summary(diff))\n"
  }

  private static func line(_ change: RecordDiff.Change) -> String {
    let name = "\(Visible.name(change.suite)) › \(Visible.name(change.scenario))"
    let kinds = [change.before, change.after].compactMap { $0?.rawValue }
    return "\(name): \(kinds.joined(separator: " → "))"
  }

  private static func summary(_ diff: RecordDiff) -> String {
    if diff.isEmpty { return "no change" }
    return Wording.count(diff.regressions.count, "regression") + ", \(diff.mended.count) mended, "
      + "\(diff.others.count) changed otherwise, \(diff.new.count) new, \(diff.gone.count) gone"
  }
}
