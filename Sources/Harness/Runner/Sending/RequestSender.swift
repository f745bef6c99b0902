// SPDX-License-Identifier: Apache-2.0
// Sends a prepared request: adds what the client adds, paces, repeats on 429.

import Encodings
import HTTPMessages
import HTTPTransport
import Results
import SourceText
import SuiteModel

/// Sends the requests of one job.
struct RequestSender {
  /// How often a request is repeated when the service says that there were too many.
  static let throttleLimit = 5

  let client: HTTPClient
  let context: RunContext
  /// Of the step, for problems.
  let location: SourceLocation
  /// Gets each answer that the outcome does not have, to be searched for secrets.
  let passed: (HTTPResponse) -> Void

  /// What came of a request, with all exchanges that it took.
  struct Outcome {
    /// The answer to be judged: the last. Those before it are not held.
    var response: HTTPResponse?
    var exchanges: [ExchangeRecord] = []
    var notes: [String] = []
    var problem: RunProblem?
    /// The time that the request was held back, which does not count for the step.
    var waited: Duration = .zero

    /// Adds what came of a further request.
    mutating func add(_ next: Outcome) {
      response = next.response
      exchanges += next.exchanges
      notes += next.notes
      problem = next.problem
      waited += next.waited
    }
  }

  /// The request as it goes on the wire.
  ///
  /// - Throws: a sentence, where a URL from an answer leads elsewhere.
  func message(for request: PreparedRequest) throws(EvaluationError) -> HTTPRequest {
    let base = context.profile.baseURL
    var target: String
    switch request.reference {
    case .path(let path): target = base.path + path
    case .url(let text):
      guard let resolved = base.resolving(text) else {
        throw EvaluationError("'\(text)' is no URL", at: nil)
      }
      guard resolved.origin == base.origin else {
        throw EvaluationError(
          "the URL leads to \(resolved.origin), and requests go to the target's origin only, "
            + "\(base.origin)", at: nil)
      }
      target = resolved.target
    }
    if !request.query.isEmpty { target += "\(target.contains("?") ? "&" : "?")\(request.query)" }
    var headers = request.headers
    func add(_ name: String, _ value: String) {
      let isOmitted = request.omittedHeaders.contains { HeaderList.isSame($0, name) }
      if !isOmitted, headers[name] == nil { headers.append(name, value) }
    }
    if request.body != nil, let contentType = request.contentType {
      add("Content-Type", contentType)
    }
    add("Accept", "application/json")
    add("User-Agent", context.userAgentName)
    return HTTPRequest(
      method: request.method, target: target, headers: headers, body: request.body ?? [])
  }
}

extension RequestSender {
  /// Sends a request, at the pace of the profile, and again as long as the answer is 429.
  ///
  /// - Parameter origin: Only the target's is paced; it is the only one that knows the harness.
  func send(_ request: HTTPRequest, to origin: Origin, deadline: Deadline) -> Outcome {
    var outcome = Outcome()
    let isTarget = origin == context.profile.baseURL.origin
    var mark: Throttling.Mark?
    for attempt in 0...Self.throttleLimit {
      if isTarget {
        // Others send, too, so that the turn says nothing about this step: it has its time yet.
        guard let waited = context.rate.wait(until: context.deadline, context.cancellation) else {
          outcome.problem = stopped("the run's time ended before the request could be sent")
          return outcome
        }
        outcome.waited += waited
      }
      let deadline = postponed(deadline, by: outcome.waited)
      guard let response = exchange(request, with: origin, deadline, &outcome) else {
        return outcome
      }
      guard response.status == 429, isTarget else {
        if isTarget { context.throttling.passed(request) }
        outcome.response = response
        return outcome
      }
      passed(response)
      guard attempt > 0 || !context.throttling.isInVain(request) else {
        outcome.problem = RunProblem(
          .transport,
          "the service answered 429 (too many requests), as it did before for as long as a request "
            + "was repeated, so it was sent only once", at: location)
        return outcome
      }
      let first = mark ?? context.throttling.began(request)
      mark = first
      let asked = delay(after: response, attempt: attempt)
      guard attempt < Self.throttleLimit else {
        context.throttling.gaveUp(first)
        outcome.problem = RunProblem(
          .transport,
          "the service answered 429 (too many requests) \(attempt + 1) times; give the target's "
            + "profile a 'rate:'", at: location)
        return outcome
      }
      guard asked <= deadline.remaining else {
        if attempt > 0 { context.throttling.gaveUp(first) }
        outcome.problem = RunProblem(
          .deadline,
          "the service answered 429 and wants to be left alone for \(DurationText.text(asked)), "
            + "which is longer than the step has left", at: location)
        return outcome
      }
      outcome.notes.append(
        "the service answered 429; waited \(DurationText.text(asked)) and sent the request again")
      // All requests come from one address, so all of them wait.
      context.rate.hold(for: asked)
    }
    return outcome
  }

