// SPDX-License-Identifier: Apache-2.0
// Whether the target still gives answers of use.

import HTTP
import Record
import Suites
import Synchronization
import Text

/// Whether the target still gives answers of use. Shared by all jobs.
final class Availability: Sendable {
  /// From how many requests without an answer of use on, one after the other, the target may be out.
  private static let suspicion = 20

  /// Requests one after the other that got no answer of use.
  private struct Streak {
    var count = 0
    var endpoints: Set<String> = []
    /// When the first of them was sent, since the start of the run.
    var startedAfter = Duration.zero

    mutating func add(_ endpoint: String, _ startedAfter: Duration) {
      if count == 0 { self.startedAfter = startedAfter }
      count += 1
      endpoints.insert(endpoint)
    }

    var isSuspect: Bool {
      count >= Availability.suspicion && endpoints.count >= TroubleJudgement.fewestEndpoints
    }
  }

  private struct State {
    /// Whether any answer came.
    var hasResponded = false
    /// The first request that got an answer of use.
    var answered: HTTPRequest?
    var withoutAnswer = Streak()
    /// Access tokens that were refused where they had to be accepted.
    var refused = Streak()
    var wasAccepted = false
    var last = ""
    var outage: OutageRecord?
  }

  private let state = Mutex(State())
  /// Held by the job that asks whether the target is there again; the others wait for it.
  private let turn = Mutex(())

  /// Why the run asks nothing any more; nil while it goes on.
  var outage: OutageRecord? { state.withLock { $0.outage } }

  /// Whether the target may be out, so that it has to be asked before anything else is sent.
  var isSuspect: Bool {
    state.withLock { $0.withoutAnswer.isSuspect && $0.answered != nil }
  }

  /// Whether any answer came, of use or not.
  var hasResponded: Bool { state.withLock { $0.hasResponded } }

  /// The request to ask with whether the target is there: one that it has answered; nil without one.
  var answered: HTTPRequest? { state.withLock { $0.answered } }

  /// Notes an answer, or that none came.
  ///
  /// - Parameters:
  ///   - status: nil where no answer came.
  ///   - isHostile: Whether the request breaks the application's part on purpose.
  ///   - startedAfter: When it was sent, since the start of the run.
  func note(
    _ request: HTTPRequest, _ endpoint: String, status: Int?, isHostile: Bool,
    startedAfter: Duration
  ) {
    state.withLock { state in
      if status != nil { state.hasResponded = true }
      guard let status, status < 500 else {
        state.withoutAnswer.add(endpoint, startedAfter)
        state.last = status.map { "\($0)" } ?? "no answer"
        return
      }
      // Whether a 429 is the end is for `Throttling`.
      if status == 429 { return }
      // The answer to a request that was sent before may come late.
      if startedAfter >= state.withoutAnswer.startedAfter { state.withoutAnswer = Streak() }
      // The first one finds no user signed in yet whom it could sign out.
      if state.answered == nil {
        var request = request
        request.headers.remove("traceparent")
        state.answered = request
      }
      let hasToken = request.headers["Authorization"]?.hasPrefix("Bearer ") ?? false
      guard hasToken, !isHostile else { return }
      if status == 401 || status == 403 {
        if state.wasAccepted { state.refused.add(endpoint, startedAfter) }
      } else {
        state.wasAccepted = true
        state.refused = Streak()
      }
    }
  }

  /// Notes that the run gives up, as nothing but 5xx comes, or no answer.
  func gaveUp(after patience: Duration) {
    state.withLock { state in
      let streak = state.withoutAnswer
      let requests = Wording.count(streak.count, "request")
      state.outage =
        state.outage
        ?? OutageRecord(
          kind: .down, startedAfter: streak.startedAfter,
          message: "the target went out: the last \(requests), at "
            + "\(Wording.count(streak.endpoints.count, "endpoint")), got 5xx or no answer (the last "
            + "one \(state.last)), and for \(DurationText.text(patience)) more it did not come back"
        )
    }
  }

  /// Notes that the run gives up, as nothing but 429 comes.
  func gaveUp(throttledAfter startedAfter: Duration, message: String) {
    state.withLock { state in
      state.outage =
        state.outage
        ?? OutageRecord(kind: .throttled, startedAfter: startedAfter, message: message)
    }
  }

  /// Notes at the end of the run whether each access token was refused from some time on.
  func conclude() {
    state.withLock { state in
      let streak = state.refused
      guard state.outage == nil, streak.isSuspect else { return }
      state.outage = OutageRecord(
        kind: .tokensRefused, startedAfter: streak.startedAfter,
        message: "the target refused each access token from some time on: the last "
          + "\(Wording.count(streak.count, "request")), at "
          + "\(Wording.count(streak.endpoints.count, "endpoint")), got 401 or 403")
    }
  }

  /// Lets one job at a time ask whether the target is there again.
  func asking<Result>(_ body: () -> Result) -> Result { turn.withLock { _ in body() } }
}
