// SPDX-License-Identifier: Apache-2.0
// Fragments: what they take and give, where they are found, and that they end.

import Formats
import Suites
import TestSupport
import Testing
import Text

struct FragmentTests {
  private static func request(_ path: String, save: String = "") -> String {
    "{step: s, request: {GET: \"\(path)\"}, expect: {status: 200}\(save)}"
  }

  private static func fragments(_ lines: [String]) -> String {
    "fragments:\n" + lines.map { "  - \($0)\n" }.joined()
  }

  /// A file with the fragment f.
  private static func file(_ path: String = "/") -> String {
    fragments(["{fragment: f, steps: [\(request(path))]}"])
  }

  /// A suite that uses the fragment f.
  private static func using(_ before: String = "") -> String {
    "suite: S\n\(before)scenarios: [{scenario: one, steps: [{use: f}]}]\n"
  }

  /// The file of the fragment that the first step uses.
  private static func used(by loaded: SuiteCollection) throws -> String? {
    guard case .use(let use) = try loaded.step.action else { return nil }
    #expect(loaded.fragments[use.fragment] != nil)
    return use.fragment.file
  }

  @Test(
    arguments: table(
      #"""
      {fragmnt: f, steps: [{wait: 1s}]} | 3:6: error: unknown key 'fragmnt' in a fragment, did you mean 'fragment'?
      {fragment: f} | 3:5: error: a fragment has steps: add 'steps: …'
      {fragment: f, once: always, steps: [{wait: 1s}]} | 3:25: error: 'once' is run, found the text 'always'
      {fragment: f, steps: [{wait: 1s}], finally: [{wait: 1s}]} | 3:49: error: a fragment has no 'finally'; write it in the scenarios that use it
      {fragment: f, gives: [x], steps: [{wait: 1s}]} | 3:16: error: the fragment gives 'x', which none of its steps saves
      {fragment: f, takes: [a, a, B], steps: [{wait: 1s}]} | 3:30: error: 'a' is taken twice & 3:33: error: 'B' can't be a name: lower-case letters, digits and '_', a letter first
      {fragment: f, takes: a, steps: [{wait: 1s}]} | 3:26: error: expected the names that must be given, a list, or names with defaults, a map
      {fragment: f, steps: [{wait: 1s, device: phone}]} | 3:46: error: a fragment acts on the device of its user; it can't name one
      {fragment: f, takes: {B: 1}, steps: [{wait: 1s}]} | 3:27: error: 'B' can't be a name: lower-case letters, digits and '_', a letter first
      {fragment: f, gives: [x, x], steps: [\#(request("/", save: ", save: {x: $.x}"))]} | 3:30: error: 'x' is given twice
      {fragment: f, fresh-for: 1s, steps: [{wait: 1s}]} | 3:30: error: 'fresh-for' is about a shared result; add 'once: run'
      {fragment: f, once: run, fresh-for: "${b}s", steps: [{wait: 1s}]} | 3:42: error: unknown variable ${b}; a fragment sees what it takes, facts and built-ins
      {fragment: f, takes: {b: 1, a: "${b}"}, steps: [{wait: 1s}]} | 3:37: error: unknown variable ${b}; a fragment sees what it takes, facts and built-ins
      {steps: [{wait: 1s}]} | 3:5: error: a fragment has a name: add 'fragment: …'
      {fragment: f, steps: [{wait: 1s}]}↵  - {fragment: f, steps: [{wait: 1s}]} | 4:5: error: another fragment is called 'f', too, at line 3
      {fragment: f, takes: {a: "${b}"}, steps: [{wait: 1s}]} | 3:31: error: unknown variable ${b}; a fragment sees what it takes, facts and built-ins
      {fragment: f, once: run, steps: [{partner: {permission: {}}}]} | 3:48: error: a fragment with 'once: run' has a device of its own: the framework is called before it has a state; add a step 'partner: {state: …}' before it
      {fragment: f, takes: {a: 1}, steps: [{step: "${a}", cases: [{a: x}], wait: 1s}]} | 3:16: error: a step of the fragment has a table with the variable 'a', which the fragment takes; choose another name
      {fragment: f, takes: {a: 1}, steps: [\#(request("/", save: ", save: {a: $.x}"))]} | 3:103: error: 'a' is a parameter of the fragment, which 'save' can't replace; choose another name
      """#) as [(String, [String])])
  func `a fragment is told what is wrong with it`(line: String, expected: [String]) {
    let text = suite(steps: "- {wait: 1s}", before: Self.fragments([line]))
    let found = remarks(text).filter { !$0.contains("never used") }
    #expect(found == expected)
  }

  @Test(
    arguments: table(
      #"""
      - {use: f, with: {a: 1, b: !any {}}}
      - {use: f, with: {b: 1}} | 8:15: error: the fragment 'f' needs 'a': add 'with: {a: …}'
      - {use: f, with: {a: 1, b: 1, bb: 2}} | 8:37: error: the fragment 'f' does not take 'bb', did you mean 'b'?
      - {use: f, with: {a: 1, b: 1, zzzz: 2}} | 8:37: error: the fragment 'f' does not take 'zzzz', it takes a, b
      - {use: g} | 8:15: error: unknown fragment 'g', did you mean 'f'?
      - {use: [f]} | 8:15: error: expected the name of a fragment, a text, found a list
      - {use: f, with: {b: 1, a: "${nowhere}"}} | 8:35: error: unknown variable ${nowhere}; save it in a step before, or declare it in facts.yaml if it is a fact of the target
      - {use: f, with: {a: 1, b: 1}, expect: {json: {c: 1}, status: 200}} | 8:61: error: unknown key 'status' in an expectation of an answer that is JSON, known are json, either
      - {use: nothing, with: {a: 1}} | 3:16: warning: the fragment 'f' is never used & 8:31: error: the fragment 'nothing' does not take 'a', it takes nothing
      """#) as [(String, [String])])
  func `a use is told what is wrong with it`(step: String, expected: [String]) {
    let text = suite(steps: step, before: Self.taking)
    #expect(remarks(text) == expected)
  }

  @Test(
    arguments: table(
      #"""
      - {use: f} | 9:15: error: the fragment 'f' calls the framework before it has a state; add a step 'partner: {state: …}' before it
      - {partner: {state: denied}}↵- {use: f}
      - {use: opens}↵- {use: f}
      // One that runs once for all has a device of its own.
      - {use: once}↵- {use: f} | 10:15: error: the fragment 'f' calls the framework before it has a state; add a step 'partner: {state: …}' before it
      - {use: once}
      """#) as [(String, [String])])
  func `one that calls the framework is used where that has a state`(
    steps: String, expected: [String]
  ) {
    let before = Self.fragments([
      "{fragment: f, steps: [{partner: {permission: {}}}]}",
      "{fragment: opens, steps: [{partner: {state: denied}}]}",
      "{fragment: once, once: run, steps: [{partner: {state: denied}}, {partner: {permission: {}}}]}",
    ])
    let found = remarks(suite(steps: steps, before: before)).filter { !$0.contains("never used") }
    #expect(found == expected)
  }

  @Test(arguments: ["{partner: {permission: {}}, ", "{user: sign-out, ", "{use: f, "])
  func `the state of one device is not that of another`(call: String) {
    func found(_ opener: String, _ caller: String) -> Int {
      let text = suite(
        scenario: """
          devices: {phone: {platform: iOS}}
          steps:
            - {partner: {state: denied}, device: \(opener)}
            - \(call)device: \(caller)}
          """, before: Self.fragments(["{fragment: f, steps: [{partner: {permission: {}}}]}"]))
      return remarks(text).count { $0.contains("before it has a state") }
    }
    #expect(found("phone", "phone") == 0)
    #expect(found("device", "device") == 0)
    #expect(found("phone", "device") == 1)
    #expect(found("device", "phone") == 1)
  }

  /// By what it is used; other files than the suite may use those of a file of fragments.
  @Test(arguments: [
    ("steps: [{use: f}]", "", []), ("steps: [{wait: 1s}]\nfinally: [{use: f}]", "", []),
    ("steps: [{use: g}]", "  - {fragment: g, steps: [{use: f}]}\n", []),
    ("steps: [{wait: 1s}]", "", ["f"]),
    ("steps: [{wait: 1s}]", "  - {fragment: g, steps: [{wait: 1s}]}\n", ["f", "g"]),
  ])
  func `one that nothing uses is doubted`(scenario: String, more: String, names: [String]) {
    let text = suite(
      scenario: scenario, before: "fragments:\n  - {fragment: f, steps: [{wait: 1s}]}\n\(more)")
    let shared = "fragments: [{fragment: h, steps: [{wait: 1s}]}]\n"
    #expect(
      loadSuite(text, beside: ["fragments.yaml": shared]).diagnostics.map(\.message)
        == names.map { "the fragment '\($0)' is never used" })
  }

  /// A fragment that must be given `a` and `b`, and one, used by it, that takes nothing.
  private static let taking = fragments([
    "{fragment: f, takes: [a, b], gives: [c], steps: [{use: nothing}, {step: s, request: {GET: "
      + "\"/${a}${b}\"}, save: {c: $.c}}]}", "{fragment: nothing, steps: [{wait: 1s}]}",
  ])

  @Test func `is looked up in the suite, beside it, then in the folder above`() throws {
    var texts = ["a/b/s.yaml": Self.using(), "a/fragments.yaml": Self.file("/above")]
    func found() throws -> String? {
      let loaded = Memory(texts: texts).load(["a/b/s.yaml"])
      #expect(loaded.diagnostics.map(\.description) == [])
      return try Self.used(by: loaded)
    }
    #expect(try found() == "a/fragments.yaml")
    texts["a/b/fragments.yaml"] = Self.file("/beside")
    #expect(try found() == "a/b/fragments.yaml")
    texts["a/b/s.yaml"] = Self.using(Self.file("/own"))
    #expect(try found() == "a/b/s.yaml")
  }

  /// A suite in an empty folder, by its cookbook, with the shipped file that has the fragment.
  @Test(arguments: [
    ("", "usual/fragments.yaml"), ("cookbook: base\n", "usual/one/fragments.yaml"),
    ("cookbook: mine\n", "usual/two/fragments.yaml"),
  ])
  func `is looked up last among the shipped suites, those of the nearest cookbook first`(
    cookbook: String, expected: String
  ) throws {
    let catalogue = #"{"cookbook": "c", "revision": "1", "phases": []}"#
    let texts = [
      "far/s.yaml": Self.using(cookbook), "usual/fragments.yaml": Self.file(),
      "usual/one/a.yaml": Self.using("cookbook: base\n"),
      "usual/one/fragments.yaml": Self.file() + "  - {fragment: g, steps: [{wait: 1s}]}\n",
      "usual/two/a.yaml": Self.using("cookbook: mine\n"),
      "usual/two/fragments.yaml": Self.fragments(["{fragment: f, steps: [{use: g}]}"]),
      "usual/cookbooks/base.json": catalogue,
      "usual/cookbooks/mine.json": catalogue.replacing("}", with: #", "extends": "base"}"#),
    ]
    let loaded = Memory(texts: texts).load(["far/s.yaml"])
    let errors = loaded.diagnostics.filter { $0.severity == .error && !$0.file.hasSuffix(".json") }
    #expect(errors.map(\.description) == [])
    #expect(try Self.used(by: loaded) == expected)
  }

  @Test func `is not looked up further up, nor through a symbolic link`() {
    let far = Memory(texts: ["a/b/c/s.yaml": Self.using(), "a/fragments.yaml": Self.file()])
    #expect(far.load(["a/b/c/s.yaml"]).diagnostics.count == 1)
    let linked = Memory(
      texts: ["s.yaml": Self.using(), "fragments.yaml": Self.file()], links: ["fragments.yaml"])
    #expect(
      linked.load(["s.yaml"]).diagnostics.map(\.description) == [
        "fragments.yaml:1:1: error: symbolic links are not followed; put the file itself here"
      ])
  }

  @Test(arguments: [
    (["a/b/c/s.yaml"], ["a/b/c/fragments.yaml", "a/b/fragments.yaml"]),
    (["a/b/s.yaml"], ["a/b/fragments.yaml", "a/fragments.yaml"]),
    (["a/b/fragments.yaml"], ["a/b/fragments.yaml", "a/fragments.yaml"]),
  ])
  func `of what stands around a suite no more than two folders are read`(
    paths: [String], expected: [String]
  ) {
    let suite = suite(steps: "- \(Self.request("/"))")
    let memory = Memory(texts: [
      "a/b/c/s.yaml": suite, "a/b/s.yaml": suite, "fragments.yaml": Self.file(),
      "a/fragments.yaml": Self.file(), "a/b/fragments.yaml": Self.file(),
      "a/b/c/fragments.yaml": Self.file(),
    ])
    let loaded = memory.load(paths)
    #expect(loaded.files.keys.filter { $0.hasSuffix("fragments.yaml") }.sorted() == expected)
  }

  @Test func `one of the folder above a suite does not use one further up`() {
    let memory = Memory(texts: [
      "a/b/s.yaml": Self.using(),
      "a/fragments.yaml": Self.fragments(["{fragment: f, steps: [{use: sign-in}]}"]),
      "fragments.yaml": Self.fragments(["{fragment: sign-in, steps: [\(Self.request("/"))]}"]),
    ])
    #expect(
      memory.load(["a/b/s.yaml"]).diagnostics.map(\.description) == [
        "a/fragments.yaml:2:33: error: unknown fragment 'sign-in'; it is looked up in this file and "
          + "among the shipped suites: for a suite below, nothing further up is read"
      ])
    // Where it stands beside what was named, it does.
    #expect(memory.load(["a/b/s.yaml", "a/fragments.yaml"]).diagnostics.isEmpty)
  }

  @Test func `a file that can't be read is one mistake, not one for each use`() {
    let loaded = loadSuite(
      suite(steps: "- use: f\n- \(Self.request("/${token}"))"),
      beside: ["fragments.yaml": "fragments: [}\n"])
    #expect(loaded.diagnostics.map(\.file) == ["fragments.yaml"])
  }

  @Test func `a cycle is an error, once`() {
    let lines = [
      "{fragment: a, steps: [{use: b}]}", "{fragment: b, steps: [{use: c}]}",
      "{fragment: c, steps: [{use: a}]}",
    ]
    let text = suite(steps: "- {use: b}", before: Self.fragments(lines))
    #expect(remarks(text) == ["4:16: error: a fragment can't use itself: b → c → a → b"])
  }

  @Test(arguments: [16, 17, 5_000], [false, true])
  func `more than sixteen in each other are an error, in any order`(count: Int, isReversed: Bool) {
    let lines = (0..<count).map { index in
      "{fragment: f\(index), steps: [\(index == count - 1 ? "{wait: 1s}" : "{use: f\(index + 1)}")]}"
    }
    let text = suite(
      steps: "- {use: f0}", before: Self.fragments(isReversed ? lines.reversed() : lines))
    let message = "error: fragments use each other more than 16 deep"
    #expect(remarks(text).contains { $0.contains(message) } == (count > 16))
  }

  @Test(arguments: [(91, 0), (91, 1), (92, 0)])
  func `ten thousand steps are none too many, those of finally included`(count: Int, final: Int) {
    func list(_ step: String, _ count: Int) -> String {
      Array(repeating: step, count: count).joined(separator: ", ")
    }
    let before = Self.fragments([
      "{fragment: f, steps: [\(list("{wait: 1ms}", 99))]}",
      "{fragment: g, steps: [\(list("{use: f}", 10))]}",
    ])
    // 9 of 1001, 9 of 100, and the others.
    let steps = "\(list("{use: g}", 9)), \(list("{use: f}", 9)), \(list("{wait: 1ms}", count))"
    let text = suite(
      scenario: "steps: [\(steps)]\(final == 0 ? "" : "\nfinally: [{wait: 1ms}]")", before: before)
    #expect(
      remarks(text).map { $0.contains("more than 10000 steps") }
        == (count + final == 91 ? [] : [true]))
  }

  @Test func `fragments that multiply are an error`() {
    let lines = (0..<14).map { index in
      index == 13
        ? "{fragment: f13, steps: [\(Self.request("/${mvpd}"))]}"
        : "{fragment: f\(index), steps: [{use: f\(index + 1)}, {use: f\(index + 1)}, {use: f\(index + 1)}]}"
    }
    let text = suite(steps: "- {use: f0}", before: Self.fragments(lines))
    #expect(
      remarks(text) == [
        "18:15: error: the scenario has more than 10000 steps, those of its fragments included"
      ])
  }

  @Test func `its facts are needed by its users, its defaults only if they are used`() throws {
    let before = Self.fragments([
      "{fragment: inner, steps: [\(Self.request("/${mvpd}"))]}",
      "{fragment: f, takes: {a: \"${picker_mvpd}\"}, steps: [{use: inner}, \(Self.request("/${a}"))]}",
    ])
    func needs(_ step: String) throws -> [String] {
      let loaded = loadWithoutMistakes(suite(steps: step, before: before))
      return try loaded.scenario.needs.map(\.description)
    }
    #expect(try needs("- {use: f}") == ["mvpd", "picker_mvpd"])
    #expect(try needs("- {use: f, with: {a: x}}") == ["mvpd"])
    #expect(try needs("- {use: f, with: {a: \"${domain}\"}}") == ["domain", "mvpd"])
  }
}
