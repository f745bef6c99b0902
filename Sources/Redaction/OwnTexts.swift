// SPDX-License-Identifier: Apache-2.0
// The texts that everybody knows, and so are no secrets.

import Synchronization

/// The texts that are known to everybody: what the suites wrote, and the public facts of the profile.
///
/// A value that occurs in these texts is not treated as a secret.
package final class OwnTexts: Sendable {
  private let texts: [[UInt8]]
  private let table = Mutex<(pieces: Set<UInt64>, words: Set<[UInt8]>)?>(nil)

  package init(_ texts: [[UInt8]] = []) { self.texts = texts }
}

extension OwnTexts {
  /// Whether a text stands in these. A text of under six characters stands there as a word.
  package func contains(_ text: String) -> Bool { contains(NormalText.bytes(of: text.utf8)[...]) }

  /// Whether all pieces of a normal text stand in these.
  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty || text.isEmpty { return false }
    return table.withLock { table in
      let (pieces, words) = table ?? Self.table(of: texts)
      table = (pieces, words)
      guard text.count >= Pieces.length else { return words.contains(Array(text)) }
      return Pieces.keys(of: text).allSatisfy(pieces.contains)
    }
  }

  /// Whether all parts of a path stand in these, as in `/api/v2/provider/`; those of under six
  /// characters don't count, unless there are no others.
  func containsParts(of text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/")).filter { $0.count >= Pieces.length }
    return parts.isEmpty ? contains(text) : parts.allSatisfy { contains($0) }
  }

  /// The table of all pieces and short words, made when it is first asked for.
  private static func table(of texts: [[UInt8]]) -> (Set<UInt64>, Set<[UInt8]>) {
    var pieces: Set<UInt64> = []
    var words: Set<[UInt8]> = []
    for text in texts {
      pieces.formUnion(Pieces.keys(of: NormalText.bytes(of: text)[...]))
      for word in text.split(whereSeparator: { !isLetterOrDigit($0) })
      where word.count < Pieces.length { words.insert(NormalText.bytes(of: word)) }
    }
    return (pieces, words)
  }
}

/// The pieces of six bytes of a text, each as a number.
enum Pieces {
  /// How many bytes a piece has.
  static let length = 6

  static func keys(of text: ArraySlice<UInt8>) -> [UInt64] {
    guard text.count >= length else { return [] }
    var key = text.prefix(length - 1).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return text.dropFirst(length - 1).map { byte in
      key = (key << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
      return key
    }
  }
}
