// SPDX-License-Identifier: Apache-2.0
// Threads of tests, which are waited for as long as a test may take.

import Dispatch
import Foundation
package import HTTP
package import Testing

/// Runs work on a thread with a stack of 1 MiB, as workers have it, and blocks until it is done.
package func onSmallStack(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ work: @escaping @Sendable () -> Void
) throws {
  let threads = ThreadGroup()
  threads.start(work)
  try waitForEnd(of: threads, sourceLocation: sourceLocation)
}

/// Blocks until no thread of a group runs, and throws where one still does after half a minute.
package func waitForEnd(
  of threads: ThreadGroup, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  try waitUntil(sourceLocation: sourceLocation) { threads.count == 0 }
}
