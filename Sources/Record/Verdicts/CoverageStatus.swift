// SPDX-License-Identifier: Apache-2.0
// Whether scenarios cover a requirement and a run judged it, and why not.

package import Suites

/// The coverage of a requirement by the suites, and by a run of them.
package enum CoverageStatus: Sendable, Equatable {
  /// A scenario covers it and, if there was a run, the run judged it.
  case covered
  /// It should be proved and is not, for this reason.
  case gap(String)
  /// It is not proved, and the catalogue or the target's profile says why that is so.
  case excused(String)
  /// Nothing that is judged can show it; this says what does.
  case unseen(String)
  /// No scenario makes use of the permission.
  case open
}

extension CoverageStatus {
  /// Judges the coverage of a requirement.
  ///
  /// - Parameters:
  ///   - isCovered: Whether a scenario covers the requirement.
  ///   - verdict: The verdict of the run; nil without a run.
  ///   - missingFacts: The missing facts that made its scenarios skip.
  ///   - whyNotShown: What else shows it; nil where what is judged can.
  package init(
    _ requirement: Requirement, isCovered: Bool, verdict: RequirementVerdict?,
    missingFacts: [String], whyNotShown: String?
  ) {
    if isCovered {
      guard requirement.shouldBeProved, requirement.excuse == nil, let verdict, !verdict.isJudged
      else {
        self = .covered
        return
      }
      // Not a gap of the suites: a target without a feature can't be certified for it.
      self =
        verdict == .skipped && !missingFacts.isEmpty
        ? .excused(
          "not certified on this target, whose profile does not give "
            + missingFacts.joined(separator: ", "))
        : .gap("covered, but the run did not prove it: \(verdict.words)")
    } else if let excuse = requirement.excuse, !requirement.shownBy.isEmpty {
      self = .excused(excuse)
    } else if requirement.shouldBeProved, whyNotShown == nil {
      self = .gap("no scenario covers it")
    } else if let why = whyNotShown {
      self = .unseen(why)
    } else {
      self = .open
    }
  }

  package var isGap: Bool { if case .gap = self { true } else { false } }
}
