// SPDX-License-Identifier: Apache-2.0
// The pages of reports and manuals, and their links.

import Formats
import Foundation
import SelfTest
import TestSupport
import Testing

@Suite(.waits, .enabled(if: Browser.path != nil, "there is no chromium here")) struct PageTests {
  /// One run for all tests.
  private static let shared = Result {
    let defect = try #require(Defect.all.first { $0.name == "partner-logout-with-url" })
    return try SuiteRun(against: defect.deviation, suites: ["a-registration", "e-logout"])
  }

  private let run: SuiteRun

  init() throws {
    run = try Self.shared.get()
    #expect(run.status == 1, "\(run.finished)")
  }

  private var page: String { "\(run.folder.path)/Reports/report.html" }

  /// What a script finds in the page, as JSON.
  private func result(of script: String, before: String = "") throws -> JSONValue {
    let page = try run.report("report.html")
    let policy = try #require(page.firstRange(of: /script-src '[^']*'/))
    var copy = page.replacingCharacters(in: policy, with: "script-src 'unsafe-inline'")
    copy.replace(
      "<style>",
      with: """
        <script>window.faults = [];
        addEventListener('error', function (event) { faults.push(String(event.message)); });
        addEventListener('securitypolicyviolation', function (event) { faults.push(event.violatedDirective); });
        console.error = function (text) { faults.push(String(text)); };</script><style>
        """, maxReplacements: 1)
    copy.replace(
      "</body>",
      with: """
        <script>\(before)</script>
        <script>(async function () {
          let result = await (\(script))();
          let output = document.createElement('pre');
          output.id = 'result';
          output.textContent = JSON.stringify(result);
          document.body.append(output);
        })();</script></body>
        """, maxReplacements: 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(copy, to: "copy.html")
    let document = try Browser.document(path)
    let begin = try #require(document.range(of: "<pre id=\"result\">"))
    let end = try #require(
      document.range(of: "</pre>", range: begin.upperBound..<document.endIndex))
    let text = document[begin.upperBound..<end.lowerBound]
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return try JSONParser.document(Array(text.utf8)).root
  }

  @Test func `filters, and asks for nothing`() throws {
    let result = try result(
      of: """
        async function () {
          let visible = () => [...document.querySelectorAll('.row')].filter((row) => !row.hidden);
          let field = (id) => document.getElementById(id);
          let filter = (id, value) => {
            field(id).value = value;
            field(id).dispatchEvent(new Event('input', {bubbles: true}));
            return visible();
          };
          let requirements = (rows) => rows.filter((row) => row.matches('li')).length;
          let all = visible();
          let failed = filter('filter-verdict', 'failed');
          let isAllFailed = failed.length > 0 && failed.every((row) => row.dataset.verdict === 'failed');
          let counted = field('filter-count').textContent;
          let ofRequirements = `${requirements(failed)} of ${requirements(all)} requirements`;
          let ofScenarios = `${failed.length - requirements(failed)} of ${all.length - requirements(all)} scenarios`;
          let isCounted = counted.startsWith(`${ofRequirements}, ${ofScenarios}`);
          filter('filter-verdict', '');
          let phase = filter('filter-phase', 'E');
          let isAllE = phase.length > 0 && phase.every((row) => row.dataset.phase === 'E');
          filter('filter-phase', '');
          let named = filter('filter-text', 'api-logout-12');
          let none = filter('filter-text', 'no such thing at all').length;
          let groups = [...document.querySelectorAll('.group')].filter((one) => !one.hidden).length;
          let again = filter('filter-text', '').length;
          return {all: all.length, failed: failed.length, isAllFailed, counted, isCounted, isAllE,
            named: named.some((row) => row.id === 'requirement-api-logout-12'), none, groups, again,
            requests: performance.getEntriesByType('resource').map((one) => one.name), faults};
        }
        """)
    let all = try #require(result["all"]?.number.flatMap { Int($0.literal) })
    let failed = try #require(result["failed"]?.number.flatMap { Int($0.literal) })
    #expect(all > failed && failed > 1)
    #expect(result["isAllFailed"] == true)
    #expect(result["isCounted"] == true, "\(String(describing: result["counted"]?.string))")
    #expect(result["isAllE"] == true)
    #expect(result["named"] == true)
    #expect(result["none"] == 0)
    #expect(result["groups"] == 0)
    #expect(result["again"] == result["all"])
    #expect(result["requests"] == .array([]))
    #expect(result["faults"] == .array([]))
  }

  @Test func `leads to what it filters, and sorts`() throws {
    let result = try result(
      of: """
        async function () {
          let field = (id) => document.getElementById(id);
          let set = (id, value) => {
            field(id).value = value;
            field(id).dispatchEvent(new Event('input', {bubbles: true}));
          };
          let fixes = () => [...document.querySelectorAll('.fix')].filter((one) => one.offsetParent).length;
          let form = field('filter');
          // What the sticky bar does not cover.
          let isBelow = (node) => node.getBoundingClientRect().top >= form.offsetHeight - 1
            && node.getBoundingClientRect().top < innerHeight;
          let before = fixes();
          set('filter-phase', 'A');
          let ofOtherPhase = fixes();
          set('filter-phase', '');
          set('filter-verdict', 'passed');
          let passed = [...document.querySelectorAll('.row')].find((row) => !row.hidden);
          let leadsToFirst = isBelow(passed);
          set('filter-verdict', '');
          set('filter-text', 'no such thing at all');
          let none = [field('filter-count').textContent, fixes()];
          set('filter-text', '');
          let heads = [...document.querySelectorAll('nav a')].map((link) => link.hash.slice(1));
          let areHeadsSeen = heads.every((id) => {
            location.hash = id;
            field(id).scrollIntoView();
            let head = field(id).querySelector('h2') || field(id);
            return head.getBoundingClientRect().top >= form.offsetHeight - 1;
          });
          document.dispatchEvent(new KeyboardEvent('keydown', {key: '/', bubbles: true}));
          let focused = document.activeElement.id;
          let times = () => [...document.querySelectorAll('.group')].map((group) =>
            [...group.querySelectorAll(':scope > .scenario')].map((one) => Number(one.dataset.duration)));
          let isSorted = (all) => all.every((own) => own.every((one, i) => !i || own[i - 1] >= one));
          let first = JSON.stringify(times());
          set('order', 'duration');
          let sorted = isSorted(times());
          set('order', '');
          let again = JSON.stringify(times()) === first;
          let phases = [...field('filter-phase').options].map((one) => one.textContent);
          return {before, ofOtherPhase, leadsToFirst, none, areHeadsSeen, focused, sorted, again,
            hasNames: phases.slice(1).every((one) => one.length > 2), faults};
        }
        """)
    #expect(result["before"] == 1)
    #expect(result["ofOtherPhase"] == 0)
    #expect(result["leadsToFirst"] == true)
    #expect(result["none"] == .array([.string("No match"), .integer(0)]))
    #expect(result["areHeadsSeen"] == true)
    #expect(result["focused"]?.string == "filter-text")
    for name in ["sorted", "again", "hasNames"] { #expect(result[name] == true, "\(name)") }
    #expect(result["faults"] == .array([]))
  }

  @Test(
    .enabled(if: Browser.accessibilityCheck != nil, "the Python package axe-core-python is missing")
  )
  func `has no fault of accessibility`() throws {
    let check = try #require(Browser.accessibilityCheck)
    let result = try result(
      of: """
        async function () {
          // The check takes long for each of hundreds of rows, and those of one verdict are alike.
          let seen = {};
          document.querySelectorAll('.row').forEach((row) => {
            let kind = `${row.tagName} ${row.dataset.verdict}`;
            seen[kind] = (seen[kind] || 0) + 1;
            if (seen[kind] > 3) { row.remove(); }
          });
          document.querySelectorAll('details').forEach((one) => { one.open = true; });
          let result = await axe.run(document);
          return result.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200));
        }
        """, before: check)
    #expect(result == .array([]))
  }

  @Test func `runs its own script, opens what a link leads to, and finds every link's end`() throws
  {
    let page = try run.report("report.html")
    let id = try #require(page.firstMatch(of: /id="(scenario-[^"]*)" data-verdict="passed"/))
    let document = try Browser.document(self.page, fragment: String(id.1))
    #expect(document.contains(#/<form id="filter"[^>]*Filter requirements and scenarios">/#))
    #expect(document.contains("id=\"\(id.1)\" data-verdict=\"passed\" data-phase=\"A\" open"))
    let ids = Set(page.matches(of: /id="([^"]*)"/).map { String($0.1) })
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "\(link.1)")
    }
  }
}

