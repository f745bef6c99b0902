// SPDX-License-Identifier: Apache-2.0
// The job of one scenario, which it gives back while it waits.

import HTTPTransport

/// The job of one scenario, or of what runs once for all. For one thread.
final class HeldJob {
  private let jobs: Jobs
  private var job: Jobs.Job?
  /// Its place among those that want to go on: the lowest first.
  var priority: Int

  init(_ jobs: Jobs, _ job: Jobs.Job, priority: Int) {
    self.jobs = jobs
    self.job = job
    self.priority = priority
  }
}

extension HeldJob {
  /// The client of the job.
  var client: HTTPClient {
    // A scenario has its job back before its next step begins.
    guard let job else { preconditionFailure("nothing is sent without a job") }
    return job.client
  }

  /// Waits without the job. No answer may be in use any more.
  ///
  /// - Returns: What the body gave, and how long it took afterwards to get a job again. That depends
  ///   on the other jobs, so it counts for no time limit.
  func waiting<Result>(
    for wait: Jobs.Wait, _ body: () -> Result
  ) -> (result: Result, delay: Duration) {
    jobs.giveBack(released(), for: wait)
    let result = body()
    return (result, takeAnother(after: wait))
  }

  /// Waits while something else has the job.
  ///
  /// - Parameter body: Sees to it that the loan is given back, and waits for that as long as it can.
  /// - Returns: Whether it was given back in time, and how long it took then to get a job again.
  func lend(_ body: (Loan) -> Void) -> (isGivenBack: Bool, delay: Duration) {
    let loan = Loan(jobs, released())
    body(loan)
    guard loan.end() else {
      job = jobs.takeExtra()
      return (false, .zero)
    }
    return (true, takeAnother(after: .turn))
  }

  /// Gives the job back for good.
  func end() { jobs.giveBack(released()) }

  /// Gives the job back to where it came from.
  func end(_ loan: Loan) { loan.giveBack(released()) }

  private func released() -> Jobs.Job {
    // `waiting` and `lend` take another one before they return, and after an end nothing is done.
    guard let job = job.take() else { preconditionFailure("a job is given back once") }
    job.client.letGo()
    return job
  }

  private func takeAnother(after wait: Jobs.Wait) -> Duration {
    let start = ContinuousClock.now
    job = jobs.take(priority: priority, after: wait)
    return start.duration(to: .now)
  }
}
