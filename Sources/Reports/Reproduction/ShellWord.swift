// SPDX-License-Identifier: Apache-2.0
// Text from anywhere as a word of a POSIX shell.

import Record
import Text

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

  /// A text of a recipe as one word.
  ///
  /// - Parameter filter: How jq writes the values in it: `@uri`; nil for what they are.
  static func word(_ text: String, _ filter: String? = nil) -> String {
    var word = ""
    for part in parts(text) {
      if let reference = part.reference {
        let value = Self.value(of: reference)
        let isPlain = filter == nil || value.isEmpty || reference.hasPrefix("/")
        word += isPlain ? value : "\"$(as '\(filter ?? "")' \(value))\""
      } else {
        word += quoted(part.text)
      }
    }
    return word.isEmpty ? "''" : word
  }

  /// The references of a text of a recipe.
  static func references(in text: String) -> [String] { parts(text).compactMap(\.reference) }

  /// The name of the variable of a reference: those of the environment begin with `SSO_`, so that a
  /// report which somebody has made up can't ask for those of other programs.
  static func variable(of reference: String) -> String {
    let isOwn = ["$", "/", "~"].contains(reference.prefix(1))
    let name = isOwn ? String(reference.dropFirst()) : reference.uppercased()
    return (isOwn ? "v_" : environmentPrefix)
      + String(
        decoding: name.utf8.prefix(100).map { byte -> UInt8 in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
          default: UInt8(ascii: "_")
          }
        }, as: UTF8.self)
  }

  static let environmentPrefix = "SSO_"

  private static func value(of reference: String) -> String {
    if reference.isEmpty { return "" }
    if let offset = Int(reference.dropFirst()), "@#".contains(reference.prefix(1)) {
      let form = reference.hasPrefix("@") ? ShellFunctions.iso : ShellFunctions.milliseconds
      return "\"$(time_at \(offset) \(form))\""
    }
    let name = variable(of: reference)
    return reference.hasPrefix("/") ? "\"${\(name)#\"$ORIGIN\"}\"" : "\"$\(name)\""
  }

  /// The parts of a text of a recipe: `‹…›` is a reference.
  private static func parts(_ text: String) -> [(text: String, reference: String?)] {
    var parts: [(String, String?)] = []
    for (index, part) in text.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "›") else {
        let text = index > 0 ? "‹\(part)" : String(part)
        if !text.isEmpty { parts.append((text, nil)) }
        continue
      }
      parts.append(("", String(part[..<end])))
      let rest = part[part.index(after: end)...]
      if !rest.isEmpty { parts.append((String(rest), nil)) }
    }
    return parts
  }

  /// A text as a comment, which ends with its line.
  static func comment(_ text: String) -> String { "# \(Visible.line(text, limit: 400))" }
}
