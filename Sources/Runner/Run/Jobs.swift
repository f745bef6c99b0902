// SPDX-License-Identifier: Apache-2.0
// The jobs of a run: how many scenarios are worked on at the same time, and which one is next.

import Dispatch
import HTTP
import Synchronization

/// The jobs of a run, which are counted. Who works holds one, and gives it back while it waits: so
/// no job is idle because a scenario waits for a time.
///
/// A free job goes to the scenario that stands first in the plan, whether it begins or goes on. With
/// each job comes an HTTP client, so that connections are as many as jobs, however many scenarios
/// wait.
///
/// Of the scenarios that use an identity, one is under way at a time. It keeps the identity while it
/// waits without a job, so that no other scenario signs that identity out meanwhile.
final class Jobs: Sendable {
  /// Sendable without a check, because only who holds a job uses its client.
  fileprivate struct Client: @unchecked Sendable {
    let http: HTTPClient
  }

  /// A scenario that wants to go on.
  private struct Waiter {
    let number: Int
    let granted = DispatchSemaphore(value: 0)
  }

  /// A thread that wants to begin a scenario.
  private final class Beginner: Sendable {
    let granted = DispatchSemaphore(value: 0)
    /// The scenario, once it is granted; nil if no scenario is left.
    let scenario = Mutex<(number: Int, usesIdentity: Bool)?>(nil)
  }

  private struct State {
    /// How many jobs are free.
    var free: Int
    /// The clients of free jobs, as far as they were made.
    var idle: [Client] = []
    /// The scenarios that want to go on, in the order of the plan.
    var waiting: [Waiter] = []
    /// The scenarios that have not begun, in the order of the plan: those that use an identity, and
    /// the others.
    var newWithIdentity: ArraySlice<Int> = []
    var otherNew: ArraySlice<Int> = []
    var isIdentityInUse = false
    /// The threads that want to begin a scenario.
    var beginners: [Beginner] = []
    /// The work of each thread; nil while no scenario begins.
    var work: (@Sendable () -> Void)?
    /// How many more threads there may be.
    var spareThreads = 0

    /// The first scenario that may begin now; nil without one.
    var nextNew: Int? {
      let first = isIdentityInUse ? nil : newWithIdentity.first
      guard let first, let other = otherNew.first else { return first ?? otherNew.first }
      return min(first, other)
    }

    /// Gives the free jobs to those that come first in the plan.
    mutating func grant() {
      while free > 0 {
        let new = beginners.isEmpty ? nil : nextNew
        if let first = waiting.first, new.map({ first.number <= $0 }) ?? true {
          waiting.removeFirst()
          free -= 1
          first.granted.signal()
        } else if let new, let beginner = beginners.popLast() {
          let usesIdentity = newWithIdentity.first == new
          if usesIdentity {
            newWithIdentity.removeFirst()
            isIdentityInUse = true
          } else {
            otherNew.removeFirst()
          }
          free -= 1
          beginner.scenario.withLock { $0 = (new, usesIdentity) }
          beginner.granted.signal()
        } else {
          break
        }
      }
      if newWithIdentity.isEmpty, otherNew.isEmpty {
        for beginner in beginners { beginner.granted.signal() }
        beginners = []
      }
    }
  }

  private let makeClient: @Sendable () -> HTTPClient
  private let count: Int
  private let state: Mutex<State>
  private let threads = ThreadGroup()

  init(_ count: Int, makeClient: @escaping @Sendable () -> HTTPClient) {
    self.count = max(1, count)
    self.makeClient = makeClient
    state = Mutex(State(free: max(1, count)))
  }

  /// Runs the scenarios of the numbers below `count`, and blocks until they have ended.
  ///
  /// A thread starts for each job, and a further one where a job is free because its scenario waits.
  /// Where the system allows no further thread, the run goes on with those that it has.
  ///
  /// - Parameters:
  ///   - waiting: How many more threads there may be because scenarios wait.
  ///   - usesIdentity: Whether a scenario uses an identity.
  ///   - work: What each thread does: it begins one scenario after the other, until `begin` returns
  ///     nil.
  func run(
    _ scenarioCount: Int, waiting: Int, usesIdentity: (Int) -> Bool = { _ in false },
    _ work: @escaping @Sendable () -> Void
  ) {
    let first = min(count, scenarioCount)
    let withIdentity = (0..<scenarioCount).filter(usesIdentity)
    let others = (0..<scenarioCount).filter { !usesIdentity($0) }
    state.withLock { state in
      (state.newWithIdentity, state.otherNew) = (withIdentity[...], others[...])
      state.work = work
      state.spareThreads = min(waiting, scenarioCount - first)
    }
    let started = (0..<first).prefix { _ in threads.startIfPossible(work) }.count
    if started == 0 { work() }
    threads.wait()
    state.withLock { $0.work = nil }
  }

