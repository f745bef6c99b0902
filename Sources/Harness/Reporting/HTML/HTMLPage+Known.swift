// SPDX-License-Identifier: Apache-2.0
// The known failures in the HTML page.

import Results

extension HTMLPage {
  /// How many are listed; the record has all.
  private static let knownLimit = 500
  /// How many cases are named of one.
  private static let caseLimit = 20

  mutating func writeKnown() {
    let entries = KnownEntry.all(of: run)
    guard !entries.isEmpty else { return }
    output.line(
      "<section id=\"known\" aria-labelledby=\"known-title\">"
        + "<h2 id=\"known-title\">Known failures</h2><ul>")
    for entry in entries.prefix(Self.knownLimit) {
      output.line(
        "<li><strong>\(HTML.text(entry.headline))</strong>: \(HTML.text(entry.reason)) "
          + "(\(HTML.code(entry.failure.location.description)))</li>")
    }
    output.line("</ul>")
    if entries.count > Self.knownLimit {
      output.line("<p>And \(Wording.grouped(entries.count - Self.knownLimit)) more.</p>")
    }
    let places = run.known.flatMap(\.failing)
    if !places.isEmpty {
      output.line("<ul>")
      for place in places.prefix(Self.caseLimit) {
        let place = IncidentGroup.Place(suite: place.suite, scenario: place.scenario)
        output.line(
          "<li>\(link(to: place, HTML.text(run.record.scenario(at: place).name)))</li>")
      }
      output.line("</ul>")
    }
    output.line("</section>")
  }
}
