// SPDX-License-Identifier: Apache-2.0
// Prints what a self-test found.

import Results
import SourceText

/// What `selftest` prints, and whether it is good enough.
struct SelfTestReport {
  let sharpness: Sharpness
  /// The least score that is accepted; nil where any is.
  let least: Double?
  let showsSuggestions: Bool
}

extension SelfTestReport {
  /// Whether the score holds and no part found something wrong.
  var holds: Bool {
    let isBelow =
      least.map { least in sharpness.mutants.map { $0.score < least } ?? false } ?? false
    return !isBelow && sharpness.requirementsWithoutDefect.isEmpty
      && sharpness.defects.allSatisfy { $0.isCaught && $0.isBlamedRightly }
      && sharpness.variants.allSatisfy(\.failed.isEmpty)
  }

  var text: Printed {
    var text = Printed()
    for survivor in sharpness.survivors {
      text.line("\(survivor.location): \(survivor.summary)")
      if showsSuggestions, let suggestion = survivor.suggestion {
        for line in suggestion.split(separator: "\n") { text.line("    \(String(line))") }
      }
    }
    for defect in sharpness.defects where !defect.isCaught {
      let remark = defect.remark ?? "no scenario notices it"
      text.line("defect \(defect.name): \(remark) (\(list(defect.requirements)))")
    }
    for defect in sharpness.defects where defect.isCaught && !defect.isBlamedRightly {
      text.line(
        "defect \(defect.name): blamed on \(list(defect.blamed)), not on \(list(defect.requirements))"
      )
    }
    for id in sharpness.requirementsWithoutDefect {
      text.line("requirement \(id): it has no defect")
    }
    for variant in sharpness.variants where !variant.failed.isEmpty {
      text.line("variant \(variant.name): false alarm in \(list(variant.failed))")
      for alarm in variant.alarms { text.line("    \(alarm)") }
    }
    return text + summary
  }

  private var summary: Printed {
    var text = Printed()
    if let mutants = sharpness.mutants {
      let bound = least.map { " (at least \(MutantTally.percent($0)))" } ?? ""
      text.line(
        "mutants:  \(mutants.all), \(mutants.harmless) harmless, \(mutants.caught) caught, \(mutants.warned) only warned of, \(mutants.survived) survived: score \(mutants.percent)\(bound)"
      )
    }
    if !sharpness.defects.isEmpty {
      let caught = sharpness.defects.filter(\.isCaught)
      let right = caught.filter(\.isBlamedRightly)
      text.line(
        "defects:  \(sharpness.defects.count), \(caught.count) caught, \(right.count) blamed on the right requirement"
      )
    }
    if !sharpness.variants.isEmpty {
      let failed = sharpness.variants.filter { !$0.failed.isEmpty }
      text.line("variants: \(sharpness.variants.count), \(failed.count) with a false alarm")
    }
    return text
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
