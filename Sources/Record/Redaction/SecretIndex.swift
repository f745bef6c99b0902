// SPDX-License-Identifier: Apache-2.0
// All forms of secrets, and where they stand in a normal text.

import Formats
import Suites
import Text

/// A secret in all its forms, made once and shared by all copies of `KnownSecrets`.
final class SecretForms: Sendable {
  /// A form as it stands in a normal text.
  struct Form: Sendable {
    enum Kind: Sendable {
      case plain
      /// The text around it may hold the rest of the secret.
      case base64
      /// Hexadecimal.
      case digits
    }

    let bytes: [UInt8]
    let kind: Kind

    /// So many bytes are a part of it: a plain text may have lost a few signs.
    var shortestPart: Int { kind == .plain ? Mask.shortestPart - 3 : Mask.shortestPart }
  }

  /// A probe of six bytes; every part that can be masked contains at least one.
  struct Piece: Sendable {
    let key: UInt64
    let form: Int32
    let offset: Int32
  }

  let text: String
  let name: String
  /// How what is shown instead of the secret begins: `‹name`.
  let shownName: String
  /// Shown instead of the secret: `‹name›`.
  let replacement: [UInt8]
  /// Each has at least six bytes.
  let forms: [Form]
  let pieces: [Piece]
  /// Whether it ends in the padding of Base64, which its forms are without.
  let isPadded: Bool
  let hasBlanks: Bool
  /// Whether it is a SAML message.
  let isMessage: Bool

  /// Makes the forms of a secret: the secret as it is, decoded from Base64, encoded in Base64 at
  /// each of the three offsets of a longer text, in hexadecimal, and its SHA-256 digest. How they
  /// are escaped and wrapped does not matter, since a normal text has no escapes.
  init(of secret: String, named name: String) {
    text = secret
    self.name = name
    shownName = Self.isWord(name) ? "‹\(name)" : "‹masked"
    replacement = Array("\(shownName)›".utf8)
    let bytes = Array(secret.utf8)
    isPadded = bytes.last == UInt8(ascii: "=")
    hasBlanks = bytes.contains { $0 <= 0x20 }
    isMessage = SecretPlaces.isSAML(secret)
    var builder = FormBuilder()
    builder.add(NormalText.bytes(of: bytes), .plain)
    if let decoded = Base64Text.decode(secret) {
      builder.add(NormalText.bytes(of: Array(decoded.utf8)), .plain)
    }
    builder.addBase64(of: bytes)
    if hasBlanks, let unwrapped = Self.unwrapped(bytes) { builder.addBase64(of: unwrapped) }
    builder.add(Hexadecimal.digits(of: bytes), .digits)
    builder.add(Array(SHA256.hexadecimal(bytes).utf8), .digits)
    forms = builder.forms
    pieces = builder.pieces
  }

  /// Whether a name can be shown: an answer may have made it up.
  private static func isWord(_ name: String) -> Bool {
    name.utf8.count <= 64 && TokenRuns.ranges(in: Array(name.utf8)).isEmpty
      && name.utf8.allSatisfy { byte in
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
          || " _-.:".utf8.contains(byte)
      }
  }

  /// The text as the filter `unwrap` gives it; nil if that changes nothing.
  private static func unwrapped(_ text: [UInt8]) -> [UInt8]? {
    guard
      case .string(let unwrapped)? = try? Filter.unwrap.apply(
        to: .string(String(decoding: text, as: UTF8.self)))
    else { return nil }
    return unwrapped.utf8.elementsEqual(text) ? nil : Array(unwrapped.utf8)
  }
}

/// Collects the forms of a secret.
private struct FormBuilder {
  private(set) var forms: [SecretForms.Form] = []
  private(set) var pieces: [SecretForms.Piece] = []

  /// A piece that comes again and again in a form is listed so often.
  private static let repetitionLimit = 4

  mutating func add(_ text: [UInt8], _ kind: SecretForms.Form.Kind) {
    var bytes = text
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    guard bytes.count >= KnownSecrets.shortestBytes, !forms.contains(where: { $0.bytes == bytes })
    else { return }
    let form = SecretForms.Form(bytes: bytes, kind: kind)
    addPieces(of: form)
    forms.append(form)
  }

