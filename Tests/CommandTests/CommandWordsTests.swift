// SPDX-License-Identifier: Apache-2.0
// A command in one text, split as a shell does.

import Testing

@testable import Command

@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("./farm", ["./farm"]),
    ("  ./farm   --udid\t4711 ", ["./farm", "--udid", "4711"]),
    (#""my farm" 'a $b "c"' d\ e"#, ["my farm", #"a $b "c""#, "d e"]),
    (#"a "" '' b"#, ["a", "", "", "b"]),
    (#"a'b c'd"e f"g"#, ["ab cde fg"]),
    (#"a "\"\\\n" '\'"#, ["a", #""\\n"#, #"\"#]),
    ("a $HOME *", ["a", "$HOME", "*"]), ("a\nb\n", ["a", "b"]),
    (#"'a"' "b'" "\$x" \'c"#, ["a\"", "b'", #"\$x"#, "'c"]),
  ])
  func `splits as a shell does and expands nothing`(text: String, words: [String]) throws {
    #expect(try CommandWords.words(text) == words)
  }

  @Test(arguments: [
    ("", "no program is named in ''"), ("'' a", "no program is named in ''' a'"),
    ("a 'b", "a quote ' is not closed in 'a 'b'"), ("\t ", "no program is named in '\t '"),
    ("a \"b", "a quote \" is not closed in 'a \"b'"), ("a \\", "a '\\' ends the command"),
  ])
  func `refuses what has no program or no end`(text: String, message: String) {
    #expect(throws: UsageError(message)) { try CommandWords.words(text) }
  }
}
