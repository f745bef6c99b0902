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

  /// What came of a request, with all exchanges that it took.
  struct Outcome {
    var response: HTTPResponse?
    var exchanges: [ExchangeRecord] = []
    var notes: [String] = []
    var problem: RunProblem?
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
        throw EvaluationError("'\(text)' is no URL", at: .start)
      }
      guard resolved.origin == base.origin else {
        throw EvaluationError(
          "the URL leads to \(resolved.origin), and requests go to the target's origin only, "
            + "\(base.origin)", at: .start)
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
    add("User-Agent", "\(context.settings.tool.name)/\(context.settings.tool.version)")
    return HTTPRequest(
      method: request.method, target: target, headers: headers, body: request.body ?? [])
  }

  /// Sends a request, at the pace of the profile, and again as long as the answer is 429.
  func send(_ request: HTTPRequest, deadline: Deadline, location: SourceLocation) -> Outcome {
    var outcome = Outcome()
    for attempt in 0...Self.throttleLimit {
      guard context.rate.wait(until: deadline, context.cancellation) else {
        outcome.problem = stopped(
          "the step's time ended while the request waited for its turn", location)
        return outcome
      }
      guard let response = exchange(request, deadline, location, &outcome) else { return outcome }
      guard response.status == 429, attempt < Self.throttleLimit else {
        if response.status == 429 {
          outcome.problem = RunProblem(
            .transport,
            "the service answered 429 (too many requests) \(attempt + 1) times; give "
              + "the target's profile a 'rate:'", at: location)
        }
        outcome.response = response
        return outcome
      }
      let delay = Self.delay(after: response, attempt: attempt)
      outcome.notes.append(
        "the service answered 429; waited \(DurationText.text(delay)) and sent the request again")
      guard delay < deadline.remaining, context.cancellation.wait(until: Deadline(after: delay))
      else {
        outcome.problem = stopped(
          "the service answered 429, and the step's time ended before the request could be "
            + "repeated", location)
        return outcome
      }
    }
    return outcome
  }

  /// Sends a request once, at no pace.
  func exchange(
    _ request: HTTPRequest, _ deadline: Deadline, _ location: SourceLocation,
    _ outcome: inout Outcome
  ) -> HTTPResponse? {
    let origin = context.profile.baseURL.origin
    let began = ContinuousClock.now
    do {
      let exchange = try client.exchange(request, with: origin, deadline: deadline)
      outcome.exchanges.append(Self.record(request, origin, exchange))
      outcome.notes += exchange.notes
      return exchange.response
    } catch {
      let duration = began.duration(to: .now)
      outcome.exchanges.append(Self.record(request, origin, error, duration))
      outcome.problem =
        error.isCancellation
        ? stopped("the run was interrupted", location)
        : RunProblem(
          .transport, error.description, at: location, isUnreachable: !error.hasReachedTarget)
      return nil
    }
  }

  private func stopped(_ message: String, _ location: SourceLocation) -> RunProblem {
    context.cancellation.isCancelled
      ? RunProblem(.interrupted, "the run was interrupted", at: location)
      : RunProblem(.deadline, message, at: location)
  }

  /// At least a second, longer each time (`throttling.md`); what the service asks for, if it does.
  private static func delay(after response: HTTPResponse, attempt: Int) -> Duration {
    let asked = response.headers["Retry-After"].flatMap { Int($0) } ?? 0
    return .seconds(max(1 << min(attempt, 4), min(max(asked, 0), 3600)))
  }
}

extension RequestSender {
  /// So much of a body is kept.
  private static let bodyLimit = 16 * 1024

  static func record(
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

extension BaseURL {
  /// Where a URL from an answer leads (RFC 3986, section 5).
  func resolving(_ reference: String) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: origin, target: "\(path)/")
  }
}
