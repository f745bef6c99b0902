// SPDX-License-Identifier: Apache-2.0
// All forms of secrets, and where they stand in a text.

import Formats
import Text

/// A secret that is searched for in all its forms.
struct Secret: Sendable {
  let text: String
  /// The name that it was found by.
  let name: String
  /// Whether it is of another scenario, so that forms are left out that are masked as tokens anyway.
  var isForeign = false

  /// The name by which it is shown; nil for one that can't be shown: an answer may have made it up.
  ///
  /// - Parameter own: What is public.
  func shownName(knowing own: OwnTexts) -> String? {
    let isShown =
      name.utf8.count <= 64
      && name.utf8.allSatisfy { $0.isAlphanumeric || " _-.:".utf8.contains($0) }
      && TokenRuns(text: NormalText(Array(name.utf8)), own: own, isPublic: { _ in false }).ranges
        .isEmpty
    return isShown ? name : nil
  }

  /// Whether it consists of words: then a part of it may, too.
  ///
  /// - Parameter own: What is public.
  func isWords(knowing own: OwnTexts) -> Bool {
    Array(text.utf8).split { $0 <= 0x20 }.allSatisfy {
      TokenRuns.isWords($0, own) || TokenRuns.hasFormOfWords($0)
    }
  }

  var hasBlanks: Bool { text.utf8.contains { $0 <= 0x20 } }

  /// Whether it is JSON, or JSON in Base64: other JSON has its members, too.
  var isJSON: Bool { (try? JSONParser.document(Base64.text(text) ?? text)) != nil }

  /// Longer secrets are encoded in nothing but tokens.
  private static let longestEncoded = 32

  /// The secret as it stands in a normal text: as it is, decoded from Base64, encoded in Base64 at each of
  /// the three offsets of a longer text, and in hexadecimal. How these are escaped and wrapped does not
  /// matter, since a normal text has no escapes.
  var forms: [[UInt8]] {
    let bytes = Array(text.utf8)
    var forms: [[UInt8]] = []
    func add(_ form: [UInt8]) {
      let end = (form.lastIndex { $0 != UInt8(ascii: "=") } ?? -1) + 1
      let form = end < form.count ? Array(form[..<end]) : form
      if end >= SecretIndex.shortestSecret, !forms.contains(form) { forms.append(form) }
    }
    add(NormalText.bytes(of: bytes))
    if let decoded = Base64.text(text), !SAMLText.isMessage(decoded) {
      add(NormalText.bytes(of: Array(decoded.utf8)))
    }
    if bytes.count <= Self.longestEncoded {
      for offset in 0..<3 { addEncoded(Self.base64(of: bytes, after: offset)) }
      let unwrapped = bytes.filter { $0 != 0x0A && $0 != 0x0D }
      if unwrapped.count < bytes.count { addEncoded(Self.base64(of: unwrapped, after: 0)) }
      addEncoded(Hexadecimal.digits(of: bytes))
    }
    func addEncoded(_ form: [UInt8]) {
      let isToken =
        form.count >= TokenRuns.shortest && !TokenRuns.seemsHarmless(form[...], OwnTexts())
      if !isForeign || !isToken { add(form) }
    }
    return forms
  }

  /// The digits of Base64, as they stand in a normal text, that depend on nothing but the text behind
  /// so many bytes.
  private static func base64(of text: [UInt8], after offset: Int) -> [UInt8] {
    let digits = Base64.encode(Array(repeating: 0, count: offset) + text).utf8
    let known = (offset + text.count) * 8 / 6
    return NormalText.bytes(of: Array(digits.prefix(known).dropFirst([0, 2, 3][offset])))
  }
}

/// The pieces of all forms of some secrets, by their bytes.
struct SecretIndex: Sendable {
  /// Shorter values don't count as secrets; masking them would make reports unreadable.
  static let shortestSecret = Pieces.length
  /// A part of a secret is masked if it has at least this many bytes.
  static let shortestPart = 12

  private(set) var secrets: [Secret]
  /// So many of them are found; the others once the index is settled.
  private var settledCount = 0
  /// The number of the first secret with a piece, and whether the piece is only of forms that are JSON.
  private var owners: [UInt64: (secret: Int32, isOfJSON: Bool)] = [:]
  /// A bit for each of the pieces, by which most others are told from them without hashing.
  private var bits: [UInt64] = []
  /// Whether a form has characters beyond ASCII.
  private var hasOthers = false
  /// The numbers of the secrets by their whole forms.
  private var wholes: [[UInt8]: Int32] = [:]
  /// The lengths of the forms that are too short for a part.
  private var lengths: Set<Int> = []

  /// - Parameter secrets: They are found once the index is settled.
  init(_ secrets: [Secret] = []) { self.secrets = secrets }

  struct Match {
    /// In bytes of the normal text.
    let range: Range<Int>
    let secret: Secret
    let isWhole: Bool
  }
}

extension SecretIndex {
  mutating func append(_ secret: Secret) { secrets.append(secret) }

  /// Makes the forms of the secrets that were appended: these take longer than all else that is learned of
  /// a message, and most scenarios pass and show none.
  mutating func settle() {
    while settledCount < secrets.count {
      addForms(of: secrets[settledCount], Int32(settledCount))
      settledCount += 1
    }
  }

  private mutating func addForms(of secret: Secret, _ number: Int32) {
    let isOfJSON = secret.isJSON
    for form in secret.forms {
      let isJSON = isOfJSON && "{[".utf8.contains(form[0])
      for key in Pieces.keys(of: form[...])
      where owners[key].map({ $0.isOfJSON && !isJSON }) ?? true {
        owners[key] = (number, isJSON)
        if bits.isEmpty { bits = Array(repeating: 0, count: Self.bitCount / 64) }
        let bit = Self.bit(of: key)
        bits[bit >> 6] |= 1 << UInt64(bit & 63)
      }
      hasOthers = hasOthers || form.contains { $0 >= 0x80 }
      // A plain text may have lost a few signs.
      if form.count < Self.shortestPart + 3 { lengths.insert(form.count) }
      if wholes[form] == nil { wholes[form] = number }
    }
  }

