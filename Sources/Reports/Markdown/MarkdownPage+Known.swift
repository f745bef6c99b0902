// SPDX-License-Identifier: Apache-2.0
// The known failures in the Markdown report.

import Expectations
import Record
import Text

extension MarkdownPage {
  /// How many are listed.
  private static let knownLimit = 15

  mutating func writeKnown() {
    let entries = KnownEntry.all(of: run)
    guard !entries.isEmpty else { return }
    heading("Known failures")
    for entry in entries.prefix(Self.knownLimit) {
      line(
        "- **\(Markdown.text(entry.headline))**: \(Markdown.text(entry.reason)) "
          + "(\(Markdown.code(entry.failure.location.description)))")
    }
    let more = entries.count - Self.knownLimit
    if more > 0 { line("- and \(Wording.grouped(more)) more, in `report.html`") }
  }
}
