// SPDX-License-Identifier: Apache-2.0
// All forms in which a secret can appear in a text.

import Formats
import Suites
import Text

/// A secret in all its forms, made once and shared by all copies of `KnownSecrets`.
final class SecretForms: Sendable {
  /// A form as it stands in a normal text.
  struct Form: Sendable {
    enum Kind: Sendable {
      case plain
      /// What surrounds it may hold the rest of the secret.
      case base64
      /// Hexadecimal.
      case digits
    }

    let bytes: [UInt8]
    let kind: Kind

    /// So many bytes are a part of it: a plain text may have lost a few signs.
    var shortestPart: Int { kind == .plain ? Mask.shortestPart - 3 : Mask.shortestPart }
  }

  /// Six bytes of a form. Of the bytes of any part, six that are listed stand in it.
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
    guard bytes.count >= KnownSecrets.shortestBytes,
      !forms.contains(where: { $0.bytes == bytes })
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
        pieces.append(
          SecretForms.Piece(key: key, form: Int32(forms.count), offset: Int32(offset)))
      }
      if isShort { return }
      offset += step
    }
  }
}
