// SPDX-License-Identifier: Apache-2.0
// Failures while a run goes on: each cause in full once, then counted.

package import Record
package import Suites
package import Text

/// What is printed of failures as they happen. The first failure of each cause is printed in full,
/// up to a limit; what comes later is counted, because the summary tells it.
package struct FailureLog {
  /// How many failures are printed in full: the log of a CI should stay short.
  private static let limit = 10

  private let report: TerminalReport
  private let requirements: [String: Requirement]
  private let finder: CauseFinder
  private var causes: Set<Cause> = []
  private var fragments: Set<Int> = []
  private var printed = 0
  /// How many scenarios failed or ended in error.
  package private(set) var failed = 0
  /// How many failures were not printed.
  private var left = 0

  /// - Parameters:
  ///   - requirements: The requirements of the catalogues by their ids.
  ///   - ids: The ids of the target: service provider and MVPDs.
  package init(
    _ report: TerminalReport, requirements: [String: Requirement] = [:], ids: [String] = []
  ) {
    self.report = report
    self.requirements = requirements
    finder = CauseFinder(ids: ids)
  }
}

extension FailureLog {
  /// The text to print for a scenario that has ended; empty for no text.
  package mutating func text(for judged: JudgedScenario) -> Printed {
    var text = Printed()
    for fragment in judged.fragments where fragments.insert(fragment.fragment.id).inserted {
      text += self.text(
        of: JudgedScenario(
          suite: "shared fragment", record: Masked(alreadyMasked: fragment.scenario),
          judgement: fragment.judgement))
    }
    guard judged.judgement.kind.isFault else { return text }
    failed += 1
    // The summary tells a failed preflight, and nothing else.
    return judged.isPreflight ? text : text + self.text(of: judged)
  }

  private mutating func text(of judged: JudgedScenario) -> Printed {
    let own = judged.judgement.incidents.flatMap { finder.causes(of: $0).map(\.cause) }
    let isNew = own.isEmpty || own.contains { !causes.contains($0) }
    causes.formUnion(own)
    guard isNew, printed < Self.limit else {
      left += 1
      return Printed()
    }
    printed += 1
    return report.failure(judged, requirements: requirements) + explanationHint(for: judged)
  }

  /// Names the command that explains the first failure, once.
  private func explanationHint(for judged: JudgedScenario) -> Printed {
    guard printed == 1, let id = judged.judgement.incidents.lazy.flatMap(\.covers).first else {
      return Printed()
    }
    return "    More: sso-conformance explain \(id)\n"
  }

  /// The line that says how many failures were not printed; empty where all were.
  package var rest: Printed {
    left == 0
      ? "" : "… and \(Wording.count(left, "further failure")), most of them of the same causes.\n"
  }
}
