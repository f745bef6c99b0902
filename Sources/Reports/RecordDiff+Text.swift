// SPDX-License-Identifier: Apache-2.0
// Two runs compared, as text.

package import Record
package import Text

extension RecordDiff {
  /// A line for each scenario and requirement that changed, regressions first, and a line that
  /// sums it up.
  package var text: Printed {
    var text = Printed()
    if let selections {
      text += "The runs selected different scenarios, so what follows may come from that:\n"
      text += "  before: \(Self.line(selections.before))\n"
      text += "  after: \(Self.line(selections.after))\n"
    }
    let lists = [
      ("Regressions:", regressions), ("Fixed:", fixed), ("Changed:", others),
      ("New:", new), ("Gone:", gone),
    ]
    for (title, changes) in lists where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes { text += "  \(Self.line(change))\n" }
    }
    for (title, changes) in [("Proved no more:", unproved), ("Requirements:", requirements)]
    where !changes.isEmpty {
      text += "\(title)\n"
      for change in changes {
        text += "  \(Sanitized.line(change.id)): \(change.before.words) → \(change.after.words)\n"
      }
    }
    return "\(text)\(summary)\n"
  }

  private static func line(_ change: RecordDiff.Change) -> String {
    let name = "\(Sanitized.name(change.suite)) › \(Sanitized.name(change.scenario))"
    let kinds = [change.before, change.after].compactMap { $0?.rawValue }
    return "\(name): \(kinds.joined(separator: " → "))"
  }

  /// `3 of 737 scenarios (--scenario 'sign in')`, or `all scenarios`.
  private static func line(_ selection: SelectionRecord?) -> String {
    guard let selection else { return "all scenarios" }
    let words =
      selection.paths.map { Sanitized.name($0) }
      + selection.options.map {
        $0.value.isEmpty ? $0.name : "\($0.name) '\(Sanitized.name($0.value))'"
      }
    let count =
      "\(Wording.grouped(selection.selected)) of \(Wording.count(selection.total, "scenario"))"
    return "\(count) (\(words.joined(separator: " ")))"
  }

  private var summary: String {
    if isEmpty { return "no change" }
    let proofs =
      unproved.isEmpty ? "" : ", \(Wording.count(unproved.count, "requirement")) proved no more"
    return Wording.count(regressions.count, "regression") + proofs + ", \(fixed.count) fixed, "
      + "\(others.count) changed otherwise, \(new.count) new, \(gone.count) gone"
  }
}
