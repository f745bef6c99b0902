// SPDX-License-Identifier: Apache-2.0
// Handles Ctrl-C and similar signals, and tells those who wait for one.

import HTTP
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

  package init() { ProcessSystem.failWritesWithErrors() }
}

extension Signals {
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
          UnfinishedFiles.removeAll()
          _exit(130)
        }
        interrupted()
      })
  }
}

/// Keeps who waits for which signal. A process has one disposition for each signal: the first who
/// waits for a signal saves the former disposition, and it is restored when the last one stops.
///
/// Dispatch sources don't work for this: they leave a handler of their own behind.
enum SignalDispositions {
  private typealias Handler = @convention(c) (Int32) -> Void

  private struct State {
    var listeners: [Int: (numbers: [Int32], tell: @Sendable () -> Void)] = [:]
    var count = 0
    /// The former disposition of each signal, as an address and not as an optional function: Swift
    /// represents the nil of an optional of an optional by 1, which is SIG_IGN.
    var earlier: [Int32: Int] = [:]
  }

  private static let state = Mutex(State())
  /// The pipe that the handler writes the signal's number to: a handler may do little else.
  private static let pipe = ProcessSystem.makePipe()
  private static let isRead: Bool = startReading()
  private static let readers = ThreadGroup()

  private static let handler: Handler = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let pipe { _ = write(pipe.writing, &byte, 1) }
    errno = error
  }

  /// Starts to wait for signals. SIGHUP is left alone where it is ignored. Where there can be no
  /// thread to wait on, all stay as they are.
  ///
  /// - Returns: The number to call `remove` with.
  static func add(_ numbers: [Int32], _ tell: @escaping @Sendable () -> Void) -> Int {
    // The handler can't wait for the pipe, so it exists before the handler runs.
    let isRead = isRead
    unblock(numbers)
    return state.withLock { state in
      for number in numbers where isRead && !state.earlier.keys.contains(number) {
        let earlier = address(of: signal(number, handler))
        if number == SIGHUP, earlier == address(of: SIG_IGN) {
          signal(number, SIG_IGN)
        } else {
          state.earlier[number] = earlier
        }
      }
      state.count += 1
      state.listeners[state.count] = (numbers, tell)
      return state.count
    }
  }

  static func remove(_ listener: Int) {
    state.withLock { state in
      guard let numbers = state.listeners.removeValue(forKey: listener)?.numbers else { return }
      for number in numbers
      where !state.listeners.values.contains(where: { $0.numbers.contains(number) }) {
        guard let earlier = state.earlier.removeValue(forKey: number) else { continue }
        // This address was a handler's before.
        signal(number, unsafeBitCast(earlier, to: Handler?.self))
      }
    }
  }

  /// Unblocks the signals: a process inherits the mask of the thread that started it, and that
  /// thread may block them.
  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// - Returns: false where the system gives no pipe or no thread.
  private static func startReading() -> Bool {
    guard let pipe else { return false }
    return readers.startIfPossible {
      var chunk = [UInt8](repeating: 0, count: 64)
      while true {
        guard case .bytes(let count) = ProcessSystem.read(pipe.reading, into: &chunk) else {
          continue
        }
        for byte in chunk[..<count] {
          let listeners = state.withLock { state in
            state.listeners.filter { $0.value.numbers.contains(Int32(byte)) }.map(\.value.tell)
          }
          for tell in listeners { tell() }
        }
      }
    }
  }

  /// The address of a handler. C functions can be compared only by address.
  private static func address(of handler: Handler?) -> Int { unsafeBitCast(handler, to: Int.self) }
}
