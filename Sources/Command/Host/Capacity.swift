// SPDX-License-Identifier: Apache-2.0
// How many descriptors, threads and bytes the system lets this process have.

/// What the system lets this process have, as far as it says so beforehand.
package enum Capacity {
  /// How many descriptors can be open at once. Where that is fewer than wanted and the hard limit
  /// allows it, the soft limit is raised.
  package static func descriptors(upTo wanted: Int) -> Int {
    ProcessSystem.descriptorLimit(raisedTo: wanted)
  }

  /// How many threads this process can have, at most; nil where nothing limits them.
  package static var threads: Int? { ProcessSystem.threadLimit }

  /// Whether there is room for that much memory besides what is in use. Nothing of it is touched.
  package static func hasMemory(bytes: Int) -> Bool { ProcessSystem.hasMemory(bytes: bytes) }

  /// Has all threads share one heap where the size of the address space is limited: by default the C
  /// library of Linux reserves 64 MiB of it for each thread.
  package static func fitMemoryToLimit() { ProcessSystem.shareHeapUnderLimit() }
}
