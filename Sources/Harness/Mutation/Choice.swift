// SPDX-License-Identifier: Apache-2.0
// Chooses by a seed and a name, the same each time and on every machine.

/// What a seed and a name choose: numbers that are the same each time.
package struct Choice: Sendable {
  private var state: UInt64

  package init(seed: Int, name: String) {
    // FNV-1a, then the steps of SplitMix64.
    state = 0xcbf2_9ce4_8422_2325 ^ UInt64(bitPattern: Int64(seed))
    for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}

extension Choice {
  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// A number from 0 to 1.
  package var fraction: Double {
    var copy = self
    return Double(copy.next() >> 11) / Double(1 << 53)
  }
}
