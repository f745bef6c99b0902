// SPDX-License-Identifier: Apache-2.0
// The mistakes in rule files, with their places.

import Audit
import Suites
import TestSupport
import Testing
import Text

struct RuleFileTests {
  /// The rules of a file, from line 5 and column 5 on.
  static func load(_ text: String) -> [String] {
    rule(text).diagnostics.filter { $0.file == "rules/r.yaml" }.map(\.description)
  }

  @Test(arguments: rows(tableText("RuleFileTests.mistakes")))
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

  @Test func `takes a single rule of a cookbook that binds applications to more`() {
    let text = rule("covers: [R-1]\non: token\nexpect: {method: POST}", whole: true)
    #expect(text.diagnostics.filter { $0.severity == .error } == [])
  }

  private static func errors(_ text: String) -> [String] {
    load(text).filter { $0.contains(" error: ") }
  }

  @Test(arguments: [
    "on: {is: token, form: {a: \"${x}\"}}\nexpect: {method: GET}",
    "on: token\nexpect: {form: {a: \"${x}\"}}",
    "on: token\nexpect: {answer: {json: {a: \"${x}\"}}}",
    "on: token\nearlier: {is: begin, query: {a: \"${x}\"}}",
    "on: token\nnot-earlier: {is: begin, query: {a: \"${x}\"}}",
    "on: token\nnot-earlier: {is: begin, since: {is: poll, query: {a: \"${x}\"}}}",
    "on: token\nlater: {is: begin, query: {a: \"${x}\"}}",
    "on: token\nlater: {is: begin, before: {is: poll, query: {a: \"${x}\"}}}",
    "on: token\nnot-later: {is: begin, query: {a: \"${x}\"}}",
    "on: token\nat-most: {count: 1, of: {is: begin, query: {a: \"${x}\"}}}",
    "on: token\nat-most: {count: 1, of: begin, before: {is: poll, query: {a: \"${x}\"}}}",
    "on: token\napart: {of: begin, at-least: \"${x}s\"}",
    "on: token\napart: {of: {is: begin, query: {a: \"${x}\"}}, at-least: 1s}",
    "on: token\napart: {of: begin, at-least: 1s, before: {is: poll, query: {a: \"${x}\"}}}",
    "on: token\nlatest: {of: {is: begin, query: {a: \"${x}\"}}, is: {method: GET}}",
    "on: token\nlatest: {of: begin, is: {query: {a: \"${x}\"}}}",
    "on: token\nnext: {of: {is: begin, query: {a: \"${x}\"}}, expect: {method: GET}}",
    "on: token\nnext: {of: begin, expect: {query: {a: \"${x}\"}}}",
    "on: token\nnext: {of: begin, expect: {method: GET}, before: {is: poll, query: {a: \"${x}\"}}}",
    "on: token\nall: [{expect: {method: GET}}, {expect: {query: {a: \"${x}\"}}}]",
    "on: token\nany: [{expect: {method: GET}}, {expect: {query: {a: \"${x}\"}}}]",
    "on: token\ngiven: [{earlier: {is: begin, query: {a: \"${x}\"}}}]\nexpect: {method: GET}",
    "on: token\ngiven: [{not-earlier: {is: begin, query: {a: \"${x}\"}}}]\nexpect: {method: GET}",
    "on: token\ngiven: [{latest: {of: {is: begin, query: {a: \"${x}\"}}}}]\nexpect: {method: GET}",
    "on: token\ngiven: [{latest: {of: begin, is: {query: {a: \"${x}\"}}}}]\nexpect: {method: GET}",
    // It is saved too late.
    "on: token\ngiven: [{earlier: {is: begin, query: {a: \"${x}\"}}}, {earlier: {is: poll, save: {x: $.path}}}]\nexpect: {method: GET}",
  ])
  func `names a variable that has no value, wherever it stands`(text: String) {
    let message =
      "nothing gives 'x' a value here; save it on the occasion or under 'given', or name a fact under 'needs'"
    let errors = Self.errors(text)
    #expect(errors.count == 1 && errors.allSatisfy { $0.hasSuffix(message) }, "\(errors)")
    for saved in ["on: {is: token, save: {x: $.path}}", "on: token\nsave: {x: $.path}"]
    where text.hasPrefix("on: token\n") && !text.contains("save:") {
      let right = "\(saved)\n\(text.dropFirst("on: token\n".count))"
      #expect(Self.errors(right) == [])
    }
  }

  @Test(arguments: [
    "given: [{earlier: {is: begin, save: {x: $.path}}}]",
    "given: [{not-earlier: {is: begin, save: {x: $.path}}}]",
    "given: [{latest: {of: begin, save: {x: $.path}}}]",
    "given: [{earlier: {is: begin, save: {x: $.path}}}, {earlier: {is: poll, path: \"${x}\"}}]",
  ])
  func `takes a value that a condition saves`(given: String) {
    #expect(Self.errors("on: token\n\(given)\nexpect: {path: \"${x}\"}") == [])
  }

