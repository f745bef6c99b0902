// SPDX-License-Identifier: Apache-2.0
// What waits holds no job, and what will wait begins first.

import HTTPMessages
import HTTPTransport
import Results
import TestSupport
import Testing

@testable import Runner

@Suite(.waits) struct JobsTests {
  /// Each waits for what the second scenario does.
  @Test(arguments: [
    (
      "a repetition",
      "{step: A, request: {GET: /gate}, retry: {while: {status: 202}, every: 10ms, at-most: 50s}, expect: {status: 200}}"
    ),
    ("a fragment that runs once for all", "{use: shared}"),
    ("a fragment within one", "{use: outer}"),
  ])
  func `goes on with another scenario while one waits`(what: String, step: String) throws {
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

  @Test func `begins with what waits longest, and keeps the order of the rest`() throws {
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
        - {scenario: G, skip: not today, steps: [{wait: 5s}, {use: asks}]}
      """, port: service.port)
    let targets = service.requests.map(\.target).filter { $0 != "/late" }
    service.stop()
    #expect(
      targets == [
        "/until", "/three", "/one", "/plain", "/sets-the-clock", "/shared",
      ])
    #expect(record.scenarios.map(\.name) == ["A", "B", "C", "D", "E", "F", "G"])
  }

  /// The steps of a scenario, and how many seconds it waits; also where no clock can be set.
  @Test(arguments: [
    ("[{wait: 3s}]", 0, 3), ("[{wait: 3s}, ASK]", 3, 3), ("[ASK, {wait: 3s}]", 0, 3),
    ("[{wait: 3s}]\n    finally: [ASK]", 3, 3), ("[ASK]\n    finally: [{wait: 4s}]", 0, 4),
    ("[{wait: 3s}]\n    finally: [{wait: 4s}, ASK]", 7, 7),
    ("[{wait: 3s}, {user: {visit: /}}]", 3, 3), ("[OPEN, {wait: 3s}, {user: cancel}]", 0, 3),
    ("[{wait: 3s}, OPEN]", 0, 3), ("[{wait: {until: now}}, ASK]", 5, 5),
    ("[{wait: \"${mvpd}\"}, ASK]", 5, 5),
    ("[{use: waits}, ASK]", 2, 2), ("[{use: waits}, {use: waits}, ASK]", 4, 4),
    ("[{use: waits}]", 0, 2),
    ("[{use: waits}, ASK, {use: waits}]", 2, 4), ("[{use: once}, ASK]", 0, 0),
    ("[{wait: 3s}, {use: once}]", 3, 3),
    ("[{wait: 3s}, {use: asks}]", 4, 4), ("[{use: asks}]", 1, 1),
    ("[{wait: 3s}, {use: waits}]", 0, 5),
  ])
  func `knows how long a scenario will wait`(steps: String, settable: Int, real: Int) throws {
    let text = """
      suite: Waiting
      fragments:
        - {fragment: waits, steps: [{wait: 2s}]}
        - {fragment: asks, steps: [{wait: 1s}, ASK]}
        - {fragment: once, once: run, steps: [{wait: 9s}, ASK]}
      scenarios:
        - scenario: It
          steps: \(steps)
      """.replacing("ASK", with: "{step: A, request: {GET: /a}, expect: {status: 200}}")
      .replacing("OPEN", with: "{partner: {state: denied}}")
    let plan = try Bench().plan(text)
    let scenario = try #require(plan.suites.first?.scenarios.first).scenario
    for (canSetClock, seconds) in [(true, settable), (false, real)] {
      var forecast = WaitForecast(plan.fragments, canSetClock: canSetClock)
      #expect(forecast.duration(of: scenario) == .seconds(seconds), "\(canSetClock)")
    }
  }

  @Test func `has as many clients as jobs, however many wait`() throws {
    let jobs = Jobs(2) { HTTPClient() }
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<10 {
      let held = (0..<2).map { _ in HeldJob(jobs, jobs.take(priority: 0), priority: 0) }
      for job in held { seen.insert(ObjectIdentifier(job.client)) }
      _ = held[0].waiting(for: .time) {
        let other = jobs.take(priority: 0)
        seen.insert(ObjectIdentifier(other.client))
        jobs.giveBack(other)
      }
      for job in held { job.end() }
    }
    #expect(seen.count == 2)
  }

  /// The only job is given back for a reason, and others want it: one that goes on, and a new one.
  @Test(
    arguments: [
      (nil, ["new"]), (Jobs.Wait.time, ["new", "again"]), (Jobs.Wait.turn, ["again", "new"]),
    ] as [(Jobs.Wait?, [String])])
  func `goes on before it begins, and begins nothing in the place of what has a turn`(
    wait: Jobs.Wait?, order: [String]
  ) throws {
    let jobs = Jobs(1) { HTTPClient() }
    let log = Lock<[String]>([])
    let held = jobs.take(priority: 0)
    let threads = ThreadGroup()
    threads.start {
      jobs.work(threads: 1) {
        guard let job = jobs.begin() else { return }
        log.change { $0.append("new") }
        jobs.end()
        jobs.giveBack(job)
      }
    }
    try waitUntil { jobs.isWantedForNew }
    jobs.giveBack(held, for: wait)
    if wait == .time { try waitUntil { !log.read().isEmpty } }
    if wait != nil {
      let again = jobs.take(priority: 0, after: wait)
      log.change { $0.append("again") }
      jobs.giveBack(again)
    }
    try waitForEnd(of: threads)
    #expect(log.read() == order)
  }

  /// Each thread has its own programs of the partner's framework, so one that is not needed costs.
  @Test func `begins one thing after the other in the same thread where nothing waits`() {
    let jobs = Jobs(1) { HTTPClient() }
    let threads = Lock(0)
    let begun = Lock(0)
    jobs.work(threads: 10) {
      threads.change { $0 += 1 }
      while let job = jobs.begin() {
        defer { jobs.giveBack(job) }
        begun.change { $0 += 1 }
        if begun.read() > 20 { return jobs.end() }
      }
    }
    #expect(threads.read() == 1)
  }

  @Test func `goes on with the lowest priority first`() throws {
    let jobs = Jobs(1) { HTTPClient() }
    let log = Lock<[Int]>([])
    let held = jobs.take(priority: 0)
    let threads = ThreadGroup()
    for (count, priority) in [3, 1, 2, 1].enumerated() {
      threads.start {
        let job = jobs.take(priority: priority)
        log.change { $0.append(priority) }
        jobs.giveBack(job)
      }
      try waitUntil { jobs.countOfWaiting > count }
    }
    jobs.giveBack(held)
    try waitForEnd(of: threads)
    #expect(log.read() == [1, 1, 2, 3])
  }
}
