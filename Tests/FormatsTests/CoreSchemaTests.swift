// SPDX-License-Identifier: Apache-2.0
// Tests of what plain scalars mean.

import Formats
import Testing

@Suite struct CoreSchemaTests {
  @Test(arguments: [
    ("", YAMLCoreValue.null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
    ("true", .boolean(true)), ("True", .boolean(true)), ("TRUE", .boolean(true)),
    ("false", .boolean(false)), ("False", .boolean(false)), ("FALSE", .boolean(false)),
    ("0", .integer("0")), ("-0", .integer("-0")), ("12", .integer("12")), ("+12", .integer("12")),
    ("-12", .integer("-12")), ("0o17", .integer("15")), ("0o0", .integer("0")),
    ("0x1F", .integer("31")), ("0xffffffffffffffffff", .integer("4722366482869645213695")),
    ("123456789012345678901234567890", .integer("123456789012345678901234567890")),
    ("1.", .float("1.0")), (".5", .float("0.5")), ("-.5", .float("-0.5")), ("+.5", .float("0.5")),
    ("1e3", .float("1e3")), ("1E+3", .float("1e+3")), ("1.e-3", .float("1.0e-3")),
    ("00.5", .float("0.5")), ("685_230.15", .string("685_230.15")),
    (".inf", .nonFinite(".inf")), ("-.Inf", .nonFinite("-.Inf")), ("+.INF", .nonFinite("+.INF")),
    (".nan", .nonFinite(".nan")), (".NaN", .nonFinite(".NaN")), (".NAN", .nonFinite(".NAN")),
  ])
  func `reads null, booleans and numbers`(text: String, value: YAMLCoreValue) {
    #expect(YAMLScalar(text, style: .plain).coreValue == value)
  }

  @Test(arguments: [
    "yes", "no", "on", "off", "y", "nULL", "tRUE", "-", "+", ".", "-.", "1e", "e1", ".e1", "1e+",
    "0b1", "0o8", "0o", "0x", "0xG", "-0x1", "1_000", "1:30", "2001-01-23", "1.2.3", "1 2",
    "-.nan", ".infinity", "١",
  ])
  func `takes any other text as a string`(text: String) {
    #expect(YAMLScalar(text, style: .plain).coreValue == .string(text))
  }

  @Test(arguments: [
    YAMLScalar.Style.singleQuoted, .doubleQuoted, .literal, .folded,
  ])
  func `takes quoted and block scalars as strings`(style: YAMLScalar.Style) {
    for text in ["", "null", "true", "12", "1.5", ".inf"] {
      #expect(YAMLScalar(text, style: style).coreValue == .string(text))
    }
  }

  @Test(arguments: ["0", "-0", "0.7", "00.7", "0o7", "'007'", "007a", "0-0", "2007", "0e1"])
  func `reads numbers that do not look octal`(text: String) {
    #expect(refusal("a: \(text)") == nil)
  }

  @Test(arguments: ["00", "007", "+01", "-08", "010"])
  func `refuses numbers that look octal, also as keys and under tags`(text: String) {
    #expect(refusal("a: \(text)")?.reason == .octalNumber(text))
    #expect(refusal("\(text): a")?.reason == .octalNumber(text))
    #expect(refusal("{a: !b \(text)}")?.reason == .octalNumber(text))
  }
}
