// SPDX-License-Identifier: Apache-2.0
// The help, the completion, and command lines with mistakes.

import Formats
import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct HelpTests {
  @Test func `gives an overview as reviewed`() throws {
    let line = CommandLine(["--help"])
    #expect(line.status == .success)
    try Golden.check(line.output, "help.txt")
  }

  @Test(arguments: ConformanceCommand.subcommands.map(\.name))
  func `explains a command as reviewed`(name: String) throws {
    let line = CommandLine([name, "--help"])
    #expect(line.status == .success)
    try Golden.check(line.output, "help-\(name).txt")
    #expect(CommandLine(["help", name]).output == line.output)
  }

  @Test(arguments: ConformanceCommand.subcommands.map(\.name))
  func `keeps help within a terminal's width`(name: String) {
    for line in CommandLine([name, "--help"]).output.split(separator: "\n")
    where !line.hasPrefix("usage:") { #expect(line.count <= 100, "\(line)") }
  }

  @Test(arguments: [
    (["chekc"], "error: unknown command 'chekc', did you mean 'check'?"),
    (["selftest"], "error: unknown command 'selftest'; it is a program of its own: sso-selftest"),
    (["--hlep"], "error: unknown option '--hlep', did you mean '--help'?"),
    (["list", "--tga", "x"], "error: unknown option '--tga', did you mean '--tag'?"),
    (
      ["check", "--resume", "x"],
      "error: unknown option '--resume', which earlier versions had; write 'run --rerun REPORT'"
    ), (["list", "--tag"], "error: --tag needs a value: --tag TAG"),
    (["run", "--strict=yes"], "error: --strict takes no value"),
    (["list", "--format", "json", "--format", "json"], "error: --format is given twice"),
    (
      ["list", "--json"],
      "error: unknown option '--json', which earlier versions had; write '--format json'\n"
    ),
    (
      ["run", "--shards", "2"],
      "error: unknown option '--shards', which earlier versions had; write '--shard auto/N'\n"
    ),
    (
      ["doctor", "--partner-replay=a"],
      "error: unknown option '--partner-replay', which earlier versions had; write '--partner replay"
    ),
    (
      ["run", "--selftest", "a"],
      "error: unknown option '--selftest', which earlier versions had; the program sso-selftest"
    ),
    (
      ["serve", "--defect=a"],
      "error: unknown option '--defect', which earlier versions had; write 'sso-selftest serve"
    ),
    (["init", "--schema"], "error: unknown option '--schema', which earlier versions had; it is"),
    (
      ["run", "--partner", "replay"],
      "error: --partner is emulator:NAME, replay:FILE or command:TEXT, not 'replay'"
    ),
    (
      ["check", "--partner", "emulator:aple"],
      "error: there is no emulator 'aple', did you mean 'apple'?; there are"
    ), (["run", "--partner", "command:'a"], "error: --partner: a quote ' is not closed"),
    (
      ["check", "--format", "jsn"],
      "error: --format is one of text, json, github, not 'jsn', did you mean 'json'?"
    ), (["list", "--set", "a=b"], "error: --set goes with --target"),
    (["inspect"], "error: inspect what? There are yaml and json-path"),
    (["inspect", "ymal", "x"], "error: inspect reads yaml or json-path, not 'ymal', did you mean"),
    (["inspect", "yaml", "a", "b"], "error: inspect yaml takes one FILE"),
    (["inspect", "yaml", "no-such-file"], "error: 'no-such-file': there is no such file"),
    (["completion", "tcsh"], "error: there is a completion for bash, zsh, fish, not for 'tcsh'"),
    (["completion"], "error: completion takes the name of one shell: bash, zsh, fish"),
    (
      ["completion", "bash", "zsh"],
      "error: completion takes the name of one shell: bash, zsh, fish"
    ), (["inspect", "yaml"], "error: inspect yaml takes one FILE"),
    (["inspect", "yaml", "a", "--paths"], "error: --paths goes with json-path"),
    (["inspect", "json-path", "$"], "error: inspect json-path takes a QUERY and a FILE"),
    (["inspect", "json-path", "$", "a", "b"], "error: inspect json-path takes a QUERY and a FILE"),
    (["init", "a", "b"], "error: init writes one FILE"),
    (["audit"], "error: audit takes the recordings"),
    (["partner", "show"], "error: partner show takes one STATE; partner lists them"),
    (["partner", "show", "a", "b"], "error: partner show takes one STATE; partner lists them"),
    (["help", "chekc"], "error: unknown command 'chekc', did you mean 'check'?"),
    (["list", "-x"], "error: unknown option '-x'"),
    (["list", "--tag", "a", "--tag"], "error: --tag needs"),
    (["run", "--jobs", "0"], "error: --jobs is a whole number from 1 to 1000, not '0'"),
    (["run", "--jobs", "1001"], "error: --jobs is a whole number from 1 to 1000, not '1001'"),
    (["partner", "show", "denid"], "error: unknown state 'denid', did you mean 'denied'?"),
    (["partner", "denied"], "error: unexpected argument 'denied'; to see a state: partner show"),
    (["coverage", "--report", "no-such-file"], "error: the report 'no-such-file': there is no"),
    (["coverage", "--requirement", "X-1"], "error: no cookbook of these"),
  ])
  func `says what is wrong with a command line`(words: [String], message: String) {
    let line = CommandLine(words)
    #expect(line.status == .invalidInput)
    #expect(line.output.isEmpty)
    #expect(line.errors.hasPrefix(message), "\(line.errors)")
  }

  @Test func `explains itself instead, unless the word is an argument`() {
    for words in [
      ["list", "--help"], ["list", "-h"], ["list", "x", "--help"], ["help", "list"],
    ] {
      let line = CommandLine(words)
      #expect(line.status == .success)
      #expect(line.output.hasPrefix("Lists suites and scenarios, with tags and needs."))
    }
    let line = CommandLine(["explain", "--", "--help"])
    #expect(line.status == .invalidInput)
    #expect(line.errors.hasPrefix("error: nothing is called '--help'"))
    for words in [["--help"], ["-h"], ["help"]] {
      #expect(CommandLine(words).output.hasPrefix("Tests whether a partner single sign-on"))
    }
    #expect(CommandLine([]).status == .invalidInput)
  }

  @Test(
    arguments: [
      (
        ["--shard", "0/2"], nil,
        "--shard takes a part and the number of parts, as in 3/8; not '0/2'"
      ),
      (
        ["--shard", "3/2"], nil,
        "--shard takes a part and the number of parts, as in 3/8; not '3/2'"
      ),
      (["--shard", "1"], nil, "--shard takes a part and the number of parts, as in 3/8; not '1'"),
      (["--shard", "1/2/3"], nil, "--shard takes a part and the number of parts"),
      (["--shard", "1/"], nil, "--shard takes a part and the number of parts"),
      (["--shard", "auto/2"], nil, "--shard auto/2 needs JOB_COMPLETION_INDEX, which is not set"),
      (
        ["--shard", "auto/2"], "2",
        "there is no part 2 of '--shard auto/2': JOB_COMPLETION_INDEX counts from 0"
      ), (["--shard", "auto/2"], "-1", "there is no part -1 of '--shard auto/2'"),
      (["--shard", "auto/two"], "0", "there is no part 0 of '--shard auto/two'"),
      (["--shard", "auto"], "0", "--shard takes a part and the number of parts"),
      (["--shard", "2/2"], nil, nil), (["--shard", "auto/2"], "1", nil),
    ] as [([String], String?, String?)])
  func `takes a part of a run that there is`(
    words: [String], index: String?, message: String?
  ) throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: "suite: S\nscenarios:\n  - {scenario: A, steps: [{wait: 0s}]}\n"
        + "  - {scenario: B, steps: [{wait: 0s}]}\n", profile: "", words, in: folder,
      environment: index.map { ["JOB_COMPLETION_INDEX": $0] } ?? [:])
    guard let message else {
      #expect(run.verdicts == ["B": "passed"])
      #expect(run.output.hasPrefix("1 scenario of part 2 of 2 against "))
      return
    }
    #expect(run.status == .invalidInput)
    #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }
}

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases.filter { Program.path(of: $0.rawValue) != nil })
  func `is a script that the shell accepts`(shell: Shell) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.script(shell), to: "completion")
    let result = try Program.run(shell.rawValue, ["-n", path])
    #expect(result.status == 0)
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test(arguments: Shell.allCases) func `knows all commands and options`(shell: Shell) {
    let script = Self.script(shell)
    for command in ConformanceCommand.subcommands {
      #expect(script.contains(command.name))
      for option in command.options {
        let written = shell == .fish ? "-l \(option.name)" : "--\(option.name)"
        #expect(script.contains(written), "\(command.name) \(option.name)")
      }
    }
  }

  @Test(
    .enabled(if: Program.path(of: "bash") != nil, "there is no bash"),
    arguments: [
      (["c"], "check coverage completion"), (["run", "--junit"], "--junit-profile"),
      (["run", "--junit-profile", ""], "jenkins rich"),
      (["run", "--junit-profile", "=", "r"], "rich"),
      (["run", "--junit-profile", "="], "jenkins rich"),
      (["run", "--tag", ""], ""),
      (["inspect", ""], "yaml json-path"),
      (["partner", "show", "picker-"], "picker-cancelled"),
      (["explain", "!one"], "!one-of"),
      (["explain", "exit-1"], "exit-1 exit-130"),
      (["help", "insp"], "inspect"),
      (["completion", "f"], "fish"),
    ])
  func `completes in bash`(words: [String], completions: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      \(Self.script(.bash))
      COMP_WORDS=(sso-conformance "$@")
      COMP_CWORD=$#
      _sso_conformance
      echo "${COMPREPLY[@]}"
      """, to: "test")
    let result = try Program.run("bash", [path] + words)
    #expect(result.output == "\(completions)\n")
  }

  private static func script(_ shell: Shell) -> String {
    CommandLine(["completion", shell.rawValue]).output
  }
}

/// Programs of the machine.
enum Program {
  /// nil where there is none of that name.
  static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end; its output and its errors together.
  static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let result = try LimitedProcess.run(
      try #require(path(of: program)), arguments, joinsErrors: true)
    return (result.status, result.output)
  }
}

@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("./farm", ["./farm"]), ("  ./farm   --udid\t4711 ", ["./farm", "--udid", "4711"]),
    (#""my farm" 'a $b "c"' d\ e"#, ["my farm", #"a $b "c""#, "d e"]),
    (#"a "" '' b"#, ["a", "", "", "b"]),
    (#"a'b c'd"e f"g"#, ["ab cde fg"]),
    (#"a "\"\\\n" '\'"#, ["a", #""\\n"#, #"\"#]),
    ("a $HOME *", ["a", "$HOME", "*"]), ("a\nb\n", ["a", "b"]),
    (#"'a"' "b'" "\$x" \'c"#, ["a\"", "b'", #"\$x"#, "'c"]),
  ])
  func `splits as a shell does and expands nothing`(text: String, words: [String]) throws {
    #expect(try CommandWords.words(text) == words)
  }

  @Test(arguments: [
    ("", "no program is named in ''"), ("'' a", "no program is named in ''' a'"),
    ("a 'b", "a quote ' is not closed in 'a 'b'"), ("\t ", "no program is named in '\t '"),
    ("a \"b", "a quote \" is not closed in 'a \"b'"), ("a \\", "a '\\' ends the command"),
  ])
  func `refuses what has no program or no end`(text: String, message: String) {
    #expect(throws: UsageError(message)) { try CommandWords.words(text) }
  }
}

@Suite struct MisuseTests {
  /// The facts that are essential for the cookbook.
  private static let facts = """
    facts:
      {software_statement: s, service_provider: s, domain: d, redirect_url: r, mvpd: m, basic_mvpd: b,
      resources: {permitted: [a]}}
    """

  private static let token = "verificationToken: abc, attributeNames: [userID]"

  @Test(arguments: [
    ("metadata: {}", ["V2-B1-04", "V2-C3-04", "V2-D1-05", "V2-D5-05"]),
    ("metadata: {isInterruptionAllowed: false, channelIdentifier: channel}", ["V2-B1-08"]),
    ("metadata: {isInterruptionAllowed: true, channelIdentifier: channel}", ["V2-C3-08"]),
    ("authenticate: {\(token)}", ["V2-C10-04"]),
    ("authenticate: {\(token), isInterruptionAllowed: true, channelIdentifier: c}", ["V2-C10-11"]),
    ("authenticate: {verificationToken: abc, isInterruptionAllowed: true}", ["V2-C10-10"]),
    (
      "authenticate: {verificationToken: abc, attributeNames: [], isInterruptionAllowed: true}",
      ["V2-C10-10"]
    ),
    (
      "authenticate: {verificationToken: '', attributeNames: [a], isInterruptionAllowed: true}",
      ["V2-C10-06", "V2-C10-09"]
    ),
    (
      "authenticate: {attributeNames: [a], isInterruptionAllowed: true}",
      ["V2-C10-06", "V2-C10-09"]
    ),
  ])
  func `an application's mistake is an error that names the requirement`(
    call: String, requirements: [String]
  ) throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        scenarios:
          - scenario: calls
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {\(call)}
                expect: {json: {}}
        """, profile: "", in: folder)
    #expect(run.verdicts == ["calls": "error"])
    #expect(run.problem(of: "calls").hasSuffix("(\(requirements.joined(separator: ", ")))"))
    let problem = run.scenarios.first?["problem"]
    #expect(problem?["kind"]?.string == "suite")
    #expect(problem?["at"]?.string?.hasSuffix("suite.yaml:6:9") == true)
  }

  @Test func `a mistake in a suite about V1 names what its own cookbook demands`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        cookbook: apple-sso-rest-api-v1
        scenarios:
          - scenario: metadata
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {metadata: {isInterruptionAllowed: false, channelIdentifier: channel}}
                expect: {json: {}}
          - scenario: authenticate
            steps:
              - partner: {state: granted-signed-in, provider: Cablevision}
              - partner: {authenticate: {\(Self.token)}}
                expect: {json: {}}
        """, profile: Self.facts, in: folder)
    #expect(run.problem(of: "metadata").hasSuffix("(V1-02-07)"))
    #expect(run.problem(of: "authenticate").hasSuffix("(V1-07-10)"))
  }

  @Test func `a call before there is a state is an error of the suite`() throws {
    let folder = try ProgramFolder()
    let run = try CommandRun(
      suite: """
        suite: A mistake
        scenarios:
          - scenario: calls
            steps:
              - partner: {permission: {prompting: true}}
                expect: {json: {}}
        """, profile: "", in: folder)
    #expect(run.status == .invalidInput)
    #expect(run.errors.contains("suite.yaml:5:"))
  }
}
