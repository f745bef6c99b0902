// SPDX-License-Identifier: Apache-2.0
// What suites have written, and what stands in SAML messages, which is not secret.

import Synchronization

/// The texts that are known to everybody: what the suites wrote, and the public facts of the profile.
///
/// A secret that stands in them is none, and a report shows it.
package final class OwnTexts: Sendable {
  /// The lengths of the pieces that are remembered, in bytes of the normal text.
  private static let pieceLengths = (short: KnownSecrets.shortestBytes, long: Mask.shortestPart)

  private let texts: [[UInt8]]
  private let pieces = Mutex<PieceTable?>(nil)

  package init(_ texts: [[UInt8]] = []) {
    self.texts = texts
  }
}

extension OwnTexts {
  /// Whether a text stands in these. A text of under six characters stands there as a word.
  func contains(_ text: String) -> Bool { contains(NormalText.bytes(of: Array(text.utf8))[...]) }

  /// Whether a normal text stands in these.
  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty || text.isEmpty { return false }
    return pieces.withLock { pieces in
      let table = pieces ?? Self.table(of: texts)
      pieces = table
      let length =
        switch text.count {
        case ..<Self.pieceLengths.short: text.count
        case ..<Self.pieceLengths.long: Self.pieceLengths.short
        default: Self.pieceLengths.long
        }
      return PieceTable.allHashes(of: text, length: length) { table.contains($0) }
    }
  }

  /// Whether all parts of a path stand in these, as in `/api/v2/provider/`; those of under six
  /// characters don't count, unless there are no others.
  func containsParts(of text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/"))
      .filter { $0.count >= KnownSecrets.shortestBytes }
    return parts.isEmpty ? contains(text) : parts.allSatisfy { contains($0) }
  }

  /// The table of all pieces, made when it is first asked for.
  private static func table(of texts: [[UInt8]]) -> PieceTable {
    var table = PieceTable(count: texts.reduce(0) { $0 + $1.count })
    for text in texts {
      let normal = NormalText.bytes(of: text)[...]
      for length in [pieceLengths.short, pieceLengths.long] {
        _ = PieceTable.allHashes(of: normal, length: length) {
          table.insert($0)
          return true
        }
      }
      for word in text.split(whereSeparator: { !isWordByte($0) })
      where word.count < pieceLengths.short {
        let normal = NormalText.bytes(of: Array(word))[...]
        _ = PieceTable.allHashes(of: normal, length: normal.count) {
          table.insert($0)
          return true
        }
      }
    }
    return table
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte >= 0x80
  }
}

/// A set of hashes.
private struct PieceTable {
  private var slots: [UInt32]
  private let bits: Int

  /// - Parameter count: About half of the greatest number of hashes.
  init(count: Int) {
    bits = max(10, Int.bitWidth - (max(1, count) * 3).leadingZeroBitCount)
    slots = Array(repeating: 0, count: 1 << bits)
  }

  mutating func insert(_ hash: UInt64) {
    var index = Int(hash & UInt64(slots.count - 1))
    let mark = UInt32(hash >> 32) | 1
    while slots[index] != 0, slots[index] != mark { index = (index + 1) & (slots.count - 1) }
    slots[index] = mark
  }

  func contains(_ hash: UInt64) -> Bool {
    var index = Int(hash & UInt64(slots.count - 1))
    let mark = UInt32(hash >> 32) | 1
    while slots[index] != 0 {
      if slots[index] == mark { return true }
      index = (index + 1) & (slots.count - 1)
    }
    return false
  }

  /// Whether a condition holds for the hashes of all pieces of a length; false where there is none.
  static func allHashes(
    of text: ArraySlice<UInt8>, length: Int, _ condition: (UInt64) -> Bool
  ) -> Bool {
    guard length > 0, text.count >= length else { return false }
    var power = UInt64(1)
    for _ in 1..<max(length, 2) where length > 1 { power = power &* factor }
    var rolling = UInt64(0)
    for index in text.indices {
      if index >= text.startIndex + length {
        rolling = rolling &- (UInt64(text[index - length]) &+ 1) &* power
      }
      rolling = rolling &* factor &+ UInt64(text[index]) &+ 1
      guard index >= text.startIndex + length - 1 else { continue }
      if !condition(mixed(rolling &+ UInt64(length))) { return false }
    }
    return true
  }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Texts that are not secret although they stand in SAML messages: what a suite tells the framework,
/// such as the id of the user's provider. Of other secrets a part is masked also where it is such a
/// text.
struct PublicTexts: Sendable {
  /// Normal texts.
  private var texts: [[UInt8]] = []

  private static let limit = 100
}

extension PublicTexts {
  mutating func insert(_ text: String) {
    let bytes = NormalText.bytes(of: Array(text.utf8))
    guard bytes.count >= KnownSecrets.shortestBytes, bytes.count <= 256, texts.count < Self.limit,
      !texts.contains(bytes)
    else { return }
    texts.append(bytes)
  }

  mutating func merge(_ other: PublicTexts) {
    for text in other.texts where texts.count < Self.limit && !texts.contains(text) {
      texts.append(text)
    }
  }

  /// Whether a part of a message, as a normal text, is a part of these, or has nothing but a few
  /// characters besides them.
  func cover(_ part: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty { return false }
    if texts.contains(where: { !$0.ranges(of: part).isEmpty }) { return true }
    var rest = part
    var others = 0
    while !rest.isEmpty {
      if let text = texts.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(text.count)
        others = 0
      } else {
        rest = rest.dropFirst()
        others += 1
        if others >= KnownSecrets.shortestBytes { return false }
      }
    }
    return true
  }
}
