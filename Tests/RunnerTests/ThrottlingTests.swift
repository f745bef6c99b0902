// SPDX-License-Identifier: Apache-2.0
// Tests of what holds requests back: answers 429, and the pace.

import Expectations
import HTTP
import Record
import Suites
import Synchronization
import TestSupport
import Testing
import Text

@testable import Runner

@Suite(.waits) struct ThrottlingTests {
  @Test(
    arguments: [
      ([:], 1), (["Retry-After": "2"], 2),
      // Two seconds after the bench's clock.
      (["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT"], 2),
    ] as [(KeyValuePairs<String, String>, Int)])
  func `waits at a 429 as long as the service asks for, and sends the request again, visibly`(
    headers: KeyValuePairs<String, String>, seconds: Int
  ) throws {
    let service = try Service { _, number in
      number == 0 ? .text("<html>", status: 429, headers: headers) : .json("{}")
    }
    let record = try Bench().run(steps: TransportTests.steps, on: service)
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(service.targets == ["GET /a", "GET /a", "GET /b"])
    #expect(service.times[0].duration(to: service.times[1]) >= .seconds(seconds))
    #expect(scenario.steps[0].exchanges.map(\.status) == [429, 200])
    #expect(
      scenario.steps[0].notes.map(\.description) == [
        "the service answered 429; waited \(seconds)s and sent the request again"
      ])
  }

  @Test(arguments: [
    "86400", "99999999999999999999999", "Sat, 16 Jan 2027 08:00:00 GMT",
    "Friday, 31-Dec-60 23:59:59 GMT",
  ])
  func `gives up at once where that is longer than its patience`(text: String) throws {
    let service = try Service { _, _ in .text("", status: 429, headers: ["Retry-After": text]) }
    let record = try Bench().run(steps: TransportTests.steps, on: service)
    #expect(try record.onlyScenario().verdict.outline == "blocked")
    #expect(service.requests.count == 1)
    let outcome = RunJudgement(record).outcome
    #expect(outcome.status == 3 && outcome.reason == .throttled)
    #expect(record.duration < .seconds(2))
  }

  static let many = """
    suite: Many
    scenarios:
    \((1...20).map { number in
      "  - {scenario: \(number), steps: [{step: A, request: {GET: /\(number % 5)?\(number)}, expect: {status: 200}}]}"
    }.joined(separator: "\n"))
    """

  @Test func `gives up where the service says nothing but 429 for long`() throws {
    let service = try Service { _, _ in .text("", status: 429) }
    let record = try Bench().run(Self.many, on: service)
    #expect(service.requests.count == 3)
    #expect(
      Set(record.scenarios.map(\.verdict.sentence)) == [
        "the target answered nothing but 429 (too many requests), and would have to be waited for "
          + "4s more; give its profile a 'rate:'"
      ])
    #expect(RunJudgement(record).outcome.status == 3)
  }

  @Test func `waits for longer than a step has, since that is no time of the step`() throws {
    let service = try Service { _, number in
      number < 2 ? .text("", status: 429) : .json("{}")
    }
    let record = try Bench(profile: { $0.timeouts.step = .milliseconds(500) })
      .run(steps: TransportTests.steps, on: service)
    #expect(try record.onlyScenario().verdict == .passed)
    #expect(record.duration >= .seconds(3))
  }

  @Test func `repeats again once the service has answered something else`() throws {
    let service = try Service { _, number in
      [0, 1, 3, 4, 6].contains(number) ? .text("", status: 429) : .json("{}")
    }
    let record = try Bench().run(Self.many, on: service)
    #expect(record.scenarios.allSatisfy { $0.verdict == .passed })
    #expect(service.requests.count == 25)
  }

  @Test func `repeats nothing for a path that is answered 429 only`() throws {
    let service = try Service { request, _ in
      request.target.hasPrefix("/2?") ? .text("", status: 429) : .json("{}")
    }
    var patience = Bench.patience
    patience.throttled = .seconds(2)
    let record = try Bench(patience: patience).run(Self.many, on: service)
    // Two for the first, and one for each other, in three tries.
    #expect(service.targets.count { $0.hasPrefix("GET /2?") } == 13)
    #expect(record.scenarios.count { $0.verdict == .passed } == 16)
    #expect(record.outage == nil)
    #expect(RunJudgement(record).outcome.status == 1)
  }

  @Test func `holds the other jobs back, too`() throws {
    let service = try Service { request, number in
      if request.target == "/b" {
        _ = ServerRequest(request: request, peer: "").pause(for: .milliseconds(300))
      }
      return request.target == "/a" && number < 2 ? .text("", status: 429) : .json("{}")
    }
    let record = try Bench(jobs: 2).run(
      """
      suite: Two
      scenarios:
        - {scenario: One, steps: [{step: A, request: {GET: /a}, expect: {status: 200}}]}
        - {scenario: Two, steps: [{step: B, request: {GET: /b}, expect: {status: 200}}, {step: C, request: {GET: /c}, expect: {status: 200}}]}
      """, on: service)
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
    let times = Dictionary(zip(service.targets, service.times)) { first, _ in first }
    let first = try #require(times["GET /a"])
    let late = try #require(times["GET /c"])
    #expect(first.duration(to: late) >= .seconds(1))
  }

  @Test func `sends a burst at no pace, and takes a 429 for an answer`() throws {
    let record = try Bench(profile: { $0.rate = Profile.Rate(perSecond: 0.01, burst: 1) }).run(
      steps:
        "- {step: A, request: {GET: /a}, burst: 5, expect: {statuses: [200, 200, 429, 200, 200]}}"
    ) { _, number in number == 2 ? .text("", status: 429) : .json("{}") }
    let scenario = try record.onlyScenario()
    #expect(scenario.verdict == .passed)
    #expect(scenario.steps[0].exchanges.map(\.status) == [200, 200])
    #expect(scenario.steps[0].leftOut.sentence == "3 more like it (2 × 200, 1 × 429)")
  }

  @Test func `paces all jobs and shared fragments by one bucket, beyond the time of a step`() throws
  {
    var bench = Bench(jobs: 4)
    bench.profile = {
      $0.rate = Profile.Rate(perSecond: 20, burst: 2)
      $0.timeouts.step = .milliseconds(200)
    }
    let service = try Service { _, _ in .json(#"{"token": "t"}"#) }
    let record = try bench.run(SharedFragmentTests.suite, on: service)
    #expect(record.scenarios.map(\.verdict) == Array(repeating: .passed, count: 9))
    // 11 requests: 2 at once, then one each 50 ms.
    let first = try #require(service.times.min())
    let last = try #require(service.times.max())
    #expect(service.requests.count == 11)
    #expect(first.duration(to: last) >= .milliseconds(430))
  }

  @Test func `serves the first in order, whoever came first`() throws {
    let rate = RateLimit(Profile.Rate(perSecond: 10, burst: 1))
    let cancellation = Cancellation()
    let order = Mutex<[Int]>([])
    let threads = ThreadGroup()
    // Nobody has a turn before all wait.
    rate.hold(for: .seconds(1))
    let places = [3, 1, 2, 0, 1]
    for (index, place) in places.enumerated() {
      threads.start {
        _ = rate.wait(place: place, until: Deadline(after: .seconds(20)), cancellation)
        order.withLock { $0.append(place) }
      }
      try waitUntil { rate.waitingCount > index }
    }
    try waitForEnd(of: threads)
    #expect(order.withLock { $0 } == [0, 1, 1, 2, 3])
    #expect(rate.waitingCount == 0)
  }

  @Test func `waits on where requests are held back anew`() throws {
    let rate = RateLimit(nil)
    rate.hold(for: .milliseconds(100))
    let waited = Mutex<Duration?>(nil)
    let threads = ThreadGroup()
    threads.start {
      let own = rate.wait(until: Deadline(after: .seconds(20)), Cancellation())
      waited.withLock { $0 = own }
    }
    try waitUntil { rate.waitingCount == 1 }
    rate.hold(for: .milliseconds(300))
    try waitForEnd(of: threads)
    let all = waited.withLock { $0 }
    #expect(try #require(all) >= .milliseconds(300))
  }

  @Test func `holds requests back no shorter than it was asked to before`() throws {
    let rate = RateLimit(nil)
    rate.hold(for: .milliseconds(200))
    rate.hold(for: .milliseconds(1))
    let waited = rate.wait(until: Deadline(after: .seconds(20)), Cancellation())
    #expect(try #require(waited) >= .milliseconds(150))
  }

  @Test func `gives its burst once, however long nothing was sent`() {
    let rate = RateLimit(Profile.Rate(perSecond: 10, burst: 3))
    let end = Deadline(after: .seconds(20))
    for _ in 0..<3 { #expect(rate.wait(until: end, Cancellation()) != nil) }
    // As many could be sent at once by then, if they came back.
    rate.hold(for: .milliseconds(300))
    let start = ContinuousClock.now
    for _ in 0..<3 { #expect(rate.wait(until: end, Cancellation()) != nil) }
    #expect(start.duration(to: .now) >= .milliseconds(490))
  }

  @Test func `takes no place for a request that would come too late`() {
    let rate = RateLimit(Profile.Rate(perSecond: 1, burst: 1))
    let cancellation = Cancellation()
    let soon = Deadline(after: .milliseconds(10))
    #expect(rate.wait(until: soon, cancellation) != nil)
    for _ in 0..<10 { #expect(rate.wait(until: soon, cancellation) == nil) }
    #expect(rate.wait(until: Deadline(after: .seconds(1.5)), cancellation) != nil)
  }

  /// Fri, 15 Jan 2027 08:00:00 GMT.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  @Test(
    arguments: [
      ([:], .zero), (["Retry-After": "2"], .seconds(2)), (["Retry-After": "0"], .zero),
      (["Retry-After": ""], .zero), (["Retry-After": "-1"], .zero), (["Retry-After": "1.5"], .zero),
      (["Retry-After": "86400"], .seconds(86_400)), (["Retry-After": "86401"], .seconds(86_400)),
      (["Retry-After": "99999999999999999999"], .seconds(86_400)), (["Retry-After": "soon"], .zero),
      (["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT"], .seconds(2)),
      (["Retry-After": "Sun, 17 Jan 2027 08:00:00 GMT"], .seconds(86_400)),
      (
        ["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT", "Date": "Fri, 15 Jan 2027 07:59:59 GMT"],
        .seconds(3)
      ),
      // The service's own clock is far from ours.
      (
        ["Retry-After": "Sun, 06 Nov 1994 08:49:39 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
        .seconds(2)
      ),
      (
        ["Retry-After": "Sunday, 06-Nov-94 08:49:39 GMT", "Date": "Sun Nov  6 08:49:37 1994"],
        .seconds(2)
      ), (["Retry-After": "Fri, 15 Jan 2027 08:00:02 GMT", "Date": "today"], .seconds(2)),
    ] as [(KeyValuePairs<String, String>, Duration)])
  func `waits as long as the service asks for, a day at most`(
    headers: KeyValuePairs<String, String>, delay: Duration
  ) {
    #expect(RetryAfter.delay(HeaderList(headers), now: Self.now) == delay)
  }

  /// Requests that got a 429 and were given up, or another answer, and for which repeating is in vain.
  @Test(
    arguments: [
      (["429 /a", "up /a"], ["/a", "/a?x"]),
      (["429 /a", "200 /b", "up /a"], ["/a", "/a?x"]),
      (["429 /a", "200 /a", "up /a"], []), (["429 /a", "200 /a?x", "up /a"], []),
      (["429 /a", "up /a", "200 /b"], ["/a", "/a?x"]), (["429 /a", "up /a", "200 /a"], []),
      (["429 /a?1", "200 /b", "up /a?1"], ["/a", "/a?x"]), (["429 /a"], []), (["200 /a"], []),
    ])
  func `repeats nothing that is in vain`(events: [String], inVain: [String]) {
    let throttling = Throttling()
    var marks: [Substring: Throttling.Mark] = [:]
    for event in events {
      let parts = event.split(separator: " ")
      let request = HTTPRequest(method: "GET", target: String(parts[1]))
      switch parts[0] {
      case "429": marks[parts[1]] = throttling.began(request)
      case "up": if let mark = marks[parts[1]] { throttling.gaveUp(mark) }
      default: throttling.passed(request)
      }
    }
    #expect(
      ["/a", "/a?x", "/b"].filter { throttling.isInVain(HTTPRequest(method: "GET", target: $0)) }
        == inVain)
  }
}