/// Chromium, which Debian's package `chromium` installs.
enum Browser {
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The script of axe-core, which checks a page for accessibility; from the Python package
  /// `axe-core-python`.
  static let accessibilityCheck: String? = {
    let folder = try? output(
      "/usr/bin/env", ["python3", "-c", "import axe_core_python as a; print(a.__path__[0])"])
    return folder.flatMap {
      try? String(
        contentsOfFile: "\($0.trimmingCharacters(in: .whitespacesAndNewlines))/axe.min.js",
        encoding: .utf8)
    }
  }()

  /// Opens a page, lets its scripts run, and returns the document as it then is.
  ///
  /// - Parameters:
  ///   - page: The path of the file.
  ///   - fragment: Which place of the page is opened; empty for the page as a whole.
  static func document(_ page: String, fragment: String = "") throws -> String {
    try output(
      path ?? "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--user-data-dir=\(page).profile", "--virtual-time-budget=20000", "--dump-dom",
        "file://\(page)\(fragment.isEmpty ? "" : "#\(fragment)")",
      ])
  }

  /// Runs a program for as long as a busy machine may take.
  private static func output(_ program: String, _ arguments: [String]) throws -> String {
    try LimitedProcess.run(program, arguments, seconds: 120).output
  }
}

struct ManualTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SharedFolder.project.appending(path: path), encoding: .utf8)
  }

  /// The blocks of a document that are whole suites.
  static func suites(in document: String) throws -> [String] {
    let text = try Self.text(document)
    return text.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { $0.hasPrefix("suite:") }
  }

  @Test(arguments: ["README.md", "Suites/README.md"])
  func `is right in each suite that a document shows`(document: String) throws {
    let suites = try Self.suites(in: document)
    #expect(!suites.isEmpty)
    // Nothing else is there, so the shipped suites lend what the examples use.
    let folder = try TemporaryFolder()
    for (number, suite) in suites.enumerated() {
      try folder.write("\(suite)\n", to: "manual/\(number).yaml")
    }
    let checked = try RunningProduct(
      ["check", "manual"], in: folder, environment: ["SSO_CONFORMANCE_SUITES": Product.suites]
    ).wait()
    #expect(checked.status == 0, "\(checked)")
    let run = Product.run(["run", "\(folder.path)/manual", "--reports", "\(folder.path)/Reports"])
    #expect(run.status == 0, "\(run.output)")
    let alone = try RunningProduct(["check", "manual/0.yaml"], in: folder).wait()
    #expect(alone.status == 2)
    #expect(alone.error.hasPrefix("error: no shipped suites were found, "), "\(alone)")
  }

  /// The commands of a manual as they stand: the lines of its blocks `sh`, and of its blocks `console`
  /// those after `$`. Nothing runs what is marked `by-hand`.
  static func commands(in document: String) throws -> String {
    let text = try Self.text(document)
    var commands = ""
    var block: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let fence = line.firstMatch(of: /^ *```(.*)$/) {
        block = block == nil ? fence.1 : nil
        continue
      }
      switch block {
      case "sh"?: commands += "\(line)\n"
      case "console"? where line.hasPrefix("$ "): commands += "\(line.dropFirst(2))\n"
      case ""?:
        // No command escapes by its block having no language.
        #expect(line.firstMatch(of: #/^(\$ )?(sso-[a-z]+|swift|sh|cat|curl) /#) == nil, "\(line)")
      default: break
      }
    }
    return commands
  }

  /// A folder with a few of the shipped suites and what the commands of manuals speak of: a target,
  /// rules, a recording. Another program in the place of `swift` starts what `swift run` would.
  private static func folder(_ server: AlteringServer) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(server.profile(waits: false), to: "staging.yaml")
    try folder.script(
      "[ \"$1\" = run ] || exit 1\nshift\n[ \"$1 $2\" != '-c release' ] || shift 2\nexec \"$@\"",
      as: "programs/swift")
    try FileManager.default.copyItem(atPath: Product.suites, toPath: "\(folder.path)/Suites")
    for path in try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/Suites")
    where path.contains(#/^(rest|apple|identity)[^/]*/[b-epsx][-0-9]/#) {
      try FileManager.default.removeItem(atPath: "\(folder.path)/Suites/\(path)")
    }
    try FileManager.default.copyItem(
      atPath: "\(Product.suites)/application", toPath: "\(folder.path)/my-rules")
    let recorded = Product.run([
      "run", "\(Product.suites)/rest-api-v2/a-registration.yaml", "--reports",
      "\(folder.path)/recorded", "--record-har", "\(folder.path)/right.har",
    ])
    #expect(recorded.status == 0, "\(recorded)")
    return folder
  }

  @Test(.waits, arguments: manuals) func `shows commands that work`(document: String) throws {
    let commands = try Self.commands(in: document)
    if commands.isEmpty { return }
    let server = try AlteringServer()
    defer { server.stop() }
    let folder = try Self.folder(server)
    let built = URL(filePath: BuiltProgram.path(of: "sso-selftest")).deletingLastPathComponent()
      .path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let followed = try RunningProduct(
      "/bin/sh", ["-e", "-c", commands], in: folder,
      environment: ["PATH": "\(folder.path)/programs:\(built):\(path)"]
    ).wait()
    #expect(followed.status == 0, "\(followed)")
    guard document == "Suites/README.md" else { return }
    #expect(followed.output.contains("\n1 suite, 1 scenario: 0 errors, 0 warnings\n"))
    #expect(followed.output.contains("\npartial: 19 of "), "\(followed)")
    #expect(followed.output.contains("\n    BOX-T-01 (must): "), "\(followed)")
    #expect(followed.output.contains("\ncaught\n"), "\(followed)")
  }

  static let manuals = [
    "README.md", "Suites/README.md", "Suites/RUNNING.md", "Suites/JUDGING.md", "Reports/README.md",
    "CONTRIBUTING.md",
  ]

  @Test(arguments: manuals) func `names commands that there are`(document: String) throws {
    let help = Product.run(["--help"]).output
    let text = try Self.text(document)
    let words = text.matches(of: /sso-conformance ([a-z]+)([^`\n]*)/)
    #expect(!words.isEmpty)
    for (line, word, rest) in words.map(\.output) {
      #expect(help.contains("  \(word) "), "\(document) names the command '\(word)'")
      let options = Product.run([String(word), "--help"]).output
      for option in rest.matches(of: /--[a-z][a-z-]*/) {
        #expect(options.contains("  \(option.output) "), "\(document) shows '\(line)'")
      }
    }
  }

  @Test func `shows a matcher as it is in the sources`() throws {
    let folder = "Sources/Expectations/Matchers"
    let sources = try ["TextMatchers", "Matcher"].map { try Self.text("\(folder)/\($0).swift") }
      .joined()
    let section = try #require(
      Self.text("CONTRIBUTING.md").components(separatedBy: "\n### A matcher, from").last?
        .components(separatedBy: "\n## ").first)
    let shown = section.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(shown.count == 2)
    for code in shown { #expect(sources.contains(code)) }
  }
}

