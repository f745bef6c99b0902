// SPDX-License-Identifier: Apache-2.0
// How many jobs the system allows, and when the time of a run is over.

import HTTP
import Synchronization
import Text

/// How many scenarios can run at the same time without running out of descriptors or threads.
package struct JobCapacity {
  let jobs: Int
  /// How many more scenarios there may be that wait.
  let waiting: Int
  /// The remark of the reports if there are fewer jobs than were asked for.
  let remark: String?
}

extension JobCapacity {
  /// How many scenarios may wait besides those that are worked on.
  private static let waitingAtMost = 50

  /// The memory of a run of all suites, with some to spare.
  private static let runMemoryMiB = 64

  /// - Throws: if the memory is too small for a run.
  static func checkMemory() throws(UsageError) {
    guard !ProcessSystem.hasMemory(bytes: runMemoryMiB << 20) else { return }
    throw UsageError(
      report: "error: a run needs \(runMemoryMiB) MiB of memory besides what it has, and the"
        + " system does not allow it: raise the limit (ulimit -v)")
  }

  /// Finds how many jobs there can be.
  ///
  /// - Parameters:
  ///   - wanted: The number that was asked for.
  ///   - hasService: Whether the reference service runs in this process.
  ///   - hasPrograms: Whether programs answer as the partner's framework or as the browser.
  /// - Throws: where there can't be even one.
  init(wanted: Int, hasService: Bool, hasPrograms: Bool) throws(UsageError) {
    // The run: its pipes, the file of a suite or a report, the spool. A job: its connection, and the
    // ends that wake it; to another target also the connections that a visit keeps open, and what looks
    // up a name. Each of up to three devices of a job has a program with three descriptors, and while
    // it starts with six.
    let runFiles = 18
    let jobFiles = (hasService ? 6 : 16) + (hasPrograms ? 12 : 0)
    // The run: for signals, the service, the screen and --max-time. A job: its own and that of a
    // fragment, and as many in the service, or one that looks up a name; and its programs.
    let runThreads = 4
    let jobThreads = (hasService ? 4 : 3) + (hasPrograms ? 3 : 0)
    let waitingAtMost = hasPrograms ? min(wanted, Self.waitingAtMost) : Self.waitingAtMost
    // A scenario that waits without a job: the ends that wake it, and its programs.
    let filesToWait = 2 + (hasPrograms ? 9 : 0)
    // Besides the three streams, and the first thread.
    let files =
      ProcessSystem.descriptorLimit(
        raisedTo: 3 + runFiles + jobFiles * wanted + filesToWait * waitingAtMost) - 3
    let threads = (ProcessSystem.threadLimit ?? .max) - 1
    let byFiles = (files - runFiles) / jobFiles
    let byThreads = (threads - runThreads) / jobThreads
    jobs = min(wanted, byFiles, byThreads)
    guard jobs > 0 else {
      throw UsageError(
        report: byFiles <= 0
          ? "error: a run needs \(runFiles + jobFiles) open files besides those that it has, and the"
            + " system allows \(files): raise the limit (ulimit -n)\n"
          : "error: a run needs \(runThreads + jobThreads) threads besides those that it has, and the"
            + " system allows \(threads): raise the limit (ulimit -u, or the container's)\n")
    }
    waiting = max(
      0,
      min(
        waitingAtMost, (files - runFiles - jobFiles * jobs) / filesToWait,
        (threads - runThreads - jobThreads * jobs) / 2))
    let limit = byFiles < byThreads ? "open files (ulimit -n)" : "threads (ulimit -u)"
    remark =
      jobs == wanted
      ? nil
      : "\(jobs) job\(jobs == 1 ? "" : "s") instead of \(wanted): the limit on \(limit) allows no"
        + " more"
  }
}

/// The time that a run may take, as `--max-time` gives it. When it is over, only steps under
/// `finally` still begin; a moment later everything ends.
final class MaxTime: Sendable {
  static let option = Option(
    "max-time", "DURATION",
    help: "stops the run after this time, such as 5m: the reports are written, and the exit"
      + " status is 130")

  /// How long the steps under `finally` may take.
  private static let grace = Duration.seconds(30)

  private let limit: Duration?
  /// Ends the run in order.
  let ending = Cancellation()
  private let isOver = Atomic(false)
  private let done = Cancellation()
  private let threads = ThreadGroup()

  init(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments.value(Self.option.name) else {
      limit = nil
      return
    }
    guard let limit = DurationText.parse(text), limit > .zero else {
      throw UsageError("--max-time is \(DurationText.form); not '\(text)'")
    }
    self.limit = limit
  }
}

extension MaxTime {
  /// Starts the clock.
  ///
  /// - Parameter cancel: Ends everything at once.
  func start(_ cancel: @escaping @Sendable () -> Void) throws(UsageError) {
    guard let limit else { return }
    let isStarted = threads.startIfPossible { [self] in
      guard done.wait(until: Deadline(after: limit)) else { return }
      isOver.store(true, ordering: .sequentiallyConsistent)
      ending.cancel()
      guard done.wait(until: Deadline(after: Self.grace)) else { return }
      cancel()
    }
    if !isStarted { throw UsageError("--max-time: the system allows no further thread") }
  }

  /// Stops the clock.
  ///
  /// - Returns: What ended the run; nil where its time was not over.
  func stop() -> String? {
    done.cancel()
    threads.wait()
    guard let limit, isOver.load(ordering: .sequentiallyConsistent) else { return nil }
    return "--\(Self.option.name) \(DurationText.text(limit))"
  }
}
