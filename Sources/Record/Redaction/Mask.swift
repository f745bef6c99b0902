// SPDX-License-Identifier: Apache-2.0
// Replaces secrets by their names in texts that are printed.

import Formats

/// Replaces each secret by `‹name›`, in every form and letter case of the secret, and each part of it
/// of twelve or more characters.
package struct Mask: Sendable {
  /// A part of a secret is masked if it has at least this many bytes.
  static let shortestPart = 12

  /// Shown instead of a text that takes too long to search.
  private static let tooCostly = "‹not shown: the text takes too long to search for secrets›"
  /// Shown for what looks like a secret, and has no name.
  static let anonymous = Array("‹masked›".utf8)
  /// At most so many bytes of a text are compared with secrets.
  private static let comparisonLimit = 4 * 1024 * 1024

  private let index: SecretIndex
  let own: OwnTexts
  /// The secrets that there was no room for; nil while all are in the index.
  private let rest: FurtherSecrets?
  /// The numbers that tell secrets of one name apart, by their texts.
  private let numbers: [String: Int]

  init(
    _ secrets: [SecretForms], own: OwnTexts, publicTexts: PublicTexts, rest: FurtherSecrets? = nil,
    numbers: [String: Int] = [:]
  ) {
    index = SecretIndex(secrets, publicTexts: publicTexts)
    self.numbers = numbers
    self.own = own
    self.rest = rest
  }
}

extension Mask {
  /// Whether no text of an answer is shown.
  var withholdsAnswers: Bool { rest != nil }

  /// A text of an answer with each secret replaced by its name: `‹access_token›`.
  package func masked(_ text: String) -> String {
    if let reason = rest?.reason { return "‹not shown: \(reason)›" }
    return replacing(text) ?? Self.tooCostly
  }

  /// The same of a text that goes on where another one has ended, in which a secret may begin.
  package func masked(_ text: String, after context: String) -> String {
    if let reason = rest?.reason { return "‹not shown: \(reason)›" }
    return replacing(context + text, from: context.utf8.count) ?? Self.tooCostly
  }

  /// A text that the harness or a suite has written, with each secret in it replaced by its name: an
  /// expectation, a place, a sentence. It is shown also where there are too many secrets; where one
  /// of them begins, it ends then.
  package func maskedOwn(_ text: String) -> String { replacing(text) ?? Self.tooCostly }

  /// A text that the user has given, such as the path of a file. What looks like a token in it is
  /// shown, unless it is known as a secret.
  package func maskedGiven(_ text: String) -> String {
    replacing(text, takesTokens: false) ?? Self.tooCostly
  }

  /// A part of a text that is replaced.
  private struct Replacement {
    var range: Range<Int>
    let text: [UInt8]
  }

