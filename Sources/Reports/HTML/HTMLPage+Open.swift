// SPDX-License-Identifier: Apache-2.0
// Warnings, and what a run did not judge, in the HTML page.

import Record
import Suites
import Text

extension HTMLPage {
  /// How many warnings are listed, and requirements of one reason.
  private static let (warningLimit, idLimit) = (200, 60)

  mutating func writeWarnings() {
    guard !warnings.isEmpty else { return }
    beginSection(
      "warnings", "Warnings",
      "<p>Warnings are not failures, except with <code>--strict</code>.</p><ul>")
    for group in warnings.prefix(Self.warningLimit) {
      let ids = group.covers.map { link(toRequirement: $0, HTML.code($0)) }
      let place = group.places.first.map { " \(link(to: $0, "Evidence"))" } ?? ""
      output.line(
        "<li>\(HTML.prose(group.title, limit: 600)) <span class=\"covers\">\(ids.joined(separator: " "))</span>\(place)</li>"
      )
    }
    output.line("</ul>")
    let more = warnings.count + warnings.leftOutCount - Self.warningLimit
    if more > 0 {
      output.line("<p>And \(Wording.grouped(more)) more, below at their scenarios.</p>")
    }
    output.line("</section>")
  }

  /// What the section is about: a service is certified, an application judged.
  var openWord: String { run.record.subject == .application ? "judged" : "certified" }

  mutating func writeOpen() {
    guard !open.isEmpty else { return }
    beginSection("open", "What was not \(openWord)", "<ul>")
    for line in open.flatMap(\.lines) {
      let ids = line.ids.prefix(Self.idLimit).map { link(toRequirement: $0, HTML.code($0)) }
      let more = line.ids.count - ids.count
      output.line(
        "<li>\(HTML.prose(line.text)) <span class=\"covers\">\(ids.joined(separator: " "))"
          + "\(more > 0 ? " and \(more) more" : "")</span></li>")
    }
    output.line("</ul></section>")
  }
}
