// SPDX-License-Identifier: Apache-2.0
// The completion scripts: the shells accept them, and bash completes by its own.

import Foundation
import TestSupport
import Testing

@testable import Command

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases.filter { Program.path(of: $0.rawValue) != nil })
  func `is a script that the shell accepts`(shell: Shell) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.script(shell), to: "completion")
    let result = try Program.run(shell.rawValue, ["-n", path])
    #expect(result.status == 0)
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test(arguments: Shell.allCases)
  func `knows all commands and options`(shell: Shell) {
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
      (["c"], "check coverage completion"),
      (["run", "--junit"], "--junit-profile"),
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