  /// Adds the characters of Base64 that depend on nothing but the text, at each offset.
  mutating func addBase64(of text: [UInt8]) {
    for offset in 0..<3 {
      var digits: [UInt8] = []
      digits.reserveCapacity(text.count * 4 / 3 + 4)
      var value = UInt32(0)
      // The bits of the bytes before the text are not known, and fill so many characters.
      var bits = [0, 2, 4][offset] - [0, 6, 6][offset]
      for byte in text {
        value = value << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          let digit = Self.alphabet[Int(value >> UInt32(bits) & 63)]
          if digit != 0 { digits.append(digit) }
        }
        value &= 0xFF
      }
      add(digits, .base64)
    }
  }

  /// The digits of Base64 as they stand in a normal text; 0 for `+`, which does not.
  private static let alphabet = Array(
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789\0/".utf8)

  private mutating func addPieces(of form: SecretForms.Form) {
    let bytes = form.bytes
    let step = form.shortestPart - KnownSecrets.shortestBytes + 1
    let isShort = bytes.count < form.shortestPart
    var last: (key: UInt64, count: Int) = (0, 0)
    var offset = 0
    while offset + KnownSecrets.shortestBytes <= bytes.count {
      let key = Mask.key(of: bytes, at: offset)
      last = key == last.key ? (key, last.count + 1) : (key, 1)
      if last.count <= Self.repetitionLimit {
        pieces.append(SecretForms.Piece(key: key, form: Int32(forms.count), offset: Int32(offset)))
      }
      if isShort { return }
      offset += step
    }
  }
}

/// The pieces of all forms of some secrets, by their bytes.
struct SecretIndex: Sendable {
  private let secrets: [SecretForms]
  private let publicTexts: PublicTexts
  /// For each value of some bits of a hash, the last piece with it; -1 for none.
  private var heads: [Int32] = []
  /// For each piece, the next one with the same bits; -1 for none.
  private var next: [Int32] = []
  /// For each piece, the number of its secret, and its number there.
  private var pieces: [(secret: Int32, piece: Int32)] = []
  private var shift = 0

  init(_ secrets: [SecretForms], publicTexts: PublicTexts) {
    self.secrets = secrets
    self.publicTexts = publicTexts
    let count = secrets.reduce(0) { $0 + $1.pieces.count }
    guard count > 0 else { return }
    let bits = max(6, Int.bitWidth - count.leadingZeroBitCount + 1)
    shift = UInt64.bitWidth - bits
    heads = Array(repeating: -1, count: 1 << bits)
    next.reserveCapacity(count)
    pieces.reserveCapacity(count)
    for (number, secret) in secrets.enumerated() {
      for (piece, entry) in secret.pieces.enumerated() {
        let slot = slot(of: entry.key)
        next.append(heads[slot])
        heads[slot] = Int32(pieces.count)
        pieces.append((Int32(number), Int32(piece)))
      }
    }
  }

  var isEmpty: Bool { pieces.isEmpty }

  private func slot(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift)) }
}

extension SecretIndex {
  struct Match {
    var range: Range<Int>
    let secret: SecretForms
  }

  /// The longest secret, or part of one, that holds the piece at a position.
  ///
  /// - Parameters:
  ///   - first: What stands before this index is masked already.
  ///   - isReadable: Whether a run of Base64 says nothing secret. What it has in common with that of a
  ///     secret is then public, too: the id of a provider, which stands in its SAML messages.
  ///   - left: How many comparisons are left; below zero the search has ended early.
  func longest(
    in text: NormalText, at position: Int, from first: Int, own: OwnTexts,
    isReadable: (Range<Int>) -> Bool, _ left: inout Int
  ) -> Match? {
    let key = Mask.key(of: text.bytes, at: position)
    var entry = heads[slot(of: key)]
    var best: (range: Range<Int>, secret: SecretForms, form: SecretForms.Form)?
    while entry >= 0 {
      let (secret, number) = pieces[Int(entry)]
      entry = next[Int(entry)]
      left -= 1
      let forms = secrets[Int(secret)]
      let piece = forms.pieces[Int(number)]
      guard piece.key == key else { continue }
      let form = forms.forms[Int(piece.form)]
      let range = Self.common(text.bytes, position, form.bytes, Int(piece.offset), from: first)
      left -= range.count
      if left < 0 { return nil }
      guard range.count >= best?.range.count ?? 0,
        range.count == form.bytes.count
          ? range.count >= Mask.shortestPart || !isSplit(text, range, forms)
          : range.count >= form.shortestPart && text.length(of: range) >= Mask.shortestPart
            && !own.containsParts(of: text.bytes[range])
            && !(forms.isMessage && publicTexts.cover(text.bytes[range]))
            && !(form.kind == .base64 && isReadable(Self.wholeBase64(text, range, from: 0)))
      else { continue }
      best = (range, forms, form)
    }
    guard let best else { return nil }
    var match = Match(range: best.range, secret: best.secret)
    let isToEnd = best.form.kind == .base64 || best.range.count == best.form.bytes.count
    if best.form.kind == .base64 { match.range = Self.wholeBase64(text, match.range, from: first) }
    if isToEnd {
      // The padding of Base64.
      var end = match.range.upperBound
      while end < text.bytes.count, text.bytes[end] == UInt8(ascii: "="), best.secret.isPadded {
        end += 1
      }
      match.range = match.range.lowerBound..<end
    }
    return match
  }

