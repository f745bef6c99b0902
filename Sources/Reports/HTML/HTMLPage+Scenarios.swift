// SPDX-License-Identifier: Apache-2.0
// Every scenario with its steps, in the HTML page.

import Record
import Suites
import Text

extension HTMLPage {
  /// How many scenarios that did not pass are shown with all exchanges. With 1,000 scenarios the page
  /// stays under 2 MB.
  private static let evidenceLimit = 10
  /// How many exchanges of passed scenarios are shown: more make a page that no browser likes.
  private static let passedExchangeLimit = 1000
  /// How many exchanges of failures are shown on demand, besides those that are shown at once.
  private static let foldedLimit = 100

  /// The verdicts that a reader asks for together, by the word that stands for them in the address.
  static let choices: [(id: String, words: String, verdicts: [String])] = [
    ("failed", "failed or in error", ["failed", "error"]),
    ("known-failures", "known failures", ["known"]), ("warned", "with warnings", ["warned"]),
    ("passed", "passed", ["passed"]),
    (
      "unjudged", "not judged",
      ["skipped", "blocked", "not-reached", "not-judged", "unproved", "interrupted"]
    ),
    (
      "unseen", "not shown by this side",
      RequirementVerdict.allCases.filter(\.isUnseen).map(\.rawValue)
    ),
  ]

  /// The verdict on a scenario by which the page filters.
  static func verdict(of judgement: ScenarioJudgement) -> String {
    let isWarned = !judgement.warnings.isEmpty && judgement.kind == .passed
    return isWarned ? "warned" : judgement.kind.rawValue
  }

  mutating func writeFilter() {
    let phases = run.record.catalogues.flatMap(\.phasesOnTheWay)
    let options = phases.map(\.id).unique.map { id in
      // Two cookbooks may name a phase each in their own way.
      let titles = phases.filter { $0.id == id }.map(\.title).unique.joined(separator: " / ")
      return "<option value=\"\(HTML.text(id))\">\(HTML.text(PhaseTable.name(id, titles)))</option>"
    }
    let verdicts = Self.choices.map {
      "<option value=\"\($0.id)\" data-verdicts=\"\($0.verdicts.joined(separator: " "))\">\($0.words)</option>"
    }
    // The list has more than the number of scenarios that commands tell.
    let cases = caseTitle.lowercased() + (run.totals.preflights > 0 ? " and preflights" : "")
    output.line(
      """
      <form id="filter" role="search" data-cases="\(cases)" aria-label="Filter requirements and scenarios" hidden>
      <label>Filter <input type="search" id="filter-text" placeholder="name, requirement, path" title="/ leads here, Enter to the first match"></label>
      <label>Verdict <select id="filter-verdict"><option value="">all</option>\(verdicts.joined())</select></label>
      <label>Phase <select id="filter-phase"><option value="">all</option>\(options.joined())</select></label>
      <label>Order <select id="order"><option value="">by cookbook</option><option value="duration">slowest first</option></select></label>
      <button type="button" id="expand">Open all</button>
      <p id="filter-count" role="status"></p>
      </form>
      """)
  }

  /// Whether the record has the exchanges of a scenario that passed.
  private var showsPassedExchanges: Bool {
    run.record.suites.flatMap(\.scenarios).contains { scenario in
      scenario.verdict.kind == .passed && scenario.steps.contains(where: \.hasDetail)
    }
  }

  mutating func writeScenarios() {
    beginSection("scenarios", caseTitle)
    // Without script, a link to some verdicts leads to all of them.
    for choice in Self.choices { output.write("<span id=\"\(choice.id)\"></span>") }
    output.line()
    if run.record.subject != .application, !showsPassedExchanges {
      output.line(
        "<p class=\"note\">Requests and answers of passed scenarios are here after a run with "
          + "<code>--verbose</code>.</p>")
    }
    if !run.fragmentCases.isEmpty { output.line("<h3>Shared fragments</h3>") }
    for fragment in run.fragmentCases { write(fragment) }
    let withEvidence = placesWithEvidence
    let firstOfCause = firstOfCause(among: withEvidence)
    for part in parts where !part.suites.isEmpty {
      output.line(
        "<div class=\"part\"><h3 id=\"\(Self.anchor(of: part))\">\(HTML.text(part.fullTitle))</h3>")
      for number in part.suites {
        write(run.record.suites[number], number: number, withEvidence, firstOfCause)
      }
      output.line("</div>")
    }
    let leftOut = run.scenarios.reduce(0) { $0 + $1.count } - anchors.count
    if leftOut > 0 {
      output.line("<p>And \(Wording.grouped(leftOut)) more, in <code>report.json</code>.</p>")
    }
    output.line("</section>")
  }

