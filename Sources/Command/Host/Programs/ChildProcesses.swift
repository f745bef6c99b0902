// SPDX-License-Identifier: Apache-2.0
// All programs that a run has started. None of them outlives the run.

import Dispatch
import Synchronization

/// The programs of a run.
///
/// Each is the leader of a process group, and the group ends with it: first its input is closed, then
/// it gets a SIGTERM, then it is killed.
package final class ChildProcesses: Sendable {
  private struct State {
    /// The processes that have not been reaped yet.
    var running: Set<Int32> = []
    var isInterrupted = false
  }

  /// How long a program may take to end by itself after its input was closed.
  private let patience: Duration
  /// How long it may take to end after the SIGTERM.
  private let grace: Duration
  /// How long either may take once the run is interrupted.
  private static let interruptedLimit = Duration.milliseconds(250)
  private let state = Mutex(State())
  private let ending = DispatchGroup()
  /// A byte written to this pipe ends all waiting; nobody reads it.
  private let wake: (reading: Int32, writing: Int32)?

  package init(
    patience: Duration = .milliseconds(500), grace: Duration = .milliseconds(1500)
  ) {
    self.patience = patience
    self.grace = grace
    wake = ProcessSystem.makePipe()
    // A program that has closed its input shows up as a write error, not as a signal.
    ProcessSystem.failWritesWithErrors()
  }

  deinit {
    if let wake {
      ProcessSystem.closeDescriptor(wake.reading)
      ProcessSystem.closeDescriptor(wake.writing)
    }
  }
}

extension ChildProcesses {
  /// Starts a program.
  ///
  /// - Parameter errors: Called with the text that the program writes to its standard error, and with
  ///   the number of bytes that were left out before it: by `ChildProcess.passOnErrors`, and, on
  ///   another thread, once the program has ended.
  /// - Throws: a sentence that says why the program can't be started.
  package func start(
    _ command: ProgramCommand, environment: [String: String], lineLimitBytes: Int,
    errors: @escaping @Sendable (_ text: String, _ droppedBytes: Int) -> Void
  ) throws(ChildProcessError) -> ChildProcess {
    let file = try command.file(environment: environment)
    let started = state.withLock { state -> Result<ChildStreams, ChildProcessError> in
      guard !state.isInterrupted else {
        return .failure(ChildProcessError("'\(command.program)' is not started: the run ends"))
      }
      let result = ChildStreams.start(command, file: file, environment: environment)
      if case .success(let streams) = result { state.running.insert(streams.process) }
      return result
    }
    switch started {
    case .success(let streams):
      return ChildProcess(streams, owner: self, lineLimitBytes: lineLimitBytes, errors: errors)
    case .failure(let error): throw error
    }
  }

  /// Ends all waiting for programs at once, and for good.
  package func interrupt() {
    state.withLock { $0.isInterrupted = true }
    if let wake { _ = ProcessSystem.write(wake.writing, [1]) }
  }

  /// Whether `interrupt` was called.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Blocks until all programs that were ended are gone.
  package func wait() { ending.wait() }

  /// Kills all programs. For a process that is about to end itself.
  package func kill() {
    state.withLock { state in
      for process in state.running { ProcessSystem.signalGroup(process, ProcessSystem.killing) }
    }
  }

  /// The processes that still exist.
  package var processes: [Int32] { state.withLock { $0.running.sorted() } }

  /// A descriptor that is readable once the run is interrupted; below zero if there is no pipe.
  var wakeDescriptor: Int32 { wake?.reading ?? -1 }

  /// Ends a program whose input has been closed, without waiting for it.
  ///
  /// - Parameter gone: Called when the program is gone.
  func end(_ process: Int32, gone: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(group: ending) { [self] in
      if !hasEnded(process, within: patience) {
        ProcessSystem.signalGroup(process, ProcessSystem.termination)
        _ = hasEnded(process, within: grace)
      }
      // Until the leader is reaped, nobody else can get its group. So this kills also what the
      // program has left behind.
      state.withLock { state in
        ProcessSystem.signalGroup(process, ProcessSystem.killing)
        state.running.remove(process)
      }
      ProcessSystem.reap(process)
      gone()
    }
  }

  private func hasEnded(_ process: Int32, within limit: Duration) -> Bool {
    let start = ContinuousClock.now
    while ProcessSystem.ending(of: process) == nil {
      // A person who interrupts a run does not want to wait for long.
      let limit = isInterrupted ? min(limit, Self.interruptedLimit) : limit
      if start.duration(to: .now) >= limit { return false }
      ProcessSystem.pause(milliseconds: 2)
    }
    return true
  }
}
