// SPDX-License-Identifier: Apache-2.0
// Prints failures as they happen.

package import Record
package import Suites
package import Text

/// Prints failures as they happen: the first of each cause, up to a limit. Later ones are counted.
package struct FailureLog {
  /// How many failures are printed: the log of a CI should stay short.
  private static let limit = 10

  private let report: TerminalReport
  private let calls: CallNames
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
    calls = CallNames(requirements.values)
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
          suite: "preparation", record: Masked(alreadyMasked: fragment.scenario),
          judgement: fragment.judgement))
    }
    guard judged.kind.isFault else { return text }
    failed += 1
    // The summary tells a failed preflight, and nothing else.
    return judged.isPreflight ? text : text + self.text(of: judged)
  }

  private mutating func text(of judged: JudgedScenario) -> Printed {
    guard printed < Self.limit else {
      left += 1
      return Printed()
    }
    let shown = judged.shown
    let own = shown.judgement.incidents.flatMap { finder.causes(of: $0).map(\.cause) }
    let isNew = own.isEmpty || own.contains { !causes.contains($0) }
    causes.formUnion(own)
    guard isNew else {
      left += 1
      return Printed()
    }
    printed += 1
    return report.failure(judged, shown, calls)
  }

  /// The line that says how many failures were not printed; empty where all were.
  package var rest: Printed {
    left == 0
      ? "" : "… and \(Wording.grouped(left)) more, most of them for the same reasons.\n"
  }
}
