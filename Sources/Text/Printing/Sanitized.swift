// SPDX-License-Identifier: Apache-2.0
// Writes text from outside so that nothing in it is hidden or obeyed.

/// Writes text of a service, a suite or a user so that nothing in it is hidden or obeyed.
///
/// `UnsafeCharacters` says which characters and which commands to a CI are written as `\u{1B}`.
package enum Sanitized {
  /// The text on one line: line breaks and tabs as `\n`, `\r` and `\t`.
  ///
  /// - Parameter limit: How many characters (Unicode scalars) are kept; a cut text ends with the
  ///   number of all.
  package static func line(_ text: String, limit: Int = 2000) -> String {
    show(text, limit: limit, keepsLines: false)
  }

  /// The text with its line breaks and tabs; CR LF becomes LF.
  package static func lines(_ text: String, limit: Int = 20_000) -> String {
    show(text, limit: limit, keepsLines: true)
  }

  /// A name on one line: a run of white space becomes one blank, and none stays at the ends.
  package static func name(_ text: String, limit: Int = 500) -> String {
    let blank = UInt8(ascii: " ")
    var previous = blank
    let isNormal = text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte != blank || previous != blank
    }
    if isNormal, previous != blank, text.utf8.count <= limit, isHarmless(text, false) {
      return text
    }
    return line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), limit: limit)
  }

  private static func show(_ text: String, limit: Int, keepsLines: Bool) -> String {
    if text.utf8.count <= limit, isHarmless(text, keepsLines) { return text }
    var scalars = Array(text.unicodeScalars.prefix(limit < .max ? limit + 1 : limit))
    let isCut = scalars.count > limit
    if isCut { scalars.removeSubrange(limit...) }
    // A view of scalars copies all it has when a text is added to it.
    var output: [UInt8] = []
    output.reserveCapacity(scalars.count + scalars.count / 4)
    var context = UnsafeCharacters.Context()
    for index in scalars.indices {
      let scalar = scalars[index]
      let isDeceptive = context.isDeceptive(scalars, at: index)
      switch scalar {
      case "\n" where keepsLines && index > 0 && scalars[index - 1] == "\r": continue
      case "\n" where keepsLines, "\r" where keepsLines: output.append(UInt8(ascii: "\n"))
      case "\t" where keepsLines: output.append(UInt8(ascii: "\t"))
      case "\n": output += #"\n"#.utf8
      case "\r": output += #"\r"#.utf8
      case "\t": output += #"\t"#.utf8
      case _ where isDeceptive:
        output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
      case _ where scalar.value < 0x80: output.append(UInt8(truncatingIfNeeded: scalar.value))
      default: output += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    if isCut { output += "… (\(text.unicodeScalars.count.grouped) characters in all)".utf8 }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether nothing has to be escaped: the common case, found quickly.
  private static func isHarmless(_ text: String, _ keepsLines: Bool) -> Bool {
    var previous = UInt8(0)
    return text.utf8.allSatisfy { byte in
      defer { previous = byte }
      return (0x20..<0x7F ~= byte || (keepsLines && byte == 0x0A))
        && !(byte == previous && UnsafeCharacters.doubled.contains(byte))
    }
  }
}
