// SPDX-License-Identifier: Apache-2.0
// Whose half of a cookbook a record judges.

/// Whose half of a cookbook is judged.
package enum JudgedParty: String, Sendable, CaseIterable {
  /// By its answers to the requests of suites.
  case service
  /// By its recorded requests, with rules.
  case application
  /// Both, each by its own suites: a report that was merged of runs and audits.
  case both
}

extension JudgedParty {
  /// The subjects that are judged each by its own suites.
  package var halves: [JudgedParty] { self == .both ? [.service, .application] : [self] }

  /// What is judged in a suite of the subject: a scenario, or a rule.
  package var caseWord: String { self == .application ? "rule" : "scenario" }
}
