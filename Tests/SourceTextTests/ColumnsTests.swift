// SPDX-License-Identifier: Apache-2.0
// Tests of measuring, cutting and wrapping text by columns.

import SourceText
import Testing

@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("naïve", 5), ("e\u{301}a", 2), ("日本語", 6), ("ｆｕｌｌ", 8), ("한글", 4),
    ("😀", 2), ("👩\u{200D}💻", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("🇩🇪", 2), ("a…b", 3), ("→", 1),
    ("\u{115F}", 2), ("〈", 2), ("⺀", 2), ("ꀀ", 2), ("豈", 2), ("！", 2), ("￠", 2), ("𠀀", 2), ("ａ", 2),
    ("ｱ", 1), ("\u{7F}", 1), ("ʯ", 1), ("〾", 2), ("〿", 1),
  ])
  func `counts wide characters twice`(text: String, width: Int) {
    #expect(Columns.width(of: text) == width)
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
