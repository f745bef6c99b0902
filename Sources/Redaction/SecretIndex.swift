// SPDX-License-Identifier: Apache-2.0
// All forms of secrets, and where they stand in a text.

import Text

/// A secret that is searched for in all its forms.
struct Secret: Sendable {
  let text: String
  /// The name by which it is shown; nil for one that can't be shown: an answer may have made it up.
  let name: String?
  /// Whether it is a part of a signed message, in which there is also what is public.
  let isOfMessage: Bool
  /// Whether it consists of words: then a part of it may, too.
  let isWords: Bool
  let hasBlanks: Bool

  init(_ text: String, named name: String, isOfMessage: Bool = false) {
    self.text = text
    self.isOfMessage = isOfMessage
    hasBlanks = text.utf8.contains { $0 <= 0x20 }
    isWords = Array(text.utf8).split { $0 <= 0x20 }.allSatisfy(TokenRuns.isWords)
    let isShown =
      name.utf8.count <= 64
      && name.utf8.allSatisfy { $0.isAlphanumeric || " _-.:".utf8.contains($0) }
      && Array(name.utf8).split(separator: 0x20).allSatisfy {
        $0.count < TokenRuns.shortest || TokenRuns.isHarmless($0)
      }
    self.name = isShown ? name : nil
  }

  /// Longer secrets are encoded in nothing but tokens.
  private static let longestEncoded = 32

  /// The secret as it stands in a normal text: as it is, decoded from Base64, encoded in Base64 at each of
  /// the three offsets of a longer text, and in hexadecimal. How these are escaped and wrapped does not
  /// matter, since a normal text has no escapes.
  ///
  /// - Parameter besidesTokens: Whether those are left out that are masked as tokens anyway.
  func forms(besidesTokens: Bool) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    var forms = [NormalText.bytes(of: bytes)]
    if !isOfMessage, let decoded = Base64Text.decode(text) {
      forms.append(NormalText.bytes(of: decoded.utf8))
    }
    if bytes.count <= Self.longestEncoded {
      let unwrapped = bytes.filter { $0 != 0x0A && $0 != 0x0D }
      let encoded =
        (0..<3).map { Self.base64(of: bytes, after: $0) }
        + [Self.base64(of: unwrapped, after: 0), Hexadecimal.digits(of: bytes)]
      forms += encoded.filter { !besidesTokens || $0.count < TokenRuns.shortest }
    }
    let equals = UInt8(ascii: "=")
    return forms.map { Array($0[...($0.lastIndex { $0 != equals } ?? -1)]) }
      .filter { $0.count >= SecretIndex.shortestSecret }.unique
  }

  /// The digits of Base64, as they stand in a normal text, that depend on nothing but the text behind
  /// so many bytes.
  private static func base64(of text: [UInt8], after offset: Int) -> [UInt8] {
    let digits = Base64.encode(Array(repeating: 0, count: offset) + text).utf8
    let known = (offset + text.count) * 8 / 6
    return NormalText.bytes(of: digits.prefix(known).dropFirst([0, 2, 3][offset]))
  }
}

/// The pieces of all forms of some secrets, by their bytes.
struct SecretIndex: Sendable {
  /// Shorter values don't count as secrets; masking them would make reports unreadable.
  static let shortestSecret = Pieces.length
  /// A part of a secret is masked if it has at least this many bytes.
  static let shortestPart = 12

  private(set) var secrets: [Secret] = []
  /// The number of the first secret with a piece, and whether the piece is of a form that is JSON.
  private var owners: [UInt64: (secret: Int32, isOfJSON: Bool)] = [:]
  /// The numbers of the secrets by their whole forms.
  private var wholes: [[UInt8]: Int32] = [:]
  /// The lengths of the forms that are too short for a part.
  private var lengths: Set<Int> = []

  struct Match {
    /// In bytes of the normal text.
    let range: Range<Int>
    let secret: Secret
    let isWhole: Bool
  }

  /// Decides about bytes of a secret, which may be all of it.
  typealias IsPublic = (_ bytes: ArraySlice<UInt8>, _ secret: Secret, _ isWhole: Bool) -> Bool
}

extension SecretIndex {
  mutating func insert(_ secret: Secret, besidesTokens: Bool = false) {
    let number = Int32(secrets.count)
    secrets.append(secret)
    for form in secret.forms(besidesTokens: besidesTokens) {
      let isJSON = "{[".utf8.contains(form[0]) && form.contains(UInt8(ascii: "\""))
      for key in Pieces.keys(of: form[...]) where owners[key] == nil {
        owners[key] = (number, isJSON)
      }
      // A plain text may have lost a few signs.
      if form.count < Self.shortestPart + 3 { lengths.insert(form.count) }
      if wholes[form].map({ secrets[Int($0)].isOfMessage }) ?? true { wholes[form] = number }
    }
  }

