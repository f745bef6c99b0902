// SPDX-License-Identifier: Apache-2.0
// The exit statuses of all commands.

package import Record

/// The exit statuses of all commands.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The target is conformant, or the command did its work.
  case success = 0
  /// The target is not conformant, requirements have gaps, or a run got worse than before.
  case notConformant = 1
  /// The command line, a suite, the profile or the reports folder has a mistake; nothing was sent.
  case invalidInput = 2
  /// No verdict is possible: the target answered no scenario at all.
  case noVerdict = 3
  /// The work is done, but its output or a report could not be written.
  case notWritten = 4
  /// A signal ended the run, as Ctrl-C does.
  case interrupted = 130
}

extension RunJudgement {
  /// The exit status of a run with this verdict.
  package var exitStatus: ExitStatus {
    ExitStatus(rawValue: Int32(outcome.status)) ?? .notConformant
  }
}
