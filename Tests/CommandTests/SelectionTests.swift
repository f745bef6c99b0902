// SPDX-License-Identifier: Apache-2.0
// Options that select scenarios, and budgets.

import Formats
import Foundation
import HTTP
import Record
import Suites
import TestSupport
import Testing

@testable import Command

struct SelectionTests {
  /// The names that `list` shows of the shipped suites for a selection.
  private static func listed(_ words: [String]) throws -> [JSONValue] {
    let line = CommandLine(["list", "--format", "json"] + words)
    #expect(line.status == .success, "\(line.errors)")
    return try line.json["suites"]?.array ?? []
  }

  @Test func `keeps the suites of a phase`() throws {
    let suites = try Self.listed(["--phase", "C", "--phase", "E"])
    #expect(Set(suites.compactMap { $0["phase"]?.string }) == ["C", "E"])
  }

  @Test func `keeps scenarios that cover a requirement, also in a fragment`() throws {
    let folder = try TemporaryFolder()
    try Self.write(to: folder)
    func names(_ words: [String]) -> [String] {
      CommandLine(["list", folder.file("suite.yaml")] + words).output.split(separator: "\n")
        .filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }
    #expect(names(["--requirement", "V2-A2-02"]) == ["Own [a]"])
    #expect(names(["--requirement", "V2-B4-01"]) == ["By a fragment [a] [b]"])
    #expect(names(["--requirement", "V2-A2-02", "--requirement", "V2-B4-01"]).count == 2)
    #expect(names(["--tag", "a", "--exclude-tag", "b"]) == ["Own [a]"])
  }

  @Test(
    arguments: [
      ("--tag", "slwo", "no scenario has this tag, did you mean 'slow'?"),
      ("--tag", "nothing-like-it", "no scenario has this tag; 'list'"),
      ("--exclude-tag", "slwo", "no scenario has this tag, did you mean"),
      ("--phase", "c", "no suite is of this phase; there are C"),
      (
        "--requirement", "V2-A2-20", "no catalogue has this requirement, did you mean 'V2-A2-02'?"
      ), ("--requirement", "V2-C13-01", "no scenario covers it"),
      (
        "--scenario", "by a fragmnet", "no scenario has this name, did you mean 'By a fragment'?"
      ), ("--scenario", "Own*x", "no scenario has this name; 'list'"),
      ("--scenario Own --scenario", "qqqqqqqq", "no scenario"),
    ])
  func `names what selects nothing`(options: String, value: String, message: String) throws {
    let folder = try TemporaryFolder()
    try Self.write(to: folder)
    let suites = [folder.file("suite.yaml"), folder.file("other.yaml")]
    let words = options.split(separator: " ").map(String.init) + [value]
    for command in [["list"] + suites, ["run"] + suites + ["--reports", folder.file("r")]] {
      CommandLine(command + words).expect(
        .invalidInput, errors: "error: \(words[words.count - 2]) '\(value)': \(message)")
    }
    #expect(folder.text(of: "r/report.json") == "")
  }

  /// Two words that select something each, and nothing together.
  @Test func `proves nothing where all is selected away`() throws {
    let folder = try TemporaryFolder()
    try Self.write(to: folder)
    let words = [folder.file("suite.yaml"), "--tag", "b", "--exclude-tag", "a"]
    try folder.write("earlier", to: "r/report.json")
    CommandLine(["run"] + words + ["--reports", folder.file("r")]).expect(
      .notConformant,
      output: """
        nothing was proved: no scenario matches all options together
        Nothing was sent, and no report was written.

        """)
    #expect(folder.text(of: "r/report.json") == "earlier")
  }

