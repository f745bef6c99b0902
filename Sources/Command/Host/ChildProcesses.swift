// SPDX-License-Identifier: Apache-2.0
// All programs that a run has started: none of them outlives it.

import Dispatch
import Synchronization

/// The programs of a run. Each is the leader of a process group, and is ended with what it started
/// in it: its input ends, then it is asked to terminate, then it is killed.
package final class ChildProcesses: Sendable {
  private struct State {
    /// Processes that have not been reaped yet.
    var running: Set<Int32> = []
    var isInterrupted = false
  }

  /// How long a program has to end by itself once its input has ended.
  private let patience: Duration
  /// How long it has to end once it is asked to terminate.
  private let grace: Duration
  /// What is left of either, once the run is interrupted.
  private static let interruptedLimit = Duration.milliseconds(250)
  private let state = Mutex(State())
  private let ending = DispatchGroup()
  /// A byte in this pipe, never read, ends all waiting.
  private let wake: (reading: Int32, writing: Int32)?

  package init(
    patience: Duration = .milliseconds(500), grace: Duration = .milliseconds(1500)
  ) {
    self.patience = patience
    self.grace = grace
    wake = ProcessSystem.makePipe()
    // A program that reads no more is told by the error of the write.
    ProcessSystem.ignoreBrokenPipes()
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
  /// - Parameter errors: Is told what the program writes to its standard error, and how many bytes
  ///   before that were left out; called by `ChildProcess.passOnErrors` and once it has ended,
  ///   then from another thread.
  /// - Throws: what keeps it from being started, as a sentence.
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

  /// Ends all waiting for programs, at once and for good.
  package func interrupt() {
    state.withLock { $0.isInterrupted = true }
    if let wake { _ = ProcessSystem.write(wake.writing, [1]) }
  }

  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Blocks until all programs are gone that have been ended.
  package func wait() { ending.wait() }

  /// Kills all programs: for a process that is about to end itself.
  package func kill() {
    state.withLock { state in
      for process in state.running { ProcessSystem.signalGroup(process, ProcessSystem.killing) }
    }
  }

  /// The processes that are there still.
  package var processes: [Int32] { state.withLock { $0.running.sorted() } }

  /// Readable once the run is interrupted; below zero where there is no pipe.
  var wakeDescriptor: Int32 { wake?.reading ?? -1 }

  /// Ends a program whose input has been closed, without waiting for it.
  ///
  /// - Parameter gone: Is called when it is gone.
  func end(_ process: Int32, gone: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(group: ending) { [self] in
      if !hasEnded(process, within: patience) {
        ProcessSystem.signalGroup(process, ProcessSystem.termination)
        _ = hasEnded(process, within: grace)
      }
      // As long as the leader is not reaped, its group can't be another one's. So this reaches
      // what the program has left behind, too.
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
      // Whoever interrupts a run does not wait for long.
      let limit = isInterrupted ? min(limit, Self.interruptedLimit) : limit
      if start.duration(to: .now) >= limit { return false }
      ProcessSystem.pause(milliseconds: 2)
    }
    return true
  }
}
