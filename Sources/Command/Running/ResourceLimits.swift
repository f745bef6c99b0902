// SPDX-License-Identifier: Apache-2.0
// How many jobs the descriptors, threads and memory of the system allow.

import HTTP
import Text

/// How many scenarios can run at the same time without running out of descriptors or threads.
///
/// Nothing is computed from the limits of the system, of which there are several kinds: what a job
/// needs is opened once for each, and closed again.
package struct ResourceLimits {
  let jobs: Int
  /// How many more scenarios there may be that wait.
  let waiting: Int
  /// The remark of the reports if there are fewer jobs than were asked for.
  let remark: String?
}

extension ResourceLimits {
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
  ///   - hasPrograms: Whether programs answer as the partner's framework or as the browser.
  /// - Throws: where there can't be even one.
  init(jobs wanted: Int, hasPrograms: Bool) throws(UsageError) {
    let trial = ResourceTrial()
    defer { trial.end() }
    // The run: the spool, the file of a report, and the threads of signals, --max-time and the screen.
    // A job: its connection and the service's end of it, what looks up a name or wakes it, its thread
    // and that of the service. Each of up to three devices has a program with three descriptors, and
    // with six while it starts.
    let job = hasPrograms ? (descriptors: 16, threads: 5) : (descriptors: 4, threads: 2)
    let waiting = hasPrograms ? (descriptors: 9, threads: 4) : (descriptors: 0, threads: 1)
    var shortage = trial.shortage(descriptors: 4, threads: 3)
    var jobs = 0
    while shortage == nil, jobs < wanted {
      shortage = trial.shortage(descriptors: job.descriptors, threads: job.threads)
      if shortage == nil { jobs += 1 }
    }
    guard jobs > 0 else {
      var error = UsageError(
        report: "error: the system allows not even one job: raise the limit on"
          + " \(shortage ?? "open files (ulimit -n)")\n")
      error.status = .noVerdict
      throw error
    }
    self.jobs = jobs
    remark = shortage.map {
      "\(jobs) job\(jobs == 1 ? "" : "s") instead of \(wanted): the limit on \($0) allows no more"
    }
    let waitingAtMost = hasPrograms ? min(wanted, Self.waitingAtMost) : Self.waitingAtMost
    self.waiting =
      shortage == nil
      ? (0..<waitingAtMost).prefix { _ in
        trial.shortage(descriptors: waiting.descriptors, threads: waiting.threads) == nil
      }.count : 0
  }
}

/// Descriptors and threads that are only there to see that there can be so many.
private final class ResourceTrial {
  private var descriptors: [Int32] = []
  private let threads = ThreadGroup()
  private let isOver = Cancellation()

  /// Opens more descriptors and starts more threads.
  ///
  /// - Returns: The limit that does not allow it, in words; nil where they are there.
  func shortage(descriptors count: Int, threads threadCount: Int) -> String? {
    for _ in 0..<count {
      guard let descriptor = ProcessSystem.anyDescriptor() else { return "open files (ulimit -n)" }
      descriptors.append(descriptor)
    }
    for _ in 0..<threadCount {
      let isStarted = threads.startIfPossible { [isOver] in
        _ = isOver.wait(until: Deadline(after: .seconds(60)))
      }
      guard isStarted else { return "threads (ulimit -u, or the container's)" }
    }
    return nil
  }

  /// Closes all descriptors and ends all threads.
  func end() {
    isOver.cancel()
    threads.wait()
    for descriptor in descriptors { ProcessSystem.closeDescriptor(descriptor) }
  }
}
