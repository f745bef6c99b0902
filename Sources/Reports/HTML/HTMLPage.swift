// SPDX-License-Identifier: Apache-2.0
// The report as one page for a browser: its head, its verdict, what to fix.

import Expectations
package import Record
import Suites
import Text

/// The run as one HTML page that works offline and asks for nothing else: the verdict and what to
/// fix, every requirement, every scenario with its evidence. It can be read without script; with it,
/// the page filters.
package struct HTMLReport: Report {
  package init() {}

  package func files(of run: RunJudgement) -> [ReportFile] {
    [
      ReportFile(name: "report.html") { output in
        var page = HTMLPage(run: run, output: output)
        page.write()
        output = page.output
      }
    ]
  }
}

/// The HTML page of one run, as far as it is written.
struct HTMLPage {
  let run: RunJudgement
  var output: ReportOutput
  let failures: IncidentGroups
  let warnings: IncidentGroups
  /// What was not judged, and why, with the party that it would have judged.
  let open: [(subject: JudgedSide, lines: [OpenLine])]
  let calls: CallNames
  /// The names of the calls that many steps make, by what makes them.
  var callNames: [[String]: String] = [:]
  /// How many findings have an anchor.
  var findingCount = 0
  /// How many exchanges of passed scenarios, and of failures that others show whole, are written.
  var (passedExchangeCount, foldedFaultCount) = (0, 0)
  /// The ids in the page of the scenarios that it shows.
  let anchors: [CasePlace: String]
  /// The requirements at which right exchanges stand in the page, by the lines of the exchanges.
  var examples: [[String]: String] = [:]
  /// The public pages that requirements come from, each once.
  let sources: [WebAddress]
  let stepTables: [StepCells.Table]
  /// The steps in these tables.
  let stepNumbers: Set<CookbookStep>
  /// The suites in the order in which the page shows them.
  let parts: [SuitePart]

  /// How many cookbooks, preflights counted as one, are listed without being asked for.
  private static let openListLimit = 3
  /// How many scenarios the page shows. Those that did not pass come first.
  private static let scenarioLimit = 2000

  init(run: RunJudgement, output: ReportOutput) {
    self.run = run
    self.output = output
    failures = IncidentGroup.failures(of: run)
    warnings = IncidentGroup.warnings(of: run)
    calls = CallNames(run.requirements.values)
    open = run.record.subject.halves.map { ($0, run.openLines(of: $0)) }
      .filter { !$0.lines.isEmpty }
    anchors = Self.anchors(run)
    sources = Self.sources(run)
    stepTables = StepCells.Table.all(run)
    stepNumbers = Set(
      stepTables.flatMap { table in
        table.steps.map { CookbookStep(cookbook: table.cookbook, number: $0.number) }
      })
    parts = SuitePart.all(run.record).map { part in
      SuitePart(
        cookbook: part.cookbook, kind: part.kind,
        suites: part.suites.filter { !run.record.suites[$0].scenarios.isEmpty })
    }
  }
}

extension HTMLPage {
  /// Writes the whole page.
  mutating func write() {
    writeHead()
    writeVerdict()
    writeFilter()
    output.line("<main id=\"content\">")
    writeFixes()
    writeKnown()
    writeWarnings()
    writeStepTables()
    writeOpen()
    writeAttestations()
    writeSubject()
    writeMatrix()
    writeRequirements()
    writeScenarios()
    writeSources()
    output.line("</main>")
    writeFoot()
  }

  private mutating func writeHead() {
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src "
      + "'\(Self.policyDigest(HTMLAssets.style))'; script-src "
      + "'\(Self.policyDigest(HTMLAssets.script))'"
    output.write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTML.text(title))</title>
      <link rel="icon" href="data:,">
      <style>\(HTMLAssets.style)</style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the report</a>

