// SPDX-License-Identifier: Apache-2.0
// Splits a text into words as a shell does.

import HTTP
import Record
import Runner
import Suites
import Text

/// Splits a text into words as a shell does. Variables and patterns are not expanded.
///
///     ./farm --udid 4711               blanks separate words
///     "my farm" 'a $b "c"' d\ e        quotes and backslashes keep blanks
///
/// In double quotes a backslash escapes only `"` and `\`.
enum CommandWords {
  /// - Throws: `UsageError` where a quote is not closed, or where there are no words.
  static func words(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (_, character?): quote = nil
      case ("\\", nil):
        guard let next = rest.popFirst() else { throw UsageError("a '\\' ends the command") }
        word = (word ?? "") + String(next)
      case ("\\", "\""?) where rest.first == "\"" || rest.first == "\\":
        if let next = rest.popFirst() { word = (word ?? "") + String(next) }
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw UsageError("a quote \(quote) is not closed in '\(text)'") }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else {
      throw UsageError("no program is named in '\(text)'")
    }
    return words
  }
}
