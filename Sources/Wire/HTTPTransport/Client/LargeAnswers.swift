// SPDX-License-Identifier: Apache-2.0
// How many large answers a run holds at once, so that its memory does not grow with its jobs.

/// Turns for answers with a body that is not small, shared by the clients of a run.
///
/// A few are read at once, so that one that drips does not stop all others; and one is judged at
/// once, since a body takes several times its size as values.
package final class LargeAnswers: Sendable {
  /// A body up to this many bytes needs no turn: answers of a service are far below.
  package static let smallBytes = 256 * 1024

  let reading: Turns
  let judging: Turns
  /// No turn is waited for longer than this, nor is what had to wait.
  let deadline: Deadline

  /// - Parameter deadline: Of the whole run.
  package init(until deadline: Deadline, reading: Int = 4, judging: Int = 1) {
    System.returnLargeBlocks()
    self.deadline = deadline
    self.reading = Turns(reading)
    self.judging = Turns(judging)
  }
}

/// A number of turns, of which some are taken.
///
/// It is a pipe with a byte for each turn that is free: who reads one has it, and writes it back.
final class Turns: Sendable {
  /// nil where there was no descriptor left: then there is a turn for all.
  private let ends: (reading: Int32, writing: Int32)?

  init(_ count: Int) {
    ends = System.makePipe()
    if let ends { for _ in 0..<count { System.writeByte(ends.writing) } }
  }

  deinit {
    if let ends {
      System.close(ends.reading)
      System.close(ends.writing)
    }
  }

  /// Takes a turn if there is one.
  func takeNow() -> Bool {
    guard let ends else { return true }
    return System.readByte(ends.reading)
  }

  /// Blocks until there is a turn.
  ///
  /// - Throws: `.cancelled` or `.timedOut`.
  func take(until deadline: Deadline, _ cancellation: Cancellation) throws(ConnectionFault) {
    while !takeNow(), let ends {
      switch cancellation.wait(for: System.readable, on: ends.reading, until: deadline) {
      case .ready: continue
      case .timedOut: throw .timedOut
      case .cancelled: throw .cancelled
      }
    }
  }

  func giveBack() {
    if let ends { System.writeByte(ends.writing) }
  }
}
