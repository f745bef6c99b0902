// SPDX-License-Identifier: Apache-2.0
// The outcome of an action, with what reports show of it.

import Expectations
import Formats
import Record
import Suites

/// The outcome of an action, with what reports show of it.
struct ActionResult {
  enum End {
    case answered(Observation)
    /// The action is done, without an answer to judge.
    case done
    /// The target, or the framework, broke a rule that no suite has to state.
    case failed([Finding])
    /// There is no answer.
    case broken(RunProblem)
    /// A shared fragment failed, so that the step can't be run.
    ///
    /// - Parameter fragment: Its number; nil where the target is to blame.
    case blocked(because: String, fragment: Int? = nil)
    /// A step of the fragment could not be run, since one before the fragment had failed.
    case unusable(because: String)
    /// The request was not sent: the run was too slow.
    case late(String)
    /// The framework can't be in the state that the scenario needs.
    case unsupported(String)
  }

  var end: End = .done
  /// The answer that `retry` gave up on; nil elsewhere.
  var last: Observation?
  /// Faults besides the answer, which can be judged all the same.
  var faults: [Finding] = []
  /// Whether the body of the answer has to be thrown away, so that only its head is judged.
  var hasUselessBody = false
  /// The names among `gives` whose values may be wrong.
  var doubtful: Set<String> = []
  var exchanges: [ExchangeRecord] = []
  /// The exchanges that are not in `exchanges`.
  var leftOut = LeftOutExchanges()
  var call: PartnerCallRecord?
  var notes = StepNotes()
  /// The steps of a fragment; with `retry`, those of the first attempt and then of the last.
  var steps: [StepRecord] = []
  /// How many of `steps` are those of the first of several attempts.
  private var firstStepCount = 0
  /// The number of the shared fragment that was used.
  var sharedFragment: Int?
  /// The values that a fragment gives.
  var gives: JSONObject?
  /// Where these come from, if answers to the fragment's own steps gave them.
  var origins: [String: SaveOrigin] = [:]

  /// The answer that the verdict is about; nil without one.
  var judged: Observation? {
    if case .answered(let answer) = end { answer } else { last }
  }

  /// Puts an earlier attempt first. The first and the last attempt are kept, the others counted.
  mutating func follow(_ earlier: ActionResult) {
    leftOut.add(earlier.leftOut)
    for exchange in earlier.exchanges.dropFirst() { leftOut.add(exchange) }
    exchanges.insert(contentsOf: earlier.exchanges.prefix(1), at: 0)
    var notes = earlier.notes
    notes.add(self.notes)
    self.notes = notes
    let isSecond = earlier.firstStepCount == 0
    var first = isSecond ? earlier.steps : Array(earlier.steps.prefix(earlier.firstStepCount))
    if !isSecond {
      leftOut.add(first.leaveOut(Array(earlier.steps.dropFirst(earlier.firstStepCount))))
    }
    firstStepCount = first.count
    steps = first + steps
  }
}