  /// Writes a suite with its scenarios.
  private mutating func write(
    _ suite: SuiteRecord, number index: Int, _ withEvidence: Set<CasePlace>,
    _ firstOfCause: [CasePlace: CasePlace]
  ) {
    let judgements = run.scenarios[index]
    let isBad = judgements.contains { $0.kind.isFault }
    output.line(
      "<details class=\"group\"\(isBad ? " open" : "")><summary><h4>\(HTML.text(suite.name))</h4> "
        + "<span class=\"count\">\(Self.counts(judgements.map(\.kind)) { kind, _ in kind.words })</span></summary>"
    )
    if let about = suite.about { output.line("<p class=\"about\">\(HTML.prose(about))</p>") }
    for (number, judgement) in judgements.enumerated() {
      let place = CasePlace(suite: index, scenario: number)
      guard let anchor = anchors[place] else { continue }
      let shown = withEvidence.contains(place) ? nil : firstOfCause[place]
      write(
        suite.scenarios[number], of: suite, judgement, anchor: anchor,
        showsEvidence: withEvidence.contains(place), shownAt: shown)
    }
    output.line("</details>")
  }

  /// The scenarios that are shown with all exchanges: the first one of each cause, then the first ones
  /// of all.
  var placesWithEvidence: Set<CasePlace> {
    var places = Set(failures.prefix(Self.evidenceLimit).compactMap(\.places.first))
    for (suite, judgements) in run.scenarios.enumerated() {
      for (scenario, judgement) in judgements.enumerated() where judgement.kind.isFault {
        if places.count >= Self.evidenceLimit { return places }
        places.insert(CasePlace(suite: suite, scenario: scenario))
      }
    }
    return places
  }

  /// For each scenario that failed of a cause, the one of the same cause that is shown with its
  /// exchanges.
  private func firstOfCause(among shown: Set<CasePlace>) -> [CasePlace: CasePlace] {
    var firsts: [CasePlace: CasePlace] = [:]
    for group in failures {
      guard let first = group.places.first(where: shown.contains) else { continue }
      for place in group.places where firsts[place] == nil { firsts[place] = first }
    }
    return firsts
  }

  /// The name of the cases: a service is tried in scenarios, an application judged by rules.
  var caseTitle: String {
    run.record.subject.halves.map { $0 == .application ? "Rules" : "Scenarios" }
      .joined(separator: " and ")
  }

  private mutating func write(_ fragment: FragmentCase) {
    let record = fragment.scenario
    let anchor = Self.anchor(ofFragment: fragment.fragment)
    output.line(
      "<details class=\"scenario row shown\" id=\"\(anchor)\" data-verdict=\"\(record.verdict.kind.rawValue)\""
        + " data-phase=\"\" open><summary>"
        + Self.badge(record.verdict.kind.rawValue, record.verdict.kind.words)
        + " <h4>Shared fragment \(HTML.text(record.name))</h4></summary>")
    let shown = ShownScenario(
      record: record, cookbook: fragment.suite.cookbook,
      command: run.record.repeatCommand(of: fragment.fragment))
    writeSteps(shown, of: fragment.suite, anchor: anchor, showsEvidence: true)
    output.line("</details>")
  }

