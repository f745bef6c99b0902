// SPDX-License-Identifier: Apache-2.0
// The turn that one client has for its large answer.

/// What a client has taken of the turns for large answers. It belongs to the client's thread.
final class LargeAnswerTurn {
  private let turns: LargeAnswers?
  private let cancellation: Cancellation
  private var isReading = false
  private var isJudging = false
  /// The time that the answer under way waited for its turns: it depends on other jobs, and
  /// counts for nobody.
  private(set) var waited = Duration.zero

  init(_ turns: LargeAnswers?, _ cancellation: Cancellation) {
    self.turns = turns
    self.cancellation = cancellation
  }

  deinit { giveBack() }
}

extension LargeAnswerTurn {
  /// An exchange begins. What was taken before is kept, should there be another large answer
  /// before the first is let go.
  func begin() { waited = .zero }

  /// Takes a turn to read more than the small part of a body. May block.
  ///
  /// - Throws: `.cancelled`, or `.timedOut` where there is none until the run ends.
  func takeToRead(bodyBytes: Int) throws(ConnectionFault) {
    guard bodyBytes > LargeAnswers.smallBytes, !isReading, let turns else { return }
    try wait(for: turns.reading, until: turns.deadline)
    isReading = true
  }

  /// Takes a turn to judge a large body that is complete. May block.
  ///
  /// - Throws: As `takeToRead`.
  func takeToJudge(bodyBytes: Int) throws(ConnectionFault) {
    guard bodyBytes > LargeAnswers.smallBytes, !isJudging, let turns else { return }
    // Whoever judges has a turn to read, too, even where the last bytes made the body a large one:
    // should it read on, it would wait for those who wait for it.
    try takeToRead(bodyBytes: bodyBytes)
    try wait(for: turns.judging, until: turns.deadline)
    isJudging = true
  }

  /// Releases the slots that this client holds.
  func giveBack() {
    guard isReading || isJudging else { return }
    // What was freed would stay with this thread's part of the heap, once for each job.
    System.returnMemory()
    if isJudging { turns?.judging.giveBack() }
    if isReading { turns?.reading.giveBack() }
    isJudging = false
    isReading = false
  }

  /// The deadline of what waited, without the time that it did.
  func postponed(_ deadline: Deadline) -> Deadline {
    guard let turns, waited > .zero else { return deadline }
    return .earliest(deadline.postponed(by: waited), turns.deadline)
  }

  private func wait(for turns: Turns, until deadline: Deadline) throws(ConnectionFault) {
    if turns.takeNow() { return }
    let start = ContinuousClock.now
    defer { waited += start.duration(to: .now) }
    try turns.take(until: deadline, cancellation)
  }
}
