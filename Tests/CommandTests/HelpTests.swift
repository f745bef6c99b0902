// SPDX-License-Identifier: Apache-2.0
// The help, the completion, and command lines with mistakes.

import Formats
import Foundation
import Suites
import TestSupport
import Testing

@testable import Command

struct HelpTests {
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
    for row in line.output.split(separator: "\n") where !row.hasPrefix("usage:") {
      #expect(row.count <= 100, "wider than a terminal: \(row)")
    }
  }

  /// A command line, and what the error begins with.
  @Test(
    arguments: [
      ("chekc", "unknown command 'chekc', did you mean 'check'?"),
      ("selftest", "unknown command 'selftest'; it is a program of its own: sso-selftest"),
      ("--hlep", "unknown option '--hlep', did you mean '--help'?"),
      ("list --tga x", "unknown option '--tga', did you mean '--tag'?"),
      ("list --tag", "--tag needs a value: --tag TAG"),
      ("list --format json --format json", "--format is given twice"),
      (
        "run --partner replay",
        "--partner is emulator:NAME, replay:FILE or command:TEXT, not 'replay'"
      ),
      (
        "check --partner emulator:aple",
        "there is no emulator 'aple', did you mean 'apple'?; known are"
      ), ("run --partner command:'a", "--partner: a quote ' is not closed"),
      (
        "check --format jsn",
        "--format is one of text, json, github, not 'jsn', did you mean 'json'?"
      ), ("list --set a=b", "--set goes with --target"),
      ("list --budget 5m", "--budget goes with --target"),
      ("inspect", "inspect what? There are yaml and json-path"),
      ("inspect ymal x", "inspect reads yaml or json-path, not 'ymal', did you mean"),
      ("inspect yaml a b", "inspect yaml takes one FILE"),
      ("inspect yaml no-such-file", "'no-such-file': there is no such file"),
      ("completion tcsh", "there is a completion for bash, zsh, fish, not for 'tcsh'"),
      ("completion", "completion takes the name of one shell: bash, zsh, fish"),
      ("completion bash zsh", "completion takes the name of one shell: bash, zsh, fish"),
      ("inspect yaml", "inspect yaml takes one FILE"),
      ("inspect yaml a --paths", "--paths goes with json-path"),
      ("inspect json-path $", "inspect json-path takes a QUERY and a FILE"),
      ("inspect json-path $ a b", "inspect json-path takes a QUERY and a FILE"),
      ("init a b", "init writes one FILE"),
      ("partner show", "partner show takes one STATE; partner lists them"),
      ("partner show a b", "partner show takes one STATE; partner lists them"),
      ("help chekc", "unknown command 'chekc', did you mean 'check'?"),
      ("list -x", "unknown option '-x'"), ("list --tag a --tag", "--tag needs"),
      ("run --jobs 65", "--jobs is a whole number from 1 to 64, not '65'"),
      ("partner show denid", "unknown state 'denid', did you mean 'denied'?"),
      ("partner denied", "unexpected argument 'denied'; to see a state: partner show"),
      ("coverage --report no-such-file", "the report 'no-such-file': there is no"),
      ("coverage --requirement X-1", "no cookbook of these"),
      ("audit", "audit takes the recordings to judge: FILE …"), ("audit - -", "'-' is given twice"),
      ("serve --rules x", "--rules goes with --audit"), ("serve x", "unexpected argument 'x'"),
      ("serve --strict", "--strict goes with --audit"),
      ("serve --known x", "--known goes with --audit"),
      ("serve --format json", "--format goes with --audit"),
      ("serve --record-har x", "--record-har goes with --audit"),
      ("serve --reports x", "--reports goes with --audit"),
      ("serve --port 65536", "--port is a whole number from 0 to 65535, not '65536'"),
      ("serve --port -1", "--port is a whole number from 0 to 65535, not '-1'"),
      ("serve --data /nowhere/d.json", "--data '/nowhere/d.json': there is no such"),
      ("serve --tls cert.pem", "--tls needs 2 values: --tls CERT KEY"),
      ("serve --tls /nowhere/c.pem /nowhere/k.pem", "--tls: '/nowhere/c.pem' can't"),
    ] as [(String, String)])
  func `says what is wrong with a command line`(words: String, message: String) {
    let line = CommandLine(words.split(separator: " ").map(String.init))
    line.expect(.invalidInput, start: "error: \(message)")
    #expect(line.output.isEmpty)
  }

  @Test func `explains itself instead, unless the word is an argument`() {
    for words in [
      ["list", "--help"], ["list", "-h"], ["list", "x", "--help"], ["help", "list"],
    ] {
      let line = CommandLine(words)
      #expect(line.status == .success)
      #expect(line.output.hasPrefix("Lists suites and scenarios, with tags and needs."))
    }
    CommandLine(["explain", "--", "--help"]).expect(
      .invalidInput, start: "error: nothing is called '--help'")
    for words in [["--help"], ["-h"], ["help"]] {
      #expect(CommandLine(words).output.hasPrefix("Tests whether a partner single sign-on"))
    }
    #expect(CommandLine([]).status == .invalidInput)
  }

  /// In a cell, NAME=VALUE with blanks between them.
  @Test(
    arguments: table(
      #"""
      1/ |  | --shard takes a part and the number of parts, as in 3/8 or auto/8; not '1/'
      auto | JOB_COMPLETION_INDEX=0 | --shard takes a part and the number of parts
      auto/two | JOB_COMPLETION_INDEX=0 | --shard takes a part and the number of parts
      0/2 |  | --shard takes a part and the number of parts
      3/2 |  | --shard takes a part and the number of parts
      1/2/3 |  | --shard takes a part and the number of parts, as in 3/8 or auto/8; not '1/2/3'
      auto/0 | JOB_COMPLETION_INDEX=0 | --shard takes a part and the number of parts
      2/2
      auto/2 | JOB_COMPLETION_INDEX=1
      auto/2 | JOB_COMPLETION_INDEX=2 | there is no part 2 of '--shard auto/2': JOB_COMPLETION_INDEX counts from 0
      auto/2 | JOB_COMPLETION_INDEX=-1 | there is no part -1 of '--shard auto/2'
      auto/2 | JOB_COMPLETION_INDEX= | there is no part  of '--shard auto/2'
      auto/2 | CI_NODE_INDEX=2 CI_NODE_TOTAL=2
      auto/2 | CI_NODE_INDEX=0 CI_NODE_TOTAL=2 | there is no part 0 of '--shard auto/2': CI_NODE_INDEX counts from 1
      auto/2 | CI_NODE_INDEX=2 CI_NODE_TOTAL=3 | --shard auto/2: CI_NODE_TOTAL is 3; both have to be the number of parts
      auto/2 | CIRCLE_NODE_INDEX=1 CIRCLE_NODE_TOTAL=2
      auto/2 | CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1 | --shard auto/2: CIRCLE_NODE_TOTAL is 1
      auto/2 | BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=2
      auto/2 | BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=4 | --shard auto/2: BUILDKITE_PARALLEL_JOB_COUNT is 4
      auto/2 | SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_COUNT=2
      auto/2 | SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_COUNT=2 | there is no part 9 of '--shard auto/2': SLURM_ARRAY_TASK_ID counts from 7
      auto/2 | SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_COUNT=8 | --shard auto/2: SLURM_ARRAY_TASK_COUNT is 8
      auto/2 | SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=-9223372036854775808 SLURM_ARRAY_TASK_COUNT=2 | --shard auto/2 needs SLURM_ARRAY_TASK_MIN
      auto/2 | SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=2 | --shard auto/2 needs SLURM_ARRAY_TASK_MIN, the number of the first part; write --shard I/2 instead
      auto/2 |  | --shard auto/2 needs one of JOB_COMPLETION_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB, SLURM_ARRAY_TASK_ID, and none is set; write --shard I/2 instead
      auto/2 | JOB_COMPLETION_INDEX=1 CI_NODE_INDEX=2 CI_NODE_TOTAL=2 | --shard auto/2: JOB_COMPLETION_INDEX and CI_NODE_INDEX are set, and each numbers the parts; write --shard I/2 instead
      """#) as [(String, String?, String?)])
  func `takes a part of a run`(part: String, variables: String?, message: String?) throws {
    let pairs = (variables ?? "").split(separator: " ").map { variable in
      let parts = variable.split(separator: "=", omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
    let run = try CommandRun(
      suite: Sample.idle + "  - {scenario: B, steps: [{wait: 0s}]}\n",
      ["--shard", part, "--run-id", "7"],
      in: TemporaryFolder(), environment: Dictionary(uniqueKeysWithValues: pairs))
    if let message {
      run.expect(.invalidInput, start: "error: \(message)")
    } else {
      #expect(run.verdicts == ["B": "passed"])
      #expect(run.output.hasPrefix("1 scenario of part 2 of 2 against "))
    }
  }

  /// In a cell, NAME=VALUE with blanks between them.
  @Test(
    arguments: [
      ("--shard 1/1 --run-id 7", [:], "7"), ("--shard 1/1", ["GITHUB_RUN_ID": "12"], "12"),
      ("--shard 1/1 --run-id 7", ["GITHUB_RUN_ID": "12"], "7"),
      ("--shard 1/1", ["CI_PIPELINE_ID": "13"], "13"),
      ("--shard 1/1", ["BUILD_TAG": "jenkins-x-14"], "jenkins-x-14"),
      ("--shard 1/1", ["CIRCLE_WORKFLOW_WORKSPACE_ID": "15"], "15"),
      ("--shard 1/1", ["BUILDKITE_BUILD_ID": "16"], "16"),
      ("--shard 1/1", ["BUILD_BUILDID": "17"], "17"),
      ("--shard 1/1", ["GITHUB_RUN_ID": "", "SLURM_ARRAY_JOB_ID": "18"], "18"),
      ("--shard 1/1", [:], nil), ("--shard 1/1", ["GITHUB_RUN_ATTEMPT": "2"], nil),
    ] as [(String, [String: String], String?)])
  func `a part belongs to a run`(
    options: String, environment: [String: String], name: String?
  ) throws {
    let run = try CommandRun(
      suite: Sample.idle, options.split(separator: " ").map(String.init), in: TemporaryFolder(),
      environment: environment)
    if let name {
      #expect(run.report["shard"]?["run"]?.string == name)
    } else {
      run.expect(.invalidInput, start: "error: --shard 1/1 needs the name of the run")
    }
    try CommandRun(suite: Sample.idle, ["--run-id", "7"], in: TemporaryFolder())
      .expect(.invalidInput, start: "error: --run-id goes with --shard")
  }

  @Test func `tells the version, and the suites with the digest that sha256sum has`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.yaml", "a/b.yaml", "a/c/d.json", "é"] {
      try folder.write("text of \(name)", to: "Suites/\(name)")
    }
    let suites = folder.url.appending(path: "Suites").path
    let script = "cd '\(suites)' && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"
    let digest = try Program.run("sh", ["-c", script]).output.prefix(64)
    #expect(try SuiteLocation.digest(of: suites) == digest)
    #expect(throws: FileError("there is no such file or folder")) {
      try SuiteLocation.digest(of: "/nowhere")
    }
    let line = CommandLine(["--version"])
    #expect(line.status == .success)
    #expect(line.output.hasPrefix("sso-conformance \(ConformanceCommand.version)\n"))
    let said = try #require(line.output.firstMatch(of: /\nsuites: (.+), sha256 ([0-9a-f]{64})\n$/))
    #expect(try SuiteLocation.digest(of: String(said.1)) == said.2)
  }
}

struct CompletionTests {
  @Test(arguments: CompletionShell.allCases.filter { Program.path(of: $0.rawValue) != nil })
  func `is a script that the shell accepts`(shell: CompletionShell) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.script(shell), to: "completion")
    let result = try Program.run(shell.rawValue, ["-n", path])
    #expect(result.status == 0)
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test(arguments: CompletionShell.allCases) func `knows all commands and options`(
    shell: CompletionShell
  ) {
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
      (["run", "--junit-profile", "="], "jenkins rich"), (["run", "--tag", ""], ""),
      (["inspect", ""], "yaml json-path"), (["partner", "show", "picker-"], "picker-cancelled"),
      (["explain", "!one"], "!one-of"), (["explain", "exit-1"], "exit-1 exit-130"),
      (["help", "insp"], "inspect"), (["completion", "f"], "fish"),
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

  private static func script(_ shell: CompletionShell) -> String {
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

struct CommandWordsTests {
  @Test(arguments: [
    ("./farm", ["./farm"]), ("  ./farm   --udid\t4711 ", ["./farm", "--udid", "4711"]),
    (#""my farm" 'a $b "c"' d\ e"#, ["my farm", #"a $b "c""#, "d e"]),
    (#"a "" '' b"#, ["a", "", "", "b"]), (#"a'b c'd"e f"g"#, ["ab cde fg"]),
    (#"a "\"\\\n" '\'"#, ["a", #""\\n"#, #"\"#]), ("a $HOME *", ["a", "$HOME", "*"]),
    ("a\nb\n", ["a", "b"]), (#"'a"' "b'" "\$x" \'c"#, ["a\"", "b'", #"\$x"#, "'c"]),
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
