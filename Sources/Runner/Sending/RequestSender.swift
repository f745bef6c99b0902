// SPDX-License-Identifier: Apache-2.0
// Sends requests: paces them, and repeats them after a 429.

import HTTP
import Record
import Suites
import Synchronization
import Text

/// Sends the requests of one step.
struct RequestSender {
  /// How often a request is repeated after a 429.
  static let throttleLimit = 5

  /// How long it waits, at each time, before it tries again to get a descriptor.
  private static let descriptorPause = Duration.milliseconds(50)
  /// How long it tries to get a descriptor.
  private static let descriptorPatience = Duration.seconds(30)

  let job: Job
  let target: TargetAccess
  /// Where the step stands, for problems.
  let location: SourceLocation
  /// When the request has to be sent, or it is not sent at all; nil for no such time.
  let by: Deadline?
  /// Called with each answer that the outcome does not keep, to search it for secrets.
  let passed: (HTTPResponse) -> Void
  let cause: SentCause
  /// The endpoint that the request asks, with `*` for what differs.
  let endpoint: String
  /// Makes the `traceparent` of a request to the target; nil for none.
  let traceparent: (() -> String)?
  /// Gets each exchange; nil if no caller asks.
  let sent: (@Sendable (SentExchange) -> Void)?

  /// The outcome of a request, with all exchanges that it took.
  struct Outcome {
    /// The last answer, which is judged. The answers before it are dropped.
    var response: HTTPResponse?
    var exchanges: [ExchangeRecord] = []
    /// The exchanges that are not in `exchanges`.
    var leftOut = LeftOutExchanges()
    var notes = StepNotes()
    var problem: RunProblem?
    /// Whether it was not sent, since its time had passed.
    var isLate = false
    /// Whether there is no such host.
    var isHostUnknown = false
    /// What the system lacks, so that it could not be sent; nil where it lacks nothing.
    var shortage: String?
    /// Why the run asks nothing any more; nil while it goes on.
    var outage: String?
    /// How long the request was held back, which does not count as time of the step.
    var waited: Duration = .zero

    /// Adds the outcome of a further request.
    mutating func add(_ next: Outcome) {
      response = next.response
      exchanges += next.exchanges
      leftOut.add(next.leftOut)
      notes.add(next.notes)
      problem = next.problem
      isLate = next.isLate
      isHostUnknown = next.isHostUnknown
      shortage = next.shortage
      outage = next.outage
      waited += next.waited
    }

    /// Keeps the first exchange and the last, and counts those between them.
    mutating func leaveOutMiddle() {
      while exchanges.count > 2 { leftOut.add(exchanges.remove(at: 1)) }
    }
  }

  /// Sends a request at the pace of the profile, and repeats it after a 429.
  ///
  /// - Parameter origin: Requests to another origin than the target's are not paced or repeated.
  func send(_ request: HTTPRequest, to origin: Origin, deadline: Deadline) -> Outcome {
    var outcome = Outcome()
    let isTarget = origin == target.baseURL.origin
    var mark: Throttling.Mark?
    for attempt in 0... {
      if isTarget {
        // The wait depends on the other jobs, so it doesn't count as time of the step.
        let end = Deadline.earliest(by ?? target.time.deadline, target.time.deadline)
        guard
          let waited = target.rate.wait(
            place: job.number, until: end, target.time.interruption)
        else {
          outcome.isLate = by == end && !target.time.isEnding
          if !outcome.isLate {
            outcome.problem = stopped("the run's time ended before the request could be sent")
          }
          return outcome
        }
        outcome.waited += waited
      }
      let deadline = postponed(deadline, by: outcome.waited)
      guard let response = exchange(request, with: origin, deadline, &outcome) else {
        return outcome
      }
      guard response.status == 429, isTarget else {
        if isTarget { target.throttling.passed(request) }
        outcome.response = response
        return outcome
      }
      passed(response)
      guard attempt > 0 || !target.throttling.isInVain(request) else {
        outcome.problem = RunProblem(
          .transport,
          "the service answered 429 (too many requests); the request was not repeated, since "
            + "repeating an earlier one did not help", at: location)
        return outcome
      }
      let first =
        mark ?? target.throttling.began(request, startedAfter: target.time.elapsed)
      mark = first
      // One second at first (Adobe Pass Authentication, "Throttling mechanism"), then longer each time.
      let asked = RetryAfter.delay(response.headers, now: target.now())
      let wait = max(.seconds(1 << min(attempt, 4)), asked)
      let lasting = target.throttling.asked(for: asked, wait: wait, target.patience)
      let isOnlyHere =
        (attempt >= Self.throttleLimit || lasting != nil)
        && (isAnsweredElsewhere(request, since: first) ?? (lasting == nil))
      if isOnlyHere {
        target.throttling.gaveUp(first)
        outcome.problem = RunProblem(
          .transport,
          "the service answered 429 (too many requests) \(Wording.count(attempt + 1, "time")); give "
            + "the target's profile a 'rate:'", at: location)
        return outcome
      }
      if let lasting {
        let message =
          "the target answered nothing but 429 (too many requests), and would have to be waited for "
          + "\(DurationText.text(wait)) more; give its profile a 'rate:'"
        target.availability.gaveUp(throttledAfter: lasting, message: message)
        outcome.outage = message
        return outcome
      }
      outcome.notes.append(
        "the service answered 429; waited \(DurationText.text(wait)) and sent the request again")
      // The service counts requests by address, so the requests of all jobs wait.
      target.rate.hold(for: wait)
    }
    return outcome
  }

