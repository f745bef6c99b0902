// SPDX-License-Identifier: Apache-2.0
// Tests of refusals: the place and the words of each.

import Formats
import Testing
import Text

struct YAMLErrorTests {
  static let aliasProperties = "an alias with a tag or an anchor; remove them"
  static let blockHeader =
    "after '|' or '>' expected a digit from 1 to 9, '+' or '-', and the end of the line"
  static let complexKey =
    "only a scalar on one line, without '?', is read as a key; write 'key: value'"
  static let directive = "is not read; only '%YAML 1.2' is"
  static let half = "is half a character; write '\\U' and the eight digits of the whole one"
  static let keyInValue = "': ' inside a value; put the map on lines of its own, or quote the value"
  static let marker = "'---' or '...' inside brackets or quotes; close them before, or indent it"
  static let merge = "'<<' merges are not read; write the keys out, or quote the key"
  static let missingColon = "expected 'key: value'; add the colon and a space, or indent the text"
  static let notAllowed = "is not allowed in YAML; write it as an escape in double quotes"
  static let notEscape = "is not an escape; write '\\\\' for a backslash"
  static let notLocal = "is not a local one; write '!name', or leave it out"
  static let notUTF8 = "bytes that are not UTF-8; save the file as UTF-8"
  static let onList = "is on a list; only scalars and maps may have one"
  static let quoteIt = "quote a value with brackets, a comma or '${…}' in it"
  static let secondAnchor = "a second anchor on one value; keep one"
  static let shallow =
    "a line inside brackets or quotes with too little indentation; indent it by 1 space or more"
  static let tab = "a tab as indentation; write spaces"
  static let textAfter = "text after the end of a value; put it on a line of its own, or quote it"
  static let wrongIndentation = "the indentation matches no level above; align it with its siblings"
  static let secondTag =
    "a second tag on one value; keep one, or put the second and its value into a list, as in "
    + "!each [!one-of [a, b]]"

