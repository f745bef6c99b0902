// SPDX-License-Identifier: Apache-2.0
// All programs that a run has started. None of them outlives the run.

import Synchronization

/// The programs of a run.
///
/// Each has an attendant, which ends it with everything that it has started: first its input is
/// closed, then it gets a SIGTERM, then it is killed.
package final class ChildProcesses: Sendable {
  private struct State {
    /// The attendants that have not been reaped yet.
    var running: [Attendant] = []
    /// Those of the programs that were told to end.
    var ending: [EndingProgram] = []
    /// Those of them that a thread asks now whether they are gone.
    var asked: [EndingProgram] = []
    var isInterrupted = false

    /// The programs that were told to end and may not be gone.
    var leaving: [EndingProgram] { ending + asked }
  }

  /// The executable file of this program, from which attendants are started.
  private let executable: String?
  /// How long a program may take to end by itself after its input was closed.
  private let patience: Duration
  /// How long it may take to end after the SIGTERM.
  private let grace: Duration
  /// How long either may take once the run is interrupted.
  private static let interruptedLimit = Duration.milliseconds(250)
  private let state = Mutex(State())
  /// A byte written to this pipe ends all waiting; nobody reads it.
  private let wake: (reading: Int32, writing: Int32)?

  /// - Parameter executable: The file of this program, as `Machine.executable` names it; nil
  ///   where it isn't known, and then no program can be started.
  package init(
    executable: String?, patience: Duration = .milliseconds(500),
    grace: Duration = .milliseconds(1500)
  ) {
    self.executable = executable
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
  /// - Parameter errors: Called with what the program writes to its standard error: by
  ///   `ChildProcess.passOnErrors`, and, on another thread, once the program has ended.
  /// - Throws: a sentence that says why the program can't be started.
  package func start(
    _ command: ProgramCommand, environment: [String: String], lineLimitBytes: Int,
    errors: @escaping @Sendable (ErrorText) -> Void
  ) throws(ChildProcessError) -> ChildProcess {
    removeGone()
    let file = try command.file(environment: environment)
    let started = state.withLock { state -> Result<ChildStreams, ChildProcessError> in
      guard !state.isInterrupted else {
        return .failure(ChildProcessError("'\(command.program)' is not started: the run ends"))
      }
      let result = ChildStreams.start(
        command, file: file, environment: environment, executable: executable)
      if case .success(let streams) = result { state.running.append(streams.attendant) }
      return result
    }
    switch started {
    case .success(let streams):
      let process = ChildProcess(
        streams, owner: self, lineLimitBytes: lineLimitBytes, errors: errors)
      if let error = streams.startError(of: command) {
        process.end()
        throw error
      }
      return process
    case .failure(let error): throw error
    }
  }

  /// Ends all waiting for programs at once, and for good.
  package func interrupt() {
    let ending = state.withLock { state in
      state.isInterrupted = true
      return state.leaving
    }
    // A person who interrupts a run does not want to wait for long.
    for program in ending { end(program.attendant, isInterrupted: true) }
    if let wake { _ = ProcessSystem.write(wake.writing, [1]) }
  }

  /// Whether `interrupt` was called.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Blocks until all programs that were ended are gone.
  package func wait() {
    while true {
      removeGone()
      guard state.withLock({ !$0.leaving.isEmpty }) else { return }
      ProcessSystem.pause(milliseconds: 2)
    }
  }

  /// Kills all programs. For a process that is about to end itself.
  package func kill() {
    for attendant in state.withLock({ $0.running }) { attendant.kill() }
  }

  /// The processes of the programs that still exist.
  package var processes: [Int32] {
    state.withLock { state in state.running.map(\.program).filter { $0 > 0 }.sorted() }
  }

  /// A descriptor that is readable once the run is interrupted; below zero if there is no pipe.
  var wakeDescriptor: Int32 { wake?.reading ?? -1 }

  /// Ends a program whose input has been closed, without waiting for it.
  func end(_ program: EndingProgram) {
    let isInterrupted = state.withLock { state in
      state.ending.append(program)
      return state.isInterrupted
    }
    end(program.attendant, isInterrupted: isInterrupted)
  }

  private func end(_ attendant: Attendant, isInterrupted: Bool) {
    attendant.end(
      patience: isInterrupted ? min(patience, Self.interruptedLimit) : patience,
      grace: isInterrupted ? min(grace, Self.interruptedLimit) : grace)
  }

  /// Takes note of the programs that are gone.
  private func removeGone() {
    // Only one thread may read the last words of a program.
    let asked = state.withLock { state in
      defer { state.ending = [] }
      state.asked += state.ending
      return state.ending
    }
    guard !asked.isEmpty else { return }
    let gone = asked.map { $0.isGone() }
    state.withLock { state in
      for (program, isGone) in zip(asked, gone) {
        state.asked.removeAll { $0.attendant === program.attendant }
        if isGone {
          state.running.removeAll { $0 === program.attendant }
        } else {
          state.ending.append(program)
        }
      }
    }
  }
}
