// SPDX-License-Identifier: Apache-2.0
// The screen during a run: its opening, failures, progress, and the options for it.

import Formats
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

struct ProgressScreenTests {
  static let suite = """
    suite: Waits
    scenarios:
      - scenario: Waits ${n}
        cases: [{n: 0}, {n: 1100}, {n: 1300}]
        steps: [{step: Ask, request: {GET: "/${n}"}, expect: {status: 200}}]
    """

  /// A clock that only the test sets.
  private final class SetClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let waits = Mutex<[Duration]>([])
    private let tick = DispatchSemaphore(value: 0)

    func set(_ duration: Duration) { time.withLock { $0 = duration } }

    /// Lets the one that waits go on.
    func goOn() { tick.signal() }

    /// How long somebody wanted to wait.
    var wanted: Set<Duration> { Set(waits.withLock { $0 }) }

    var clock: ScreenClock {
      ScreenClock(elapsed: { [self] in time.withLock { $0 } }) { [self] duration, cancellation in
        waits.withLock { $0.append(duration) }
        while !cancellation.isCancelled {
          if tick.wait(timeout: .now() + .milliseconds(1)) == .success { return true }
        }
        return false
      }
    }
  }

  /// What a run writes whose requests come when the clock has the milliseconds in their path.
  ///
  /// - Parameter ticks: The paths at which whoever waits goes on, and an answer waits for a line.
  private static func output(
    isInteractive: Bool, _ environment: [String: String], ticks: [String] = [],
    _ words: [String] = []
  ) throws -> (text: String, waits: Set<Duration>) {
    let time = SetClock()
    let written = Mutex("")
    let server = HTTPServer { request in
      let path = request.request.target
      time.set(.milliseconds(Int(path.dropFirst()) ?? 0))
      if ticks.contains(path) {
        let before = written.withLock { $0.utf8.count }
        time.goOn()
        let deadline = ContinuousClock.now + .seconds(10)
        while written.withLock({ $0.utf8.count }) == before, ContinuousClock.now < deadline {
          usleep(1000)
        }
      }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let suite = try folder.write(suite, to: "suite.yaml")
    let console = Console(
      environment: environment, isInteractive: isInteractive, columns: 80, clock: time.clock
    ) { text, _ in
      written.withLock { $0 += text.rendered }
    }
    _ = ConformanceCommand(console: console).run(
      ["run", suite, "--target", "http://127.0.0.1:\(port)", "--jobs", "1", "--reports"]
        + [folder.file("r")] + words)
    return (written.withLock { $0 }.replacing(":\(port)", with: ""), time.wanted)
  }

  @Test func `tells how far a long run is, and leaves nothing of it`() throws {
    let (output, waits) = try Self.output(isInteractive: true, ["NO_COLOR": "1"])
    #expect(waits == [.seconds(1)])
    let lines = output.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.count == 4, "\(output)")
    #expect(lines[0] == "3 scenarios against http://127.0.0.1\n" && lines[1].hasPrefix("[####"))
    #expect(lines[1].contains("] 2 of 3 scenarios, 1.10 s"))
    #expect(lines[2].contains("] 3 of 3 scenarios, 1.30 s") && lines[3].hasPrefix("\n"))
    #expect(!lines[3].contains("\u{1B}"))
  }

  @Test func `goes on telling while no scenario ends`() throws {
    let (output, _) = try Self.output(
      isInteractive: true, ["NO_COLOR": "1"], ticks: ["/1100", "/1300"])
    let lines = output.components(separatedBy: "\r\u{1B}[K")
    #expect(lines[1].contains("] 1 of 3 scenarios, 1.10 s"))
  }

  @Test(arguments: [(false, [:]), (true, ["CI": "true"]), (true, ["TERM": "dumb"])])
  func `tells a log every half minute`(isInteractive: Bool, environment: [String: String]) throws {
    let (output, waits) = try Self.output(
      isInteractive: isInteractive, environment.merging(["NO_COLOR": "1"]) { $1 },
      ticks: ["/1100", "/1300"])
    #expect(waits == [.seconds(30)])
    #expect(
      output.hasPrefix(
        """
        3 scenarios against http://127.0.0.1
        1.10 s: 1 of 3 scenarios; about 2 s left
        1.30 s: 2 of 3 scenarios; about 1 s left

        """), "\(output)")
    // The line that is kept up to date is for a person.
    #expect(!output.contains("\r") && !output.contains("\u{1B}"))
  }

  @Test func `tells nothing where nobody wants it`() throws {
    let (output, waits) = try Self.output(isInteractive: true, ["NO_COLOR": "1"], ["--quiet"])
    #expect(waits == [])
    #expect(output.hasPrefix("all passed: 3 scenarios"))
  }

  @Test(arguments: [
    ("{status: 201}", 12, 1), ("{json: {\"${n}\": 1}}", 10, 10), ("{json: {\"${n}\": 1}}", 12, 10),
  ])
  func `shows each cause once, the first ten, and counts the others`(
    expectation: String, count: Int, shown: Int
  ) throws {
    let output = try CommandRun(
      suite: """
        suite: Fails
        scenarios:
          - scenario: Fails ${n}
            cases: {each: n, in: \(Array("abcdefghijkl".prefix(count).map(String.init)))}
            steps: [{step: Ask, request: {GET: "/"}, expect: \(expectation)}]
        """, in: TemporaryFolder(), environment: ["NO_COLOR": "1"]
    ) { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) }.output
    let before = output.components(separatedBy: "To fix")[0]
    #expect(before.components(separatedBy: "FAILED ").count == shown + 1)
    #expect(before.components(separatedBy: "\n  GET /: ").count == shown + 1)
    let rest = "… and \(count - shown) more, "
    #expect(before.contains(rest) == (count > shown))
  }
}