  @Test(
    arguments: [
      // What the subset leaves out.
      ("a:\n\tb: 1", "2:1: \(tab)"), ("a:\n  b: 1\n  \tc: 2", "3:3: \(tab)"),
      ("-\t- a", "1:2: \(tab)"), ("a: [\n\tb]", "2:1: \(tab)"), ("a: \"b\n\tc\"", "2:1: \(tab)"),
      ("a: |\n\tb", "2:1: \(tab)"), ("a: |\n  b\n\tc", "3:1: \(tab)"), ("a:\n\t- b", "2:1: \(tab)"),
      ("a:\n \t- b", "2:2: \(tab)"), ("a:\n \tb: 1", "2:2: \(tab)"), ("-\ta: 1", "1:2: \(tab)"),
      ("- 'a'\n\t- b", "2:1: \(tab)"), ("a: 'b'\n\tc: 1", "2:1: \(tab)"),
      ("- &x k\n- *x : 1\n  k: 2", "3:3: the key 'k' is already at 2:3; keep one of them"),
      ("[? b]", "1:2: \(complexKey)"),
      ("a: 1\nb: 2\n\"a\": 3", "3:1: the key 'a' is already at 1:1; keep one of them"),
      ("{é: 1, b: 2, é: 3}", "1:14: the key 'é' is already at 1:2; keep one of them"),
      ("a: 1\n<<: 2", "2:1: \(merge)"), ("a: 1\n? b\n: 2", "2:1: \(complexKey)"),
      ("[a]: 1", "1:1: \(complexKey)"), ("a: {? b : c}", "1:5: \(complexKey)"),
      ("a: !!str b", "1:4: the tag '!!str' \(notLocal)"),
      ("a: ! b", "1:4: the tag '!' \(notLocal)"),
      ("[!<tag:x> b]", "1:2: the tag '!<tag:x>' \(notLocal)"),
      ("a: !e!x b", "1:4: the tag '!e!x' \(notLocal)"),
      ("a: !x%21 b", "1:4: the tag '!x%21' \(notLocal)"),
      ("!a: b", "1:1: the tag '!a:' ends in a colon; write '!name value', or quote the key"),
      (
        "a: [1, -007]",
        "1:8: '-007' is octal to some readers and decimal to others; "
          + "quote it, or write it without leading zeros (octal: 0o…)"
      ), ("%YAML 1.1\n---", "1:1: the directive '%YAML 1.1' \(directive)"),
      ("%TAG ! x # y\n---", "1:1: the directive '%TAG ! x' \(directive)"),
      ("a: &x\n  - 1", "1:4: the anchor '&x' \(onList)"),
      ("a: &x [1]", "1:4: the anchor '&x' \(onList)"), ("{<<: 1}", "1:2: \(merge)"),
      ("[<<: 1]", "1:2: \(merge)"), ("a: 1\n!t [b]: 2", "2:4: \(complexKey)"),
      ("{[a]: 1}", "1:2: \(complexKey)"),
      ("%YAML 1.2 x\n---", "1:1: the directive '%YAML 1.2 x' \(directive)"),
      ("%YAML 1.3\n---", "1:1: the directive '%YAML 1.3' \(directive)"),
      ("- !a\n  &x\n  - 1", "2:3: the anchor '&x' \(onList)"),
      ("[!x: b]", "1:2: the tag '!x:' ends in a colon; write '!name value', or quote the key"),
      // What is no YAML.
      ("a: 1\n'b\n c':d", "2:1: a key over several lines; write it on one"),
      ("a: b: c", "1:5: \(keyInValue)"), ("a: \"b\": c", "1:7: \(keyInValue)"),
      (
        "a: b\n  cd: e",
        "2:3: a key on a line that continues the text of line 1; "
          + "indent it like the keys above, or quote the text"
      ), ("\"a\n b\": c", "1:1: a key over several lines; write it on one"),
      ("[a\n b: c]", "1:2: a key over several lines; write it on one"),
      ("a: \"b\" c", "1:8: \(textAfter)"), ("a: [b] #c\n--- [d]#e", "2:8: \(textAfter)"),
      ("a: - b", "1:4: a map or list in block form can't begin on this line; begin it on the next"),
      ("--- a: b", "1:6: \(keyInValue)"), ("a: 1\nbc", "2:1: \(missingColon)"),
      ("a: 1\n- b", "2:1: a list item among the keys of a map; indent it below its key"),
      ("a:\n  b: 1\n c: 2", "3:2: \(wrongIndentation)"), ("- a\nb: 1", "2:1: \(wrongIndentation)"),
      ("- 'a'\n  - b", "2:3: \(wrongIndentation)"), ("a: 'b'\n  c: 1", "2:3: \(wrongIndentation)"),
      ("  a: 1\n b: 2", "2:2: \(wrongIndentation)"), ("a: 1\n!t\nb: 2", "2:1: \(missingColon)"),
      ("a: 1\n|\n b", "2:1: \(missingColon)"), ("a: 1\n>\n b", "2:1: \(missingColon)"),
      ("a: {\n  b: 1\n}", "3:1: \(shallow)"), ("a: 'b\nc'", "2:1: \(shallow)"),
      ("a: \"b\nc\" # d", "2:1: \(shallow)"), ("a: [\"b\nc\", d]", "2:1: \(shallow)"),
      ("a: {'b\n''c' : d}", "2:1: \(shallow)"), ("a: \"b\n\\\"c\"", "2:1: \(shallow)"),
      (
        "a:\n  b: 'c\n  d'",
        "3:3: a line inside brackets or quotes with too little indentation; "
          + "indent it by 3 spaces or more"
      ), ("a: [b, {c: d", "1:8: '{' is never closed; add '}'"),
      ("a: [b, c", "1:4: '[' is never closed; add ']'"),
      ("a: \"b\\", "1:4: this quote is never closed; add \" at the end of the text"),
      ("a: 'b''", "1:4: this quote is never closed; add ' at the end of the text"),
      ("\"a\n--- b\"", "2:1: \(marker)"), ("[a,\n--- b]", "2:1: \(marker)"),
      ("{a: 1,\n...\n}", "2:1: \(marker)"), ("a: \"é\\dx\"", "1:6: '\\d' \(notEscape)"),
      ("\"\\x4g\"", "1:2: '\\x4' \(notEscape)"), ("\"\\u12\"", "1:2: '\\u12' \(notEscape)"),
      ("\"\\U00110000\"", "1:2: '\\U00110000' \(notEscape)"),
      ("\"\\é\"", "1:2: '\\é' \(notEscape)"), ("\"\\udfff\"", "1:2: '\\udfff' \(half)"),
      ("\"\\ud83d\\u0041\"", "1:2: '\\ud83d' \(half)"), ("a: |0\n b", "1:5: \(blockHeader)"),
      ("a: > b", "1:6: \(blockHeader)"), ("a: |11\n b", "1:6: \(blockHeader)"),
      ("a: |+-\n b", "1:6: \(blockHeader)"), ("a: >-#\n b", "1:6: \(blockHeader)"),
      (
        "a: |\n   \n  b",
        "2:3: a blank line with more spaces than the first line of the text; remove its spaces"
      ), ("a: @b", "1:4: a value can't begin with '@'; quote it"),
      ("a: `b", "1:4: a value can't begin with '`'; quote it"),
      ("a: %b", "1:4: a value can't begin with '%'; quote it"),
      ("a: ,b", "1:4: a value can't begin with ','; quote it"),
      ("a: ]b", "1:4: a value can't begin with ']'; quote it"),
      ("a: }b", "1:4: a value can't begin with '}'; quote it"),
      ("[a, -]", "1:5: a value can't begin with '-'; quote it"),
      ("[a, -, b]", "1:5: a value can't begin with '-'; quote it"),
      ("[a,#b]", "1:4: a value can't begin with '#'; quote it"),
      ("{a: b: c}", "1:6: \(keyInValue)"), ("[a: b: c]", "1:6: \(keyInValue)"),
      ("{\"a\"b}", "1:5: expected ',' or '}'; \(quoteIt)"), ("a: 'b'#c", "1:7: \(textAfter)"),
      ("[,a]", "1:2: a comma without a value before it; remove it"),
      ("{a: 1,,}", "1:7: a comma without a value before it; remove it"),
      ("[a, - b]", "1:5: a value can't begin with '-'; quote it"),
      ("[a, , b]", "1:5: a comma without a value before it; remove it"),
      ("{a: ${b}}", "1:6: expected ',' or '}'; \(quoteIt)"),
      ("[\"a\" b]", "1:6: expected ',' or ']'; \(quoteIt)"), ("a: !b !c d", "1:7: \(secondTag)"),
      ("a: !b\n  !c d", "2:3: \(secondTag)"), ("a: &b\n  &c d", "2:3: \(secondAnchor)"),
      ("a: &b &c d", "1:7: \(secondAnchor)"), ("a: !b\n  !c\n  d", "2:3: \(secondTag)"),
      ("a: &b\n  &c\n  d", "2:3: \(secondAnchor)"),
      ("a: &b 1\nc: &d\n  *b", "3:3: \(aliasProperties)"), ("[!b !c d]", "1:5: \(secondTag)"),
      ("!a !b c: d", "1:4: \(secondTag)"), ("a: &b 1\nc: !d\n  *b", "3:3: \(aliasProperties)"),
      ("a: &b 1\nc: &d *b", "2:7: \(aliasProperties)"),
      ("a: &b 1\nc: [!d *b]", "2:8: \(aliasProperties)"),
      ("a: * b", "1:4: an anchor or alias without a name; write '&name' or '*name'"),
      ("a: &b[c", "1:6: expected a space after the tag, anchor or alias"),
      ("[*b]", "1:2: no anchor '&b' stands before this alias; define it"),
      ("a: &b\n  c: *b", "2:6: '*b' is inside the value it stands for; write it out"),
      ("a: &b 1\nc: !d *b", "2:7: \(aliasProperties)"),
      (
        "!a - b",
        "1:1: a tag or an anchor before '-'; put it on the line above the list, or after the '-'"
      ), ("a: & b", "1:4: an anchor or alias without a name; write '&name' or '*name'"),
      ("a: !b{}", "1:6: expected a space after the tag, anchor or alias"),
      ("a: *b", "1:4: no anchor '&b' stands before this alias; define it"),
      (
        "a: &b 1\n*b: 2",
        "2:1: no anchor '&b:' stands before this alias; a space must separate an alias from its colon"
      ), ("a: &b {c: *b}", "1:11: '*b' is inside the value it stands for; write it out"),
      ("--- &a 1\n--- *a", "2:5: no anchor '&a' stands before this alias; define it"),
      ("%YAML 1.2\na: b", "2:1: expected '---' after the directive"),
      ("%YAML 1.2\n%YAML 1.2\n---", "2:1: a second '%YAML' directive; keep one"),
    ] as [(String, String)])
  func `refuses a mistake at its place`(text: String, message: String) throws {
    let error = try #require(refusal(text))
    #expect("\(error.position): \(error)" == message)
  }