  @Test func `counts the scenarios that are selected, and those that there are`() throws {
    let folder = try TemporaryFolder()
    try Self.write(to: folder)
    try folder.write(
      """
      suite: Before
      cookbook: apple-sso-rest-api-v2
      preflight: true
      scenarios:
        - {scenario: Is there, steps: [{step: Ask, request: {GET: "/"}, expect: {status: 200}}]}
      """, to: "preflight.yaml")
    func load(_ paths: [String]) -> SuiteCollection {
      SuiteLoader.load(paths, shipped: CommandLine.suites, files: SuiteLocation.files)
    }
    let suites = load(["suite", "other", "preflight"].map { folder.file("\($0).yaml") })
    #expect(!suites.hasErrors && suites.suites.count == 3)
    let console = Console(environment: [:], isInteractive: false) { _, _ in }
    func record(_ words: [String], _ budget: BudgetRecord? = nil) throws -> SelectionRecord? {
      let arguments = try Arguments(words, options: Subcommand.runSuites.options)
      return arguments.selectionRecord(
        try arguments.selection(of: suites), planned: 3, budget: budget, of: suites, console)
    }
    #expect(try record([]) == nil)
    for words in [
      ["--scenario", "Own"], ["--tag", "a"], ["--exclude-tag", "b"], ["--phase", "C"],
      ["--requirement", "V2-A2-02"],
    ] {
      let selection = try #require(try record(words), "\(words)")
      #expect(selection.selected == 3 && selection.total == 3)
    }
    let budget = BudgetRecord(
      limits: ["2req"], requests: 2, duration: .zero, leftOut: 2, proves: 1, provable: 1)
    let selection = try #require(try record(["--budget", "2req"], budget))
    #expect(selection.selected == 1 && selection.total == 3)
    // Of a cookbook that a named suite judges by, the shipped suites count as well.
    let shipped = load([CommandLine.suites]).inEveryRun
    let cookbooks = shipped.catalogues.names(chosenBy: ["apple-sso-rest-api-v2"])
    let others = shipped.suites.filter { !$0.isPreflight && cookbooks.contains($0.cookbook ?? "") }
    let scenarios = others.flatMap(\.scenarios)
    #expect(scenarios.contains { !$0.liveTables.isEmpty })
    #expect(try record([folder.file("suite.yaml")])?.total == 3 + scenarios.count)
  }

  private static func write(to folder: TemporaryFolder) throws {
    let ask = "step: Ask, request: {GET: \"/\"}, expect: {status: 200}"
    try folder.write(
      "fragments: [{fragment: ask, steps: [{covers: [{V2-B4-01: status}], \(ask)}]}]\n",
      to: "fragments.yaml")
    try folder.write(
      """
      suite: S
      cookbook: apple-sso-rest-api-v2
      scenarios:
        - {scenario: Own, tags: [a], steps: [{covers: [V2-A2-02], \(ask)}]}
        - {scenario: By a fragment, tags: [a, b], steps: [{use: ask}]}
      """, to: "suite.yaml")
    try folder.write(
      """
      suite: T
      phase: C
      cookbook: apple-sso-rest-api-v2
      scenarios: [{scenario: Slowly, tags: [slow], steps: [{\(ask)}]}]
      """, to: "other.yaml")
  }
}

