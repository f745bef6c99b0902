// SPDX-License-Identifier: Apache-2.0
// Tests of measuring, cutting and wrapping text by columns.

import Testing
import Text

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

  /// The first and the last character of each range, and what stands beside it.
  @Test func `knows where wide characters begin and end`() {
    let wide: [UInt32] = [
      0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00,
      0x9FFF,
      0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30,
      0xFE6F,
      0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0, 0x1B2FF, 0x1F200, 0x1F2FF, 0x20000,
      0x3FFFD, 0x1F600, 0x231A,
    ]
    let narrow: [UInt32] = [
      0x10FF, 0x1160, 0x2328, 0x232B, 0x2E7F, 0x303F, 0x3040, 0x4DC0, 0x4DFF, 0xA4D0, 0xA95F,
      0xA980,
      0xABFF, 0xD7A4, 0xF8FF, 0xFB00, 0xFE1A, 0xFE70, 0xFEFF, 0xFF61, 0xFFDF, 0xFFE7, 0x16FDF,
      0x18E00,
      0x1AFEF, 0x1B300, 0x1F19B, 0x1F322, 0x1FFFF,
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