      """)
  }

  /// The name by which a policy allows a text in the page.
  static func policyDigest(_ text: String) -> String {
    "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))"
  }

  private var title: String { "\(run.outcome.kind.words) – \(run.record.target.name)" }

  private mutating func writeVerdict() {
    let outcome = run.outcome
    let isGood = outcome.status == 0
    let sentence = outcome.sentence.prefix(1).uppercased() + outcome.sentence.dropFirst()
    output.write(
      """
      <header class="\(isGood ? "good" : "bad")">
      <p class="badge"><span aria-hidden="true">\(isGood ? "✓" : "✗")</span> \(HTML.text(outcome.kind.words))</p>
      <h1>\(HTML.text(sentence))</h1>
      \(subject)
      \(counts)
      <p class="note">\(HTML.text(run.numbers))</p>\(run.sporadic.map { "<p class=\"advice\">\(HTML.text($0))</p>" } ?? "")
      <nav aria-label="Parts of the report"><ul>
      \(failures.isEmpty ? "" : "<li><a href=\"#fix\">What to fix</a></li>")\(warnings.isEmpty ? "" : "<li><a href=\"#warnings\">Warnings</a></li>")\(stepTables.isEmpty ? "" : "<li><a href=\"#steps\">Steps</a></li>")\(open.isEmpty ? "" : "<li><a href=\"#open\">What was not \(openWord)</a></li>")<li><a href="#subject">What was certified</a></li><li><a href="#phases">Phases</a></li><li><a href="#requirements">Requirements</a></li><li><a href="#scenarios">\(caseTitle)</a></li>
      </ul></nav>
      \(partLinks)
      </header>