  private mutating func write(
    _ scenario: ScenarioRecord, of suite: SuiteRecord, _ judgement: ScenarioJudgement,
    anchor: String, showsEvidence: Bool, shownAt first: CasePlace?
  ) {
    let verdict = Self.verdict(of: judgement)
    // On paper, the exchanges of one failure are enough.
    let isLead = failures.first?.places.first.map { anchors[$0] == anchor } ?? false
    output.line(
      "<details data-duration=\"\(scenario.duration.wholeMilliseconds)\""
        + " class=\"scenario row\(showsEvidence ? " shown" : "")\(isLead ? " lead" : "")\" id=\"\(anchor)\" data-verdict=\"\(verdict)\""
        + " data-phase=\"\(HTML.text(suite.phase ?? ""))\"\(judgement.kind.isFault ? " open" : "")>"
        + "<summary>\(Self.badge(verdict, verdict == "warned" ? "passed with a warning" : judgement.kind.words)) "
        + "<h5>\(HTML.text(scenario.name.withoutVariables))</h5></summary>")
    if let about = scenario.about { output.line("<p class=\"about\">\(HTML.prose(about))</p>") }
    output.line(
      "<p class=\"where\">\(HTML.code(scenario.location.description)), "
        + "\(Wording.duration(scenario.duration))</p>")
    let problem = scenario.steps.isEmpty ? scenario.verdict.problem?.message : nil
    if let why = scenario.verdict.reason ?? problem { output.line("<p>\(HTML.prose(why))</p>") }
    if let first {
      let name = HTML.text(run.record.scenario(at: first).name)
      output.line("<p>The exchanges of the same cause: \(link(to: first, name)).</p>")
    }
    if showsEvidence || !judgement.kind.isFault {
      let shown = ShownScenario(
        record: scenario, cookbook: suite.cookbook,
        command: run.record.repeatCommand(of: scenario, in: suite))
      writeSteps(shown, of: suite, anchor: anchor, showsEvidence: showsEvidence)
    } else {
      writeFaults(scenario.steps, of: suite)
    }
    output.line("</details>")
  }

  /// Writes the steps of a scenario that went wrong, without the others: another scenario shows the
  /// whole way to the failure.
  private mutating func writeFaults(_ steps: [StepRecord], of suite: SuiteRecord) {
    let faults = steps.filter { $0.verdict.kind.isFault || !$0.warnings.isEmpty }
    if faults.isEmpty { return }
    output.line("<ol class=\"steps\">")
    for step in faults {
      writeHead(of: step, suite.cookbook)
      writeEvidence(step, wholeFor: nil)
      if let exchange = step.exchanges.last, foldedFaultCount < Self.foldedLimit {
        foldedFaultCount += 1
        writeFolded(exchange, of: step)
      }
      writeFaults(step.steps, of: suite)
      output.line("</li>")
    }
    output.line("</ol>")
  }

  private mutating func writeSteps(
    _ scenario: ShownScenario, of suite: SuiteRecord, anchor: String, showsEvidence: Bool
  ) {
    let record = scenario.record
    if record.steps.isEmpty { return }
    output.line("<ol class=\"steps\">")
    for step in record.steps { write(step, in: scenario, showsEvidence: showsEvidence) }
    output.line("</ol>")
    guard showsEvidence, suite.subject == .service else { return }
    let diagram = SequenceDiagram(of: record, target: run.record.target.url, shared: run.shared)
    let drawn = diagram.svg(
      title: "The calls of \(record.name), in their order", id: "\(anchor)-diagram")
    if !drawn.isEmpty {
      output.line(
        "<div class=\"wide diagram\" role=\"group\" tabindex=\"0\" aria-label=\"Diagram of the calls\">\(drawn)</div>"
      )
    }
  }

