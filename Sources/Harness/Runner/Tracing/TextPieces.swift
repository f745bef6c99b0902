// SPDX-License-Identifier: Apache-2.0
// Cuts a text that was sent into pieces of known origin.

import Encodings
import JSON
import Results

/// Cuts texts into pieces: values of known origin, times, and Base64 in which such a value stands.
struct TextPieces {
  /// The longest first.
  var needles: [RecipeWriter.Needle]
  /// When the text was sent.
  let near: Timestamp
  /// When the scenario began.
  let begin: Timestamp
  /// The SAML messages that an emulated framework has made, and that a script can make anew.
  let messages: Set<String>
  /// Whether a text can be shown although it stands in such a message.
  let isPublic: (String) -> Bool
  /// The identifiers that are made anew, by their texts.
  var made: [String: Int]

  /// Times farther away are no times: 20 years.
  private static let farthest = 20 * 366 * 86_400_000
  private static let deepest = 4
}

extension TextPieces {
  /// A target: its segments and its query are percent-encoded.
  mutating func pieces(ofTarget target: String) -> [StepRecipe.Piece] {
    pieces(ofParts: target, "/?&=", .percent) { text in
      PercentEncoding.decode(text).flatMap { PercentEncoding.encode($0) == text ? $0 : nil }
    }
  }

  mutating func pieces(ofForm form: String) -> [StepRecipe.Piece] {
    pieces(ofParts: form, "&=", .form) { text in
      PercentEncoding.decode(text, plusIsBlank: true).flatMap {
        PercentEncoding.encodeForm($0) == text ? $0 : nil
      }
    }
  }