/// `--cookbook`, in a folder with a base, a cookbook that extends it, and one with a mistake.
struct CookbookOptionTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, base, ids) in [
      ("base", nil, ["B-1", "B-2"]), ("mine", "base", ["M-1"]), ("other", "base", ["O-1"]),
    ] {
      let requirements = ids.map { id in
        #"{"id": "\#(id)", "level": "\#(name == "other" ? "MUST" : "must")", "subject": "service","#
          + #" "text": "t", "shownBy": ["service"]}"#
      }
      let extends = base.map { #""extends": "\#($0)", "# } ?? ""
      try folder.write(
        #"{"cookbook": "\#(name)", "revision": "1", \#(extends)"phases": [{"id": "A", "title": "a","#
          + #" "steps": [{"title": "s", "requirements": [\#(requirements.joined(separator: ", "))]}]}]}"#,
        to: "s/cookbooks/\(name).json")
      // What the base leaves unproved, the cookbook that extends it may prove.
      let covers = name == "mine" ? "M-1, B-2" : ids[0]
      try folder.write(
        """
        suite: Suite of \(name)
        cookbook: \(name)
        scenarios:
          - scenario: Of \(name)
            steps: [{step: Ask, covers: [\(covers)], request: {GET: /}, expect: {status: 404}}]
        """, to: "s/\(name)/a.yaml")
      try folder.write(
        "facts: [{fact: of_\(name), about: a, type: text, example: e, essential: [\(name)]}]\n",
        to: "s/\(name)/facts.yaml")
    }
    return folder
  }

  @Test(arguments: [
    (["check"], "1 error, 0 warnings", 2), (["check", "--cookbook", "mine"], "0 errors", 0),
    (["check", "--cookbook", "other"], "unknown level 'MUST', did you mean 'must'?", 2),
    (["list", "--cookbook", "mine"], "2 suites, 2 scenarios", 0),
    (["list", "--cookbook", "base"], "1 suite, 1 scenario", 0),
    (["list", "--cookbook", "bse"], "did you mean 'base'?; there are base, mine and other", 2),
    (["coverage", "--unproved", "--cookbook", "base"], "no scenario covers it", 1),
    (["coverage", "--unproved", "--cookbook", "mine"], "No gaps.", 0),
    (["init", "-", "--for", "SUITES", "--cookbook", "mine"], "of_mine: e", 0),
    (["check", "--cookbook", "mine", "--target", "http://x"], "'of_base' is missing", 2),
  ])
  func `chooses the suites of a cookbook and of what it extends`(
    words: [String], expected: String, status: Int32
  ) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.file("s")
    let line = CommandLine(
      words.map { $0 == "SUITES" ? path : $0 } + (words.contains("SUITES") ? [] : [path]))
    let text = line.output + line.errors
    #expect(line.status.rawValue == status && text.contains(expected), "\(text)")
    if words.contains("mine") { #expect(!text.contains("of_other"), "\(text)") }
  }

  @Test(arguments: [
    (["--cookbook", "mine"], [], "3 of 3 requirements proved; 2 scenarios passed"),
    (["--cookbook", "base"], [], "1 of 2 requirements proved; 1 scenario passed"),
    (["--set", "of_mine=m"], ["mine", "base"], "3 of 3 requirements proved; 2 scenarios passed"),
    // A fact of a cookbook that is not run is known, and not used.
    (["--cookbook", "base", "--set", "of_mine=m"], [], "1 of 2 requirements proved"),
  ])
  func `a run has a table for a cookbook and one for its base, and counts both once`(
    words: [String], folders: [String], outcome: String
  ) throws {
    let folder = try Self.folder()
    let paths = folders.isEmpty ? [folder.file("s")] : folders.map { folder.file("s/\($0)") }
    let facts =
      ["--set", "of_base=b"] + (words.contains("of_mine=m") ? [] : ["--set", "of_mine=m"])
    let run = try CommandRun(paths + words + facts, in: folder)
    #expect(run.output.contains(outcome), "\(run.output)\(run.errors)")
    for name in ["base", "mine"] {
      let hasTable = run.markdown.contains("\n| \(name) | passed |")
      #expect(hasTable == (name == "base" || !words.contains("base")), "\(run.markdown)")
    }
    #expect(
      run.report["catalogues"]?.array?.contains { $0["extends"] == "base" } == !words.contains(
        "base"))
  }
}

struct BudgetTests {
  static let suite = """
    suite: Small
    cookbook: apple-sso-rest-api-v2
    phase: A
    scenarios:
      - scenario: Proves one for three
        steps:
          - {step: A, request: {GET: /1}, expect: {status: 200}}
          - {step: B, request: {GET: /2}, expect: {status: 200}}
          - {step: C, covers: [V2-A2-02: status], request: {GET: /3}, expect: {status: 200}}
      - scenario: Proves two for one
        steps: [{step: A, covers: [V2-A2-02: status, V2-A2-03: status], request: {GET: /4}, expect: {status: 200}}]
      - scenario: Proves a fact for one
        steps: [{step: A, covers: [API-OVERVIEW-04: status], request: {GET: /5}, expect: {status: 200}}]
      - scenario: Can't be run
        needs: [throttled]
        steps: [{step: A, covers: [V2-A2-03: status], request: {GET: /6}, expect: {status: 200}}]
      - scenario: Proves nothing
        steps: [{step: A, request: {GET: /7}, expect: {status: 200}}]
    """

