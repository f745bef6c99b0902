// SPDX-License-Identifier: Apache-2.0
// The calls of a try that got no answer of use.

import Suites

/// A call that got a 5xx which no expectation accepts, a 429 to each repetition, or no answer.
struct TroubledCall: Sendable {
  /// How it went wrong.
  enum Kind: Sendable {
    case serverError
    case silence
    case throttled
    /// A fresh access token was refused, as all were from some time on.
    case refused
    /// Its time ended while the target was out.
    case late
  }

  /// The same in each try of a scenario.
  struct Key: Hashable {
    let place: [Int]
    let kind: Kind
  }

  let step: StepRecord
  let key: Key
  /// Whether it is under `finally`.
  let isFinal: Bool

  /// `503`, or `no answer`.
  var answer: String {
    if key.kind == .late { return "no answer in time" }
    return step.exchanges.last.flatMap { $0.status > 0 ? "\($0.status)" : nil } ?? "no answer"
  }
}

extension TroubledCall.Kind {
  /// How an answer with a status is no answer of use; nil for another status.
  ///
  /// - Parameter status: 0 where no answer came.
  init?(status: Int) {
    switch status {
    case 0: self = .silence
    case 429: self = .throttled
    case 500...599: self = .serverError
    default: return nil
    }
  }
}

extension StepRecord {
  /// How the step met trouble; nil where it did not.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether a step of the try is a fault: then a 5xx that a step passed with counts,
  ///     too, since a later step may have needed the answer.
  ///   - outage: What the run gave up for, if it did.
  fileprivate func trouble(
    hasFailed: Bool, _ outage: OutageRecord?
  ) -> TroubledCall.Kind? {
    if let outage, outage.meets(self), verdict.problem?.kind == .deadline { return .late }
    guard let status = exchanges.last?.status else { return nil }
    let isFault = verdict.kind.isFault || !warnings.isEmpty
    if let outage, outage.kind == .tokensRefused, outage.meets(self),
      status == 401 || status == 403, isFault, !isHostile
    {
      return .refused
    }
    switch TroubledCall.Kind(status: status) {
    // An answer 429 that a step judges is one that its suite asks for.
    case .throttled: return verdict.kind == .broken ? .throttled : nil
    case .serverError: return isFault || hasFailed && verdict.kind == .passed ? .serverError : nil
    case .silence: return isFault ? .silence : nil
    case .refused, .late, nil: return nil
    }
  }
}

extension [StepRecord] {
  /// The calls of a try that met trouble, in order.
  func troubledCalls(_ outage: OutageRecord? = nil) -> [TroubledCall] {
    var hasFailed = false
    visit { hasFailed = hasFailed || !$0.isFinal && $0.step.verdict.kind.isFault }
    var calls: [TroubledCall] = []
    visit { visit in
      guard let kind = visit.step.trouble(hasFailed: hasFailed && !visit.isFinal, outage) else {
        return
      }
      calls.append(
        TroubledCall(
          step: visit.step, key: TroubledCall.Key(place: visit.place, kind: kind),
          isFinal: visit.isFinal))
    }
    return calls
  }
}

extension [StepRecord] {
  /// The call that a try met trouble at, in words: `503 at 'Create a session'`. nil where it met
  /// none, or only under `finally`.
  package var troubleMet: String? {
    troubledCalls().first { !$0.isFinal }.map { "\($0.answer) at '\($0.step.name)'" }
  }
}