      """)
  }

  /// Links to the scenarios of each cookbook: its walk, and its phases in their order.
  private var partLinks: String {
    let lists = parts.map(\.cookbook).unique.compactMap { cookbook -> String? in
      let links = parts.filter { $0.cookbook == cookbook }.compactMap(link)
      if links.isEmpty { return nil }
      let name = cookbook.map { "<span>\(HTML.text($0))</span>" } ?? ""
      return "<li>\(name)<ul>\(links.joined())</ul></li>"
    }
    if lists.isEmpty { return "" }
    // More would hide the rest of the page.
    let isOpen = lists.count <= Self.openListLimit
    let title = "\(caseTitle) by cookbook and phase"
    return "<nav aria-label=\"\(title)\"><details\(isOpen ? " open" : "")>"
      + "<summary>\(title)</summary><ul class=\"parts\">\(lists.joined())</ul></details></nav>"
  }

  /// An item with a link to the scenarios of a part. To the steps of a phase that has none: suites of
  /// a base cookbook are about it. nil where it has neither.
  private func link(to part: SuitePart) -> String? {
    let title = HTML.text(part.cookbook == nil ? part.fullTitle : part.title)
    if part.suites.isEmpty {
      guard let cookbook = part.cookbook, case .phase(let id, _) = part.kind else { return nil }
      let link = link(toSteps: id, in: cookbook, title)
      return link == title ? nil : "<li>\(link)</li>"
    }
    let faults = part.suites.reduce(0) { $0 + run.scenarios[$1].count { $0.kind.isFault } }
    let count = faults == 0 ? "" : " <b class=\"failed\">\(Wording.grouped(faults)) failed</b>"
    return "<li>\(HTML.link(to: Self.anchor(of: part), title))\(count)</li>"
  }

  /// What was judged, by what and when.
  private var subject: String {
    let parts = SubjectPart.all(of: run).map { part in
      let values = [HTML.text(part.words)] + part.codes.map { HTML.code($0) }
      let text = values.filter { !$0.isEmpty }.joined(separator: ", ")
      return "<li><span>\(part.name)</span> \(text)</li>"
    }
    return "<ul class=\"facts\" aria-label=\"What was judged\">\(parts.joined())</ul>"
  }

  /// The counts of scenarios, preflights apart, in their colours: a bar, and links that filter.
  private var counts: String {
    let counted = zip(run.record.suites, run.scenarios).filter { !$0.0.isPreflight }
    let all = Self.choices.compactMap { choice -> (id: String, words: String, count: Int)? in
      let verdicts = Set(choice.verdicts)
      let count = counted.flatMap(\.1).count { verdicts.contains(Self.verdict(of: $0)) }
      return count == 0 ? nil : (choice.id, choice.words, count)
    }
    let sum = all.reduce(0) { $0 + $1.count }
    if sum == 0 { return "" }
    var x = 0.0
    let parts = all.map { part in
      let width = Double(part.count) * 1000 / Double(sum)
      defer { x += width }
      return "<rect class=\"\(part.id)\" x=\"\(Int(x))\" width=\"\(Int(width) + 1)\" height=\"8\"/>"
    }
    let links = all.map { part in
      "<li><a class=\"chip \(part.id)\" href=\"#\(part.id)\"><b>\(Wording.grouped(part.count))</b> \(part.words)</a></li>"
    }
    return """
      <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">\(parts.joined())</svg>
      <ul class="chips" aria-label="\(caseTitle)">\(links.joined())</ul>
      """
  }

  /// - Parameter list: The element that begins the section after its title.
  mutating func beginSection(_ id: String, _ title: String, _ list: String = "") {
    output.line(
      "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">"
        + "<h2 id=\"\(id)-title\">\(title)</h2>\(list)")
  }

  private mutating func writeFixes() {
    guard !failures.isEmpty else { return }
    let cause = run.clockFinding.map {
      "<p class=\"advice\">First, since most of what follows may come from it: \(HTML.text($0))</p>"
    }
    beginSection("fix", "What to fix", "\(cause ?? "")<ol>")
    for (index, group) in failures.prefix(IncidentGroup.fixLimit).enumerated() {
      writeFix(group, number: index + 1)
    }
    output.line("</ol>")
    let more = failures.count + failures.leftOutCount - IncidentGroup.fixLimit
    if more > 0 {
      output.line("<p>And \(Wording.grouped(more)) more, below at their scenarios.</p>")
    }
    output.line("</section>")
  }

  private mutating func writeFix(_ group: IncidentGroup, number: Int) {
    output.line(
      "<li id=\"fix-\(number)\" class=\"fix\" data-verdict=\"\(group.isError ? "error" : "failed")\""
        + " data-phase=\"\(HTML.text(phases(of: group)))\"><h3>\(HTML.prose(group.title, limit: 600))</h3>"
    )
    if group.isOfTraffic { output.line("<p class=\"note\">\(HTML.text(group.occasions))</p>") }
    if let advice = group.remedy(in: run) {
      output.line("<p class=\"advice\">What to do: \(HTML.prose(advice))</p>")
    }
    if let calls = group.otherCalls { output.line("<p>Also at: \(HTML.text(calls))</p>") }
    if let doubt = group.doubt { output.line("<p>\(HTML.text(doubt))</p>") }
    let asked = group.broken
    for id in asked.prefix(1) { output.line("<p>\(demand(id))</p>") }
    if let finding = group.telling {
      output.line(
        "<dl><dt>Expected</dt><dd class=\"expected\">\(HTML.prose(finding.words, limit: 300))</dd>"
          + "<dt>Found</dt><dd class=\"found\">\(HTML.found(finding, limit: 300))"
          + (group.answer.map { ": \(HTML.code($0))" } ?? "") + "</dd></dl>")
    }
    if let situation = group.situation(in: run) {
      let exchange = group.incident.step?.exchanges.last.map { "; \(HTML.code($0.summary))" } ?? ""
      output.line("<p>When: \(HTML.text(situation))\(exchange)</p>")
    }
    if asked.count > 1 {
      output.line(
        "<details><summary>\(Wording.count(asked.count - 1, "other requirement")) \(asked.count == 2 ? "is" : "are") broken with it</summary><ul>"
      )
      for id in asked.dropFirst().prefix(20) { output.line("<li>\(demand(id))</li>") }
      output.line("</ul></details>")
    }
    if let effect = group.effect(in: run) {
      output.line("<p class=\"note\">For a viewer: \(HTML.prose(effect))</p>")
    }
    if let place = group.places.first {
      let scenario = run.record.scenario(at: place)
      let more = group.places.count - 1
      let others = more > 0 ? " and \(Wording.count(more, "other"))" : ""
      output.line("<p>Evidence: \(link(to: place, HTML.text(scenario.name)))\(others)</p>")
    } else if let fragment = group.fragments.first {
      output.line(
        "<p>Evidence: \(HTML.link(to: Self.anchor(ofFragment: fragment), "the preparation \(HTML.text(fragment.name))"))</p>"
      )
    }
    output.line("</li>")
  }

  /// The phases that a thing to fix is of, for the filter.
  private func phases(of group: IncidentGroup) -> String {
    let own = group.places.map { run.record.suites[$0.suite].phase }
    let asked = run.coverage.cookbooks.flatMap(\.phases).filter { phase in
      phase.rows.contains { group.broken.contains($0.requirement.id) }
    }
    return (own + [group.suite.phase] + asked.map(\.id)).compactMap(\.self).unique
      .joined(separator: " ")
  }

  /// A requirement with its sentence and its source.
  func demand(_ id: String) -> String {
    let requirement = run.requirements[id]
    let source = requirement?.url.map { " (\(HTML.link(to: $0, "source")))" } ?? ""
    let sentence =
      requirement.map {
        " <span class=\"level\">\(HTML.text($0.standing))</span> \(HTML.prose($0.text))\(source)"
      } ?? ""
    return link(toRequirement: id, HTML.code(id)) + sentence
  }

  private mutating func writeFoot() {
    let tool = run.record.tool
    output.write(
      """
      <footer><p>\(HTML.text(tool.name)) \(HTML.text(tool.version)). Secrets, tokens and device identifiers are masked. <code>report.json</code> has the whole record.</p></footer>
      <script>\(HTMLAssets.script)</script>
      </body>
      </html>