  /// A folder with the suite, and a profile of a service.
  private static func folder(_ port: UInt16, _ profile: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(suite, to: "suite.yaml")
    try folder.write(
      "base-url: http://127.0.0.1:\(port)\nfacts: {software_statement: s, service_provider: x}\n"
        + profile, to: "profile.yaml")
    return folder
  }

  private static func run(_ words: [String], in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(
      [folder.file("suite.yaml"), "--target", folder.file("profile.yaml")] + words + rest,
      in: folder, environment: [SuiteLocation.variable: CommandLine.suites])
  }

  @Test func `runs what proves the most, and says everywhere what is left out`() throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200) }
    defer { server.stop() }
    let folder = try Self.folder(try server.start())
    let run = try Self.run(["--budget", "2req"], in: folder)
    run.expect(
      .success, output: "partial: --budget 2req proves 3 of ",
      "about 2 requests in about 1 s; 2 scenarios left out",
      "10 requests a second, since the profile has no 'rate'")
    #expect(
      run.verdicts == [
        "Proves one for three": "skipped", "Proves two for one": "passed",
        "Proves a fact for one": "passed", "Can't be run": "skipped", "Proves nothing": "skipped",
      ])
    #expect(run.reason(of: "Proves nothing") == "left out by --budget 2req")
    #expect(run.reason(of: "Can't be run").contains("throttled"))
    let outcome = try #require(run.report["outcome"])
    #expect(outcome["verdict"] == "partial")
    let sentence = "selected, and 2 left out by --budget 2req; 2 scenarios passed"
    #expect(outcome["sentence"]?.string?.contains(sentence) == true)
    let budget = try #require(run.report["selection"]?["budget"])
    #expect(budget["limits"] == ["2req"])
    #expect(["requests", "leftOut", "proves"].map { budget[$0] } == [2, 2, 3])
    #expect(run.junit.contains("<skipped message=\"left out by --budget 2req\""))
    #expect(run.markdown.contains("- left out by --budget 2req (2 scenarios)"))
    #expect(run.markdown.contains("`--budget` `2req`"))
    #expect(run.page.contains("left out by --budget 2req"))
  }

  @Test(arguments: [
    ("1h", "", "nothing is left out"), ("5req", "partial: ", "1 scenario left out"),
    ("2req", "partial: ", "2 scenarios left out"),
  ])
  func `says before the run whether anything is left out`(
    budget: String, opening: String, leftOut: String
  ) throws {
    let run = try Self.run(["--budget", budget], in: Self.folder(9))
    let line = try #require(run.output.split(separator: "\n").first { $0.contains(" proves ") })
    #expect(line.hasPrefix("\(opening)--budget \(budget) proves "))
    #expect(line.hasSuffix("; \(leftOut)"))
  }

  /// The other essential facts of a cookbook.
  private static let rest = [
    "domain=d", "redirect_url=http://r.example", "basic_mvpd=b", "partner=Apple", "mvpd=m",
    "resources={permitted: [a], denied: [b]}",
  ].flatMap { ["--set", $0] }

  /// What `list` shows of the suite.
  private static func list(_ words: [String], in folder: TemporaryFolder) -> CommandLine {
    CommandLine(
      ["list", folder.file("suite.yaml"), "--target", folder.file("profile.yaml")] + words)
  }

  @Test(
    arguments: [
      (["1req"], [], ["Proves two for one"]),
      (["2req"], ["--scenario", "one"], ["Proves two for one", "Proves a fact for one"]),
      (["3s"], [], ["Proves two for one", "Proves a fact for one", "Proves nothing"]),
      (["1h", "1req"], [], ["Proves two for one"]), (["1h"], [], nil),
    ] as [([String], [String], [String]?)])
  func `is shown by list`(budgets: [String], words: [String], names: [String]?) throws {
    let folder = try Self.folder(9, "rate: {per-second: 1, burst: 1}\n")
    let line = Self.list(
      ["--format", "json"] + budgets.flatMap { ["--budget", $0] } + words, in: folder)
    #expect(line.status == .success, "\(line.errors)")
    let list = try line.json
    let scenarios = list["suites"]?.array?.flatMap { $0["scenarios"]?.array ?? [] } ?? []
    let all = scenarios.compactMap { $0["scenario"]?.string }.filter { $0 != "Can't be run" }
    let kept = scenarios.filter { $0["skipped"] == nil }.compactMap { $0["scenario"]?.string }
    #expect(kept == names ?? all)
    #expect(list["budget"]?["leftOut"]?.number?.integer == all.count - kept.count)
  }

  /// Budgets, and of what they leave, where the scenario that takes three requests is to run.
  @Test(
    arguments: [
      (["soon"], "--budget is a time (an integer and ms, s, m, h or d"),
      (["0req"], "a number of requests, such as 150req; not '0req'"), (["req"], "not 'req'"),
      (["-1req"], "not '-1req'"), (["5 req"], "not '5 req'"),
      (["1000000001req"], "not '1000000001req'"), (["0s"], "not '0s'"), (["5"], "not '5'"),
      (["5m", "3m"], "--budget takes one time and one number of requests"),
      (["1s", "soon"], "such as 150req; not 'soon'"),
      (["1req", "5m", "2req"], "not two of a kind"),
      (
        ["2req"],
        "--budget 2req is too small: the scenario that proves the most cheaply takes 3 requests"
      ), (["1s"], "about 2 s; give at least --budget 2s"),
      // Only what is too low is to be raised.
      (["1s", "9req"], "about 2 s; give at least --budget 2s\n"),
      (["1s", "1req"], "about 2 s; give at least --budget 2s --budget 3req\n"),
    ])
  func `refuses what is no budget, or too small`(budgets: [String], message: String) throws {
    let folder = try Self.folder(9, "rate: {per-second: 1, burst: 1}\n")
    let words = budgets.flatMap { ["--budget", $0] } + ["--scenario", "for three"]
    try Self.run(words, in: folder).expect(.invalidInput, errors: message)
  }

  /// Three requests, the first of them at once.
  @Test(arguments: [("1", "2s"), ("0.8", "3s"), ("0.999", "3s"), ("4", "1s"), ("0.02", "100s")])
  func `advises a time in which the cheapest scenario is done`(rate: String, least: String) throws {
    let folder = try Self.folder(9, "rate: {per-second: \(rate), burst: 1}\n")
    let words = ["--scenario", "for three", "--budget"]
    let run = try Self.run(words + ["100ms"], in: folder)
    #expect(run.errors.contains("; give at least --budget \(least)\n"), "\(run.errors)")
    Self.list(words + [least], in: folder).expect(.success)
  }

  /// From 340 requests on all that the shipped suites of V2 prove.
  @Test func `proves more of a cookbook with more requests, and soon all`() throws {
    let suites = ["rest-api-v2", "apple-v2"].map { "\(CommandLine.suites)/\($0)" }
    var last = 0
    for (limit, isAll) in [
      ("40req", false), ("100req", false), ("200req", false), ("340req", true), ("1h", true),
    ] {
      let line = CommandLine(
        ["list"] + suites + ["--format", "json", "--target", "reference", "--budget", limit])
      let budget = try line.json["budget"]
      let proves = try #require(budget?["proves"]?.number?.integer)
      #expect(proves >= last, "\(limit)")
      #expect((budget?["notProved"]?.array?.isEmpty == true) == isAll, "\(limit)")
      last = proves
    }
    #expect(last == 257)
  }
}
