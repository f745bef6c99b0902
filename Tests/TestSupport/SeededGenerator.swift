// SPDX-License-Identifier: Apache-2.0
// Random numbers that come again for a seed.

import Synchronization

/// A small generator that gives the same numbers for a seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Bytes as a service draws them: others each time, and for a seed the same in each run.
package func seededBytes(_ seed: UInt64 = 0) -> @Sendable (Int) -> [UInt8] {
  let generator = Mutex(SeededGenerator(state: seed))
  return { count in
    generator.withLock { generator in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
  }
}