      """)
  }

  /// The id of a requirement's row.
  static func anchor(ofRequirement id: String) -> String { "requirement-\(slug(id))" }

  /// The id of a step of a cookbook, by its number.
  static func anchor(ofStep number: String, in cookbook: String) -> String {
    "step-\(slug("\(cookbook) \(number)"))"
  }

  /// The id of the steps of a phase.
  static func anchor(ofSteps phase: String, in cookbook: String) -> String {
    "steps-\(slug("\(cookbook) \(phase)"))"
  }

  /// The id of the scenarios of a part.
  static func anchor(of part: SuitePart) -> String { "scenarios-\(slug(part.name))" }

  static func anchor(ofAmbiguity id: String) -> String { "ambiguity-\(slug(id))" }

  static func anchor(ofFragment fragment: SharedFragmentRecord) -> String {
    "fragment-\(slug(fragment.name))-\(fragment.id)"
  }

  /// A link to a requirement; its text alone where no catalogue has it.
  func link(toRequirement id: String, _ inner: String) -> String {
    run.requirements[id] == nil ? inner : HTML.link(to: Self.anchor(ofRequirement: id), inner)
  }

  /// A link to a scenario; its text alone where the page does not show it.
  func link(to place: CasePlace, _ inner: String) -> String {
    anchors[place].map { HTML.link(to: $0, inner) } ?? inner
  }

  /// An id for each scenario that is shown, from the names of suite and scenario, so that it is the
  /// same in each run; where two are alike, with a number.
  private static func anchors(_ run: RunJudgement) -> [CasePlace: String] {
    let places = run.scenarios.enumerated().flatMap { suite, judgements in
      judgements.indices.map { CasePlace(suite: suite, scenario: $0) }
    }
    func isFault(_ place: CasePlace) -> Bool {
      run.scenarios[place.suite][place.scenario].kind.isFault
    }
    let faultsFirst = places.filter(isFault) + places.filter { !isFault($0) }
    var seen: [String: Int] = [:]
    var anchors: [CasePlace: String] = [:]
    for place in faultsFirst.prefix(scenarioLimit).sorted(by: {
      ($0.suite, $0.scenario) < ($1.suite, $1.scenario)
    }) {
      let name = run.record.scenario(at: place).name
      let id = "scenario-\(slug(run.record.suites[place.suite].name))-\(slug(name))"
      let number = seen[id, default: 0] + 1
      seen[id] = number
      anchors[place] = number == 1 ? id : "\(id)-\(number)"
    }
    return anchors
  }

  /// Letters and digits of a name in lower case, with a dash for each run of anything else.
  private static func slug(_ text: String) -> String {
    var output = ""
    for byte in text.utf8.prefix(200) {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: output.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x41...0x5A: output.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      default: if output.last != "-" { output += "-" }
      }
    }
    return output
  }
}
