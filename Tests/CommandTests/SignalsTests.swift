// SPDX-License-Identifier: Apache-2.0
// Tests of signals that are waited for, and no more.

import Command
import Foundation
import Testing

/// Of a signal that nobody else in this process waits for.
@Suite struct SignalsTests {
  /// What the process does at a signal, as an address: 0 by default, 1 nothing.
  private static func disposition(_ number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return withUnsafeBytes(of: &action) { $0.loadUnaligned(as: Int.self) }
  }

  @Test func `have the process as it was once they are waited for no more`() throws {
    let number = SIGUSR2
    signal(number, SIG_IGN)
    defer { signal(number, SIG_DFL) }
    let came = DispatchSemaphore(value: 0)
    let first = Signals().onInterruption(of: [number]) { came.signal() }
    let told = DispatchSemaphore(value: 0)
    let second = Signals().onInterruption(of: [number]) { told.signal() }
    #expect(Self.disposition(number) > 1)
    first.end()
    first.end()
    #expect(Self.disposition(number) > 1)
    kill(getpid(), number)
    #expect(told.wait(timeout: .now() + .seconds(60)) == .success)
    second.end()
    #expect(Self.disposition(number) == 1)
    kill(getpid(), number)
    #expect(came.wait(timeout: .now()) == .timedOut)
  }
}
