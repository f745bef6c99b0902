// SPDX-License-Identifier: Apache-2.0
// Text from anywhere as a word of a POSIX shell.

import Results
import SourceText

/// Writes texts as words of a POSIX shell. Whatever a text holds, the shell takes it for nothing but
/// text, and a terminal that shows the script obeys nothing in it.
package enum ShellWord {
  /// A text as a word: in single quotes, or as `printf` makes it where it has invisible characters.
  ///
  /// No shell has a NUL in a word, so it is left out.
  package static func quoted(_ text: String) -> String {
    let text = text.replacing("\0", with: "")
    let isPlain = !text.utf8.contains { $0 == 0x0D }
    if isPlain, Visible.lines(text, limit: .max) == text {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    // A shell drops the line breaks at the end of what a command prints.
    let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
    var escaped = ""
    for byte in text.utf8.dropLast(end) {
      if 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || " -_./:=+,".utf8.contains(byte)
      {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 8)
        escaped += "\\0" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
    }
    let lines = String(repeating: "\n", count: end)
    return "\"$(printf '%b' '\(escaped)')\"" + (end == 0 ? "" : "'\(lines)'")
  }

  /// The pieces of a text as one word.
  ///
  /// - Parameter prefix: Begins the names of the shell's variables for values that were taken.
  static func word(_ pieces: [StepRecipe.Piece], prefix: String) -> String {
    let words = words(pieces, prefix: prefix).joined()
    return words.isEmpty ? "''" : words
  }

  /// The same as several words, for `say`, which writes them without anything between them.
  static func arguments(_ pieces: [StepRecipe.Piece], prefix: String) -> String {
    words(pieces, prefix: prefix).joined(separator: " ")
  }

  private static func words(_ pieces: [StepRecipe.Piece], prefix: String) -> [String] {
    pieces.flatMap { piece -> [String] in
      switch piece {
      case .literal(let text): [quoted(text)]
      case .value(let name): ["\"$\(prefix)_\(name)\""]
      case .environment(let name): ["\"$\(name)\""]
      case .device(let name): ["\"$\(prefix)_device_\(name)\""]
      case .made(let number, _): ["\"$\(prefix)_made_\(number)\""]
      case .time(let offset, .milliseconds): ["\"$(clock_milliseconds \(offset))\""]
      case .time(let offset, .iso): ["\"$(clock_iso \(offset))\""]
      case .targetOrigin: ["\"$ORIGIN\""]
      case .encoded(.plain, let inner): words(inner, prefix: prefix)
      case .encoded(let coding, let inner):
        ["\"$(say \(arguments(inner, prefix: prefix)) | \(ShellFunctions.name(of: coding)))\""]
      }
    }
  }

  /// A text as a comment, which ends with its line.
  static func comment(_ text: String) -> String { "# \(Visible.line(text, limit: 400))" }
}
