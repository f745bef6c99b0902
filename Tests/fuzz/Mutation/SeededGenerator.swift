// SPDX-License-Identifier: Apache-2.0
// Random numbers that come again for a seed.

/// A generator that gives the same numbers for a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64) {
    self.state = state
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension SeededGenerator {
  /// A number from 0 below the bound; 0 for a bound under 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// True in one of so many cases.
  mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// A range of at most so many elements.
  mutating func range(in count: Int, atMost length: Int) -> Range<Int> {
    let start = below(count + 1)
    return start..<min(count, start + below(length + 1))
  }
}
