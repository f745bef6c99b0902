// SPDX-License-Identifier: Apache-2.0
// Tests that a printed text hides nothing and fits its columns.

import Testing
import Text

struct SanitizedTests {
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
    Case("💻\u{200D}\u{3000}", #"💻\u{200D}"# + "\u{3000}"), Case("~~~ a", #"\u{7E}~~ a"#),
    Case("^^^", #"\u{5E}^^"#), Case("----", "----"), Case("--", "--"), Case("--+ a", "--+ a"),
    Case("+++a", "+++a"), Case("---\u{A0}", "\\u{2D}--\u{A0}"), Case("a\n--- b", #"a\n\u{2D}-- b"#),
    Case("a\r--- b", #"a\r\u{2D}-- b"#), Case("a\r::b", #"a\r\u{3A}:b"#),
    Case("a --- b", "a --- b"), Case(":", ":"), Case("##a.b-c_D9[x]", #"#\u{23}a.b-c_D9[x]"#),
    Case("##a b[x]", "##a b[x]"), Case("##", "##"), Case("##é[x]", "##é[x]"),
    Case("\u{7F}\u{9F}\u{A0}x", #"\u{7F}\u{9F}"# + "\u{A0}x"), Case("\u{2029}", #"\u{2029}"#),
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
    #expect(Sanitized.line(item.text) == item.shown)
    #expect(Sanitized.line(item.shown) == item.shown)
  }

  @Test(arguments: [
    Case("a\r\nb\rc\n", "a\nb\nc\n"), Case("a\tb", "a\tb"),
    Case("a\n::error::b", "a\n\\u{3A}:error::b"), Case("a\n \t::b", "a\n \t\\u{3A}:b"),
    Case("\u{2028}", #"\u{2028}"#), Case("a::b\nc", "a::b\nc"), Case("a\n--- b", "a\n\\u{2D}-- b"),
    Case("a\r--- b", "a\n\\u{2D}-- b"), Case("\r\r\n", "\n\n"), Case("a\n\u{301}", "a\n\\u{301}"),
    Case("\u{B}", #"\u{B}"#),
  ])
  func `keeps lines where they are wanted`(item: Case) {
    #expect(Sanitized.lines(item.text) == item.shown)
  }

  @Test(arguments: [
    ("a  b\n\nc ", "a b c"), (" a", "a"), ("a", "a"), ("\t", ""), ("a\u{0}b", #"a\u{0}b"#),
    ("a\tb", "a b"), ("a ", "a"), ("::a", #"\u{3A}:a"#), ("a b", "a b"),
  ])
  func `makes a name of it`(text: String, shown: String) { #expect(Sanitized.name(text) == shown) }

  @Test func `shows no more than six marks on a letter`() {
    let marks = String(repeating: "\u{301}", count: 8)
    #expect(
      Sanitized.line("a\(marks)b") == "a" + String(repeating: "\u{301}", count: 6)
        + #"\u{301}\u{301}b"#)
    let most = String(repeating: "\u{301}", count: 6)
    #expect(Sanitized.line("a\(most)b\(most)") == "a\(most)b\(most)")
  }

  @Test func `cuts what is long and says how long it was`() {
    let (line, lines, name) = (
      { (text: String) in Sanitized.line(text) }, { (text: String) in Sanitized.lines(text) },
      { (text: String) in Sanitized.name(text) }
    )
    #expect(Sanitized.line("abcdef", limit: 3) == "abc… (6 characters in all)")
    #expect(Sanitized.line("abc", limit: 3) == "abc")
    for (show, most) in [(line, 2000), (lines, 20_000), (name, 500)] {
      let text = String(repeating: "a", count: most)
      #expect(show(text) == text)
      #expect(show("\(text)a").hasPrefix("\(text)… ("))
    }
    #expect(Sanitized.line("ééé", limit: 3) == "ééé")
    #expect(Sanitized.line("éééé", limit: 3) == "ééé… (4 characters in all)")
    #expect(Sanitized.lines("a\nb\nc", limit: 3) == "a\nb… (5 characters in all)")
    #expect(Sanitized.name("a b  c", limit: 4) == "a b … (5 characters in all)")
    #expect(Sanitized.name("a b", limit: 3) == "a b")
    for (count, text) in [
      (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_000_000, "1,000,000"),
    ] {
      let long = String(repeating: "a", count: count)
      #expect(Sanitized.line(long, limit: 1) == "a… (\(text) characters in all)")
    }
    // Characters are Unicode scalars: a long run of marks on one letter is cut, too.
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(Sanitized.line(marks, limit: 5).unicodeScalars.count < 50)
  }
}

struct PrintedTests {
  @Test func `writes text from outside on one line`() {
    let word = "a\n::error::\u{1B}[31m"
    let text: Printed = "unknown '\(word)'\nusage\n"
    #expect(text.rendered == "unknown 'a\\n\\u{3A}:error::\\u{1B}[31m'\nusage\n")
  }

  /// Pieces that are harmless alone make no command together.
  @Test(arguments: [
    ("", ":error::x", "\\u{3A}:error::x"), (" ", ":error::x", " \\u{3A}:error::x"),
    ("a", ":x", "a::x"),
  ])
  func `looks at the whole line`(start: String, rest: String, shown: String) {
    let text: Printed = "\(start):\(rest)"
    #expect(text.rendered == shown)
    #expect(("\(start)" + ":" + "\(rest)" as Printed).rendered == shown)
  }

  @Test func `finds a command of Azure in pieces`() {
    let (first, second) = ("#", "#vso[x]")
    #expect(("\(first)\(second)" as Printed).rendered == "#\\u{23}vso[x]")
    #expect(("# \(second)" as Printed).rendered == "# #vso[x]")
  }

  @Test func `keeps the line breaks of its own texts, and nothing else of them`() {
    #expect(("\(ownLines: "a\n ::b\u{7}")" as Printed).rendered == "a\n \\u{3A}:b\\u{7}")
  }

  @Test func `has colours of its own`() {
    let word = "\u{1B}[32m"
    #expect(("\(word)" as Printed).coloured(.red).rendered == "\u{1B}[31m\\u{1B}[32m\u{1B}[0m")
    #expect("\(Printed.erasedLine)a" as Printed == Printed.erasedLine + "a")
    #expect(Printed.erasedLine.rendered == "\r\u{1B}[K")
  }

  @Test func `has annotations of its own, and no others`() {
    let text = Printed.annotation(
      .warning, ["file": "a:b,c%\n", "line": "1"], ["x%0A::error::y\nz", "two"])
    #expect(text.rendered == "::warning file=a%3Ab%2Cc%25\\n,line=1::x%250A::error::y\\nz%0Atwo\n")
    #expect(("\(text)\("::error::x")" as Printed).rendered.hasSuffix("\n\\u{3A}:error::x"))
    // Without properties, and without lines.
    #expect(Printed.annotation(.notice, [:], ["x"]).rendered == "::notice::x\n")
    #expect(Printed.annotation(.error, ["line": "1"], []).rendered == "::error line=1::\n")
  }

  @Test func `cuts an annotation at 4000 characters, of all its lines together`() {
    let most = String(repeating: "x", count: 3999)
    let text = Printed.annotation(.error, ["title": most + "yz"], [most, "yz", "last"])
    #expect(
      text.rendered == "::error title=\(most)y… (4%2C001 characters in all)::"
        + "\(most)%0Ay… (2 characters in all)%0A… (4 characters in all)\n")
    #expect(Printed.annotation(.error, [:], [most, "y"]).rendered == "::error::\(most)%0Ay\n")
  }

  @Test func `cuts a text from outside at 20,000 characters`() {
    let most = String(repeating: "x", count: 20_000)
    #expect(("\(most)" as Printed).rendered == most)
    #expect(("\(most + "y")" as Printed).rendered == most + "… (20,001 characters in all)")
  }

  @Test func `counts its line breaks, those of its parts among them`() {
    let text: Printed = "a\n" + ("b\nc" as Printed).coloured(.green) + "\n"
    #expect(text.rendered == "a\n\u{1B}[32mb\nc\u{1B}[0m\n")
    #expect(text.lineCount == 3)
    #expect((text + Printed.annotation(.notice, [:], ["x"])).lineCount == 4)
  }

  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"b"}"#), ("[\n  1\n]\n", "[\n  1\n]\n"),
    ("\"\u{202E}\u{7F}é😀\"", #""\u202e\u007fé😀""#), ("\"\u{E0041}\"", #""\udb40\udc41""#),
    ("[\"##vso[a]\"]", "[\"#\\u0023vso[a]\"]"), ("[\"::a\",\"##\"]", "[\"::a\",\"##\"]"),
  ])
  func `writes JSON so that it says the same`(json: String, shown: String) {
    #expect(Printed(json: json).rendered == shown)
  }

  @Test func `is equal however it was put together`() {
    var text: Printed = "a"
    text += "b\n"
    text.line("\(1)")
    #expect(text == "ab\n1\n")
    #expect(["a", "b"].joined(separator: ", ") as Printed == "a, b")
    #expect(Printed().isEmpty && !text.isEmpty)
  }
}

struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("naïve", 5), ("e\u{301}a", 2), ("日本語", 6), ("ｆｕｌｌ", 8), ("한글", 4),
    ("😀", 2), ("👩\u{200D}💻", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("🇩🇪", 2), ("a…b", 3), ("→", 1),
    ("\u{115F}", 2), ("〈", 2), ("⺀", 2), ("ꀀ", 2), ("豈", 2), ("！", 2), ("￠", 2), ("𠀀", 2), ("ａ", 2),
    ("ｱ", 1), ("\u{7F}", 1), ("ʯ", 1), ("〾", 2), ("〿", 1),
  ])
  func `counts wide characters twice`(text: String, width: Int) {
    #expect(Columns.width(of: text) == width)
  }

  /// The first and the last character of each range, and what stands beside it.
  @Test func `knows where wide characters begin and end`() {
    let wide: [UInt32] = [
      0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00,
      0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19,
      0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0, 0x1B2FF, 0x1F200,
      0x1F2FF, 0x20000, 0x3FFFD, 0x1F600, 0x231A,
    ]
    let narrow: [UInt32] = [
      0x10FF, 0x1160, 0x2328, 0x232B, 0x2E7F, 0x303F, 0x3040, 0x4DC0, 0x4DFF, 0xA4D0, 0xA95F,
      0xA980, 0xABFF, 0xD7A4, 0xF8FF, 0xFB00, 0xFE1A, 0xFE70, 0xFEFF, 0xFF61, 0xFFDF, 0xFFE7,
      0x16FDF, 0x18E00, 0x1AFEF, 0x1B300, 0x1F19B, 0x1F322, 0x1FFFF,
    ]
    func width(_ value: UInt32) -> Int {
      Unicode.Scalar(value).map { Columns.width(of: String($0)) } ?? 0
    }
    #expect(wide.filter { width($0) != 2 } == [])
    #expect(narrow.filter { width($0) != 1 } == [])
  }

  @Test(arguments: [
    ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("a b", 2, "a…"),
    ("a b c", 4, "a b…"), ("x👩\u{200D}💻y", 3, "x…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    (#"a\u{1B}b"#, 8, #"a\u{1B}b"#), (#"a\u{1B}b"#, 7, "a…"), (#"a\nbc"#, 3, "a…"),
    (#"a\nbc"#, 4, #"a\n…"#), (#"a\qbc"#, 3, #"a\…"#), (#"\u{zz}"#, 3, #"\u…"#),
    (#"a\rbc"#, 3, "a…"), (#"a\tbc"#, 3, "a…"), (#"\u{10FFFF}bc"#, 9, "…"),
    (#"\u{10FFFFF}bc"#, 9, #"\u{10FFF…"#), (#"\u{1Bbcdef"#, 6, #"\u{1B…"#), ("a  b", 3, "a…"),
  ])
  func `cuts between what a person sees as one`(text: String, columns: Int, cut: String) {
    #expect(Columns.cut(text, to: columns) == cut)
    #expect(Columns.width(of: cut) <= columns)
  }

  @Test(
    arguments: [
      ("", 10, [""]), ("one two three", 13, ["one two three"]),
      ("one two three", 7, ["one two", "three"]), ("one two", 2, ["on", "e", "tw", "o"]),
      ("a  b", 10, ["a b"]), ("日本 語", 4, ["日本", "語"]), ("日本語", 4, ["日本", "語"]),
      ("日本", 1, ["日", "本"]), (#"xx\u{1B}"#, 6, ["xx", #"\u{1B}"#]),
      ("abc defgh", 4, ["abc", "defg", "h"]),
    ] as [(String, Int, [String])])
  func `wraps between words`(text: String, columns: Int, lines: [String]) {
    #expect(Columns.wrapped(text, to: columns) == lines)
  }
}
