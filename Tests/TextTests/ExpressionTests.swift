// SPDX-License-Identifier: Apache-2.0
// Tests of regular expressions: what matches, and that it takes no longer than it may.

import TestSupport
import Testing
import Text

struct ExpressionTests {
  @Test(
    arguments: [
      ("", [""], ["a"]), ("a]}", ["a]}"], ["a"]), ("abc", ["abc"], ["", "ab", "abcd", "ABC"]),
      ("a.c", ["abc", "a😀c", "a\u{2028}c"], ["ac", "a\nc", "a\rc"]),
      ("a|bc|", ["a", "bc", ""], ["abc", "b"]),
      ("(ab|a)(?:bc|c)*", ["ab", "abc", "abbcc", "a"], ["b", "abb"]),
      ("a*b+c?", ["b", "aabbc"], ["", "a", "acc"]), ("a{2}", ["aa"], ["a", "aaa"]),
      ("a{2,}", ["aa", "aaaaa"], ["a"]), ("a{1,3}", ["a", "aaa"], ["", "aaaa"]),
      ("a{0}b", ["b"], ["ab"]), ("(a|b){0,2}", ["", "ba"], ["aba"]),
      ("a{2,}?b??", ["aa", "aab"], ["a"]), ("()*(a*)*", ["", "aa"], ["b"]),
      ("(^a|b$)*", ["a", "ab", ""], ["ba"]), ("[a-cx-]", ["a", "c", "x", "-"], ["d", ""]),
      ("[-a]", ["-", "a"], ["b"]), ("[^a-c]", ["d", "\n", "😀"], ["a", "dd"]),
      ("[a^]", ["^", "a"], ["b"]), (#"[\d\-x]+"#, ["12-x"], ["a"]),
      (#"[^\d\s]"#, ["a"], ["1", " "]), (#"[\D]"#, ["a"], ["1"]),
      (#"\d+\D\w\W\s\S"#, ["12a_- x", "1éz \tx"], ["٣ab  x"]),
      (#"\.\*\\\[\]\{\}\(\)\^\$\|\/\-\""#, [#".*\[]{}()^$|/-""#], [""]),
      (#"\n\r\t"#, ["\n\r\t"], ["nrt"]), ("^abc$", ["abc"], ["abc\n"]), ("a^b", [], ["ab", "a^b"]),
      ("(a|^)b", ["ab", "b"], ["^b"]), ("(?i)saml-[a-f]é", ["SAML-Bé", "sAmL-fÉ"], ["saml-gé"]),
      ("(?i)[^a]", ["b"], ["a", "A"]), ("(?i)k", ["k", "K", "\u{212A}"], ["x"]),
      ("(?i)ſ", ["s", "S", "ſ"], ["x"]), ("(?i)Σ", ["σ", "ς"], ["s"]),
      ("(?i)[σ-ω]", ["ς", "Σ", "Ω"], ["ο", "s"]),
      ("(?i)[a-z]", ["ſ", "\u{212A}", "S"], ["é", "1"]),
      ("(?i)[^a-z]", ["1"], ["ſ", "S", "s"]), ("(?i)ß", ["ß"], ["SS", "s"]),
      ("(?i)[É]", ["é"], ["e"]), ("[A-Z]", ["A", "Z"], ["a", "@", "["]),
      (#"\s+"#, ["\t\n\u{B}\u{C}\r "], ["\u{8}", "\u{E}", "\u{1F}", "!", "\u{85}", "\u{A0}"]),
      (#"\S"#, ["\u{8}", "\u{E}", "\u{A0}", "\0", "\u{10FFFF}"], ["\t", "\r", " "]),
      (#"\d+"#, ["09"], ["/", ":"]), (#"\D"#, ["/", ":", "\0", "\u{10FFFF}"], ["0", "9"]),
      (#"\w+"#, ["09AZ_az"], ["/", ":", "@", "[", "^", "`", "{", "é"]),
      (#"\W"#, ["/", ":", "@", "[", "^", "`", "{"], ["0", "9", "A", "Z", "_", "a", "z"]),
      ("[a-cb-e]", ["a", "e"], ["f"]), ("[b-ea-c]", ["a", "e"], ["f"]), ("[a-ec]", ["e"], ["f"]),
      ("[?-@~\u{7F}]", ["?", "@", "~", "\u{7F}"], [">", "A", "}", "\u{80}"]),
      (".", ["\u{85}", "\u{2029}", "\t"], ["\n", "\r", ""]), ("[+--]", [",", "-"], ["."]),
      ("[^-a]", ["b"], ["-", "a"]), ("[a&]", ["&"], ["b"]), ("a{2,2}", ["aa"], ["a", "aaa"]),
      ("a{0,}", ["", "aaa"], ["b"]), ("a{0,1}b", ["b", "ab"], ["aab"]),
      ("(a|bc){2,3}", ["abc", "bcbca"], ["a", "aaaa"]), ("(ab)+", ["ab", "abab"], ["", "aba"]),
      ("a+?b*?", ["a", "aabb"], ["b"]), ("a|b|c|d", ["a", "b", "c", "d"], ["ab"]),
      ("(?:a|)b", ["ab", "b"], ["a"]), ("[à-ü]", ["é"], ["e\u{301}"]),
      (",;:!\"#%&'/<=>@_`~ ", [",;:!\"#%&'/<=>@_`~ "], []),
      (
        "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", ["0a3f1c2d-0000-4fff-bfff-ffffffffffff"],
        ["0a3f1c2d"]
      ),
    ] as [(String, [String], [String])])
  func `matches the whole of a text`(source: String, matching: [String], other: [String]) throws {
    let expression = try RegularExpression(source)
    for text in matching { #expect(expression.matchesWhole(text), "\(text)") }
    for text in other { #expect(!expression.matchesWhole(text), "\(text)") }
  }

  @Test(
    arguments: [
      ("b+", "abbc", true), ("b+", "ac", false), ("", "", true), ("x*", "abc", true),
      ("^b", "ab", false), ("a$", "ab", false), ("b$", "ab", true), ("a|^b|c$", "xbc", true),
      ("aab", "aaab", true), ("(?i)B", "abc", true), ("^$", "", true), ("^$", "a", false),
      ("^a", "ab", true), ("^ab$", "ab", true), ("ab$", "abc", false), ("c|b$", "ab", true),
      ("a{3}", "aab", false), ("a{2}", "baab", true), ("[^a]", "aaa", false), ("b", "ab", true),
      ("b", "ba", true),
    ] as [(String, String, Bool)])
  func `finds a part of a text`(source: String, text: String, isThere: Bool) throws {
    #expect(try RegularExpression(source).matchesSomewhere(in: text) == isThere)
  }

  @Test(
    arguments: [
      (#"\p{Lu}\P{L}\p{N}"#, ["Ж-½"], ["жЖ1", "Жa1"]), ("^ab$", ["ab"], ["^ab$"]),
      ("a^b$c", ["a^b$c"], ["abc"]), ("^*a", ["^^a"], ["b"]), ("[-a]", ["-"], ["b"]),
      ("[^a-]", ["b"], ["-"]), (#"[\p{Ll}\-\]0-9]"#, ["ж", "-", "]", "5"], ["Ж"]),
      (#"\(\)\*\+\-\.\?\[\\\]\^\n\r\t\{\|\}"#, ["()*+-.?[\\]^\n\r\t{|}"], []),
      ("[^^]", ["a"], ["^"]), ("a{2}|b{1,}|c{0,1}", ["aa", "bbb", "c", ""], ["a", "cc"]),
      ("", [""], ["a"]), ("[$]", ["$"], ["a"]), ("a|^b", ["a", "^b"], ["b"]),
      ("(a$)", ["a$"], ["a"]), ("(^a)", ["^a"], ["a"]), ("^a|b$", ["a", "b"], ["^a", "b$"]),
      ("$", [""], ["$"]), ("^", [""], ["^"]), ("[a-c-]", ["b", "-"], ["d"]),
      (#"[\n-\r]"#, ["\u{B}"], ["\t"]), (#"[^\p{L}]"#, ["1"], ["a"]),
      (#"\P{Lu}"#, ["a", "1"], ["A"]), ("[a-a]", ["a"], ["b"]),
      (".", ["\u{85}", "é"], ["\n", "\r"]),
      (
        "a{1000}", [String(repeating: "a", count: 1000)], ["a", String(repeating: "a", count: 999)]
      ),
    ] as [(String, [String], [String])])
  func `matches I-Regexp`(source: String, matching: [String], other: [String]) throws {
    let expression = try RegularExpression(source, dialect: .iRegexp)
    for text in matching { #expect(expression.matchesWhole(text), "\(text)") }
    for text in other { #expect(!expression.matchesWhole(text), "\(text)") }
  }

  /// A character of each category, by its number.
  static let categories: KeyValuePairs<String, UInt32> = [
    "Ll": 0x61, "Lm": 0x2B0, "Lo": 0x5D0, "Lt": 0x1C5, "Lu": 0x41, "Mc": 0x903, "Me": 0x20DD,
    "Mn": 0x301, "Nd": 0x31, "Nl": 0x2167, "No": 0xB2, "Pc": 0x5F, "Pd": 0x2D, "Pe": 0x29,
    "Pf": 0xBB, "Pi": 0xAB, "Po": 0x21, "Ps": 0x28, "Zl": 0x2028, "Zp": 0x2029, "Zs": 0x20,
    "Sc": 0x24, "Sk": 0x5E, "Sm": 0x2B, "So": 0xA9, "Cc": 0x9, "Cf": 0xAD, "Cn": 0x378,
    "Co": 0xE000,
  ]

  @Test func `knows each category of Unicode and its group`() throws {
    let texts = Self.categories.map { name, value in
      (name: name, text: Unicode.Scalar(value).map { String($0) } ?? "")
    }
    for (name, _) in Self.categories {
      let one = try RegularExpression(#"\p{\#(name)}"#, dialect: .iRegexp)
      let group = try RegularExpression(#"\p{\#(name.prefix(1))}"#, dialect: .iRegexp)
      for (other, text) in texts {
        #expect(one.matchesWhole(text) == (other == name), "\(name) \(other)")
        #expect(group.matchesWhole(text) == (other.first == name.first), "\(name) \(other)")
      }
    }
  }

  @Test(arguments: ["^(a+)+$", "(a|a)*", "(a*)*(a*)*", "((a{0,50}){0,4}){0,4}", "(a|aa|aaa)+"])
  func `takes linear time where others take exponential`(source: String) throws {
    let text = String(repeating: "a", count: 2000)
    #expect(try !RegularExpression(source).matchesWhole("\(text)!"))
    #expect(try RegularExpression(source).matchesWhole(String(repeating: "a", count: 40)))
  }
}

struct ExpressionRefusalTests {
  @Test(
    arguments: [
      (#"(a)\1"#, 3, "a back-reference is not supported: write the group again"),
      ("a(?=b)", 1, "look-ahead is not supported: match the whole text, or use !all and !not"),
      ("a(?!b)", 1, "look-ahead is not supported: match the whole text, or use !all and !not"),
      ("(?<=b)", 0, "look-behind is not supported: match the whole text, or use !all and !not"),
      ("(?<!b)", 0, "look-behind is not supported: match the whole text, or use !all and !not"),
      ("é😀(?<n>b)", 2, "a named group is not supported: write '('"),
      ("(?P<n>b)", 0, "a named group is not supported: write '('"),
      ("a(?'n'b)", 1, "a named group is not supported: write '('"),
      ("(?>b)", 0, "an atomic group is not supported: write '('"),
      ("(?i", 0, "this kind of group is not supported: write '(' or '(?:'; '(?i)' stands in front"),
      ("a^*", 2, "'^' and '$' can't be repeated"), ("a$+", 2, "'^' and '$' can't be repeated"),
      ("a?+", 2, "a possessive repetition is not supported: leave out this '+'"),
      ("a+?*", 3, "a repetition can't be repeated; put it in a group"),
      ("a{2}{3}", 4, "a repetition can't be repeated; put it in a group"),
      ("a{2}??", 5, "a repetition can't be repeated; put it in a group"),
      ("?a", 0, "there is nothing to repeat before '?'; for the character write '\\?'"),
      ("{2}", 0, "there is nothing to repeat before '{'; for the character write '\\{'"),
      ("a{2", 1, #"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      ("a{2,3", 1, #"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      ("a{1001,}", 2, "a repetition counts to 1000 at most"),
      ("[^]", 0, #"a class without characters; for a ']' in it write '\]'"#),
      ("[a--]", 1, "the range ends before it begins"),
      ("[b-a]", 1, "the range ends before it begins"),
      (#"[\b]"#, 1, "a word boundary is not supported: match the whole text"),
      (#"\h"#, 0, #"'\h' is not an escape; for the letter write 'h'"#),
      (#"\Y"#, 0, #"'\Y' is not an escape; for the letter write 'Y'"#),
      ("(?#b)", 0, "a comment is not supported: leave it out"),
      ("a(?i)b", 1, "(?i) after the start is not supported: write it in front of the expression"),
      (
        "(?s)b", 0,
        "this kind of group is not supported: write '(' or '(?:'; '(?i)' stands in front"
      ),
      ("(?", 0, "this kind of group is not supported: write '(' or '(?:'; '(?i)' stands in front"),
      (#"[\y]"#, 1, #"'\y' is not an escape; for the letter write 'y'"#),
      (#"a\"#, 1, #"a '\' at the end; for the character write '\\'"#),
      (#"\é"#, 0, #"only punctuation is escaped; leave out this '\'"#),
      ("a(b", 1, #"a '(' without its ')'; for the character write '\('"#),
      ("ab)", 2, #"a ')' without its '('; for the character write '\)'"#),
      ("a[b", 1, #"a '[' without its ']'; for the character write '\['"#),
      ("[]", 0, #"a class without characters; for a ']' in it write '\]'"#),
      ("*a", 0, #"there is nothing to repeat before '*'; for the character write '\*'"#),
      ("(|+)", 2, #"there is nothing to repeat before '+'; for the character write '\+'"#),
      ("a**", 2, "a repetition can't be repeated; put it in a group"),
      ("a*+", 2, "a possessive repetition is not supported: leave out this '+'"),
      ("^*", 1, "'^' and '$' can't be repeated"),
      ("${x}", 1, #"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      ("a{", 1, #"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      ("a{,3}", 1, #"a repetition is written {3}, {3,} or {3,5}; for the character write '\{'"#),
      ("a{3,2}", 1, "the second count is less than the first"),
      ("a{1001}", 2, "a repetition counts to 1000 at most"),
      ("a{2,99999999999999999999}", 4, "a repetition counts to 1000 at most"),
      (#"[\d-z]"#, 3, #"this range has no end of one character; for a '-' write '\-'"#),
      (#"[a-\d]"#, 1, #"this range has no end of one character; for a '-' write '\-'"#),
      ("[a-c-e]", 4, #"this range has no end of one character; for a '-' write '\-'"#),
      ("[[:alpha:]]", 1, #"a class in a class is not supported: for the character write '\['"#),
      ("[a&&b]", 2, #"an intersection of classes is not supported: for the character write '\&'"#),
    ] as [(String, Int, String)])
  func `refuses what it does not have, with its place`(source: String, offset: Int, message: String)
  {
    let error = #expect(throws: ExpressionError.self) { try RegularExpression(source) }
    #expect(error?.offset == ScalarOffset(offset))
    #expect(error?.description == message)
  }

  /// The letters behind a backslash, and what is said of each, which is `X` there.
  @Test(arguments: [
    ("123456789kg", "a back-reference is not supported: write the group again"),
    ("bB", "a word boundary is not supported: match the whole text"),
    ("pP", "a Unicode property is not supported: write a class such as [A-Za-z]"),
    ("QE", #"quoting is not supported: write a '\' before each character"#),
    ("AGZz", #"'\X' is not supported: write '^' or '$'"#),
    ("0xuUNcfvae", #"'\X' is not supported: write the character itself"#),
  ])
  func `says what to write for an escape of others`(letters: String, message: String) {
    for letter in letters {
      let error = #expect(throws: ExpressionError.self) { try RegularExpression("\\\(letter)") }
      #expect(error?.offset == ScalarOffset(0))
      #expect(error?.description == message.replacing("X", with: "\(letter)"), "\(letter)")
    }
  }

  @Test(
    arguments: [
      (#"\d"#, 0), ("(?:a)", 1), ("a**", 2), ("[]", 0), ("[a--z]", 3), ("[a-b-c]", 4),
      ("a{1,0}", 1), ("[[]", 1), (#"\p{Xx}"#, 0), (#"\p{Lu"#, 0), (#"\$"#, 0), (#"[\w]"#, 1),
      ("a]", 1), ("a}", 1), ("[z-a]", 3), (#"\"#, 0), ("(a", 0), ("[a-", 3), (#"\,"#, 0),
      (#"\/"#, 0), (#"\_"#, 0), (#"\~"#, 0), (#"\'"#, 0), (#"\>"#, 0), (#"\@"#, 0), (#"\Z"#, 0),
      (#"\z"#, 0), (#"\p{L"#, 0), (#"\pL"#, 0), (#"\p{}"#, 0), (#"\p{LuX}"#, 0), (#"\p{X}"#, 0),
      (#"[a-\p{L}]"#, 3), ("[a", 0), ("[^]", 0), ("*", 0), ("a|*", 2), ("a{1001}", 2), ("a+?", 2),
      ("a{,2}", 1), ("[b-a]", 3), ("a)", 1),
    ] as [(String, Int)])
  func `refuses what is no I-Regexp`(source: String, offset: Int) {
    let error = #expect(throws: ExpressionError.self) {
      try RegularExpression(source, dialect: .iRegexp)
    }
    #expect(error?.offset == ScalarOffset(offset))
  }

  @Test(arguments: [
    ("(a{1000}){20}", 9, ExpressionMistake.tooLarge(limit: 20_000)),
    ("((a{1000}){1000}){1000}", 10, .tooLarge(limit: 20_000)),
    ("b(a|b{999}){19}c{2000}", 17, .tooManyRepetitions(limit: 1000)),
    (String(repeating: "a", count: 20_000), 19_999, .tooLarge(limit: 20_000)),
    (String(repeating: "|", count: 20_000), 9_999, .tooLarge(limit: 20_000)),
    (String(repeating: "(", count: 101), 100, .tooDeep(limit: 100)),
  ])
  func `has limits`(source: String, offset: Int, reason: ExpressionMistake) {
    #expect(throws: ExpressionError(reason, at: ScalarOffset(offset))) {
      try RegularExpression(source)
    }
  }

  @Test func `takes expressions up to its limits`() throws {
    #expect(try RegularExpression("((((){1000}){1000}){1000}){1000}").matchesWhole(""))
    #expect(try RegularExpression("(a{1000}){19}").size == 19_001)
    #expect(try RegularExpression("(a{999}){20}").size == 19_981)
    #expect(try RegularExpression(String(repeating: "a", count: 19_999)).size == 20_000)
    #expect(try RegularExpression(String(repeating: "|", count: 9999)).size == 19_999)
    #expect(try RegularExpression("a{1000}b{0,1000}c{1000,}").size == 4002)
    let nested = String(repeating: "(", count: 100) + String(repeating: ")", count: 100)
    #expect(try RegularExpression(nested).matchesWhole(""))
  }
}

struct ExpressionDepthTests {
  @Test(arguments: [RegularExpression.Dialect.suite, .iRegexp])
  func `nests groups to their limit on a small stack`(dialect: RegularExpression.Dialect) throws {
    try onSmallStack {
      let open = String(repeating: "(a|", count: 100)
      let close = String(repeating: "b)*", count: 100)
      let expression = try? RegularExpression("\(open)\(close)", dialect: dialect)
      #expect(expression?.matchesWhole("abab") == true)
    }
  }
}

struct ExpressionTemplateTests {
  @Test(
    arguments: [
      ("urn:${p}:\\d+", ["p": "a.b*"], "urn:a.b*:12", "urn:axb:12"),
      ("(x|${p})*", ["p": "a|b"], "a|bxa|b", "a"), ("${p}{2}", ["p": "ab"], "abab", "abb"),
      ("a$${p}", [:], "a${p}", "a"),
      ("(?i)${a}${b | lower}", ["a": "(?:", "b | lower": "é\n"], "(?:É\n", "É\n"),
      ("[$a]${p}?$", ["p": "]\\^-"], "$]\\^-", "a]"), ("${p}", ["p": ""], "", "a"),
      (
        "${p}", ["p": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"], "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "a"
      ), ("${p}+x", ["p": "ab"], "ababx", "abbx"), ("$${${p}}", ["p": "a"], "${a}", "a"),
      ("${a}${a}", ["a": "1"], "11", "1"), ("a${f({x})}", ["f({x})": "b"], "ab", "a"),
      // Each sign of the dialect stands for itself.
      ("${p}", ["p": "a.b"], "a.b", "axb"), ("${p}c", ["p": ".*"], ".*c", "a*c"),
      ("${p}", ["p": "ab*"], "ab*", "abb"), ("${p}", ["p": "ab+"], "ab+", "abb"),
      ("${p}", ["p": "ab?"], "ab?", "a"), ("${p}", ["p": "b{2}"], "b{2}", "bb"),
      ("${p}", ["p": "(a)"], "(a)", "a"), ("${p}", ["p": "a|b"], "a|b", "a"),
      ("${p}", ["p": "[ab]"], "[ab]", "a"), ("${p}", ["p": "^a$"], "^a$", "a"),
      ("${p}", ["p": "\\d"], "\\d", "1"),
    ] as [(String, [String: String], String, String)])
  func `takes a variable for its text`(
    source: String, values: [String: String], matching: String, other: String
  ) throws {
    let template = try RegularExpressionTemplate(source)
    let expression = try template.bound { name throws(Missing) in
      guard let value = values[name] else { throw Missing(name: name) }
      return value
    }
    #expect(expression.matchesWhole(matching))
    #expect(!expression.matchesWhole(other))
  }

  struct Missing: Error, Equatable { let name: String }

  @Test func `knows its variables and their places`() throws {
    let template = try RegularExpressionTemplate("é${a}|($${b}${now + 1h})")
    #expect(template.variables.map(\.expression) == ["a", "now + 1h"])
    #expect(template.variables.map(\.offset) == [1, 12])
    #expect(throws: TemplateBindingError<Missing, ExpressionError>.value(Missing(name: "a"))) {
      try template.bound { name throws(Missing) in throw Missing(name: name) }
    }
  }

  @Test(arguments: [
    ("a${", 1, TemplateVariable.mistake), ("${}", 0, TemplateVariable.mistake),
    ("${a{}", 0, TemplateVariable.mistake),
    ("[${a}]", 1, #"a variable can't stand in a class; for the character write '\$'"#),
    ("${a}(", 4, #"a '(' without its ')'; for the character write '\('"#),
  ])
  func `refuses variables where they can't be`(source: String, offset: Int, message: String) {
    let error = #expect(throws: ExpressionError.self) { try RegularExpressionTemplate(source) }
    #expect(error?.offset == ScalarOffset(offset))
    #expect(error?.description == message)
  }

  @Test func `refuses a text that is too long`() throws {
    let template = try RegularExpressionTemplate("x(${p}){100}")
    let place = ExpressionError(.tooLarge(limit: 20_000), at: 2)
    #expect(throws: TemplateBindingError<Never, ExpressionError>.place(place)) {
      try template.bound { _ in String(repeating: "a", count: 200) }
    }
  }
}
