// SPDX-License-Identifier: Apache-2.0
// A set of words.

import Text

/// The words of some texts, in whichever letter case: `software`, `Statement` and `softwareStatement`.
struct WordSet: Sendable {
  private var keys = PieceSet()

  init(of texts: [[UInt8]]) {
    for text in texts {
      for word in text.split(whereSeparator: { !isLetterOrDigit($0) }) {
        keys.insert(Self.key(of: word))
        let parts = TokenRuns.words(word)
        if parts.count > 1 { for part in parts { keys.insert(Self.key(of: part)) } }
      }
    }
  }

  func contains(_ word: ArraySlice<UInt8>) -> Bool { keys.contains(Self.key(of: word)) }

  private static func key(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1 | 0x20)) &* 0x100_0000_01B3 }
  }
}
