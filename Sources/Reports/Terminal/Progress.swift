// SPDX-License-Identifier: Apache-2.0
// The words of the line that shows how far a run has got. `ProgressScreen` prints it.

package import Record
import Suites
import Text

/// How far a run has got.
package struct Progress: Sendable, Equatable {
  package private(set) var done: Int
  package private(set) var planned: Int
  /// The numbers in the plan of those done.
  private var seen: Set<Int> = []
  /// How many of those done failed or ended in error.
  package var failed: Int
  package var elapsed: Duration
  /// How long the run takes at the pace of the profile; nil where it has none.
  private let expected: Duration?

  /// - Parameter expected: How long the run takes at the pace of the profile; nil where it has none.
  package init(
    done: Int = 0, planned: Int, failed: Int = 0, elapsed: Duration = .zero,
    expected: Duration? = nil
  ) {
    self.done = done
    self.planned = planned
    self.failed = failed
    self.elapsed = elapsed
    self.expected = expected
  }
}

extension Progress {
  /// Counts a scenario that has ended. A table that the service fills counts once, as in the plan.
  package mutating func add(_ scenario: JudgedScenario) {
    guard !scenario.isPreflight else { return }
    let number = scenario.planIndex
    if number == 0 || seen.insert(number).inserted { done += 1 }
    planned = max(planned, done)
  }

  /// About how long the run will still take; nil while it can't be told.
  ///
  /// At a pace, that tells at first; the more is done, the more the scenarios do.
  private var left: Duration? {
    let share = Double(done) / Double(max(1, planned))
    let observed = share > 0.02 ? elapsed * (1 / share - 1) : nil
    guard let expected, elapsed < expected else { return observed }
    return observed.map { (expected - elapsed) * (1 - share) + $0 * share } ?? expected - elapsed
  }

  /// `1,200 of 10,000 scenarios, 2 failed`
  private var count: String {
    let text = "\(Wording.grouped(done)) of \(Wording.count(planned, "scenario"))"
    return failed > 0 ? "\(text), \(Wording.grouped(failed)) failed" : text
  }

  /// `[#####-----] 1,200 of 10,000 scenarios, 2 failed, 12.40 s, about 2 min left`, without colour or
  /// line break.
  ///
  /// - Parameter width: The columns of the terminal; a narrow terminal gets no bar.
  package func line(width: Int) -> String {
    var text = "\(count), \(Wording.duration(elapsed))"
    if let left, left > .seconds(5) { text += ", about \(DurationText.estimate(left)) left" }
    let room = min(30, width - text.utf8.count - 4)
    guard room >= 10, planned > 0 else { return Columns.cut(text, to: width - 1) }
    let filled = min(room, max(0, done) * room / planned)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
    return "[\(bar)] \(text)"
  }

  /// The same for a log: `1 min 30 s: 1,200 of 10,000 scenarios, 2 failed; about 12 min left`.
  package var sentence: String {
    let rest = left.map { "; about \(DurationText.estimate($0)) left" } ?? ""
    return "\(Wording.duration(elapsed)): \(count)\(rest)"
  }
}
