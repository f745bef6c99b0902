// SPDX-License-Identifier: Apache-2.0
// Performs the action of a step; its outcome and its notes.

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
    case blocked(because: String)
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

struct ActionExecutor {
  let session: ScenarioSession
  let running: RunningStep

  func perform() throws(EvaluationError) -> ActionResult {
    switch running.step.action {
    case .request(let template): try perform(template)
    case .partner(let action): try perform(action)
    case .user(let action): try perform(action)
    case .wait(let wait): try perform(wait)
    case .use(let use):
      try FragmentExecutor(session: session, location: running.location)
        .perform(use, in: running.scope)
    }
  }
}

/// The notes of a step: the first ones, and how many came after them.
struct StepNotes {
  /// How many are kept.
  private static let limit = 20

  private var texts: [String] = []
  private var leftOutCount = 0
  private var conclusion: String?

  mutating func append(_ text: String) {
    if texts.count < Self.limit { texts.append(text) } else { leftOutCount += 1 }
  }

  mutating func append(contentsOf texts: [String]) { for text in texts { append(text) } }

  mutating func add(_ later: StepNotes) {
    append(contentsOf: later.texts)
    leftOutCount += later.leftOutCount
  }

  /// Adds the last note, which is kept in any case.
  mutating func conclude(_ text: String) { conclusion = text }

  /// The notes for the record.
  var all: [String] {
    var all = texts
    if leftOutCount > 0 {
      all.append("and \(leftOutCount) more note\(leftOutCount == 1 ? "" : "s")")
    }
    if let conclusion { all.append(conclusion) }
    return all
  }
}
