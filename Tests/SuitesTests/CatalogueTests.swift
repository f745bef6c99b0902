// SPDX-License-Identifier: Apache-2.0
// Where catalogues are looked for, and what may be named of them.

import Expectations
import Formats
import Suites
import TestSupport
import Testing
import Text

@testable import Suites

struct CatalogueTests {
  private static func suite(_ cookbook: String, covers: String = "V2-1") -> String {
    "suite: S\ncookbook: \(cookbook)\nscenarios:\n  - scenario: a\n    steps:\n"
      + "      - {step: b, covers: [\(covers)], request: {GET: /}, expect: {status: 200}}\n"
  }

  @Test(arguments: [
    ("a/b/cookbooks/c.json", []), ("a/cookbooks/c.json", []), ("shipped/cookbooks/c.json", []),
    ("cookbooks/c.json", ["a/b/s.yaml:2:11"]), ("a/b/c.json", ["a/b/s.yaml:2:11"]),
  ])
  func `is found beside, above and among the shipped suites`(path: String, expected: [String]) {
    let memory = Memory(texts: [
      path: catalogue(requirement("V2-1")), "a/b/s.yaml": Self.suite("c"),
    ])
    let loaded = memory.load(["a/b/s.yaml"], shipped: "shipped")
    #expect(loaded.diagnostics.map { "\($0.file):\($0.position)" } == expected)
  }

  @Test(arguments: [
    "../c", "a/c", "c.json", "\"\"", "..", "/etc/passwd", "[c]", "!x c", "\"c\\0\"", "é",
    String(repeating: "c", count: 101),
  ])
  func `has a name and no path`(name: String) {
    let texts = [
      "a/b/s.yaml": Self.suite(name), "a/b/cookbooks/c.json": catalogue(requirement("V2-1")),
      "a/b/c.json": catalogue(requirement("V2-1")),
    ]
    let found = Memory(texts: texts).load(["a/b/s.yaml"]).diagnostics
    #expect(found.map(\.message) == ["a cookbook has a name of letters, digits and '-'"])
    #expect(found.map(\.position.line) == [2])
  }

  @Test func `has a name of at most a hundred characters`() {
    let name = String(repeating: "C9-_z", count: 20)
    let texts = [
      "s.yaml": Self.suite(name), "cookbooks/\(name).json": catalogue(requirement("V2-1")),
    ]
    #expect(Memory(texts: texts).load(["s.yaml"]).diagnostics.map(\.description) == [])
  }

