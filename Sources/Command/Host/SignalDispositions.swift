// SPDX-License-Identifier: Apache-2.0
// What the process does at a signal, and who is told of it.

import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who waits for which signals. A process has one disposition for each signal, so all that wait for
/// one share what there was before, and it is put back when the last of them goes.
///
/// Sources of Dispatch were tried: they leave a handler of their own behind.
enum SignalDispositions {
  private typealias Handler = @convention(c) (Int32) -> Void

  private struct State {
    var listeners: [Int: (numbers: [Int32], tell: @Sendable () -> Void)] = [:]
    var count = 0
    /// What each signal did before, as an address: SIG_IGN is 1, which Swift takes for one of the
    /// values that no function has, and so for nil of an optional of an optional.
    var earlier: [Int32: Int] = [:]
  }

  private static let state = Mutex(State())
  /// The handler may do next to nothing, so it writes the number here.
  private static let pipe = ProcessSystem.makePipe()
  private static let isRead: Bool = startReading()

  private static let handler: Handler = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    if let pipe { _ = write(pipe.writing, &byte, 1) }
    errno = error
  }

  /// Waits for signals. SIGHUP is left alone where it is ignored.
  ///
  /// - Returns: What `remove` takes.
  static func add(_ numbers: [Int32], _ tell: @escaping @Sendable () -> Void) -> Int {
    // Made before the handler may run, which could not wait for that.
    _ = isRead
    unblock(numbers)
    return state.withLock { state in
      for number in numbers where !state.earlier.keys.contains(number) {
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
        // The address came from a handler.
        signal(number, unsafeBitCast(earlier, to: Handler?.self))
      }
    }
  }

  /// A process that a thread has started which takes no signals takes none, either.
  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private static func startReading() -> Bool {
    guard let pipe else { return false }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: .global())
    // The handler holds its source, which so lives as long as the process.
    source.setEventHandler { [source] in
      precondition(!source.isCancelled)
      var chunk = [UInt8](repeating: 0, count: 64)
      guard case .bytes(let count) = ProcessSystem.read(pipe.reading, into: &chunk) else { return }
      for byte in chunk[..<count] {
        let listeners = state.withLock { state in
          state.listeners.filter { $0.value.numbers.contains(Int32(byte)) }.map(\.value.tell)
        }
        for tell in listeners { tell() }
      }
    }
    source.resume()
    return true
  }

  /// Handlers are functions of C, which can't be compared but by their addresses.
  private static func address(of handler: Handler?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}
