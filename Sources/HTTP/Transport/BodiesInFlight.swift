// SPDX-License-Identifier: Apache-2.0
// The limit on the bytes of bodies that the clients of a run hold at once.

import Synchronization

/// The bytes of the large bodies that the clients of a run read or judge, in all.
///
/// A client that reads a large body waits until there is room for all of it. A body whose length is
/// not known counts as the largest that is read.
package final class BodiesInFlight: Sendable {
  /// A body up to this many bytes does not count: answers of a service are far below.
  package static let smallBytes = 256 * 1024
  /// Two of the largest bodies: judging one takes several times its size.
  package static let standardLimitBytes = 2 * HTTPLimits.standard.bodyBytes
  /// How often a wait looks for room: a large body takes longer to judge.
  private static let look = Duration.milliseconds(2)

  private let limitBytes: Int
  private let bytes = Mutex(0)
  /// No room is waited for longer than this, nor is what had to wait.
  let deadline: Deadline

  /// - Parameter deadline: Of the whole run.
  package init(until deadline: Deadline, limitBytes: Int = standardLimitBytes) {
    System.returnLargeBlocks()
    self.deadline = deadline
    self.limitBytes = limitBytes
  }

  /// Counts a body. Blocks until there is room for it; one that is larger than the limit has to be
  /// the only one.
  ///
  /// - Returns: How long it waited.
  /// - Throws: `.cancelled` or `.timedOut`.
  func add(_ count: Int, _ cancellation: Cancellation) throws(ConnectionError) -> Duration {
    if hasAdded(count) { return .zero }
    let start = ContinuousClock.now
    repeat {
      if deadline.isPast { throw .timedOut }
      guard cancellation.wait(until: Deadline(after: Self.look)) else { throw .cancelled }
    } while !hasAdded(count)
    return start.duration(to: .now)
  }

  private func hasAdded(_ count: Int) -> Bool {
    bytes.withLock { bytes in
      guard bytes == 0 || bytes + count <= limitBytes else { return false }
      bytes += count
      return true
    }
  }

  /// Counts more of a client that holds a body already: if it waited, others might wait for it.
  func addAtOnce(_ count: Int) { bytes.withLock { $0 += count } }

  func remove(_ count: Int) { bytes.withLock { $0 -= count } }
}

/// The large bodies of one client. It belongs to the client's thread.
final class ClientBodies {
  private let all: BodiesInFlight?
  private let cancellation: Cancellation
  private var heldBytes = 0
  /// How long the answer under way waited for room. That depends on other jobs, so it counts for no
  /// time limit.
  private(set) var waited = Duration.zero

  /// - Parameter all: nil for no limit.
  init(_ all: BodiesInFlight?, _ cancellation: Cancellation) {
    self.all = all
    self.cancellation = cancellation
  }

  deinit { release() }

  /// An exchange begins. The bodies of earlier answers still count.
  func begin() { waited = .zero }

  /// Counts a body once it is no small one. May block.
  ///
  /// - Parameters:
  ///   - count: How many bytes of it there are.
  ///   - whole: How many bytes it may have in the end.
  /// - Throws: `.cancelled`, or `.timedOut` where there is no room until the run ends.
  func hold(_ count: Int, of whole: Int) throws(ConnectionError) {
    guard count > BodiesInFlight.smallBytes, let all, heldBytes < whole else { return }
    if heldBytes > 0 {
      all.addAtOnce(whole - heldBytes)
    } else {
      waited += try all.add(whole, cancellation)
    }
    heldBytes = whole
  }

  /// Counts the bodies of this client no more.
  func release() {
    guard heldBytes > 0 else { return }
    // Freed memory would stay with this thread's part of the heap, once for each job.
    System.returnMemory()
    all?.remove(heldBytes)
    heldBytes = 0
  }

  /// The deadline of what waited, without the time that it did.
  func postponed(_ deadline: Deadline) -> Deadline {
    guard let all, waited > .zero else { return deadline }
    return .earliest(deadline.postponed(by: waited), all.deadline)
  }
}