struct LinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      suite: Linked
      scenarios:
        - scenario: Asks
          steps: [{step: Ask, request: {GET: /}, expect: {status: 200}}]
      """, to: "elsewhere/linked.yaml")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "Suites"),
      withDestinationURL: folder.url.appending(path: "elsewhere"))
  }

  @Test func `names files as they are from the current folder`() throws {
    let own = try TemporaryFolder()
    try own.write(
      """
      suite: Own
      scenarios:
        - scenario: Asks
          steps: [{step: Ask, request: {GET: /}, expect: {status: 200}}]
      """, to: "installed/own.yaml")
    let listed = try RunningProduct(
      ["list", "--format", "json"], in: own,
      environment: ["SSO_CONFORMANCE_SUITES": "\(own.path)/installed"]
    ).wait()
    #expect(listed.status == 0, "\(listed)")
    #expect(listed.output.contains("\"installed/own.yaml"), "\(listed)")
    #expect(!listed.output.contains(own.path), "\(listed)")
  }

  @Test(arguments: [["list"], ["list", "Suites"], ["list", "elsewhere"]])
  func `finds suites by it`(words: [String]) throws {
    let listed = try RunningProduct(words, in: folder).wait()
    #expect(listed.status == 0, "\(listed)")
    #expect(listed.output.contains("Linked"), "\(listed)")
  }
}