  /// The bytes that a text and a form have in common around a position.
  private static func common(
    _ text: [UInt8], _ position: Int, _ form: [UInt8], _ offset: Int, from first: Int
  ) -> Range<Int> {
    var before = 0
    while position - before > first, offset - before > 0,
      text[position - before - 1] == form[offset - before - 1]
    {
      before += 1
    }
    var after = 0
    while position + after < text.count, offset + after < form.count,
      text[position + after] == form[offset + after]
    {
      after += 1
    }
    return (position - before)..<(position + after)
  }

  /// Whether a short secret is only there if blanks are left out that it does not have: two words
  /// of a sentence.
  private func isSplit(_ text: NormalText, _ range: Range<Int>, _ secret: SecretForms) -> Bool {
    !secret.hasBlanks && range.dropFirst().contains { text.isBlank(before: $0) }
  }

  /// The whole Base64 around a part of it.
  private static func wholeBase64(
    _ text: NormalText, _ range: Range<Int>, from first: Int
  ) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > first, isBase64(text.bytes[start - 1]), !text.isBlank(before: start) {
      start -= 1
    }
    while end < text.bytes.count, isBase64(text.bytes[end]), !text.isBlank(before: end) { end += 1 }
    while end < text.bytes.count, text.bytes[end] == UInt8(ascii: "=") { end += 1 }
    return start..<end
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "/")
  }
}

/// The secrets beyond the limits. A number tells how each begins, so that what the suite wrote can
/// still be shown.
struct FurtherSecrets: Sendable {
  /// Why no text of an answer is shown.
  let reason: String
  /// The names, by the hash of how a secret begins.
  private var beginnings: [UInt64: String] = [:]
  private var isFull = false

  private static let limit = 150_000

  init(because reason: String) { self.reason = reason }
}

extension FurtherSecrets {
  /// Remembers how a secret begins: as it is, in Base64, in hexadecimal.
  mutating func add(_ secret: String, named name: String) {
    let start = String(decoding: secret.utf8.prefix(4 * Mask.shortestPart), as: UTF8.self)
    for text in [start, Base64.encode(start), Hexadecimal.text(of: start.utf8)] {
      let bytes = NormalText.bytes(of: Array(text.utf8)).prefix { $0 != UInt8(ascii: "=") }
        .prefix(Mask.shortestPart)
      if bytes.count >= KnownSecrets.shortestBytes { add(Self.hash(bytes), name) }
    }
  }

  private mutating func add(_ hash: UInt64, _ name: String) {
    if beginnings.count < Self.limit { beginnings[hash] = name } else { isFull = true }
  }

  mutating func merge(_ other: FurtherSecrets) {
    for (hash, name) in other.beginnings { add(hash, name) }
    isFull = isFull || other.isFull
  }

  /// The range from the beginning of a secret to the end of a text that is not an answer's. If not
  /// even the beginnings could be remembered: each word that the suites did not write.
  func places(in text: NormalText, own: OwnTexts) -> [(Range<Int>, [UInt8])] {
    guard let end = text.ends.last.map({ Int($0) }) else { return [] }
    for start in text.bytes.indices {
      for length in KnownSecrets.shortestBytes...Mask.shortestPart
      where start + length <= text.bytes.count {
        if let name = beginnings[Self.hash(text.bytes[start..<(start + length)])] {
          return [(Int(text.starts[start])..<end, Array("‹\(name)›".utf8))]
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
