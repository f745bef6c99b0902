// SPDX-License-Identifier: Apache-2.0
// Wakes all that waits.

import Synchronization

/// Wakes everything that waits with it, at once and for good.
///
/// It is a pipe that every wait looks at: a byte in it is never read, so all see it.
package final class Cancellation: Sendable {
  private let isSet = Atomic(false)
  private let ends: (reading: Int32, writing: Int32)?

  package init() { ends = System.makePipe() }

  deinit {
    if let ends {
      System.closeDescriptor(ends.reading)
      System.closeDescriptor(ends.writing)
    }
  }

  package func cancel() {
    let wasSet = isSet.exchange(true, ordering: .sequentiallyConsistent)
    if !wasSet, let ends { System.writeByte(ends.writing) }
  }

  package var isCancelled: Bool { isSet.load(ordering: .sequentiallyConsistent) }

  /// Blocks until the deadline.
  ///
  /// - Returns: false where it was cut short by `cancel()`.
  package func wait(until deadline: Deadline) -> Bool {
    wait(for: 0, on: -1, until: deadline) != .cancelled
  }

  enum Outcome {
    case ready
    case timedOut
    case cancelled
  }

  /// The end that can be read once it is cancelled; below zero where there is no pipe.
  var descriptor: Int32 { ends?.reading ?? -1 }

  /// Blocks until a descriptor is ready for an event, the deadline, or the cancellation.
  func wait(for events: Int16, on descriptor: Int32, until deadline: Deadline) -> Outcome {
    while true {
      if isCancelled { return .cancelled }
      let milliseconds = milliseconds(until: deadline)
      let ready = System.wait((descriptor, events), self.descriptor, milliseconds: milliseconds)
      if isCancelled { return .cancelled }
      if ready.isFirst { return .ready }
      if deadline.isPast { return .timedOut }
    }
  }

  /// How long `poll` may wait, rounded up, so that it does not return before the deadline.
  func milliseconds(until deadline: Deadline) -> Int32 {
    // Without a pipe, look now and then.
    let remaining = ends == nil ? min(deadline.remaining, .milliseconds(50)) : deadline.remaining
    let left = remaining.components
    if left.seconds >= 3600 { return 3_600_000 }
    let milliseconds = Int32(left.seconds) * 1000 + Int32(left.attoseconds / 1_000_000_000_000_000)
    let isExact = left.attoseconds % 1_000_000_000_000_000 == 0
    return milliseconds + (isExact ? 0 : 1)
  }
}
