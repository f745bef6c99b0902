// SPDX-License-Identifier: Apache-2.0
// Tests of showing what text from outside hides.

import Reporting
import Testing

@Suite struct VisibleTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("é😀", "é😀"), ("a\tb\r\nc", #"a\tb\r\nc"#),
    ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{0}", #"\u{0}"#), ("\u{9B}", #"\u{9B}"#),
    ("\u{202E}x\u{2066}", #"\u{202E}x\u{2066}"#), ("\u{200B}\u{FEFF}", #"\u{200B}\u{FEFF}"#),
    ("\u{FFFE}\u{1FFFF}", #"\u{FFFE}\u{1FFFF}"#), ("\u{E0041}", #"\u{E0041}"#),
    ("::error::x", #"\u{3A}:error::x"#), ("  ::error::x", #"  \u{3A}:error::x"#),
    ("a::b", "a::b"), (":a:", ":a:"), (": :", ": :"), ("a\n::b", #"a\n\u{3A}:b"#),
    ("##[error]", #"#\u{23}[error]"#), ("x##vso[a]", #"x#\u{23}vso[a]"#),
    ("# # a", "# # a"),
  ])
  func `shows it on one line`(text: String, shown: String) {
    #expect(Visible.line(text) == shown)
  }

  @Test(arguments: [
    ("a\r\nb\rc\n", "a\nb\nc\n"), ("a\tb", "a\tb"), ("a\n::error::b", "a\n\\u{3A}:error::b"),
    ("a\n \t::b", "a\n \t\\u{3A}:b"), ("\u{2028}", #"\u{2028}"#), ("a::b\nc", "a::b\nc"),
  ])
  func `keeps lines where they are wanted`(text: String, shown: String) {
    #expect(Visible.lines(text) == shown)
  }

  @Test(arguments: [
    ("a  b\n\nc ", "a b c"), (" a", "a"), ("a", "a"), ("\t", ""), ("a\u{0}b", #"a\u{0}b"#),
  ])
  func `makes a name of it`(text: String, shown: String) {
    #expect(Visible.name(text) == shown)
  }

  @Test func `cuts what is long and says how long it was`() {
    #expect(Visible.line("abcdef", limit: 3) == "abc… (6 characters in all)")
    #expect(Visible.line("abc", limit: 3) == "abc")
    // Characters are Unicode scalars: a long run of marks on one letter is cut, too.
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(Visible.line(marks, limit: 5).unicodeScalars.count < 50)
  }
}
