// SPDX-License-Identifier: Apache-2.0
// How much of a run is done at the same time: worker slots, and the threads that take them.

import Dispatch
import HTTP
import Synchronization

/// The worker slots of a run, which are counted by a semaphore. Who works holds a slot, and gives it
/// back while it waits: so no slot is idle because a scenario waits for a time.
///
/// A free slot goes to the scenario that wants to go on first, before a new one begins. Each comes
/// with an HTTP client, so that connections are as many as slots, however many scenarios wait.
///
/// What uses an identity has, besides, the only place in the lane, from its begin to its end. It keeps
/// the place while it waits without a slot, so that nobody signs that identity out meanwhile.
final class WorkerPool: Sendable {
  /// Sendable without a check, because only who holds a slot uses its client.
  fileprivate struct Client: @unchecked Sendable {
    let http: HTTPClient
  }

  /// A thread that waits for a slot.
  private struct Waiter {
    let priority: Int
    let granted = DispatchSemaphore(value: 0)
  }

  private struct State {
    /// How many slots are free; below zero while there are more in use than there should be.
    var free: Int
    /// The clients that nobody uses, at most as many as free slots.
    var idle: [Client] = []
    /// How many slots are kept for those that will go on at once: nothing new begins with them.
    var reserved = 0
    /// The threads that wait for a slot, the next one first.
    var waiting: [Waiter] = []
    /// The work of each thread; nil while nothing begins.
    var work: (@Sendable () -> Void)?
    /// The numbers of the new things, the next one first: those that need the lane, and the others.
    var newInLane: ArraySlice<Int> = []
    var otherNew: ArraySlice<Int> = []
    /// How many are in the lane: one scenario, and the fragments that it was the first to ask for.
    var laneCount = 0
    /// The threads that wait for the lane, the next one first.
    var laneWaiting: [DispatchSemaphore] = []
    /// How many more threads there may be.
    var spareThreads = 0

    var isForNew: Bool {
      free > reserved && (!otherNew.isEmpty || !newInLane.isEmpty && laneCount == 0)
    }

    /// The next new thing, and for one that needs the lane its turn there; nil if nothing is left.
    ///
    /// The lane is never empty while something needs it, since that takes the longest.
    mutating func next() -> (number: Int, turn: DispatchSemaphore?)? {
      if laneCount == 0 || otherNew.isEmpty, let number = newInLane.popFirst() {
        return (number, queueForLane())
      }
      return otherNew.popFirst().map { ($0, nil) }
    }

    /// - Returns: Is signalled when the turn has come.
    mutating func queueForLane() -> DispatchSemaphore {
      let turn = DispatchSemaphore(value: 0)
      laneWaiting.append(turn)
      openLane()
      return turn
    }

    /// Lets the next one into the lane if nobody is there.
    mutating func openLane() {
      guard laneCount == 0, !laneWaiting.isEmpty else { return }
      laneCount = 1
      laneWaiting.removeFirst().signal()
    }

    /// Gives the free slots to those that wait for them.
    mutating func grant() {
      while free > 0, let first = waiting.first,
        first.priority < WorkerPool.newPriority || free > reserved
      {
        waiting.removeFirst()
        free -= 1
        first.granted.signal()
      }
    }
  }

  /// New work comes after everything that goes on.
  private static let newPriority = Int.max

  private let slots: Int
  private let makeClient: @Sendable () -> HTTPClient
  private let state: Mutex<State>
  private let threads = ThreadGroup()

  init(slots: Int, makeClient: @escaping @Sendable () -> HTTPClient) {
    self.slots = max(1, slots)
    self.makeClient = makeClient
    state = Mutex(State(free: max(1, slots)))
  }

  /// Does things with the numbers below `count`, and blocks until they are done. A thread starts for
  /// each slot, and a further one where a slot is free because its scenario waits.
  ///
  /// - Parameters:
  ///   - limit: How many threads there may be.
  ///   - isInLane: Whether a thing needs the lane; those begin as soon as it is free.
  ///   - work: What each thread does: it begins one thing after the other, until `begin` returns nil.
  func work(
    _ count: Int, threads limit: Int, inLane isInLane: (Int) -> Bool = { _ in false },
    _ work: @escaping @Sendable () -> Void
  ) {
    let first = min(limit, slots, count)
    let lane = (0..<count).filter(isInLane)
    let others = (0..<count).filter { !isInLane($0) }
    state.withLock { state in
      (state.newInLane, state.otherNew) = (lane[...], others[...])
      state.work = work
      state.spareThreads = limit - first
    }
    for _ in 0..<first { threads.start(work) }
    threads.wait()
    state.withLock { $0.work = nil }
  }

  /// The next thing to do, and a slot for it; nil if nothing is left. Blocks until a slot is free.
  func begin() -> (number: Int, slot: WorkerSlot)? {
    state.withLock { $0.next() }.map { number, turn in
      turn?.wait()
      return (number, slot(priority: Self.newPriority, inLane: turn != nil))
    }
  }

