// SPDX-License-Identifier: Apache-2.0
// The steps of the cookbooks of a run, with what each asks of service, application and framework.

import Record
import Suites
import Text

/// A step of a cookbook, and how far each side does what it asks.
struct StepCells {
  /// Empty for a part that the cookbook does not number.
  let number: String
  let title: String
  /// Whether no walk visits it.
  let isUnwalked: Bool
  /// In the order of `sides`.
  let cells: [Cell]

  /// The sides that a step may bind, as titles. A requirement names one of them as its subject.
  static let sides = ["service", "application", "framework"]
}

extension StepCells {
  /// How far one side does what a step asks of it; empty where the step binds it to nothing.
  struct Cell {
    let parts: [Part]

    /// Empty for nothing.
    var words: String { parts.map(\.words).joined(separator: ", ") }
  }

  /// Requirements of a cell that have the same verdict.
  struct Part {
    let verdict: Verdict
    let rows: [Coverage.Row]

    enum Verdict: Equatable {
      case passed
      case failed
      case known
      /// So many of its requirements were proved with a warning.
      case warned(Int)
      /// So many of those that this run can show were not proved.
      case open(Int, of: Int)
      /// What would show it, and is not judged here.
      case shownBy(Requirement.Witness)
      /// No traffic shows it, and people say that it is so.
      case attested
    }

    var words: String {
      switch verdict {
      case .passed: "passed"
      case .failed: "failed"
      case .known: "known to fail"
      case .warned(let number): "\(number) warned"
      case .open(let open, let all): "\(open) of \(all) not shown"
      case .shownBy(let witness): Self.witnesses.first { $0.witness == witness }?.word ?? ""
      case .attested: "attested"
      }
    }

    fileprivate static let witnesses:
      [(witness: Requirement.Witness, word: String, sentence: String)] = [
        (.service, "run", "a run against a service would show it"),
        (.application, "audit", "an audit of an application's traffic would show it"),
        (
          .framework, "framework log",
          "a log of the application's calls of the framework would show it"
        ),
        (.outside, "attestation", "no traffic shows it, and a person may attest it"),
      ]
  }

  /// The steps of one cookbook, phase by phase.
  struct Table {
    let cookbook: String
    let revision: String
    let phases: [(id: String, title: String, steps: [StepCells])]

    /// The steps of all phases.
    var steps: [StepCells] { phases.flatMap(\.steps) }
  }
}

extension StepCells.Table {
  /// The cookbooks of a run that have steps with numbers. A step that a cookbook lists of one that it
  /// extends stands there, and not in that of the other.
  static func all(_ run: RunJudgement) -> [StepCells.Table] {
    let rows = run.coverageByID
    let catalogues = run.record.catalogues
    return catalogues.compactMap { catalogue in
      let extending = catalogues.filter { other in
        other.cookbook != catalogue.cookbook
          && catalogues.byName.names(inChainOf: other.cookbook).contains(catalogue.cookbook)
      }
      // Where one of several cookbooks does not list it, the step is only here.
      let listed = Set(
        extending.first.map { first in
          extending.dropFirst().reduce(into: Set(first.steps.compactMap(\.number))) {
            $0.formIntersection($1.steps.compactMap(\.number))
          }
        } ?? [])
      guard catalogue.steps.contains(where: { $0.number != nil }) else { return nil }
      let phases = catalogue.phases.compactMap { phase in
        let steps = phase.steps.filter { $0.number.map { !listed.contains($0) } ?? true }
          .map { StepCells($0.number ?? "", $0, rows) }
          .filter { !$0.bindsNoSide || !$0.isUnwalked }
        return steps.isEmpty ? nil : (phase.id, phase.title, steps)
      }
      return phases.isEmpty
        ? nil
        : StepCells.Table(
          cookbook: catalogue.cookbook, revision: catalogue.revision, phases: phases)
    }
  }

  /// What the words of the cells of some tables mean, in Markdown.
  static func legend(_ tables: [StepCells.Table]) -> String {
    let cells = tables.flatMap(\.steps).flatMap(\.cells)
    let verdicts = cells.flatMap(\.parts).map(\.verdict)
    var words: [String] = []
    func add(_ text: String, where holds: (StepCells.Part.Verdict) -> Bool) {
      if verdicts.contains(where: holds) { words.append(text) }
    }
    add("`passed`, each of its requirements that can be shown here was shown") { $0 == .passed }
    add("`failed`, at least one was broken") { $0 == .failed }
    add("`known to fail`, the file of known failures names it") { $0 == .known }
    add("`n warned`, so many of its requirements were met with a warning, and the others passed") {
      if case .warned = $0 { true } else { false }
    }
    add("`n of m not shown`, so many of those that can be shown here were not shown") {
      if case .open = $0 { true } else { false }
    }
    for (witness, word, sentence) in StepCells.Part.witnesses {
      add("`\(word)`, \(sentence)") { $0 == .shownBy(witness) }
    }
    add("`attested`, no traffic shows it, and a person says that it is so") { $0 == .attested }
    if cells.contains(where: \.parts.isEmpty) {
      words.append("empty, the step binds that side to nothing")
    }
    let places = tables.count == 1 ? "In this table" : "In all tables of steps"
    return "\(places), a cell says how far that side does what the step asks of it: "
      + "\(words.joined(separator: "; "))."
  }
}

extension StepCells {
  /// - Parameter rows: What is known of each requirement, by its id.
  init(_ number: String, _ step: Catalogue.Step, _ rows: [String: Coverage.Row]) {
    let binding = step.requirements.compactMap { rows[$0] }.filter {
      $0.requirement.isBinding && $0.verdict != .bindsNoSide
    }
    self.init(
      number: number, title: step.title, isUnwalked: step.isUnwalked,
      cells: Self.sides.map { side in Cell(binding.filter { $0.requirement.subject == side }) })
  }

  /// Whether nothing of it can be met or broken.
  var bindsNoSide: Bool { cells.allSatisfy(\.parts.isEmpty) }
}

extension StepCells.Cell {
  fileprivate init(_ rows: [Coverage.Row]) {
    let failed = rows.filter { $0.verdict == .failed }
    let known = rows.filter { $0.verdict == .known }
    if let worst = [(StepCells.Part.Verdict.failed, failed), (.known, known)].first(
      where: { !$0.1.isEmpty })
    {
      self.init(parts: [StepCells.Part(verdict: worst.0, rows: worst.1)])
      return
    }
    var parts: [StepCells.Part] = []
    func add(_ verdict: StepCells.Part.Verdict, _ rows: [Coverage.Row]) {
      if !rows.isEmpty { parts.append(StepCells.Part(verdict: verdict, rows: rows)) }
    }
    let here = rows.filter { !$0.verdict.isUnseen }
    let warned = here.filter { $0.verdict == .warned }
    let open = here.filter { !$0.verdict.isProof }
    add(.warned(warned.count), warned)
    add(.open(open.count, of: here.count), open)
    if parts.isEmpty { add(.passed, here) }
    add(.attested, rows.filter { $0.verdict == .attested })
    let elsewhere = rows.filter { $0.verdict.isUnseen && $0.verdict != .attested }
    for (witness, _, _) in StepCells.Part.witnesses {
      add(.shownBy(witness), elsewhere.filter { $0.requirement.shownBy.contains(witness) })
    }
    self.init(parts: parts)
  }
}

extension RunJudgement {
  /// What is known of each requirement, by its id; of two with one id, of the first.
  var coverageByID: [String: Coverage.Row] {
    Dictionary(
      coverage.rows.map { ($0.requirement.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
