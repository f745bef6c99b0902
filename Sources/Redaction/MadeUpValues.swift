// SPDX-License-Identifier: Apache-2.0
// Made-up values of the same form as secrets.

import HTTP
import Text

/// Makes up a value for a secret: each letter and digit becomes another of its kind, and all else stays.
///
/// By one key, equal secrets have equal values, in whichever way they are escaped, and different ones
/// have different values: it is a permutation of all texts of the same form. Without the key nothing leads
/// back, also from a short code or a number.
package struct MadeUpValues: Sendable {
  private let key: [UInt8]

  /// - Parameter key: 32 random bytes, which are forgotten once all is written.
  package init(key: [UInt8]) { self.key = key }
}

extension MadeUpValues {
  /// A letter or a digit that is replaced.
  private struct Place {
    /// In the bytes without escapes.
    let range: Range<Int>
    /// What may stand there.
    let alphabet: Alphabet
    /// Which of these stands there.
    var digit: Int
  }

  /// The characters that may stand in a place, each in UTF-8 and all of the same length.
  private struct Alphabet {
    let characters: [[UInt8]]

    init(_ text: String) { characters = text.map { Array($0.utf8) } }

    static let digits = Alphabet("0123456789")
    static let firstDigits = Alphabet("123456789")
    static let small = Alphabet("abcdefghijklmnopqrstuvwxyz")
    static let capital = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    static let smallHexadecimal = Alphabet("abcdef")
    static let capitalHexadecimal = Alphabet("ABCDEF")
    /// Of other scripts, by the number of their bytes.
    static let others = [
      2: Alphabet("àáâãäåæçèéêëìíîïðñòóôõöøùúûüý"), 3: Alphabet("あいうえおかきくけこさしすせそ"),
      4: Alphabet("𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱"),
    ]
    /// The last digits of Base64 whose four or two last bits are zero, by how many digits the last
    /// group has.
    static let last = [
      2: [Alphabet("AQ"), Alphabet("gw")],
      3: [Alphabet("AEIMQUY"), Alphabet("cgkosw"), Alphabet("048")],
    ]
  }

  /// The value for a secret; of the same length, unless letters in it were escaped.
  func value(for text: [UInt8]) -> [UInt8] {
    let normal = text.contains(where: EscapeReader.begins) ? NormalText(text) : nil
    let bytes = normal?.bytes ?? text
    var places = places(in: bytes)
    permute(&places)
    var output: [UInt8] = []
    var copied = 0
    for place in places {
      let source = normal?.range(of: place.range) ?? place.range
      guard source.lowerBound >= copied else { continue }
      output += text[copied..<source.lowerBound] + place.alphabet.characters[place.digit]
      copied = source.upperBound
    }
    return output + text[copied...]
  }

  private func places(in bytes: [UInt8]) -> [Place] {
    // It may be a number of JSON elsewhere, whose first digit is no zero.
    let isNumber = bytes.allSatisfy(\.isDigit)
    let known = bytes.filter(\.isAlphanumeric)
    let isHexadecimal =
      known.count >= 8 && known.contains(where: \.isDigit)
      && known.allSatisfy { Hexadecimal.value(of: $0) != nil }
    let kept = Self.isUUID(bytes) ? [14, 19] : []
    let last = isHexadecimal ? [:] : Self.lastDigits(bytes)
    var places: [Place] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let scalar = byte < 0x80 ? nil : EncodedScalar.read(bytes, at: index)
      let range = index..<(index + (scalar?.length ?? 1))
      index = range.upperBound
      if let scalar, let alphabet = Alphabet.others[scalar.length] {
        let digit = Int(scalar.value) % alphabet.characters.count
        places.append(Place(range: range, alphabet: alphabet, digit: digit))
        continue
      }
      guard byte.isAlphanumeric, !kept.contains(range.lowerBound) else { continue }
      let usual: Alphabet =
        switch byte {
        case 0x30...0x39: isNumber && byte > 0x30 && places.isEmpty ? .firstDigits : .digits
        case 0x41...0x5A: isHexadecimal ? .capitalHexadecimal : .capital
        default: isHexadecimal ? .smallHexadecimal : .small
        }
      for alphabet in (last[range.lowerBound] ?? []) + [usual] {
        guard let digit = alphabet.characters.firstIndex(of: [byte]) else { continue }
        places.append(Place(range: range, alphabet: alphabet, digit: digit))
        break
      }
    }
    return places
  }

  /// Whether a text is a UUID. Its version and its variant stay.
  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == UInt8(ascii: "-") : Hexadecimal.value(of: byte) != nil
      }
  }

  /// The shortest run whose last digit is taken for one of Base64 without padding.
  private static let shortestUnpadded = 16

  /// Where the last digit of Base64 has bits that are left over, and what may stand there.
  private static func lastDigits(_ bytes: [UInt8]) -> [Int: [Alphabet]] {
    guard bytes.allSatisfy({ TokenRuns.isTokenByte[Int($0)] || $0 <= 0x20 }) else { return [:] }
    var places: [Int: [Alphabet]] = [:]
    for part in bytes.split(separator: UInt8(ascii: ".")) {
      let digits = part.indices.filter { part[$0] > 0x20 && part[$0] != UInt8(ascii: "=") }
      guard let last = digits.last,
        digits.count >= shortestUnpadded || part.contains(UInt8(ascii: "="))
      else { continue }
      places[last] = Alphabet.last[digits.count % 4]
    }
    return places
  }

  /// Replaces the digits by a permutation of all texts with the same alphabets: a Feistel network, whose
  /// halves are every other digit.
  private func permute(_ places: inout [Place]) {
    let sizes = places.map { UInt8($0.alphabet.characters.count) }
    for round in 0..<(places.count > 64 ? 4 : 10) {
      let own = stride(from: round % 2, to: places.count, by: 2)
      let others = stride(from: 1 - round % 2, to: places.count, by: 2)
      let seed = SHA256.code(
        of: [UInt8(round)] + sizes + others.map { UInt8(places[$0].digit) }, key: key)
      var stream: [UInt8] = []
      for (number, index) in own.enumerated() {
        if number % 32 == 0 {
          let block = number / 32
          stream = SHA256.code(
            of: (0..<4).map { UInt8(truncatingIfNeeded: block >> (8 * $0)) }, key: seed)
        }
        places[index].digit = (places[index].digit + Int(stream[number % 32])) % Int(sizes[index])
      }
    }
  }
}