  @Test(arguments: [
    // The next key stands further left, with or without quotes in it.
    ("a: 'b\nc: d", "1:4 '"), ("a: \"b\nc: d", "1:4 \""), ("a: \"b\nc: \"d\"\ne: f", "1:4 \""),
    ("a: 'b\nc: 'd'", "1:4 '"), ("é: 'b\nc: ''\nd: it's", "1:4 '"), ("a: \"b\nc: \"\"", "1:4 \""),
    ("- a: \"b\n  c: d\n- \"e\"", "1:6 \""), ("a:\n  b: \"c\n     d\n  e: \"f\"", "2:6 \""),
    ("- 'a\n- 'b'", "1:3 '"), ("\"a: b\n\"c\": d", "1:1 \""),
    // Inside brackets.
    ("a: [b, 'c\nd: e", "1:8 '"), ("a: {b: \"c}\nd: {e: \"f\"}", "1:8 \""),
    ("a: {b: 'c,\n  d: 'e'}", "1:8 '"),
    // Below it everything is indented enough.
    ("a: \"b\n  c: \"d\"", "1:4 \""), ("a: 'b\n  c", "1:4 '"), ("\"a\nb\nc", "1:1 \""),
    // A tab, or the next document.
    ("a: 'b\n\tc: d", "1:4 '"), ("'a\n--- b", "1:1 '"), ("\"a\n...\n--- \"b\"", "1:1 \""),
    ("a: \"b\\\nc: d", "1:4 \""),
  ])
  func `reports a quote that is never closed where it opens`(text: String, place: String) throws {
    let error = try #require(refusal(text))
    let quote = place.suffix(1)
    #expect(error.reason == .unclosed(String(quote)))
    #expect("\(error.position) \(quote)" == place)
  }

