// SPDX-License-Identifier: Apache-2.0
// The known failures in the summary on a terminal.

import Expectations
import Record
import Text

extension TerminalSummary {
  /// How many are listed.
  private static let knownLimit = 3

  /// The known failures that failed, are right now, or have expired, each in a line.
  var known: Printed {
    let entries = KnownEntry.all(of: run)
    var text = Printed()
    guard !entries.isEmpty else { return text }
    text.line(report.paint("Known failures:", .yellow))
    for entry in entries.prefix(Self.knownLimit) {
      text += report.layout.line("\(entry.headline): \(entry.reason)", indent: 2)
    }
    let more = entries.count - Self.knownLimit
    if more > 0 { text.line("  and \(Wording.grouped(more)) more: see the report") }
    return text
  }
}
