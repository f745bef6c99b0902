// SPDX-License-Identifier: Apache-2.0
// Tests of how much is told, in which colours and columns, and on which page.

import Foundation
import HTTP
import TestSupport
import Testing

@testable import Command

@Suite struct ScreenOptionTests {
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
    let server = HTTPServer { request in
      let isGood = request.request.target == "/good"
      return HTTPResponse(
        status: isGood ? 200 : 400,
        body: Array(#"{"access_token":"s3cret-t0ken-1","ok":true}"#.utf8))
    }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(suite, to: "suite.yaml")
    return try CommandRun(
      [suite, "--target", "http://127.0.0.1:\(port)"] + words, in: folder,
      environment: environment)
  }

  @Test func `tells the verdict alone`() throws {
    let run = try Self.run(["--quiet"], environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.output == "not conformant: 1 of 2 scenarios failed\n")
    #expect(run.errors == "")
    #expect(run.status == .notConformant)
    #expect(run.markdown.contains("# Not conformant"))
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
    #expect(run.output.contains("    < 400 in "))
    #expect(!run.output.contains("s3cret"))
    #expect(run.output.contains("not conformant: 1 of 2 scenarios failed"))
  }

  @Test func `refuses to be told everything and nothing`() {
    let line = CommandLine(["run", "--quiet", "--verbose"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.contains("--verbose and --quiet contradict each other"))
  }

  private static func console(
    _ words: [String], _ environment: [String: String], isInteractive: Bool, columns: Int? = nil
  ) throws -> Console {
    try Console(environment: environment, isInteractive: isInteractive, columns: columns) { _, _ in
    }
    .adapted(to: Arguments(words, options: Console.options))
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
    let console = try Self.console(
      [], environment, isInteractive: isInteractive, columns: terminal)
    #expect(console.columns == columns)
  }

  @Test func `colours what a person asks it to`() throws {
    let run = try Self.run(["--color", "always"])
    #expect(run.output.contains("\u{1B}[31mFAILED\u{1B}[0m Asks › Is refused"))
  }

  @Test func `adds its first screen to the page of a job on GitHub`() throws {
    let folder = try ProgramFolder()
    let page = try folder.write("# Before", to: "page.md")
    for _ in 0..<2 { _ = try Self.run(environment: ["GITHUB_STEP_SUMMARY": page]) }
    let text = folder.text(of: "page.md")
    #expect(text.hasPrefix("# Before\n# Not conformant: 1 of 2 scenarios failed\n"))
    #expect(text.components(separatedBy: "# Not conformant").count == 3)
    #expect(text.components(separatedBy: "## What to fix").count == 3)
    #expect(!text.contains("](") && !text.contains("s3cret"))
  }

  @Test func `warns where that page can't be written`() throws {
    let folder = try ProgramFolder()
    let full = try folder.write(String(repeating: "x", count: (1 << 20) - 10), to: "full.md")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for (path, why) in [
      (full, "no room left"), (folder.path, "is a"), (folder.file("pipe"), "not a file"),
      (folder.file("no/such"), "no such file"),
    ] {
      let run = try Self.run(["--quiet"], environment: ["GITHUB_STEP_SUMMARY": path])
      #expect(run.status == .notConformant)
      #expect(run.errors.hasPrefix("warning: the summary for GitHub was not written to \(path)"))
      #expect(run.errors.contains(why), "\(run.errors)")
    }
    #expect(folder.text(of: "full.md").utf8.count == (1 << 20) - 10)
  }
}
