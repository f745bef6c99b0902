// SPDX-License-Identifier: Apache-2.0
// Whose half of a cookbook is judged: the service's, the application's, or both.

import Redaction
import Suites
import Text

/// Whose half of a cookbook is judged.
package enum JudgedSide: String, Sendable, CaseIterable {
  /// By its answers to the requests of suites.
  case service
  /// By its recorded requests, with rules.
  case application
  /// Both, each by its own suites: a report that was merged of runs and audits.
  case both

  /// The subjects that are judged each by its own suites.
  package var halves: [JudgedSide] { self == .both ? [.service, .application] : [self] }

  /// The name of a case in the subject's suites: a scenario, or a rule.
  package var caseWord: String { self == .application ? "rule" : "scenario" }
}