  /// Blocks until there is a slot.
  ///
  /// - Parameters:
  ///   - priority: Of those that want to go on, the one with the lowest is the first.
  ///   - isReserved: Whether a slot was given back with a reservation for this.
  ///   - isInLane: Whether a place in the lane was taken for this; it leaves the lane with the slot.
  func slot(priority: Int, isReserved: Bool = false, inLane isInLane: Bool = false) -> WorkerSlot {
    WorkerSlot(
      self, take(priority: priority, isReserved: isReserved), priority: priority,
      isInLane: isInLane)
  }

  /// Takes a place in the lane. Blocks until nobody else is there.
  func enterLane() { state.withLock { $0.queueForLane() }.wait() }

  /// How many wait for a slot.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Closes the connections; nobody may hold a slot.
  func close() {
    state.withLock { state in
      for client in state.idle { client.http.close() }
    }
  }

  /// Counts one more in the lane, or one less.
  fileprivate func changeLane(by number: Int) {
    state.withLock { state in
      state.laneCount += number
      state.openLane()
    }
  }

  fileprivate func take(priority: Int, isReserved: Bool) -> Client {
    let waiter = Waiter(priority: priority)
    state.withLock { state in
      if isReserved { state.reserved -= 1 }
      let index = state.waiting.firstIndex { $0.priority > priority } ?? state.waiting.endIndex
      state.waiting.insert(waiter, at: index)
      state.grant()
    }
    waiter.granted.wait()
    return state.withLock { $0.idle.popLast() } ?? Client(http: makeClient())
  }

  /// An extra slot for a caller that must not block. The next that is given back goes in its place.
  fileprivate func takeExtra() -> Client {
    state.withLock { $0.free -= 1 }
    return Client(http: makeClient())
  }

  /// - Parameter reserving: Whether its holder, or who works in its place, will go on at once.
  fileprivate func giveBack(_ client: Client, reserving: Bool, isOver: Bool) {
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      if reserving { state.reserved += 1 }
      state.free += 1
      if state.free > 0 { state.idle.append(client) } else { client.http.close() }
      state.grant()
      // A thread that is done begins something new itself.
      guard !isOver, state.isForNew, state.spareThreads > 0 else { return nil }
      state.spareThreads -= 1
      return state.work
    }
    // Without a further thread, nothing new is begun until one of the others is done.
    if let work { _ = threads.startIfPossible(work) }
  }
}

/// The slot of one scenario, or of what runs once for all. For one thread.
final class WorkerSlot {
  let pool: WorkerPool
  private var held: WorkerPool.Client?
  /// Its place among those that want to go on: the lowest first.
  var priority: Int
  /// Whether it has a place in the lane, until its end.
  private let isInLane: Bool

  fileprivate init(_ pool: WorkerPool, _ held: WorkerPool.Client, priority: Int, isInLane: Bool) {
    self.pool = pool
    self.held = held
    self.priority = priority
    self.isInLane = isInLane
  }

  var client: HTTPClient {
    // A scenario has its slot back before its next step begins.
    guard let held else { preconditionFailure("nothing is sent without a slot") }
    return held.http
  }

  /// Waits without the slot. No answer may be in use any more.
  ///
  /// - Parameter reserving: Whether nothing new may begin meanwhile: it would have to wait behind.
  /// - Returns: What the body gave, and how long it took afterwards to get a slot again. That depends
  ///   on the other scenarios, so it counts for no time limit.
  func waiting<Result>(
    reserving: Bool = false, _ body: () -> Result
  ) -> (result: Result, delay: Duration) {
    release(reserving: reserving)
    let result = body()
    return (result, takeAgain(isReserved: reserving))
  }

  /// Waits while another thread works in its place, with the slot that is reserved for it now.
  ///
  /// - Parameter body: Whether the other is done. If not, this goes on at once with an extra slot.
  func lend(_ body: () -> Bool) -> (isDone: Bool, delay: Duration) {
    release(reserving: true)
    guard body() else {
      held = pool.takeExtra()
      return (false, .zero)
    }
    return (true, takeAgain(isReserved: true))
  }

  /// Takes another place in the lane, if it has one, for what runs in its place.
  func shareLane() -> Bool {
    if isInLane { pool.changeLane(by: 1) }
    return isInLane
  }

  /// Gives the slot back for good.
  func end(reserving: Bool = false) {
    if isInLane { pool.changeLane(by: -1) }
    release(reserving: reserving, isOver: true)
  }

  private func release(reserving: Bool, isOver: Bool = false) {
    // `waiting` and `lend` take another one before they return, and after an end nothing is done.
    guard let client = held.take() else { preconditionFailure("a slot is given back once") }
    client.http.letGo()
    pool.giveBack(client, reserving: reserving, isOver: isOver)
  }

  private func takeAgain(isReserved: Bool) -> Duration {
    let start = ContinuousClock.now
    held = pool.take(priority: priority, isReserved: isReserved)
    return start.duration(to: .now)
  }
}
