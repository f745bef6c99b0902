// SPDX-License-Identifier: Apache-2.0
// The difference of two runs as text.

package import Results

extension RecordDiff {
  /// A line for each scenario and requirement that changed, regressions first, and a line that
  /// sums it up.
  package var text: String {
    var text = ""
    let lists = [
      ("Regressions:", regressions), ("Fixed:", fixed), ("Changed:", others),
      ("New:", new), ("Gone:", gone),
    ]
    for (title, changes) in lists where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes { text += "  \(Self.line(change))\n" }
    }
    if !requirements.isEmpty {
      text += "Requirements:\n"
      for change in requirements {
        text += "  \(Visible.line(change.id)): \(change.before.words) → \(change.after.words)\n"
      }
    }
    return text + "\(summary)\n"
  }

  private static func line(_ change: RecordDiff.Change) -> String {
    let name = "\(Visible.name(change.suite)) › \(Visible.name(change.scenario))"
    let kinds = [change.before, change.after].compactMap { $0?.rawValue }
    return "\(name): \(kinds.joined(separator: " → "))"
  }

  private var summary: String {
    if isEmpty { return "no change" }
    return Wording.count(regressions.count, "regression") + ", \(fixed.count) fixed, "
      + "\(others.count) changed otherwise, \(new.count) new, \(gone.count) gone"
  }
}
