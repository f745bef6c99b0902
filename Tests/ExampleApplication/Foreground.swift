// SPDX-License-Identifier: Apache-2.0
// The way of the application back to the foreground.

import Foundation

/// Where a device tells the application that it is active again, a process gets SIGUSR1.
@MainActor final class Foreground {
  private let returns: AsyncStream<Void>
  /// One for all times: a source that was cancelled may take the signal of the next.
  private let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())

  init() {
    let (returns, returned) = AsyncStream<Void>.makeStream()
    self.returns = returns
    signal(SIGUSR1, SIG_IGN)
    source.setEventHandler { @Sendable in returned.yield() }
    source.resume()
  }

  /// Returns when the application is active again.
  func wait() async {
    for await _ in returns { return }
  }
}
