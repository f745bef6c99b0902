// SPDX-License-Identifier: Apache-2.0
// What waits holds no job, and a free job goes to the first in the plan.

import HTTP
import Record
import TestSupport
import Testing

@testable import Runner

@Suite(.waits) struct JobTests {
  /// A repetition, a fragment once for all, and one around it: each waits for the second scenario.
  @Test(arguments: [
    "{step: A, request: {GET: /gate}, retry: {while: {status: 202}, every: 10ms, at-most: 50s}, expect: {status: 200}}",
    "{use: shared}", "{use: outer}",
  ])
  func `goes on with another scenario while one waits`(step: String) throws {
    let record = try Bench().run(
      """
      suite: Waiting
      fragments:
        - fragment: shared
          gives: []
          once: run
          steps:
            - {step: A, request: {GET: /gate}, retry: {while: {status: 202}, every: 10ms, at-most: 50s}, expect: {status: 200}}
        - {fragment: outer, gives: [], once: run, steps: [{use: shared}]}
      scenarios:
        - {scenario: Waits, steps: [\(step)]}
        - {scenario: Opens, steps: [{step: B, request: {POST: /gate}, expect: {status: 200}}]}
      """, on: try Self.gate())
    #expect(record.scenarios.map(\.verdict) == [.passed, .passed])
  }

  /// A service whose gate is shut until somebody opens it.
  static func gate() throws -> Service {
    let isOpen = Lock(false)
    return try Service { request, _ in
      if request.method == "POST" { isOpen.write(true) }
      return .json("{}", status: isOpen.read() ? 200 : 202)
    }
  }

  @Test func `begins in the order of the plan, and goes on before it begins`() throws {
    let service = try Service { _, _ in .json("{}") }
    let record = try Bench().run(
      """
      suite: Waiting
      fragments:
        - {fragment: waits, gives: [], steps: [{wait: 2ms}]}
        - {fragment: asks, gives: [], steps: [{step: Ask, request: {GET: /late}, expect: {status: 200}}]}
        - {fragment: once, gives: [], once: run, steps: [{wait: 9ms}]}
      scenarios:
        - {scenario: A, steps: [{step: A, request: {GET: /plain}, expect: {status: 200}}]}
        - {scenario: B, steps: [{step: B, request: {GET: /one}, expect: {status: 200}}, {wait: 1ms}, {use: asks}]}
        - {scenario: C, steps: [{step: C, request: {GET: /sets-the-clock}, expect: {status: 200}}, {wait: 8ms}]}
        - {scenario: D, steps: [{step: D, request: {GET: /three}, expect: {status: 200}}, {use: waits}, {wait: 1ms}], finally: [{use: asks}]}
        - {scenario: E, steps: [{step: E, request: {GET: /until}, expect: {status: 200}}, {wait: {until: "${now + 1ms}"}}, {use: asks}]}
        - {scenario: F, steps: [{step: F, request: {GET: /shared}, expect: {status: 200}}, {use: once}]}
      """, port: service.port)
    let targets = service.requests.map(\.target).filter { $0 != "/late" }
    service.stop()
    #expect(targets == ["/plain", "/one", "/sets-the-clock", "/three", "/until", "/shared"])
    #expect(record.scenarios.map(\.name) == ["A", "B", "C", "D", "E", "F"])
  }

  @Test func `has as many clients as jobs, however many wait`() throws {
    let jobs = Jobs(2) { HTTPClient() }
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<10 {
      let held = (0..<2).map { jobs.take(number: $0) }
      for job in held { seen.insert(ObjectIdentifier(job.client)) }
      _ = held[0].waiting {
        let other = jobs.take(number: 2)
        seen.insert(ObjectIdentifier(other.client))
        other.end()
      }
      for job in held { job.end() }
    }
    #expect(seen.count == 2)
  }