  /// The pieces of parts that are encoded each for itself.
  private mutating func pieces(
    ofParts text: String, _ separators: String, _ coding: StepRecipe.Coding,
    _ decode: (String) -> String?
  ) -> [StepRecipe.Piece] {
    var output: [StepRecipe.Piece] = []
    var part = ""
    func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
      separators.unicodeScalars.contains(scalar)
    }
    func end(_ pieces: inout TextPieces) {
      guard !part.isEmpty else { return }
      if let decoded = decode(part) {
        let inner = pieces.pieces(of: decoded)
        output += inner.allSatisfy(\.isLiteral) ? [.literal(part)] : [.encoded(coding, inner)]
      } else {
        output += pieces.pieces(of: part)
      }
      part = ""
    }
    for scalar in text.unicodeScalars {
      if isSeparator(scalar) {
        end(&self)
        output.append(.literal(String(Character(scalar))))
      } else {
        part.unicodeScalars.append(scalar)
      }
    }
    end(&self)
    return output.joined
  }

  /// The pieces of a text.
  ///
  /// - Parameter isJSON: Whether values stand in it as in strings of JSON.
  mutating func pieces(
    of text: String, isJSON: Bool = false, depth: Int = 0
  ) -> [StepRecipe.Piece] {
    if messages.contains(text), let response = SAMLValues(text) {
      var inner = self
      var known = response.texts.map { text -> RecipeWriter.Needle in
        let number = made[text] ?? made.count
        made[text] = number
        return RecipeWriter.Needle(text, .made(number, length: text.utf8.count))
      }
      known.removeAll { own in needles.contains { $0.bytes == own.bytes } }
      inner.needles = (needles + known).enumerated().sorted { left, right in
        (right.element.bytes.count, left.offset) < (left.element.bytes.count, right.offset)
      }.map(\.element)
      inner.made = made
      // In words, so that the message stands nowhere as a whole.
      let words = inner.scan(text, isJSON: isJSON, depth: Self.deepest).flatMap(\.words)
      return [.encoded(.plain, words.map { shown($0) })]
    }
    return scan(text, isJSON: isJSON, depth: depth)
  }

  /// A piece of a message that is shown, or that is made up anew if something secret is in it.
  private mutating func shown(_ piece: StepRecipe.Piece) -> StepRecipe.Piece {
    guard case .literal(let text) = piece, !isPublic(text) else { return piece }
    let number = made[text] ?? made.count
    made[text] = number
    return .made(number, length: text.utf8.count)
  }

  private mutating func scan(_ text: String, isJSON: Bool, depth: Int) -> [StepRecipe.Piece] {
    let bytes = Array(text.utf8)
    let needles = isJSON ? self.needles.map(\.inJSON) : self.needles
    var output: [StepRecipe.Piece] = []
    var start = 0
    var index = 0
    /// Up to here a run of Base64 was tried.
    var tried = 0
    func add(_ piece: StepRecipe.Piece, _ end: Int) {
      if start < index {
        output.append(.literal(String(decoding: bytes[start..<index], as: UTF8.self)))
      }
      output.append(piece)
      index = end
      start = end
    }
    while index < bytes.count {
      let rest = bytes[index...]
      if let needle = needles.first(where: { rest.starts(with: $0.bytes) }) {
        add(needle.piece, index + needle.bytes.count)
        continue
      }
      if let (piece, end) = time(bytes, index) {
        add(piece, end)
        continue
      }
      if index >= tried, Self.isBase64(bytes[index]) {
        var end = index
        while end < bytes.count, Self.isBase64(bytes[end]) { end += 1 }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        tried = end
        let run = String(decoding: bytes[index..<end], as: UTF8.self)
        if depth < Self.deepest, let decoded = Self.decoded(run) {
          let inner = pieces(of: decoded, depth: depth + 1)
          if !inner.allSatisfy(\.isLiteral) {
            add(.encoded(.base64, inner), end)
            continue
          }
        }
      }
      index += 1
    }
    if start < bytes.count {
      output.append(.literal(String(decoding: bytes[start...], as: UTF8.self)))
    }
    return output
  }

  /// The text of a run of Base64; nil where it is something else.
  private static func decoded(_ run: String) -> String? {
    guard run.utf8.count >= 8, run.utf8.count % 4 == 0, let bytes = Base64.decode(run),
      let text = String(validating: bytes, as: UTF8.self), Base64.encode(bytes) == run
    else { return nil }
    return text
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// A time at an index: 13 digits, or as in a SAML message.
  private func time(_ bytes: [UInt8], _ index: Int) -> (StepRecipe.Piece, Int)? {
    func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    guard isDigit(bytes[index]), index == 0 || !isDigit(bytes[index - 1]) else { return nil }
    let digits = bytes[index...].prefix { isDigit($0) }
    func piece(
      _ milliseconds: Int, _ form: StepRecipe.TimeForm, _ length: Int
    ) -> (StepRecipe.Piece, Int)? {
      abs(milliseconds - near.milliseconds) < Self.farthest
        ? (.time(milliseconds - begin.milliseconds, form), index + length) : nil
    }
    if digits.count == 13, let number = Int(String(decoding: digits, as: UTF8.self)) {
      return piece(number, .milliseconds, 13)
    }
    guard digits.count == 4, bytes.count >= index + 24,
      case let text = String(decoding: bytes[index..<(index + 24)], as: UTF8.self),
      let time = Timestamp(iso8601: text), time.iso8601 == text
    else { return nil }
    return piece(time.milliseconds, .iso, 24)
  }
}

extension RecipeWriter.Needle {
  /// The same inside a string of JSON.
  fileprivate var inJSON: RecipeWriter.Needle {
    let quoted = JSONWriter.bytes(.string(String(decoding: bytes, as: UTF8.self)))
    return RecipeWriter.Needle(
      bytes: Array(quoted.dropFirst().dropLast()), piece: .encoded(.json, [piece]))
  }
}

extension StepRecipe.Piece {
  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }

  /// The same with each element and each attribute of a literal for itself.
  fileprivate var words: [StepRecipe.Piece] {
    guard case .literal(let text) = self else { return [self] }
    var words: [String] = []
    for scalar in text.unicodeScalars {
      let begins = scalar == "<" || scalar == " " || words.last == "<" && scalar != "/"
      if words.isEmpty || begins || words.last == "</" { words.append("") }
      words[words.count - 1].unicodeScalars.append(scalar)
    }
    return words.map { .literal($0) }
  }
}

extension [StepRecipe.Piece] {
  /// The same with literals that follow each other in one.
  fileprivate var joined: [StepRecipe.Piece] {
    reduce(into: []) { output, piece in
      if case .literal(let text) = piece, case .literal(let last)? = output.last {
        output[output.count - 1] = .literal(last + text)
      } else {
        output.append(piece)
      }
    }
  }
}