  private static let bitCount = 1 << 15

  /// The number of the bit of a piece.
  private static func bit(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 49)
  }

  private func owner(of key: UInt64) -> (secret: Int32, isOfJSON: Bool)? {
    let bit = Self.bit(of: key)
    return bits[bit >> 6] & 1 << UInt64(bit & 63) == 0 ? nil : owners[key]
  }

  /// Whether a piece of a secret may stand in a text that is not folded yet. Most texts have none.
  func mayMatch(_ text: [UInt8]) -> Bool {
    if owners.isEmpty { return false }
    var key: UInt64 = 0
    var count = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte >= 0x80 {
        // Signs such as `‹` have no other letter case. What has may become ASCII.
        guard !hasOthers, byte == 0xE2, index + 1 < text.count, text[index] == 0x80 else {
          return true
        }
        index += 2
        count = 0
        continue
      }
      let folded = NormalText.folded[Int(byte)]
      if folded == 0 { continue }
      key = (key << 8 | UInt64(folded)) & Pieces.mask
      count += 1
      if count >= Pieces.length, owner(of: key) != nil { return true }
    }
    return false
  }

  /// The known secrets and their parts in a folded text.
  ///
  /// - Parameter own: What is public, of which a part of a secret may be shown.
  func matches(in text: NormalText, knowing own: OwnTexts) -> [Match] {
    if secrets.isEmpty { return [] }
    let pieces = Pieces.keys(of: text.bytes[...]).map(owner)
    return pieces.indices.split { pieces[$0] == nil }.flatMap { found -> [Match] in
      let range = found.lowerBound..<(found.upperBound + Pieces.length - 1)
      if let match = match(in: text, range) { return [match] }
      let parts = range.split { index in
        text.bytes[index] < 0x80 && !TokenRuns.isTokenByte[Int(text.bytes[index])]
          && found.clamped(to: (index - Pieces.length + 1)..<(index + 1))
            .allSatisfy { pieces[$0]?.isOfJSON == true }
      }
      return parts.flatMap { range in
        // The last piece tells tokens apart that begin alike.
        let owner = pieces[max(found.lowerBound, range.upperBound - Pieces.length)]?.secret ?? 0
        if let match = match(in: text, range) { return [match] }
        let matches = self.parts(of: secrets[Int(owner)], in: text, range, own)
        return matches.isEmpty ? shortMatches(in: text, range) : matches
      }
    }
  }

  /// A whole secret; nil where the range is none, or it only seems to be there.
  private func match(in text: NormalText, _ range: Range<Int>) -> Match? {
    guard let number = wholes[Array(text.bytes[range])], !isPartOfNumber(text, range)
    else { return nil }
    let secret = secrets[Int(number)]
    // A long one may be wrapped; two words of a sentence are no short one.
    let isSplit =
      !secret.hasBlanks && range.count < Self.shortestPart
      && range.dropFirst().contains { text.gaps[$0] == .blank }
    return isSplit ? nil : Match(range: padded(text, range), secret: secret, isWhole: true)
  }

  /// The parts of a secret that are not interrupted, and neither public, nor words or a number.
  private func parts(
    of secret: Secret, in text: NormalText, _ range: Range<Int>,
    _ own: OwnTexts
  ) -> [Match] {
    let isWords = secret.isWords(knowing: own)
    let blanks = secret.hasBlanks ? [] : range.dropFirst().filter { text.gaps[$0] == .blank }
    let parts = zip([range.lowerBound] + blanks, blanks + [range.upperBound]).map { $0..<$1 }
    return parts.filter { part in
      let source = text.range(of: padded(text, part))
      // It may have lost a few signs.
      return part.count + 3 >= Self.shortestPart && source.count >= Self.shortestPart
        && !own.containsParts(of: text.bytes[part])
        && (isWords || !TokenRuns.seemsHarmless(text.source[source], own))
    }.map { Match(range: padded(text, $0), secret: secret, isWhole: false) }
  }

  /// The whole secrets in a range that is none.
  private func shortMatches(in text: NormalText, _ range: Range<Int>) -> [Match] {
    var matches: [Match] = []
    for start in range where start >= matches.last?.range.upperBound ?? 0 {
      let ends = lengths.sorted(by: >).map { start + $0 }.filter { $0 <= range.upperBound }
      matches += ends.lazy.compactMap { match(in: text, start..<$0) }.prefix(1)
    }
    return matches
  }

  /// Whether digits are a part of a longer number, which is another one.
  private func isPartOfNumber(_ text: NormalText, _ range: Range<Int>) -> Bool {
    guard text.bytes[range].allSatisfy(\.isDigit) else { return false }
    let source = text.range(of: range)
    // The end of an escape is no digit: `%20`.
    let isBefore =
      text.source[..<source.lowerBound].last?.isDigit == true
      && text.gaps[range.lowerBound] == .none
    return isBefore || text.source[source.upperBound...].first?.isDigit == true
  }

  /// The range with the padding of Base64 behind it.
  private func padded(_ text: NormalText, _ range: Range<Int>) -> Range<Int> {
    let rest = text.bytes[range.upperBound...].drop { $0 == UInt8(ascii: "=") }
    let isPadding =
      rest.first.map { !isLetterOrDigit($0) } ?? true || text.gaps[rest.startIndex] != .none
    return range.lowerBound..<(isPadding ? rest.startIndex : range.upperBound)
  }
}
