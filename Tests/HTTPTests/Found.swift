// SPDX-License-Identifier: Apache-2.0
// What threads of a test found.

import HTTP
import Synchronization

/// Reasons of errors, gathered by several threads.
final class Found: Sendable {
  private let list = Mutex<[TransportError.Reason?]>([])

  func add(_ error: TransportError?) { list.withLock { $0.append(error?.reason) } }

  var reasons: [TransportError.Reason?] { list.withLock { $0 } }
}
