// SPDX-License-Identifier: Apache-2.0
// The known failures in the HTML page.

import Expectations
import Record
import Text

extension HTMLPage {
  /// How many are listed; the record has all.
  private static let knownLimit = 500

  mutating func writeKnown() {
    let entries = KnownEntry.all(of: run)
    guard !entries.isEmpty else { return }
    beginSection("known", "Known failures", "<ul>")
    for entry in entries.prefix(Self.knownLimit) {
      output.line(
        "<li><strong>\(HTML.text(entry.headline))</strong>: \(HTML.text(entry.reason)) "
          + "(\(HTML.code(entry.failure.location.description)))</li>")
    }
    output.line("</ul>")
    if entries.count > Self.knownLimit {
      output.line("<p>And \(Wording.grouped(entries.count - Self.knownLimit)) more.</p>")
    }
    output.line("</section>")
  }
}
