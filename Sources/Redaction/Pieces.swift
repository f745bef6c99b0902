// SPDX-License-Identifier: Apache-2.0
// The pieces of six bytes of a text, each as a number.

/// The pieces of six bytes of a text, each as a number.
enum Pieces {
  static let length = 6
  /// The bits of one.
  static let mask: UInt64 = 0xFFFF_FFFF_FFFF

  /// The numbers of the pieces; of a shorter text one that is no piece's.
  static func keys(of text: ArraySlice<UInt8>) -> [UInt64] {
    if text.count < length { return [text.reduce(UInt64(text.count)) { $0 << 8 | UInt64($1) }] }
    var key = text.prefix(length - 1).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return text.dropFirst(length - 1).map { byte in
      key = (key << 8 | UInt64(byte)) & mask
      return key
    }
  }
}

/// A set of pieces that takes a few instructions for each: texts have a hundred thousand of them.
struct PieceSet: Sendable {
  /// Each piece, at its place or behind it; 0 in an empty slot.
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << 12)
  private var count = 0
}

extension PieceSet {
  mutating func insert(_ key: UInt64) {
    let slot = slot(of: key)
    if slots[slot] == key { return }
    slots[slot] = key
    count += 1
    guard count * 2 > slots.count else { return }
    let old = slots
    slots = Array(repeating: 0, count: old.count * 4)
    for key in old where key > 0 { slots[self.slot(of: key)] = key }
  }

  func contains(_ key: UInt64) -> Bool { slots[slot(of: key)] == key }

  /// Where a piece is, or would be.
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & (slots.count - 1)
    while slots[slot] != key, slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
