// SPDX-License-Identifier: Apache-2.0
// Files of facts: what they declare, where they are found, and what is wrong with one.

import Formats
import Suites
import TestSupport
import Testing
import Text

struct FactFileTests {
  private static let using = suite(
    steps: "- step: a\n  request: {GET: \"/${own}\"}\n  expect: {status: 200}")
  private static let own = FactFile.declaring(["own": "text"])

  @Test func `declares all that a fact has`() throws {
    let loaded = Memory(texts: [
      "facts.yaml": """
      facts:
        - fact: token
          about: Signs the user in.
          type: text
          secret: true
          essential: [c]
          example: abc
        - fact: shows
          about: What can be played.
          type: map
          parts: [{part: permitted, about: May be played., type: list, items: text}]
          example: {permitted: [a]}
        - {fact: way, about: How., type: text, values: [a, b], default: a, identity: true}
      """, "cookbooks/c.json": "{}",
    ]).load(["facts.yaml"])
    #expect(loaded.diagnostics.map(\.description) == [])
    let token = try #require(loaded.facts["token"])
    #expect(token.about == "Signs the user in.")
    #expect(token.type == .text)
    #expect(token.isSecret)
    #expect(token.essential == ["c"])
    #expect(token.example == "abc")
    #expect(token.standard == nil)
    let shows = try #require(loaded.facts["shows"])
    #expect(shows.parts.map(\.name) == ["permitted"])
    #expect(shows.parts.first?.items == .text)
    #expect(loaded.facts["way"]?.values == ["a", "b"])
    #expect(loaded.facts.declarations.map(\.isIdentity) == [false, false, true])
    #expect(loaded.facts["way"]?.standard == "a")
    #expect(loaded.facts["way"]?.example == "a")
    #expect(loaded.facts.names == ["token", "shows", "way"])
    #expect(loaded.facts.essential(for: ["c", "d"]).map(\.name) == ["token"])
  }

  @Test(arguments: [
    ("a/b/facts.yaml", true), ("a/facts.yaml", true), ("shipped/facts.yaml", true),
    ("facts.yaml", false), ("a/b/c/facts.yaml", false), ("a/b/fact.yaml", false),
  ])
  func `is found beside, above and among the shipped suites`(path: String, isFound: Bool) {
    let memory = Memory(texts: [path: Self.own, "a/b/s.yaml": Self.using])
    let loaded = memory.load(["a/b/s.yaml"], shipped: "shipped")
    #expect(loaded.hasErrors != isFound)
    #expect(loaded.facts.declares("own") == isFound)
  }

  @Test func `declares for the fragments beside it and for those of the folder below`() {
    let fragments =
      "fragments: [{fragment: f, steps: [{step: a, request: {GET: \"/${own}\"}, expect: {status: 200}}]}]\n"
    func errors(_ facts: String, _ fragmentsPath: String) -> [String] {
      Memory(texts: [
        facts: Self.own, fragmentsPath: fragments, "a/b/s.yaml": suite(steps: "- use: f"),
      ]).load(["a/b/s.yaml"]).diagnostics.map { "\($0.file):\($0.position)" }
    }
    #expect(errors("a/facts.yaml", "a/fragments.yaml") == [])
    #expect(errors("a/facts.yaml", "a/b/fragments.yaml") == [])
    #expect(errors("a/b/facts.yaml", "a/b/fragments.yaml") == [])
    // A fragment of the folder above does not see what is declared beside one of its users.
    #expect(errors("a/b/facts.yaml", "a/fragments.yaml") == ["a/fragments.yaml:1:62"])
  }

