// SPDX-License-Identifier: Apache-2.0
// Waiting for what another thread or process does, for a time.

import Foundation
package import Testing

/// What did not come true in time.
package struct NeverHappened: Error {}

/// Blocks until something is true, and throws where it is not after half a minute: a test that waits
/// for what a fault prevents has to fail, not to hang.
package func waitUntil(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while try !condition() {
    if ContinuousClock.now > deadline {
      Issue.record("this did not come true in time", sourceLocation: sourceLocation)
      throw NeverHappened()
    }
    usleep(500)
  }
}
