// SPDX-License-Identifier: Apache-2.0
// The exchanges of a step that its record does not keep, counted.

/// The exchanges of a step that its record does not keep, since they are like the first and the
/// last. They count as requests all the same.
package struct LeftOutExchanges: Sendable, Equatable {
  /// The exchanges with one status.
  package struct Count: Sendable, Equatable {
    /// 0 where no answer came.
    package let status: Int
    package fileprivate(set) var number: Int
    /// Violations of HTTP in these answers.
    package fileprivate(set) var wireIssues: Int

    package init(status: Int, number: Int, wireIssues: Int) {
      self.status = status
      self.number = number
      self.wireIssues = wireIssues
    }
  }

  /// A count for each status, in the order of the statuses.
  package private(set) var counts: [Count] = []

  package init() {}
}

extension LeftOutExchanges {
  package var isEmpty: Bool { counts.isEmpty }
  package var number: Int { counts.reduce(0) { $0 + $1.number } }
  package var wireIssues: Int { counts.reduce(0) { $0 + $1.wireIssues } }

  package mutating func add(_ exchange: ExchangeRecord) {
    add(Count(status: exchange.status, number: 1, wireIssues: exchange.issues.count))
  }

  package mutating func add(_ other: LeftOutExchanges) {
    for count in other.counts { add(count) }
  }

  package mutating func add(_ count: Count) {
    guard count.number > 0 else { return }
    let index = counts.firstIndex { $0.status >= count.status } ?? counts.endIndex
    guard index < counts.endIndex, counts[index].status == count.status else {
      return counts.insert(count, at: index)
    }
    counts[index].number += count.number
    counts[index].wireIssues += count.wireIssues
  }

  /// `998 more like it (990 × 200, 8 × 429)`.
  package var sentence: String {
    let parts = counts.map { count in
      let answer = count.status > 0 ? "\(count.status)" : "no answer"
      return "\(Wording.grouped(count.number)) × \(answer)"
    }
    return "\(Wording.grouped(number)) more like it (\(parts.joined(separator: ", ")))"
  }
}

extension StepRecord {
  /// Counts the exchanges of another attempt at the step, with those of the steps of its fragment,
  /// and keeps nothing else of it.
  package mutating func leaveOut(_ attempt: StepRecord) {
    for exchange in attempt.exchanges { leftOut.add(exchange) }
    leftOut.add(attempt.leftOut)
    leftOut.add(steps.leaveOut(attempt.steps))
  }
}

extension [StepRecord] {
  /// Counts the exchanges of another attempt at the same steps, and keeps nothing else of it.
  ///
  /// - Returns: The exchanges of steps that are not among these.
  package mutating func leaveOut(_ attempt: [StepRecord]) -> LeftOutExchanges {
    var rest = LeftOutExchanges()
    for (index, step) in attempt.enumerated() {
      if indices.contains(index), self[index].location == step.location {
        self[index].leaveOut(step)
      } else {
        step.count(in: &rest)
      }
    }
    return rest
  }
}

extension StepRecord {
  fileprivate func count(in rest: inout LeftOutExchanges) {
    for exchange in exchanges { rest.add(exchange) }
    rest.add(leftOut)
    for step in steps { step.count(in: &rest) }
  }
}
