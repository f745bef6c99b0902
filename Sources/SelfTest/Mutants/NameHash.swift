// SPDX-License-Identifier: Apache-2.0
// A hash of names that chooses the same share each time.

/// The hash of a name (FNV-1a). A seed and a name choose a number that is the same each time.
struct NameHash: Sendable, Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ name: String) { add(name) }

  private mutating func add(_ name: String) {
    for byte in name.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The hash of the name with another behind it.
  func adding(_ name: String) -> NameHash {
    var result = self
    result.add("\u{1F}")
    result.add(name)
    return result
  }

  /// A number from 0 to 1, another one for another seed.
  func fraction(seed: Int) -> Double {
    // The last steps of SplitMix64.
    var mixed = value &+ UInt64(bitPattern: Int64(seed)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
