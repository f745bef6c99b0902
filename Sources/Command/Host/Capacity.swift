// SPDX-License-Identifier: Apache-2.0
// How many descriptors and threads the system lets this process have.

import HTTPTransport

/// What the system lets this process have, found by asking for it: limits are set in many places,
/// for a process, a user and a container.
package enum Capacity {
  /// How many descriptors can be opened besides those that are open, up to a number. Where the soft
  /// limit is too low and the hard limit allows it, the soft limit is raised.
  package static func descriptors(upTo wanted: Int) -> Int {
    var count = free(upTo: wanted)
    // Numbers above the soft limit may be taken: descriptors that were open when it was set.
    while count < wanted, ProcessSystem.raiseDescriptorLimit(by: wanted - count) {
      count = free(upTo: wanted)
    }
    return count
  }

  private static func free(upTo wanted: Int) -> Int {
    var copies: [Int32] = []
    defer { for copy in copies { ProcessSystem.closeDescriptor(copy) } }
    while copies.count < wanted, let copy = ProcessSystem.copy(of: 0) { copies.append(copy) }
    return copies.count
  }

  /// Whether there is room for that much memory besides what is in use. Nothing of it is touched.
  package static func hasMemory(bytes: Int) -> Bool { ProcessSystem.hasMemory(bytes: bytes) }

  /// Has all threads share one heap where the size of the address space is limited: by default the C
  /// library of Linux reserves 64 MiB of it for each thread.
  package static func fitMemoryToLimit() { ProcessSystem.shareHeapUnderLimit() }

  /// How many threads can run at once besides those that do, up to a number.
  package static func threads(upTo wanted: Int) -> Int {
    let end = Cancellation()
    let threads = ThreadGroup()
    var count = 0
    while count < wanted,
      threads.startIfPossible({ _ = end.wait(until: Deadline(after: .seconds(3600))) })
    {
      count += 1
    }
    end.cancel()
    threads.wait()
    return count
  }
}
