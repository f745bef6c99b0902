// SPDX-License-Identifier: Apache-2.0
// The target of a run: its pace, its clock, the requests sent to it.

import Expectations
import HTTP
import Record
import Suites
import Synchronization
import Text

/// The target of a run: its place, its pace, and whether it answers. Shared by all jobs.
struct TargetAccess: Sendable {
  let baseURL: BaseURL
  let rate: RateLimit
  let reachability = Reachability()
  let throttling = Throttling()
  let clock = TargetClock()
  /// The User-Agent we send.
  let userAgentName: String
  let time: RunTime
  /// The wall clock.
  let now: @Sendable () -> Timestamp

  init(
    _ profile: Profile, userAgentName: String, time: RunTime,
    now: @escaping @Sendable () -> Timestamp
  ) {
    baseURL = profile.baseURL
    rate = RateLimit(profile.rate)
    self.userAgentName = userAgentName
    self.time = time
    self.now = now
  }

  /// The request as it goes on the wire, with the headers that the client adds.
  ///
  /// - Throws: if a URL from an answer is not valid, or leads to another origin.
  /// - Parameter userAgent: The `User-Agent` of the device; nil for our own.
  func message(for request: PreparedRequest, from userAgent: String?) throws(EvaluationError)
    -> HTTPRequest
  {
    var target: String
    switch request.reference {
    case .path(let path): target = baseURL.path + path
    case .url(let text):
      guard let resolved = baseURL.resolving(text) else {
        throw EvaluationError("'\(text)' is not a URL", at: nil)
      }
      guard resolved.origin == baseURL.origin else {
        throw EvaluationError(
          "the URL leads to \(resolved.origin), and requests go to the target's origin only, "
            + "\(baseURL.origin)", at: nil)
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
    add("Accept-Encoding", "identity")
    add("User-Agent", userAgent ?? userAgentName)
    return HTTPRequest(
      method: request.method, target: target, headers: headers, body: request.body ?? [])
  }
}

extension BaseURL {
  /// The origin and target of a URL from an answer (RFC 3986, section 5); nil for another text.
  func resolving(_ reference: String) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: origin, target: "\(path)/")
  }
}

/// How far the target's clock is from ours, by the `Date` of its answers (RFC 9110, section 6.6.1).
/// Shared by all jobs.
///
/// A date says the time to the second, so each answer gives two bounds. Those of all answers
/// together leave a few milliseconds, unless several servers with different clocks answer.
final class TargetClock: Sendable {
  private struct State {
    /// In milliseconds, as all here. Nothing is known before the first date.
    var bounds: (least: Int, most: Int)?
    var date = ""
    var dateTime = 0
  }

  private let state = Mutex(State())

  /// Notes the date of an answer, if it has one.
  ///
  /// - Parameters:
  ///   - sent: Before the request was sent, by our clock.
  ///   - received: After the answer came.
  func note(_ headers: HeaderList, sent: Timestamp, received: Timestamp) {
    guard let date = headers["Date"] else { return }
    state.withLock { state in
      // Many answers have the same second.
      if state.date != date {
        guard let time = HTTPDate.timestamp(date, now: received) else { return }
        (state.date, state.dateTime) = (date, time.milliseconds)
      }
      let least = state.dateTime - received.milliseconds
      let most = state.dateTime + 999 - sent.milliseconds
      guard let bounds = state.bounds else {
        state.bounds = (least, most)
        return
      }
      let both = (least: max(bounds.least, least), most: min(bounds.most, most))
      // Several clocks, or one that was set: the slower one is waited for.
      state.bounds = both.least <= both.most ? both : (both.most - 999, both.most)
    }
  }

  /// The target's clock minus ours: zero if the two may be equal, else never more than it is.
  var offset: Duration {
    let bounds = state.withLock { $0.bounds }
    guard let bounds, bounds.least > 0 || bounds.most < 0 else { return .zero }
    return .milliseconds(bounds.least)
  }
}
