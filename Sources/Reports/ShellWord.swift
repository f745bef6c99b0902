// SPDX-License-Identifier: Apache-2.0
// Writes any text as a word of a POSIX shell, or as a comment in one.

import Text

/// Writes texts for a POSIX shell. The shell takes any text for nothing but text, and
/// a terminal that shows it obeys nothing in it.
package enum ShellWord {
  /// A text as a word: in single quotes, or as `printf` makes it where it has invisible characters.
  ///
  /// No shell has a NUL in a word, so it is left out.
  package static func quoted(_ text: String) -> String {
    let text = text.replacing("\0", with: "")
    if !text.utf8.contains(0x0D), Sanitized.lines(text, limit: .max) == text {
      return "'\(escaped(text))'"
    }
    // A shell drops the line breaks at the end of what a command prints.
    let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
    let octal = text.utf8.dropLast(end).map {
      "\\0\(String(0o1000 + Int($0), radix: 8).dropFirst())"
    }
    let lines = end == 0 ? "" : "'\(String(repeating: "\n", count: end))'"
    return "\"$(printf '%b' '\(octal.joined())')\"\(lines)"
  }

  /// A text for single quotes. A mark that combines with a quote makes one character of both, which a
  /// shell does not know: it is the scalars that count.
  private static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      if scalar == "'" { output += #"'\''"# } else { output.unicodeScalars.append(scalar) }
    }
    return output
  }

  /// A text as a word, in quotes only where it needs them: `Suites/apple-v2/e-logout.yaml`.
  package static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || "/._-:@%+,".utf8.contains($0) }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// A comment on one line. Some shells that people type in take no comments, but run such a line:
  /// what would mean something to them is replaced.
  package static func comment(_ text: String) -> String {
    let line = Sanitized.name(text, limit: 400).unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "'", "`": "’"
      case "\"": "”"
      case _ where scalar.value >= 0x80: Character(scalar)
      case _ where scalar.properties.numericType != nil || scalar.properties.isAlphabetic:
        Character(scalar)
      case " ", ".", ",", ":", "-", "_", "/": Character(scalar)
      default: "_"
      }
    }
    return "# \(String(line))"
  }
}
