// SPDX-License-Identifier: Apache-2.0
// Texts in which masked values stand by their names.

import Formats
import HTTP
import Record
import Text

/// Texts in which masked values stand as `‹name›`.
enum MaskedText {
  enum Piece {
    case text(String)
    /// What stands between `‹` and `›`.
    case mask(String)

    var isMask: Bool { if case .mask = self { true } else { false } }
  }

  /// The pieces of a text, in their order, without empty ones.
  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text).unicodeScalars
    // What goes before a mask, or what ends like one and is none.
    var before = ""
    while let end = rest.firstIndex(of: "›") {
      let next = rest.index(after: end)
      if let begin = rest[..<end].lastIndex(of: "‹"), rest.index(after: begin) < end {
        before += String(rest[..<begin])
        if !before.isEmpty { pieces.append(.text(before)) }
        before = ""
        pieces.append(.mask(String(rest[rest.index(after: begin)..<end])))
      } else {
        before += String(rest[..<next])
      }
      rest = rest[next...]
    }
    before += String(rest)
    if !before.isEmpty { pieces.append(.text(before)) }
    return pieces
  }

  /// A value of a form, decoded but for its masks; nil where it can't be decoded.
  static func decoded(_ value: String) -> String? {
    var output = ""
    for piece in pieces(of: value) {
      switch piece {
      case .mask(let mask): output += "‹\(mask)›"
      case .text(let text):
        guard let text = PercentEncoding.decode(text, plusIsBlank: true) else { return nil }
        output += text
      }
    }
    return output
  }
}
