// SPDX-License-Identifier: Apache-2.0
// The mistakes in rule files, with their places.

import Audit
import SourceText
import SuiteModel
import Testing

@Suite struct RuleFileTests {
  /// The rules of a file, from line 5 and column 5 on.
  static func load(_ text: String) -> [String] {
    rule(text).diagnostics.filter { $0.file == "rules/r.yaml" }.map(\.description)
  }

  @Test(arguments: [
    (
      "on: tokens\nexpect: {method: GET}",
      "5:9: error: rules/exchanges.yaml has no exchange 'tokens', did you mean 'token'?"
    ),
    (
      "on: token\nexpekt: {method: GET}",
      "6:5: error: unknown key 'expekt' in a rule, did you mean 'expect'?"
    ),
    (
      "on: token",
      "4:5: error: a rule has a demand: one of expect, earlier, not-earlier, later, not-later, next, latest, at-most, apart, all, any"
    ),
    (
      "on: token\nexpect: {method: GET}\nearlier: register",
      "4:5: error: a rule has one demand, and this has expect and earlier; put them under 'all'"
    ),
    (
      "on: token\nearlier: {is: register, same: clinet}",
      "6:35: error: rules/exchanges.yaml has no value 'clinet', did you mean 'client'?"
    ),
    (
      "on: token\nearlier: {is: register, answr: {}}",
      "6:29: error: unknown key 'answr' in the exchange, did you mean 'answer'?"
    ),
    (
      "on: token\nearlier: {is: register, since: begun}",
      "6:36: error: rules/exchanges.yaml has no exchange 'begun', did you mean 'begin'?"
    ),
    (
      "on: token\nearlier: {is: register, answer: {json: {client_id: \"${client}\"}}}",
      "6:57: error: nothing gives 'client' a value here; save it on the occasion or under 'given'"
    ),
    (
      "on: token\nearlier: {is: register, valid: {for: $.a, until: $.b}}",
      "6:36: error: 'valid' has 'for', a query for seconds, or 'until', one for milliseconds since 1970"
    ),
    (
      "on: token\nexpect: {headers: {A: !strng {}}}",
      "6:27: error: unknown matcher '!strng', did you mean '!string'?"
    ),
    (
      "on: token\nexpect: {method: !any {}, query: !optional [!any {}]}",
      "6:31: warning: this can't fail, so it shows nothing; say what must be there"
    ),
    (
      "on: token\nearlier: {is: register, since: {is: begin, answer: {json: {x: \"${client}\"}}}}",
      "6:68: error: nothing gives 'client' a value here; save it on the occasion or under 'given'"
    ),
    ("on: token\nall:\n  - expect: {method: GET}", "7:7: error: 'all' has at least two demands"),
    ("on: token\nat-most: {of: poll}", "6:14: error: 'at-most' needs 'count'"),
    (
      "on: token\napart: {of: poll, at-least: soon}",
      "6:33: error: expected 'at-least': an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text 'soon'"
    ),
    (
      "covers: [R-3]\non: token\nexpect: {method: GET}",
      "5:14: error: the cookbook has no requirement 'R-3', did you mean 'R-1'?"
    ),
    (
      "on: token\nsave: {now: $.time}\nexpect: {method: GET}",
      "6:12: error: 'now' can't be a name: lower-case letters, digits and '_', a letter first, and not 'now', 'device' or 'run'"
    ),
  ])
  func `names a mistake and its place`(text: String, message: String) {
    #expect(Self.load(text).contains("rules/r.yaml:\(message)"), "\(Self.load(text))")
  }

  @Test func `finds the files of a folder that end in yaml or yml`() {
    let text = "application: T\nrules: [{rule: R, on: token, expect: {method: POST}}]\n"
    let texts = [
      "rules/exchanges.yaml": exchanges, "rules/a.yml": text, "rules/b/c.yaml": text,
      "rules/d.txt": text,
    ]
    let rules = AuditRules.load(["rules"], shipped: nil, files: Memory(texts: texts).files)
    #expect(rules.files.map(\.file) == ["rules/a.yml", "rules/b/c.yaml"])
  }

  @Test func `wants a rule or a reason for what only traffic shows`() {
    let text = rule("covers: [R-1]\non: token\nexpect: {method: POST}", whole: true)
    #expect(
      text.diagnostics.filter { $0.severity == .error }.map(\.description) == [
        "rules/r.yaml:1:1: error: no rule of book covers R-2; write one, or say under 'unrecorded' of "
          + "the catalogue why no recording shows it"
      ])
  }
}
