// SPDX-License-Identifier: Apache-2.0
// Prints what a self-test found.

import Command
import Record
import Text

/// The output of `sso-selftest`, and whether the scores are good enough.
struct SelfTestReport {
  let score: MutationScore
  /// The least scores that are accepted.
  let least: RecordedScore
  let showsSuggestions: Bool
}

extension SelfTestReport {
  /// Whether the score holds and no part found something wrong.
  var holds: Bool {
    !isBelow(score.mutants, least.mutants)
      && !isBelow(score.recordings?.tally, least.recordings)
      && score.recordings?.problem == nil && score.requirementsWithoutDefect.isEmpty
      && score.defects.allSatisfy { $0.isCaught && $0.isBlamedRightly }
      && score.variants.allSatisfy(\.failed.isEmpty)
  }

  private func isBelow(_ tally: MutantTally?, _ least: Double?) -> Bool {
    guard let tally, let least else { return false }
    return tally.score < least
  }

  var text: Printed {
    var text = Printed()
    // What its author can change comes first.
    let files = Set(score.suites.map(\.file))
    let survivors =
      score.survivors.filter { files.contains($0.location.file) }
      + score.survivors.filter { !files.contains($0.location.file) }
    var suggestions = strongestSuggestions
    for survivor in survivors {
      text.line("\(survivor.location): \(survivor.summary)")
      if showsSuggestions, let suggestion = suggestions.removeValue(forKey: survivor.spot) {
        for line in suggestion.split(separator: "\n") { text.line("    \(String(line))") }
      }
    }
    for defect in score.defects where !defect.isCaught {
      let remark = defect.remark ?? "no scenario notices it"
      text.line("defect \(defect.name): \(remark) (\(list(defect.requirements)))")
    }
    for defect in score.defects where defect.isCaught && !defect.isBlamedRightly {
      text.line(
        "defect \(defect.name): blamed on \(list(defect.blamed)), not on \(list(defect.requirements))"
      )
    }
    for id in score.requirementsWithoutDefect {
      text.line("requirement \(id): it has no defect")
    }
    for variant in score.variants where !variant.failed.isEmpty {
      text.line("variant \(variant.name): false alarm in \(list(variant.failed))")
      for alarm in variant.alarms { text.line("    \(alarm)") }
    }
    for survivor in score.recordings?.survivors ?? [] { text.line("\(line(survivor))") }
    return text + summary
  }

  /// One suggestion for each place of a step: of several one that says more than the kind of a value.
  private var strongestSuggestions: [String: String] {
    score.survivors.filter { $0.suggestion != nil }.reduce(into: [:]) { suggestions, survivor in
      if suggestions[survivor.spot] == nil || survivor.keepsKind {
        suggestions[survivor.spot] = survivor.suggestion
      }
    }
  }

  /// `the run, entry 7 (profiles, answered 200; Profiles: No profile, ask): header accept is …`
  private func line(_ survivor: RecordingSurvivor) -> String {
    let status = survivor.status == 0 ? "unanswered" : "answered \(survivor.status)"
    let sender = survivor.label.map { "; \($0)" } ?? ""
    return
      "\(survivor.recording), entry \(survivor.entry) (\(survivor.exchange), \(status)\(sender)):"
      + " \(survivor.summary), and no rule notices"
  }

  private func bound(_ least: Double?) -> String {
    least.map { " (at least \(MutantTally.percent($0)))" } ?? ""
  }

  private var summary: Printed {
    var text = Printed()
    if let mutants = score.mutants {
      text.line(
        "mutants:  \(mutants.all), \(mutants.harmless) harmless, \(mutants.caught) caught, \(mutants.warned) only warned of, \(mutants.survived) survived: score \(mutants.percent)\(bound(least.mutants))"
      )
    }
    if let problem = score.recordings?.problem {
      text.line("recordings: \(problem)")
    } else if let tally = score.recordings?.tally {
      text.line(
        "recordings: \(tally.all) mutants, \(tally.harmless) harmless, \(tally.caught) caught, \(tally.survived) survived: score \(tally.percent)\(bound(least.recordings))"
      )
    }
    if !score.defects.isEmpty {
      let caught = score.defects.filter(\.isCaught)
      let right = caught.filter(\.isBlamedRightly)
      text.line(
        "defects:  \(score.defects.count), \(caught.count) caught, \(right.count) blamed on the right requirement"
      )
      if let most = caught.max(by: { $0.blamed.count < $1.blamed.count }) {
        let tenths = caught.reduce(0) { $0 + $1.blamed.count } * 10 / caught.count
        text.line(
          "blame:    \(tenths / 10).\(tenths % 10) requirements for a defect, at most \(most.blamed.count) (\(most.name))"
        )
      }
    }
    if !score.variants.isEmpty {
      let failed = score.variants.filter { !$0.failed.isEmpty }
      text.line("variants: \(score.variants.count), \(failed.count) with a false alarm")
    }
    return text
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}

extension Survivor {
  fileprivate var spot: String { "\(location) \(place)" }
}
