// SPDX-License-Identifier: Apache-2.0
// Which files are loaded, by paths and folders, and the order of what is said of them.

import Suites
import TestSupport
import Testing
import Text

struct LoadingTests {
  private static let text = "suite: S\nscenarios: [{scenario: a, steps: [{wait: 1s}]}]\n"

  @Test func `suites of one name, and paths named twice`() {
    let memory = Memory(texts: ["a/s.yaml": Self.text, "a/t.yaml": Self.text])
    #expect(
      memory.load(["a", "a/s.yaml", "nowhere"]).diagnostics.map(\.description) == [
        "a/t.yaml:1:8: error: another suite is called 'S', too: a/s.yaml",
        "nowhere:1:1: error: there is no such file or folder",
      ])
  }

  @Test func `a folder gives the files in it that end in yaml or yml`() {
    let text = Self.text
    let memory = Memory(texts: [
      "a/s.yml": text, "a/b/t.yaml": text.replacing("suite: S", with: "suite: T"), "a/u.txt": text,
      "a/.hidden.yaml": text,
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
    let loaded = Memory(texts: ["\(folder)/s.yaml": Self.text]).load(["a"])
    #expect(loaded.suites.count == (isFound ? 1 : 0))
    #expect(
      loaded.diagnostics.map(\.description)
        == (isFound
          ? [] : ["\(folder):1:1: error: suites are looked for in 16 folders within each other"]))
  }

  @Test func `suites are looked for in two thousand folders`() {
    let texts = (0...2_000).map { ("a/f\($0)/u.txt", "") }
    let loaded = Memory(texts: Dictionary(uniqueKeysWithValues: texts)).load(["a"])
    let told = loaded.diagnostics.filter { $0.description.contains("2,000 folders") }
    #expect(told.count == 1)
  }

  @Test func `what is neither a file nor a folder, or can't be listed, is a mistake`() {
    let files = SuiteFiles(
      kind: { $0 == "pipe" ? .other : .folder },
      read: { _ throws(FileError) in throw FileError("it can't be read") },
      list: { _ throws(FileError) in throw FileError("it can't be listed") })
    let loaded = SuiteLoader.load(["pipe", "folder"], shipped: nil, files: files)
    #expect(
      loaded.diagnostics.map(\.description) == [
        "folder:1:1: error: it can't be listed", "pipe:1:1: error: this is not a file",
      ])
  }

  @Test func `a link to a folder that is named is a folder, and no other link`() {
    let files = SuiteFiles(
      kind: { ["l": .link, "l/.": .folder, "k": .link, "k/.": .file, "f": .folder][$0] },
      read: { _ throws(FileError) in [] }, list: { _ throws(FileError) in [] })
    #expect(["l", "k", "f", "n"].map(files.namedKind) == [.folder, .link, .folder, nil])
  }

  @Test(
    arguments: [("p", true), ("p/deep", false), ("other", false), (nil, false)] as [(String?, Bool)]
  )
  func `what is declared beside a profile is declared for it`(folder: String?, isDeclared: Bool) {
    let memory = Memory(texts: [
      "a/s.yaml": Self.text,
      "p/facts.yaml": FactFile.declaring(texts: ["own"]), "p/deep/x": "",
    ])
    let loaded = SuiteLoader.load(["a/s.yaml"], shipped: nil, profiles: folder, files: memory.files)
    #expect(loaded.diagnostics.map(\.description) == [])
    #expect(loaded.facts.declares("own") == isDeclared)
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

  @Test func `all mistakes of all files come in one go, sorted by file and place`() {
    let memory = Memory(texts: [
      "x/b.yaml": "suite: B\nscenaros: []\n",
      "x/a.yaml": suite(steps: "- {wiat: 1s}\n- {wait: 1s, expect: {json: 1}}"),
      "x/fragments.yaml": "fragmens: []\n", "x/deep/c.yaml": "suite: C\nscenarios: [}\n",
    ])
    let remarks = memory.load(["x"]).diagnostics.map { "\($0.file):\($0.position)" }
    #expect(
      remarks == [
        "x/a.yaml:5:10", "x/a.yaml:6:28", "x/b.yaml:2:1", "x/b.yaml:2:11", "x/deep/c.yaml:2:13",
        "x/fragments.yaml:1:1",
      ])
  }
}
