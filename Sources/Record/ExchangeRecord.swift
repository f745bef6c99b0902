// SPDX-License-Identifier: Apache-2.0
// Requests with their answers, calls to the framework, and those left out.

package import HTTP

/// A request and its answer. For a passed step only the first line and the status are kept.
package struct ExchangeRecord: Sendable, Equatable {
  package var method: String
  /// The whole URL, masked.
  package var url: String
  /// 0 where no answer came.
  package var status: Int
  package var duration: Duration
  /// Violations of HTTP in an answer that could still be read.
  package var issues: [WireIssue] = []
  package var notes: [String] = []
  /// Heads and bodies; nil where only the first line was kept.
  @Boxed package var detail: Detail? = nil

  /// Heads and bodies as text. Bytes that are not UTF-8 are replaced, and long texts are cut.
  package struct Detail: Sendable, Equatable {
    package var requestHeaders: [HeaderField]
    package var requestBody: String
    /// Whether its body was longer; then the text ends with `…`.
    package var requestIsCut = false
    package var reason: String
    package var responseHeaders: [HeaderField]
    package var responseBody: String
    /// The length of the answer's body before it was cut.
    package var responseByteCount: Int

    package init(
      requestHeaders: [HeaderField], requestBody: String, reason: String,
      responseHeaders: [HeaderField], responseBody: String, responseByteCount: Int,
      requestIsCut: Bool = false
    ) {
      self.requestIsCut = requestIsCut
      self.requestHeaders = requestHeaders
      self.requestBody = requestBody
      self.reason = reason
      self.responseHeaders = responseHeaders
      self.responseBody = responseBody
      self.responseByteCount = responseByteCount
    }
  }
}

extension ExchangeRecord {
  package init(
    method: String, url: String, status: Int, duration: Duration, detail: Detail? = nil
  ) {
    self.init(
      method: method, url: url, status: status, duration: duration, issues: [], detail: detail)
  }
}

/// A call from the application to the framework, or an action of the user there.
package struct PartnerCallRecord: Sendable, Equatable {
  /// `open`, `permission`, `metadata`, `authenticate`, `user`.
  package var name: String
  /// The arguments as JSON text, masked.
  package var request: String
  /// The answer as JSON text, masked; empty without one.
  package var answer: String

  package init(name: String, request: String, answer: String) {
    self.name = name
    self.request = request
    self.answer = answer
  }
}

/// The exchanges of a step that its record does not keep, since they are like the first and the
/// last. They count as requests all the same.
package struct LeftOutExchanges: Sendable, Equatable {
  /// The exchanges with one status.
  package struct Count: Sendable, Equatable {
    /// 0 where no answer came.
    package let status: Int
    package internal(set) var number: Int
    /// Violations of HTTP in these answers.
    package internal(set) var wireIssues: Int
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
