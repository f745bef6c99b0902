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
  /// Calls `interrupted` at the first SIGINT, SIGTERM or SIGHUP (where that is not ignored, as
  /// under `nohup`); the second ends the process with 130, after `atOnce`.
  package func onInterruption(
    atOnce: @escaping @Sendable () -> Void = {}, _ interrupted: @escaping @Sendable () -> Void
  ) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let earlier = signal(number, SIG_IGN)
      if number == SIGHUP, Self.isIgnoring(earlier) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds its source, which so lives as long as the process.
      source.setEventHandler { [self, source] in
        precondition(!source.isCancelled)
        if count.add(1, ordering: .relaxed).oldValue > 0 {
          atOnce()
          _exit(130)
        }
        interrupted()
      }
      source.resume()
    }
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
