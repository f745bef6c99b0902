// SPDX-License-Identifier: Apache-2.0
// `expect`, `should`, `either` and `save` as suites write them.

import Suites
import TestSupport
import Testing
import Text

struct ExpectationDecodingTests {
  @Test(
    arguments: table(
      #"""
      expect: {status: 2xx, headers: {A: !absent {}}, text: ""}
      expect: {xml: {/a/b: x, "//c[@d='e']/@f": !string {}}}
      expect: {} | 7:17: error: nothing is expected here; write one of status, headers, json, xml, text, either
      expect: {status: !any {}} | 7:17: warning: this can't fail, so it shows nothing; say what must be there
      expect: 200 | 7:17: error: expected an expectation of a response, a map, found the number 200
      expect: {stauts: 200} | 7:18: error: unknown key 'stauts' in an expectation of a response, did you mean 'status'?
      expect: {statuses: []} | 7:18: error: unknown key 'statuses' in an expectation of a response, did you mean 'status'?
      expect: {json: {a: !strin {}}} | 7:28: error: unknown matcher '!strin', did you mean '!string'?
      expect: {json: {a: !matches '('}} | 7:38: error: invalid regular expression: a '(' without its ')'; for the character write '\('
      expect: {json: {"$.a[": 1}} | 7:30: error: invalid JSONPath: expected a selector: a name in quotes, an index, a slice, '*', or '?' and a condition, found the end of the query
      expect: {xml: {a/b: 1}} | 7:24: error: invalid XML path: expected '/' or '//'
      // A column counts scalars, behind an é too.
      expect: {xml: {"/é[": 1}} | 7:28: error: invalid XML path: expected a number, a name or '@' and a name
      expect: {json: {a: !optional {}}} | 7:28: error: !optional needs a pattern, and an empty {} is not one: for any object write !optional [!object {}]
      expect: {either: [{as: a, status: 200}]} | 7:26: error: an 'either' has at least two alternatives
      expect: {either: [{status: 200}, {as: b, status: 201}, {as: b, status: 202}]} | 7:27: error: an alternative has a name, for the report: add 'as: …' & 7:64: error: an alternative is called 'b' already, at 7:42
      expect: {either: [{as: a, satus: 200}, {as: b, status: 201}]} | 7:35: error: unknown key 'satus' in an expectation of a response, did you mean 'status'?
      """#) as [(String, String)])
  func `an expectation is told what is wrong with it`(lines: String, expected: String) {
    let found = remarks(suite(steps: "- step: a\n  request: {GET: /}\n  \(lines)"))
    #expect(found.joined(separator: " & ") == expected)
  }

  @Test func `an either has at most a hundred alternatives`() {
    let alternatives = (0...100).map { "{as: a\($0), status: \($0 + 200)}" }.joined(separator: ", ")
    let found = remarks(
      suite(steps: "- step: a\n  request: {GET: /}\n  expect: {either: [\(alternatives)]}"))
    #expect(found == ["7:26: error: an 'either' has at most 100 alternatives"])
  }

  @Test(
    arguments: table(
      #"""
      {a: $.a, b: /a/b, c: !header X, d: !status , e: !text , f: [$.a, /b, !header X]}
      {a: !optional $.a, b: !list "$..b", c: !optional [!header A], d: !optional [$.a, /b]}
      {a: b} | 7:19: error: expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text
      {a: 1} | 7:19: error: expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text
      {a: {b: c}} | 7:19: error: expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text
      {a: []} | 7:19: error: a list of sources has at least one
      {a: !heade X} | 7:19: error: unknown source !heade, did you mean 'header'?
      {a: !header [x]} | 7:27: error: expected the name of a header, a text, found a list
      [a] | 7:15: error: expected what is saved, a map, found a list
      """#) as [(String, String)])
  func `a source is told what is wrong with it`(save: String, expected: String) {
    let found = remarks(suite(steps: "- step: a\n  request: {GET: /}\n  save: \(save)"))
      .filter { !$0.contains("never used") }
    #expect(found.joined(separator: " & ") == expected)
  }
}
