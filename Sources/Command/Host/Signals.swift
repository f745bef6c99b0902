// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its like: the first ends the work in order, the second at once.

import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals by which a person or a system ends the process.
package final class Signals: Sendable {
  private let count = Atomic(0)

  package init() {
    // A reader that went away is told by the error of the write, not by the end of the process.
    signal(SIGPIPE, SIG_IGN)
  }
}

extension Signals {
  /// Calls `interrupted` at the first SIGINT or SIGTERM; the second ends the process with 130.
  package func onInterruption(_ interrupted: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds its source, which so lives as long as the process.
      source.setEventHandler { [self, source] in
        precondition(!source.isCancelled)
        if count.add(1, ordering: .relaxed).oldValue > 0 { _exit(130) }
        interrupted()
      }
      source.resume()
    }
  }
}
