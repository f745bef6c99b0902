// SPDX-License-Identifier: Apache-2.0
// An attempt at a scenario that decides nothing yet.

import Record
import Suites

/// An attempt at a scenario that decides nothing yet: it is run once more, alone, after all others.
struct OpenAttempt {
  enum Reason {
    /// The run was too slow for a request that had to be sent by a time.
    case late
    /// A request got a 5xx that no expectation accepts, or no answer.
    case trouble
  }

  let reason: Reason
  /// The same in words, as the end of a sentence.
  let words: String
  /// What was seen, with the tries before it, for where it is not run again; nil for one that was late,
  /// whose scenario has no verdict without another.
  let ended: EndedScenario?

  /// The tries that met trouble, with this one.
  var tries: [EarlierTry] {
    ended.map { $0.record.value.tries + [EarlierTry(steps: $0.record.value.steps)] } ?? []
  }
}
