// SPDX-License-Identifier: Apache-2.0
// How much of a run is done at the same time.

import Dispatch
import HTTPTransport
import Synchronization

/// The jobs of a run. Who works holds one, and gives it back while it waits: so no job is idle
/// because a scenario waits for a time.
///
/// A job that is free goes to the scenario that wants to go on first, before a new one begins. Each
/// has an HTTP client, so that connections are as many as jobs, however many scenarios wait.
final class Jobs: Sendable {
  /// A job, which has a client. Sendable without a check, because only who holds it uses it.
  struct Job: @unchecked Sendable {
    let client: HTTPClient
  }

  /// What the holder of a job waits for.
  enum Wait {
    /// A time that comes of itself: something new may begin meanwhile.
    case time
    /// Its turn: at the target, where something new would have to wait behind it, or after what it has
    /// lent its job to.
    case turn
  }

  /// A thread that waits for a job.
  fileprivate final class Taker: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let job = Mutex<Job?>(nil)

    func get(_ job: Job?) {
      self.job.withLock { $0 = job }
      semaphore.signal()
    }

    /// Blocks until it is given a job, or nil because there is nothing to do.
    func wait() -> Job? {
      semaphore.wait()
      return job.withLock { $0 }
    }
  }

  fileprivate struct State {
    var free: [Job]
    /// How many more jobs there are than there have to be.
    var surplus = 0
    /// Those that want to go on, the next one first.
    var goingOn: [(priority: Int, taker: Taker)] = []
    /// Those that want to begin something new.
    var beginning: [Taker] = []
    /// How many have given their job back and wait for their turn.
    var awaitingTurn = 0
    /// What each thread does; nil while nothing new is to be begun.
    var work: (@Sendable () -> Void)?
    /// How many more threads there may be.
    var spareThreads = 0
  }

  private let count: Int
  private let makeClient: @Sendable () -> HTTPClient
  private let state: Mutex<State>
  private let threads = ThreadGroup()

  init(_ count: Int, makeClient: @escaping @Sendable () -> HTTPClient) {
    self.count = max(1, count)
    self.makeClient = makeClient
    state = Mutex(State(free: (0..<max(1, count)).map { _ in Job(client: makeClient()) }))
  }
}

extension Jobs {
  /// Blocks until there is a job for something that is under way.
  ///
  /// - Parameters:
  ///   - priority: Of those that want to go on, the one with the lowest is the first.
  ///   - wait: What it has given a job back for; nil if it had none.
  func take(priority: Int, after wait: Wait? = nil) -> Job {
    let taker = Taker()
    state.withLock { state in
      if wait == .turn { state.awaitingTurn -= 1 }
      let index = state.goingOn.firstIndex { $0.priority > priority } ?? state.goingOn.endIndex
      state.goingOn.insert((priority, taker), at: index)
      state.deal()
    }
    // `end` gives nil to those that want to begin something, and this one is not among them.
    guard let job = taker.wait() else { preconditionFailure("only what is new gets no job") }
    return job
  }

  /// A job besides those that there are, for who can't wait for one. The next that is given back goes
  /// in its place.
  func takeExtra() -> Job {
    state.withLock { $0.surplus += 1 }
    return Job(client: makeClient())
  }

  /// Gives a job back.
  ///
  /// - Parameter wait: What its holder waits for before it takes one again; nil if it is done and
  ///   begins something new next.
  func giveBack(_ job: Job, for wait: Wait? = nil) {
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      if wait == .turn { state.awaitingTurn += 1 }
      if state.surplus > 0 {
        state.surplus -= 1
        job.client.close()
        return nil
      }
      state.free.append(job)
      state.deal()
      // A thread that is done begins something new itself.
      guard wait != nil, state.isForNew, state.spareThreads > 0 else { return nil }
      state.spareThreads -= 1
      return state.work
    }
    // Without a further thread, nothing new is begun until one of the others is done.
    if let work { _ = threads.startIfPossible(work) }
  }
}

extension Jobs {
  /// Does all there is to do, and blocks until it is done.
  ///
  /// - Parameters:
  ///   - limit: How many threads there may be: one for each job, and more while some wait.
  ///   - work: What each thread does: it begins one thing after the other, until `begin` returns nil.
  func work(threads limit: Int, _ work: @escaping @Sendable () -> Void) {
    let first = min(max(1, limit), count)
    state.withLock { state in
      state.work = work
      state.spareThreads = limit - first
    }
    for _ in 0..<first { threads.start(work) }
    threads.wait()
  }

  /// Blocks until there is a job for something new; nil where there is nothing to begin any more.
  func begin() -> Job? {
    let taker = Taker()
    let isOpen = state.withLock { state in
      guard state.work != nil else { return false }
      state.beginning.append(taker)
      state.deal()
      return true
    }
    return isOpen ? taker.wait() : nil
  }

  /// Says that there is nothing new to begin any more.
  func end() {
    state.withLock { state in
      state.work = nil
      for taker in state.beginning { taker.get(nil) }
      state.beginning = []
    }
  }

  /// How many want to go on.
  var countOfWaiting: Int { state.withLock { $0.goingOn.count } }

  /// Whether a thread waits for a job to begin something new.
  var isWantedForNew: Bool { state.withLock { !$0.beginning.isEmpty } }

  /// Closes the connections; nobody may hold a job.
  func close() {
    state.withLock { state in
      for job in state.free { job.client.close() }
    }
  }
}

extension Jobs.State {
  /// Whether a free job may be used for something new.
  fileprivate var isForNew: Bool { work != nil && free.count > awaitingTurn }

  /// Gives the free jobs to those that wait for them.
  fileprivate mutating func deal() {
    while let job = free.last {
      if !goingOn.isEmpty {
        goingOn.removeFirst().taker.get(job)
      } else if isForNew, let taker = beginning.popLast() {
        taker.get(job)
      } else {
        return
      }
      free.removeLast()
    }
  }
}