  /// The known secrets and their parts in a folded text.
  ///
  /// - Parameter isPublic: Whether a secret, or a part of one, may be shown.
  func matches(in text: NormalText, isPublic: IsPublic) -> [Match] {
    if secrets.isEmpty { return [] }
    let pieces = Pieces.keys(of: text.bytes[...]).map { owners[$0] }
    return pieces.indices.split { pieces[$0] == nil }.flatMap { found -> [Match] in
      let range = found.lowerBound..<(found.upperBound + Pieces.length - 1)
      if let match = match(in: text, range, isPublic) { return [match] }
      // What a token decodes to may be JSON, whose members other JSON has, too.
      let isOfJSON = found.allSatisfy { pieces[$0]?.isOfJSON == true }
      let parts = text.bytes[range].split {
        isOfJSON && $0 < 0x80 && !TokenRuns.isTokenByte[Int($0)]
      }
      // The last piece tells tokens apart that begin alike.
      let owner = secrets[Int(pieces[found.upperBound - 1]?.secret ?? 0)]
      let matches = parts.compactMap { part(owner, in: text, $0.indices, isPublic) }
      return matches.isEmpty ? shortMatches(in: text, range, isPublic) : matches
    }
  }

  /// A whole secret; nil where the range is none, or it only seems to be there.
  private func match(in text: NormalText, _ range: Range<Int>, _ isPublic: IsPublic) -> Match? {
    guard let number = wholes[Array(text.bytes[range])] else { return nil }
    let secret = secrets[Int(number)]
    if isPartOfNumber(text, range) || isPublic(text.bytes[range], secret, true) { return nil }
    // A long one may be wrapped; two words of a sentence are no short one.
    let isSplit = !secret.hasBlanks && range.count < Self.shortestPart && hasBlanks(text, range)
    return isSplit ? nil : Match(range: padded(text, range), secret: secret, isWhole: true)
  }

  /// A part of a secret that is not interrupted, and neither public, nor words or a number by itself.
  private func part(
    _ secret: Secret, in text: NormalText, _ range: Range<Int>, _ isPublic: IsPublic
  ) -> Match? {
    let source = text.range(of: range)
    // It may have lost a few signs.
    guard range.count + 3 >= Self.shortestPart, source.count >= Self.shortestPart,
      secret.hasBlanks || !hasBlanks(text, range), !isPublic(text.bytes[range], secret, false),
      secret.isWords || !TokenRuns.isHarmless(text.source[source])
    else { return nil }
    return Match(range: padded(text, range), secret: secret, isWhole: false)
  }

  /// The whole secrets in a range that is none.
  private func shortMatches(
    in text: NormalText, _ range: Range<Int>, _ isPublic: IsPublic
  ) -> [Match] {
    var matches: [Match] = []
    for start in range where start >= matches.last?.range.upperBound ?? 0 {
      for length in lengths.sorted(by: >) where start + length <= range.upperBound {
        guard let found = match(in: text, start..<(start + length), isPublic) else { continue }
        matches.append(found)
        break
      }
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

  private func hasBlanks(_ text: NormalText, _ range: Range<Int>) -> Bool {
    range.dropFirst().contains { text.gaps[$0] == .blank }
  }

  /// The range with the padding of Base64 behind it.
  private func padded(_ text: NormalText, _ range: Range<Int>) -> Range<Int> {
    let rest = text.bytes[range.upperBound...].drop { $0 == UInt8(ascii: "=") }
    let isPadding =
      rest.first.map { !isLetterOrDigit($0) } ?? true || text.gaps[rest.startIndex] != .none
    return range.lowerBound..<(isPadding ? rest.startIndex : range.upperBound)
  }
}

/// Reads a text out of Base64 or Base64url, padded or not.
enum Base64Text {
  /// The text that a run of characters decodes to; nil where it is not UTF-8 that can be read.
  static func decode(_ run: String) -> String? {
    let digits = run.utf8.filter { $0 != UInt8(ascii: "=") && $0 != 0x0A && $0 != 0x0D }.map {
      byte in
      // A form has a blank for `+`.
      byte == UInt8(ascii: "+") || byte == 0x20
        ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
    }
    guard digits.count >= 8,
      let bytes = Base64.decode(url: String(decoding: digits, as: UTF8.self)),
      bytes.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
