// SPDX-License-Identifier: Apache-2.0
// How often each call was answered as expected, and what its requests had.

import Expectations
import Record
import Suites
import Text

/// How often each call was answered as expected in a run, by the status of the answer.
struct PassedCalls {
  private struct Answer: Hashable {
    let call: String
    /// nil for any.
    let status: Int?
  }

  private var counts: [Answer: Int] = [:]
  /// The parts that requests had whose answers had a status, by their names, and how many had them.
  private var parts: [Answer: [[String]: (part: RequestParts.Part, count: Int)]] = [:]
  /// Of how many requests these are known.
  private var known: [Answer: Int] = [:]

  init(_ run: RunJudgement, _ calls: CallNames) {
    run.record.visitSteps { visit in
      guard visit.step.action == .request, visit.step.verdict.kind == .passed,
        let exchange = visit.step.exchanges.last, let call = calls.name(of: visit.step)
      else { return }
      for status in [nil, exchange.status] {
        counts[Answer(call: call, status: status), default: 0] += 1
      }
      guard let parts = RequestParts(exchange)?.parts else { return }
      let answer = Answer(call: call, status: exchange.status)
      known[answer, default: 0] += 1
      let named = Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
      for (key, part) in named {
        self.parts[answer, default: [:]][key, default: (part, 0)].count += 1
      }
    }
  }
}

extension PassedCalls {
  /// How often the call of a step was answered as expected, with the status of its answer; where the
  /// status is wrong, with any.
  func count(like step: StepRecord, _ finding: Finding?, _ calls: CallNames) -> Int {
    let status = finding?.place == .status ? nil : step.exchanges.last?.status
    return calls.name(of: step).flatMap { counts[Answer(call: $0, status: status)] } ?? 0
  }
}

extension PassedCalls {
  /// The parts that a request lacks, and that nearly all those had which were rightly answered with
  /// its status; empty where these are too few to tell.
  func lacking(_ step: StepRecord?, _ calls: CallNames) -> [RequestParts.Part] {
    guard let step, let exchange = step.exchanges.last, let own = RequestParts(exchange),
      let call = calls.name(of: step)
    else { return [] }
    let answer = Answer(call: call, status: exchange.status)
    let all = known[answer, default: 0]
    guard all >= 5, let parts = parts[answer] else { return [] }
    let keys = Set(own.parts.map(\.key))
    return parts.values.filter {
      $0.part.kind != .path && !keys.contains($0.part.key) && $0.count * 10 >= all * 9
    }.map(\.part).sorted { $0.name < $1.name }
  }
}