  /// Whether the target answers other requests while it answers 429 to one; nil if it has answered no
  /// other one that it could be asked again.
  private func isAnsweredElsewhere(
    _ request: HTTPRequest, since mark: Throttling.Mark
  ) -> Bool? {
    if !target.throttling.isAll(since: mark) { return true }
    guard let other = target.availability.answered, other.target != request.target else {
      return nil
    }
    return target.isAnswered(other, job, but429: true)
  }

  /// Sends a request once, without a pace; nil if there is no answer, then the outcome says why.
  func exchange(
    _ request: HTTPRequest, with origin: Origin, _ deadline: Deadline, _ outcome: inout Outcome
  ) -> HTTPResponse? {
    let isTarget = origin == target.baseURL.origin
    if let by, by.isPast {
      outcome.isLate = true
      return nil
    }
    if isTarget {
      let start = ContinuousClock.now
      if target.availability.isSuspect { _ = target.isBack(job) }
      outcome.waited += start.duration(to: .now)
      if let outage = target.availability.outage {
        outcome.outage = outage.message
        return nil
      }
    }
    if isTarget, let failure = target.reachability.failure {
      outcome.problem = RunProblem(
        .transport, "\(failure.description), and it was not tried again", at: location,
        isUnreachable: true)
      return nil
    }
    var request = request
    if isTarget, let traceparent, request.headers["traceparent"] == nil {
      request.headers.append("traceparent", traceparent())
    }
    let patience = Deadline(after: Self.descriptorPatience)
    var deadline = deadline
    while true {
      switch attempt(request, with: origin, deadline, &outcome) {
      case .ended(let response): return response
      case .short(let what):
        // The system is short of something, and the service has no part in that.
        guard !patience.isPast, !target.time.isCancelled else {
          outcome.shortage = what
          return nil
        }
        let start = ContinuousClock.now
        _ = job.waitingForDescriptors { target.time.wait(for: Self.descriptorPause) }
        let waited = start.duration(to: .now)
        outcome.waited += waited
        deadline = postponed(deadline, by: waited)
        if let by, by.isPast {
          outcome.isLate = true
          return nil
        }
      }
    }
  }

  private enum Attempt {
    case ended(HTTPResponse?)
    /// Nothing was sent, for want of this.
    case short(of: String)
  }

  private func attempt(
    _ request: HTTPRequest, with origin: Origin, _ deadline: Deadline, _ outcome: inout Outcome
  ) -> Attempt {
    let isTarget = origin == target.baseURL.origin
    let began = ContinuousClock.now
    let startedAfter = target.time.elapsed
    let sent = target.now()
    let client = job.client
    defer { outcome.waited += client.waited }
    func note(_ response: HTTPResponse?, _ notes: [String], _ duration: Duration) {
      if isTarget, !target.time.isEnding {
        target.availability.note(
          request, endpoint, status: response?.status, isHostile: cause.isHostile,
          startedAfter: startedAfter)
      }
      outcome.exchanges.append(Self.record(request, origin, response, notes, duration))
      self.sent?(
        SentExchange(
          request: request, origin: origin, sentAt: sent, duration: duration,
          end: response.map { .answered($0) } ?? .unanswered(because: notes.joined()),
          cause: cause))
    }
    do {
      let exchange = try client.exchange(request, with: origin, deadline: deadline)
      if isTarget {
        target.reachability.reached()
        target.clock.note(exchange.response.headers, sent: sent, received: target.now())
      }
      note(exchange.response, exchange.notes, exchange.duration)
      outcome.notes.append(contentsOf: exchange.notes)
      return .ended(exchange.response)
    } catch {
      if case .shortage(let what) = error.reason { return .short(of: what) }
      if isTarget { target.reachability.failed(error) }
      note(nil, [error.description], began.duration(to: .now) - client.waited)
      if case .unknownHost = error.reason { outcome.isHostUnknown = true }
      outcome.problem =
        error.isCancellation
        ? stopped("")
        : RunProblem(
          .transport, error.description, at: location,
          isUnreachable: isTarget && !error.hasReachedTarget)
      return .ended(nil)
    }
  }

  /// The deadline moved by the time that the request was held back, but not past that of the run.
  func postponed(_ deadline: Deadline, by waited: Duration) -> Deadline {
    .earliest(deadline.postponed(by: waited), target.time.deadline)
  }

  private func stopped(_ message: String) -> RunProblem {
    target.time.isEnding ? .interrupted(at: location) : RunProblem(.deadline, message, at: location)
  }

  /// How much of a body the record keeps.
  private static let bodyLimitBytes = 16 * 1024

  /// - Parameter response: nil where no answer came.
  private static func record(
    _ request: HTTPRequest, _ origin: Origin, _ response: HTTPResponse?, _ notes: [String],
    _ duration: Duration
  ) -> ExchangeRecord {
    var record = ExchangeRecord(
      method: request.method, url: "\(origin)\(request.target)", status: response?.status ?? 0,
      duration: duration,
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers.fields, requestBody: text(request.body),
        reason: response?.reason ?? "", responseHeaders: response?.headers.fields ?? [],
        responseBody: text(response?.body ?? []), responseByteCount: response?.body.count ?? 0,
        requestIsCut: request.body.count > bodyLimitBytes))
    record.issues = response.map { $0.issues + FramingFindings.remarks(on: $0, to: request) } ?? []
    record.notes = notes
    return record
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count > bodyLimitBytes else { return String(decoding: bytes, as: UTF8.self) }
    var end = bodyLimitBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return "\(String(decoding: bytes[..<end], as: UTF8.self))…"
  }
}

extension RunProblem {
  /// The problem of a step that the interruption of the run ended.
  static func interrupted(at location: SourceLocation?) -> RunProblem {
    RunProblem(.interrupted, "the run was interrupted", at: location)
  }
}