  /// The job of the next scenario that begins; nil if no scenario is left. Blocks until it may begin.
  func begin() -> Job? {
    let beginner = Beginner()
    state.withLock { state in
      state.beginners.append(beginner)
      state.grant()
    }
    beginner.granted.wait()
    return beginner.scenario.withLock(\.self).map {
      Job(self, client(), number: $0.number, usesIdentity: $0.usesIdentity)
    }
  }

  /// Takes a job. Blocks until it is free.
  ///
  /// - Parameter number: The place in the plan of what it is for.
  func take(number: Int) -> Job { Job(self, takeAgain(number), number: number) }

  /// How many scenarios want to go on.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// How many threads want to begin a scenario.
  var beginningCount: Int { state.withLock { $0.beginners.count } }

  /// Closes the connections of free jobs.
  func close() {
    state.withLock { state in
      for client in state.idle { client.http.close() }
    }
  }

  /// Makes room for descriptors: closes the connections of free jobs, and starts no further thread.
  func shrink() {
    state.withLock { $0.spareThreads = 0 }
    close()
  }

  fileprivate func takeAgain(_ number: Int) -> Client {
    let waiter = Waiter(number: number)
    state.withLock { state in
      let index = state.waiting.firstIndex { $0.number > number } ?? state.waiting.endIndex
      state.waiting.insert(waiter, at: index)
      state.grant()
    }
    waiter.granted.wait()
    return client()
  }

  private func client() -> Client {
    state.withLock { $0.idle.popLast() } ?? Client(http: makeClient())
  }

  /// - Parameters:
  ///   - isOver: Whether its thread goes on to begin something else, and waits for nothing.
  ///   - freesIdentity: Whether what ends here has used the identity.
  fileprivate func giveBack(_ client: Client, isOver: Bool = false, freesIdentity: Bool = false) {
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      if freesIdentity { state.isIdentityInUse = false }
      state.free += 1
      state.idle.append(client)
      state.grant()
      guard !isOver, state.free > 0, state.nextNew != nil, state.spareThreads > 0 else {
        return nil
      }
      state.spareThreads -= 1
      return state.work
    }
    if let work, !threads.startIfPossible(work) { state.withLock { $0.spareThreads = 0 } }
  }
}

/// The job of one scenario. For one thread.
final class Job {
  /// The place of the scenario in the plan: the lowest goes on first, and its requests are sent first.
  let number: Int
  private let jobs: Jobs
  private var held: Jobs.Client?
  private let usesIdentity: Bool

  fileprivate init(_ jobs: Jobs, _ held: Jobs.Client, number: Int, usesIdentity: Bool = false) {
    self.jobs = jobs
    self.held = held
    self.number = number
    self.usesIdentity = usesIdentity
  }

  var client: HTTPClient {
    // A scenario has its job again before its next step begins.
    guard let held else { preconditionFailure("nothing is sent without a job") }
    return held.http
  }

  /// Waits without the job, and with the identity. No answer may be in use any more.
  ///
  /// - Returns: What the body gave, and how long it took afterwards to get a job again. That depends
  ///   on the other scenarios, so it counts for no time limit.
  func waiting<Result>(_ body: () -> Result) -> (result: Result, delay: Duration) {
    jobs.giveBack(release())
    let result = body()
    let start = ContinuousClock.now
    held = jobs.takeAgain(number)
    return (result, start.duration(to: .now))
  }

  /// The same for descriptors: first all connections are closed that no exchange uses.
  func waitingForDescriptors<Result>(_ body: () -> Result) -> (result: Result, delay: Duration) {
    held?.http.close()
    jobs.shrink()
    return waiting(body)
  }

  /// Gives the job back for good, and the identity.
  func end() { jobs.giveBack(release(), isOver: true, freesIdentity: usesIdentity) }

  private func release() -> Jobs.Client {
    // `waiting` takes another one before it returns, and after an end nothing is done.
    guard let client = held.take() else { preconditionFailure("a job is given back once") }
    client.http.releaseBodies()
    return client
  }
}
