// SPDX-License-Identifier: Apache-2.0
// Where catalogues are looked for, and what may be named of them.

import Suites
import TestSupport
import Testing
import Text

@Suite struct CatalogueTests {
  private static func catalogue(_ id: String) -> String {
    #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title": "#
      + #""s", "requirements": [{"id": "\#(id)", "level": "must", "subject": "service", "text": "t", "#
      + #""testableBy": "service-response"}]}]}]}"#
  }

  private static func suite(_ cookbook: String, covers: String = "V2-1") -> String {
    "suite: S\ncookbook: \(cookbook)\nscenarios:\n  - scenario: a\n    steps:\n"
      + "      - {step: b, covers: [\(covers)], request: {GET: /}, expect: {status: 200}}\n"
  }

  @Test(arguments: [
    ("a/b/cookbooks/c.json", []), ("a/cookbooks/c.json", []), ("shipped/cookbooks/c.json", []),
    ("cookbooks/c.json", ["a/b/s.yaml:2:11"]), ("a/b/c.json", ["a/b/s.yaml:2:11"]),
  ])
  func `is found beside, above and among the shipped suites`(path: String, expected: [String]) {
    let memory = Memory(texts: [path: Self.catalogue("V2-1"), "a/b/s.yaml": Self.suite("c")])
    let loaded = memory.load(["a/b/s.yaml"], shipped: "shipped")
    #expect(loaded.diagnostics.map { "\($0.file):\($0.position)" } == expected)
  }

  @Test(arguments: [
    "../c", "a/c", "c.json", "\"\"", "..", "/etc/passwd", "[c]", "!x c", "\"c\\0\"", "é",
    String(repeating: "c", count: 101),
  ])
  func `has a name and no path`(name: String) {
    let texts = [
      "a/b/s.yaml": Self.suite(name), "a/b/cookbooks/c.json": Self.catalogue("V2-1"),
      "a/b/c.json": Self.catalogue("V2-1"),
    ]
    let found = Memory(texts: texts).load(["a/b/s.yaml"]).diagnostics
    #expect(found.map(\.message) == ["a cookbook has a name of letters, digits and '-'"])
    #expect(found.map(\.position.line) == [2])
  }

  @Test func `has a name of at most a hundred characters`() {
    let name = String(repeating: "C9-_z", count: 20)
    let texts = ["s.yaml": Self.suite(name), "cookbooks/\(name).json": Self.catalogue("V2-1")]
    #expect(Memory(texts: texts).load(["s.yaml"]).diagnostics.map(\.description) == [])
  }

  @Test(arguments: ["cookbooks", "cookbooks/c.json"])
  func `is not read through a symbolic link`(link: String) {
    let memory = Memory(
      texts: ["cookbooks/c.json": Self.catalogue("V2-1"), "s.yaml": Self.suite("c")], links: [link])
    #expect(memory.load(["s.yaml"]).diagnostics.count == 1)
  }

  @Test(arguments: [
    ("{", "1:2"), (#"{"cookbook": "c", "cookbook": "d"}"#, "1:1"), (#"{"cookbook": "c"}"#, "1:1"),
    ("[]", "1:1"),
  ])
  func `that can't be read is one mistake, in its file`(text: String, place: String) {
    let memory = Memory(texts: ["cookbooks/c.json": text, "s.yaml": Self.suite("c")])
    let found = memory.load(["s.yaml"]).diagnostics.map { "\($0.file):\($0.position)" }
    #expect(found == ["cookbooks/c.json:\(place)"])
  }

  @Test func `requirements of a shared fragment are those of any cookbook`() {
    func fragment(_ id: String) -> String {
      "fragments:\n  - {fragment: f, steps: [{step: s, covers: [\(id)], request: {GET: /}, expect: "
        + "{status: 200}}]}\n"
    }
    func found(_ id: String) -> [String] {
      Memory(texts: [
        "s.yaml": Self.suite("c"),
        "t.yaml": Self.suite("d", covers: "V1-1").replacing("suite: S", with: "suite: T"),
        "cookbooks/c.json": Self.catalogue("V2-1"), "cookbooks/d.json": Self.catalogue("V1-1"),
        "fragments.yaml": fragment(id),
      ]).load(["s.yaml", "t.yaml"]).diagnostics.map(\.description)
    }
    #expect(found("V2-1") == [])
    #expect(found("V1-1") == [])
    #expect(found("V9-9") == [])
    #expect(
      found("V2-11") == [
        "fragments.yaml:2:46: error: the cookbook has no requirement 'V2-11', did you mean 'V2-1'?"
      ])
  }

