// SPDX-License-Identifier: Apache-2.0
// All programs that a run has started, and how they end.

package import Partner
import Synchronization

/// The programs of a run.
///
/// Each has a process group of its own. To end it, its input is closed, then the group gets a
/// SIGTERM, then the group is killed.
package final class ChildProcesses: Sendable {
  /// A program that was told to end. What it still writes to its standard error is passed on.
  private struct EndingProgram {
    let process: Int32
    let errorOutput: ErrorOutput
    let errors: @Sendable (ErrorText) -> Void
    /// Until when it may end by itself, or, after the SIGTERM, at all.
    var deadline: ContinuousClock.Instant
    var isTerminated = false
  }

  private struct State {
    /// The processes that have not been reaped yet.
    var running: [Int32] = []
    /// Those that were told to end.
    var ending: [EndingProgram] = []
    var isInterrupted = false
  }

  /// How long a program may take to end by itself after its input was closed.
  private let patience: Duration
  /// How long it may take to end after the SIGTERM.
  private let grace: Duration
  /// How long either may take once the run is interrupted: a person does not want to wait for long.
  private static let interruptedLimit = Duration.milliseconds(250)
  /// How often a program is tried to be started while the system lacks descriptors or processes:
  /// for 10 s.
  private static let shortageAttempts = 2000
  private let state = Mutex(State())
  /// A byte written to this pipe ends all waiting; it is never read.
  private let wake: (reading: Int32, writing: Int32)?

  package init(patience: Duration = .milliseconds(500), grace: Duration = .milliseconds(1500)) {
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
  ) throws(PartnerError) -> ChildProcess {
    removeGone()
    let file = try command.file(environment: environment)
    // Who has just written the file may have it open for a moment, and no system starts such a file.
    var attempts = 0
    while true {
      attempts += 1
      let result = state.withLock { state -> Result<ChildStreams, SpawnError>? in
        guard !state.isInterrupted else { return nil }
        let result = ChildStreams.start(command, file: file, environment: environment)
        if case .success(let streams) = result { state.running.append(streams.process) }
        return result
      }
      switch result {
      case .success(let streams)?:
        return ChildProcess(streams, owner: self, lineLimitBytes: lineLimitBytes, errors: errors)
      case .failure(let failure)?:
        let limit =
          failure.isShortage
          ? Self.shortageAttempts : failure.error == SpawnError.isBeingWritten ? 100 : 0
        guard attempts < limit else { throw .failed(failure.sentence(command)) }
        // A program that has ended gives its descriptors back.
        if failure.isShortage { removeGone() }
        ProcessSystem.pause(milliseconds: 5)
      case nil: throw .failed("'\(command.program)' is not started: the run ends")
      }
    }
  }

  /// Ends all waiting for programs at once, and for good.
  package func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for index in state.ending.indices {
        state.ending[index].deadline = min(
          state.ending[index].deadline, .now + Self.interruptedLimit)
      }
    }
    if let wake { _ = ProcessSystem.write(wake.writing, [1]) }
  }

  /// Whether `interrupt` was called.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Blocks until all programs that were told to end are gone.
  package func wait() {
    while true {
      removeGone()
      guard state.withLock({ !$0.ending.isEmpty }) else { return }
      ProcessSystem.pause(milliseconds: 2)
    }
  }

  /// Kills all programs. For a process that is about to end itself.
  package func kill() {
    state.withLock { state in
      for process in state.running { ProcessSystem.endGroup(process, isKill: true) }
    }
  }

  /// The processes of the programs that still exist.
  package var processes: [Int32] { state.withLock { $0.running.sorted() } }

  /// A descriptor that is readable once the run is interrupted; below zero if there is no pipe.
  var wakeDescriptor: Int32 { wake?.reading ?? -1 }

  /// Ends a program whose input has been closed, without waiting for it.
  func end(
    _ process: Int32, _ errorOutput: ErrorOutput, _ errors: @escaping @Sendable (ErrorText) -> Void
  ) {
    state.withLock { state in
      state.ending.append(
        EndingProgram(
          process: process, errorOutput: errorOutput, errors: errors,
          deadline: .now + limit(patience, state.isInterrupted)))
    }
  }

  private func limit(_ duration: Duration, _ isInterrupted: Bool) -> Duration {
    isInterrupted ? min(duration, Self.interruptedLimit) : duration
  }

  /// Signals the programs whose time is over, and takes note of those that are gone.
  private func removeGone() {
    let gone = state.withLock { state in
      var gone: [EndingProgram] = []
      var rest: [EndingProgram] = []
      for var program in state.ending {
        // A program that waits for somebody to read this could not end by itself.
        program.errorOutput.read()
        if ProcessSystem.ending(of: program.process) != nil {
          // No other process gets the number of the group while the program is in the system's table.
          ProcessSystem.endGroup(program.process, isKill: true)
          ProcessSystem.reap(program.process)
          state.running.removeAll { $0 == program.process }
          gone.append(program)
          continue
        }
        if program.deadline <= .now {
          ProcessSystem.endGroup(program.process, isKill: program.isTerminated)
          program.isTerminated = true
          program.deadline = .now + limit(grace, state.isInterrupted)
        }
        rest.append(program)
      }
      state.ending = rest
      return gone
    }
    for program in gone {
      if let text = program.errorOutput.take(isLast: true) { program.errors(text) }
      program.errorOutput.close()
    }
  }
}
