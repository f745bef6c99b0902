// SPDX-License-Identifier: Apache-2.0
// The process that stands between the run and a program, seen from the run.

import Synchronization

/// A process of this executable that starts a program and ends it, together with everything that
/// the program has started, when it is told to or when the run is gone: see `AttendantProcess`.
final class Attendant: Sendable {
  /// How long it may take to start.
  private static let startMilliseconds: Int32 = 20_000

  private struct State {
    var received: [UInt8] = []
    var start: AttendantReport?
    var ending: ProcessSystem.Ending?
    var isOver = false
    var isReaped = false
  }

  /// The number of the attendant's own process.
  let process: Int32
  private let control: Int32
  private let state = Mutex(State())

  /// - Parameter control: Our end of the conversation, which this object closes.
  init(process: Int32, control: Int32) {
    self.process = process
    self.control = control
    ProcessSystem.makeNonBlocking(control)
  }

  deinit { ProcessSystem.closeDescriptor(control) }
}

extension Attendant {
  /// Blocks until the program runs, or can't be started.
  ///
  /// - Returns: nil where the attendant itself ended.
  func waitForStart() -> AttendantReport? {
    wait(milliseconds: Self.startMilliseconds) { $0.start != nil }
    return state.withLock { $0.start }
  }

  /// The number of the program's process; 0 while it doesn't run.
  var program: Int32 {
    guard case .started(let process)? = state.withLock({ $0.start }) else { return 0 }
    return process
  }

  /// How the program ended; nil if it still runs. Blocks for up to some milliseconds for that.
  func ending(withinMilliseconds limit: Int32) -> ProcessSystem.Ending? {
    wait(milliseconds: limit) { $0.ending != nil }
    return state.withLock { $0.ending }
  }

  /// Has the program end.
  func end(patience: Duration, grace: Duration) {
    func milliseconds(_ duration: Duration) -> Int32 {
      Int32(clamping: Int(duration / .milliseconds(1)))
    }
    let order = AttendantOrder(
      patienceMilliseconds: milliseconds(patience), graceMilliseconds: milliseconds(grace))
    _ = ProcessSystem.write(control, order.bytes[...])
  }

  /// Has the program and all that it started be killed.
  func kill() { ProcessSystem.endSending(control) }

  /// Whether the attendant is gone, and with it the program and all that it started.
  func isGone() -> Bool {
    state.withLock { state in
      if !state.isReaped { state.isReaped = ProcessSystem.reapNow(process) }
      return state.isReaped
    }
  }

  private func wait(milliseconds: Int32, until isThere: (borrowing State) -> Bool) {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      let isDone = state.withLock { state in
        read(&state)
        return state.isOver || isThere(state)
      }
      let left = ContinuousClock.now.duration(to: deadline)
      guard !isDone, left > .zero else { return }
      ProcessSystem.wait(
        for: control, isWriting: false, or: -1,
        milliseconds: Int32(left / .milliseconds(1)) + 1)
    }
  }

  private func read(_ state: inout State) {
    var chunk = [UInt8](repeating: 0, count: 64)
    while !state.isOver {
      switch ProcessSystem.read(control, into: &chunk) {
      case .bytes(let count): state.received += chunk[..<count]
      case .over: state.isOver = true
      case .later: return
      }
      while let report = AttendantReport(state.received[...]) {
        state.received.removeFirst(AttendantNumbers.size)
        if case .ended(let ending) = report { state.ending = ending } else { state.start = report }
      }
    }
  }
}
