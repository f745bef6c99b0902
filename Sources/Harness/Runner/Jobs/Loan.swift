// SPDX-License-Identifier: Apache-2.0
// A job that a scenario gives to what it waits for.

import Synchronization

/// A job that a scenario gives to what it waits for, and gets back from there.
final class Loan: Sendable {
  let jobs: Jobs
  /// What the borrower works with; it may have another one at its end.
  let job: Jobs.Job
  private let isOver = Atomic(false)

  init(_ jobs: Jobs, _ job: Jobs.Job) {
    self.jobs = jobs
    self.job = job
  }

  /// The borrower is done. Nothing new begins with the job while the lender waits for it.
  func giveBack(_ job: Jobs.Job) {
    let isLate = isOver.exchange(true, ordering: .acquiringAndReleasing)
    // After a late one, this thread begins nothing new; another may.
    jobs.giveBack(job, for: isLate ? .time : .turn)
  }

  /// The lender waits no longer.
  ///
  /// - Returns: Whether the job was given back; then the lender takes one.
  func end() -> Bool { isOver.exchange(true, ordering: .acquiringAndReleasing) }
}