struct ScreenOptionTests {
  static let suite = """
    suite: Asks
    scenarios:
      - scenario: Is answered
        steps:
          - step: Ask
            request: {POST: "/good", headers: {X-Device-Info: eyJhIjoxfQ==}, form: {access_token: written-by-the-suite}}
            expect: {status: 200}
      - scenario: Is refused
        steps: [{step: Ask, request: {GET: "/bad"}, expect: {status: 200, json: {ok: true}}}]
    """

  /// Runs the suite against a service that answers one of two calls.
  private static func run(
    _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(suite: suite, words, in: TemporaryFolder(), environment: environment) {
      request in
      HTTPResponse(
        status: request.request.target == "/good" ? 200 : 400,
        body: Array(#"{"access_token":"s3cret-t0ken-1","ok":true}"#.utf8))
    }
  }

  @Test func `tells the verdict alone`() throws {
    let run = try Self.run(["--quiet"], environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.output == "not conformant: 1 of 2 scenarios failed\n" && run.errors == "")
    #expect(run.status == .notConformant && run.markdown.contains("# Not conformant"))
  }

  @Test func `shows each exchange, decoded and without secrets`() throws {
    let run = try Self.run(["--verbose"])
    #expect(run.output.contains("passed Asks › Is answered in "))
    #expect(run.output.contains("    > POST http://127.0.0.1:"))
    #expect(
      run.output.contains("    > X-Device-Info: eyJhIjoxfQ==\n    >     {\n    >       \"a\": 1\n"))
    #expect(run.output.contains("    > access_token = written-by-the-suite\n"))
    #expect(run.output.contains("    < 200 in "))
    #expect(run.output.contains("    < {\n    <   \"access_token\": \"‹access_token›\",\n"))
    #expect(run.output.contains("    < 400 in ") && !run.output.contains("s3cret"))
    #expect(run.output.contains("not conformant: 1 of 2 scenarios failed"))
  }

  /// A fact is doubted where nothing that rests on it passed.
  @Test(arguments: [(0, true), (1, false), (2, false)])
  func `doubts the fact that failures rest on`(right: Int, isDoubted: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(FactFile.declaring(texts: ["vip"]), to: "facts.yaml")
    let run = try CommandRun(
      suite: ProgressScreenTests.suite.replacing("1100}, {n: 1300", with: "1}, {n: 2")
        .replacing("    steps:", with: "    needs: [vip]\n    steps:"),
      profile: "facts:\n  vip: jane\n", in: folder
    ) { request in
      HTTPResponse(status: (Int(request.request.target.dropFirst()) ?? 0) < right ? 200 : 400)
    }
    for text in [run.output, run.markdown, run.page] {
      #expect(text.contains("profile.yaml:3 is wrong: ") == isDoubted, "\(text)")
    }
  }

  @Test func `refuses to be told everything and nothing`() {
    CommandLine(["run", "--quiet", "--verbose"]).expect(
      .invalidInput, errors: "--verbose and --quiet contradict each other")
  }

  private static func console(
    _ words: [String], _ environment: [String: String], isInteractive: Bool, columns: Int? = nil
  ) throws -> Console {
    try Console(environment: environment, isInteractive: isInteractive, columns: columns) { _, _ in
    }.adapted(to: Arguments(words, options: Console.options))
  }

  @Test(
    arguments: [
      ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true), ([], ["CLICOLOR_FORCE": "1"], false, true),
      ([], ["CLICOLOR_FORCE": "0"], false, false), ([], ["CLICOLOR_FORCE": ""], false, false),
      ([], ["CLICOLOR": "0"], true, false), ([], ["CLICOLOR": "1"], false, false),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
      ([], ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], false, true),
      ([], ["TERM": "dumb"], true, false),
      ([], ["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true),
      (["--color", "always"], ["NO_COLOR": "1"], false, true),
      (["--color=never"], ["CLICOLOR_FORCE": "1"], true, false),
      (["--color", "auto"], [:], true, true),
      (["--color", "auto"], ["NO_COLOR": "1"], true, false),
    ] as [([String], [String: String], Bool, Bool)])
  func `is coloured as it is asked to be`(
    words: [String], environment: [String: String], isInteractive: Bool, hasColour: Bool
  ) throws {
    let console = try Self.console(words, environment, isInteractive: isInteractive)
    #expect(console.hasColour == hasColour)
  }

  @Test(
    arguments: [
      ([:], true, 132, 132), ([:], false, 132, nil), (["COLUMNS": "60"], true, 132, 60),
      (["COLUMNS": "60"], false, nil, 60), (["COLUMNS": "0"], true, 80, 80),
      (["COLUMNS": "wide"], true, 80, 80), (["COLUMNS": "-5"], false, nil, nil),
      (["COLUMNS": "99999999"], false, nil, 1000),
    ] as [([String: String], Bool, Int?, Int?)])
  func `has the columns of its terminal`(
    environment: [String: String], isInteractive: Bool, terminal: Int?, columns: Int?
  ) throws {
    let console = try Self.console([], environment, isInteractive: isInteractive, columns: terminal)
    #expect(console.columns == columns)
  }

  @Test func `colours what a person asks it to`() throws {
    let run = try Self.run(["--color", "always"])
    #expect(run.output.contains("\u{1B}[31mFAILED\u{1B}[0m Asks › Is refused"))
  }

  @Test func `adds its first screen to the page of a job on GitHub`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("# Before", to: "page.md")
    for _ in 0..<2 { _ = try Self.run(environment: ["GITHUB_STEP_SUMMARY": page]) }
    let text = folder.text(of: "page.md")
    #expect(text.hasPrefix("# Before\n# Not conformant: 1 of 2 scenarios failed\n"))
    #expect(text.components(separatedBy: "# Not conformant").count == 3)
    #expect(text.components(separatedBy: "## What to fix").count == 3)
    #expect(!text.contains("](") && !text.contains("s3cret"))
  }

