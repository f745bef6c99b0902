// SPDX-License-Identifier: Apache-2.0
// How many jobs the limits of the system allow.

import Host
import SourceText

/// How many scenarios can run at the same time without running out of descriptors or threads.
package struct JobCapacity {
  let jobs: Int
  /// How many more scenarios there may be that wait.
  let waiting: Int
  /// What the reports say where there are fewer jobs than were asked for.
  let remark: String?
}

extension JobCapacity {
  /// How many scenarios may wait besides those that are worked on.
  private static let waitingAtMost = 50

  /// What a run of all suites takes with some to spare.
  private static let runMemoryMiB = 64

  /// - Throws: where there is not enough memory for a run.
  static func checkMemory() throws(UsageError) {
    guard !Capacity.hasMemory(bytes: runMemoryMiB << 20) else { return }
    throw UsageError(
      report: "error: a run needs \(runMemoryMiB) MiB of memory besides what it has, and the"
        + " system does not allow it: raise the limit (ulimit -v)")
  }

  /// What a number of jobs takes of one resource, at most.
  private struct Need {
    /// For the run, whatever the number of jobs.
    let run: Int
    /// For each job.
    let job: Int

    func total(_ jobs: Int) -> Int { run + job * jobs }

    /// How many jobs an amount is enough for.
    func jobs(within amount: Int) -> Int { max(0, amount - run) / job }
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
    // ends that wake it when a fragment is there; to another target also the connections that a visit
    // keeps open, and what looks up a name. Each of up to three devices of a job has a program with
    // four descriptors, and while it starts with nine.
    let files = Need(run: 18, job: (hasService ? 6 : 16) + (hasPrograms ? 16 : 0))
    // The run: for signals, the reference service, the screen and --max-time. A job: its own and that
    // of a fragment, and as many in the service, or one that looks up a name. A program is two
    // processes.
    let threads = Need(run: 4, job: (hasService ? 4 : 3) + (hasPrograms ? 6 : 0))
    // A scenario that waits without a job: its thread, and that of a fragment which runs for all, with
    // the ends that wake it; and its programs, of which there are not to be many.
    let filesToWait = 2 + (hasPrograms ? 16 : 0)
    let threadsToWait = 2 + (hasPrograms ? 6 : 0)
    let waitingAtMost = hasPrograms ? min(wanted, Self.waitingAtMost) : Self.waitingAtMost
    let freeFiles = Capacity.descriptors(upTo: files.total(wanted) + filesToWait * waitingAtMost)
    let freeThreads = Capacity.threads(
      upTo: threads.total(wanted) + threadsToWait * waitingAtMost)
    let byFiles = files.jobs(within: freeFiles)
    let byThreads = threads.jobs(within: freeThreads)
    jobs = min(wanted, byFiles, byThreads)
    guard jobs > 0 else {
      let message =
        byFiles < byThreads
        ? "error: a run needs \(files.total(1)) open files besides those that it has, and the"
          + " system allows \(freeFiles): raise the limit (ulimit -n)"
        : "error: a run needs \(threads.total(1)) threads besides those that it has, and the"
          + " system allows \(freeThreads): raise the limit (ulimit -u, or the container's)"
      throw UsageError(report: "\(message)\n")
    }
    waiting = min(
      waitingAtMost, max(0, freeFiles - files.total(jobs)) / filesToWait,
      max(0, freeThreads - threads.total(jobs)) / threadsToWait)
    let limit = byFiles < byThreads ? "open files (ulimit -n)" : "threads (ulimit -u)"
    remark =
      jobs == wanted
      ? nil
      : "\(jobs) job\(jobs == 1 ? "" : "s") instead of \(wanted): the limit on \(limit) allows no"
        + " more"
  }
}
