// SPDX-License-Identifier: Apache-2.0
// The section of the Markdown report that says how sharp the suites were.

import Results

extension MarkdownPage {
  /// What a self-test measured of the suites of this run; nothing where no score was given.
  mutating func writeSharpness() {
    guard let sharpness = run.record.sharpness else { return }
    line()
    line("## How sharp the suites are")
    line()
    line(
      "A conformance suite is worth what it catches. `selftest` measured these suites:")
    line()
    line("| measured | tried | result |")
    line("|---|---|---|")
    if let mutants = sharpness.mutants {
      line(
        "| answers changed in one place | \(Wording.grouped(mutants.all)), of which"
          + " \(Wording.grouped(mutants.harmless)) the documents allow |"
          + " \(mutants.percent) caught (\(Wording.grouped(mutants.caught)));"
          + " \(Wording.grouped(mutants.warned)) only warned of,"
          + " \(Wording.grouped(mutants.survived)) unnoticed |")
    }
    if sharpness.defectCount > 0 {
      line(
        "| seeded defects of the reference service | \(Wording.grouped(sharpness.defectCount)) |"
          + " \(Wording.grouped(sharpness.caughtDefectCount)) caught,"
          + " \(Wording.grouped(sharpness.rightlyBlamedCount)) blamed on the right requirement |")
    }
    if sharpness.variantCount > 0 {
      line(
        "| services that are right in another way | \(Wording.grouped(sharpness.variantCount)) |"
          + " \(Wording.grouped(sharpness.failedVariantCount)) failed by mistake |")
    }
    guard !sharpness.otherFiles.isEmpty else { return }
    line()
    line(
      "**The score is not of these suites:** it does not know this version of"
        + " \(Wording.list(sharpness.otherFiles.prefix(5).map { Markdown.code($0) }))"
        + (sharpness.otherFiles.count > 5
          ? " and \(Wording.count(sharpness.otherFiles.count - 5, "further file"))." : "."))
  }
}
