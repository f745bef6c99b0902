// SPDX-License-Identifier: Apache-2.0
// Tests of showing what text from outside hides.

import Testing
import Text

@Suite struct VisibleTests {
  /// Named without line breaks: what the log of the tests says of a case is read by a CI, too.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let shown: String

    init(_ text: String, _ shown: String) {
      self.text = text
      self.shown = shown
    }

    var testDescription: String { text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
  }

  @Test(arguments: [
    Case("plain", "plain"), Case("", ""), Case("é😀", "é😀"), Case("a\tb\r\nc", #"a\tb\r\nc"#),
    Case("\u{1B}[31m", #"\u{1B}[31m"#), Case("\u{0}", #"\u{0}"#), Case("\u{9B}", #"\u{9B}"#),
    Case("\u{202E}x\u{2066}", #"\u{202E}x\u{2066}"#),
    Case("\u{200B}\u{FEFF}", #"\u{200B}\u{FEFF}"#),
    Case("\u{FFFE}\u{1FFFF}", #"\u{FFFE}\u{1FFFF}"#), Case("\u{E0041}", #"\u{E0041}"#),
    Case("::error::x", #"\u{3A}:error::x"#), Case("  ::error::x", #"  \u{3A}:error::x"#),
    Case("a::b", "a::b"), Case(":a:", ":a:"), Case(": :", ": :"), Case("a\n::b", #"a\n\u{3A}:b"#),
    Case("##[error]", #"#\u{23}[error]"#), Case("x##vso[a]", #"x#\u{23}vso[a]"#),
    Case("# # a", "# # a"), Case("## a", "## a"), Case("###[a]", #"##\u{23}[a]"#),
    Case("##teamcity[a]", #"#\u{23}teamcity[a]"#), Case("[###--]", "[###--]"),
    Case("\u{A0}\u{3000}::a", "\u{A0}\u{3000}\\u{3A}:a"), Case("--- a", #"\u{2D}-- a"#),
    Case("+++", #"\u{2B}++"#), Case("---a", "---a"), Case(" --- a", " --- a"),
    Case("a\u{200D}b", #"a\u{200D}b"#), Case("a\u{FE0F}", #"a\u{FE0F}"#),
    Case("👩\u{200D}💻", "👩\u{200D}💻"), Case("❤\u{FE0F}", "❤\u{FE0F}"),
    Case("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"),
    Case("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
    Case("می\u{200C}خواهم", "می\u{200C}خواهم"), Case("\u{200D}💻", #"\u{200D}💻"#),
    Case("\u{301}a", #"\u{301}a"#), Case("a\u{301}", "a\u{301}"), Case("naïve", "naïve"),
    Case("a\u{AD}\u{61C}\u{2060}\u{3164}\u{2800}", #"a\u{AD}\u{61C}\u{2060}\u{3164}\u{2800}"#),
    Case("e\u{1}\u{301}", #"e\u{1}"# + "\u{301}"), Case(" \u{301}::a", #" \u{301}::a"#),
    Case("\u{3000}\u{309}::a", "\u{3000}\\u{309}::a"), Case("a\n\u{301}", #"a\n\u{301}"#),
    Case("r\u{FE0F}\u{200D}💻", #"r\u{FE0F}\u{200D}💻"#),
    Case("\u{FE0F}\u{200D}\u{E000}", #"\u{FE0F}\u{200D}"# + "\u{E000}"),
    Case("💻\u{200D}\u{3000}", #"💻\u{200D}"# + "\u{3000}"),
    Case("~~~ a", #"\u{7E}~~ a"#), Case("^^^", #"\u{5E}^^"#), Case("----", "----"),
    Case("--", "--"), Case("--+ a", "--+ a"), Case("+++a", "+++a"),
    Case("---\u{A0}", "\\u{2D}--\u{A0}"),
    Case("a\n--- b", #"a\n\u{2D}-- b"#), Case("a\r--- b", #"a\r\u{2D}-- b"#),
    Case("a\r::b", #"a\r\u{3A}:b"#), Case("a --- b", "a --- b"), Case(":", ":"),
    Case("##a.b-c_D9[x]", #"#\u{23}a.b-c_D9[x]"#), Case("##a b[x]", "##a b[x]"), Case("##", "##"),
    Case("##é[x]", "##é[x]"), Case("\u{7F}\u{9F}\u{A0}x", #"\u{7F}\u{9F}"# + "\u{A0}x"),
    Case("\u{2029}", #"\u{2029}"#),
    Case(String(decoding: [0xFDD0, 0xFDEF] as [UInt16], as: UTF16.self), #"\u{FDD0}\u{FDEF}"#),
    Case("\u{10FFFF}", #"\u{10FFFF}"#), Case("\u{FFFD}", "\u{FFFD}"),
    Case("a\u{E0100}", #"a\u{E0100}"#), Case("a\u{200C}b", #"a\u{200C}b"#),
    Case("می\u{200C}", #"می\u{200C}"#), Case("می\u{200C}a", #"می\u{200C}a"#),
    Case("a\u{20DD}", "a\u{20DD}"), Case(" \u{20DD}", #" \u{20DD}"#),
    Case("❤\u{FE00}", "❤\u{FE00}"), Case("\u{FE00}", #"\u{FE00}"#),
    Case("א\u{200D}א", "א\u{200D}א"), Case("←\u{200D}←", "←\u{200D}←"),
    Case("\u{218B}\u{200D}←", "\u{218B}\\u{200D}←"),
    Case("←\u{200D}\u{218B}", "←\\u{200D}\u{218B}"),
    Case("\u{1C7F}\u{200D}\u{1C7F}", "\u{1C7F}\u{200D}\u{1C7F}"),
    Case("\u{1C80}\u{200D}\u{1C80}", "\u{1C80}\\u{200D}\u{1C80}"),
  ])
  func `shows it on one line`(item: Case) {
    #expect(Visible.line(item.text) == item.shown)
    #expect(Visible.line(item.shown) == item.shown)
  }

  @Test(arguments: [
    Case("a\r\nb\rc\n", "a\nb\nc\n"), Case("a\tb", "a\tb"),
    Case("a\n::error::b", "a\n\\u{3A}:error::b"),
    Case("a\n \t::b", "a\n \t\\u{3A}:b"), Case("\u{2028}", #"\u{2028}"#),
    Case("a::b\nc", "a::b\nc"),
    Case("a\n--- b", "a\n\\u{2D}-- b"), Case("a\r--- b", "a\n\\u{2D}-- b"), Case("\r\r\n", "\n\n"),
    Case("a\n\u{301}", "a\n\\u{301}"), Case("\u{B}", #"\u{B}"#),
  ])
  func `keeps lines where they are wanted`(item: Case) {
    #expect(Visible.lines(item.text) == item.shown)
  }

  @Test(arguments: [
    ("a  b\n\nc ", "a b c"), (" a", "a"), ("a", "a"), ("\t", ""), ("a\u{0}b", #"a\u{0}b"#),
    ("a\tb", "a b"), ("a ", "a"), ("::a", #"\u{3A}:a"#), ("a b", "a b"),
  ])
  func `makes a name of it`(text: String, shown: String) {
    #expect(Visible.name(text) == shown)
  }

  @Test func `shows no more than six marks on a letter`() {
    let marks = String(repeating: "\u{301}", count: 8)
    #expect(
      Visible.line("a\(marks)b") == "a" + String(repeating: "\u{301}", count: 6)
        + #"\u{301}\u{301}b"#)
    let most = String(repeating: "\u{301}", count: 6)
    #expect(Visible.line("a\(most)b\(most)") == "a\(most)b\(most)")
  }

  @Test func `cuts what is long and says how long it was`() {
    let (line, lines, name) = (
      { (text: String) in Visible.line(text) }, { (text: String) in Visible.lines(text) },
      { (text: String) in Visible.name(text) }
    )
    #expect(Visible.line("abcdef", limit: 3) == "abc… (6 characters in all)")
    #expect(Visible.line("abc", limit: 3) == "abc")
    for (show, most) in [(line, 2000), (lines, 20_000), (name, 500)] {
      let text = String(repeating: "a", count: most)
      #expect(show(text) == text)
      #expect(show("\(text)a").hasPrefix("\(text)… ("))
    }
    #expect(Visible.line("ééé", limit: 3) == "ééé")
    #expect(Visible.line("éééé", limit: 3) == "ééé… (4 characters in all)")
    #expect(Visible.lines("a\nb\nc", limit: 3) == "a\nb… (5 characters in all)")
    #expect(Visible.name("a b  c", limit: 4) == "a b … (5 characters in all)")
    #expect(Visible.name("a b", limit: 3) == "a b")
    for (count, text) in [
      (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_000_000, "1,000,000"),
    ] {
      let long = String(repeating: "a", count: count)
      #expect(Visible.line(long, limit: 1) == "a… (\(text) characters in all)")
    }
    // Characters are Unicode scalars: a long run of marks on one letter is cut, too.
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(Visible.line(marks, limit: 5).unicodeScalars.count < 50)
  }
}
