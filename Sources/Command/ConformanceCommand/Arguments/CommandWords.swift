// SPDX-License-Identifier: Apache-2.0
// From one text to a program and its arguments, as a shell splits it.

/// A program and its arguments in one text, split as a shell does, with nothing expanded:
///
///     ./farm --udid 4711               at blanks
///     "my farm" 'a $b "c"' d\ e        quotes and backslashes keep them
///
/// In double quotes a backslash stands before `"` and `\` only.
enum CommandWords {
  /// - Throws: where a quote is not closed, or there is no word.
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