  @Test func `the nearest declaration counts`() {
    let loaded = Memory(texts: [
      "a/b/facts.yaml": FactFile.declaring(["mvpd": "list"]), "a/facts.yaml": "facts: []",
      "a/b/s.yaml": suite(
        steps: "- step: a\n  request: {GET: \"/${mvpd[0]}\"}\n  expect: {status: 200}"),
    ]).load(["a/b/s.yaml"])
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.facts["mvpd"]?.type == .list)
    #expect(loaded.facts.declares("domain"))
  }

  @Test func `two types of a fact in one run are a mistake`() {
    let memory = Memory(texts: [
      "a/facts.yaml": FactFile.declaring(["own": "list"]), "b/facts.yaml": Self.own,
      "a/s.yaml": suite(steps: "- wait: 1s"),
      "b/s.yaml": suite(steps: "- wait: 1s").replacing("suite: S", with: "suite: T"),
    ])
    #expect(
      memory.load(["a", "b"]).diagnostics.map(\.description) == [
        "b/facts.yaml:2:12: error: 'own' is text here and a list in a/facts.yaml:2:12; "
          + "a fact of one run has one type"
      ])
  }

  @Test func `is not read through a symbolic link`() {
    let memory = Memory(
      texts: ["facts.yaml": Self.own, "s.yaml": Self.using], links: ["facts.yaml"])
    #expect(
      memory.load(["s.yaml"]).diagnostics.map(\.description) == [
        "facts.yaml:1:1: error: symbolic links are not followed; put the file itself here"
      ])
  }

  @Test(
    arguments: table(
      #"""
       | 1:1: error: the file is empty; it begins with 'facts:'
      facts: 1↵ | 1:8: error: expected 'facts', a list, found the number 1
      fact: []↵ | 1:1: error: unknown key 'fact' in a file of facts, did you mean 'facts'?
      {}↵ | 1:1: error: a file of facts declares facts: add 'facts: …'
      facts: [↵ | 1:8: error: '[' is never closed
      facts: []↵---↵facts: []↵ | 3:1: error: it is one document, and this has 2
      facts: [{about: a, type: text, example: b}]↵ | 1:9: error: a fact has a name: add 'fact: …'
      facts: [{fact: A, about: a, type: text, example: b}]↵ | 1:16: error: 'A' can't be a name: lower-case letters, digits and '_', a letter first
      facts: [{fact: now, about: a, type: text, example: b}]↵ | 1:16: error: 'now' is built in and can't be hidden
      facts: [{fact: a}]↵ | 1:9: error: a fact has a type: add 'type: …', one of text, integer, boolean, list, map & 1:9: error: a fact has an example of its value: add 'example: …' & 1:9: error: a fact says what it means: add 'about: …'
      facts: [{fact: a, about: 1, typ: txet, secrt: yes, essental: c, example: b}]↵ | 1:26: error: expected 'about', a text, found the number 1 & 1:29: error: unknown key 'typ' in a fact, did you mean 'type'? & 1:34: error: 'type' is one of text, integer, boolean, list, map, found the text 'txet', did you mean 'text'? & 1:40: error: unknown key 'secrt' in a fact, did you mean 'secret'? & 1:47: error: 'secret' is true or false, found the text 'yes' & 1:52: error: unknown key 'essental' in a fact, did you mean 'essential'? & 1:62: error: expected 'essential', cookbooks, a list, found the text 'c'
      facts: [{fact: a, about: a, type: text, example: b, essential: [aple-v1, ../x]}]↵ | 1:65: error: there is no catalogue of the cookbook 'aple-v1': no cookbooks/aple-v1.json beside the file, in the folder above or among the shipped suites, did you mean 'apple-v1'? & 1:74: error: a cookbook has a name of letters, digits and '-'
      facts:↵  - {fact: a, about: a, type: text, example: b}↵  - {fact: a, about: a, type: text, example: b}↵ | 3:12: error: another fact is called 'a', too, at line 2
      facts: [{fact: a, about: a, type: integer, example: "5"}]↵ | 1:53: error: 'example': 'a' is an integer, and this is text; write it without quotes
      facts: [{fact: a, about: a, type: text, values: [x, y], default: z, secret: true}]↵ | 1:66: error: 'default': 'a' is one of x, y & 1:66: error: a secret has no default; the profile gives it
      facts: [{fact: a, about: a, type: list, items: txt, parts: [], values: [a], example: !env B}]↵ | 1:48: error: 'items' is one of text, integer, boolean, list, map, found the text 'txt', did you mean 'text'? & 1:60: error: only a map has 'parts', and this is a list & 1:72: error: only text has 'values', and this is a list & 1:91: error: a value without a tag stands here
      facts: [{fact: a, about: a, type: map, items: text, parts: [{about: b, type: text}, {part: B, about: b, type: text}], example: {}}]↵ | 1:47: error: only a list has 'items', and this is a map & 1:61: error: a part has a name: add 'part: …' & 1:92: error: 'B' can't be a name: lower-case letters, digits and '_', a letter first
      facts: [{fact: a, about: a, type: map, parts: [{part: b, about: b, type: text}, {part: b, about: b, type: text}, {part: c, type: text}, {part: d, about: d}], example: {b: 1}}]↵ | 1:88: error: another part is called 'b', too & 1:114: error: a part says what it means: add 'about: …' & 1:137: error: a part has a type: add 'type: …', one of text, integer, boolean, list, map & 1:168: error: 'example': 'a.b' is text, and this is an integer; quote it
      facts: [{fact: a, about: a, type: text, values: [x, y], example: z, default: w}]↵ | 1:66: error: 'example': 'a' is one of x, y & 1:78: error: 'default': 'a' is one of x, y
      """#) as [(String, [String])])
  func `is told what is wrong with it`(text: String, expected: [String]) {
    let memory = Memory(texts: ["facts.yaml": text, "cookbooks/apple-v1.json": "{}"])
    let found = memory.load(["facts.yaml"]).diagnostics.map {
      "\($0.position): \($0.severity.rawValue): \($0.message)"
    }
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) },
      "\(found)")
  }

  @Test(
    arguments: table(
      #"""
      needs: [mvdp] | mvpd | 4:13: error: no fact is called 'mvdp', did you mean 'mvpd'?
      needs: [something_else] | mvpd | 4:13: error: no fact is called 'something_else'; declare it in facts.yaml, beside the suite or in the folder above
      needs: [resources.denyed] | mvpd | 4:13: error: the fact 'resources' has no part 'denyed', did you mean 'denied'?
      about: x | mvpd[0] | 7:26: error: the fact 'mvpd' is text, which has no parts
      about: x | resources.permitted.a | 7:26: error: the fact 'resources.permitted' is a list; name an item, such as resources.permitted[0]
      about: x | resources[0] | 7:26: error: the fact 'resources' is a map, which has no numbered items
      about: x | resources.permitted[0].id | 7:26: error: the fact 'resources.permitted[0]' is text, which has no parts
      """#) as [(String, String, [String])])
  func `a suite that uses another fact is told so`(
    line: String, variable: String, expected: [String]
  ) {
    let text = suite(
      scenario:
        "\(line)\nsteps:\n  - step: a\n    request: {GET: \"/${\(variable)}\"}\n    expect: {status: 200}"
    )
    #expect(remarks(text) == expected)
  }

  @Test(arguments: [
    ("text", "abc", "abc"), ("text", "\"a b\"", #""a b""#), ("text", "\"yes\"", #""yes""#),
    ("text", "\"Off\"", #""Off""#), ("text", "\"y\"", #""y""#), ("text", "\"1a\"", #""1a""#),
    ("text", "\"a:\"", #""a:""#), ("text", "a:b", "a:b"), ("text", "\"é\"", #""é""#),
    ("text", "a-_./+@9", "a-_./+@9"), ("text", "\"\"", #""""#), ("integer", "-7", "-7"),
    ("boolean", "false", "false"), ("list", "[a, \"null\", 1]", #"[a, "null", 1]"#),
    ("map", "{a: {b: null}, \"c d\": true}", #"{a: {b: null}, "c d": true}"#),
  ])
  func `writes an example so that a profile reads it`(
    type: String, example: String, written: String
  ) throws {
    let text = "facts: [{fact: own, about: a, type: \(type), example: \(example)}]\n"
    let loaded = Memory(texts: ["facts.yaml": text]).load(["facts.yaml"])
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.facts["own"]?.exampleLine == "own: \(written)")
  }

  @Test func `a fact is secret, an identity or essential if one declaration says so`() throws {
    func facts(_ more: String) -> String {
      "facts: [{fact: own, about: a, type: text, example: b, \(more)}]\n"
    }
    let loaded = Memory(texts: [
      "a/facts.yaml": facts("essential: [c]"),
      "b/facts.yaml": facts("essential: [c, d], secret: true, identity: true"),
      "shipped/cookbooks/c.json": "{}",
      "shipped/cookbooks/d.json": "{}", "a/s.yaml": suite(steps: "- wait: 1s"),
      "b/s.yaml": suite(steps: "- wait: 1s").replacing("suite: S", with: "suite: T"),
    ]).load(["a", "b"], shipped: "shipped")
    #expect(loaded.diagnostics.map(\.description) == [])
    let own = try #require(loaded.facts["own"])
    #expect(own.isSecret)
    #expect(own.isIdentity)
    #expect(own.essential == ["c", "d"])
    #expect(loaded.facts.secretNames.contains("own"))
  }

  @Test func `an unreadable file of facts is one mistake`() {
    let memory = Memory(texts: ["facts.yaml": "facts: 1", "s.yaml": Self.using])
    #expect(memory.load(["s.yaml"]).diagnostics.map(\.file) == ["facts.yaml"])
  }

  @Test func `without any file of facts, the message says so`() {
    let memory = Memory(texts: ["usual/facts.yaml": "facts: []", "s.yaml": Self.using])
    #expect(
      memory.load(["s.yaml"]).diagnostics.map(\.message) == [
        "unknown variable ${own}; if it is a fact of the target, facts.yaml has to declare it, and "
          + "there is none beside the suite, in the folder above or among the shipped suites"
      ])
  }
}