  /// The text from an index on, in UTF-8, with each secret replaced; nil for a text that takes too
  /// long.
  private func replacing(_ text: String, takesTokens: Bool = true, from start: Int = 0) -> String? {
    func rest() -> String {
      start == 0 ? text : String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    }
    guard text.utf8.count >= KnownSecrets.shortestBytes else { return rest() }
    let bytes = Array(text.utf8)
    var decoded = NormalText(decoding: bytes)
    var tokens = takesTokens ? tokens(in: decoded) : []
    decoded.fold()
    guard var found = known(in: decoded, of: bytes) else { return nil }
    if let further = self.rest {
      found += further.places(in: decoded, own: own).map { Replacement(range: $0, text: $1) }
    }
    if found.isEmpty, tokens.isEmpty { return rest() }
    tokens.removeAll { token in found.contains { $0.range.overlaps(token) } }
    found += tokens.map { Replacement(range: $0, text: Self.anonymous) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var output: [UInt8] = []
    var copied = start
    for replacement in found where replacement.range.upperBound > copied {
      let start = max(copied, replacement.range.lowerBound)
      output += bytes[copied..<start]
      output += replacement.text
      copied = replacement.range.upperBound
    }
    return String(decoding: output + bytes[copied...], as: UTF8.self)
  }

  /// The known secrets and their parts; nil where the search takes too long.
  ///
  /// - Parameter bytes: The text as it is.
  private func known(in text: NormalText, of bytes: [UInt8]) -> [Replacement]? {
    if index.isEmpty { return [] }
    var found: [Replacement] = []
    // Every piece of a run is asked for, one after the other.
    var last: (run: Range<Int>, isReadable: Bool)?
    func isReadable(_ run: Range<Int>) -> Bool {
      if let last, last.run == run { return last.isReadable }
      let isReadable = self.isReadable(bytes[text.range(of: run)])
      last = (run, isReadable)
      return isReadable
    }
    var left = Self.comparisonLimit
    var (position, first) = (0, 0)
    while position + KnownSecrets.shortestBytes <= text.bytes.count {
      let match = index.longest(
        in: text, at: position, from: first, own: own, isReadable: isReadable, &left)
      if left < 0 { return nil }
      guard let match else {
        position += 1
        continue
      }
      found.append(
        Replacement(range: text.range(of: match.range), text: replacement(for: match.secret)))
      position = match.range.upperBound
      first = position
    }
    return found
  }

  /// The name of a secret as it is shown. A name that itself holds a secret is not.
  private func replacement(for secret: SecretForms) -> [UInt8] {
    guard secret.name.utf8.count >= KnownSecrets.shortestBytes else { return shown(secret) }
    let name = NormalText(secret.name)
    var left = Self.comparisonLimit
    for position in name.bytes.indices
    where position + KnownSecrets.shortestBytes <= name.bytes.count
      && index.longest(
        in: name, at: position, from: 0, own: own, isReadable: { _ in false }, &left) != nil
    {
      return Self.anonymous
    }
    return shown(secret)
  }

  private func shown(_ secret: SecretForms) -> [UInt8] {
    numbers[secret.text].map { Array("\(secret.shownName) \($0)›".utf8) } ?? secret.replacement
  }

  /// The ranges that look like tokens, unless the suites wrote them.
  private func tokens(in text: NormalText) -> [Range<Int>] {
    TokenRuns.ranges(in: text.bytes).compactMap { range in
      let parts = text.bytes[range].split { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") }
      let isOwn = parts.allSatisfy { part in
        part.count < KnownSecrets.shortestBytes
          || own.contains(NormalText.bytes(of: Array(part))[...])
      }
      if isOwn { return nil }
      if isReadable(text.bytes[range]) { return nil }
      return text.range(of: range)
    }
  }

  /// Whether a run is the Base64 of a text in which nothing is secret.
  private func isReadable(_ run: ArraySlice<UInt8>) -> Bool {
    guard !run.contains(UInt8(ascii: ".")),
      let text = Base64Text.decode(String(decoding: run, as: UTF8.self))
    else { return false }
    return replacing(text) == text
  }

  /// The six bytes at an index as a number.
  static func key(of bytes: [UInt8], at index: Int) -> UInt64 {
    var key = UInt64(0)
    for byte in bytes[index..<(index + KnownSecrets.shortestBytes)] {
      key = key << 8 | UInt64(byte)
    }
    return key
  }
}

extension Mask {
  /// JSON text with the secrets in its names and strings masked. They are decoded before they are
  /// searched, and written anew where something was masked; the rest stays as it came. The text may
  /// be broken or cut.
  func maskedStrings(ofJSON text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var (copied, index) = (0, 0)
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      guard let end = Self.endOfString(in: bytes, from: start) else { break }
      index = end
      guard let string = try? JSONParser.document(Array(bytes[start..<end])).root.string else {
        continue
      }
      let masked = maskedOwn(string)
      if masked == string { continue }
      output += bytes[copied..<start]
      output += JSONWriter.bytes(.string(masked))
      copied = end
    }
    return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
  }

  /// Whether a text looks like JSON that has strings.
  static func isJSON(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 > 0x20 }) else { return false }
    return "{[\"".utf8.contains(first)
  }

  /// The end of the string that begins with the quote at an index; nil where it was cut.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }
}

/// Numbers for secrets that share the name by which they are shown.
enum SecretNumbers {
  /// Longer texts, such as SAML messages, count as the same only if they are equal.
  private static let comparedBytes = 1_000

  /// The numbers of secrets by their texts, from 1 for each name in the order in which they were
  /// learned. Without a number is the only secret of its name; a secret within another, such as an
  /// identifier after the word before it, has the number of that.
  static func numbers(of secrets: [SecretForms]) -> [String: Int] {
    var groups: [[UInt8]: [(text: String, bytes: [UInt8], number: Int)]] = [:]
    for secret in secrets {
      let bytes = NormalText.bytes(of: Array(secret.text.utf8))
      let known = groups[secret.replacement] ?? []
      let same = known.first { isOne($0.bytes, bytes) }
      let number = same?.number ?? (known.map(\.number).max() ?? 0) + 1
      groups[secret.replacement, default: []].append((secret.text, bytes, number))
    }
    var numbers: [String: Int] = [:]
    for group in groups.values where group.contains(where: { $0.number > 1 }) {
      for member in group { numbers[member.text] = member.number }
    }
    return numbers
  }

  /// Whether one of two texts is a part of the other.
  private static func isOne(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    return short == long
      || long.count <= comparedBytes && !short.isEmpty && !long.ranges(of: short).isEmpty
  }
}
