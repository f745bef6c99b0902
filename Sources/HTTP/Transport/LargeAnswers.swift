// SPDX-License-Identifier: Apache-2.0
// How many large answers a run holds at once, so that its memory does not grow with its jobs.

import Synchronization

/// Slots for answers with a body that is not small, shared by the clients of a run.
///
/// A few are read at once, so that one that drips does not stop all others; and one is judged at
/// once, since a body takes several times its size as values.
package final class LargeAnswers: Sendable {
  /// A body up to this many bytes needs no slot: answers of a service are far below.
  package static let smallBytes = 256 * 1024

  let reading: Slots
  let judging: Slots
  /// No slot is waited for longer than this, nor is what had to wait.
  let deadline: Deadline

  /// - Parameter deadline: Of the whole run.
  package init(until deadline: Deadline, reading: Int = 4, judging: Int = 1) {
    System.returnLargeBlocks()
    self.deadline = deadline
    self.reading = Slots(reading)
    self.judging = Slots(judging)
  }
}

/// A number of slots, of which some are taken.
final class Slots: Sendable {
  /// How often a wait looks for a free slot: a large body takes longer to judge.
  private static let look = Duration.milliseconds(2)

  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Takes a slot if there is one.
  func takeNow() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  /// Blocks until there is a slot.
  ///
  /// - Throws: `.cancelled` or `.timedOut`.
  func take(until deadline: Deadline, _ cancellation: Cancellation) throws(ConnectionError) {
    while !takeNow() {
      if deadline.isPast { throw .timedOut }
      guard cancellation.wait(until: Deadline(after: Self.look)) else { throw .cancelled }
    }
  }

  func giveBack() { free.withLock { $0 += 1 } }
}

/// The slots that a client holds for large answers. It belongs to the client's thread.
final class LargeAnswerSlot {
  private let answers: LargeAnswers?
  private let cancellation: Cancellation
  private var isReading = false
  private var isJudging = false
  /// The time that the answer under way waited for its slots: it depends on other jobs, and
  /// counts for nobody.
  private(set) var waited = Duration.zero

  init(_ answers: LargeAnswers?, _ cancellation: Cancellation) {
    self.answers = answers
    self.cancellation = cancellation
  }

  deinit { giveBack() }

  /// An exchange begins. What was taken before is kept, should there be another large answer
  /// before the first is let go.
  func begin() { waited = .zero }

  /// Takes a slot to read more than the small part of a body. May block.
  ///
  /// - Throws: `.cancelled`, or `.timedOut` where there is none until the run ends.
  func takeToRead(bodyBytes: Int) throws(ConnectionError) {
    guard bodyBytes > LargeAnswers.smallBytes, !isReading, let answers else { return }
    try wait(for: answers.reading, until: answers.deadline)
    isReading = true
  }

  /// Takes a slot to judge a large body that is complete. May block.
  ///
  /// - Throws: As `takeToRead`.
  func takeToJudge(bodyBytes: Int) throws(ConnectionError) {
    guard bodyBytes > LargeAnswers.smallBytes, !isJudging, let answers else { return }
    // Whoever judges has a slot to read, too, even where the last bytes made the body a large one:
    // should it read on, it would wait for those who wait for it.
    try takeToRead(bodyBytes: bodyBytes)
    try wait(for: answers.judging, until: answers.deadline)
    isJudging = true
  }

  /// Releases the slots that this client holds.
  func giveBack() {
    guard isReading || isJudging else { return }
    // Freed memory would stay with this thread's part of the heap, once for each job.
    System.returnMemory()
    if isJudging { answers?.judging.giveBack() }
    if isReading { answers?.reading.giveBack() }
    isJudging = false
    isReading = false
  }

  /// The deadline of what waited, without the time that it did.
  func postponed(_ deadline: Deadline) -> Deadline {
    guard let answers, waited > .zero else { return deadline }
    return .earliest(deadline.postponed(by: waited), answers.deadline)
  }

  private func wait(for slots: Slots, until deadline: Deadline) throws(ConnectionError) {
    if slots.takeNow() { return }
    let start = ContinuousClock.now
    defer { waited += start.duration(to: .now) }
    try slots.take(until: deadline, cancellation)
  }
}
