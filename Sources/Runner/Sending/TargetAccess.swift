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
  let availability = Availability()
  let patience: Patience
  let clock: TargetClock
  /// The User-Agent we send.
  let userAgentName: String
  let time: RunTime
  /// The wall clock.
  let now: @Sendable () -> Timestamp

  init(
    _ profile: Profile, userAgentName: String, patience: Patience, time: RunTime,
    now: @escaping @Sendable () -> Timestamp
  ) {
    baseURL = profile.baseURL
    rate = RateLimit(profile.rate)
    self.userAgentName = userAgentName
    self.patience = patience
    clock = TargetClock(tolerance: profile.clockTolerance)
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
            + "\(baseURL.origin)", at: nil, cause: .step)
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

extension TargetAccess {
  /// Asks the target for what it has answered earlier, until it is answered again.
  ///
  /// Where it has answered nothing but 5xx there is nothing to ask for, and it waits for a moment.
  ///
  /// - Returns: Whether it was. Else the run has given up, or ends, or no answer ever came.
  func isBack(_ job: Job) -> Bool {
    if availability.answered == nil {
      return availability.hasResponded && time.wait(for: patience.firstPause)
    }
    let wasSuspect = availability.isSuspect
    return availability.asking {
      let start = ContinuousClock.now
      var pause = patience.firstPause
      while let request = availability.answered, availability.outage == nil, !time.isEnding {
        if wasSuspect, !availability.isSuspect { return true }
        if isAnswered(request, job) { return true }
        guard start.duration(to: .now) + pause <= patience.outage else {
          availability.gaveUp(after: patience.outage)
          return false
        }
        guard time.wait(for: pause) else { return false }
        pause = min(pause * 2, patience.longestPause)
      }
      return false
    }
  }

  /// Sends a request at the pace of the profile once more, and sees whether an answer of use comes: no
  /// 5xx.
  ///
  /// - Parameter isThrottledCounted: Whether a 429 is of no use either.
  func isAnswered(_ request: HTTPRequest, _ job: Job, but429 isThrottledCounted: Bool = false)
    -> Bool
  {
    guard
      rate.wait(place: job.number, until: time.deadline, time.interruption) != nil
    else { return false }
    let deadline = Deadline.earliest(Deadline(after: .seconds(30)), time.deadline)
    let began = time.elapsed
    let response = try? job.client.exchange(request, with: baseURL.origin, deadline: deadline)
    let status = response?.response.status
    availability.note(
      request, request.method + " " + request.target, status: status, isHostile: true,
      startedAfter: began)
    guard let status, status < 500 else { return false }
    if status == 429 { return !isThrottledCounted }
    throttling.passed(request)
    return true
  }
}

extension BaseURL {
  /// The origin and target of a URL from an answer (RFC 3986, section 5); nil for another text.
  func resolving(_ reference: String) -> (origin: Origin, target: String)? {
    URLReference.resolve(reference, against: origin, target: "\(path)/")
  }
}

/// How far the target's clock is from ours, by the `Date` of its answers (RFC 9110, section 6.6.1), and
/// by the times in them. Shared by all jobs.
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

  /// The time that an answer may take to come, in milliseconds.
  private static let moment = 500

  /// How far the target's clock may be off.
  private let tolerance: Duration
  private let state = Mutex(State())
  /// The times that answers give for what has happened.
  let past = PastTimes()

  init(tolerance: Duration) { self.tolerance = tolerance }

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

  /// The lead of the target's clock, in milliseconds, where all times in answers agree on more than the
  /// tolerance, and whether the dates of the answers tell another one; nil elsewhere.
  var unseenLead: (lead: Int, isAgainstDates: Bool)? {
    past.common(beyond: tolerance.wholeMilliseconds).flatMap { lead in
      guard let bounds = state.withLock({ $0.bounds }) else { return (lead, false) }
      let limit = tolerance.wholeMilliseconds
      return bounds.most >= -limit && bounds.least <= limit ? (lead, true) : nil
    }
  }

  /// The target's clock minus ours: zero if the two may be equal, else never more than it is. Where the
  /// times in answers differ from their dates, a profile ends by those.
  var offset: Duration {
    let bounds = state.withLock { $0.bounds }
    let byDate = bounds.map { $0.least > 0 || $0.most < 0 ? $0.least : 0 } ?? 0
    guard let lead = past.lead else { return .milliseconds(byDate) }
    // What is behind by more, or by a moment, happened before the answer was made.
    let isBehind = lead < -Self.moment && lead >= -tolerance.wholeMilliseconds
    if byDate == 0, isBehind { return .milliseconds(lead) }
    return .milliseconds(lead > 0 || isBehind ? max(byDate, lead) : byDate)
  }
}