  @Test func `warns where that page can't be written`() throws {
    let folder = try TemporaryFolder()
    let full = try folder.write(String(repeating: "x", count: (1 << 20) - 10), to: "full.md")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for (path, why) in [
      (full, "no room left"), (folder.path, "is a"), (folder.file("pipe"), "not a file"),
      (folder.file("no/such"), "no such file"),
    ] {
      let run = try Self.run(["--quiet"], environment: ["GITHUB_STEP_SUMMARY": path])
      run.expect(
        .notConformant, errors: why,
        start: "warning: the summary for GitHub was not written to \(path)")
    }
    #expect(folder.text(of: "full.md").utf8.count == (1 << 20) - 10)
  }
}

/// Of runs against a target that is not there.
struct RunOpeningTests {
  private static func suite(_ names: [String]) -> String {
    "suite: Three\nscenarios:\n"
      + names.map { name in
        "  - scenario: \(name)\n    steps:\n"
          + (1...3).map {
            "      - {step: S\($0), request: {GET: /\($0)}, expect: {status: 200}}\n"
          }.joined()
      }.joined()
  }

  private static let url = "http://127.0.0.1:9"

  @Test(arguments: [
    (["A"], "", "1 scenario against \(url)\n"), (["A", "B"], "", "2 scenarios against \(url)\n"),
    (["A"], "target: elsewhere", "1 scenario against elsewhere (\(url))\n"),
    (
      ["A"], "rate: {per-second: 0.5, burst: 1}",
      "1 scenario against \(url)\nabout 3 requests at 0.5 a second after a burst of 1: this takes"
        + " about 4 s\n"
    ),
    // A whole number has no decimals.
    (
      ["A", "B"], "rate: {per-second: 2.0, burst: 2}",
      "2 scenarios against \(url)\nabout 6 requests at 2 a second after a burst of 2: this takes"
        + " about 2 s\n"
    ),
  ])
  func `says how much runs against which target, and at a rate how long it takes`(
    names: [String], profile: String, opening: String
  ) throws {
    let run = try CommandRun(suite: Self.suite(names), profile: profile, in: TemporaryFolder())
    #expect(run.output.hasPrefix("\(opening)ERROR "), "\(run.output)")
  }

  @Test(
    arguments: [
      ([], nil), (["--proxy", "none"], nil),
      (["--insecure"], "certificates were not checked (--insecure): anybody could have answered"),
      (["--proxy", url], "the requests went by the proxy \(url)"),
      (["--record-partner"], "the partner's framework was recorded in FILE, without secrets"),
      (
        ["--record-har"],
        "warning: the recording of the traffic, FILE, holds secrets in the clear (--record-har):"
          + " don't pass it on"
      ),
    ] as [([String], String?)])
  func `has every report say how it was made`(words: [String], remark: String?) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("recording")
    let run = try CommandRun(
      suite: Self.suite(["A"]), profile: "",
      words + (words.first?.hasPrefix("--record") == true ? [file] : []), in: folder)
    #expect(run.status == .noVerdict)
    #expect(
      run.report["remarks"]?.array?.map(\.string)
        == [remark?.replacing("FILE", with: file)].compactMap(\.self))
    // What no form of a report writes in another way.
    let part = remark?.split(whereSeparator: { "'(:,".contains($0) }).max { $0.count < $1.count }
    for text in [run.output, run.markdown, run.junit, run.page] {
      #expect(part.map { text.contains($0.replacing("FILE", with: file)) } ?? true, "\(text)")
    }
  }
}