  @Test(arguments: [
    ("a: 1\nstatus:200", "2:7 status"), ("status:200\na: 1", "1:7 status"),
    ("a:\n  b: 1\n  état:200 # c", "3:7 état"), ("a:\n  status:200\n  b: 1", "2:9 status"),
    ("- a: 1\n  b:{}", "2:4 b"), ("a: 1\nb:c d\ne: f", "2:2 b"),
    ("a: 1\nb:c\n  d: e", "2:2 b"), ("a: 1\n\"b\":2", "2:4 \"b\""), ("a: 1\n!t b:c", "2:5 b"),
  ])
  func `reports a colon without a space where it stands`(text: String, place: String) throws {
    let error = try #require(refusal(text))
    guard case .missingSpace(let key) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect("\(error.position) \(key)" == place)
    #expect("\(error)" == "the key '\(key)' runs into its value; write a space after the colon")
  }

  @Test(arguments: ["a: 1\nhttp://b", "a: 1\nat 10:30", "a: 1\nb", "a: 1\n:b"])
  func `takes no other text for a key`(text: String) {
    #expect(refusal(text)?.reason == .missingColon)
  }

  @Test(arguments: [
    ([0x61, 0x3A, 0x20, 0xFF], "1:4: \(notUTF8)"), ([0x0A, 0xC0, 0x80], "2:1: \(notUTF8)"),
    ([0xED, 0xA0, 0x80], "1:1: \(notUTF8)"), ([0xF4, 0x90, 0x80, 0x80], "1:1: \(notUTF8)"),
    ([0xE2, 0x82], "1:1: \(notUTF8)"),
    ([0xEF, 0xBB, 0xBF, 0x61, 0x00], "1:2: the character U+0000 \(notAllowed)"),
    ([0x22, 0x1B, 0x22], "1:2: the character U+001B \(notAllowed)"),
    ([0xC2, 0x80], "1:1: the character U+0080 \(notAllowed)"),
    ([0xEF, 0xBF, 0xBE], "1:1: the character U+FFFE \(notAllowed)"),
    ([0xEF, 0xBF, 0xBF], "1:1: the character U+FFFF \(notAllowed)"),
    ([0x61, 0xC2, 0x9F], "1:2: the character U+009F \(notAllowed)"),
    ([0x61, 0x0D, 0x7F], "2:1: the character U+007F \(notAllowed)"),
    ([0x61, 0x1F], "1:2: the character U+001F \(notAllowed)"),
    ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "1:1: a byte order mark inside the file; remove it"),
    ([0x61, 0xEF, 0xBB, 0xBF], "1:2: a byte order mark inside the file; remove it"),
  ])
  func `refuses bytes that are no text`(bytes: [UInt8], message: String) {
    let file = SourceFile(name: "f", bytes: bytes)
    let error = #expect(throws: YAMLError.self) { try YAMLParser.documents(of: file) }
    #expect(error.map { "\($0.position): \($0)" } == message)
  }

  @Test(arguments: [
    ("a: 1\nabc: 2\nabc: 3", 3), ("a: !!str b", 5), ("a: 0123", 4), ("a: \"\\q\"", 2),
    ("a: b\n  cde: f", 3), ("a: *bc", 3), ("%TAG x # y\n---", 6), ("a: &xyz [1]", 4),
    ("a: &xy {b: *xy}", 3), ("a: !bc !de f", 3), ("a: &bc &de f", 3), ("\"a\n--- b\"", 3),
    ("a: \"\\u12\"", 4), ("!bcd: e", 5), ("a: 1\nbcd", 3), ("'a': 1\n'a': 2", 3), ("<<: 1", 2),
    ("é: 1\né: 2", 1), ("%YAML 1.2\n%YAML 1.2\n---", 9),
  ])
  func `underlines what it refuses`(text: String, length: Int) {
    #expect(refusal(text)?.length == length)
  }

  @Test func `shows a text of the file in a part of one line`() {
    let long = String(repeating: "k", count: 100)
    #expect(
      refusal("{\"a\\nb\": 1, \"a\\nb\": 2}").map { "\($0)" }
        == "the key 'a b' is already at 1:2; keep one of them")
    for (length, shown) in [
      (100, long.prefix(60) + "…"), (61, long.prefix(60) + "…"), (60, long.prefix(60)),
    ] {
      #expect(
        refusal("a: *\(long.prefix(length))").map { "\($0)" }
          == "no anchor '&\(shown)' stands before this alias; define it")
    }
  }

  /// Each kind of mistake that quotes the file, and what is left of it.
  @Test(arguments: [
    ("ab-c_d: 1\nab-c_d: 2", "the key 'ab-c_d' is already at 1:1; keep one of them"),
    ("Ab: 1\nAb: 2", "the key '…' is already at 1:1; keep one of them"),
    ("a1: 1\na1: 2", "the key '…' is already at 1:1; keep one of them"),
    ("a b: 1\na b: 2", "the key '…' is already at 1:1; keep one of them"),
    ("a: !!s3cret b", "the tag '…' is not a local one; write '!name', or leave it out"),
    ("!s3cret: b", "the tag '…' ends in a colon; write '!name value', or quote the key"),
    (
      "a: 0123",
      "'…' is octal to some readers and decimal to others; "
        + "quote it, or write it without leading zeros (octal: 0o…)"
    ),
    ("%S3CRET\n---", "the directive '…' is not read; only '%YAML 1.2' is"),
    ("a: &s3cret [1]", "the anchor '&…' is on a list; only scalars and maps may have one"),
    ("a: 1\ns3cret:b", "the key '…' runs into its value; write a space after the colon"),
    ("a: \"\\q\"", "'…' is not an escape; write '\\\\' for a backslash"),
    ("a: @b", "a value can't begin with '…'; quote it"),
    ("a: *s3cret", "no anchor '&…' stands before this alias; define it"),
    ("a: &s3cret {b: *s3cret}", "'*…' is inside the value it stands for; write it out"),
    ("a: - b", "a map or list in block form can't begin on this line; begin it on the next"),
  ])
  func `can be shown without the texts of the file`(text: String, message: String) throws {
    let error = try #require(refusal(text))
    #expect("\(error.withoutTexts)" == message)
    #expect(error.withoutTexts.position == error.position)
    #expect(error.withoutTexts.length == error.length)
  }

  @Test(arguments: [(32, true), (33, false)])
  func `shows a key that is a plain word of at most 32 letters`(length: Int, isShown: Bool) throws {
    let key = String(repeating: "k", count: length)
    let error = try #require(refusal("\(key): 1\n\(key): 2"))
    #expect(error.withoutTexts.reason == .duplicateKey(isShown ? key : "…", first: .start))
  }
}

extension YAMLError.Reason {
  /// Whether it is YAML, but outside the subset.
  var isOutsideSubset: Bool {
    switch self {
    case .tabIndentation, .duplicateKey, .mergeKey, .complexKey, .foreignTag, .tagEndsInColon,
      .octalNumber, .directive, .anchoredSequence:
      true
    default: false
    }
  }
}