  /// Sends a request once, at no pace.
  func exchange(
    _ request: HTTPRequest, with origin: Origin, _ deadline: Deadline, _ outcome: inout Outcome
  ) -> HTTPResponse? {
    let isTarget = origin == context.profile.baseURL.origin
    if isTarget, let failure = context.reachability.failure {
      outcome.problem = RunProblem(
        .transport, "\(failure.description), and it was not tried again", at: location,
        isUnreachable: true)
      return nil
    }
    let began = ContinuousClock.now
    defer { outcome.waited += client.waited }
    do {
      let exchange = try client.exchange(request, with: origin, deadline: deadline)
      if isTarget { context.reachability.reached() }
      outcome.exchanges.append(Self.record(request, origin, exchange))
      outcome.notes += exchange.notes
      return exchange.response
    } catch {
      if isTarget { context.reachability.failed(error) }
      outcome.exchanges.append(
        Self.record(request, origin, error, began.duration(to: .now) - client.waited))
      outcome.problem =
        error.isCancellation
        ? stopped("")
        : RunProblem(
          .transport, error.description, at: location,
          isUnreachable: isTarget && !error.hasReachedTarget)
      return nil
    }
  }

  /// A deadline without the time that something else took, though never past that of the run.
  func postponed(_ deadline: Deadline, by waited: Duration) -> Deadline {
    .earliest(deadline.postponed(by: waited), context.deadline)
  }

  private func stopped(_ message: String) -> RunProblem {
    context.cancellation.isCancelled
      ? .interrupted(at: location) : RunProblem(.deadline, message, at: location)
  }

  /// At least a second, longer each time (`throttling.md`); what the service asks for, if it does.
  private func delay(after response: HTTPResponse, attempt: Int) -> Duration {
    let asked = RetryAfter.delay(response.headers, now: context.surroundings.now())
    return max(.seconds(1 << min(attempt, 4)), asked)
  }
}

extension RequestSender {
  /// So much of a body is kept.
  private static let bodyLimit = 16 * 1024

  private static func record(
    _ request: HTTPRequest, _ origin: Origin, _ exchange: HTTPExchange
  ) -> ExchangeRecord {
    let response = exchange.response
    return ExchangeRecord(
      method: request.method, url: "\(origin)\(request.target)", status: response.status,
      duration: exchange.duration, issues: response.issues, notes: exchange.notes,
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers.fields, requestBody: text(request.body),
        reason: response.reason, responseHeaders: response.headers.fields,
        responseBody: text(response.body), responseByteCount: response.body.count))
  }

  private static func record(
    _ request: HTTPRequest, _ origin: Origin, _ error: TransportError, _ duration: Duration
  ) -> ExchangeRecord {
    ExchangeRecord(
      method: request.method, url: "\(origin)\(request.target)", status: 0, duration: duration,
      notes: [error.description],
      detail: ExchangeRecord.Detail(
        requestHeaders: request.headers.fields, requestBody: text(request.body), reason: "",
        responseHeaders: [], responseBody: "", responseByteCount: 0))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count > bodyLimit else { return String(decoding: bytes, as: UTF8.self) }
    var end = bodyLimit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return "\(String(decoding: bytes[..<end], as: UTF8.self))…"
  }
}

extension RunProblem {
  static func interrupted(at location: SourceLocation?) -> RunProblem {
    RunProblem(.interrupted, "the run was interrupted", at: location)
  }
}

extension BaseURL {
  /// Where a URL from an answer leads (RFC 3986, section 5).
  func resolving(_ reference: String) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: origin, target: "\(path)/")
  }
}