  /// The messages about whole files, with their files.
  private static func messages(
    _ rules: String, _ words: String? = exchanges, _ paths: [String] = ["rules/r.yaml"]
  ) -> [String] {
    var texts = ["rules/r.yaml": rules]
    texts["rules/exchanges.yaml"] = words
    return AuditRules.load(paths, shipped: nil, files: Memory(texts: texts).files)
      .diagnostics.map(\.description)
  }

  private static let one = "rules: [{rule: R, on: token, expect: {method: GET}}]\n"

  @Test(
    arguments: rows(
      #"""
      ONE
        rules/r.yaml:1:1: error: a file of rules has 'application'
      application: T\n
        rules/r.yaml:1:1: error: a file of rules has 'rules'
      application: T\nrules: []\n
        rules/r.yaml:2:8: error: 'rules' has at least one

        rules/r.yaml:1:1: error: the file is empty; a file of rules begins with 'application: NAME'
      application: T\nONE---\na: b\n
        rules/r.yaml:4:1: error: it is one document, and this has 2
      application: T\ncookbook: absent\nONE
        rules/r.yaml:2:11: error: there is no catalogue of the cookbook 'absent': no cookbooks/absent.json beside the rules, in the two folders above or among the shipped suites
      application: T\ncookbook: a/b\nONE
        rules/r.yaml:2:11: error: a cookbook has a name of letters, digits and '-'
      application: T\nphse: A\nONE
        rules/r.yaml:2:1: error: unknown key 'phse' in a file of rules, did you mean 'phase'?
      application: T\nrules: [{rule: R, covers: [R-1], on: token, expect: {method: GET}}]\n
        rules/r.yaml:2:28: error: 'covers' names requirements of a cookbook, and the file names none: add 'cookbook: …'
      application: T\nrules: [{rule: R, on: token, expect: {method: GET}}, {rule: R, on: begin, expect: {method: GET}}]\n
        rules/r.yaml:2:54: error: a rule is called the same already, at 2:9
      application: [T\n
        rules/r.yaml:1:14: error: '[' is never closed; add ']'
      """#))
  func `names what a file of rules lacks`(text: String, message: String) {
    #expect(Self.messages(text.replacing("ONE", with: Self.one)).first == message)
  }

  @Test(arguments: rows(tableText("RuleFileTests.words")))
  func `names what is wrong with the words of rules`(text: String, message: String) {
    #expect(Self.messages("application: T\n\(Self.one)", text).first == message)
  }

  @Test func `finds the words beside the rules or in the folder above, and no further`() {
    let rules = "application: T\n\(Self.one)"
    for (path, isFound) in [("a/r.yaml", true), ("a/b/r.yaml", true), ("a/b/c/r.yaml", false)] {
      let texts = [path: rules, "a/exchanges.yaml": exchanges]
      let loaded = AuditRules.load([path], shipped: nil, files: Memory(texts: texts).files)
      #expect(loaded.files.isEmpty != isFound)
      #expect(
        loaded.diagnostics.contains { $0.message.hasPrefix("there is no exchanges.yaml beside") }
          != isFound)
    }
    // Last come those of the shipped rules, which need not be used up.
    let lent = ["far/r.yaml": rules, "Suites/application/exchanges.yaml": exchanges]
    let loaded = AuditRules.load(
      ["far/r.yaml"], shipped: "Suites", files: Memory(texts: lent).files)
    #expect(!loaded.files.isEmpty && loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    #expect(
      Self.messages(rules, exchanges, ["absent"]) == [
        "absent:1:1: error: there is no such file or folder"
      ])
    #expect(
      Self.messages(rules, exchanges, ["rules/exchanges.yaml"]).first
        == "rules/exchanges.yaml:1:1: error: there are no rules here")
  }

  @Test func `warns of an exchange without values that no rule names`() {
    let words = """
      exchanges:
        - {exchange: token, request: GET /a}
        - {exchange: first, request: GET /b}
        - {exchange: other, request: GET /c}
        - {exchange: valued, request: GET /d, values: {v: $.text}}
      sessions: {begins: [first]}
      """
    #expect(
      Self.messages("application: T\n\(Self.one)", words) == [
        "rules/exchanges.yaml:4:16: warning: no rule names the exchange 'other'"
      ])
  }

  @Test func `warns of a rule of a cookbook that covers nothing`() {
    let warning =
      "warning: the rule covers no requirement: broken, it fails none; add 'covers: […]'"
    #expect(Self.load("on: token\nexpect: {method: GET}") == ["rules/r.yaml:4:5: \(warning)"])
    #expect(Self.load("covers: [R-1]\non: token\nexpect: {method: GET}") == [])
  }
}
