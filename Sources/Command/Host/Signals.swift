// SPDX-License-Identifier: Apache-2.0
// Handles Ctrl-C and similar signals: the first ends the work in order, the second ends it at once.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals with which a person or the system ends the process.
package final class Signals: Sendable {
  private let count = Atomic(0)

  package init() { Self.failWritesWithErrors() }
}

extension Signals {
  /// Ignores SIGPIPE and SIGXFSZ: a closed reader, and a file that would grow beyond the limit of
  /// the system, show up as errors of a write.
  package static func failWritesWithErrors() { ProcessSystem.failWritesWithErrors() }

  /// Has a crash end the process and do nothing else. By default Swift's runtime prints a backtrace
  /// on Linux, with registers and memory, and these may hold a secret.
  package static func crashSilently() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// Calls `interrupted` at the first signal. At the second it calls `atOnce` and ends the process
  /// with status 130. Both closures run on a thread of their own.
  ///
  /// The signals are SIGINT, SIGTERM and SIGHUP by default. SIGHUP is left alone where it is
  /// ignored, as under `nohup`.
  ///
  /// - Returns: A value whose `end()` restores the former handling.
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

/// Handles signals until `end()` is called.
package final class Interruption: Sendable {
  private let listener: Int

  fileprivate init(_ listener: Int) {
    self.listener = listener
  }

  /// Stops handling the signals. When the last one stops, the former handling is restored.
  package func end() { SignalDispositions.remove(listener) }
}