  private mutating func write(
    _ step: StepRecord, in scenario: ShownScenario, showsEvidence: Bool
  ) {
    let isOpen = step.verdict.kind.isFault || step.isWarned
    writeHead(of: step, scenario.cookbook)
    if isOpen || showsEvidence, !step.covers.isEmpty { output.write(covers(of: step)) }
    if isOpen { writeEvidence(step, wholeFor: scenario) }
    let isPassed = scenario.record.verdict.kind == .passed && !showsEvidence
    if isPassed, !isOpen, passedExchangeCount < Self.passedExchangeLimit,
      let exchange = step.exchanges.last, exchange.detail != nil
    {
      passedExchangeCount += 1
      writeFolded(exchange, of: step)
    }
    let inner = step.steps.contains {
      $0.verdict.kind != .passed || !$0.warnings.isEmpty || (isPassed && $0.hasDetail)
    }
    if inner {
      output.line("<ol class=\"steps\">")
      for inner in step.steps { write(inner, in: scenario, showsEvidence: showsEvidence) }
      output.line("</ol>")
    }
    output.line("</li>")
  }

  /// Writes an exchange that is shown on demand; nothing where only its first line was kept.
  private mutating func writeFolded(_ exchange: ExchangeRecord, of step: StepRecord) {
    guard exchange.detail != nil else { return }
    output.line("<details><summary>Request and answer</summary>")
    write(exchange, step.verdict.findings, of: step)
    output.line("</details>")
  }

  /// The requirements that a step covers: those that it shows broken first, and marked.
  private func covers(of step: StepRecord) -> String {
    let findings = step.verdict.findings + step.warnings
    let broken =
      findings.isEmpty
      ? []
      : run.blame.broken(among: step.covers, findings: findings, verdict: step.verdict).map(\.id)
    func links(_ ids: [String]) -> String {
      ids.map { link(toRequirement: $0, HTML.text($0)) }.joined(separator: " ")
    }
    let others = step.covers.map(\.id).filter { !broken.contains($0) }
    let marked = broken.isEmpty ? "" : " <span class=\"broken\">breaks \(links(broken))</span>"
    let rest =
      others.isEmpty
      ? ""
      : " <span class=\"covers\">\(broken.isEmpty ? "" : "also covers ")\(links(others))</span>"
    return marked + rest
  }

  private mutating func callName(of step: StepRecord, _ exchange: ExchangeRecord) -> String {
    let key = [
      step.action.rawValue, step.call?.name ?? "", step.route ?? "", exchange.method, exchange.url,
    ]
    if let name = callNames[key] { return name }
    let name = HTML.text(calls.name(of: step) ?? exchange.method, limit: 160)
    callNames[key] = name
    return name
  }

  /// Begins the item of a step: its verdict, its numbers in the cookbook, its name, its call.
  ///
  /// - Parameter cookbook: That of its suite.
  private mutating func writeHead(of step: StepRecord, _ cookbook: String?) {
    let kind = step.verdict.kind
    output.write(kind.isFault || step.isWarned ? "<li class=\"fault\">" : "<li>")
    if kind != .passed || step.isWarned {
      output.write(
        Self.badge(step.isWarned ? "warned" : kind.rawValue, step.isWarned ? "warning" : kind.words)
          + " ")
    }
    let numbers = step.cookbookSteps.map { number in
      link(toStep: number, HTML.text(number.cookbook == cookbook ? number.number : "\(number)"))
    }
    if !numbers.isEmpty {
      output.write("<span class=\"number\">\(numbers.joined(separator: " "))</span> ")
    }
    output.write(HTML.text(step.name))
    if let exchange = step.exchanges.last {
      let status = exchange.status > 0 ? String(exchange.status) : "no answer"
      output.write(
        " <span class=\"call\">\(callName(of: step, exchange)) → \(status)</span>")
    } else if let call = step.call {
      output.write(" <span class=\"call\">\(HTML.text(call.name, limit: 60))</span>")
    }
  }
}

extension StepRecord {
  fileprivate var isWarned: Bool { !warnings.isEmpty && verdict.kind == .passed }

  /// Whether it or a step below it has an exchange with heads and bodies.
  fileprivate var hasDetail: Bool {
    exchanges.contains { $0.detail != nil } || steps.contains(where: \.hasDetail)
  }
}

extension Verdict.Kind {
  /// As the page writes it.
  var words: String {
    switch self {
    case .passed, .failed, .skipped, .blocked, .interrupted: rawValue
    case .known: "known failure"
    case .broken: "in error"
    case .notReached: "not reached"
    }
  }
}