  @Test func `suites of one name, and paths named twice`() {
    let memory = Memory(
      texts: ["a/s.yaml": suite("c"), "a/t.yaml": suite("c")].mapValues {
        $0.replacing("cookbook: c\n", with: "").replacing("covers: [V2-1], ", with: "")
      })
    #expect(
      memory.load(["a", "a/s.yaml", "nowhere"]).diagnostics.map(\.description) == [
        "a/t.yaml:1:8: error: another suite is called 'S', too: a/s.yaml",
        "nowhere:1:1: error: there is no such file or folder",
      ])
  }

  @Test func `a folder gives the files in it that end in yaml or yml`() {
    let text = suite("c").replacing("cookbook: c\n", with: "")
      .replacing("covers: [V2-1], ", with: "")
    func named(_ name: String) -> String { text.replacing("suite: S", with: "suite: \(name)") }
    let memory = Memory(texts: [
      "a/s.yml": text, "a/b/t.yaml": named("T"), "a/u.txt": text, "a/.hidden.yaml": text,
      "a/.git/v.yaml": text, "a/cookbooks/w.yaml": text, "a/targets/x.yaml": text,
      "a/application/y.yaml": text,
    ])
    let loaded = memory.load(["a"])
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.suites.map(\.file) == ["a/b/t.yaml", "a/s.yml"])
  }

  @Test(arguments: [(15, true), (16, false)])
  func `a folder is looked into sixteen deep`(depth: Int, isFound: Bool) {
    let folder = (["a"] + (1...depth).map { "f\($0)" }).joined(separator: "/")
    let text = suite("c").replacing("cookbook: c\n", with: "")
      .replacing("covers: [V2-1], ", with: "")
    let loaded = Memory(texts: ["\(folder)/s.yaml": text]).load(["a"])
    #expect(loaded.suites.count == (isFound ? 1 : 0))
    #expect(
      loaded.diagnostics.map(\.description)
        == (isFound
          ? [] : ["\(folder):1:1: error: suites are looked for in 16 folders within each other"]))
  }

  @Test func `what is neither a file nor a folder, or can't be listed, is a mistake`() {
    let files = SuiteFiles(
      kind: { $0 == "pipe" ? .other : .folder },
      read: { _ throws(FileProblem) in throw FileProblem("it can't be read") },
      list: { _ throws(FileProblem) in throw FileProblem("it can't be listed") })
    let loaded = SuiteLoader.load(["pipe", "folder"], shipped: nil, files: files)
    #expect(
      loaded.diagnostics.map(\.description) == [
        "folder:1:1: error: it can't be listed", "pipe:1:1: error: this is not a file",
      ])
  }

  @Test func `a link to a folder that is named is a folder, and no other link`() {
    let files = SuiteFiles(
      kind: { ["l": .link, "l/.": .folder, "k": .link, "k/.": .file, "f": .folder][$0] },
      read: { _ throws(FileProblem) in [] }, list: { _ throws(FileProblem) in [] })
    #expect(["l", "k", "f", "n"].map(files.namedKind) == [.folder, .link, .folder, nil])
  }

  @Test(
    arguments: [("p", true), ("p/deep", false), ("other", false), (nil, false)] as [(String?, Bool)]
  )
  func `what is declared beside a profile is declared for it`(folder: String?, isDeclared: Bool) {
    let memory = Memory(texts: [
      "a/s.yaml": "suite: S\nscenarios: [{scenario: a, steps: [{wait: 1s}]}]\n",
      "p/facts.yaml": FactFile.declaring(texts: ["own"]), "p/deep/x": "",
    ])
    let loaded = SuiteLoader.load(["a/s.yaml"], shipped: nil, profiles: folder, files: memory.files)
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.facts.declares("own") == isDeclared)
  }

  @Test(
    arguments: [
      (nil, ["S", "T", "U"]), (["c"], ["S", "U"]), (["d"], ["T", "U"]),
      (["c", "d"], ["S", "T", "U"]),
      (["e"], ["U"]),
    ] as [([String]?, [String])])
  func `suites judge by their cookbooks`(cookbooks: [String]?, names: [String]) {
    let loaded = Memory(texts: [
      "s.yaml": Self.suite("c"),
      "t.yaml": Self.suite("d", covers: "V1-1").replacing("suite: S", with: "suite: T"),
      "u.yaml": "suite: U\nscenarios: [{scenario: a, steps: [{wait: 1s}]}]\n",
      "cookbooks/c.json": Self.catalogue("V2-1"), "cookbooks/d.json": Self.catalogue("V1-1"),
    ]).load(["s.yaml", "t.yaml", "u.yaml"])
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.cookbooksOfSuites == ["c", "d"])
    #expect(loaded.cookbooks == ["c", "d"])
    #expect(loaded.judging(by: cookbooks).suites.map(\.name) == names)
  }

  @Test func `a scenario covers what its steps and their fragments cover, each once`() throws {
    let step = { (covers: String) in
      "{step: s\(covers.count), covers: [\(covers)], request: {GET: /}, expect: {status: 200}}"
    }
    let ids = ["V2-1", "V2-2", "V2-3", "V2-4"]
    let requirements = ids.map {
      #"{"id": "\#($0)", "level": "must", "subject": "service", "text": "t", "testableBy": "service-response"}"#
    }
    let catalogue =
      #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": [{"title": "s", "requirements": [\#(requirements.joined(separator: ", "))]}]}]}"#
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
    #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(loaded.requirements(coveredBy: scenarios[0]).sorted() == ids)
    #expect(loaded.covering(scenarios[0]).first { $0.cover.id == "V2-1" }?.step.name == "s4")
    #expect(loaded.requirements(coveredBy: scenarios[1]) == ["V2-3"])
  }

  @Test(arguments: [
    (".", ".."), ("/", "/"), ("a", "."), ("a/b", "a"), ("a/b/", "a"), ("/a", "/"), ("..", "../.."),
    ("a/..", "a/../.."), ("a/.", "a/./.."),
  ])
  func `the folder above a folder is known without a look at it`(folder: String, above: String) {
    #expect(SuitePath.above(folder) == above)
  }

  @Test func `a path has one spelling, a folder and a name`() {
    #expect(SuitePath.normalized("./a//b/./c") == "a/b/c")
    #expect(SuitePath.normalized("/a/./b/") == "/a/b")
    #expect(["a", "/a", "a/b", "a/b/c"].map(SuitePath.folder) == [".", "/", "a", "a/b"])
    #expect(["a", "/a", "a/b"].map(SuitePath.name) == ["a", "a", "b"])
    #expect([".", "a", "a/"].map { SuitePath.joined($0, "x") } == ["x", "a/x", "a/x"])
  }

  private func suite(_ cookbook: String) -> String { Self.suite(cookbook) }
}
