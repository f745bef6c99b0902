// SPDX-License-Identifier: Apache-2.0
// The secrets that there is no room for: only how they begin is remembered.

import Text

/// The secrets beyond the limits. How each begins is remembered as a number, so that what the suite
/// wrote can still be shown.
struct FurtherSecrets: Sendable {
  /// Why no text of an answer is shown.
  private(set) var reason: String
  private var names: [String] = []
  /// The number of a name, by the hash of how a secret begins.
  private var beginnings: [UInt64: Int32] = [:]
  private var isFull = false

  private static let limit = 150_000

  init(because reason: String) {
    self.reason = reason
  }
}

extension FurtherSecrets {
  /// Remembers how a secret begins: as it is, in Base64, in hexadecimal.
  mutating func add(_ secret: String, named name: String) {
    guard beginnings.count < Self.limit else {
      isFull = true
      return
    }
    if names.last != name { names.append(name) }
    let number = Int32(names.count - 1)
    let start = String(decoding: secret.utf8.prefix(4 * Mask.shortestPart), as: UTF8.self)
    for text in [start, Base64.encode(start), Hexadecimal.text(of: start.utf8)] {
      let bytes = NormalText.bytes(of: Array(text.utf8)).prefix { $0 != UInt8(ascii: "=") }
        .prefix(Mask.shortestPart)
      if bytes.count >= KnownSecrets.shortestBytes { beginnings[Self.hash(bytes)] = number }
    }
  }

  mutating func merge(_ other: FurtherSecrets) {
    for (hash, number) in other.beginnings {
      guard beginnings.count < Self.limit else {
        isFull = true
        return
      }
      names.append(other.names[Int(number)])
      beginnings[hash] = Int32(names.count - 1)
    }
    isFull = isFull || other.isFull
  }

  /// Where one of the secrets begins in a text that is not an answer's, to the end of the text. Where
  /// not even the beginnings could be remembered: each word that the suites did not write.
  func places(in text: NormalText, own: OwnTexts) -> [(Range<Int>, [UInt8])] {
    guard let end = text.ends.last.map({ Int($0) }) else { return [] }
    for start in text.bytes.indices {
      for length in KnownSecrets.shortestBytes...Mask.shortestPart
      where start + length <= text.bytes.count {
        if let number = beginnings[Self.hash(text.bytes[start..<(start + length)])] {
          return [(Int(text.starts[start])..<end, Array("‹\(names[Int(number)])›".utf8))]
        }
      }
    }
    return isFull ? unknownWords(in: text, own: own) : []
  }

  private func unknownWords(in text: NormalText, own: OwnTexts) -> [(Range<Int>, [UInt8])] {
    var words: [(Range<Int>, [UInt8])] = []
    var start = 0
    for index in text.bytes.indices {
      let isLast = index + 1 == text.bytes.count
      guard isLast || text.isBlank(before: index + 1) else { continue }
      let word = start..<(index + 1)
      start = index + 1
      guard word.count >= KnownSecrets.shortestBytes, !own.contains(text.bytes[word]) else {
        continue
      }
      words.append((text.range(of: word), Mask.anonymous))
    }
    return words
  }

  /// The hash of a normal text (FNV-1a), with its length.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }
}
