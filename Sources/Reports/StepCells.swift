// SPDX-License-Identifier: Apache-2.0
// The steps of the cookbooks of a run, with what each asks of service, application and framework.

import Record
import Suites
import Text

/// A step of a cookbook, and how far each side does what it asks.
struct StepCells {
  let number: String
  let title: String
  /// In the order of `sides`.
  let cells: [Cell]

  /// The sides that a step may ask something of, as titles.
  static let sides = witnesses.map { "\($0.side)" }
  private static let witnesses: [(side: Requirement.Witness, word: String)] = [
    (.service, "run"), (.application, "audit"), (.framework, "framework log"),
  ]
  fileprivate static let attestation = "attestation"
}

extension StepCells {
  /// How far one side does what a step asks of it.
  struct Cell {
    let verdict: Verdict
    /// The requirements that tell it: those that failed, that are open, or that passed.
    let rows: [Coverage.Row]

    enum Verdict: Equatable {
      /// The step binds the side to nothing.
      case nothing
      case passed
      case failed
      case known
      /// So many of its requirements were not proved.
      case open(Int, of: Int)
      /// What would show it, and was not there.
      case shownBy(String)
      /// No traffic shows it, and people say that it is so.
      case attested
    }

    /// Empty for nothing.
    var words: String {
      switch verdict {
      case .nothing: ""
      case .passed: "passed"
      case .failed: "failed"
      case .known: "known to fail"
      case .open(let open, let all): "\(open) of \(all) open"
      case .shownBy(let witness): witness
      case .attested: "attested"
      }
    }
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
      let phases = catalogue.phases.compactMap { phase in
        let steps = phase.steps.compactMap { step in
          step.number.flatMap { number in
            listed.contains(number)
              ? nil : StepCells(number, step, step.requirements.compactMap { rows[$0] })
          }
        }
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
    let verdicts = tables.flatMap(\.steps).flatMap(\.cells).map(\.verdict)
    var words: [String] = []
    func add(_ text: String, where holds: (StepCells.Cell.Verdict) -> Bool) {
      if verdicts.contains(where: holds) { words.append(text) }
    }
    add("`passed`, each of its requirements was shown") { $0 == .passed }
    add("`failed`, at least one was broken") { $0 == .failed }
    add("`known to fail`, the file of known failures names it") { $0 == .known }
    add("`n of m open`, so many of its requirements were not shown") {
      if case .open = $0 { true } else { false }
    }
    let reports = [
      ("run", "a run against a service would show it"),
      ("audit", "an audit of an application's traffic would show it"),
      ("framework log", "a log of the application's calls of the framework would show it"),
      (StepCells.attestation, "no traffic shows it, and a person may attest it"),
    ]
    for (word, sentence) in reports { add("`\(word)`, \(sentence)") { $0 == .shownBy(word) } }
    add("`attested`, no traffic shows it, and a person says that it is so") { $0 == .attested }
    add("empty, the step binds that side to nothing") { $0 == .nothing }
    return "How far each side does what a step asks of it: \(words.joined(separator: "; "))."
  }
}

extension StepCells {
  fileprivate init(_ number: String, _ step: Catalogue.Step, _ rows: [Coverage.Row]) {
    let binding = rows.filter(\.requirement.isBinding)
    self.init(
      number: number, title: step.title,
      cells: Self.witnesses.map { side, word in
        let shown = binding.filter { $0.requirement.shownBy.contains(side) }
        // Where traffic shows something of a side, what only people know of it would hide that.
        let unseen = binding.filter {
          $0.requirement.shownBy == [.outside] && $0.requirement.subject == "\(side)"
        }
        return shown.isEmpty ? Cell(unseen, Self.attestation) : Cell(shown, word)
      })
  }
}

extension StepCells.Cell {
  /// - Parameter witness: What shows the requirements of the side.
  fileprivate init(_ rows: [Coverage.Row], _ witness: String) {
    let failed = rows.filter { $0.verdict == .failed }
    let known = rows.filter { $0.verdict == .known }
    let open = rows.filter { !$0.verdict.isProof }
    if rows.isEmpty {
      self.init(verdict: .nothing, rows: [])
    } else if !failed.isEmpty {
      self.init(verdict: .failed, rows: failed)
    } else if !known.isEmpty {
      self.init(verdict: .known, rows: known)
    } else if open.isEmpty {
      self.init(verdict: .passed, rows: rows)
    } else if open.allSatisfy({ $0.verdict == .attested }) {
      self.init(verdict: .attested, rows: open)
    } else if open.allSatisfy(\.verdict.isUnseen) {
      self.init(verdict: .shownBy(witness), rows: open)
    } else {
      self.init(verdict: .open(open.count, of: rows.count), rows: open)
    }
  }
}

extension RunJudgement {
  /// What is known of each requirement, by its id; of two with one id, of the first.
  var coverageByID: [String: Coverage.Row] {
    Dictionary(
      coverage.rows.map { ($0.requirement.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
