// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its like: the first ends the work in order, the second at once.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals by which a person or a system ends the process.
package final class Signals: Sendable {
  private let count = Atomic(0)

  package init() { Self.ignoreBrokenPipes() }
}

extension Signals {
  /// That a reader went away is told by the error of the write then, not by the end of the process.
  package static func ignoreBrokenPipes() { ProcessSystem.ignoreBrokenPipes() }

  /// Calls `interrupted` at the first of the signals: SIGINT, SIGTERM or SIGHUP (where that is not
  /// ignored, as under `nohup`), unless others are named; the second ends the process with 130,
  /// after `atOnce`. Both are called on a thread of their own.
  ///
  /// - Returns: What ends that, so that a process that goes on is as it was before.
  @discardableResult
  package func onInterruption(
    of numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP],
    atOnce: @escaping @Sendable () -> Void = {}, _ interrupted: @escaping @Sendable () -> Void
  ) -> Interruption {
    Interruption(
      SignalDispositions.add(numbers) { [self] in
        if count.add(1, ordering: .relaxed).oldValue > 0 {
          atOnce()
          _exit(130)
        }
        interrupted()
      })
  }
}

/// Signals that are waited for until `end()`.
package final class Interruption: Sendable {
  private let listener: Int

  fileprivate init(_ listener: Int) {
    self.listener = listener
  }

  /// Waits for them no more; once nobody does, they do again what they did before.
  package func end() { SignalDispositions.remove(listener) }
}