  /// The only job becomes free while a scenario wants to begin, which is the first of the plan, and
  /// another wants to go on.
  @Test(arguments: [(-1, ["goes on", "begins"]), (1, ["begins", "goes on"])])
  func `gives a free job to what comes first, whether it begins or goes on`(
    place: Int, order: [String]
  ) throws {
    let jobs = Jobs(1) { HTTPClient() }
    let log = Lock<[String]>([])
    let isReady = Lock(false)
    let held = jobs.take(number: 2)
    let threads = ThreadGroup()
    threads.start {
      let job = jobs.take(number: place)
      log.change { $0.append("goes on") }
      job.end()
    }
    threads.start {
      jobs.run(1, waiting: 0) {
        isReady.write(true)
        while let job = jobs.begin() {
          log.change { $0.append("begins") }
          job.end()
        }
      }
    }
    try waitUntil { jobs.waitingCount == 1 && isReady.read() && jobs.beginningCount == 1 }
    held.end()
    try waitForEnd(of: threads)
    #expect(log.read() == order)
  }

  /// Each thread has its own programs of the partner's framework, so one that is not needed costs.
  @Test func `begins one thing after the other in the same thread where nothing waits`() {
    let jobs = Jobs(1) { HTTPClient() }
    let threads = Lock(0)
    let begun = Lock<[Int]>([])
    jobs.run(20, waiting: 10) {
      threads.change { $0 += 1 }
      while let job = jobs.begin() {
        let number = job.number
        begun.change { $0.append(number) }
        job.end()
      }
    }
    #expect(threads.read() == 1)
    #expect(begun.read() == Array(0..<20))
  }

  /// How many threads there may be besides, and how far the scenarios have come once all wait.
  @Test(arguments: [(0, 2), (3, 5), (50, 10)])
  func `begins further scenarios while others wait, as many as there may be`(
    waiting: Int, begun: Int
  ) throws {
    let jobs = Jobs(2) { HTTPClient() }
    let count = Lock(0)
    let end = Cancellation()
    let threads = ThreadGroup()
    threads.start {
      jobs.run(10, waiting: waiting) {
        while let job = jobs.begin() {
          _ = job.waiting {
            count.change { $0 += 1 }
            return end.wait(until: Deadline(after: .seconds(60)))
          }
          job.end()
        }
      }
    }
    try waitUntil { count.read() == begun }
    // No other one begins.
    _ = Cancellation().wait(until: Deadline(after: .milliseconds(20)))
    #expect(count.read() == begun)
    end.cancel()
    try waitForEnd(of: threads)
    #expect(count.read() == 10)
  }

  @Test func `goes on in the order of the plan`() throws {
    let jobs = Jobs(1) { HTTPClient() }
    let log = Lock<[Int]>([])
    let held = jobs.take(number: 0)
    let threads = ThreadGroup()
    for (count, number) in [3, 1, 2, 1].enumerated() {
      threads.start {
        let job = jobs.take(number: number)
        log.change { $0.append(number) }
        job.end()
      }
      try waitUntil { jobs.waitingCount > count }
    }
    held.end()
    try waitForEnd(of: threads)
    #expect(log.read() == [1, 1, 2, 3])
  }

  /// Of ten scenarios every second one uses the identity, and all wait for a moment.
  @Test func `lets one scenario at a time use the identity, also while it waits`() {
    let jobs = Jobs(3) { HTTPClient() }
    let state = Lock((inside: 0, most: 0, others: 0))
    jobs.run(10, waiting: 10, usesIdentity: { $0 % 2 == 0 }) {
      while let job = jobs.begin() {
        let uses = job.number % 2 == 0
        state.change { state in
          if uses { state.inside += 1 } else { state.others += 1 }
          state.most = max(state.most, state.inside)
        }
        _ = job.waiting { Cancellation().wait(until: Deadline(after: .milliseconds(5))) }
        state.change { if uses { $0.inside -= 1 } }
        job.end()
      }
    }
    #expect(state.read().most == 1)
    #expect(state.read().others == 5)
  }
}
