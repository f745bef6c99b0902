// SPDX-License-Identifier: Apache-2.0
// The mistakes in rule files, with their places.

import Audit
import Suites
import TestSupport
import Testing
import Text

@Suite struct RuleFileTests {
  /// The rules of a file, from line 5 and column 5 on.
  static func load(_ text: String) -> [String] {
    rule(text).diagnostics.filter { $0.file == "rules/r.yaml" }.map(\.description)
  }

  @Test(
    arguments: rows(
      #"""
      on: tokens\nexpect: {method: GET}
        5:9: error: rules/exchanges.yaml has no exchange 'tokens', did you mean 'token'?
      on: token\nexpekt: {method: GET}
        6:5: error: unknown key 'expekt' in a rule, did you mean 'expect'?
      on: token
        4:5: error: a rule has a demand: one of expect, earlier, not-earlier, later, not-later, next, latest, at-most, apart, all, any
      on: token\nexpect: {method: GET}\nearlier: register
        4:5: error: a rule has one demand, and this has expect and earlier; put them under 'all'
      on: token\nearlier: {is: register, same: clinet}
        6:35: error: rules/exchanges.yaml has no value 'clinet', did you mean 'client'?
      on: token\nearlier: {is: register, answr: {}}
        6:29: error: unknown key 'answr' in the exchange, did you mean 'answer'?
      on: token\nearlier: {is: register, since: begun}
        6:36: error: rules/exchanges.yaml has no exchange 'begun', did you mean 'begin'?
      on: token\nearlier: {is: register, answer: {json: {client_id: "${client}"}}}
        6:57: error: nothing gives 'client' a value here; save it on the occasion or under 'given', or name a fact under 'needs'
      on: token\nearlier: {is: register, valid: {for: $.a, until: $.b}}
        6:36: error: 'valid' has 'for', a query for seconds, or 'until', one for milliseconds since 1970
      on: token\nexpect: {headers: {A: !strng {}}}
        6:27: error: unknown matcher '!strng', did you mean '!string'?
      on: token\nexpect: {method: !any {}, query: !optional [!any {}]}
        6:31: warning: this can't fail, so it shows nothing; say what must be there
      on: token\nearlier: {is: register, since: {is: begin, answer: {json: {x: "${client}"}}}}
        6:68: error: nothing gives 'client' a value here; save it on the occasion or under 'given', or name a fact under 'needs'
      on: token\nall:\n  - expect: {method: GET}
        7:7: error: 'all' has at least two demands
      on: token\nat-most: {of: poll}
        6:14: error: 'at-most' needs 'count'
      on: token\nearlier: {is: []}
        6:19: error: name at least one exchange
      on: token\nearlier: {}
        6:14: error: the exchange says which exchanges are meant: add 'is: NAME'
      on: token\nearlier: {is: token, valid: {for: $.a}, expired: {for: $.a}}
        6:54: error: 'valid' and 'expired' exclude each other
      on: token\nearlier: {is: token, expired: {}}
        6:35: error: 'expired' has 'for', a query for seconds, or 'until', one for milliseconds since 1970
      on: token\nexpect: {}
        6:13: error: nothing is expected here; write one of method, url, scheme, host, path, parameters, query, headers, form, json, text, time, decoded, answer
      on: token\nexpect: token
        6:13: error: expected what is expected of the exchange, a map, found the text 'token'
      on: token\nany: [{expect: {method: GET}}]
        6:10: error: 'any' has at least two demands
      on: token\nlatest: {of: token}
        6:13: error: as a demand, 'latest' has 'of' and 'is'
      on: token\nlatest: {of: token, is: {method: GET}, save: {a: $.method}}
        6:13: error: as a demand, 'latest' has 'of' and 'is'
      on: token\nnext: {of: token}
        6:11: error: 'next' needs 'expect'
      on: token\nnext: {expect: {method: GET}}
        6:11: error: 'next' needs 'of'
      on: token\nat-most: {count: 1}
        6:14: error: 'at-most' needs 'of'
      on: token\nat-most: {count: 1001, of: poll}
        6:22: error: expected 'count', a whole number from 0 to 1000, found the number 1001
      on: token\nat-most: {count: -1, of: poll}
        6:22: error: expected 'count', a whole number from 0 to 1000, found the number -1
      on: token\napart: {of: poll}
        6:12: error: 'apart' needs 'at-least'
      on: token\napart: {at-least: 1s}
        6:12: error: 'apart' needs 'of'
      on: token\ngiven: [{earlier: token, latest: {of: token}}]\nexpect: {method: GET}
        6:13: error: a condition is one of earlier, not-earlier, latest
      on: token\ngiven: [{}]\nexpect: {method: GET}
        6:13: error: a condition is one of earlier, not-earlier, latest
      on: token\nsave: {a: []}\nexpect: {method: GET}
        6:15: error: a list of sources has at least one
      on: token\nsave: {a: !header X}\nexpect: {method: GET}
        6:23: error: expected a JSONPath query over the exchange ($…) or an XML path into the answer (/…)
      on: token\nexpect: {decoded: {info: 1}}
        6:24: error: rules/exchanges.yaml decodes no part 'info'
      on: token\nall: [{expect: {method: GET}}, {later: begin, earlier: begin}]
        6:36: error: an item of 'all' has one demand, and this has earlier and later; put them under 'all'
      on: token\nall: [{expect: {method: GET}}, {}]
        6:36: error: an item of 'all' has a demand: one of expect, earlier, not-earlier, later, not-later, next, latest, at-most, apart, all, any
      covers: [{R-1: []}]\non: token\nexpect: {method: GET}
        5:20: error: expected at least one place: status, header NAME, a JSONPath query ($…), an XML path (/…), text, statuses or save NAME
      covers: [{R-1: "$.form["}]\non: token\nexpect: {method: GET}
        5:28: error: invalid JSONPath: expected a selector: a name in quotes, an index, a slice, '*', or '?' and a condition, found the end of the query
      expect: {method: GET}
        4:5: error: a rule says which exchanges it is about: add 'on: NAME'
      on: token\namong: [clinet]\nexpect: {method: GET}
        6:13: error: rules/exchanges.yaml has no value 'clinet', did you mean 'client'?
      on: token\napart: {of: poll, at-least: soon}
        6:33: error: expected 'at-least': an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text 'soon'
      covers: [R-3]\non: token\nexpect: {method: GET}
        5:14: error: the cookbook has no requirement 'R-3', did you mean 'R-1'?
      needs: [absent]\non: token\nexpect: {method: GET}
        5:13: error: no facts.yaml beside the rules, in the two folders above or among the shipped suites declares 'absent'
      on: token\nsave: {now: $.time}\nexpect: {method: GET}
        6:12: error: 'now' can't be a name: lower-case letters, digits and '_', a letter first, and not 'now', 'device' or 'run'
      """#))
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

  @Test(
    arguments: rows(
      #"""

        rules/exchanges.yaml:1:1: error: the file is empty; it begins with 'exchanges:'
      about: A\n
        rules/exchanges.yaml:1:1: error: a file of exchanges has 'exchanges', a list
      exchanges: []\nsesions: {}\n
        rules/exchanges.yaml:2:1: error: unknown key 'sesions' in a file of exchanges, did you mean 'sessions'?
      exchanges: [{exchange: token}]\n
        rules/exchanges.yaml:1:13: error: an exchange has 'request'
      exchanges: [{request: GET /}]\n
        rules/exchanges.yaml:1:13: error: an exchange has 'exchange'
      exchanges: [{exchange: token, request: GET /}, {exchange: token, request: GET /a}]\n
        rules/exchanges.yaml:1:59: error: an exchange is called 'token' already, at 1:24
      exchanges: [{exchange: token, request: GET /, shared: 1}]\n
        rules/exchanges.yaml:1:55: error: expected 'shared', true or false, found the number 1
      exchanges: [{exchange: token, request: GET /, values: {a: {after: b}}}]\n
        rules/exchanges.yaml:1:59: error: the source of a value has a 'path'
      exchanges: [{exchange: token, request: GET /}]\nsessions: {by: dvice}\n
        rules/exchanges.yaml:2:16: error: rules/exchanges.yaml has no value 'dvice'
      exchanges: [{exchange: token, request: GET /}]\nsessions: {links: [a]}\n
        rules/exchanges.yaml:2:20: error: rules/exchanges.yaml has no value 'a'
      exchanges: [{exchange: token, request: GET /}]\nsessions: {begins: [tken]}\n
        rules/exchanges.yaml:2:21: error: rules/exchanges.yaml has no exchange 'tken', did you mean 'token'?
      exchanges: [{exchange: token, request: GET /}]\ndecoded: {a: {path: $.text, as: [bse64]}}\n
        rules/exchanges.yaml:2:34: error: unknown coding 'bse64', expected one of: base64, json, jws, xml
      exchanges: [{exchange: token, request: GET /}]\ndecoded: {a: {path: $.text}}\n
        rules/exchanges.yaml:2:14: error: a part to decode has 'as'
      exchanges: [{exchange: token, request: GET /}]\ndecoded: {a: {as: [json]}}\n
        rules/exchanges.yaml:2:14: error: a part to decode has 'path'
      exchanges: [{exchange: token, request: GET /}]\nignore: [{method: "${a}"}]\n
        rules/exchanges.yaml:2:10: error: what is ignored depends on the exchange alone
      exchanges: [{exchange: token, request: GET /}]\nignore: [{method: GET, within: 1s}]\n
        rules/exchanges.yaml:2:10: error: what is ignored depends on the exchange alone
      exchanges: [{exchange: token, request: GET /}]\nfollows: {absent: token}\n
        rules/exchanges.yaml:2:11: error: there is no catalogue of the cookbook 'absent': no cookbooks/absent.json beside the file, in the folders above or among the shipped suites
      exchanges: [{exchange: token, request: GET /, values: {v: $.text}}]\nignore: [{same: v}]\n
        rules/exchanges.yaml:2:10: error: what is ignored depends on the exchange alone
      """#))
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
