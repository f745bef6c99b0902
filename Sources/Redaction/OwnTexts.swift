// SPDX-License-Identifier: Apache-2.0
// The texts that are public, and so are no secrets.

import Synchronization
import Text

/// The texts that are public: what the suites wrote, and the public facts. No value in them is a secret.
package final class OwnTexts: Sendable {
  private let texts: [[UInt8]]
  /// The pieces of the texts and of their short words, made when they are first asked for.
  private let pieces = Mutex<PieceSet?>(nil)
  private let documents: [[UInt8]]
  /// The words of the documents, made when they are first asked for.
  private let words = Mutex<WordSet?>(nil)

  /// - Parameters:
  ///   - texts: Texts that are public as a whole, and in parts.
  ///   - documents: Texts whose words are public, but no other parts of them.
  package init(_ texts: [[UInt8]] = [], wordsOf documents: [[UInt8]] = []) {
    self.texts = texts
    self.documents = documents
  }

  /// Whether a text stands in these. A text of under six characters stands there as a word.
  package func contains(_ text: String) -> Bool { contains(NormalText.bytes(of: text.utf8)[...]) }

  /// Whether all pieces of a normal text stand in these.
  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    if texts.isEmpty || text.isEmpty { return false }
    return pieces.withLock { pieces in
      let known = pieces ?? Self.pieces(of: texts)
      pieces = known
      return Pieces.keys(of: text).allSatisfy(known.contains)
    }
  }

  /// Whether a word stands in these, or in public documents and protocols.
  func knows(_ word: ArraySlice<UInt8>) -> Bool {
    if CommonWords.contains(word) { return true }
    if !texts.isEmpty, contains(NormalText.bytes(of: word)[...]) { return true }
    return !documents.isEmpty
      && words.withLock { words in
        let known = words ?? WordSet(of: documents)
        words = known
        return known.contains(word)
      }
  }

  /// Whether all parts of a path stand in these, as in `/api/v2/provider/`; those of under six
  /// characters don't count, unless there are no others.
  func containsParts(of text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/")).filter { $0.count >= Pieces.length }
    return parts.isEmpty ? contains(text) : parts.allSatisfy { contains($0) }
  }

  /// Whether a text is a URL, or a path, of which each part stands in these: a documented path with the
  /// target's own ids in it.
  func containsAddress(_ text: String) -> Bool {
    guard Self.isAddress(text) else { return false }
    return NormalText.bytes(of: text.utf8).split(separator: UInt8(ascii: "/"))
      .allSatisfy { contains($0) }
  }

  /// Whether a text is a URL, or a path below a folder that stands in these. Base64 may begin alike.
  func leads(to text: String) -> Bool {
    guard Self.isAddress(text) else { return false }
    guard text.utf8.first == UInt8(ascii: "/") else { return true }
    return text.split(separator: "/").first.map { contains(String($0)) } ?? false
  }

  private static func isAddress(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "/")
      || text.utf8.drop { $0.isAlphanumeric }.starts(with: "://".utf8)
  }

  private static func pieces(of texts: [[UInt8]]) -> PieceSet {
    var pieces = PieceSet()
    for text in texts {
      var start = 0
      while start < text.count {
        // No escape goes on after its line, and most lines have none.
        let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        add(text[start..<end], to: &pieces)
        start = end + 1
      }
    }
    return pieces
  }

  private static func add(_ line: ArraySlice<UInt8>, to pieces: inout PieceSet) {
    let isPlain = !line.contains(where: EscapeReader.begins)
    if isPlain {
      var key: UInt64 = 0
      var count = 0
      for byte in line {
        let folded = NormalText.folded[Int(byte)]
        if folded == 0 { continue }
        key = (key << 8 | UInt64(folded)) & Pieces.mask
        count += 1
        if count >= Pieces.length { pieces.insert(key) }
      }
    } else {
      for key in Pieces.keys(of: NormalText.bytes(of: line)[...]) { pieces.insert(key) }
    }
    // The short words.
    var index = line.startIndex
    while index < line.endIndex {
      let start = index
      while index < line.endIndex, isLetterOrDigit(line[index]) { index += 1 }
      if index > start, index - start < Pieces.length {
        for key in Pieces.keys(of: NormalText.bytes(of: line[start..<index])[...]) {
          pieces.insert(key)
        }
      }
      index += 1
    }
  }
}
