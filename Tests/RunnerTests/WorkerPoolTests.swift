// SPDX-License-Identifier: Apache-2.0
// What waits holds no slot, and what will wait begins first.

import HTTP
import Record
import TestSupport
import Testing

@testable import Runner

@Suite(.waits) struct WorkerPoolTests {
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
      """, port: service.port)
    let targets = service.requests.map(\.target).filter { $0 != "/late" }
    service.stop()
    #expect(targets == ["/until", "/three", "/one", "/plain", "/sets-the-clock", "/shared"])
    #expect(record.scenarios.map(\.name) == ["A", "B", "C", "D", "E", "F"])
  }

  /// The steps of a scenario, and how many seconds it waits; also where no clock can be set.
  @Test(arguments: [
    ("[{wait: 3s}]", 0, 3), ("[{wait: 3s}, ASK]", 3, 3), ("[ASK, {wait: 3s}]", 0, 3),
    ("[{wait: 3s}]\n    finally: [ASK]", 3, 3), ("[ASK]\n    finally: [{wait: 4s}]", 0, 4),
    ("[{wait: 3s}]\n    finally: [{wait: 4s}, ASK]", 7, 7),
    ("[{wait: 3s}, {user: {visit: /}}]", 3, 3), ("[OPEN, {wait: 3s}, {user: cancel}]", 0, 3),
    ("[{wait: 3s}, OPEN]", 0, 3), ("[{wait: {until: now}}, ASK]", 5, 5),
    ("[{wait: \"${mvpd}\"}, ASK]", 5, 5), ("[{use: waits}, ASK]", 2, 2),
    ("[{use: waits}, {use: waits}, ASK]", 4, 4), ("[{use: waits}]", 0, 2),
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

  @Test func `has as many clients as slots, however many wait`() throws {
    let pool = WorkerPool(slots: 2) { HTTPClient() }
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<10 {
      let held = (0..<2).map { _ in pool.slot(priority: 0) }
      for slot in held { seen.insert(ObjectIdentifier(slot.client)) }
      _ = held[0].waiting {
        let other = pool.slot(priority: 0)
        seen.insert(ObjectIdentifier(other.client))
        other.end()
      }
      for slot in held { slot.end() }
    }
    #expect(seen.count == 2)
  }

  /// The only slot is given back for a reason, and others want it: one that goes on, and a new one.
  @Test(
    arguments: [(nil, ["new"]), (false, ["new", "again"]), (true, ["again", "new"])]
      as [(Bool?, [String])])
  func `goes on before it begins, and begins nothing where a slot is reserved`(
    reserving: Bool?, order: [String]
  ) throws {
    let pool = WorkerPool(slots: 1) { HTTPClient() }
    let log = Lock<[String]>([])
    let held = pool.slot(priority: 0)
    let threads = ThreadGroup()
    threads.start {
      pool.work(1, threads: 1) {
        guard let (_, slot) = pool.begin() else { return }
        log.change { $0.append("new") }
        slot.end()
      }
    }
    try waitUntil { pool.waitingCount == 1 }
    if let reserving {
      _ = held.waiting(reserving: reserving) {
        if !reserving { try? waitUntil { !log.read().isEmpty } }
      }
      log.change { $0.append("again") }
    }
    held.end()
    try waitForEnd(of: threads)
    #expect(log.read() == order)
  }

  @Test func `goes on at once with an extra slot where its own does not come back`() {
    let pool = WorkerPool(slots: 1) { HTTPClient() }
    let held = pool.slot(priority: 0)
    var other: WorkerSlot?
    let (isDone, delay) = held.lend {
      other = pool.slot(priority: 0, isReserved: true)
      return false
    }
    #expect(!isDone)
    #expect(delay == .zero)
    other?.end()
    held.end()
    pool.slot(priority: 0).end()
    pool.close()
  }

  /// Each thread has its own programs of the partner's framework, so one that is not needed costs.
  @Test func `begins one thing after the other in the same thread where nothing waits`() {
    let pool = WorkerPool(slots: 1) { HTTPClient() }
    let threads = Lock(0)
    let begun = Lock<[Int]>([])
    pool.work(20, threads: 10) {
      threads.change { $0 += 1 }
      while let (number, slot) = pool.begin() {
        begun.change { $0.append(number) }
        slot.end()
      }
    }
    #expect(threads.read() == 1)
    #expect(begun.read() == Array(0..<20))
  }

  @Test func `goes on with the lowest priority first`() throws {
    let pool = WorkerPool(slots: 1) { HTTPClient() }
    let log = Lock<[Int]>([])
    let held = pool.slot(priority: 0)
    let threads = ThreadGroup()
    for (count, priority) in [3, 1, 2, 1].enumerated() {
      threads.start {
        let slot = pool.slot(priority: priority)
        log.change { $0.append(priority) }
        slot.end()
      }
      try waitUntil { pool.waitingCount > count }
    }
    held.end()
    try waitForEnd(of: threads)
    #expect(log.read() == [1, 1, 2, 3])
  }
}
