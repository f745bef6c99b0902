// SPDX-License-Identifier: Apache-2.0
// What the process ends with.

import Results

/// The exit statuses of all commands.
package enum ExitStatus: Int32, Sendable {
  /// Conformant; done.
  case success = 0
  /// Not conformant; gaps; a regression.
  case notConformant = 1
  /// Usage, suite, profile or reports folder at fault; nothing was sent.
  case invalidInput = 2
  /// No verdict possible: not one scenario got an answer from the target.
  case noVerdict = 3
  /// Done, and what was to be written could not be.
  case notWritten = 4
  case interrupted = 130
}

extension RunJudgement {
  /// What a run with this verdict ends with.
  var exitStatus: ExitStatus { ExitStatus(rawValue: Int32(outcome.status)) ?? .notConformant }
}