  @Test(arguments: [
    (#""actions": ["stop", "go"], "#, "stop", []), ("", "any", []),
    (
      #""actions": ["stop", "go"], "#, "stp",
      ["s.yaml: 'stp' is not an action of an enhanced error, did you mean 'stop'?"]
    ),
  ])
  func `knows the actions of enhanced errors`(
    actions: String, written: String, expected: [String]
  ) throws {
    let text = catalogue(requirement("V2-1")).replacing(#""phases""#, with: "\(actions)\"phases\"")
    let suite = Self.suite("c")
      .replacing("status: 200", with: "json: !enhanced-error {action: \(written)}")
    let loaded = loadSuite(suite, beside: ["cookbooks/c.json": text])
    #expect(loaded.diagnostics.map { "\($0.file): \($0.message)" } == expected)
  }

  @Test(arguments: ["cookbooks", "cookbooks/c.json"])
  func `is not read through a symbolic link`(link: String) {
    let memory = Memory(
      texts: ["cookbooks/c.json": catalogue(requirement("V2-1")), "s.yaml": Self.suite("c")],
      links: [link])
    #expect(memory.load(["s.yaml"]).diagnostics.count == 1)
  }

  @Test(arguments: [
    ("{", "1:1"), (#"{"cookbook": "c", "cookbook": "d"}"#, "1:19"),
    (#"{"cookbook": "c", "revision": "1"}"#, "1:1"), ("[]", "1:1"),
  ])
  func `that can't be read is one mistake, in its file`(text: String, place: String) {
    let memory = Memory(texts: ["cookbooks/c.json": text, "s.yaml": Self.suite("c")])
    let found = memory.load(["s.yaml"]).diagnostics.map { "\($0.file):\($0.position)" }
    #expect(found == ["cookbooks/c.json:\(place)"])
  }

  /// The catalogues of `base` and of what extends it.
  private static let chain = [
    "cookbooks/base.json": catalogue(requirement("B-1")),
    "cookbooks/mine.json": catalogue(requirement("M-1")).replacing(
      #""phases""#, with: #""extends": "base", "phases""#
    ).replacing(#""id": "A""#, with: #""id": "M""#),
  ]

  @Test(arguments: [
    ("mine", "A", "B-1, M-1", []), ("base", "A", "B-1", []),
    ("mine", "X", "M-1", ["s.yaml:3:8: error: the cookbook has no phase 'X', known are M, A"]),
    (
      "base", "M", "M-1",
      [
        "s.yaml:3:8: error: the cookbook has no phase 'M', known are A",
        "s.yaml:7:28: error: the cookbook has no requirement 'M-1', did you mean 'B-1'?",
      ]
    ),
    (
      "mine", "M", "B-2",
      ["s.yaml:7:28: error: the cookbook has no requirement 'B-2', did you mean 'B-1'?"]
    ),
  ])
  func `a suite judges by its cookbook and what that extends`(
    cookbook: String, phase: String, covers: String, expected: [String]
  ) {
    let suite = Self.suite("\(cookbook)\nphase: \(phase)", covers: covers)
    let loaded = Memory(texts: Self.chain.merging(["s.yaml": suite]) { $1 }).load(["s.yaml"])
    #expect(loaded.diagnostics.map(\.description) == expected)
    #expect(loaded.cookbooksInForce == (cookbook == "mine" ? ["mine", "base"] : ["base"]))
  }

  @Test(arguments: [
    (
      "mine", "bsae",
      "there is no cookbook 'bsae' to extend: no cookbooks/bsae.json where this one is looked for, "
        + "did you mean 'base'?"
    ), ("base", "mine", "cookbooks can't extend each other in a circle: mine → base → mine"),
    ("base", "base", "cookbooks can't extend each other in a circle: base → base"),
    ("base", "a/b", "a cookbook has a name of letters, digits and '-'"),
  ])
  func `what can't be extended is one mistake`(file: String, base: String, expected: String) {
    var texts = Self.chain.merging(["s.yaml": Self.suite("mine", covers: "B-1")]) { $1 }
    let name = "cookbooks/\(file).json"
    texts[name] = texts[name]?.replacing(#""extends": "base", "#, with: "").replacing(
      #""phases""#, with: "\"extends\": \"\(base)\", \"phases\"")
    let found = Memory(texts: texts).load(["s.yaml"]).diagnostics.map(\.description)
    #expect(found == ["\(name):1:50: error: \(expected)"])
  }

  @Test func `a catalogue in a named folder is checked without a suite, too`() {
    let wrong = catalogue(requirement("V2-1")).replacing(#""must""#, with: #""MUST""#)
    let memory = Memory(texts: [
      "a/cookbooks/c.json": wrong,
      "a/s.yaml": "suite: S\nscenarios: [{scenario: b, steps: [{wait: 1s}]}]\n",
    ])
    #expect(memory.load(["a/s.yaml"]).diagnostics.map(\.description) == [])
    #expect(
      memory.load(["a"]).diagnostics.map(\.message) == [
        "unknown level 'MUST', did you mean 'must'?"
      ])
  }

  /// Two suites, each with a cookbook of its own.
  private static let two = [
    "s.yaml": suite("c"),
    "t.yaml": suite("d", covers: "V1-1").replacing("suite: S", with: "suite: T"),
    "cookbooks/c.json": catalogue(requirement("V2-1")),
    "cookbooks/d.json": catalogue(requirement("V1-1")),
  ]

  @Test(arguments: [
    ("V2-1", []), ("V1-1", []), ("V9-9", []),
    ("W1-1", ["warning: no cookbook that is found from here has 'W1-1', did you mean 'V1-1'?"]),
    ("V2-11", ["error: the cookbook has no requirement 'V2-11', did you mean 'V2-1'?"]),
  ])
  func `requirements of a shared fragment are of any cookbook`(id: String, expected: [String]) {
    let fragment =
      "fragments:\n  - {fragment: f, steps: [{step: s, covers: [\(id)], request: {GET: /}, expect: "
      + "{status: 200}}]}\n"
    let loaded = Memory(texts: Self.two.merging(["fragments.yaml": fragment]) { $1 })
      .load(["s.yaml", "t.yaml"])
    #expect(loaded.diagnostics.map(\.description) == expected.map { "fragments.yaml:2:46: \($0)" })
  }

  @Test(
    arguments: [
      (nil, ["S", "T", "U"]), (["c"], ["S", "U"]), (["d"], ["T", "U"]),
      (["c", "d"], ["S", "T", "U"]), (["e"], ["U"]),
    ] as [([String]?, [String])])
  func `suites judge by their cookbooks`(cookbooks: [String]?, names: [String]) {
    let third = ["u.yaml": "suite: U\nscenarios: [{scenario: a, steps: [{wait: 1s}]}]\n"]
    let loaded = Memory(texts: Self.two.merging(third) { $1 }).load(["s.yaml", "t.yaml", "u.yaml"])
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.cookbooksOfSuites == ["c", "d"])
    #expect(loaded.cookbooks == ["c", "d"])
    #expect(loaded.judging(by: cookbooks).suites.map(\.name) == names)
  }

  @Test(arguments: [
    ("t.yaml", "suite: T\ncookbook: d\nscenarios: ["), ("cookbooks/d.json", "{}"),
    ("t.yaml", "suite: T\ncookbook: 'd' # no scenarios\n"),
  ])
  func `a mistake refuses only what chooses its cookbook`(file: String, text: String) {
    let loaded = Memory(texts: Self.two.merging([file: text]) { $1 }).load(["s.yaml", "t.yaml"])
    #expect(loaded.hasErrors)
    #expect(loaded.judging(by: ["c", "d"]).hasErrors)
    let left = loaded.judging(by: ["c"])
    #expect(left.diagnostics.map(\.description) == [])
    #expect(left.passedOver.count == 1)
    #expect(left.passedOver.allSatisfy { $0.hasPrefix("\(file) is not of the chosen cookbooks") })
  }

  @Test func `catalogues form chains, and a circle ends`() throws {
    let bases = ["a": "b", "b": nil, "c": "d", "d": "c"]
    let catalogues = Dictionary(
      uniqueKeysWithValues: bases.map {
        ($0.key, Catalogue(cookbook: $0.key, revision: "1", base: $0.value, phases: []))
      })
    #expect(catalogues.names(inChainOf: "a") == ["a", "b"])
    #expect(catalogues.names(inChainOf: "c") == ["c", "d"])
    #expect(catalogues.names(chosenBy: ["a", "x"]) == ["a", "b", "x"])
    #expect(catalogues.chain(of: "a").count == 2)
  }

  @Test func `a scenario covers what its steps and their fragments cover, each once`() throws {
    let step = { (covers: String) in
      "{step: s\(covers.count), covers: [\(covers)], request: {GET: /}, expect: {status: 200}}"
    }
    let ids = ["V2-1", "V2-2", "V2-3", "V2-4"]
    let catalogue = catalogue(ids.map { requirement($0) }.joined(separator: ", "))
    let loaded = loadSuite(
      """
      suite: S
      cookbook: c
      fragments:
        - {fragment: f, steps: [\(step("V2-2, V2-1")), {use: g}]}
        - {fragment: g, steps: [\(step("V2-3"))]}
      scenarios:
        - {scenario: a, steps: [\(step("V2-1")), {use: f}, {use: g}], finally: [\(step("V2-4"))]}
        - {scenario: b, steps: [{use: g}]}
      """, beside: ["cookbooks/c.json": catalogue])
    #expect(loaded.errors == [])
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(loaded.requirements(coveredBy: scenarios[0]).sorted() == ids)
    #expect(loaded.covering(scenarios[0]).first { $0.cover.id == "V2-1" }?.step.name == "s4")
    #expect(loaded.requirements(coveredBy: scenarios[1]) == ["V2-3"])
  }
}
